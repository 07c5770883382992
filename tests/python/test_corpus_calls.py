"""Runs the corpus of calls with the typed calls of the families; see `tests/corpus/README.md`."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl

import pytest
from byte_server import ByteServer, answer
from corpus_api import members

import shiptrack
from shiptrack import Client, Listing, Resource, ResourceId, ShiptrackError, _families
from shiptrack.values import Inference

ROOT = Path(__file__).resolve().parents[1] / "corpus"
FILES = [json.loads(path.read_text()) for path in sorted((ROOT / "calls").glob("*.json"))]
CASES = [(file["family"], case) for file in FILES for case in file["calls"]]
KEY = "canary-key-0123456789"
NAMES = {"auto_detect_vocc_scac": "auto_detect", "overlap_seconds": "overlap"}
"""Arguments that have another name in hand-written calls."""

JSON_API = "application/vnd.api+json"


class Everywhere(dict[str, bytes]):
    """Returns the same response for every request."""

    def get(self, path: str, default: Any = None) -> Any:
        return self[""]


def scripted(case: dict[str, Any]) -> bytes:
    output = members(case["answer"], "status", "headers", "body", "body_text")
    text = json.dumps(output["body"]) if "body" in output else output.get("body_text", "")
    headers = {**({"Content-Type": JSON_API} if text else {}), **output.get("headers", {})}
    return answer(text.encode(), f"{output['status']} Status", headers)


def call_of(client: Client, family: str, operation: str) -> Any:
    """A family with a single call is a method of the client."""
    found = getattr(client, family)
    return found if operation == family else getattr(found, operation)


def arguments(case: dict[str, Any]) -> dict[str, Any]:
    linked = lambda value: isinstance(value, dict) and set(value) == {"type", "id"}  # noqa: E731
    given = {NAMES.get(name, name): value for name, value in case["arguments"].items()}
    return {name: ResourceId(**value) if linked(value) else value for name, value in given.items()}


def output(outcome: Any) -> dict[str, Any]:
    """Returns the result of a call in the form of the cases."""
    if isinstance(outcome, Resource):
        return outcome.to_dict()
    if isinstance(outcome, Listing):
        return {"items": [item.to_dict() for item in outcome]}
    return {} if outcome is None else {"json": outcome}


@pytest.mark.parametrize(("family", "case"), CASES, ids=[f"{family}.{case['operation']}: {case['what']}" for family, case in CASES])
def test_call_sends_request_and_returns_result(family: str, case: dict[str, Any]) -> None:
    members(case, "what", "operation", "arguments", "request", "answer", "result", "error", "refused")
    with ByteServer(Everywhere({"": scripted(case) if "answer" in case else b""})) as server:
        with Client(KEY, server.base_url, timeout=30, attempts=1, limits=None) as client:
            play(call_of(client, family, case["operation"]), case)
        check_request(case.get("request"), server)


def play(call: Any, case: dict[str, Any]) -> None:
    if refused := case.get("refused"):
        with pytest.raises((TypeError, ShiptrackError), match=rf"\b{refused['field']}\b|one number is needed") as problem:
            output(call(**arguments(case)))
        if isinstance(problem.value, ShiptrackError):
            assert (problem.value.kind, problem.value.pointer) == (refused["kind"], refused["field"])
    elif error := case.get("error"):
        members(error, "kind", "status", "pointer", "code")
        with pytest.raises(ShiptrackError) as failed:
            output(call(**arguments(case)))
        found = failed.value
        assert (found.kind, found.status) == (error["kind"], error["status"]), found
        assert (found.pointer, found.code) == (error.get("pointer"), error.get("code"))
    else:
        compare(case["result"], call(**arguments(case)))


def compare(expected: dict[str, Any], outcome: Any) -> None:
    if isinstance(outcome, Inference):
        # The result is a special type, which has a separate corpus.
        assert expected["type"] == "infer_number_results" and outcome.selected is not None
        return
    found = output(outcome)
    if "items" in expected:
        assert len(found["items"]) == len(expected["items"])
    pairs = zip(expected["items"], found["items"]) if "items" in expected else [(expected, found)]
    for one, other in pairs:
        if "type" not in one:
            assert other == one
            continue
        members(one, "type", "id", "attributes", "relationships")
        assert (other["type"], other.get("id", "")) == (one["type"], one["id"])
        assert {name: other["attributes"][name] for name in one.get("attributes", {})} == one.get("attributes", {})
        linked = {name: other["relationships"][name]["data"] for name in one.get("relationships", {})}
        assert linked == one.get("relationships", {})


def check_request(request: dict[str, Any] | None, server: ByteServer) -> None:
    if request is None:
        assert server.sent == []
        return
    members(request, "method", "path", "query", "body")
    ((method, target, body),), (headers,) = server.sent, server.headers
    path, _, query = target.partition("?")
    assert (method, path) == (request["method"], request["path"])
    assert dict(parse_qsl(query, keep_blank_values=True)) == request["query"]
    assert body == request.get("body")
    assert headers["authorization"] == f"Token {KEY}"
    media = None if body is None else JSON_API if "data" in body else "application/json"
    assert headers.get("content-type") == media


def test_every_operation_is_a_call_with_cases() -> None:
    played = Counter((family, case["operation"]) for family, case in CASES)
    client = shiptrack.Service().client()
    for family, operation in played:
        assert call_of(client, family, operation).__doc__, (family, operation)
    by_hand = {"track_until_certain", "ensure", "table", "timeline", "track", "upload", "wait"}
    for name in [known for known in vars(_families._Families) if not known.startswith("_")]:
        family = getattr(client, name)
        calls = {known for known in dir(family) if not known.startswith("_")} if not callable(family) else {name}
        assert calls - by_hand == {operation for known, operation in played if known == name}, name
    # Vessels by IMO number use the same call as vessels by id. Deleting a tracking request, replacing a secret, replaying a webhook and the
    # doubts of a shipment have no row in the interface.
    assert len(played) == 84 - 1 + 4
