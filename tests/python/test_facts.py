"""Facts: recording, checking and keys."""

from __future__ import annotations

import json
from datetime import datetime, timezone
from typing import Any

import pytest

import shiptrack
from shiptrack import Service
from shiptrack.errors import ConflictError, InvalidError, NotFoundError
from shiptrack.values import RecordingReport, RequestReport

CONTAINER = "MSKU0308961"
OUT: dict[str, Any] = {
    
    "source": {"kind": "terminal", "name": "WBCT"},
    "event": {"movement": "gate_out", "mode": "truck", "at": "2026-04-30T09:00:00-07:00", "place": {"locode": "USLAX"}},
}


def followed(service: Service) -> Any:
    request = service.client().tracking_requests.create(bill_of_lading="MAEU123456789", scac="MAEU")
    service.run_due()
    return request


def voyage(look_up: object) -> list[dict[str, Any]]:
    return [{"container": CONTAINER, "event": {"movement": "departed", "at": "2026-04-20T08:00:00Z", "place": {"locode": "CNSHA"}}}]


def test_recorded_facts_reach_every_number_of_the_container() -> None:
    clock = shiptrack.ManualClock(shiptrack.testing.START)
    with Service(clock=clock, any_carrier=voyage) as service:
        request = followed(service)
        (shipment,) = service.client().shipments.list().all()
        seen = [event.event for event in service.events()]
        recorded = service.record_facts(CONTAINER, OUT)
        assert recorded == RecordingReport(requests=(RequestReport(request=request.id, shipment=shipment.id, new=1),))
        assert [event.event for event in service.events()][len(seen) :] == ["container.transport.full_out"]
        assert service.record_facts("MAEU123456789", json.dumps(OUT | {"container": CONTAINER})).requests[0].new == 0
        taken_back = {"source": OUT["source"], "withdrawn": shiptrack.facts.key(OUT)}
        assert service.record_facts(CONTAINER, [taken_back]).requests[0].new == 1
        (container,) = service.client().containers.list().all()
        assert container.pod_full_out_at is None


def test_doubts_about_a_shipment_are_listed() -> None:
    clock = shiptrack.ManualClock(shiptrack.testing.START)
    with Service(clock=clock, any_carrier=voyage) as service:
        followed(service)
        client = service.client()
        (shipment,) = client.shipments.list().all()
        assert client.shipments.doubts(shipment) == {"doubts": [], "total": 0}
        reading = {"source": OUT["source"], "reading": {"pickup_lfd_terminal": "2025-12-31"}}
        service.record_facts(CONTAINER, [reading])
        listed = client.shipments.doubts(shipment.id)
        (doubt,) = listed["doubts"]
        assert listed["total"] == 1 and doubt["reason"] == "before_trip" and doubt["container"] == CONTAINER
        assert doubt["source"] == OUT["source"] and doubt["pointer"] == "/reading/pickup_lfd_terminal"
        assert "2025-12-31" in doubt["text"] and doubt["event"] is None
        with pytest.raises(NotFoundError):
            client.shipments.doubts("unknown")


def test_facts_of_untracked_numbers_are_stored_within_limits() -> None:
    clock = shiptrack.ManualClock(shiptrack.testing.START)
    with Service(clock=clock, any_carrier=voyage, recording={"most_kept": 1}) as service:
        assert service.record_facts(CONTAINER, OUT).kept == 1
        with pytest.raises(ConflictError) as refused:
            service.record_facts("TGHU1643396", OUT)
        assert refused.value.code == "too_many_kept_facts"
        followed(service)
        (container,) = service.client().containers.list().all()
        assert container.pod_full_out_at is not None
        service.create_account("other")
        assert service.record_facts("TGHU1643396", OUT, account="other").kept == 1
        with pytest.raises(NotFoundError):
            service.record_facts(CONTAINER, OUT, account="missing")


def test_invalid_fact_names_its_place() -> None:
    with Service(worker=False) as service:
        with pytest.raises(InvalidError, match=r"facts\[1\]\.event\.at"):
            service.record_facts(CONTAINER, [OUT, {"event": {"movement": "arrived", "at": "soon"}}])
        with pytest.raises(InvalidError, match="container"):
            service.record_facts(CONTAINER, OUT | {"container": "TGHU1643396"})
        with pytest.raises(InvalidError, match="number"):
            service.record_facts("PO-4500012345", OUT)
        with pytest.raises(TypeError, match="facts: a list of dicts"):
            service.record_facts(CONTAINER, 5)
        with pytest.raises(TypeError, match="number"):
            service.record_facts(5, OUT)  # type: ignore[arg-type]


def test_facts_can_be_checked_in_advance() -> None:
    now = datetime(2026, 5, 1, tzinfo=timezone.utc)
    assert shiptrack.facts.check([OUT], now=now) == ()
    wrong = OUT | {"container": "MSCU1234567", "colour": "red"}
    wrong["event"] = {"movement": "arived", "phase": "improt", "at": "2027-01-01", "place": {"locode": "USLAXX"}}
    doubts = "\n".join(shiptrack.facts.check(json.dumps(wrong), now=now))
    for word in ("arived", "improt", "USLAXX", "MSCU1234567", "/colour", "2027-01-01"):
        assert word in doubts, doubts
    with pytest.raises(InvalidError, match=r"facts\[0\]"):
        shiptrack.facts.check([{"version": 2}])


def test_key_of_an_event() -> None:
    assert shiptrack.facts.key(OUT | {"container": CONTAINER}) == f"2|terminal:WBCT|{CONTAINER}|gate_out|actual|laden|USLAX|0"
    assert shiptrack.facts.key({"container": CONTAINER, "reading": {"seal_number": "1"}}) is None
    with pytest.raises(InvalidError, match="one fact"):
        shiptrack.facts.key([OUT, OUT])
