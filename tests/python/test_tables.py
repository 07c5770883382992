"""Listings as tables: Arrow, pandas, polars, DuckDB."""

from __future__ import annotations

import builtins
from datetime import date, datetime, timezone
from typing import Any

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


def test_relationships_to_one_have_a_column_of_ids(scenario: Scenario) -> None:
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
    requests, boxes, lines = pyarrow.table(client.tracking_requests.list()), pyarrow.table(containers), pyarrow.table(shipments)
    found = duckdb.sql(
        "select r.request_number, b.number from requests r join lines l on l.id = r.tracked_object_id"
        " join boxes b on b.shipment_id = l.id"
    ).fetchall()
    assert len(found) == 2 and requests.num_rows == boxes.num_rows - 1 == lines.num_rows


def test_no_two_columns_have_one_name() -> None:
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
    assert row["pickup_lfd"] == date(2026, 5, 22), "the day in the place's own calendar"
    assert row["holds_at_pod_terminal"] == [{"name": "customs", "status": "hold", "description": None}]
    assert row["import_deadlines"]["pickup_lfd_line"] == date(2026, 5, 22) and row["weight_in_lbs"] == 1234.5


def test_everybody_takes_them() -> None:
    page = Page.parse(email_page(50), EmailSubmission)
    by_polars, by_pandas = page.to_polars(), page.to_pandas()
    assert isinstance(by_polars, polars.DataFrame) and by_polars.height == 50
    assert isinstance(by_pandas, pandas.DataFrame) and len(by_pandas) == 50
    assert list(by_pandas["subject"]) == by_polars["subject"].to_list() == [item.subject for item in page]
    rows = pyarrow.table(page)
    ((count,),) = duckdb.sql("select count(*) from rows where documents_count > 0").fetchall()
    assert count == 50 and rows.num_rows == 50
    assert by_polars["sent_at"][0] == page[0].sent_at


def test_an_empty_listing_has_its_columns(scenario: Scenario) -> None:
    frame = scenario.client().shipments.list().to_polars()
    assert frame.height == 0 and "bill_of_lading_number" in frame.columns
    assert scenario.client().list("shipping_lines").to_polars().columns == ["id", "type"]


@pytest.mark.parametrize("missing", ["pandas", "polars", "pyarrow"])
def test_what_is_missing_is_named(missing: str, monkeypatch: pytest.MonkeyPatch) -> None:
    original = builtins.__import__

    def without(name: str, *rest: Any, **keywords: Any) -> Any:
        if name == missing:
            raise ImportError(name)
        return original(name, *rest, **keywords)

    monkeypatch.setattr(builtins, "__import__", without)
    page = Page.parse(b'{"data":[]}', shiptrack.Shipment)
    with pytest.raises(ImportError, match=f"pip install .*{missing}"):
        page.to_polars() if missing == "polars" else page.to_pandas()
