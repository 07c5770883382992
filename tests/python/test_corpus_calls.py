"""The corpus of calls, played from Python: see `tests/corpus/README.md`."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from typing import Any
from urllib.parse import parse_qsl

import pytest
from corpus_api import CORPUS, members
from scripted_server import Received, Scripted, ScriptedServer

from shiptrack import Client, Resource, ResourceId, ShiptrackError
from shiptrack.values import Inference

KEY = "canary-key-0123456789"
NO_LIMITS: dict[str, None] = {"default": None, "create": None, "infer": None, "refresh": None}
CASES: list[tuple[str, dict[str, Any]]] = [
    (document["family"], call)
    for path in sorted((CORPUS / "calls").glob("*.json"))
    for document in [members(json.loads(path.read_text()), "family", "calls")]
    for call in document["calls"]
]

NOT_YET: set[str] = {"documents.upload"}
"""Operations the client has no method for yet. A method that comes leaves this list."""


def link(told: dict[str, str]) -> ResourceId:
    return ResourceId(told["type"], told["id"])


BY_HAND: dict[str, dict[str, tuple[str, Callable[[Any], Any]]]] = {
    "custom_fields.create": {"entity": ("entity", link)},
    "tracking_requests.create": {"auto_detect_vocc_scac": ("auto_detect", bool), "customer": ("customer", link)},
    "tracking_requests.update": {"ref_number": ("ref_numbers", lambda number: [number])},
    "webhooks.rotate_secret": {"overlap_seconds": ("overlap", int)},
}
"""Arguments that have another name or form in Python."""


@pytest.fixture(scope="module")
def server() -> Iterator[ScriptedServer]:
    with ScriptedServer() as server:
        yield server


def method_of(client: Client, family: str, operation: str) -> Any:
    """The method of an operation; a family that is called itself has one of its own name."""
    found = getattr(client, family, None)
    return found if callable(found) and family == operation else getattr(found, operation, None)


def test_the_operations_without_a_method_are_known() -> None:
    client = Client(KEY, "http://127.0.0.1:9/v2")
    names = {(family, call["operation"]) for family, call in CASES}
    missing = {f"{family}.{operation}" for family, operation in names if method_of(client, family, operation) is None}
    assert missing == NOT_YET
    assert len(names) >= 83


@pytest.mark.parametrize(("family", "case"), CASES, ids=[f"{family}.{case['operation']}: {case['what']}" for family, case in CASES])
def test_a_call(family: str, case: dict[str, Any], server: ScriptedServer) -> None:
    members(case, "what", "operation", "arguments", "request", "answer", "result", "error", "refused")
    name = f"{family}.{case['operation']}"
    server.answer(scripted(case.get("answer", {"status": 500})))
    client = Client(KEY, server.base_url, timeout=30, attempts=1, limits=NO_LIMITS)
    method = method_of(client, family, case["operation"])
    if method is None:
        pytest.xfail(f"{name} has no method yet")
    renamed = BY_HAND.get(name, {})
    arguments = {}
    for argument, value in case["arguments"].items():
        known, form = renamed.get(argument, (argument, lambda value: value))
        arguments[known] = form(value)
    if lack := case.get("refused"):
        with pytest.raises((TypeError, ShiptrackError)) as refused:
            finish(method(**arguments))
        compare_refusal(members(lack, "kind", "field"), refused.value)
        assert not server.requests
    elif error := case.get("error"):
        with pytest.raises(ShiptrackError) as failed:
            finish(method(**arguments))
        members(error, "kind", "status", "pointer", "code")
        told = {name: getattr(failed.value, name) for name in ("kind", "status", "pointer", "code")}
        assert told == {"pointer": None, "code": None} | error
    else:
        compare(case["result"], finish(method(**arguments)))
    if request := case.get("request"):
        [sent] = server.requests
        compare_request(request, sent)


def scripted(answer: dict[str, Any]) -> Scripted:
    members(answer, "status", "headers", "body", "body_text")
    body = json.dumps(answer["body"]) if "body" in answer else answer.get("body_text", "")
    media_type = {"Content-Type": "application/vnd.api+json"} if body else {}
    return Scripted(answer["status"], media_type | answer.get("headers", {}), body.encode())


def finish(came: Any) -> Any:
    """Lists are walked to their end."""
    return list(came) if hasattr(came, "pages") else came


def compare_refusal(lack: dict[str, str], refused: BaseException) -> None:
    field = lack["field"]
    if isinstance(refused, ShiptrackError):
        assert (refused.kind, (refused.pointer or "").rpartition("/")[2]) == (lack["kind"], field)
    else:
        assert field in str(refused)


def compare_request(request: dict[str, Any], sent: Received) -> None:
    members(request, "method", "path", "query", "body")
    path, _, query = sent.target.partition("?")
    assert (sent.method, path) == (request["method"], request["path"])
    pairs = parse_qsl(query, keep_blank_values=True)
    assert sorted(pairs) == sorted(request["query"].items())
    assert (json.loads(sent.body) if sent.body else None) == request.get("body")
    assert sent.headers["authorization"] == f"Token {KEY}"
    body = request.get("body")
    media_type = None if body is None else "application/vnd.api+json" if "data" in body else "application/json"
    assert sent.headers.get("content-type") == media_type


def compare(expected: dict[str, Any], came: Any) -> None:
    if "items" in expected:
        assert len(came) == len(expected["items"])
        for item, found in zip(expected["items"], came, strict=True):
            compare_resource(item, found)
    elif "json" in expected:
        assert came == expected["json"]
    elif isinstance(came, Inference):
        compare_inference(expected["attributes"], came)
    elif expected:
        compare_resource(expected, came)
    else:
        assert came is None


def compare_resource(expected: dict[str, Any], came: Resource) -> None:
    members(expected, "type", "id", "attributes", "relationships")
    written = came.to_dict()
    assert (came.type, str(came.id)) == (written["type"], written["id"]) == (expected["type"], expected["id"])
    for name, value in expected.get("attributes", {}).items():
        assert written["attributes"][name] == value, name
    for name, target in expected.get("relationships", {}).items():
        assert written["relationships"][name]["data"] == target, name


def compare_inference(told: dict[str, Any], came: Inference) -> None:
    validation, line = told["validation"], told["shipping_line"]
    assert came.kind == {"booking": "booking_number"}.get(told["number_type"], told["number_type"])
    for name in ("is_valid", "check_digit_passed", "parsed_number", "reason"):
        assert getattr(came, name) == validation[name], name
    assert came.decision == line["decision"]
    candidates = [{"scac": one.scac, "name": one.name, "confidence": one.confidence} for one in came.candidates]
    assert candidates == line["candidates"]
    assert came.selected is not None and came.selected.scac == line["selected"]["scac"]
