"""The picture of a journey, and the tables of a notebook: their content and size."""

from __future__ import annotations

import json
import re
from datetime import date, datetime, timedelta, timezone
from typing import Any
from xml.etree import ElementTree

from shiptrack import Container, Page, Shipment, Timeline, TrackingRequest, TransportEvent
from shiptrack._picture import Picture, wide
from shiptrack._step import label
from shiptrack.timeline import at_place

NOW = datetime(2026, 6, 20, 9, 30, tzinfo=timezone.utc)
SHIPMENT = {
    "port_of_lading_locode": "CNSHA",
    "port_of_lading_name": "Shanghai",
    "pol_timezone": "Asia/Shanghai",
    "port_of_discharge_locode": "USLAX",
    "port_of_discharge_name": "Los Angeles",
    "pod_timezone": "America/Los_Angeles",
    "pod_vessel_name": "Test Voyager",
    "pod_voyage_number": "042W",
    "pod_original_eta_at": "2026-06-08T14:00:00Z",
}


def event(name: str, at: str | None, place: str | None = None, **more: Any) -> TransportEvent:
    attributes = {"event": f"container.transport.{name}", "timestamp": at, "location_locode": place, **more}
    return TransportEvent.from_dict({"type": "transport_event", "id": f"{name}-{at}", "attributes": attributes})


def journey(*events: TransportEvent, shipment: dict[str, Any] | None = None, **container: Any) -> Timeline:
    attributes = {"number": "MSKU0308961", "current_status": "on_ship", **container}
    one_container = Container.from_dict({"type": "container", "id": "c", "attributes": attributes})
    cargo = Shipment.from_dict({"type": "shipment", "id": "s", "attributes": SHIPMENT if shipment is None else shipment})
    return Timeline(one_container, events, shipment=cargo, now=NOW)


def words(timeline: Timeline) -> list[str]:
    return ["".join(text.itertext()) for text in _texts(timeline)]


def _texts(timeline: Timeline) -> list[ElementTree.Element]:
    return ElementTree.fromstring(timeline.svg).findall(".//{http://www.w3.org/2000/svg}text")


def everything_is_inside(timeline: Timeline) -> bool:
    ends = []
    for text in _texts(timeline):
        width = wide(text.text or "", float(text.attrib["font-size"]))
        share = {"start": (0, 1), "middle": (0.5, 0.5), "end": (1, 0)}[text.attrib["text-anchor"]]
        x = float(text.attrib["x"])
        ends += [x - share[0] * width, x + share[1] * width]
    return min(ends) >= 0 and max(ends) <= Picture.WIDTH


def test_timeline_shows_local_times() -> None:
    drawing = journey(
        event("full_in", "2026-05-01T07:00:00Z", "CNSHA"),  # in the zone of the shipment
        event("transshipment_arrived", "2026-05-03T11:30:00Z", "SGSIN", timezone="Asia/Singapore"),
        event("transshipment_departed", "2026-05-04T11:30:00Z", "KRPUS"),
        event("vessel_departed", "2026-05-05", "CNSHA"),
        event("available", "2026-06-12T05:00:00Z"),
        pod_timezone="America/Los_Angeles",
    )
    at = {step.name: step.at for step in drawing}
    assert at["full_in"] == datetime(2026, 5, 1, 7, tzinfo=timezone.utc) and "15:00 +08:00" in words(drawing)
    assert "19:30 +08:00" in words(drawing) and "11:30 UTC" in words(drawing)
    assert "5 May 2026" in words(drawing), "a day has no time"
    assert "22:00 -07:00" in words(drawing), "a terminal uses the zone of its port"
    assert "Times are local times of the ports where the zone is known, otherwise UTC." in words(drawing)
    assert "Shanghai (CNSHA)" in words(drawing) and "SGSIN" in words(drawing)
    alone = journey(event("full_in", "2026-05-01T07:00:00Z", "CNSHA"), shipment={})
    assert "07:00 UTC" in words(alone) and "Times are UTC." in words(alone)
    unknown = datetime(2026, 5, 1, tzinfo=timezone.utc)
    assert at_place(unknown, "Nowhere/Atlantis") is unknown and at_place(None, "Asia/Shanghai") is None


def test_timeline_shows_vessel_terminal_and_dates() -> None:
    links = {
        "vessel": {"data": {"type": "vessel", "id": "v"}},
        "terminal": {"data": {"type": "terminal", "id": "t"}},
    }
    attributes = {"event": "container.transport.vessel_discharged", "timestamp": "2026-06-10T07:00:00Z"}
    attributes |= {"timezone": "America/Los_Angeles", "location_locode": "USLAX", "voyage_number": "042W"}
    item = {"type": "transport_event", "id": "e", "attributes": attributes, "relationships": links}
    included = [
        {"type": "vessel", "id": "v", "attributes": {"name": "Second Voyager"}},
        {"type": "terminal", "id": "t", "attributes": {"name": "Pier 400"}},
    ]
    (discharged,) = Page.parse(json.dumps({"data": [item], "included": included}), TransportEvent)
    shown = journey(discharged, pickup_lfd="2026-06-20T07:00:00Z", pod_timezone="America/Los_Angeles")
    (step,) = shown
    assert (step.vessel, step.terminal, step.at) == ("Second Voyager, voyage 042W", "Pier 400", date(2026, 6, 10))
    assert "Los Angeles (USLAX) · Pier 400 · Second Voyager, voyage 042W" in words(shown)
    assert "10 Jun 2026" in words(shown) and "Last free day 20 Jun 2026" in words(shown)
    table = Page.parse(json.dumps({"data": [item], "included": included}), TransportEvent)._repr_html_()
    assert all(f">{shown}<" in table for shown in ("Pier 400", "Second Voyager", "2026-06-10"))


def test_late_expected_and_unreported_milestones_differ() -> None:
    drawing = journey(
        event("full_in", "2026-05-01T07:00:00Z", "CNSHA"),
        event("estimated.vessel_departed", "2026-05-02T07:00:00Z", "CNSHA"),
        event("vessel_arrived", "2026-06-10T14:00:00Z", "USLAX", voyage_number="042W"),
        event("estimated.arrived_at_inland_destination", "2026-06-18T14:00:00Z", "USCHI"),
        event("estimated.vessel_arrived", "2026-06-09T14:00:00Z", "USLAX"),  # outdated by the arrival
    )
    departed, arrived, inland = (
        next(step for step in drawing if step.name == name)
        for name in ("vessel_departed", "vessel_arrived", "arrived_at_inland_destination")
    )
    assert departed.passed and departed.late is None and "Vessel departed (not reported)" in words(drawing)
    assert arrived.happened and arrived.late == timedelta(days=2) and "2 days late" in words(drawing)
    assert arrived.vessel == "Test Voyager, voyage 042W"
    assert not inland.happened and inland.late is not None and drawing.steps[-1] is inland
    for entry in ("happened", "expected", "late", "not reported", "last seen here"):
        assert entry in words(drawing)
    early = journey(event("estimated.vessel_arrived", None))
    assert "no date yet" in words(early) and "Vessel arrived (expected)" in words(early)


def test_latest_estimate_counts() -> None:
    drawing = journey(
        event("estimated.vessel_arrived", "2026-07-02T00:00:00Z", created_at="2026-05-02T00:00:00Z"),
        event("estimated.vessel_arrived", "2026-07-03T00:00:00Z", created_at="2026-05-03T00:00:00Z"),
        event("estimated.vessel_arrived", "2026-07-01T00:00:00Z", created_at="2026-05-01T00:00:00Z"),
    )
    (step,) = drawing
    assert step.at == datetime(2026, 7, 3, tzinfo=timezone.utc)


def test_timeline_shows_holds_and_last_free_day() -> None:
    holds = [{"name": "customs", "status": "hold"}, {"name": "freight", "status": "released"}]
    held = journey(current_status="not_available", holds_at_pod_terminal=holds, pickup_lfd="2026-06-25")
    assert "MSKU0308961 · discharged, not available for pickup" in words(held)
    assert "Held: customs · last free day 25 Jun 2026" in words(held)
    assert "Nothing is known about its journey yet." in words(held)
    gone = journey(current_status="picked_up", pickup_lfd="2026-06-25")
    assert not any("last free day" in text.lower() for text in words(gone))
    assert label("container.transport.not_available") == "Not available for pickup"
    assert label("something_new") == "Something new"


def test_long_names_are_cut_to_fit_the_picture() -> None:
    long = {
        "port_of_lading_name": "Ningbo-Zhoushan Port Authority, Beilun District Container Terminal Phase IV",
        "port_of_discharge_name": "Los Angeles / Long Beach Middle Harbor Container Terminal, Pier E",
        "destination_name": "Llanfairpwllgwyngyllgogerychwyrndrobwllllantysiliogogogoch <&>",
        "pod_vessel_name": "A vessel with a name that includes its owner, its flag and all of its history",
    }
    drawing = journey(
        event("full_in", "2026-05-01T07:00:00Z", "CNSHA"),
        event("vessel_departed", "2026-05-02T07:00:00Z", "CNSHA", voyage_number="V" * 200),
        event("a_milestone_of_a_later_version_" * 5, "2026-05-03T07:00:00Z", "CNSHA"),
        event("vessel_arrived", "2026-06-10T14:00:00Z", "USLAX"),
        event("estimated.arrived_at_inland_destination", "2026-05-18T14:00:00Z", "GBLLF"),
        shipment={**SHIPMENT, **long},
        current_status="a_status_of_a_later_version_" * 5,
    )
    assert everything_is_inside(drawing) and "…" in drawing.svg and "<&>" not in drawing.svg
    route = next(text for text in words(drawing) if text.count("→") == 2)
    assert all(part.strip() for part in route.split("→")), "every port is named"
    wide_letters = journey(event("full_in", "2026-05-01"), shipment={"port_of_lading_name": "上海港洋山深水港区" * 20})
    assert everything_is_inside(wide_letters)


def test_every_milestone_can_be_drawn() -> None:
    import shiptrack

    names = [name.removeprefix("container.transport.") for name in shiptrack.EVENTS if name.startswith("container.transport.")]
    events = [event(name, f"2026-05-{day:02}T08:00:00Z", "USLAX") for day, name in enumerate(names, 1)]
    drawing = journey(*events)
    assert everything_is_inside(drawing) and len(drawing) >= 20
    assert all(step.label[0].isupper() and "_" not in step.label for step in drawing)
    rows = [float(text.attrib["y"]) for text in _texts(drawing) if text.attrib["font-size"] == "13"]
    assert min(below - above for above, below in zip(rows, rows[1:])) >= 30, "rows do not overlap"


def test_tables_show_the_main_columns() -> None:
    attributes = {
        "request_number": "MAEU123456789",
        "request_type": "bill_of_lading",
        "status": "created",
        "is_retrying": False,
        "created_at": "2026-05-01T08:00:00Z",
    }
    data = [{"type": "tracking_request", "id": str(number), "attributes": attributes} for number in range(3)]
    page = Page.parse(json.dumps({"data": data, "meta": {"total": 3}}), TrackingRequest)
    html = page._repr_html_()
    assert re.findall(r"<th[^>]*>(\w+)</th>", html) == ["request_number", "request_type", "status", "created_at"]
    assert ">3 in all<" in html and "2026-05-01 08:00 UTC" in html
    part = Page.parse(json.dumps({"data": data, "meta": {"total": 30}}), TrackingRequest)
    assert ">30 in all, 3 on this page<" in part._repr_html_()


def test_html_shows_values_without_classes() -> None:
    deadlines = {"pickup_lfd_line": "2026-05-14", "pickup_lfd_rail": None, "pickup_lfd_terminal": None}
    one_container = {"number": "MSKU0308961", "import_deadlines": deadlines, "holds_at_pod_terminal": [{"name": "customs", "status": "hold"}]}
    html = Container.from_dict({"type": "container", "id": "c", "attributes": one_container})._repr_html_()
    assert "pickup_lfd_line: 2026-05-14" in html and "name: customs, status: hold" in html
    assert "ImportDeadlines" not in html and "pickup_lfd_rail" not in html
