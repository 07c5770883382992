"""Speed of the Python package, as ratios within one run: `python tests/python/measure.py [--check] [--short]`.

With `--check` a ratio that misses its goal is an error. With `--short` there are fewer rounds, a ratio may miss its goal by
`MARGIN`, and one that misses is measured again, twice at most. Every time is the best of interleaved rounds, since other
programs disturb a measurement in one direction only.
"""

from __future__ import annotations

import gc
import json
import multiprocessing
import os
import shlex
import socket
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path
from typing import Any

import msgspec
import polars
import requests
import urllib3
from byte_server import answer
from samples import email_page, request_page

import shiptrack
from shiptrack import EmailSubmission, Page, Service, TrackingRequest

# How many times faster than the alternative the package must be.
GOALS = {
    "decode and three attributes, against msgspec typed": 2.5,
    "decode and all thirteen, against msgspec typed": 1.5,
    "slowest getter, against 100 ns": 1.0,
    "listing, against urllib3 and msgspec": 2.9,
    "listing, against requests and json": 8.0,
    "to_polars, against a frame of dicts": 10.0,
    "embedded create and get, against Rust": 1 / 1.5,
}
# Tolerance of the short form, as a fraction of the goal.
MARGIN = 0.25

SHORT = "--short" in sys.argv
ROUNDS = 5 if SHORT else 9
ATTEMPTS = 3 if SHORT else 1
missed: list[str] = []

# Name of the comparison, both times in seconds, and the unit to print.
Ratio = tuple[str, float, float, str]


class Attributes(msgspec.Struct):
    subject: str
    body: str | None
    sender: list[str] = msgspec.field(name="from")
    to: list[str]
    cc: list[str]
    sent_at: datetime | None
    message_id: str | None
    in_reply_to: str | None
    references: list[str]
    content_type: str | None
    documents_count: int
    created_at: datetime
    updated_at: datetime


class Email(msgspec.Struct):
    id: str
    attributes: Attributes
    relationships: dict[str, Any]


class Included(msgspec.Struct):
    id: str
    type: str
    attributes: dict[str, Any]


class Emails(msgspec.Struct):
    data: list[Email]
    included: list[Included]


class RequestAttributes(msgspec.Struct):
    request_type: str
    request_number: str
    scac: str | None
    ref_numbers: list[str]
    shipment_tags: list[str]
    created_at: datetime
    updated_at: datetime
    status: str
    failed_reason: str | None
    is_retrying: bool
    retry_count: int | None


class TrackedRequest(msgspec.Struct):
    id: str
    attributes: RequestAttributes
    relationships: dict[str, Any]


class Links(msgspec.Struct):
    next: str | None = None


class Requests(msgspec.Struct):
    data: list[TrackedRequest]
    links: Links


def best(*calls: Callable[[], object], rounds: int = ROUNDS) -> list[float]:
    """Returns the best time of each call in seconds. The calls are made in turn."""
    times = [float("inf")] * len(calls)
    for _ in range(rounds):
        for at, call in enumerate(calls):
            gc.collect()
            begin = time.perf_counter()
            call()
            times[at] = min(times[at], time.perf_counter() - begin)
    return times


def is_met(what: str, ratio: float) -> bool:
    return ratio >= GOALS[what] * (1 - MARGIN if SHORT else 1)


def report(what: str, ours: float, theirs: float, unit: str = "ms") -> bool:
    """Prints a ratio, and returns whether it reaches its goal."""
    scale = {"ms": 1e3, "us": 1e6}[unit]
    ratio = theirs / ours
    verdict = "" if ratio >= GOALS[what] else "  missed within the noise margin" if is_met(what, ratio) else "  MISSED"
    print(f"ratio {ratio:6.2f} (goal {GOALS[what]:.2f})  {what}: {ours * scale:.2f} against {theirs * scale:.2f} {unit}{verdict}")
    return is_met(what, ratio)


def measure(compare: Callable[[], Iterator[Ratio]]) -> None:
    """Measures ratios until each has reached its goal once, or no attempts are left."""
    unmet: set[str] = set()
    for attempt in range(ATTEMPTS):
        met = {what: report(what, ours, theirs, unit) for what, ours, theirs, unit in compare()}
        unmet = {what for what in met if not met[what] and (attempt == 0 or what in unmet)}
        if not unmet:
            return
    missed.extend(sorted(unmet))


def decode() -> Iterator[Ratio]:
    raw, decoder = email_page(), msgspec.json.Decoder(Emails)

    def ours() -> None:
        for email in Page.parse(raw, EmailSubmission).items:
            email.subject, email.from_, email.sent_at

    def theirs() -> None:
        for email in decoder.decode(raw).data:
            email.attributes.subject, email.attributes.sender, email.attributes.sent_at

    def ours_all() -> None:
        for email in Page.parse(raw, EmailSubmission).items:
            email.subject, email.body, email.from_, email.to, email.cc, email.sent_at, email.message_id
            email.in_reply_to, email.references, email.content_type, email.documents_count
            email.created_at, email.updated_at

    def theirs_all() -> None:
        for email in decoder.decode(raw).data:
            of = email.attributes
            of.subject, of.body, of.sender, of.to, of.cc, of.sent_at, of.message_id
            of.in_reply_to, of.references, of.content_type, of.documents_count, of.created_at, of.updated_at

    repeat = lambda call: lambda: [call() for _ in range(10)]  # noqa: E731
    # Many rounds, so that some of them run without interruption on a busy machine.
    calls = map(repeat, (ours, theirs, ours_all, theirs_all))
    three, three_msgspec, every, every_msgspec = best(*calls, rounds=4 * ROUNDS)
    print(f"page of 100 emails, {len(raw)} bytes")
    yield "decode and three attributes, against msgspec typed", three / 10, three_msgspec / 10, "ms"
    yield "decode and all thirteen, against msgspec typed", every / 10, every_msgspec / 10, "ms"


class Canned:
    """Serves responses in another process, so that the time of the server does not count for the client."""

    def __init__(self, answers: dict[str, bytes]) -> None:
        port = multiprocessing.get_context("spawn").Queue()
        self.process = multiprocessing.get_context("spawn").Process(target=serve_canned, args=(answers, port))
        self.process.start()
        self.base_url = f"http://127.0.0.1:{port.get()}/v2"

    def __enter__(self) -> Canned:
        return self

    def __exit__(self, *_: object) -> None:
        self.process.kill()
        self.process.join()


def serve_canned(answers: dict[str, bytes], port: Any) -> None:
    """Serves connections one after the other, each until it is closed."""
    by_line = {f"GET {path} ".encode(): body for path, body in answers.items()}
    listening = socket.create_server(("127.0.0.1", 0))
    port.put(listening.getsockname()[1])

    def serve(connection: socket.socket) -> None:
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        pending = b""
        while received := connection.recv(65536):
            pending += received
            while (end := pending.find(b"\r\n\r\n")) >= 0:
                line, pending = pending[: pending.index(b"HTTP/1.1")], pending[end + 4 :]
                connection.sendall(by_line[line])

    while True:
        connection, _ = listening.accept()
        threading.Thread(target=serve, args=(connection,), daemon=True).start()


@contextmanager
def one_processor() -> Iterator[None]:
    """Pins the process to one processor: client and server run in turn, and waking another processor takes longer than the work."""
    if not hasattr(os, "sched_setaffinity"):
        yield
        return
    before = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {min(before)})
    try:
        yield
    finally:
        os.sched_setaffinity(0, before)


def fetch() -> Iterator[Ratio]:
    pages = 100
    answers = {}
    for number in range(1, pages + 1):
        path = "/v2/tracking_requests" if number == 1 else f"/v2/tracking_requests?page[number]={number}"
        after = f"/v2/tracking_requests?page[number]={number + 1}" if number < pages else None
        body = request_page(100, first=number * 100, next=after, total=100 * pages)
        # The client uses the largest page size, the alternatives the default.
        asked = [path, "/v2/tracking_requests?page[size]=100"] if number == 1 else [path]
        answers |= dict.fromkeys([*asked, *(one.replace("[", "%5B").replace("]", "%5D") for one in asked)], answer(body))
    with one_processor(), Canned(answers) as server:
        root = server.base_url.removesuffix("/v2")
        # One client per round, because an iteration uses the rate limit of a minute.
        clients = [shiptrack.Client(f"key-{number}-of-tests", server.base_url) for number in range(5)]

        def ours() -> None:
            count = sum(len(page.items) for page in clients.pop().tracking_requests.list().pages())
            assert count == 100 * pages

        decoder, pool = msgspec.json.Decoder(Requests), urllib3.PoolManager()

        def by_urllib3() -> None:
            path: str | None = "/v2/tracking_requests"
            count = 0
            while path:
                page = decoder.decode(pool.request("GET", root + path).data)
                count += len(page.data)
                path = page.links.next
            assert count == 100 * pages

        session = requests.Session()

        def by_requests() -> None:
            path: str | None = "/v2/tracking_requests"
            count = 0
            while path:
                page = session.get(root + path).json()
                count += len(page["data"])
                path = page["links"].get("next")
            assert count == 100 * pages

        own, fast, plain = best(ours, by_urllib3, by_requests, rounds=5)
        print("100 pages of 100 tracking requests over loopback")
        yield "listing, against urllib3 and msgspec", own, fast, "ms"
        yield "listing, against requests and json", own, plain, "ms"


def tables() -> Iterator[Ratio]:
    raw = [request_page(100, first=number * 100) for number in range(100)]
    whole = json.loads(raw[0])
    whole["data"] = [item for page in raw for item in json.loads(page)["data"]]
    page = Page.parse(json.dumps(whole), TrackingRequest)
    dicts = [{"id": item["id"], **item["attributes"], **item["relationships"]} for item in whole["data"]]
    own, theirs = best(page.to_polars, lambda: polars.DataFrame(dicts, infer_schema_length=None), rounds=5)
    assert page.to_polars().height == 10_000
    print("10,000 tracking requests as a table")
    yield "to_polars, against a frame of dicts", own, theirs, "ms"


def getters() -> Iterator[Ratio]:
    item = Page.parse(request_page(), TrackingRequest).items[7]
    names = ("request_number", "status", "created_at", "ref_numbers", "is_retrying", "id")
    # Short loops, so that some of them run without interruption on a busy machine.
    code = [compile(f"for _ in range(50_000): item.{name}", "measure", "exec") for name in names]
    times = [time / 50_000 for time in best(*(lambda loop=loop: exec(loop, {"item": item}) for loop in code), rounds=15)]
    print("getters: " + ", ".join(f"{name} {time * 1e9:.0f} ns" for name, time in zip(names, times)))
    yield "slowest getter, against 100 ns", max(times), 100e-9, "us"


def embedded() -> Iterator[Ratio]:
    # On the same disk as the Rust program.
    disk = tempfile.TemporaryDirectory(dir=Path(__file__).resolve().parents[2] / "target")
    with disk as folder, Service(Path(folder) / "a.db", worker=False, any_carrier=list) as service:
        client = service.client()
        count = 0

        def ours() -> None:
            nonlocal count
            for _ in range(50):
                count += 1
                made = client.tracking_requests.create(bill_of_lading=f"MEDUF{count:07}", scac="MSCU")
                client.tracking_requests.get(made)

        rust = os.environ.get("SHIPTRACK_CREATE_AND_GET")
        if rust is None:
            (own,) = best(ours, rounds=5)
            print(f"embedded create and get: {own / 50 * 1e6:.0f} us (SHIPTRACK_CREATE_AND_GET is the command of the Rust one)")
            return
        subprocess.run(shlex.split(rust), check=True, stdout=subprocess.DEVNULL)  # builds it if necessary
        # In turn, because the speed of the disk varies.
        pairs = []
        for _ in range(5):
            (own,) = best(ours, rounds=3)
            output = subprocess.run(shlex.split(rust), capture_output=True, text=True, check=True).stdout
            pairs.append((own / 50, float(output.split()[0]) / 1e6))
        own, theirs = min(pairs, key=lambda pair: pair[0] / pair[1])
        yield "embedded create and get, against Rust", own, theirs, "us"


def main() -> int:
    measure(decode)
    measure(getters)
    measure(tables)
    measure(fetch)
    measure(embedded)
    if missed and "--check" in sys.argv:
        print("missed:", "; ".join(missed))
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
