"""A hosted account as a carrier, and its import."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from datetime import datetime, timezone
from pathlib import Path

import pytest

from shiptrack import CancelToken, Client, HostedAccount, ManualClock, Service, carriers, webhooks
from shiptrack.errors import CancelledError, InvalidError, SignatureError


@contextmanager
def provider() -> Iterator[tuple[str, str, Service]]:
    """A service over HTTP that tracks two numbers: its address, a key, and the service."""
    with Service(worker=False) as service:
        with service.client() as client:
            for number, reference in (("TEST-TR-SUCCEEDED", "PO-1"), ("TEST-TR-FAILED", "PO-2")):
                client.tracking_requests.track(bill_of_lading=number, scac="TEST", ref_numbers=[reference])
            service.settle()
        key = service.create_key("theirs").key.reveal()
        with service.serve() as server:
            yield server.url, key, service


def test_adopting_an_account_twice_adds_nothing(tmp_path: Path) -> None:
    file = tmp_path / "tracking.db"
    with provider() as (url, key, _), Client(key, url) as client:
        with Service(file, worker=False, any_carrier=client) as service:
            adopted = service.adopt(client)
            assert (adopted.seen, adopted.created, adopted.is_complete) == (2, 1, True)
            assert [one.number for one in adopted.skipped] == ["TEST-TR-FAILED"]
            again = service.adopt(client, anew=True)
            assert (again.created, again.existing, again.facts) == (0, 1, 0)
            part = service.adopt(client, anew=True, max_pages=1, timeout=60)
            assert part.seen == 2
            with pytest.raises(TimeoutError):
                service.adopt(client, anew=True, timeout=0)
            cancel = CancelToken()
            cancel.cancel()
            with pytest.raises(CancelledError):
                service.adopt(client, anew=True, cancel=cancel)
    with Service(file, worker=False) as alone, alone.client() as offline:
        (shipment,) = offline.shipments.list()
        assert shipment.ref_numbers == ("PO-1",)
        assert list(offline.containers.list())


def test_hosted_notification_must_be_signed() -> None:
    with provider() as (url, key, _), Client(key, url) as client:
        with Service(worker=False, any_carrier=client) as service, pytest.raises(SignatureError):
            service.receive_hosted(client, {}, b"{}", secret="whsec_AAECAwQFBgcICQoLDA0ODw==")


def test_hosted_notification_makes_its_request_due() -> None:
    secret = "whsec_AAECAwQFBgcICQoLDA0ODw=="
    with provider() as (url, key, theirs), Client(key, url) as client:
        with Service(worker=False, any_carrier=client) as service:
            service.adopt(client)
            (request,) = [made for made in theirs.client().tracking_requests.list() if made.status == "created"]
            about_one = {**json.loads(NOTHING), "included": [request.to_dict()]}
            for body, what in ((json.dumps(about_one).encode(), "due"), (NOTHING, "nothing")):
                headers = webhooks.sign(secret, body, id="msg_1", now=service.now)
                assert service.receive_hosted(client, headers, body, secret=secret) == what


NOTHING = b'{"data":{"type":"webhook_notification","id":"n","attributes":{"event":"container.created"}}}'


def unknown(look_up: object) -> list[dict[str, object]]:
    raise carriers.NotFound


def test_hosted_account_creates_missing_requests() -> None:
    with Service(worker=False, carriers={"MAEU": unknown}) as theirs:
        client = theirs.client()
        for account, followed in ((client, 0), (HostedAccount(client), 0), (HostedAccount(client, create_missing=True), 1)):
            with Service(worker=False, carriers={"MAEU": account}) as service, service.client() as own:
                own.tracking_requests.create(bill_of_lading="MAEU123456789", scac="MAEU")
                service.run_due()
                assert len(list(client.tracking_requests.list())) == followed
        assert repr(HostedAccount(client, create_missing=True)) == "<HostedAccount of service in this process, create_missing>"
        client.close()
        with Service(worker=False, carriers={"MAEU": HostedAccount(client)}) as service, service.client() as own:
            made = own.tracking_requests.create(bill_of_lading="MAEU123456789", scac="MAEU")
            service.run_due()
            assert own.tracking_requests.get(made.id).status == "pending", "a closed client returns nothing"


def test_hosted_account_is_used_for_detection() -> None:
    leased = "TGHU1643396"
    clock = ManualClock(datetime(2026, 5, 1, tzinfo=timezone.utc))
    facts = [{"container": leased, "event": {"movement": "loaded", "at": "2026-04-20T18:00:00Z"}}]
    with Service(clock=clock, carriers={"MAEU": lambda look_up: facts}) as theirs, theirs.client() as client:
        client.tracking_requests.create(container=leased, scac="MAEU")
        theirs.run_due()
        for use_for_detection in (False, True):
            account = HostedAccount(client, use_for_detection=use_for_detection)
            with Service(clock=clock, any_carrier=account) as service, service.client() as own:
                with suppress(InvalidError):
                    own.tracking_requests.create(container=leased, auto_detect=True)
                service.run_due()
                assert ("MAEU" in [made.scac for made in own.tracking_requests.list()]) == use_for_detection


def test_adopt_command_imports_an_account(tmp_path: Path) -> None:
    file = str(tmp_path / "tracking.db")
    with provider() as (url, key, _):
        command = [sys.executable, "-W", "error", "-m", "shiptrack", "adopt", url, "--db", file]
        env = {**os.environ, "SHIPTRACK_API_KEY": key}
        done = subprocess.run(command, capture_output=True, env=env, timeout=60, check=False)
        assert done.returncode == 3, done.stderr
        (line,) = done.stdout.decode().splitlines()
        output = json.loads(line)
        assert (output["created"], output["is_complete"], output["skipped"][0]["number"]) == (1, True, "TEST-TR-FAILED")
        assert key.encode() not in done.stdout + done.stderr
        limited = [("--max-pages", "1", 0), ("--most", "1", 0), ("--timeout", "0", 5), ("--timeout", "60", 3), ("--max-pages", "0", 2)]
        ended = [subprocess.run([*command, "--anew", name, value], capture_output=True, env=env, timeout=60, check=False) for name, value, _ in limited]
    assert [done.returncode in (code, 3) for done, (_, _, code) in zip(ended, limited)] == [True] * len(limited), ended
    assert ended[2].returncode == 5 and ended[4].returncode == 2 and b"a number of pages" in ended[4].stderr
    assert not json.loads(ended[1].stdout)["is_complete"] and b"run the command again" in ended[1].stderr
