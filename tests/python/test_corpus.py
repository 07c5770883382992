"""The corpus of cases that all languages share, decoded directly and over HTTP."""

from __future__ import annotations

import json
import pathlib
from datetime import date, datetime
from typing import Any

import pytest
from byte_server import ByteServer, answer

import shiptrack
from shiptrack import Page, Resource, ShiptrackError
from shiptrack._native import read_error
from shiptrack.values import ResourceId, Secret

CORPUS = pathlib.Path(__file__).resolve().parents[1] / "corpus/wire"
CASES = [json.loads(path.read_text()) for path in sorted(CORPUS.glob("*.json"))]
CLASSES: dict[str, type[Resource]] = {
    getattr(shiptrack, name)("x").type: getattr(shiptrack, name)
    for name in shiptrack.__all__
    if isinstance(getattr(shiptrack, name), type) and issubclass(getattr(shiptrack, name), Resource) and name != "Resource"
}
PATHS = {
    "tracking_request": "tracking_requests",
    "shipment": "shipments",
    "container": "containers",
    "email_submission": "email_submissions",
    "document": "documents",
    "webhook": "webhooks",
    "webhook_notification": "webhook_notifications",
    "shipping_line": "shipping_lines",
}


def bytes_of(case: dict[str, Any]) -> bytes:
    return case["input_text"].encode() if "input_text" in case else json.dumps(case["input"]).encode()


def test_corpus_is_not_empty() -> None:
    assert len(CASES) >= 25


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["name"])
def test_case_decodes_directly(case: dict[str, Any]) -> None:
    if case["kind"] == "error":
        compare_error(read_error(case["status"], bytes_of(case)), case["expect"]["error"])
        return
    of = CLASSES[case["resource"]]
    if refused := case["expect"].get("refused"):
        with pytest.raises(ShiptrackError) as raised:
            Page.parse(bytes_of(case), of) if case["kind"] == "page" else of.from_json(bytes_of(case))
        assert raised.value.kind == refused
    elif case["kind"] == "page":
        compare_page(Page.parse(bytes_of(case), of), case)
    else:
        compare_page(of.from_json(bytes_of(case)).page, case)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["name"])
def test_case_decodes_over_http(case: dict[str, Any]) -> None:
    path = PATHS.get(case.get("resource") or "tracking_request", "things")
    status = f"{case.get('status', 200)} x"
    target = f"/v2/{path}" if case["kind"] == "page" else f"/v2/{path}/x"
    reply = answer(bytes_of(case), status, "Retry-After: 60\r\n" if status.startswith("429") else "")
    with ByteServer({target: reply}) as server, shiptrack.Client("key-of-tests", server.base_url, attempts=1, timeout=20) as client:
        family = getattr(client, path, None)
        try:
            if family is None:
                found = client.get("things/x").page
            elif case["kind"] == "page":
                found = family.list().first_page()
            else:
                found = family.get("x").page
        except ShiptrackError as error:
            if case["kind"] == "error":
                # Whether an error is retryable also depends on the request: a read can always be repeated.
                compare_error(error, {**case["expect"]["error"], "retryable": error.retryable})
            else:
                assert error.kind == case["expect"]["refused"]
        else:
            assert "refused" not in case["expect"] and case["kind"] != "error"
            if case["name"] == "one_broken_item":  # two of its items have the same id, and an iteration returns an id once
                found = Page.parse(found.text, CLASSES[case["resource"]])
            compare_page(found, case)


def compare_error(error: ShiptrackError, expected: dict[str, Any]) -> None:
    assert error.kind == expected["kind"]
    assert error.retryable == expected["retryable"]
    assert len(error.errors) == expected["objects"]
    assert error.code == expected.get("code")
    assert error.pointer == expected.get("pointer")
    assert str(error).startswith(expected.get("message") or "")


def compare_page(page: Page[Any], case: dict[str, Any]) -> None:
    expect = case["expect"]
    if "items" in expect:
        readable = [item for item in expect["items"] if not item.get("unreadable")]
        assert len(page.items) == len(readable)
        if case["kind"] == "page":
            broken = {index for index, item in enumerate(expect["items"]) if item.get("unreadable")}
            assert set(page.problems) == broken
        for item, expected in zip(page.items, readable):
            compare_item(item, expected)
    for expected in expect.get("included", ()):
        found = page.find_included(expected["type"], expected["id"])
        assert found is not None
        compare_item(found, expected)
    for target in expect.get("not_included", ()):
        assert page.find_included(target["type"], target["id"]) is None
    if "links" in expect:
        assert page.links == expect["links"]
    if "total" in expect:
        assert page.total == expect["total"]


def compare_item(item: Resource, expected: dict[str, Any]) -> None:
    if "type" in expected:
        assert item.type == expected["type"]
    if "id" in expected:
        assert str(item.id) == expected["id"]
    written = item.to_dict()
    for member, value in expected.get("written", {}).items():
        assert written.get(member) == value
    for name, value in expected.get("written_attributes", {}).items():
        assert written["attributes"].get(name) == value
    for name, value in expected.get("fields", {}).items():
        assert_says(item, name, value)
    for name, target in expected.get("targets", {}).items():
        found = getattr(item, name)
        output = [one.to_dict() for one in found] if isinstance(found, tuple) else found and found.to_dict()
        if target != "unspecified":
            assert output == target
        else:
            assert not output


def assert_says(item: Resource, name: str, expected: Any) -> None:
    """Checks that an attribute equals the typed field; timestamps are compared as moments."""
    found = getattr(item, name)
    if isinstance(found, datetime):
        text = expected.replace("Z", "+00:00")
        if "." in text:  # more digits than microseconds
            whole, _, rest = text.partition(".")
            digits = rest[: len(rest.rstrip("+-:0123456789")) or len(rest)]
            fraction = digits.split("+")[0].split("-")[0]
            text = f"{whole}.{fraction[:6].ljust(6, '0')}{digits[len(fraction):]}"
        assert found == datetime.fromisoformat(text) and found.tzinfo is not None
    elif isinstance(found, date):
        assert found.isoformat() == expected
    elif found is None and expected is not None:
        assert item.raw(name) == expected, f"{name} is kept as it came"
    elif not found and expected is None:
        pass
    else:
        assert without_absent(plain(found), expected) == expected


def without_absent(found: Any, expected: Any) -> Any:
    """Removes members that are ``None`` because the document does not contain them."""
    if isinstance(found, list) and isinstance(expected, list) and len(found) == len(expected):
        return [without_absent(one, other) for one, other in zip(found, expected)]
    if isinstance(found, dict) and isinstance(expected, dict):
        return {name: value for name, value in found.items() if value is not None or name in expected}
    return found


def plain(value: Any) -> Any:
    if isinstance(value, tuple):
        return [plain(item) for item in value]
    if isinstance(value, ResourceId):
        return value.to_dict()
    if isinstance(value, Secret):
        return value.reveal()
    if hasattr(value, "__dataclass_fields__"):
        return {name: plain(getattr(value, name)) for name in value.__dataclass_fields__}
    if isinstance(value, datetime):
        return value.isoformat().replace("+00:00", "Z")
    return value.isoformat() if isinstance(value, date) else value
