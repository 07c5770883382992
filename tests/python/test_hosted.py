"""A hosted account as a source: what it follows is taken over, and reads without it."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from shiptrack import Client, Service
from shiptrack.errors import SignatureError


@contextmanager
def provider() -> Iterator[tuple[str, str, Service]]:
    """A service behind a socket that follows two numbers: its address, a key, and itself."""
    with Service(worker=False) as service:
        with service.client() as client:
            for number, reference in (("TEST-TR-SUCCEEDED", "PO-1"), ("TEST-TR-FAILED", "PO-2")):
                client.tracking_requests.track(bill_of_lading=number, scac="TEST", ref_numbers=[reference])
            service.settle()
        key = service.create_key("theirs").key.reveal()
        with service.serve() as server:
            yield server.url, key, service


def test_an_account_is_taken_over_and_a_second_time_adds_nothing(tmp_path: Path) -> None:
    file = tmp_path / "tracking.db"
    with provider() as (url, key, _), Client(key, url) as client:
        with Service(file, worker=False, any_carrier=client) as service:
            adopted = service.adopt(client)
            assert (adopted.seen, adopted.made, adopted.is_complete) == (2, 1, True)
            assert [one.number for one in adopted.left] == ["TEST-TR-FAILED"]
            again = service.adopt(client, anew=True)
            assert (again.made, again.known, again.facts) == (0, 1, 0)
    with Service(file, worker=False) as alone, alone.client() as offline:
        (shipment,) = offline.shipments.list()
        assert shipment.ref_numbers == ("PO-1",)
        assert list(offline.containers.list())


def test_what_the_account_posts_must_be_signed() -> None:
    with provider() as (url, key, _), Client(key, url) as client:
        with Service(worker=False, any_carrier=client) as service, pytest.raises(SignatureError):
            service.receive_hosted(client, {}, b"{}", secret="whsec_AAECAwQFBgcICQoLDA0ODw==")


def test_the_shell_takes_an_account_over(tmp_path: Path) -> None:
    file = str(tmp_path / "tracking.db")
    with provider() as (url, key, _):
        command = [sys.executable, "-W", "error", "-m", "shiptrack", "adopt", url, "--db", file]
        env = {**os.environ, "SHIPTRACK_API_KEY": key}
        done = subprocess.run(command, capture_output=True, env=env, timeout=60, check=False)
    assert done.returncode == 3, done.stderr
    (line,) = done.stdout.decode().splitlines()
    told = json.loads(line)
    assert (told["made"], told["is_complete"], told["left"][0]["number"]) == (1, True, "TEST-TR-FAILED")
    assert key.encode() not in done.stdout + done.stderr
