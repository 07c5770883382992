"""Bills of lading with containers on several vessels, and containers that are no longer tracked, in tables, timeline and feed."""

from __future__ import annotations

import json
from datetime import datetime, timezone
from typing import Any

import pytest

from shiptrack import Client, Container, Page, Shipment, TransportEvent
from shiptrack.carriers import BookingCancelled
from shiptrack.tables import ContainerRow, row
from shiptrack.testing import Scenario

A, B, BILL = "MSKU0308961", "TGHU1643396", "MAEU123456789"


def day(month: int, day: int) -> datetime:
    """Returns 10:00 in Los Angeles."""
    return datetime(2026, month, day, 17, tzinfo=timezone.utc)


def reported(movement: str, at: str, place: str, vessel: str, one_container: str | None = A, **more: Any) -> dict[str, Any]:
    event = {"movement": movement, "at": f"{at}T10:00:00", "place": {"locode": place}, "vessel": {"name": vessel}, **more}
    return {**({"container": one_container} if one_container else {}), "event": event}


def expected(at: str, vessel: str, one_container: str | None = A, **more: Any) -> dict[str, Any]:
    return reported("arrived", at, "USLAX", vessel, one_container, certainty="estimated", **more)


ROUTE = {"port_of_lading": {"locode": "CNSHA"}, "port_of_discharge": {"locode": "USLAX"}}
LOADED = [
    {"particulars": ROUTE},
    reported("loaded", "2026-04-21", "CNSHA", "BIG 2", voyage="02"),
    reported("loaded", "2026-04-22", "CNSHA", "BIG 3", B, voyage="03"),
]


def followed(*answers: list[dict[str, Any]]) -> Scenario:
    """Gives one answer per day."""
    scenario = Scenario()
    scenario.carrier.answer(BILL, facts=answers[0])
    scenario.client().tracking_requests.create(bill_of_lading=BILL, scac="MAEU")
    scenario.run()
    for facts in answers[1:]:
        scenario.carrier.answer(BILL, facts=facts)
        scenario.advance(days=1)
    return scenario


def rows(scenario: Scenario) -> dict[str, ContainerRow]:
    return {known.number: known for known in scenario.client().containers.table()}


def test_containers_on_two_vessels_have_separate_arrivals() -> None:
    first = [*LOADED, expected("2026-05-20", "BIG 2"), expected("2026-05-27", "BIG 3", B)]
    scenario = followed(first)
    all_containers = rows(scenario)
    assert {number: (one_container.vessel, one_container.voyage, one_container.eta) for number, one_container in all_containers.items()} == {
        A: ("BIG 2", "02", day(5, 20)),
        B: ("BIG 3", "03", day(5, 27)),
    }
    assert all_containers[A].eta_local == datetime(2026, 5, 20, 10) and all_containers[B].eta_local == datetime(2026, 5, 27, 10)
    arrived = [*LOADED, reported("arrived", "2026-04-30", "USLAX", "BIG 2"), expected("2026-05-28", "BIG 3", B)]
    all_containers = rows(followed(first, arrived))
    assert [all_containers[A].arrived, all_containers[A].eta, all_containers[B].arrived, all_containers[B].eta] == [day(4, 30), None, None, day(5, 28)]
    assert all_containers[B].arrived_local is None and all_containers[B].vessel == "BIG 3"


def test_first_eta_is_unknown_if_containers_are_split() -> None:
    all_containers = rows(followed([*LOADED, expected("2026-05-20", "BIG 2"), expected("2026-05-27", "BIG 3", B)]))
    assert {(one_container.first_eta, one_container.delay_days) for one_container in all_containers.values()} == {(None, None)}


def test_facts_about_the_bill_apply_to_all_containers() -> None:
    loaded = [LOADED[0], reported("loaded", "2026-04-21", "CNSHA", "BIG 2"), reported("loaded", "2026-04-21", "CNSHA", "BIG 2", B)]
    all_containers = rows(followed([*loaded, expected("2026-05-20", "BIG 2", None)], [*loaded, expected("2026-05-22", "BIG 2", None)]))
    assert {(one_container.vessel, one_container.eta, one_container.first_eta, one_container.delay_days) for one_container in all_containers.values()} == {
        ("BIG 2", day(5, 22), day(5, 20), 2.0)
    }


def test_rolled_bill_is_late_compared_to_first_vessel() -> None:
    booked = [LOADED[0], {"particulars": {"containers": [A, B]}}]
    first = [*booked, expected("2026-05-20", "BIG 2", None)]
    loaded = [reported("loaded", "2026-04-28", "CNSHA", "BIG 3", one_container) for one_container in (A, B)]
    all_containers = rows(followed(first, [*booked, *loaded, expected("2026-05-27", "BIG 3", None)]))
    assert {(one_container.vessel, one_container.eta, one_container.first_eta, one_container.delay_days) for one_container in all_containers.values()} == {
        ("BIG 3", day(5, 27), day(5, 20), 7.0)
    }


def test_estimated_arrival_has_vessel_and_voyage() -> None:
    first = [*LOADED, expected("2026-05-20", "BIG 2", voyage="02"), expected("2026-05-27", "BIG 3", B, voyage="03")]
    arrived = reported("arrived", "2026-05-01", "USLAX", "BIG 2", voyage="02")
    scenario = followed(first, [*LOADED, arrived, expected("2026-05-29", "BIG 3", B, voyage="03")])
    (event,) = [event for event in scenario.events if event.event == "shipment.estimated.arrival"]
    about: Any = event.about()
    assert (about.estimated_timestamp, about.voyage_number) == (day(5, 29), "03")
    assert about.related("vessel").name == "BIG 3"


def test_tracking_column_shows_container_that_left() -> None:
    both = [LOADED[0], *(reported("gate_in", "2026-04-28", "CNSHA", "BIG 2", one_container) for one_container in (A, B)), expected("2026-05-20", "BIG 2", None)]
    listed = {"particulars": {"containers": [A]}}
    alone = [both[0], both[1], expected("2026-05-23", "BIG 2", None), listed]
    scenario = followed(both, alone)
    all_containers = rows(scenario)
    assert (all_containers[A].tracking, all_containers[A].eta) == ("followed", day(5, 23))
    assert (all_containers[B].tracking, all_containers[B].eta, all_containers[B].eta_local, all_containers[B].delay_days) == ("left", None, None, None)
    assert {one.number: one.left_shipment for one in scenario.client().containers.list()} == {A: None, B: True}


def test_tracking_column_shows_cancelled_and_stopped_shipments() -> None:
    booked = [LOADED[0], reported("gate_in", "2026-04-28", "CNSHA", "BIG 2"), expected("2026-05-20", "BIG 2")]
    scenario = followed(booked)
    assert rows(scenario)[A].tracking == "followed"
    scenario.client().shipments.stop_tracking(rows(scenario)[A].shipment_id or "")
    assert (rows(scenario)[A].tracking, rows(scenario)[A].eta) == ("cancelled_by_user", None)
    scenario = followed(booked)
    scenario.carrier.fail(BILL, BookingCancelled())
    scenario.advance(days=1)
    all_containers = rows(scenario)
    assert (all_containers[A].tracking, all_containers[A].eta, all_containers[A].delay_days) == ("booking_cancelled", None, None)


def test_container_tracked_by_number_has_no_bill_of_lading() -> None:
    scenario = Scenario()
    scenario.carrier.answer(A, facts=[reported("loaded", "2026-04-21", "CNSHA", "BIG 2")])
    scenario.client().tracking_requests.create(container=A, scac="MAEU")
    scenario.run()
    (known,) = scenario.client().containers.table()
    assert (known.number, known.bill_of_lading, known.line, known.vessel) == (A, None, "MAEU", "BIG 2")


def test_timeline_names_the_vessel_of_the_container() -> None:
    scenario = followed([*LOADED, expected("2026-05-20", "BIG 2"), expected("2026-05-27", "BIG 3", B)])
    client = scenario.client()
    for known in client.containers.table():
        picture = client.containers.timeline(known.id)
        assert known.vessel is not None and f"· {known.vessel}<" in picture.svg


def test_timeline_uses_the_clock_of_the_service() -> None:
    scenario = followed([*LOADED, expected("2026-05-20", "BIG 2")])
    client = scenario.client()
    picture = client.containers.timeline(client.containers.table()[0].id)
    assert picture.now == scenario.service.now and "as of 1 May 2026" in picture.svg
    scenario.advance(days=3)
    assert "as of 4 May 2026" in client.containers.timeline(picture.container.id).svg
    given = datetime(2026, 7, 1, tzinfo=timezone.utc)
    assert client.containers.timeline(picture.container.id, now=given).now == given


def of_page(*events: dict[str, Any]) -> Container:
    """A container of a hosted service, whose events name the vessels v2 and v3."""
    vessels = [{"type": "vessel", "id": f"v{n}", "attributes": {"name": f"BIG {n}"}} for n in (2, 3)]
    links = {"shipment": {"data": {"type": "shipment", "id": "s"}}}
    reported = [
        {
            "type": "transport_event",
            "id": str(at),
            "attributes": {"event": f"container.transport.{event['event']}", "timestamp": event["at"], "created_at": event["at"]},
            "relationships": {"vessel": {"data": {"type": "vessel", "id": event["vessel"]} if event.get("vessel") else None}},
        }
        for at, event in enumerate(events)
    ]
    events_of = {"transport_events": {"data": [{"type": "transport_event", "id": event["id"]} for event in reported]}}
    one_container = {"type": "container", "id": "c", "attributes": {"number": A}, "relationships": {**links, **events_of}}
    found: Container = Page.parse(json.dumps({"data": [one_container], "included": [*reported, *vessels]}), Container)[0]
    return found


def test_row_uses_shipment_data_unless_the_vessel_differs() -> None:
    cargo = Shipment("s", pod_vessel_name="BIG 2", pod_voyage_number="02", pod_eta_at="2026-05-20T17:00:00Z",
                     pod_original_eta_at="2026-05-18T17:00:00Z")  # fmt: skip
    same = row(of_page({"event": "vessel_loaded", "at": "2026-04-21T10:00:00Z", "vessel": "v2"}), cargo)
    assert (same.vessel, same.voyage, same.eta, same.delay_days) == ("BIG 2", "02", day(5, 20), 2.0)
    nothing = row(of_page({"event": "full_in", "at": "2026-04-20T10:00:00Z"}), cargo)
    assert (nothing.vessel, nothing.eta, nothing.first_eta) == ("BIG 2", day(5, 20), day(5, 18))
    other = row(of_page({"event": "vessel_loaded", "at": "2026-04-21T10:00:00Z", "vessel": "v3"}), cargo)
    assert (other.vessel, other.voyage, other.eta, other.first_eta, other.delay_days) == ("BIG 3", None, None, None, None)


def test_latest_estimate_and_last_vessel_count() -> None:
    later = row(
        of_page(
            {"event": "estimated.vessel_arrived", "at": "2026-05-22T17:00:00Z", "vessel": "v3"},
            {"event": "vessel_loaded", "at": "2026-04-21T10:00:00Z", "vessel": "v2"},
            {"event": "transshipment_loaded", "at": "2026-05-01T10:00:00Z", "vessel": "v3"},
            {"event": "estimated.vessel_arrived", "at": "2026-05-21T17:00:00Z", "vessel": "v2"},
        ),
        None,
    )
    assert (later.vessel, later.eta, later.tracking) == ("BIG 3", day(5, 22), None)


@pytest.mark.parametrize("letters", [100, 100_000])
def test_cutting_a_long_name_is_fast(letters: int) -> None:
    from shiptrack import _picture
    from shiptrack._picture import cut, wide

    name, asked = "X" * letters, 0

    class Counted(str):
        def __iter__(self) -> Any:
            nonlocal asked
            for letter in str(self):
                asked += 1
                yield letter

    shown = cut(Counted(name), 11, 300)
    assert wide(shown, 11) <= 300 < wide(shown + "X", 11) and shown.endswith("…")
    assert asked < 100, "no more is read than fits"
    assert len(_picture._whole(name)) <= 401
