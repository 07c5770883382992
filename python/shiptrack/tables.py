"""The table an analyst begins with: a row a container, with its shipment's ports and its own vessel and arrival beside it.

::

    table = client.containers.table()
    frame = table.to_pandas()  # or to_polars(); pyarrow, DuckDB, polars and pandas 3 take the table itself
    frame[frame["delay_days"] > 2].sort_values("last_free_day")
"""

from __future__ import annotations

import csv
from collections.abc import Callable, Iterator
from dataclasses import asdict, astuple, dataclass, fields, replace
from datetime import date, datetime, timedelta, timezone
from os import PathLike
from typing import TYPE_CHECKING, Any, BinaryIO, TextIO

from shiptrack import _arrival, _html, _tables
from shiptrack._native import _at_place
from shiptrack._order import instant
from shiptrack._related import held
from shiptrack.values import Moment

if TYPE_CHECKING:
    import pandas
    import polars

    from shiptrack._native import Container, Shipment

__all__ = ["ContainerRow", "ContainerTable", "local_day"]


@dataclass(frozen=True)
class ContainerRow:
    """One container and its shipment. What nobody told is ``None``."""

    number: str
    status: str
    """``current_status`` of the container."""
    tracking: str | None
    """``followed``; ``left`` where its shipment goes on without the container; where the shipment is followed no more the reason,
    such as ``booking_cancelled`` or ``all_containers_terminated``, or ``stopped``."""
    bill_of_lading: str | None
    """The number of the shipment, as it was submitted; none where that is the container's own."""
    line: str | None
    """The carrier's code."""
    port_of_lading: str | None
    """UN/LOCODE, as all ports are; their names stand beside them."""
    port_of_lading_name: str | None
    port_of_discharge: str | None
    port_of_discharge_name: str | None
    destination: str | None
    destination_name: str | None
    vessel: str | None
    """The vessel that brings this container to the port of discharge, and its voyage."""
    voyage: str | None
    terminal: str | None
    """The name of the terminal at the port of discharge."""
    eta: datetime | None
    """Expected arrival of the container at the port of discharge, as it was told last; none once it is there, and none of a container
    that is not followed any more."""
    eta_local: datetime | None
    """The same as the clocks at the port show it, without an offset, where its zone is known."""
    first_eta: datetime | None
    """The arrival that was told first of the shipment; none where its containers go by several vessels."""
    arrived: datetime | None
    """The arrival itself."""
    arrived_local: datetime | None
    """The same as the clocks at the port show it."""
    delay_days: float | None
    """How many days the arrival, or else the expected one, is behind the first one told; ahead of it is below 0."""
    last_free_day: date | None
    """The day at the place the container is picked up at."""
    id: str
    """Of the container."""
    shipment_id: str | None


INCLUDE = "shipment,pod_terminal,transport_events,transport_events.vessel"
"""What is read along with containers for their rows."""

_KINDS = {
    "eta": "moment",
    "eta_local": "clock",
    "first_eta": "moment",
    "arrived": "moment",
    "arrived_local": "clock",
    "delay_days": "number",
    "last_free_day": "day",
}
_EPOCH = datetime(1970, 1, 1, tzinfo=timezone.utc)
_DAY = timedelta(days=1)


class ContainerTable:
    """The rows of :meth:`Containers.table <shiptrack.Containers.table>`: iterate it for its :class:`ContainerRow`."""

    COLUMNS: tuple[str, ...] = tuple(field.name for field in fields(ContainerRow))

    def __init__(self, rows: tuple[ContainerRow, ...]) -> None:
        self.rows = rows

    def __len__(self) -> int:
        return len(self.rows)

    def __iter__(self) -> Iterator[ContainerRow]:
        return iter(self.rows)

    def __getitem__(self, at: int) -> ContainerRow:
        return self.rows[at]

    def __repr__(self) -> str:
        return f"<ContainerTable of {len(self.rows)}>"

    def _repr_html_(self) -> str:
        shown = [asdict(row) for row in self.rows[: _html.ROWS]]
        return _html.rows(shown, f"{len(self.rows)} containers")

    def __arrow_c_stream__(self, requested_schema: object = None) -> Any:
        """The rows as an Arrow stream (PyCapsule interface)."""
        from shiptrack._native import _columns

        return _columns({name: self._column(name) for name in self.COLUMNS})

    def _column(self, name: str) -> tuple[str, list[Any]]:
        kind, values = _KINDS.get(name, "text"), [getattr(row, name) for row in self.rows]
        if kind in ("moment", "clock"):
            epoch = _EPOCH if kind == "moment" else _EPOCH.replace(tzinfo=None)
            values = [None if at is None else (at - epoch) // timedelta(microseconds=1) for at in values]
        if kind == "day":
            values = [None if day is None else (day - _EPOCH.date()).days for day in values]
        return kind, values

    def to_pandas(self, *, numpy: bool = False) -> pandas.DataFrame:
        """As a ``pandas.DataFrame`` with Arrow types, or with NumPy's; needs pandas and pyarrow.

        ``eta``, ``first_eta`` and ``arrived`` are moments in UTC, ``eta_local`` and ``arrived_local`` what the clocks at the port
        show, ``last_free_day`` is a day without a time, ``delay_days`` a floating-point number; everything else is text.
        """
        return _tables.to_pandas(self, numpy=numpy)

    def to_polars(self) -> polars.DataFrame:
        """As a ``polars.DataFrame`` of the same types; needs polars."""
        return _tables.to_polars(self)

    def to_csv(self, file: str | PathLike[str] | TextIO) -> None:
        """Writes a heading and a line a container, in UTF-8: moments and days in ISO 8601, nothing where nothing is known."""
        if isinstance(file, (str, PathLike)):
            with _tables.replacing(file) as opened:
                return self._write(opened)
        if not hasattr(file, "write"):
            raise TypeError(f"file: a path or an open text file expected, not {type(file).__name__}")
        return self._write(file)

    def _write(self, file: TextIO) -> None:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(self.COLUMNS)
        for row in self.rows:
            told = (value.isoformat() if isinstance(value, date) else value for value in astuple(row))
            writer.writerow(["" if value is None else value for value in told])

    def to_parquet(self, file: str | PathLike[str] | BinaryIO) -> None:
        """Writes a Parquet file of these columns; needs pyarrow or polars."""
        _tables.to_parquet(self, file)


def fetch(containers: Any, options: dict[str, Any] | None) -> ContainerTable:
    """Reads every container and its shipment."""
    if options and "include" in options:
        raise TypeError("table() has no keyword include: it reads the shipments, terminals and events along")
    rows: list[ContainerRow] = []
    for page in containers.list(**{"page_size": 100, **(options or {}), "include": INCLUDE}).pages():
        shipments: dict[Any, tuple[Shipment | None, frozenset[Any] | None]] = {}
        for container in page:
            target = container.shipment
            if target is not None and target.id not in shipments:
                shipment = held(container, "shipment")
                shipments[target.id] = shipment, _arrival.members(shipment)
            rows.append(_row(container, *(shipments[target.id] if target is not None else (None, None))))
    return ContainerTable(_apart(rows))


def _apart(rows: list[ContainerRow]) -> tuple[ContainerRow, ...]:
    """The rows without the arrival that a shipment was first told of, where its containers go by several vessels: nobody says which
    of them it was about."""
    vessels: dict[str | None, set[str | None]] = {}
    for told in rows:
        vessels.setdefault(told.shipment_id, set()).add(told.vessel)
    return tuple(
        replace(told, first_eta=None, delay_days=None) if told.shipment_id and len(vessels[told.shipment_id]) > 1 else told
        for told in rows
    )


def without_doubles(table: ContainerTable, related: Callable[[str], frozenset[str]]) -> ContainerTable:
    """The table without the rows of containers that are tracked by their own number beside their bill.

    ``related`` tells which shipments have containers of one on the same voyage; only those of containers with several rows
    are asked for.
    """
    rows_of: dict[str, list[ContainerRow]] = {}
    for told in table:
        rows_of.setdefault(told.number, []).append(told)
    known: dict[str, frozenset[str]] = {}
    doubles: set[str] = set()
    for rows in rows_of.values():
        for told in rows:
            if len(rows) == 1 or told.shipment_id is None or not _is_alone(told):
                continue
            if told.shipment_id not in known:
                known[told.shipment_id] = related(told.shipment_id)
            others = {other.shipment_id for other in rows if other.id != told.id and other.id not in doubles}
            if known[told.shipment_id] & others:
                doubles.add(told.id)
    return ContainerTable(tuple(told for told in table if told.id not in doubles))


def _is_alone(told: ContainerRow) -> bool:
    """Whether the shipment is that of the container's own number."""
    return told.tracking is not None and told.bill_of_lading is None


def _bill(container: Container, known: Any) -> str | None:
    """The number of the shipment, unless it is the container's own."""
    number: str | None = known.bill_of_lading_number
    written = "".join(letter for letter in number or "" if letter.isalnum())
    return None if written.upper() == container.number.upper() else number or None


def row(container: Container, shipment: Shipment | None) -> ContainerRow:
    """The row of a container, with what its shipment says, where that is known."""
    return _row(container, shipment, _arrival.members(shipment))


def _row(container: Container, shipment: Shipment | None, inside: frozenset[Any] | None) -> ContainerRow:
    known: Any = shipment if shipment is not None else _Unknown()
    arrival = _arrival.of(container, held(container, "transport_events") or (), shipment, inside)
    arrived, eta = arrival.at, arrival.eta
    zone = container.pod_timezone or known.pod_timezone
    return ContainerRow(
        number=container.number,
        status=container.current_status,
        tracking=arrival.tracking,
        bill_of_lading=_bill(container, known),
        line=known.shipping_line_scac,
        port_of_lading=known.port_of_lading_locode,
        port_of_lading_name=known.port_of_lading_name,
        port_of_discharge=known.port_of_discharge_locode,
        port_of_discharge_name=known.port_of_discharge_name,
        destination=known.destination_locode,
        destination_name=known.destination_name,
        vessel=arrival.vessel,
        voyage=arrival.voyage,
        terminal=getattr(held(container, "pod_terminal"), "name", None),
        eta=_utc(eta),
        eta_local=_clock(eta, zone),
        first_eta=_utc(arrival.first_eta),
        arrived=_utc(arrived),
        arrived_local=_clock(arrived, zone),
        delay_days=_behind(arrived or eta, arrival.first_eta),
        last_free_day=_last_free_day(container),
        id=str(container.id),
        shipment_id=str(container.shipment.id) if container.shipment is not None else None,
    )


class _Unknown:
    """A shipment that nobody told of."""

    def __getattr__(self, name: str) -> None:
        return None


def _utc(moment: Moment | None) -> datetime | None:
    at = instant(moment)
    return None if at is None else at.astimezone(timezone.utc)


def _behind(moment: Moment | None, first: Moment | None) -> float | None:
    late, planned = instant(moment), instant(first)
    return None if late is None or planned is None else (late - planned) / _DAY


def _clock(moment: Moment | None, zone: str | None) -> datetime | None:
    """What the clocks of a place show at a moment; midnight of a day."""
    there = _at_place(moment, [zone]) if zone else moment
    if isinstance(there, datetime):
        return there.replace(tzinfo=None) if zone else None
    return None if there is None else datetime(there.year, there.month, there.day)


def _last_free_day(container: Container) -> date | None:
    """The day of ``pickup_lfd`` by the clocks of the place it holds at: inland where the railway sets it, else the port."""
    deadlines, moment = container.import_deadlines, container.pickup_lfd
    inland = (
        deadlines is not None
        and deadlines.pickup_lfd_line is None
        and deadlines.pickup_lfd_terminal is None
        and deadlines.pickup_lfd_rail is not None
    )
    zones = [container.pod_timezone, container.final_destination_timezone]
    return _day(moment, zones[::-1] if inland else zones)


def local_day(moment: Moment | None, zone: str | None) -> date | None:
    """The day of a moment by the clocks of a zone; where the zone is not known, by the offset it was written with.

    ``None`` for a moment in UTC at a place whose zone is not known: it may be one day there or another.
    """
    return _day(moment, [zone])


def _day(moment: Moment | None, zones: list[str | None]) -> date | None:
    there: Moment | None = _at_place(moment, zones)
    if not isinstance(there, datetime):
        return there
    return there.date() if there is not moment or there.utcoffset() else None
