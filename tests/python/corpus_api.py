"""Runs cases of the API corpus; see `tests/corpus/README.md`."""

from __future__ import annotations

import http.client
import json
import pathlib
import re
import uuid
from collections import Counter, deque
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime, timezone
from typing import Any

import shiptrack
from shiptrack import Answer, Client, ManualClock, Service, ShiptrackError, _kinds, carriers
from shiptrack._native import read_error

CORPUS = pathlib.Path(__file__).resolve().parents[1] / "corpus"
CASES: list[dict[str, Any]] = [json.loads(path.read_text()) for path in sorted((CORPUS / "api").glob("*.json"))]
TIMEOUT = 30
"""Longest duration of a call in seconds. It is shorter than the pause after a rate limit, which a client would wait for."""
START = datetime(2026, 5, 1, 12, tzinfo=timezone.utc)
JSON_API = "application/vnd.api+json"
FAILURES = {
    "not_found": carriers.NotFound,
    "no_data_yet": carriers.NoDataYet,
    "invalid_number": carriers.InvalidNumber,
    "cancelled": carriers.BookingCancelled,
    "withheld": carriers.Withheld,
    "refused": carriers.Refused,
    "rate_limited": carriers.RateLimited,
    "unreachable": carriers.Unreachable,
    "unreadable": carriers.Unreadable,
}


def members(value: dict[str, Any], *known: str) -> dict[str, Any]:
    """Rejects a member that no runner supports."""
    assert set(value) <= set(known), f"unknown members: {set(value) - set(known)}"
    return value


@dataclass
class Response:
    """A response, however it was received."""

    status: int
    body: Any
    headers: dict[str, str] | None
    """Header fields with names in lower case; `None` if they are unknown."""
    error: ShiptrackError | None


@dataclass
class CaseRunner:
    """A service with two accounts and four keys, and one of four ways to send requests to it."""

    mode: str
    """`process`, `http`, `embedded` or `client`."""
    clock: ManualClock = field(default_factory=lambda: ManualClock(START))
    answers: deque[Any] = field(default_factory=deque)
    sent_raw: Counter[str] = field(default_factory=Counter)
    """Number of requests that a client cannot send, by reason."""
    sent: int = 0
    """Number of requests that were sent by a client."""

    def __post_init__(self) -> None:
        self.service = Service(clock=self.clock, allow_loopback=True, carriers={"MAEU": self.look_up})
        self.service.create_account("other", "Other Company")
        revoked = self.service.create_key("revoked")
        self.service.revoke_key(revoked.record.id)
        self.keys = {
            "default": self.service.create_key("default").key.reveal(),
            "other": self.service.create_key("other", account="other").key.reveal(),
            "read_only": self.service.create_key("read only", read_only=True).key.reveal(),
            "revoked": revoked.key.reveal(),
        }
        over_http = self.mode in ("http", "client")
        self.server = self.service.serve(limits={"body_bytes": 65_536}) if over_http else None
        self.origin = f"http://{self.server.address}" if self.server else ""
        self.connection = http.client.HTTPConnection(self.server.address, timeout=60) if self.server else None
        self.saved = {"account": str(self.service.accounts()[0].id), "origin": self.origin}

    def close(self) -> None:
        if self.connection:
            self.connection.close()
        self.service.close()

    def look_up(self, look_up: carriers.LookUp) -> Any:
        answer = self.answers.popleft() if self.answers else "not_found"
        if isinstance(answer, str):
            raise FAILURES[answer]
        if isinstance(answer, list):
            return answer
        members(answer, "facts", "complete", "references")
        return Answer(answer["facts"], answer["complete"], tuple(answer.get("references", ())))

    def sender_for(self, ask: dict[str, Any], case: dict[str, Any]) -> Callable[[dict[str, Any]], Response]:
        """Returns the function that sends a request. A request that a client cannot send is sent raw and counted."""
        if self.mode in ("process", "http"):
            return self.send_raw
        if reason := self.reason_for_raw_request(ask, case):
            self.sent_raw[reason] += 1
            return self.send_raw
        self.sent += 1
        return self.send_through_client

    def reason_for_raw_request(self, ask: dict[str, Any], case: dict[str, Any]) -> str | None:
        """Returns why a client cannot send this request."""
        if "body_text" in ask or "body_spaces" in ask:
            return "the body is not JSON"
        if any(name != "Authorization" for name in ask.get("headers", {})):
            return "the media type is different"
        if ask.get("key") == "none":
            return "the key is missing or malformed"
        if not ask["path"].startswith(("/v2/", "${")):
            return "the path is outside the API"
        if self.mode == "embedded":
            if ask.get("key", "default") not in ("default", "other"):
                return "a client in process has no key"
            if "rate_limit" in case["name"]:
                return "a client in process has no limits"
        elif float(ask["expect"].get("headers", {}).get("Retry-After", TIMEOUT)) < TIMEOUT:
            return "the pause is so short that the client waits"
        return None

    def send_through_client(self, ask: dict[str, Any]) -> Response:
        key, path = ask.get("key", "default"), self.fill(ask["path"])
        # One client per request, so that its rate limit and its state after a rejected key do not affect the result.
        with (
            Client(self.keys[key], f"{self.origin}/v2", attempts=1, timeout=TIMEOUT)
            if self.mode == "client"
            else self.service.client(key)
        ) as client:
            try:
                answer = client.send(ask["method"], path, body=self.fill(ask.get("body")))
            except ShiptrackError as error:
                assert error.status is not None, error
                pause = {} if error.retry_after is None else {"retry-after": f"{error.retry_after:.0f}"}
                return Response(error.status, {"errors": list(error.errors)}, pause, error)
        return Response(answer.status, answer.json(), {name.lower(): value for name, value in answer.headers}, None)

    def send_raw(self, ask: dict[str, Any]) -> Response:
        headers = {} if ask.get("key") == "none" else {"Authorization": f"Token {self.keys[ask.get('key', 'default')]}"}
        body = None
        if "body" in ask:
            body = json.dumps(self.fill(ask["body"])).encode()
        elif "body_text" in ask:
            body = ask["body_text"].encode()
        elif "body_spaces" in ask:
            body = b" " * ask["body_spaces"]
        if body is not None and "Content-Type" not in ask.get("headers", {}):
            headers["Content-Type"] = JSON_API
        headers |= {name: self.fill(value) for name, value in ask.get("headers", {}).items() if value is not None}
        path = self.fill(ask["path"]).removeprefix(self.origin)
        if self.connection is None:
            answer = self.service.send(ask["method"], path, headers=headers, body=body)
            status, text, response = answer.status, answer.body, answer.headers
        else:
            self.connection.request(ask["method"], path, body, headers)
            reply = self.connection.getresponse()
            status, text, response = reply.status, reply.read(), reply.getheaders()
        known = {name.lower(): value for name, value in response}
        error = read_error(status, text, float(known.get("retry-after", 0))) if status >= 400 else None
        return Response(status, json.loads(text) if text else None, known, error)

    def fill(self, value: Any) -> Any:
        """Replaces `${name}` by a saved value."""
        if isinstance(value, str):
            return re.sub(r"\$\{(\w+)\}", lambda name: self.saved[name[1]], value)
        if isinstance(value, list):
            return [self.fill(item) for item in value]
        if isinstance(value, dict):
            return {name: self.fill(item) for name, item in value.items()}
        return value


def run_case(case: dict[str, Any], runner: CaseRunner) -> None:
    members(case, "name", "what", "homes", "steps")
    for at, step in enumerate(case["steps"]):
        ((verb, value),) = step.items()
        if verb == "advance":
            runner.clock.advance(value)
        elif verb == "run":
            assert value == "due"
            runner.service.run_due()
        elif verb == "carrier":
            assert not isinstance(value, str) or value in FAILURES
            runner.answers.append(value)
        elif verb == "email":
            runner.service.ingest_email(runner.fill("\r\n".join(value)).encode())
        else:
            assert verb == "ask", f"there is no step {verb}"
            members(value, "method", "path", "key", "headers", "body", "body_text", "body_spaces", "times", "expect", "save")
            send = runner.sender_for(value, case)
            for time in range(value.get("times", 1)):
                response = send(value)
                check(f"step {at}, time {time}: {value['method']} {value['path']}", value["expect"], response, runner)
                for name, pointer in value.get("save", {}).items():
                    runner.saved[name] = str(at_pointer(response.body, pointer))


def check(place: str, expect: dict[str, Any], response: Response, runner: CaseRunner) -> None:
    members(expect, "status", "headers", "body", "error")
    assert response.status == expect["status"], f"{place}: {response.body}"
    for name, value in runner.fill(expect.get("headers", {})).items():
        compare(f"{place}: header {name}", value, (response.headers or {}).get(name.lower(), ABSENT))
    if "body" in expect:
        compare(place, runner.fill(expect["body"]), response.body)
    assert (response.error is None) == (response.status < 400)
    if response.error is None:
        assert "error" not in expect, place
        return
    assert response.error.kind == expect["error"], f"{place}: {response.error}"
    assert type(response.error) is _kinds.KINDS[response.error.kind] and response.error.errors, place
    for one in response.error.errors:
        assert one.get("title") and one.get("code") and one.get("detail") and one["status"] == str(response.status), place


ABSENT = object()
MARKS = {
    "$any": lambda found: found is not ABSENT,
    "$absent": lambda found: found is ABSENT,
    "$text": lambda found: isinstance(found, str) and found != "",
    "$uuid": lambda found: isinstance(found, str) and str(uuid.UUID(found)) == found.lower(),
    "$list": lambda found: isinstance(found, list) and found != [],
}


def compare(place: str, wanted: Any, found: Any) -> None:
    if isinstance(wanted, str) and wanted.startswith("$"):
        assert MARKS[wanted](found), f"{place}: {found!r} is not {wanted}"
    elif isinstance(wanted, dict):
        assert isinstance(found, dict), f"{place}: {found!r} is no object"
        for name, value in wanted.items():
            compare(f"{place}/{name}", value, found.get(name, ABSENT))
    elif isinstance(wanted, list):
        assert isinstance(found, list) and len(found) == len(wanted), f"{place}: {found!r} is not {wanted!r}"
        for at, (one, other) in enumerate(zip(wanted, found)):
            compare(f"{place}/{at}", one, other)
    else:
        # True equals 1 in Python, but not in JSON.
        same = isinstance(wanted, bool) == isinstance(found, bool) and wanted == found
        assert same, f"{place}: {found!r} is not {wanted!r}"


def at_pointer(value: Any, pointer: str) -> Any:
    for part in pointer.split("/")[1:]:
        value = value[int(part)] if isinstance(value, list) else value[part]
    return value
