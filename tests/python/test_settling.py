"""Settling a service, numbers that failed before, and existing webhooks."""

from __future__ import annotations

import logging
import subprocess
import sys
import textwrap
import threading
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from samples import derive_by_other_rules

import shiptrack
from shiptrack import CancelToken, Client, ManualClock, Service
from shiptrack.carriers import InvalidNumber, LookUp, NotFound, Unreachable
from shiptrack.errors import CancelledError, ConflictError, InvalidError
from shiptrack.testing import START, Scenario
from shiptrack.values import Activity, RederiveReport, Resting


def facts(milestone: str) -> Any:
    return [{"container": "MSKU0308961", "event": {"milestone": milestone, "at": "2026-05-01T08:00:00Z"}}]


def test_settle_does_exactly_the_due_work(scenario: Scenario) -> None:
    client = scenario.client()
    for number in ("TEST-TR-SUCCEEDED", "TEST-TR-AWAITING", "TEST-TR-FAILED"):
        client.tracking_requests.create(bill_of_lading=number, scac="TEST")
    client.webhooks.create("http://127.0.0.1:1/x", events=["tracking_request.succeeded"])
    settled = scenario.service.settle()
    assert settled.is_settled and settled.left == 0
    assert (settled.done.look_ups, settled.done.deliveries) == (3, 1), "including work that becomes due"
    assert scenario.service.now == START, "the clock is not moved"
    assert settled.next_due is not None and settled.next_due == scenario.service.next_due() > START
    again = scenario.service.settle()
    assert (again.done, again.next_due) == (shiptrack.values.WorkCounts(), settled.next_due)


def test_shipments_that_other_rules_derived_are_derived_again(tmp_path: Path) -> None:
    file, clock = tmp_path / "s.db", ManualClock(START)
    with Service(file, clock=clock) as service:
        service.client().tracking_requests.create(bill_of_lading="TEST-TR-SUCCEEDED", scac="TEST")
        service.settle()
        (shipment,) = service.client().shipments.list().all()
        assert service.rederive(dry_run=True) == RederiveReport(examined=0, shipments=())
        events = len(list(service.events()))
    derive_by_other_rules(file)
    with Service(file, clock=clock) as service:
        planned = service.rederive(dry_run=True)
        assert planned.examined == 1
        (changed,) = planned.shipments
        assert (changed.shipment, changed.number) == (shipment.id, "TEST-TR-SUCCEEDED")
        (change,) = changed.changes
        assert (change.container, change.name, change.old) == (None, "pol_atd_at", None) and change.new is not None
        assert service.rederive() == planned
        assert service.rederive() == RederiveReport(examined=0, shipments=())
        (found,) = service.client().shipments.list().all()
        assert found.pol_atd_at == shipment.pol_atd_at
        assert len(list(service.events())) == events, "nothing is notified"


def test_settle_with_zero_timeout_only_reports(scenario: Scenario) -> None:
    scenario.client().tracking_requests.create(bill_of_lading="TEST-TR-SUCCEEDED", scac="TEST")
    settled = scenario.service.settle(0)
    assert (settled.left, settled.is_settled, settled.done.look_ups, settled.next_due) == (1, False, 0, START)
    assert scenario.service.settle(timedelta(minutes=1)).done.look_ups == 1


def test_settle_reports_work_of_paused_carriers(caplog: pytest.LogCaptureFixture) -> None:
    output: list[Activity] = []

    def down(look_up: LookUp) -> Any:
        raise Unreachable("down")

    with Service(clock=ManualClock(START), carriers={"MAEU": down}, on_activity=output.append) as service:
        for number in range(9):
            service.client().tracking_requests.create(bill_of_lading=f"MAEU12345678{number}", scac="MAEU")
        with caplog.at_level(logging.WARNING, "shiptrack.service"):
            settled = service.settle()
    assert (settled.done.look_ups, settled.left, settled.is_settled) == (5, 4, False)
    assert settled.next_due == START + timedelta(seconds=30)
    (rest,) = [what for what in output if isinstance(what, Resting)]
    assert (rest.scac, rest.webhook, rest.until) == ("MAEU", None, settled.next_due)
    assert sum("MAEU is paused until" in line for line in caplog.messages) == 1


def test_settle_command_exits_with_5_without_a_carrier(tmp_path: Path) -> None:
    with Service(tmp_path / "s.db", carriers={"MAEU": lambda look_up: []}, worker=False) as service:
        service.client().tracking_requests.create(bill_of_lading="MAEU123456789", scac="MAEU")
    ran = subprocess.run(
        [sys.executable, "-m", "shiptrack", "--db", "s.db", "settle"], capture_output=True, text=True, cwd=tmp_path
    )
    assert (ran.returncode, '"left": 1' in ran.stdout) == (5, True), ran
    assert "wait for carriers that are not installed" in ran.stderr


def test_progress_callable_and_bar(scenario: Scenario, capsys: pytest.CaptureFixture[str]) -> None:
    output: list[tuple[int, int | None]] = []
    for number in range(3):
        scenario.client().tracking_requests.create(bill_of_lading=f"MEDUF000000{number}", scac="MSCU")
    scenario.service.settle(progress=lambda done, total: output.append((done, total)))
    assert output[0] == (0, 3) and output[-1] == (3, 3) and [done for done, _ in output] == sorted(done for done, _ in output)
    scenario.client().tracking_requests.create(bill_of_lading="MEDUF0000009", scac="MSCU")
    scenario.service.settle(progress=True)
    assert "1/1" in capsys.readouterr().err


def test_progress_callable_can_end_the_call(scenario: Scenario) -> None:
    for number in range(3):
        scenario.client().tracking_requests.create(bill_of_lading=f"MEDUF000000{number}", scac="MSCU")

    def enough(done: int, total: int | None) -> None:
        if done:
            raise RuntimeError("enough")

    with pytest.raises(RuntimeError, match="enough"):
        scenario.service.settle(progress=enough)
    assert scenario.service.settle().done.look_ups == 2, "unfinished work is still due"
    token = CancelToken()
    token.cancel()
    scenario.client().tracking_requests.create(bill_of_lading="MEDUF0000009", scac="MSCU")
    with pytest.raises(CancelledError):
        scenario.service.settle(cancel=token)
    with pytest.raises(TypeError, match="^timeout:"):
        scenario.service.settle("5")  # type: ignore[arg-type]


def test_settle_waits_for_the_worker() -> None:
    inside, leave = threading.Event(), threading.Event()

    def carrier(look_up: LookUp) -> Any:
        inside.set()
        assert leave.wait(30)
        return facts("full_in")

    with Service(any_carrier=carrier) as service:
        request = service.client().tracking_requests.create(bill_of_lading="MAEU123456789", scac="MAEU")
        assert inside.wait(30)
        threading.Timer(0.05, leave.set).start()
        assert service.settle(30).is_settled
        assert service.client().tracking_requests.get(request).status == "created"


def test_carrier_cannot_settle_its_service() -> None:
    refused: list[Exception] = []

    def carrier(look_up: LookUp) -> Any:
        try:
            service.settle()
        except ConflictError as error:
            refused.append(error)
        return facts("full_in")

    with Service(worker=False, any_carrier=carrier) as service:
        service.client().tracking_requests.create(bill_of_lading="MAEU123456789", scac="MAEU")
        service.settle()
    assert len(refused) == 1


FIRST = """
    import sys, shiptrack
    service = shiptrack.Service(sys.argv[1], clock=shiptrack.ManualClock(shiptrack.testing.START), any_carrier=lambda look_up: [
        {"container": "MSKU0308961", "event": {"milestone": "full_in", "at": "2026-05-01T08:00:00Z"}}])
    service.client().tracking_requests.create(bill_of_lading="MAEU123456789", scac="MAEU")
    service.settle()
    import os
    os._exit(9)  # without cleanup
"""


def test_export_after_settle_is_current(tmp_path: Path) -> None:
    file = tmp_path / "tracking.db"
    code = "import shiptrack.testing" + textwrap.dedent(FIRST)
    assert subprocess.run([sys.executable, "-c", code, str(file)], timeout=60).returncode == 9
    clock = ManualClock(START + timedelta(days=3))
    arrival = {"at": "2026-05-03T08:00:00Z", "location": "USLAX"}

    def carrier(look_up: LookUp) -> Any:
        return facts("full_in") + [{"container": "MSKU0308961", "event": {"milestone": "vessel_departed", **arrival}}]

    with Service(file, clock=clock, any_carrier=carrier) as service:
        (before,) = service.client().containers.table()
        assert service.settle().is_settled
        (after,) = service.client().containers.table()
        assert before.status != after.status and before.id == after.id
        after_csv = tmp_path / "containers.csv"
        service.client().containers.table().to_csv(after_csv)
        assert after.status in after_csv.read_text()


def test_failed_number_is_returned_instead_of_retried(scenario: Scenario) -> None:
    track, settle = scenario.client().tracking_requests.track, scenario.service.settle
    scenario.carrier.fail("MSKU0308961", NotFound()).fail("MAEU123456789", InvalidNumber())
    container = {"container": "MSKU0308961", "scac": "MAEU"}
    bill = {"bill_of_lading": "MAEU123456789", "scac": "MAEU"}
    made = [track(**container), track(**bill)]  # type: ignore[arg-type]
    settle()
    for tracked, first in zip([track(**container), track(**bill)], made):  # type: ignore[arg-type]
        assert (tracked.how, tracked.id, tracked.request.status) == ("returned", first.id, "failed")
    scenario.advance(days=2)
    assert track(**container).how == "created", "not found is a day"  # type: ignore[arg-type]
    assert track(**bill).how == "returned", "not valid is a week"  # type: ignore[arg-type]
    assert track(again="never", **bill).how == "returned"  # type: ignore[arg-type]
    anew = track(again="always", **bill)  # type: ignore[arg-type]
    assert anew.how == "created" and anew.id != made[1].id
    settle()
    scenario.advance(days=8)
    assert scenario.client().tracking_requests.track_until_certain(again="never", **bill).how == "returned"  # type: ignore[arg-type]
    with pytest.raises(InvalidError, match="again must be .*by_reason.*always.*never.*sometimes"):
        track(again="sometimes", **bill)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="^again: "):
        track(again=True, **bill)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="again"):
        scenario.client().tracking_requests.create(again="always", **bill)  # type: ignore[call-arg]


def test_carrier_trouble_is_retried() -> None:
    scenario = Scenario(lifecycle={"tries": 1})
    scenario.carrier.fail("MAEU123456789", Unreachable())
    track = scenario.client().tracking_requests.track
    first = track(bill_of_lading="MAEU123456789", scac="MAEU")
    scenario.run()
    second = track(bill_of_lading="MAEU123456789", scac="MAEU")
    assert second.how == "created" and second.id != first.id
    scenario.close()


def test_ensure_registers_a_webhook_once(client: Client) -> None:
    url = "http://127.0.0.1:9/in"
    made = client.webhooks.ensure(url, events=["tracking_request.succeeded"], headers={"X-A": "b"})
    assert made.how == "created" and made.webhook.secret is not None
    same = client.webhooks.ensure(url, events=["tracking_request.succeeded"], headers={"X-A": "b"})
    assert (same.how, same.id, same.webhook.secret) == ("unchanged", made.id, made.webhook.secret)
    assert client.webhooks.ensure(url).how == "unchanged", "settings that are left out stay"
    other = client.webhooks.ensure(url, events=["tracking_request.failed"])
    assert other.how == "updated" and other.webhook.events == ("tracking_request.failed",) and other.webhook.headers
    assert client.webhooks.ensure(url, active=False).webhook.active is False
    assert len(client.webhooks.list().all()) == 1 and client.webhooks.get(other) == client.webhooks.get(made.webhook)
