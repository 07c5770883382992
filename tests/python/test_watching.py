"""Exceptions of carriers and extractors are reported to ``on_activity`` and the log."""

from __future__ import annotations

import gc
import logging
import threading
import traceback
import weakref
from typing import Any

import pytest
from samples import message

import shiptrack
from shiptrack import ManualClock, Service
from shiptrack.carriers import LookUp, NoDataYet, Refused, Unreachable
from shiptrack.testing import START, Scenario
from shiptrack.values import Activity, ExtractionFailed, LookUpReport, DocumentInput


class Mistake(Exception):
    """An exception that no carrier should raise."""


def looked_up(activities: list[Activity]) -> list[LookUpReport]:
    return [what for what in activities if isinstance(what, LookUpReport)]


def test_invalid_facts_name_their_path() -> None:
    event = {"milestone": "full_in"}
    script: list[tuple[Any, str]] = [
        (None, "TypeError: the carrier returned None; expected facts, a list of dicts ([] for no data)"),
        (5, "the carrier returned 5; expected facts, a list of dicts"),
        ([{"event": event}, {"event": {**event, "at": "2026-02-30"}}], '"2026-02-30" is not a date'),
        ([{"event": event}, {"event": {**event, "at": "2026-02-30"}}], "[facts[1].event.at]"),
        ([{"event": {**event, "at": float("nan")}}], "facts[0].event.at: nan"),
        ([{"evnt": event}], "it has evnt"),
        ([{"event": {"at": "2026-05-01"}}], "event.movement is missing [facts[0].event.movement]"),
    ]
    for answer, says in script:
        activities: list[Activity] = []
        with Service(clock=ManualClock(START), any_carrier=lambda _: answer, on_activity=activities.append) as service:
            service.client().tracking_requests.create(bill_of_lading="MAEU123456789", scac="MAEU")
            service.run_due()
        (failed,) = looked_up(activities)
        assert failed.outcome == "trouble" and says in (failed.why or ""), failed.why


def test_carrier_failure_reports_its_exception(caplog: pytest.LogCaptureFixture) -> None:
    activities: list[Activity] = []
    script: list[Any] = [
        Unreachable("down until noon", retry_after=5),
        Refused("the key ended on Friday"),
        NoDataYet(),
        Mistake("no such table"),
        Mistake(),
        [{"container": "MSKU0308961", "event": {"milestone": "full_in"}}],
    ]

    def carrier(look_up: LookUp) -> Any:
        step = script.pop(0)
        if isinstance(step, Exception):
            raise step
        return step

    with Service(clock=ManualClock(START), any_carrier=carrier, on_activity=activities.append) as service:
        service.client().tracking_requests.create(bill_of_lading="MAEU123456789", scac="MAEU")
        with caplog.at_level(logging.DEBUG, "shiptrack.service"):
            service.advance(days=2)
    first, second, third, mistake, silent, last, *_ = looked_up(activities)
    assert (first.outcome, first.why, first.retry_after) == ("trouble", "down until noon", 5.0)
    assert isinstance(first.error, Unreachable) and first.error.retry_after == 5
    assert second.why == "the key ended on Friday" and isinstance(second.error, Refused)
    assert third.why is None and isinstance(third.error, NoDataYet)
    assert mistake.why == "Mistake: no such table" and mistake.reason == "unrecognized_response"
    assert silent.why == "Mistake" and isinstance(silent.error, Mistake)
    assert (last.outcome, last.why, last.error) == ("found", None, None)
    shown = "".join(traceback.format_exception(mistake.error))
    assert "raise step" in shown, "the traceback"
    lines = {record.plain: record for record in caplog.records}  # type: ignore[attr-defined]
    assert lines["look-up of MAEU123456789 at MAEU: trouble (shipping_line_unreachable), try 1: down until noon"].exc_info is None
    (line,) = [record for said, record in lines.items() if "no such table" in said]
    assert line.levelname == "ERROR" and line.exc_info and line.exc_info[1] is mistake.error
    assert "Mistake: no such table" not in repr(mistake.error) and "error=" not in repr(mistake)


def test_each_look_up_report_has_its_exception() -> None:
    activities: list[Activity] = []
    both = threading.Barrier(2)

    def one(look_up: LookUp) -> Any:
        both.wait(30)
        raise Mistake("the same words")

    def other(look_up: LookUp) -> Any:
        both.wait(30)
        raise Mistake("the same words")

    with Service(carriers={"MAEU": one, "MSCU": other}, on_activity=activities.append, worker=False) as service:
        create = service.client().tracking_requests.create
        create(bill_of_lading="MAEU123456780", scac="MAEU")
        create(bill_of_lading="MEDUF0000001", scac="MSCU")
        threads = [threading.Thread(target=service.run_due, args=(1,)) for _ in range(2)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(60)
    raisers = {what.scac: traceback.extract_tb(what.error and what.error.__traceback__)[-1].name for what in looked_up(activities)}
    assert raisers == {"MAEU": "one", "MSCU": "other"}


def test_reported_exceptions_are_not_kept_alive(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(logging.getLogger("shiptrack.service"), "disabled", True)  # pytest keeps references to all records
    raised: list[weakref.ref[BaseException]] = []
    activities: list[Activity] = []

    def carrier(look_up: LookUp) -> Any:
        try:
            raise Mistake("with " + "much" * 10)
        except Mistake as error:
            raised.append(weakref.ref(error))
            raise

    def extractor(source: DocumentInput) -> Any:
        return carrier(LookUp("", "", "", "", 1, START, START))

    gc.collect()
    gc.disable()
    try:
        with Service(clock=ManualClock(START), any_carrier=carrier, extractors=[extractor], on_activity=activities.append) as service:
            service.client().tracking_requests.create(bill_of_lading="MAEU123456789", scac="MAEU")
            service.run_due()
            service.ingest_email(message())
            assert len(activities) == len(raised) == 2 and all(known() is not None for known in raised)
            activities.clear()
            assert [known() for known in raised] == [None, None], "no reference cycle"
    finally:
        gc.enable()


def test_extractor_exception_is_the_cause() -> None:
    activities: list[Activity] = []

    def one(source: DocumentInput) -> Any:
        raise Mistake(f"cannot read {source.name}")

    with Service(worker=False, extractors=[one], on_activity=activities.append) as service:
        mail = message()
        mail.add_attachment(b"second", maintype="text", subtype="plain", filename="second.txt")
        service.ingest_email(mail)
    failed = [what for what in activities if isinstance(what, ExtractionFailed)]
    assert [str(what.error.__cause__) for what in failed] == ["cannot read notice.txt", "cannot read second.txt"]
    assert all(isinstance(what.error.__cause__, Mistake) and what.error.kind == "internal" for what in failed)


def test_scenario_raises_bugs_with_raise_errors(scenario: Scenario) -> None:
    create = scenario.client().tracking_requests.create
    scenario.carrier.fail("MAEU123456780", Mistake("a typo"))
    create(bill_of_lading="MAEU123456780", scac="MAEU")
    scenario.run()
    scenario.raise_errors = True
    with pytest.raises(Mistake, match="a typo") as first:
        scenario.advance(minutes=2)
    with pytest.raises(Mistake, match="a typo") as second:
        scenario.advance(minutes=5)
    assert first.value is second.value
    assert len(traceback.extract_tb(second.value.__traceback__)) < 10, "it does not grow"
    scenario.carrier.fail("MAEU123456781", Refused("no key"))
    scenario.raise_errors = False
    create(bill_of_lading="MAEU123456781", scac="MAEU")
    assert scenario.run().look_ups == 1


def test_scenario_calls_on_activity() -> None:
    activities: list[Activity] = []
    scenario = Scenario(raise_errors=True, on_activity=activities.append)
    scenario.carrier.fail("MAEU123456780", Unreachable("a failure of the carrier"))
    scenario.client().tracking_requests.create(bill_of_lading="MAEU123456780", scac="MAEU")
    scenario.run()
    assert [what.why for what in looked_up(activities)] == ["a failure of the carrier"]
    scenario.close()
    dead = weakref.ref(scenario)
    del scenario
    assert dead() is None, "the service keeps no reference"
