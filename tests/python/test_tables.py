"""Listings as tables: Arrow, pandas, polars, DuckDB."""

from __future__ import annotations

import builtins
from datetime import date, datetime, timezone
from typing import Any
from zoneinfo import ZoneInfo

import duckdb
import pandas
import polars
import pyarrow
import pytest
from samples import email_page

import shiptrack
from shiptrack import Container, EmailSubmission, Page
from shiptrack.testing import Scenario


def test_types_are_kept(scenario: Scenario) -> None:
    client = scenario.client()
    client.tracking_requests.create(bill_of_lading="TEST-TR-SUCCEEDED", scac="TEST", ref_numbers=["PO-1", "PO-2"])
    scenario.run()
    table = pyarrow.table(client.tracking_requests.list())
    assert table.schema.field("created_at").type == pyarrow.timestamp("us", "UTC")
    assert table.schema.field("ref_numbers").type == pyarrow.list_(pyarrow.string())
    assert table.schema.field("is_retrying").type == pyarrow.bool_()
    assert pyarrow.types.is_struct(table.schema.field("tracked_object").type)
    (row,) = table.to_pylist()
    assert row["ref_numbers"] == ["PO-1", "PO-2"] and row["failed_reason"] is None
    assert row["created_at"] == datetime(2026, 5, 1, 8, tzinfo=timezone.utc)
    assert row["tracked_object"]["type"] == "shipment"
    containers = pyarrow.table(client.containers.list())
    assert containers.num_rows == 2 and pyarrow.types.is_list(containers.schema.field("holds_at_pod_terminal").type)


def test_relationships_have_an_id_column(scenario: Scenario) -> None:
    client = scenario.client()
    client.tracking_requests.create(bill_of_lading="TEST-TR-SUCCEEDED", scac="TEST")
    scenario.run()
    containers, shipments = client.containers.list(), client.shipments.list()
    rows = pyarrow.table(containers).to_pylist()
    assert [row["shipment_id"] for row in rows] == [row["shipment"]["id"] for row in rows] == [str(shipments.all()[0].id)] * 2
    assert all(row["pod_terminal_id"] is None for row in rows)
    joined = containers.to_polars().join(shipments.to_polars(), left_on="shipment_id", right_on="id", suffix="_of_shipment")
    assert joined["bill_of_lading_number"].to_list() == ["TEST-TR-SUCCEEDED"] * 2
    merged = containers.to_pandas().merge(shipments.to_pandas(), left_on="shipment_id", right_on="id", suffixes=("", "_2"))
    assert list(merged["bill_of_lading_number"]) == ["TEST-TR-SUCCEEDED"] * 2
    requests, all_containers, lines = pyarrow.table(client.tracking_requests.list()), pyarrow.table(containers), pyarrow.table(shipments)
    found = duckdb.sql(
        "select r.request_number, b.number from requests r join lines l on l.id = r.tracked_object_id"
        " join all_containers b on b.shipment_id = l.id"
    ).fetchall()
    assert len(found) == 2 and requests.num_rows == all_containers.num_rows - 1 == lines.num_rows


def test_column_names_are_unique() -> None:
    for kind in shiptrack.Resource.__subclasses__():
        names = pyarrow.table(Page.parse(b'{"data":[{}]}', kind)).schema.names
        assert len(set(names)) == len(names) and names[0] == "id", kind


def test_nested_values_and_days(scenario: Scenario) -> None:
    made = Container(
        "x",
        number="MSKU0308961",
        pickup_lfd="2026-05-22T23:00:00-07:00",
        weight_in_lbs=1234.5,
        holds_at_pod_terminal=[{"name": "customs", "status": "hold", "description": None}],
        import_deadlines={"pickup_lfd_line": "2026-05-22"},
    )
    (row,) = pyarrow.table(Page.parse('{"data":[' + made.to_json() + "]}", Container)).to_pylist()
    assert row["pickup_lfd"] == datetime(2026, 5, 23, 6, tzinfo=timezone.utc)
    assert row["holds_at_pod_terminal"] == [{"name": "customs", "status": "hold", "description": None, "detail": None, "unconfirmed_since": None}]
    noon = datetime(2026, 5, 22, 12, tzinfo=timezone.utc)
    assert row["import_deadlines"]["pickup_lfd_line"] == noon and row["weight_in_lbs"] == 1234.5


def test_last_free_day_keeps_its_date_at_the_port(scenario: Scenario) -> None:
    place = {"locode": "USLAX", "timezone": "America/Los_Angeles"}
    facts = [
        {"container": "MSKU0308961", "event": {"milestone": "vessel_arrived", "at": "2026-11-30T08:00:00Z", "place": place}},
        {"container": "MSKU0308961", "reading": {"pickup_lfd_line": "2026-12-02T23:59:00-08:00"}},
    ]
    scenario.carrier.answer("MAEU123456789", facts=facts)
    client = scenario.client()
    client.tracking_requests.create(bill_of_lading="MAEU123456789", scac="MAEU")
    scenario.run()
    (container,) = client.containers.list()
    known = container.import_deadlines
    assert known is not None and known.pickup_lfd_line == datetime(2026, 12, 3, 7, 59, tzinfo=timezone.utc)
    zone = container.pod_timezone or "America/Los_Angeles"
    by_pandas, by_polars = client.containers.list().to_pandas(), client.containers.list().to_polars()
    (line,) = [known["pickup_lfd_line"] for known in by_polars["import_deadlines"]]
    assert line == known.pickup_lfd_line and line.astimezone(ZoneInfo(zone)).date() == date(2026, 12, 2)
    if container.pickup_lfd is not None:
        assert by_polars["pickup_lfd"].to_list() == [container.pickup_lfd]
        assert list(by_pandas["pickup_lfd"].dt.tz_convert(zone).dt.date) == [date(2026, 12, 2)]


def test_local_time_has_its_own_column() -> None:
    def one_container(id: str, **attributes: Any) -> Container:
        return Container(id, number="MSKU0308961", **attributes)

    zones = {"pod_timezone": "America/Los_Angeles", "final_destination_timezone": "America/Chicago"}
    all_containers = [
        one_container("1", pickup_lfd="2026-05-15T07:00:00Z", pod_arrived_at="2026-05-01T03:30:00Z", **zones),
        one_container("2", pickup_lfd="2026-05-15T05:00:00Z", ind_ata_at="2026-05-09T03:30:00Z", **zones),
        one_container("3", pickup_lfd="2026-05-15", pod_arrived_at="2026-05-01T03:30:00Z"),
        one_container("4", pod_arrived_at="2026-05-01T03:30:00Z", pod_timezone="Nowhere/Atlantis"),
    ]
    page = Page.parse('{"data":[' + ",".join(one.to_json() for one in all_containers) + "]}", Container)
    table = pyarrow.table(page)
    assert table.schema.field("pickup_lfd_local").type == pyarrow.timestamp("us")
    assert table.column_names.index("pickup_lfd_local") == table.column_names.index("pickup_lfd") + 1
    day = datetime(2026, 5, 15)
    assert table["pickup_lfd_local"].to_pylist() == [day, day, day, None], "the zone in which it is a day, port or inland"
    assert table["pod_arrived_at_local"].to_pylist() == [datetime(2026, 4, 30, 20, 30), None, None, None]
    assert table["ind_ata_at_local"].to_pylist() == [None, datetime(2026, 5, 8, 22, 30), None, None]
    assert "created_at_local" not in table.column_names
    assert not [name for name in page.to_polars(as_written=True).columns if name.endswith("_local")]
    events = [
        '{"type":"transport_event","id":"e","attributes":{"event":"container.transport.full_in",'
        '"timestamp":"2026-05-01T16:00:00Z","timezone":"Asia/Shanghai"}}'
    ]
    output = Page.parse('{"data":[' + ",".join(events) + "]}", shiptrack.TransportEvent)
    assert output.to_pandas()["timestamp_local"].to_list() == [datetime(2026, 5, 2)]


def test_local_returns_local_time() -> None:
    zones = {"pod_timezone": "America/Los_Angeles", "final_destination_timezone": "America/Chicago"}
    deadlines = {"pickup_lfd_rail": "2026-05-20T05:00:00Z", "pickup_lfd_terminal": None}
    one_container = Container("c", number="X", pickup_lfd="2026-05-15T07:00:00Z", pod_arrived_at="2026-05-01T03:30:00Z",
                    created_at="2026-05-01T03:30:00Z", import_deadlines=deadlines, **zones)
    assert one_container.local("pickup_lfd") == date(2026, 5, 15) and type(one_container.local("pickup_lfd")) is date
    assert one_container.local("import_deadlines.pickup_lfd_rail") == date(2026, 5, 20)
    assert one_container.local("import_deadlines.pickup_lfd_terminal") is None and one_container.local("pod_discharged_at") is None
    arrived = one_container.local("pod_arrived_at")
    assert arrived is not None and arrived.isoformat() == "2026-04-30T20:30:00-07:00"
    assert one_container.local("created_at") == one_container.created_at
    for name in ("number", "import_deadlines", "import_deadlines.x", "nothing"):
        with pytest.raises(AttributeError, match=name):
            one_container.local(name)


@pytest.mark.parametrize("zone", ["America/Los_Angeles", "Asia/Shanghai", "Etc/UTC", "Pacific/Honolulu"])
def test_date_keeps_its_day(zone: str) -> None:
    made = Container("x", number="MSKU0308961", pickup_lfd=date(2026, 5, 22))
    page = Page.parse('{"data":[' + made.to_json() + "]}", Container)
    assert list(page.to_pandas()["pickup_lfd"].dt.tz_convert(zone).dt.date) == [date(2026, 5, 22)]
    assert page.to_polars()["pickup_lfd"].dt.convert_time_zone(zone).dt.date().to_list() == [date(2026, 5, 22)]


def test_as_written_keeps_time_texts(scenario: Scenario) -> None:
    made = Container("x", pickup_lfd="2026-05-22", pod_arrived_at="2026-05-20T08:00:00-07:00")
    page = Page.parse('{"data":[' + made.to_json() + "]}", Container)
    for rows in (page.to_pandas(as_written=True), page.to_polars(as_written=True)):
        assert list(rows["pickup_lfd"]) == ["2026-05-22"]
        assert list(rows["pod_arrived_at"]) == ["2026-05-20T08:00:00-07:00"]
    client = scenario.client()
    client.tracking_requests.create(bill_of_lading="TEST-TR-SUCCEEDED", scac="TEST")
    assert list(client.tracking_requests.list().to_polars(as_written=True)["created_at"])[0].startswith("2026-05-01T08:00:00")


def test_pages_convert_to_all_table_libraries() -> None:
    page = Page.parse(email_page(50), EmailSubmission)
    by_polars, by_pandas = page.to_polars(), page.to_pandas()
    assert isinstance(by_polars, polars.DataFrame) and by_polars.height == 50
    assert isinstance(by_pandas, pandas.DataFrame) and len(by_pandas) == 50
    assert list(by_pandas["subject"]) == by_polars["subject"].to_list() == [item.subject for item in page]
    rows = pyarrow.table(page)
    ((count,),) = duckdb.sql("select count(*) from rows where documents_count > 0").fetchall()
    assert count == 50 and rows.num_rows == 50
    assert by_polars["sent_at"][0] == page[0].sent_at


def test_empty_listing_has_columns(scenario: Scenario) -> None:
    frame = scenario.client().shipments.list().to_polars()
    assert frame.height == 0 and "bill_of_lading_number" in frame.columns
    assert scenario.client().list("shipping_lines").to_polars().columns == ["id", "type"]


@pytest.mark.parametrize("missing", ["pandas", "polars", "pyarrow"])
def test_missing_package_is_named(missing: str, monkeypatch: pytest.MonkeyPatch) -> None:
    original = builtins.__import__

    def without(name: str, *rest: Any, **keywords: Any) -> Any:
        if name == missing:
            raise ImportError(name)
        return original(name, *rest, **keywords)

    monkeypatch.setattr(builtins, "__import__", without)
    page = Page.parse(b'{"data":[]}', shiptrack.Shipment)
    with pytest.raises(ImportError, match=f"pip install .*{missing}"):
        page.to_polars() if missing == "polars" else page.to_pandas()
