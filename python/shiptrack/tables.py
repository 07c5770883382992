"""The container table: one row per container, with the ports of its shipment and its own vessel and arrival.

::

    table = client.containers.table()
    frame = table.to_pandas()  # or to_polars(); pyarrow, DuckDB, polars and pandas 3 also accept the table itself
    frame[frame["delay_days"] > 2].sort_values("last_free_day")
"""

from __future__ import annotations

import csv
from collections.abc import Callable, Iterator
from dataclasses import asdict, astuple, dataclass, fields
from datetime import date, datetime, timedelta, timezone
from os import PathLike
from typing import Any, BinaryIO, TextIO

from shiptrack import _html, _tables
from shiptrack._native import Container, Shipment, _ContainerRows, _local_day
from shiptrack.values import Moment

__all__ = ["ContainerRow", "ContainerTable", "local_day"]


@dataclass(frozen=True)
class ContainerRow:
    """One container and its shipment. Unknown values are ``None``."""

    number: str
    status: str
    """``current_status`` of the container."""
    tracking: str | None
    """``followed`` while the shipment is tracked; ``left`` if the container left the shipment; otherwise why the
    shipment is no longer tracked, such as ``booking_cancelled``, ``all_containers_terminated`` or ``stopped``.
    """
    bill_of_lading: str | None
    """The number of the shipment as it was submitted; ``None`` if that is the number of a container, of this or another one."""
    line: str | None
    """Code of the carrier."""
    port_of_lading: str | None
    """UN/LOCODE, like all ports. The names are in separate columns."""
    port_of_lading_name: str | None
    port_of_discharge: str | None
    port_of_discharge_name: str | None
    destination: str | None
    destination_name: str | None
    vessel: str | None
    """The vessel that brings this container to the port of discharge."""
    voyage: str | None
    terminal: str | None
    """Name of the terminal at the port of discharge."""
    eta: datetime | None
    """Latest expected arrival of the container at the port of discharge; ``None`` after the arrival, or if the
    container is no longer tracked.
    """
    eta_local: datetime | None
    """The same in local time of the port, without an offset; ``None`` if the time zone is unknown."""
    first_eta: datetime | None
    """The first expected arrival that was reported; ``None`` if the containers of the shipment travel on several
    vessels.
    """
    arrived: datetime | None
    """The actual arrival."""
    arrived_local: datetime | None
    """The same in local time of the port."""
    delay_days: float | None
    """Delay of the arrival (or the expected arrival) compared to ``first_eta``, in days. Negative if early."""
    last_free_day: date | None
    """The earliest last free day of line, terminal and railway, as a date at the place of pickup."""
    last_free_day_source: str | None
    """Whose last free day that is: ``line``, ``terminal`` or ``rail``; ``None`` if that is unknown."""
    id: str
    """Id of the container."""
    shipment_id: str | None


INCLUDE = "shipment,pod_terminal,transport_events,transport_events.vessel"
"""What is included with the containers to build their rows."""

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
    """The result of :meth:`Containers.table <shiptrack.Containers.table>`. Iterate over it to get its
    :class:`ContainerRow` objects.
    """

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
        shown = [asdict(row) for row in self.rows[: _html.MAX_ROWS]]
        return _html.table(shown, f"{len(self.rows)} containers")

    def __arrow_c_stream__(self, requested_schema: object = None) -> Any:
        """Returns the rows as an Arrow stream (PyCapsule interface)."""
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

    def to_pandas(self, *, numpy: bool = False) -> _tables.pandas.DataFrame:
        """Returns the table as a ``pandas.DataFrame`` with Arrow types, or with ``numpy=True`` with NumPy types. Needs pandas and
        pyarrow.

        ``eta``, ``first_eta`` and ``arrived`` are timestamps in UTC, ``eta_local`` and ``arrived_local`` are local times of the port
        without a zone, ``last_free_day`` is a date, ``delay_days`` a float, and all other columns are text.
        """
        return _tables.to_pandas(self, numpy=numpy)

    def to_polars(self) -> _tables.polars.DataFrame:
        """Returns the table as a ``polars.DataFrame`` with the same types. Needs polars."""
        return _tables.to_polars(self)

    def to_csv(self, file: str | PathLike[str] | TextIO) -> None:
        """Writes a CSV file in UTF-8 with a header: times and dates in ISO 8601, unknown values empty. ``file`` is a
        path or an open text file. A text that a spreadsheet would read as a formula, because it begins with ``=``, ``+``, ``-`` or
        ``@``, is written after an apostrophe.
        """
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
            writer.writerow([_cell(value) for value in astuple(row)])

    def to_parquet(self, file: str | PathLike[str] | BinaryIO) -> None:
        """Writes a Parquet file. ``file`` is a path or an open binary file. Needs pyarrow or polars."""
        _tables.to_parquet(self, file)


def _cell(value: object) -> object:
    """Returns the cell of a CSV file. Texts come from carriers and senders of mail, so a formula must not reach a spreadsheet."""
    if value is None:
        return ""
    if isinstance(value, date):
        return value.isoformat()
    if isinstance(value, str) and value.startswith(("=", "+", "-", "@", "\t", "\r")):
        return "'" + value
    return value


def fetch(
    containers: Any, options: dict[str, Any] | None, related: Callable[[str], list[str]] | None = None
) -> ContainerTable:
    """Fetches every container and its shipment.

    With ``related``, which returns the ids of shipments on the same voyage as a shipment, duplicate rows of containers that are
    tracked twice are left out.
    """
    if options and "include" in options:
        raise TypeError("table() has no keyword include: it always includes shipments, terminals and events")
    rows = _ContainerRows()
    for page in containers.list(**{"page_size": 100, **(options or {}), "include": INCLUDE}).pages():
        rows.add([*page, *page._repeated()])
    return ContainerTable(tuple(ContainerRow(*values) for values in rows.finish(related)))


def row(container: Container, shipment: Shipment | None) -> ContainerRow:
    """Returns the row of a container, with data of its shipment if that is known."""
    rows = _ContainerRows()
    rows.add_one(container, shipment)
    return ContainerRow(*rows.finish(None)[0])


def local_day(moment: Moment | None, zone: str | None) -> date | None:
    """Returns the date of a moment in a time zone; if the zone is unknown, in the UTC offset of the moment.

    Returns ``None`` for a moment in UTC if the zone is unknown, because the date at the place is ambiguous.
    """
    return _local_day(moment, zone)
