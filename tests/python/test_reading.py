"""Documents of carriers become facts and a voyage, in Python and on the command line."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import shiptrack
from shiptrack import Service, carriers
from test_shell import refused, run, shell

CONTAINER = "MSCU5956818"


def event(code: str, at: str, locode: str, **members: Any) -> dict[str, Any]:
    return {
        "eventType": "EQUIPMENT",
        "equipmentEventTypeCode": code,
        "equipmentReference": CONTAINER,
        "eventClassifierCode": "ACT",
        "emptyIndicatorCode": "LADEN",
        "eventDateTime": at,
        "transportCall": {"UNLocationCode": locode, "modeOfTransport": "VESSEL", "vessel": {"vesselIMONumber": 9321483}},
        "documentReferences": [{"documentReferenceType": "BKG", "documentReferenceValue": "B1"}],
        **members,
    }


ANSWER = [
    event("LOAD", "2026-01-05T22:19:00+08:00", "CNYTN"),
    event("DISC", "2026-02-05T22:19:00+01:00", "NLRTM"),
    event("LOAD", "2026-02-07T22:19:00+01:00", "NLRTM"),
    event("DISC", "2026-02-20T06:00:00+01:00", "PLGDN", eventClassifierCode="PLN"),
]
DOCUMENT = json.dumps({"events": [*ANSWER, 7]}).encode()


def test_carrier_document_is_decoded() -> None:
    reading = carriers.read(DOCUMENT)
    (message,) = reading.messages
    assert (message.form, message.description) == ("dcsa2", "DCSA Track & Trace 2, flat events")
    assert [(named.kind, named.number) for named in message.numbers] == [("container", CONTAINER), ("booking_number", "B1")]
    *events, unread = reading.facts
    assert len(events) == 4 and events[0]["event"]["movement"] == "loaded" and "7" in unread["codes"]["/event"]
    assert [str(problem) for problem in message.problems] == ['/events/4: not an event: "7"']
    assert carriers.read(b"hello").messages == () and carriers.read(b"hello").problems
    for wrong in ("text", None, 7):
        with pytest.raises(TypeError, match="document"):
            carriers.read(wrong)  # type: ignore[arg-type]


def test_decoded_facts_can_be_recorded() -> None:
    with Service(worker=False, any_carrier=lambda look_up: carriers.read(DOCUMENT).facts) as service:
        request = service.client().tracking_requests.create(container=CONTAINER, scac="MSCU")
        service.run_due()
        shipment = service.client().shipments.list().first()
        assert request and shipment and shipment.port_of_lading_locode == "CNYTN"


def test_voyage_events_are_in_order() -> None:
    voyage = carriers.voyage(DOCUMENT)
    assert voyage.shipment["port_of_discharge_locode"] == "PLGDN"
    output = [(event.container, event.at, event.locode, event.raw_event, event.event, event.estimated) for event in voyage.events]
    name = "container.transport."
    assert output == [
        (CONTAINER, "2026-01-05T14:19:00Z", "CNYTN", "vessel_loaded", f"{name}vessel_loaded", False),
        (CONTAINER, "2026-02-05T21:19:00Z", "NLRTM", "transshipment_discharged", f"{name}transshipment_discharged", False),
        (CONTAINER, "2026-02-07T21:19:00Z", "NLRTM", "transshipment_loaded", f"{name}transshipment_loaded", False),
        (CONTAINER, "2026-02-20T05:00:00Z", "PLGDN", "vessel_discharged", None, True),
    ]
    pages = [json.dumps(ANSWER[:2]).encode(), json.dumps(ANSWER[2:]).encode()]
    assert carriers.voyage(*pages).events == voyage.events


QUAY = (
    b"UNB+UNOA:2+USLAXTERM+ME+260520:1500+77'UNH+1+COARRI:D:95B:UN'BGM+44+1+9'TDT+20+042E+1++:172+++9321483:146::X'"
    b"LOC+11+USLAX:139:6'EQD+CN+MSKU0308961'RFF+BM:BILL1'DTM+203:202605201410:203'EQD+CN+TGHU1643396'RFF+BM:BILL2'"
    b"DTM+203:202605201415:203'UNT+11+1'UNZ+1+77'"
)


def test_shipments_of_one_file_are_separated(tmp_path: Path) -> None:
    output = [[event.container for event in voyage.events] for voyage in carriers.voyages(QUAY)]
    assert output == [["MSKU0308961"], ["TGHU1643396"]]
    with pytest.raises(ValueError, match="2 shipments"):
        carriers.voyage(QUAY)
    assert carriers.voyages(DOCUMENT) == (carriers.voyage(DOCUMENT),)
    file = tmp_path / "quay.edi"
    file.write_bytes(QUAY)
    assert ["shipment" in line for line in shell("read", str(file), "--voyage")] == [True, False, True, False]


def test_read_command_describes_files(tmp_path: Path) -> None:
    file = tmp_path / "answer.json"
    file.write_bytes(DOCUMENT)
    (message,) = shell("read", str(file))
    assert (message["source"], message["form"], len(message["facts"])) == (str(file), "dcsa2", 5)
    assert b"/events/4" in run("read", str(file)).stderr
    (again,) = shell("read", "-", stdin=DOCUMENT)
    assert again["facts"] == message["facts"]


def test_read_command_prints_the_voyage_as_json_lines(tmp_path: Path) -> None:
    file = tmp_path / "answer.json"
    file.write_bytes(DOCUMENT)
    first, *lines = shell("read", str(file), "--voyage")
    assert first["shipment"]["port_of_lading_locode"] == "CNYTN"
    assert lines[2] == {
        "container": CONTAINER,
        "at": "2026-02-07T21:19:00Z",
        "locode": "NLRTM",
        "raw_event": "transshipment_loaded",
        "event": "container.transport.transshipment_loaded",
        "estimated": False,
    }
    assert [line["estimated"] for line in lines] == [False, False, False, True]


def test_unknown_file_is_rejected_and_others_are_read(tmp_path: Path) -> None:
    good, bad = tmp_path / "answer.json", tmp_path / "notes.txt"
    good.write_bytes(DOCUMENT)
    bad.write_bytes(b"hello")
    assert "notes.txt: the input is neither JSON nor EDI" in refused("read", str(bad), code=3)
    assert "No such file" in refused("read", str(tmp_path / "nothing"), "--voyage", code=3)
    assert len(shell("read", str(bad), str(good), code=3)) == 1
    assert shiptrack.carriers.read(b"[]").messages[0].facts == ()


def test_problem_names_its_message(tmp_path: Path) -> None:
    file = tmp_path / "two.edi"
    second = QUAY[QUAY.index(b"UNH+") : QUAY.index(b"UNZ+")].replace(b"202605201410", b"202613201410")
    file.write_bytes(QUAY.replace(b"UNZ+1", second + b"UNZ+2"))
    assert b"two.edi: interchange 1, message 2, segment 7 (DTM), element 1: " in run("read", str(file)).stderr


def test_undecodable_file_is_rejected(tmp_path: Path) -> None:
    file = tmp_path / "stowage.edi"
    file.write_bytes(QUAY.replace(b"COARRI", b"BAPLIE"))
    for more in ((), ("--voyage",)):
        ended = run("read", str(file), *more)
        assert ended.returncode == 3
        assert b"no part of it could be decoded" in ended.stderr
    assert run("read", str(file), "--voyage").stdout == b""
