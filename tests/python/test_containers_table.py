"""Events in order of time, NumPy types, and the container table."""

from __future__ import annotations

import builtins
import csv
import io
import json
import resource
import signal
from dataclasses import replace
from datetime import date, datetime, timedelta, timezone
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import duckdb
import numpy
import pandas
import polars
import pyarrow
import pytest
from byte_server import ByteServer, answer

import shiptrack
from shiptrack import Client, Container, ContainerTable, Page, Service, Shipment, TransportEvent
from shiptrack.carriers import LookUp
from shiptrack.tables import ContainerRow, local_day, row
from shiptrack.testing import START, Scenario
from shiptrack.timeline import Timeline, in_order

COLUMNS = ["number", "status", "tracking", "bill_of_lading", "line", "port_of_lading", "port_of_lading_name", "port_of_discharge"]
COLUMNS += ["port_of_discharge_name", "destination", "destination_name", "vessel", "voyage", "terminal"]
COLUMNS += ["eta", "eta_local", "first_eta", "arrived", "arrived_local"]
COLUMNS += ["delay_days", "last_free_day", "last_free_day_source", "id", "shipment_id"]


def event(name: str, at: str | None, id: str = "1") -> TransportEvent:
    attributes = {"event": f"container.transport.{name}", "timestamp": at}
    return TransportEvent.from_dict({"type": "transport_event", "id": id, "attributes": attributes})


def arrived(scenario: Scenario) -> Client:
    client = scenario.client()
    client.tracking_requests.create(bill_of_lading="TEST-TR-SUCCEEDED", scac="TEST")
    scenario.advance(days=12)
    return client


def test_events_with_dates_and_moments_are_sorted() -> None:
    events = [
        event("full_out", None, "9"),
        event("vessel_discharged", "2026-05-20"),
        event("vessel_arrived", "2026-05-20"),
        event("vessel_departed", "2026-05-01T21:40:00+08:00"),
        event("full_in", "2026-05-01T13:39:59Z"),
        event("estimated.arrived_at_inland_destination", "2026-05-20T11:59:00Z"),
        event("something_new", "2026-05-20", "3"),
        event("something_new", "2026-05-20", "2"),
    ]
    with pytest.raises(TypeError):
        sorted(events, key=lambda known: known.timestamp)  # type: ignore[arg-type, return-value]
    ordered = sorted(events, key=lambda known: known.sort_key)
    names = [known.event.removeprefix("container.transport.") for known in ordered]
    assert names[:4] == ["full_in", "vessel_departed", "estimated.arrived_at_inland_destination", "vessel_arrived"]
    assert names[4:] == ["vessel_discharged", "something_new", "something_new", "full_out"]
    assert [known.id for known in ordered[5:7]] == ["2", "3"], "the order is always the same"
    assert events[1].instant == datetime(2026, 5, 20, 12, tzinfo=timezone.utc)
    assert events[3].instant == datetime(2026, 5, 1, 13, 40, tzinfo=timezone.utc) and events[0].instant is None


def test_early_discharge_sorts_after_arrival_date(tmp_path: Path) -> None:
    place = {"locode": "USLAX", "timezone": "America/Los_Angeles"}

    def carrier(look_up: LookUp) -> Any:
        output = [("vessel_discharged", "2026-05-01T04:00:00"), ("vessel_arrived", "2026-05-01"), ("full_out", "2026-05-02")]
        return [{"container": "MSKU0308961", "event": {"milestone": name, "at": at, "place": place}} for name, at in output]

    with Service(carriers={"MAEU": carrier}, worker=False) as service:
        client = service.client()
        client.tracking_requests.create(bill_of_lading="MAEU123456789", scac="MAEU")
        service.settle()
        container = client.containers.list().first()
        assert container is not None and container.current_status == "picked_up"
        listing = client.containers.transport_events(container)
        names = [event.event.removeprefix("container.transport.") for event in listing.in_order()]
        assert names == ["vessel_arrived", "vessel_discharged", "full_out"]
        assert [event.id for event in in_order(listing)] == [event.id for event in listing.in_order()]
        steps = [step.name for step in Timeline(container, listing.all())]
        assert steps == names


def test_listings_can_be_sorted_by_time(client: Client, scenario: Scenario) -> None:
    arrived(scenario)
    container = client.containers.list().first()
    assert container is not None
    events = client.containers.transport_events(container, page_size=3).in_order()
    times = [known.instant for known in events]
    assert len(events) > 5 and times == sorted(times, key=lambda at: at or START + timedelta(days=10_000))
    assert {known.id for known in events} == {known.id for known in client.containers.transport_events(container)}
    for number in range(3):
        client.tracking_requests.create(bill_of_lading=f"MEDUF000000{number}", scac="MSCU")
        scenario.clock.advance(seconds=1)
    requests = client.tracking_requests.list(max_items=3).in_order()
    assert [request.request_number[-1] for request in requests] == ["0", "1", "2"], "oldest first"


def test_numpy_types_on_request(scenario: Scenario) -> None:
    client = arrived(scenario)
    frame = client.containers.list().to_pandas(numpy=True)
    assert all(isinstance(kind, (numpy.dtype, pandas.DatetimeTZDtype, pandas.StringDtype)) for kind in frame.dtypes)
    assert frame["pod_arrived_at"].dtype == pandas.DatetimeTZDtype("us", "UTC") and isinstance(frame["number"][0], str)
    page = client.containers.list().first_page()
    assert page is not None and list(page.to_pandas(numpy=True).dtypes) == list(frame.dtypes)
    written = client.containers.list().to_pandas(numpy=True, as_written=True)
    assert isinstance(written["pod_arrived_at"][0], str)
    assert isinstance(client.containers.list().to_pandas().dtypes["pod_arrived_at"], pandas.ArrowDtype)


def test_table_has_one_row_per_container(client: Client, scenario: Scenario) -> None:
    arrived(scenario)
    table = client.containers.table()
    assert isinstance(table, ContainerTable) and len(table) == len(list(table)) == 2
    (one,) = client.containers.table(number=table[0].number)
    assert one == table[0]
    with pytest.raises(TypeError, match=r"has no keyword nmber; it has .*number"):
        client.containers.table(nmber="x")
    for known, container in zip(table, client.containers.list(include="shipment")):
        shipment = container.related("shipment")
        assert shipment is not None and isinstance(known, ContainerRow)
        assert (known.number, known.status, known.id) == (container.number, container.current_status, str(container.id))
        assert (known.bill_of_lading, known.line, known.shipment_id) == ("TEST-TR-SUCCEEDED", "TEST", str(shipment.id))
        assert (known.port_of_lading, known.port_of_lading_name) == ("CNSHA", shipment.port_of_lading_name)
        assert (known.eta, known.first_eta) == (shipment.pod_eta_at, shipment.pod_original_eta_at)
        assert known.arrived == container.pod_arrived_at and known.vessel == shipment.pod_vessel_name
        assert known.arrived and known.first_eta and known.delay_days == (known.arrived - known.first_eta) / timedelta(days=1)
    assert len(client.containers.table(max_items=1)) == 1
    with pytest.raises(TypeError, match="include"):
        client.containers.table(include="shipment")  # type: ignore[call-arg]
    with pytest.raises(TypeError, match="pagesize"):
        client.containers.table(pagesize=1)  # type: ignore[call-arg]


def test_columns_keep_their_type_with_missing_values(scenario: Scenario) -> None:
    empty, full = scenario.client().containers.table(), arrived(scenario).containers.table()
    assert len(empty) == 0
    for table in (empty, full):
        schema = pyarrow.table(table).schema
        assert schema.names == COLUMNS == list(ContainerTable.COLUMNS)
        kinds = {name: schema.field(name).type for name in COLUMNS if schema.field(name).type != pyarrow.string()}
        moment, clock = pyarrow.timestamp("us", "UTC"), pyarrow.timestamp("us")
        assert kinds == {
            "eta": moment,
            "eta_local": clock,
            "first_eta": moment,
            "arrived": moment,
            "arrived_local": clock,
            "delay_days": pyarrow.float64(),
            "last_free_day": pyarrow.date32(),
        }
        assert list(table.to_pandas().columns) == table.to_polars().columns == COLUMNS
        assert table.to_polars().schema["last_free_day"] == polars.Date
        assert table.to_pandas(numpy=True)["last_free_day"].dtype.kind == "M"
    assert list(full.to_pandas()["arrived"]) == [known.arrived for known in full]
    for known in full:
        assert known.arrived is not None and known.arrived_local is not None
        at_port = known.arrived.astimezone(ZoneInfo("America/Los_Angeles")).replace(tzinfo=None)
        assert known.arrived_local == at_port
    assert full.to_polars()["arrived_local"].to_list() == [known.arrived_local for known in full]
    assert full.to_polars()["last_free_day"].to_list() == [known.last_free_day for known in full]
    all_containers = pyarrow.table(full)
    assert duckdb.sql("select count(*) from all_containers where delay_days > 0.5").fetchall() == [(all_containers.num_rows,)]
    assert "2 containers" in full._repr_html_() and "CNSHA" in full._repr_html_() and "empty" not in empty._repr_html_()


def test_last_free_day_is_the_date_at_the_place() -> None:
    def day(**attributes: Any) -> date | None:
        return row(Container("c", number="MSKU0308961", **attributes), None).last_free_day

    pod, inland = {"pod_timezone": "America/Los_Angeles"}, {"final_destination_timezone": "America/Chicago"}
    late = "2026-05-23T05:30:00Z"  # 22:30 of the day before in Los Angeles, half past midnight in Chicago
    assert day(pickup_lfd=late, **pod) == date(2026, 5, 22)
    assert day(pickup_lfd=late, import_deadlines={"pickup_lfd_terminal": late}, **pod, **inland) == date(2026, 5, 22)
    assert day(pickup_lfd=late, import_deadlines={"pickup_lfd_rail": late}, **pod, **inland) == date(2026, 5, 23)
    assert day(pickup_lfd=late, **inland) == date(2026, 5, 23)
    assert day(pickup_lfd="2026-05-22", **pod) == date(2026, 5, 22)
    assert day(pickup_lfd="2026-05-22T22:30:00-07:00") == date(2026, 5, 22)
    inland_midnight = "2026-05-23T05:00:00Z"  # a date that the line reported for the ramp in Chicago
    assert day(pickup_lfd=inland_midnight, **pod, **inland) == date(2026, 5, 23)
    assert day(pickup_lfd=late) is None and day(pickup_lfd=late, pod_timezone="Nowhere/Atlantis") is None
    assert day() is None and local_day(None, "UTC") is None


def test_table_has_the_earliest_last_free_day_and_whose_it_is() -> None:
    def shown(**deadlines: str) -> tuple[date | None, str | None]:
        container = Container("c", number="MSKU0308961", pickup_lfd="2026-05-28", import_deadlines=deadlines)
        made = row(container, None)
        return made.last_free_day, made.last_free_day_source

    line, terminal, rail = {"pickup_lfd_line": "2026-05-28"}, {"pickup_lfd_terminal": "2026-05-22"}, {"pickup_lfd_rail": "2026-05-25"}
    assert shown(**line, **terminal, **rail) == (date(2026, 5, 22), "terminal")
    assert shown(**line, **rail) == (date(2026, 5, 25), "rail")
    assert shown(**line) == (date(2026, 5, 28), "line")
    assert shown() == (date(2026, 5, 28), None)


def test_table_contains_the_terminal() -> None:
    terminal = {"type": "terminal", "id": "t", "attributes": {"name": "Pier 400"}}
    linked = {"pod_terminal": {"data": {"type": "terminal", "id": "t"}}}
    one_container = {"type": "container", "id": "c", "attributes": {"number": "MSKU0308961"}, "relationships": linked}
    page = Page.parse(json.dumps({"data": [one_container], "included": [terminal]}), Container)
    assert row(page[0], None).terminal == "Pier 400"
    alone = Page.parse(json.dumps({"data": [one_container]}), Container)
    assert row(alone[0], None).terminal is None


def test_dates_and_moments_can_be_compared() -> None:
    one_container = Container("c", number="MSKU0308961", shipment={"type": "shipment", "id": "s"})
    alone = row(one_container, None)
    assert (alone.shipment_id, alone.bill_of_lading, alone.eta, alone.delay_days) == ("s", None, None, None)
    cargo = Shipment("s", pod_original_eta_at="2026-05-20", pod_eta_at="2026-05-22T00:00:00+12:00")
    expected = row(one_container, cargo)
    assert expected.first_eta == datetime(2026, 5, 20, 12, tzinfo=timezone.utc) and expected.delay_days == 1.0
    early = row(one_container, Shipment("s", pod_original_eta_at="2026-05-20T00:00:00Z", pod_ata_at="2026-05-19T00:00:00Z"))
    assert early.arrived == datetime(2026, 5, 19, tzinfo=timezone.utc) and early.delay_days == -1.0


def test_table_works_without_included_resources() -> None:
    one_container = '{"data":[{"type":"container","id":"c","attributes":{"number":"MSKU0308961"},"relationships":' + (
        '{"shipment":{"data":{"type":"shipment","id":"s"}}}}],"links":{}}'
    )
    with ByteServer({"/v2/containers": answer(one_container.encode())}) as server, Client("key-of-tests", server.base_url) as client:
        (known,) = client.containers.table()
    assert (known.number, known.shipment_id, known.bill_of_lading) == ("MSKU0308961", "s", None)


def test_a_container_that_a_list_repeats_is_shown_once_with_its_newest_data() -> None:
    def page(containers: list[tuple[str, str]], next: str | None) -> bytes:
        data = [{"type": "container", "id": id, "attributes": {"number": id, "seal_number": seal}} for id, seal in containers]
        for container, (_, seal) in zip(data, containers):
            container["attributes"] |= {"current_status": "on_ship" if seal == "old" else "delivered"}
        return answer(json.dumps({"data": data, "links": {"next": next}}).encode())

    pages = {
        "/v2/containers": page([("a", "old"), ("b", "old")], "/v2/second?page[cursor]=1"),
        "/v2/second": page([("c", "old")], "/v2/third?page[cursor]=2"),
        "/v2/third": page([("b", "new"), ("d", "old"), ("c", "new")], "/v2/last?page[cursor]=3"),
        "/v2/last": page([("c", "newest")], None),
    }
    with ByteServer(pages) as server, Client("key-of-tests", server.base_url) as client:
        table = client.containers.table()
        listing = client.containers.list()
        assert [(row.number, row.status) for row in table] == [
            ("a", "on_ship"), ("b", "delivered"), ("c", "delivered"), ("d", "on_ship")
        ]
        seals = {"a": "old", "b": "new", "c": "newest", "d": "old"}
        assert sorted((item.id, item.seal_number) for item in listing.all()) == sorted(seals.items())
        frame = listing.to_polars()
        assert sorted(zip(frame["id"], frame["seal_number"])) == sorted(seals.items())
        assert [item.id for item in listing] == ["a", "b", "c", "d"]
        assert len(client.containers.list(max_items=2).all()) == 2


def test_table_writes_files(scenario: Scenario, tmp_path: Path) -> None:
    table = arrived(scenario).containers.table()
    table.to_csv(tmp_path / "a.csv")
    with (tmp_path / "a.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    assert list(rows[0]) == COLUMNS and [read["number"] for read in rows] == [known.number for known in table]
    first = table[0]
    assert first.arrived and rows[0]["arrived"] == first.arrived.isoformat() and rows[0]["destination"] == ""
    assert float(rows[0]["delay_days"]) == first.delay_days
    stream = io.StringIO()
    table.to_csv(stream)
    assert stream.getvalue() == (tmp_path / "a.csv").read_text()
    table.to_parquet(tmp_path / "a.parquet")
    frame = polars.read_parquet(tmp_path / "a.parquet")
    assert frame.columns == COLUMNS and frame["arrived"].to_list() == [known.arrived for known in table]


def test_csv_has_no_formulas() -> None:
    names = ("=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "a=b", "")
    one = row(Container("1", number="MSKU0308961"), None)
    stream = io.StringIO()
    ContainerTable(tuple(replace(one, vessel=name, delay_days=-1.5) for name in names)).to_csv(stream)
    cells = list(csv.DictReader(io.StringIO(stream.getvalue())))
    assert [cell["vessel"] for cell in cells] == ["'=1+1", "'+1", "'-1", "'@SUM(A1)", "'\t=1", "a=b", ""]
    assert {cell["delay_days"] for cell in cells} == {"-1.5"}, "numbers are not changed"


@pytest.mark.parametrize("missing", [["pyarrow"], ["pyarrow", "polars"]])
def test_parquet_needs_pyarrow_or_polars(
    missing: list[str], scenario: Scenario, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    original, table = builtins.__import__, scenario.client().containers.table()

    def without(name: str, *rest: Any, **keywords: Any) -> Any:
        if name.split(".")[0] in missing:
            raise ImportError(name)
        return original(name, *rest, **keywords)

    monkeypatch.setattr(builtins, "__import__", without)
    if "polars" in missing:
        with pytest.raises(ImportError, match="to_parquet.*pyarrow"):
            table.to_parquet(tmp_path / "a.parquet")
    else:
        table.to_parquet(tmp_path / "a.parquet")
        assert (tmp_path / "a.parquet").stat().st_size > 0


def test_empty_table_has_no_rows() -> None:
    assert shiptrack.tables.ContainerTable(()).rows == () and Page.parse(b'{"data":[]}', Container).items == []


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="a disk that is full, as Linux has it")
def test_failed_export_keeps_previous_file(client: Client, scenario: Scenario, tmp_path: Path) -> None:
    arrived(scenario)
    table = client.containers.table()
    for name, write in (("a.csv", table.to_csv), ("a.parquet", table.to_parquet)):
        file = tmp_path / name
        write(file)
        file.chmod(0o640)
        before = file.read_bytes()
        limit = resource.getrlimit(resource.RLIMIT_FSIZE)
        handler = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (16, limit[1]))
        try:
            with pytest.raises(OSError):
                write(file)
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, limit)
            signal.signal(signal.SIGXFSZ, handler)
        assert file.read_bytes() == before and list(tmp_path.glob(f"*{name}*")) == [file]
        write(file)
        assert file.stat().st_mode & 0o777 == 0o640, "permissions are kept"
        (tmp_path / "link").symlink_to(file)
        write(tmp_path / "link")
        assert (tmp_path / "link").is_symlink() and file.read_bytes() == before
        (tmp_path / "link").unlink()
        with pytest.raises(OSError):
            write("/dev/full")
        assert Path("/dev/full").is_char_device()
        write("/dev/null")


def test_duplicate_container_rows_can_be_left_out() -> None:
    def carrier(look_up: LookUp) -> list[dict[str, Any]]:
        year = 2025 if look_up.number == "TGHU1643396" else 2026
        all_containers = ["MSKU0308961", "TGHU1643396"] if look_up.kind == "bill_of_lading" else [look_up.number]
        at = f"{year}-04-20T08:00:00Z"
        place = {"locode": "CNSHA"}
        return [{"container": one_container, "event": {"movement": "loaded", "at": at, "place": place}} for one_container in all_containers]

    with Service(clock=shiptrack.ManualClock(START), any_carrier=carrier) as service:
        client = service.client()
        client.tracking_requests.create(bill_of_lading="MAEU123456789", scac="MAEU")
        # A carrier gives the same answer for a bill and its containers; another one may know another voyage.
        for number, scac in (("MSKU0308961", "MAEU"), ("TGHU1643396", "ONEY")):
            client.tracking_requests.create(container=number, scac=scac)
        service.run_due()
        assert len(client.containers.table()) == 4
        output = sorted((row.number, row.bill_of_lading or "") for row in client.containers.table(duplicates=False))
        bill = "MAEU123456789"
        assert output == [("MSKU0308961", bill), ("TGHU1643396", ""), ("TGHU1643396", bill)], "one row has another voyage"
        with pytest.raises(TypeError, match="duplicates"):
            client.containers.table(duplicates=0)  # type: ignore[arg-type]


def test_write_error_names_the_given_path(scenario: Scenario, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    table = scenario.client().containers.table()
    monkeypatch.chdir(tmp_path)
    for path in ("nowhere/x.csv", tmp_path / "nowhere/x.csv"):
        with pytest.raises(FileNotFoundError) as missing:
            table.to_csv(path)
        assert missing.value.filename == str(path)
    with pytest.raises(IsADirectoryError) as folder:
        table.to_csv(".")
    assert folder.value.filename == "."
