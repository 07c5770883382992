"""Opening a service, opening it again, and closing it."""

from __future__ import annotations

import subprocess
import sys
import threading
from pathlib import Path
from typing import Any

import pytest
from samples import message

import shiptrack
from shiptrack import Service
from shiptrack.errors import ClosedError, ConfigurationError
from shiptrack.testing import Scenario


def test_opening_a_file_twice_returns_the_same_service(tmp_path: Path) -> None:
    path = tmp_path / "tracking.db"
    first = Service(path, worker=False, carriers={"MAEU": lambda look_up: []})
    second = Service(str(path), worker=False, carriers={"MAEU": lambda look_up: facts()})
    assert first == second and hash(first) == hash(second) and first.path == second.path == path

    def facts() -> Any:
        return [{"container": "MSKU0308961", "event": {"milestone": "vessel_departed", "at": "2026-05-01"}}]

    made = first.client().tracking_requests.create(bill_of_lading="MAEU123456789", scac="MAEU")
    first.run_due()
    assert second.client().tracking_requests.get(made).status == "created", "the last carrier is asked"
    with pytest.raises(ConfigurationError):
        Service(path, carriers={"MSCU": lambda look_up: []})
    client = second.client()
    first.close()
    assert second.closed and client.closed
    for call in (second.accounts, client.tracking_requests.list().first, second.client):
        with pytest.raises(ClosedError) as closed:
            call()
        assert closed.value.status is None
    with Service(path, worker=False) as again:
        assert again != first and again.client().tracking_requests.get(made).status == "created"


def test_second_opening_rejects_changed_settings(tmp_path: Path) -> None:
    path, clock = tmp_path / "a.db", shiptrack.ManualClock(shiptrack.testing.START)
    first = Service(path, clock=clock, look_up_timeout=5, limits={"create": 7}, allow_networks=["10.0.0.0/8"])
    differing: dict[str, Any] = {
        "clock": shiptrack.ManualClock(shiptrack.testing.START),
        "extractors": [lambda source: None],
        "any_carrier": lambda look_up: [],
        "carriers": {"MAEU": lambda look_up: []},
        "carrier_names": {"XQLN": "Xanadu Lines"},
        "allow_loopback": True,
        "allow_networks": ["192.168.0.0/16"],
        "webhook_ips": ["192.0.2.7"],
        "limits": {"create": 8},
        "look_up_timeout": 6,
    }
    for name, value in differing.items():
        with pytest.raises(ConfigurationError, match=name) as refused:
            Service(path, **{name: value})
        assert refused.value.pointer == name
    same = Service(path, clock=clock, look_up_timeout=5, limits={"create": 7}, allow_networks=["10.0.0.0/8"], threads=3)
    assert same == first == Service(path)
    first.close()
    with Service(path, threads=2), pytest.raises(ConfigurationError, match="threads"):
        Service(path, threads=3)
    with Service(path, worker=False) as idle:
        assert Service(path) == idle == Service(path, worker=False), "settings that are left out stay"
        for given in ({"worker": True}, {"threads": 3}):
            with pytest.raises(ConfigurationError, match="without a worker"):
                Service(path, **given)  # type: ignore[arg-type]
        idle.start_worker()
        with pytest.raises(ConfigurationError, match="with a worker") as refused:
            Service(path, worker=False)
        assert refused.value.pointer == "worker"
        assert Service(path, worker=True) == idle


def test_second_opening_replaces_extractors(tmp_path: Path) -> None:
    def named(name: str) -> Any:
        return lambda source: {"by": name}

    Service(tmp_path / "a.db", worker=False, extractors=[named("first")])
    with Service(tmp_path / "a.db", worker=False, extractors=[named("second")]) as service:
        service.ingest_email(message())
        document = service.client().documents.list(include="last_document_representation").first()
        assert document is not None
        read = document.related("last_document_representation")
        assert read is not None and read.payload == {"by": "second"}
        with pytest.raises(ConfigurationError, match="extractors"):
            Service(tmp_path / "a.db", worker=False, extractors=[named("a"), named("b")])


def test_notebook_cell_can_run_twice(tmp_path: Path) -> None:
    for _ in range(2):
        client = Service(tmp_path / "a.db", worker=False).client()
        client.tracking_requests.track(bill_of_lading="TEST-TR-SUCCEEDED", scac="TEST")
    assert len(client.tracking_requests.list().all()) == 1
    client.close()
    server = Service(tmp_path / "a.db", worker=False).serve()
    assert Service(tmp_path / "a.db", worker=False).accounts() and server.running
    server.stop()


def test_close_is_idempotent_and_later_calls_fail(scenario: Scenario) -> None:
    client = scenario.client()
    server = scenario.service.serve()
    pages = client.tracking_requests.list().pages()
    scenario.service.close()
    scenario.service.close()
    assert not server.running and scenario.service.closed
    with pytest.raises(ClosedError):
        next(pages)
    with pytest.raises(ClosedError):
        scenario.service.serve()


def test_close_frees_the_file_despite_live_objects(tmp_path: Path) -> None:
    path = tmp_path / "a.db"
    service = Service(path)
    client, limited = service.client(), service.client().with_timeout(5)
    listing, feed = client.tracking_requests.list(), service.events(follow=True)
    made = client.tracking_requests.create(bill_of_lading="TEST-TR-AWAITING", scac="TEST")
    ended: list[BaseException] = []

    def wait() -> None:
        try:
            for _ in feed:
                if not waiting.is_set():
                    waiting.set()
        except ClosedError as error:
            ended.append(error)

    waiting = threading.Event()
    waiter = threading.Thread(target=wait)
    waiter.start()
    assert waiting.wait(30), "the event of the request arrives"
    service.close()
    waiter.join(30)
    assert not waiter.is_alive() and ended, "waiting for events ends"
    for call in (lambda: client.tracking_requests.get(made), listing.first, lambda: limited.shipments.list().all()):
        with pytest.raises(ClosedError):
            call()
    assert client.closed and limited.closed
    code = "import shiptrack, sys; shiptrack.Service(sys.argv[1], worker=False).close()"
    subprocess.run([sys.executable, "-c", code, path], check=True, timeout=60)


def test_second_opening_replaces_listener(tmp_path: Path) -> None:
    output: list[str] = []
    Service(tmp_path / "a.db", worker=False, on_activity=lambda what: output.append("first"))
    with Service(tmp_path / "a.db", worker=False, on_activity=lambda what: output.append("second")) as service:
        service.client().tracking_requests.create(bill_of_lading="TEST-TR-SUCCEEDED", scac="TEST")
        service.run_due()
    assert set(output) == {"second"}
