"""Resources and other values are immutable, comparable, picklable and readable."""

from __future__ import annotations

import copy
import json
import pickle
import uuid
from datetime import date, datetime, timezone

import pytest

import shiptrack
from shiptrack import Container, EmailSubmission, Page, Resource, ResourceId, Secret, Shipment, TrackingRequest, TransportEvent, Webhook
from shiptrack.numbers import ContainerNumber, Scac, TrackingNumber, UnLocode, infer_number

ID = "0b1c9f9e-8f5a-7b3e-9a53-0123456789ab"


def request() -> TrackingRequest:
    return TrackingRequest(
        ID,
        request_type="bill_of_lading",
        request_number="MAEU123456789",
        status="pending",
        created_at=datetime(2026, 5, 1, 8, tzinfo=timezone.utc),
        tracked_object=ResourceId("shipment", uuid.UUID(ID)),
        ref_numbers=["PO-1", "PO-2"],
    )


def test_attributes_have_types() -> None:
    made = request()
    assert made.id == uuid.UUID(ID) and made.type == "tracking_request"
    assert made.created_at == datetime(2026, 5, 1, 8, tzinfo=timezone.utc)
    assert isinstance(made.created_at, datetime) and made.created_at.tzinfo is timezone.utc
    assert made.ref_numbers == ("PO-1", "PO-2") and made.is_retrying is False and made.retry_count is None
    assert made.tracked_object == ResourceId("shipment", uuid.UUID(ID)) and made.customer is None
    assert Container(pickup_lfd=date(2026, 5, 22)).pickup_lfd == date(2026, 5, 22)
    assert Container("req_0b1c").id == "req_0b1c"


def test_resources_are_immutable() -> None:
    made = request()
    for name in ("status", "id", "type", "anything"):
        with pytest.raises(AttributeError):
            setattr(made, name, "x")
    with pytest.raises(TypeError):
        TrackingRequest(nothing_known=1)


def test_resources_compare_by_value() -> None:
    made = request()
    for same in (
        pickle.loads(pickle.dumps(made)),
        copy.copy(made),
        copy.deepcopy(made),
        TrackingRequest.from_json(made.to_json()),
        TrackingRequest.from_dict(made.to_dict()),
    ):
        assert same == made and hash(same) == hash(made) and type(same) is TrackingRequest
    assert made != TrackingRequest(ID, status="created") and made != "x"
    assert Resource.from_json(made.to_json()) == made
    for nothing in (made.to_json(), "{}", '{"data":{}}', '{"data":null}'):
        with pytest.raises(shiptrack.errors.UnexpectedResponseError):
            Container.from_json(nothing)


def test_match_works_by_name_and_position() -> None:
    match request():
        case TrackingRequest(_, "bill_of_lading", number, status="pending"):
            assert number == "MAEU123456789"
        case _:
            pytest.fail("nothing matched")


def test_repr_shows_the_main_attributes() -> None:
    shown = repr(request())
    assert "\n" not in shown and "MAEU123456789" in shown and "pending" in shown
    assert "on_ship" in repr(Container(ID, number="MSCU5956818", current_status="on_ship"))
    assert len(repr(EmailSubmission(ID, subject="x" * 10_000))) < 200
    at = datetime(2026, 5, 1, 8, tzinfo=timezone.utc)
    event = TransportEvent(ID, event="container.transport.vessel_departed", timestamp=at, location_locode="CNSHA")
    assert "timestamp=2026-05-01 08:00:00+00:00" in repr(event) and "location_locode='CNSHA'" in repr(event)
    assert "pod_eta_at=2026-05-01" in repr(Shipment(ID, pod_eta_at=at)) and "=None" not in repr(Shipment(ID))


def test_secrets_are_not_shown() -> None:
    hook = Webhook(ID, url="https://user:canary@host.example/canary?key=canary", secret="canary", headers=[{"name": "X", "value": "canary"}])
    assert isinstance(hook.secret, Secret) and hook.secret.reveal() == "canary"
    assert hook.headers is not None and hook.headers[0].value.reveal() == "canary"
    for shown in (repr(hook), str(hook), repr(hook.secret), repr(hook.headers), hook._repr_html_().replace(hook.url, "")):
        assert "canary" not in shown


def test_secrets_are_not_pickled() -> None:
    secret = Secret("canary")
    assert copy.copy(secret) == copy.deepcopy(secret) == secret
    hooks = [Webhook(ID, secret="canary"), Webhook(ID, headers=[{"name": "X", "value": "canary"}])]
    pages = [Page.parse(f'{{"data": [{json.dumps(hook.to_dict())}]}}', Webhook) for hook in hooks]
    for value in (secret, [secret], *hooks, *pages):
        with pytest.raises(TypeError, match="cannot be pickled"):
            pickle.dumps(value)
    plain = Webhook(ID, url="https://host.example/")
    assert pickle.loads(pickle.dumps(plain)) == plain


def test_python_keyword_has_underscore_name() -> None:
    email = EmailSubmission(from_=["a@b.example"], to=["c@d.example"])
    assert email.from_ == getattr(email, "from") == ("a@b.example",)
    assert email.to_dict()["attributes"]["from"] == ["a@b.example"]


def test_unknown_attributes_are_preserved() -> None:
    text = '{"type":"container","id":"x","attributes":{"number":"A","mood":"calm","weight_in_lbs":"heavy"}}'
    made = Container.from_json(text)
    assert made.other == {"mood": "calm", "weight_in_lbs": "heavy"} and made.weight_in_lbs is None
    assert made.raw("weight_in_lbs") == "heavy" and made.to_dict()["attributes"]["mood"] == "calm"
    port = Resource.from_json('{"type":"dry_port","id":"p","attributes":{"name":"Duisburg"}}')
    assert type(port) is Resource and port.type == "dry_port" and port.attributes == {"name": "Duisburg"}


def test_html_is_escaped_and_limited() -> None:
    data = [{"type": "email_submission", "id": str(n), "attributes": {"subject": "<script>alert(1)</script>"}} for n in range(50)]
    import json

    page = Page.parse(json.dumps({"data": data}), EmailSubmission)
    html = page._repr_html_()
    assert "<script>" not in html and "&lt;script&gt;" in html and html.count("<tr>") <= 21
    assert "<script>" not in page.items[0]._repr_html_()
    assert pickle.loads(pickle.dumps(page)) == page and len(page) == 50 and page[-1].id == "49"


def test_invalid_numbers_are_rejected() -> None:
    number = ContainerNumber("msku 030896-1")
    assert str(number) == "MSKU0308961" and number.check_digit == 1 and number.owner_prefix == "MSKU"
    assert pickle.loads(pickle.dumps(number)) == number and hash(number) == hash(ContainerNumber("MSKU0308961"))
    with pytest.raises(ValueError, match="check digit"):
        ContainerNumber("MSCU1234567")
    assert not ContainerNumber.is_valid("MSCU1234567") and UnLocode("US LAX").country == "US"
    assert TrackingNumber.infer("MSKU0308961").kind == "container"
    assert TrackingNumber("bill_of_lading", "MAEU123456789").normalized_for("MAEU") == "123456789"
    assert Scac("maeu") == Scac("MAEU") and Scac("TEST").is_sandbox
    found = infer_number("MSKU0308961")
    assert found.kind == "container" and found.check_digit_passed and found.candidates


def test_secrets_and_ids_compare() -> None:
    assert Secret("a") == Secret("a") != Secret("b") and len({Secret("a"), Secret("a")}) == 1
    with pytest.raises(AttributeError):
        Secret("a")._text = "b"  # type: ignore[misc]
    pointed = ResourceId("shipment", "x")
    assert pickle.loads(pickle.dumps(pointed)) == pointed and {pointed: 1}[ResourceId("shipment", "x")] == 1
