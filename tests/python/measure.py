"""What the Python face costs, as ratios within one run: `python tests/python/measure.py [--check]`.

With `--check` a ratio that misses its goal is an error. Every figure is the best of interleaved rounds, since other
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

ROUNDS = 9
missed: list[str] = []


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
    """The best time of each call, in seconds, the calls taken in turn."""
    times = [float("inf")] * len(calls)
    for _ in range(rounds):
        for at, call in enumerate(calls):
            gc.collect()
            begin = time.perf_counter()
            call()
            times[at] = min(times[at], time.perf_counter() - begin)
    return times


def tell(what: str, ours: float, theirs: float, goal: float, unit: str = "ms") -> None:
    """A ratio: how many times faster we are."""
    scale = {"ms": 1e3, "us": 1e6}[unit]
    ratio = theirs / ours
    verdict = "" if ratio >= goal else "  MISSED"
    print(f"ratio {ratio:6.2f} (goal {goal})  {what}: {ours * scale:.2f} against {theirs * scale:.2f} {unit}{verdict}")
    if ratio < goal:
        missed.append(what)


def decode() -> None:
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
    three, three_msgspec, every, every_msgspec = best(*map(repeat, (ours, theirs, ours_all, theirs_all)))
    print(f"page of 100 emails, {len(raw)} bytes")
    tell("decode and three attributes, against msgspec typed", three / 10, three_msgspec / 10, 1.5)
    tell("decode and all thirteen, against msgspec typed", every / 10, every_msgspec / 10, 1.3)


class Canned:
    """The answers, given by another process: what a server costs must not be counted among what a client costs."""

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
    """Answers connections one after the other, each until it closes."""
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
    """Client and server take turns anyway, and to wake another processor takes longer than the work and varies more."""
    if not hasattr(os, "sched_setaffinity"):
        yield
        return
    before = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {min(before)})
    try:
        yield
    finally:
        os.sched_setaffinity(0, before)


def fetch() -> None:
    pages = 100
    answers = {}
    for number in range(1, pages + 1):
        path = "/v2/tracking_requests" if number == 1 else f"/v2/tracking_requests?page[number]={number}"
        after = f"/v2/tracking_requests?page[number]={number + 1}" if number < pages else None
        body = request_page(100, first=number * 100, next=after, total=100 * pages)
        # A client asks for the largest page it may have, the others for what the service gives them.
        asked = [path, "/v2/tracking_requests?page[size]=100"] if number == 1 else [path]
        answers |= dict.fromkeys([*asked, *(one.replace("[", "%5B").replace("]", "%5D") for one in asked)], answer(body))
    with one_processor(), Canned(answers) as server:
        root = server.base_url.removesuffix("/v2")
        # One client a round: a walk takes the whole allowance of a minute.
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
        tell("listing, against urllib3 and msgspec", own, fast, 2)
        tell("listing, against requests and json", own, plain, 8)


def tables() -> None:
    raw = [request_page(100, first=number * 100) for number in range(100)]
    whole = json.loads(raw[0])
    whole["data"] = [item for page in raw for item in json.loads(page)["data"]]
    page = Page.parse(json.dumps(whole), TrackingRequest)
    dicts = [{"id": item["id"], **item["attributes"], **item["relationships"]} for item in whole["data"]]
    own, theirs = best(page.to_polars, lambda: polars.DataFrame(dicts, infer_schema_length=None), rounds=5)
    assert page.to_polars().height == 10_000
    print("10,000 tracking requests as a table")
    tell("to_polars, against a frame of dicts", own, theirs, 10)


def getters() -> None:
    item = Page.parse(request_page(), TrackingRequest).items[7]
    names = ("request_number", "status", "created_at", "ref_numbers", "is_retrying", "id")
    times = {}
    for name in names:
        code = compile(f"for _ in range(200_000): item.{name}", "measure", "exec")
        times[name] = best(lambda: exec(code, {"item": item}), rounds=5)[0] / 200_000 * 1e9
    print("getters: " + ", ".join(f"{name} {time:.0f} ns" for name, time in times.items()))
    if max(times.values()) > 100:
        missed.append("a getter takes more than 100 ns")


def embedded() -> None:
    # On the disk the Rust program writes to.
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
        subprocess.run(shlex.split(rust), check=True, stdout=subprocess.DEVNULL)  # it may have to be built first
        # In turn, since the disk is another one every minute.
        pairs = []
        for _ in range(5):
            (own,) = best(ours, rounds=3)
            told = subprocess.run(shlex.split(rust), capture_output=True, text=True, check=True).stdout
            pairs.append((own / 50, float(told.split()[0]) / 1e6))
        own, theirs = min(pairs, key=lambda pair: pair[0] / pair[1])
        tell("embedded create and get, against Rust", own, theirs, 1 / 1.5, "us")


def main() -> int:
    decode()
    getters()
    tables()
    fetch()
    embedded()
    if missed and "--check" in sys.argv:
        print("missed:", "; ".join(missed))
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
