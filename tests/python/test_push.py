"""Callbacks of carriers and signed reports."""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
import pickle
from datetime import datetime, timezone
from typing import Any

import pytest

from shiptrack import ManualClock, Service, webhooks
from shiptrack.errors import InvalidError, NotFoundError, ShiptrackError, SignatureError
from shiptrack.testing import LoopbackCarrier

CONTAINER = "MSKU0308961"
SECRET = base64.b64encode(bytes(range(16))).decode()
GATE_OUT = {
    "eventType": "EQUIPMENT",
    "equipmentEventTypeCode": "GTOT",
    "eventClassifierCode": "ACT",
    "eventDateTime": "2026-05-12T09:00:00-07:00",
    "emptyIndicatorCode": "LADEN",
    "equipmentReference": CONTAINER,
    "eventLocation": {"UNLocationCode": "USLAX"},
}


def signed(body: bytes, secret: str = SECRET) -> dict[str, str]:
    digest = hmac.new(base64.b64decode(secret), body, hashlib.sha256).hexdigest()
    return {"subscription-id": "7f5a", "Notification-Signature": f"sha256={digest}"}


def test_repeated_callback_is_ignored_and_facts_wait_for_their_number() -> None:
    with Service(worker=False) as service:
        made = service.subscribe_carrier("MAEU", called="7f5a", secret=SECRET, number=CONTAINER)
        assert (made.carrier, made.called, made.kind, made.number, made.state) == ("MAEU", "7f5a", "container", CONTAINER, "active")
        assert made.secret.reveal() == SECRET and SECRET not in repr(made)
        body = json.dumps([GATE_OUT]).encode()
        pushed = service.receive_push(signed(body), body)
        assert (pushed.subscription, pushed.facts, pushed.kept, pushed.is_repeated) == (made.id, 1, 1, False)
        assert service.receive_push(signed(body).items(), body).is_repeated
        (listed,) = service.subscriptions()
        assert listed.received_at is not None and listed.received_at.tzinfo
        assert pickle.loads(pickle.dumps(pushed)) == pushed


@pytest.mark.parametrize(
    ("headers", "body", "error", "status", "code"),
    [
        (signed(b"[]"), b"[ ]", SignatureError, 401, "wrong_signature"),
        ({"subscription-id": "7f5a"}, b"[]", SignatureError, 401, "not_signed"),
        ({**signed(b"[]"), "subscription-id": "x"}, b"[]", NotFoundError, 404, "unknown_subscription"),
        (signed(b"{}"), b"{}", InvalidError, 422, "not_readable"),
    ],
)
def test_push_errors_have_http_status(
    headers: dict[str, str], body: bytes, error: type[ShiptrackError], status: int, code: str
) -> None:
    with Service(worker=False) as service:
        service.subscribe_carrier("MAEU", called="7f5a", secret=SECRET)
        with pytest.raises(error) as refused:
            service.receive_push(headers, body)
        assert (refused.value.status, refused.value.code) == (status, code)
        with pytest.raises(TypeError, match="body"):
            service.receive_push(headers, "text")


def test_subscription_secret_rotates_and_subscription_is_removed() -> None:
    with Service(worker=False) as service:
        made = service.subscribe_carrier("MAEU", called="7f5a", secret=SECRET)
        rotated = service.rotate_subscription(made)
        service.receive_push(signed(b"[]"), b"[]")
        service.receive_push(signed(b"[ ]", rotated.secret.reveal()), b"[ ]")
        service.rotate_subscription(made.id, secret=rotated.secret, overlap=0)
        with pytest.raises(SignatureError):
            service.receive_push(signed(b"[]"), b"[]")
        service.remove_subscription(made.id)
        assert service.subscriptions() == []
        with pytest.raises(NotFoundError):
            service.remove_subscription(made.id)


def test_terminal_can_push_signed_reports() -> None:
    clock = ManualClock(datetime(2026, 5, 12, 12, tzinfo=timezone.utc))
    with Service(worker=False, clock=clock) as service:
        pier = service.subscribe_source("terminal", "Pier 400")
        assert (pier.source, pier.name, pier.carrier) == ("terminal", "Pier 400", None)
        report: dict[str, Any] = {"number": CONTAINER, "facts": [{"reading": {"available_for_pickup": True}}]}
        body = json.dumps(report).encode()
        headers = webhooks.sign(pier.secret, body, id="r-1", now=service.now) | {"Subscription-ID": str(pier.id)}
        assert service.receive_push(headers, body).kept == 1
        assert service.receive_push(headers, body).is_repeated
        clock.advance(3600)
        with pytest.raises(SignatureError, match="too old"):
            service.receive_push(headers, body)
        with pytest.raises(InvalidError):
            service.subscribe_source("shipping_line", "Maersk")


def test_service_subscribes_at_carrier() -> None:
    clock = ManualClock(datetime(2026, 5, 1, 12, tzinfo=timezone.utc))
    with LoopbackCarrier("direct", clock=clock, headers={"X-Key": "right"}, subscription_seconds=30 * 86_400) as carrier:
        table = {
            "base_url": carrier.url,
            "path": "/v2/events",
            "headers": {"X-Key": "{key}"},
            "parameters": {"bill_of_lading": "transportDocumentReference"},
            "subscriptions": {"path": "/v2/event-subscriptions", "lasts_days": 30},
        }
        profiles = {"SIML": table}
        with Service(clock=clock, profiles=profiles, credentials={"SIML": {"key": "right"}}) as service, service.serve() as server:
            bill = carrier.journeys[0].bill_of_lading
            service.client().tracking_requests.track(bill_of_lading=bill, scac="SIML")
            door = server.url.removesuffix("/v2") + "/push"
            asked = service.subscribe_carrier("SIML", number=bill, kind="bill_of_lading", callback_url=door)
            assert (asked.state, asked.called, asked.callback_url) == ("requested", None, door)
            service.run_due()
            (made,) = service.subscriptions()
            assert (made.state, made.problem, made.failures) == ("active", None, 0)
            assert made.called and made.expires_at and made.due_at and made.due_at < made.expires_at
            clock.advance(days=9)
            assert carrier.call_back() == 1
            (heard,) = service.subscriptions()
            assert heard.received_at == clock.now
            service.rotate_subscription(made.id)
            service.run_due()
            service.remove_subscription(made.id)
            assert [each.state for each in service.subscriptions()] == ["ending"]
            service.run_due()
            assert service.subscriptions() == []


def test_subscription_at_unsupported_carrier_is_rejected() -> None:
    with Service(worker=False) as service, pytest.raises(ShiptrackError) as raised:
        service.subscribe_carrier("TEST", callback_url="https://tracking.example/push")
    assert "does not support subscriptions" in str(raised.value)
