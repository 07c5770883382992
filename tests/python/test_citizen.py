"""Behavior in the process: signals, forks, threads, memory, logging, imports."""

from __future__ import annotations

import gc
import logging
import os
import pickle
import signal
import subprocess
import sys
import textwrap
import threading
import time
from collections.abc import Callable, Iterator
from typing import Any

import psutil
import pytest
from byte_server import ByteServer, answer
from samples import request_page

import shiptrack
from shiptrack import CancelToken, Client, Service
from shiptrack._native import ERROR_KINDS
from shiptrack._kinds import KINDS
from shiptrack.errors import CancelledError, ForkedError, RateLimitedError, ShiptrackError, TimedOutError
from shiptrack.testing import START, Scenario

CTRL_C = 0.1
"""Longest time until Ctrl-C has an effect, in seconds."""


def took_to_interrupt(call: Callable[[], Any], times: int = 5) -> float:
    """Returns the time between Ctrl-C and the end of the call; the best of several, because the machine may be busy."""
    # A shell starts background processes with the signal ignored, and Python does not change that.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    best = float("inf")
    for _ in range(times):
        sent: list[float] = []

        def press() -> None:
            time.sleep(0.15)
            sent.append(time.monotonic())
            os.kill(os.getpid(), signal.SIGINT)

        presser = threading.Thread(target=press)
        presser.start()
        with pytest.raises(KeyboardInterrupt):
            call()
        best = min(best, time.monotonic() - sent[0])
        presser.join()
    return best


def test_ctrl_c_ends_a_wait() -> None:
    with Service(worker=False, any_carrier=lambda look_up: time.sleep(0)) as service:
        client = service.client()
        request = client.tracking_requests.create(bill_of_lading="TEST-TR-AWAITING", scac="TEST")
        assert took_to_interrupt(lambda: client.tracking_requests.wait(request, timeout=60)) < CTRL_C
        assert took_to_interrupt(lambda: next(service.events(after=10**6, follow=True, timeout=60))) < CTRL_C


def test_ctrl_c_ends_a_call_over_the_network() -> None:
    with ByteServer({}) as server, Client("key-of-tests", server.base_url) as client:
        assert took_to_interrupt(lambda: client.tracking_requests.get("x")) < CTRL_C
        assert took_to_interrupt(lambda: client.tracking_requests.list().first()) < CTRL_C


def test_ctrl_c_ends_a_look_up_in_python() -> None:
    leave = threading.Event()

    def slow(look_up: Any) -> Any:
        leave.wait(2)
        return []

    with Service(clock=shiptrack.ManualClock(START), any_carrier=slow) as service:
        for number in range(2):
            service.client().tracking_requests.create(bill_of_lading=f"MAEU12345678{number}", scac="MAEU")
        # An interrupted look-up blocks its request until the carrier answers, so each try uses another request.
        assert took_to_interrupt(service.run_due, times=2) < CTRL_C
        leave.set()


def test_ctrl_c_ends_the_wait_of_a_close() -> None:
    leave, ended = threading.Event(), threading.Event()

    def close_with_a_carrier_inside() -> None:
        inside = threading.Event()

        def slow(look_up: Any) -> Any:
            inside.set()
            leave.wait(30)
            ended.set()
            return []

        service = Service(any_carrier=slow)
        service.client().tracking_requests.create(bill_of_lading="MAEU123456789", scac="MAEU")
        assert inside.wait(30)
        try:
            service.close()
        finally:
            assert service.closed and not ended.is_set()

    assert took_to_interrupt(close_with_a_carrier_inside, times=2) < CTRL_C
    leave.set()
    assert ended.wait(30), "close finishes in the background"


def test_interpreter_exit_waits_for_close() -> None:
    code = """
import threading, time, shiptrack
inside = threading.Event()
def slow(look_up):
    inside.set()
    time.sleep(0.5)
    print("answered", flush=True)
    return []
service = shiptrack.Service(any_carrier=slow)
service.client().tracking_requests.create(bill_of_lading="MAEU123456789", scac="MAEU")
inside.wait()
import signal
signal.signal(signal.SIGINT, signal.default_int_handler)
threading.Timer(0.1, signal.raise_signal, [signal.SIGINT]).start()
try:
    service.close()
except KeyboardInterrupt:
    print("interrupted", flush=True)
del service
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60)
    assert (done.returncode, done.stdout.split()) == (0, ["interrupted", "answered"]), done.stderr


def test_token_cancels_calls_from_another_thread() -> None:
    with ByteServer({}) as server, Client("key-of-tests", server.base_url) as client:
        token = CancelToken()
        threading.Timer(0.1, token.cancel).start()
        with pytest.raises(CancelledError):
            client.with_cancel(token).tracking_requests.get("x")
        assert token.cancelled
        with pytest.raises(TimeoutError) as late:
            client.with_timeout(0.2).tracking_requests.get("x")
        assert isinstance(late.value, TimedOutError)


def in_child(call: Callable[[], Any]) -> Any:
    """Returns the result or the exception of a call in a forked child. A child that hangs fails the test."""
    read, write = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            outcome: Any = call()
        except BaseException as error:  # noqa: BLE001 - it is sent to the parent
            outcome = error
        os.write(write, pickle.dumps(outcome))
        os._exit(0)
    os.close(write)
    end = time.monotonic() + 30
    while os.waitpid(child, os.WNOHANG) == (0, 0):
        if time.monotonic() > end:
            os.kill(child, signal.SIGKILL)
            os.waitpid(child, 0)
            pytest.fail("the child hangs")
        time.sleep(0.002)
    with os.fdopen(read, "rb") as pipe:
        return pickle.loads(pipe.read())


@pytest.mark.filterwarnings("ignore:.*fork.*:DeprecationWarning")
def test_handles_fail_and_values_work_after_fork(tmp_path: Any) -> None:
    with Service(tmp_path / "a.db") as service, service.serve() as server:
        client = service.client()
        request = client.tracking_requests.create(bill_of_lading="TEST-TR-SUCCEEDED", scac="TEST")
        hosted = Client(service.create_key("k").key.reveal(), server.url)
        assert hosted.tracking_requests.get(request).id == request.id
        listing, pages = hosted.tracking_requests.list(), hosted.tracking_requests.list().pages()
        for call in (
            service.accounts,
            service.run_due,
            lambda: client.tracking_requests.get(request),
            lambda: Service(tmp_path / "a.db", worker=False, storage={"busy_timeout": 0}).accounts(),
        ):
            outcome = in_child(call)
            assert isinstance(outcome, ShiptrackError) and outcome.kind in ("forked", "store_busy"), outcome
        assert isinstance(in_child(service.accounts), ForkedError)
        assert in_child(lambda: hosted.tracking_requests.get(request).id) == request.id
        assert in_child(lambda: (listing.first().id, len(next(pages)))) == (request.id, 1)
        assert in_child(lambda: (request.request_number, service.closed, service.close())) == (
            "TEST-TR-SUCCEEDED",
            True,
            None,
        )

        def everything_anew() -> Any:
            with Service(worker=False) as own:
                made = own.client().tracking_requests.create(bill_of_lading="TEST-TR-SUCCEEDED", scac="TEST")
                return own.client().tracking_requests.wait(made, timeout=20).status

        assert in_child(everything_anew) == "created"
        assert client.tracking_requests.get(request).id == request.id


@pytest.mark.filterwarnings("ignore:.*fork.*:DeprecationWarning")
def test_many_forks_do_not_hang() -> None:
    count = 1000 if os.environ.get("SHIPTRACK_TEST_DEPTH") == "deep" else 60
    with Service() as service:
        client = service.client()
        stop = threading.Event()

        def busy() -> None:
            while not stop.is_set():
                client.tracking_requests.list().first()

        threads = [threading.Thread(target=busy) for _ in range(2)]
        for thread in threads:
            thread.start()
        try:
            for _ in range(count):
                assert isinstance(in_child(lambda: client.tracking_requests.list().first()), ForkedError)
        finally:
            stop.set()
            for thread in threads:
                thread.join()


def test_threads_share_a_client_and_a_service() -> None:
    with Service(worker=False, any_carrier=lambda look_up: []) as service, service.serve() as server:
        hosted = Client(service.create_key("k").key.reveal(), server.url)
        failures: list[BaseException] = []

        def work(number: int) -> None:
            try:
                for client in (service.client(), hosted):
                    made = client.tracking_requests.track(bill_of_lading=f"MEDUF{number:07}", scac="MSCU").request
                    assert client.tracking_requests.get(made).request_number == f"MEDUF{number:07}"
                    assert client.tracking_requests.list(max_items=5).all()
                service.run_due(1)
            except BaseException as error:  # noqa: BLE001 - reported below
                failures.append(error)

        threads = [threading.Thread(target=work, args=(number,)) for number in range(8)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(60)
        assert not failures and len(service.client().tracking_requests.list().all()) == 8


def test_waits_release_the_interpreter_lock() -> None:
    with ByteServer({}) as server, Client("key-of-tests", server.base_url, timeout=1, attempts=1) as client:
        ticks = 0
        over = threading.Event()

        def count() -> None:
            nonlocal ticks
            while not over.is_set():
                ticks += 1
                time.sleep(0.001)

        counter = threading.Thread(target=count)
        counter.start()
        with pytest.raises(TimedOutError):
            client.tracking_requests.get("x")
        over.set()
        counter.join()
        assert ticks > 50


def test_memory_does_not_grow() -> None:
    calls = 1_000_000 if os.environ.get("SHIPTRACK_TEST_DEPTH") == "deep" else 100_000
    raw, of = request_page(10), shiptrack.TrackingRequest
    page = shiptrack.Page.parse(raw, of)

    def round(times: int) -> None:
        for _ in range(times // 20):
            made = shiptrack.Page.parse(raw, of)
            for item in made.items:
                item.status, item.created_at, item.ref_numbers
            page.items[0].request_number, repr(page.items[1]), hash(page.items[2]), page.items[3] == page.items[4]
            with pytest.raises(ValueError):
                shiptrack.numbers.ContainerNumber("x")

    round(calls // 5)
    gc.collect()
    before = psutil.Process().memory_info().rss
    round(calls)
    gc.collect()
    assert psutil.Process().memory_info().rss - before < 1_000_000


def test_every_kind_of_error_has_a_class_and_pickles() -> None:
    assert set(ERROR_KINDS) == set(KINDS)
    for kind, cls in KINDS.items():
        error = cls("message", status=422, code="c", pointer="/p", errors=[{"title": "t"}], retry_after=1.5, in_doubt=True)
        again = pickle.loads(pickle.dumps(error))
        assert type(again) is cls and again.kind == kind and str(again) == "message" and again.__dict__ == error.__dict__
        assert isinstance(error, ShiptrackError)


def test_errors_contain_details_of_the_response() -> None:
    body = b'{"errors":[{"title":"Too Many Requests","code":"rate_limited","status":"429"}]}'
    reply = answer(body, "429 x", "Retry-After: 90\r\nX-Request-Id: abc\r\n")
    with ByteServer({"/v2/shipments/x": reply}) as server, Client("key-of-tests", server.base_url, timeout=2) as client:
        with pytest.raises(RateLimitedError) as limited:
            client.shipments.get("x")
    error = limited.value
    assert (error.status, error.code, error.retry_after, error.retryable) == (429, "rate_limited", 90.0, True)
    assert error.title == "Too Many Requests" and error.request_id == "abc" and not error.in_doubt
    with pytest.raises(ConnectionError):
        Client("key-of-tests", "http://127.0.0.1:1/v2", attempts=1).shipments.get("x")


def test_attempts_are_logged_and_keys_are_not(caplog: pytest.LogCaptureFixture) -> None:
    with ByteServer({"/v2/shipments/x": answer(b"{}", "404 x")}) as server:
        with caplog.at_level(logging.DEBUG, "shiptrack"), Client("canary-0123", server.base_url) as client:
            with pytest.raises(shiptrack.errors.NotFoundError):
                client.shipments.get("x")
    assert "GET /v2/shipments/x: 404" in caplog.text and "canary" not in caplog.text


def test_write_without_response_is_in_doubt() -> None:
    with ByteServer({}) as server, Client("key-of-tests", server.base_url, timeout=0.5) as client:
        with pytest.raises(ShiptrackError) as doubtful:
            client.tracking_requests.create(bill_of_lading="MEDUF5399896", scac="MSCU")
    assert doubtful.value.in_doubt and not doubtful.value.retryable


def run(code: str, *flags: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-W", "error", *flags, "-c", textwrap.dedent(code)]
    return subprocess.run(command, capture_output=True, text=True, timeout=60)


def test_import_has_no_side_effects() -> None:
    done = run(
        """
        import sys, threading
        import shiptrack
        assert threading.active_count() == 1
        assert not {"pandas", "polars", "pyarrow", "tqdm", "pytest"} & set(sys.modules)
        """
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


def test_interpreter_exit_stops_the_worker() -> None:
    done = run(
        """
        import shiptrack
        service = shiptrack.Service(any_carrier=lambda look_up: [])
        client = service.client()
        server = service.serve()
        client.tracking_requests.create(bill_of_lading="MAEU123456789", scac="MAEU")
        client.tracking_requests.create(bill_of_lading="TEST-TR-RETRYING", scac="TEST")
        """,
        "-X",
        "dev",
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


CALLING_THREADS = """
import threading, time, shiptrack
client = shiptrack.Service(worker=False).client()
def call():
    number = 0
    while True:
        client.parties.create(f"{threading.get_ident()} {number}")
        number += 1
for _ in range(4):
    threading.Thread(target=call, daemon=True).start()
time.sleep(0.3)
"""

CALLBACK_OF_A_THREAD = """
import threading, time, shiptrack
inside = threading.Event()
def slow(look_up):
    inside.set()
    time.sleep(0.3)
    return []
service = shiptrack.Service(worker=False, any_carrier=slow)
service.client().tracking_requests.create(bill_of_lading="MAEU123456789", scac="MAEU")
threading.Thread(target=service.settle, daemon=True).start()
inside.wait()
"""


@pytest.mark.parametrize("code", [CALLING_THREADS, CALLBACK_OF_A_THREAD])
def test_interpreter_exit_parks_calls_of_daemon_threads(code: str) -> None:
    for _ in range(6):
        done = run(code)
        assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


@pytest.fixture(autouse=True)
def nothing_is_left_behind() -> Iterator[None]:
    yield
    gc.collect()
