"""The corpora of values: numbers, inference of numbers, signatures. See `tests/corpus/README.md`."""

from __future__ import annotations

import json
import pathlib
from collections.abc import Iterator
from datetime import datetime
from typing import Any

import pytest
from corpus_api import members

from shiptrack import Client, Service, ShiptrackError, numbers, webhooks
from shiptrack.errors import InvalidError

CORPUS = pathlib.Path(__file__).resolve().parents[1] / "corpus"
VALUES = {
    "container_number": numbers.ContainerNumber,
    "bill_of_lading_value": numbers.BillOfLading,
    "booking_value": numbers.BookingNumber,
    "scac": numbers.Scac,
    "imo": numbers.Imo,
    "un_locode": numbers.UnLocode,
}


def cases(folder: str, at_least: int) -> list[dict[str, Any]]:
    found = [case for path in sorted((CORPUS / folder).glob("*.json")) for case in json.loads(path.read_text())]
    assert len(found) >= at_least, f"{folder} has {len(found)} cases"
    return found


@pytest.fixture(scope="module")
def service() -> Iterator[Service]:
    with Service(worker=False, any_carrier=lambda look_up: [], limits={"infer": None}) as service:
        yield service


def refused(case: dict[str, Any], error: ShiptrackError) -> None:
    refusal = members(case["refused"], "pointer", "code", "says")
    assert error.kind == "invalid" and error.pointer == refusal["pointer"]
    assert error.code == refusal.get("code", "invalid") and refusal.get("says", "") in str(error)


@pytest.mark.parametrize("case", cases("numbers", 80), ids=lambda case: f"{case['as']}-{case['text']}")
def test_number_is_parsed_as_expected(case: dict[str, Any], service: Service) -> None:
    members(case, "as", "text", "normalized", "at", "kind", "refused")
    kind, text = case["as"], case["text"]
    try:
        if kind in VALUES:
            assert str(VALUES[kind](text)) == case.get("normalized")
            return
        if kind == "request_scac":  # only checked when a request is created
            request = service.client().tracking_requests.create(bill_of_lading="MAEU123456789", scac=text)
            assert request.scac == case.get("normalized")
            return
        number = numbers.TrackingNumber.infer(text) if kind == "any" else numbers.TrackingNumber(kind, text)
    except InvalidError as error:
        assert "refused" in case, error
        refused(case, error)
        return
    assert "refused" not in case and number.normalized == case["normalized"]
    assert number.kind == case.get("kind", number.kind)
    for scac, normalized in case.get("at", {}).items():
        assert number.normalized_for(scac) == normalized


@pytest.mark.parametrize("case", cases("infer", 25), ids=lambda case: case["number"][:40] or "nothing")
def test_number_inference(case: dict[str, Any], client_of_inference: Client) -> None:
    names = ("number_type", "is_valid", "check_digit_passed", "parsed_number", "decision", "selected", "candidates", "refused")
    members(case, "number", *names)
    for infer in (numbers.infer_number, client_of_inference.tracking_requests.infer_number):
        try:
            output = infer(case["number"])
        except InvalidError as error:
            assert "refused" in case, error
            refused(case, error)
            continue
        assert "refused" not in case
        kind = case.get("number_type")  # the interface has another name for a booking number here
        expected = {"kind": "booking_number" if kind == "booking" else kind, "selected": case.get("selected")}
        expected |= {name: case.get(name) for name in names[1:5]}
        found = {name: getattr(output, name) for name in expected} | {"selected": output.selected and output.selected.scac}
        assert found == expected
        assert [[line.scac, line.confidence] for line in output.candidates] == case.get("candidates", [])


@pytest.fixture(scope="module", params=["embedded", "http"])
def client_of_inference(request: Any, service: Service) -> Iterator[Client]:
    if request.param == "embedded":
        yield service.client()
        return
    # There are fewer cases than the rate limit of inferences.
    with service.serve() as server, Client(service.create_key("k").key.reveal(), server.url) as client:
        yield client


@pytest.mark.parametrize("case", cases("signatures", 30), ids=lambda case: case["what"])
def test_signature_verifies_as_expected(case: dict[str, Any]) -> None:
    names = ("what", "secrets", "headers", "body", "now", "tolerance_seconds", "require_timestamp", "verified", "refused")
    members(case, *names)
    try:
        verified = webhooks.verify(
            case["secrets"],
            case["headers"],
            case["body"].encode(),
            now=moment(case["now"]),
            tolerance=case.get("tolerance_seconds"),
            require_timestamp=case.get("require_timestamp"),
        )
    except ShiptrackError as error:
        assert "refused" in case, error
        assert error.kind == ("signature" if error.pointer is None else "invalid") and case["refused"] in str(error)
        return
    expected = members(case["verified"], "scheme", "id", "timestamp")
    signed_at = moment(expected["timestamp"]) if "timestamp" in expected else None
    assert (verified.scheme, verified.id, verified.timestamp) == (expected["scheme"], expected.get("id"), signed_at)


def moment(text: str) -> datetime:
    return datetime.fromisoformat(text.replace("Z", "+00:00"))
