"""The table an analyst begins with: a row a container, with its shipment's ports and its own vessel and arrival beside it.

::

    table = client.containers.table()
    frame = table.to_pandas()  # or to_polars(); pyarrow, DuckDB, polars and pandas 3 take the table itself
    frame[frame["delay_days"] > 2].sort_values("last_free_day")
"""

from __future__ import annotations

import csv
from collections.abc import Callable, Iterator
from dataclasses import asdict, astuple, dataclass, fields
from datetime import date, datetime, timedelta, timezone
from os import PathLike
from typing import TYPE_CHECKING, Any, BinaryIO, TextIO

from shiptrack import _html, _tables
from shiptrack._native import _ContainerRows, _local_day
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


def fetch(
    containers: Any, options: dict[str, Any] | None, related: Callable[[str], list[str]] | None = None
) -> ContainerTable:
    """Reads every container and its shipment.

    With ``related``, which returns the ids of the shipments that have containers of one on the same voyage, rows of containers
    that are tracked by their own number in addition to their bill are left out.
    """
    if options and "include" in options:
        raise TypeError("table() has no keyword include: it reads the shipments, terminals and events along")
    rows = _ContainerRows()
    for page in containers.list(**{"page_size": 100, **(options or {}), "include": INCLUDE}).pages():
        rows.add(list(page))
    return ContainerTable(tuple(ContainerRow(*values) for values in rows.finish(related)))


def row(container: Container, shipment: Shipment | None) -> ContainerRow:
    """The row of a container, with what its shipment says, where that is known."""
    rows = _ContainerRows()
    rows.add_one(container, shipment)
    return ContainerRow(*rows.finish(None)[0])


def local_day(moment: Moment | None, zone: str | None) -> date | None:
    """The day of a moment by the clocks of a zone; where the zone is not known, by the offset it was written with.

    ``None`` for a moment in UTC at a place whose zone is not known: it may be one day there or another.
    """
    return _local_day(moment, zone)
