"""The rate limits of a client, and all settings of a service."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from samples import message

import shiptrack
from shiptrack import Client, ManualClock, Service
from shiptrack.carriers import Answer, NoDataYet, RateLimited, Unreachable
from shiptrack.errors import ConfigurationError, InvalidError, RateLimitedError
from shiptrack.testing import START, Scenario
from shiptrack.types import (
    DeliveryRules,
    DocumentLimits,
    Following,
    Lifecycle,
    MailLimits,
    Pace,
    RateLimits,
    Recording,
    Storage,
)

URL = "https://host.example/v2"

# A valid value for each annotation.
VALUES: dict[str, Any] = {
    "bool": False,
    "int": 1,
    "Iterable[Seconds]": [1, timedelta(minutes=1)],
    "Optional[int]": 1,
    "Seconds": timedelta(hours=1),
}

KINDS: dict[str, type[Any]] = {
    "limits": RateLimits,
    "lifecycle": Lifecycle,
    "following": Following,
    "delivery": DeliveryRules,
    "pace": Pace,
    "recording": Recording,
    "mail_limits": MailLimits,
    "documents": DocumentLimits,
    "storage": Storage,
}

POLICIES: dict[str, dict[str, Any]] = {
    name: {member: VALUES[getattr(said, "__forward_arg__", said)] for member, said in kind.__annotations__.items()}
    for name, kind in KINDS.items()
}


def make(**settings: Any) -> Service:
    return Service(clock=ManualClock(START), **settings)


@pytest.mark.parametrize("name", POLICIES)
def test_settings_accept_exactly_their_members(name: str) -> None:
    whole = POLICIES[name]
    make(**{name: whole}).close()
    for member, value in whole.items():
        make(**{name: {member: value}}).close()
        with pytest.raises((TypeError, ValueError), match=rf'^(each of )?{name}\["{member}"\]: ') as refused:
            make(**{name: {member: [-1] if member == "retries" else -1}})
        if isinstance(value, bool):
            continue
        assert "-1" in str(refused.value)
        with pytest.raises(TypeError, match=rf'^{name}\["{member}"\]: .*not bool'):
            make(**{name: {member: True}})
    with pytest.raises(InvalidError, match=f"`nothing` is not a known member. Use one of {', '.join(whole)}"):
        make(**{name: {"nothing": 1}})
    with pytest.raises(TypeError, match=f"^{name}: a dict expected, not list"):
        make(**{name: []})
    with pytest.raises(TypeError, match=f"^{name}: a str expected, not int"):
        make(**{name: {5: 1}})


REFUSED: dict[str, tuple[dict[str, Any], str]] = {
    "no tries": ({"lifecycle": {"tries": 0}}, "tries"),
    "half a try": ({"lifecycle": {"tries": 0.5}}, "tries"),
    "no number": ({"lifecycle": {"refresh": float("nan")}}, "refresh.*nan|refresh.*NaN"),
    "for ever": ({"lifecycle": {"refresh": float("inf")}}, "refresh.*inf"),
    "longer than a calendar": ({"following": {"arrival_window": 1e18}}, "arrival_window"),
    "no time": ({"delivery": {"timeout": 0}}, "timeout"),
    "one pause": ({"delivery": {"retries": 5}}, "retries.*int"),
    "a pause of text": ({"delivery": {"retries": ["5"]}}, "retries.*str"),
    "zero": ({"limits": {"default": 0}}, "default"),
}


@pytest.mark.parametrize("name", REFUSED)
def test_invalid_setting_is_named(name: str) -> None:
    settings, says = REFUSED[name]
    with pytest.raises((TypeError, ValueError), match=says):
        make(**settings)


def test_client_keeps_its_rate_limits() -> None:
    assert Client("k", URL).allowance() == 100
    client = Client("k", URL, limits={"default": 500, "create": None, "per": timedelta(seconds=10)})
    assert (client.allowance(), client.allowance("create"), client.allowance("infer")) == (500, None, 200)
    for limits, says in (({"default": 0}, "default"), ({"creates": 1}, "creates"), ({"per": 0}, "per")):
        with pytest.raises(ValueError, match=says):
            Client("k", URL, limits=limits)  # type: ignore[arg-type]
    with Service(worker=False) as service, service.serve() as server:
        key = service.create_key("k").key.reveal()
        with Client(key, server.url, limits={"default": 2}, timeout=2) as hosted:
            hosted.shipments.list().all()
            assert hosted.allowance() == 1
            hosted.shipments.list().all()
            with pytest.raises(RateLimitedError):
                hosted.shipments.list().all()


def test_service_enforces_rate_limits_of_keys() -> None:
    with Service(worker=False, limits={"default": 1, "per": 3600}) as service, service.serve() as server:
        with Client(service.create_key("k").key.reveal(), server.url, timeout=2, limits={"default": None}) as client:
            client.shipments.list().all()
            with pytest.raises(RateLimitedError) as refused:
                client.shipments.list().all()
    assert refused.value.retry_after and refused.value.retry_after > 60


def test_lifecycle_setting_controls_look_ups() -> None:
    def down(look_up: Any) -> Any:
        raise Unreachable("down")

    def empty(look_up: Any) -> Any:
        raise NoDataYet

    with make(any_carrier=down, lifecycle={"tries": 2, "first_retry": 10}) as service:
        request = service.client().tracking_requests.create(bill_of_lading="MAEU123456789", scac="MAEU")
        service.run_due()
        due = service.next_due()
        # The pause varies randomly by up to a fifth.
        assert due and timedelta(seconds=8) <= due - START <= timedelta(seconds=12)
        service.advance(seconds=12)
        assert service.client().tracking_requests.get(request).failed_reason == "retries_exhausted"
    with make(any_carrier=empty, lifecycle={"manifest_check": 10}) as service:
        service.client().tracking_requests.create(bill_of_lading="MAEU123456789", scac="MAEU")
        service.run_due()
        assert service.next_due() == START + timedelta(seconds=10)


def test_carrier_sets_next_look_up_and_reports_rate_limit() -> None:
    departed = {"container": "MSKU0308961", "event": {"milestone": "vessel_departed", "at": "2026-05-01T08:00:00Z"}}
    script: list[Any] = [RateLimited("slowly", retry_after=600), Answer([departed], next_look=timedelta(minutes=45))]

    def carrier(look_up: Any) -> Any:
        assert look_up.attempt == 1
        step = script.pop(0)
        if isinstance(step, Exception):
            raise step
        return step

    heard: list[Any] = []
    with make(any_carrier=carrier, on_activity=heard.append) as service:
        request = service.client().tracking_requests.create(bill_of_lading="MAEU123456789", scac="MAEU")
        service.run_due()
        assert heard[0].outcome == "rate_limited" and heard[0].retry_after == 600 and heard[0].why == "slowly"
        assert service.client().tracking_requests.get(request).status == "pending"
        service.advance(seconds=600)
        assert service.client().tracking_requests.get(request).status == "created"
        assert service.next_due() == START + timedelta(minutes=55)


def test_look_up_contains_bookmark_account_and_known_numbers() -> None:
    departed = {"container": "MSKU0308961", "event": {"milestone": "vessel_departed", "at": "2026-05-01T08:00:00Z"}}
    script = [Answer([departed], references=("BKG1",), bookmark="one"), Answer([], unchanged=True, bookmark="one")]
    asked: list[Any] = []

    def carrier(look_up: Any) -> Any:
        asked.append(look_up)
        return script.pop(0)

    with make(any_carrier=carrier) as service:
        service.client().tracking_requests.create(bill_of_lading="MAEU123456789", scac="MAEU")
        service.run_due()
        service.advance(hours=12)
        first, second = asked
        assert (first.bookmark, first.references, first.containers) == (None, (), ())
        assert (second.bookmark, second.references, second.containers) == ("one", ("BKG1",), ("MSKU0308961",))
        assert (first.account_name, first.account_id) == ("default", service.accounts()[0].id)


def test_pace_limits_look_ups() -> None:
    def silent(look_up: Any) -> Any:
        raise NoDataYet

    paces = {"MAEU": {"look_ups": 3}}
    with make(any_carrier=silent, pace={"look_ups": 5, "per": 60}, paces=paces) as service:
        client = service.client()
        for scac in ("MAEU", "CMDU"):
            for number in range(8):
                client.tracking_requests.create(bill_of_lading=f"{scac}12345678{number}", scac=scac)
        assert service.run_due().look_ups == 3 + 5
        assert service.next_due() == START + timedelta(seconds=60)
    with pytest.raises(ConfigurationError, match='"MA"'):
        make(paces={"MA": {"look_ups": 3}})
    with pytest.raises(InvalidError, match=r"`look_up` is not a known member. Use one of .*paces"):
        make(paces={"MAEU": {"look_up": 3}})


def test_following_setting_ends_tracking() -> None:
    for window, stopped in ((timedelta(days=1), True), (timedelta(days=60), False)):
        with make(following={"arrival_window": window}) as service:
            service.client().tracking_requests.create(bill_of_lading="TEST-TR-SUCCEEDED", scac="TEST")
            service.advance(days=14)
            shipment = service.client().shipments.list().first()
            assert shipment is not None and (shipment.line_tracking_stopped_at is not None) is stopped


def test_delivery_settings_control_retries() -> None:
    with make(allow_loopback=True, delivery={"retries": [], "timeout": 1}) as service:
        client = service.client()
        client.webhooks.create("http://127.0.0.1:1/x", events=["tracking_request.succeeded"])
        client.tracking_requests.create(bill_of_lading="TEST-TR-SUCCEEDED", scac="TEST")
        service.run_due()
        service.run_due()
        notification = client.webhook_notifications.list().first()
        assert notification is not None and notification.delivery_status == "failed"


def test_mail_beyond_its_limits_is_quarantined() -> None:
    with make(mail_limits={"message_bytes": 100}) as service:
        assert service.ingest_email(message()).quarantined


def test_changed_setting_of_open_file_is_rejected(tmp_path: Path) -> None:
    file, given = tmp_path / "a.db", POLICIES
    with Service(file, worker=False, **given):  # type: ignore[arg-type]
        Service(file, worker=False)
        Service(file, worker=False, **given)  # type: ignore[arg-type]
        for name in POLICIES:
            with pytest.raises(ConfigurationError, match=rf"\[{name}\]"):
                Service(file, worker=False, **{name: {}})  # type: ignore[arg-type]


def test_scenario_accepts_settings() -> None:
    scenario = Scenario(lifecycle={"tries": 1})
    scenario.carrier.fail("MAEU123456789", Unreachable())
    request = scenario.client().tracking_requests.create(bill_of_lading="MAEU123456789", scac="MAEU")
    scenario.run()
    assert scenario.client().tracking_requests.get(request).status == "failed"
    scenario.close()


def test_types_of_policies_are_public() -> None:
    names: list[Callable[..., Any]] = [*KINDS.values()]
    assert all(getattr(shiptrack.types, kind.__name__) is kind for kind in names)
