"""Output of commands: tables for a person, lines of JSON for a program."""

from __future__ import annotations

import io
import json
import shutil
import sys
import textwrap
import unicodedata
from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict, dataclass, is_dataclass
from datetime import date, datetime
from typing import Any

from shiptrack import Resource, ResourceId, Secret
from shiptrack._html import text
from shiptrack._log import LOGGER

_NARROW = 12
"""Smallest width to which a text is cut."""


def show(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return text(value)


@dataclass(frozen=True)
class Column:
    """A column of a table: its heading, the member it shows, and how."""

    heading: str
    member: str
    show: Callable[[Any], str] = show
    free: bool = False
    """Whether it is free text that may be cut. Numbers and times are shown completely or not at all."""
    wraps: bool = False
    """Whether it is wrapped instead of cut. Only for the last column."""
    keep: bool = False
    """Whether it is never cut."""
    spare: bool = False
    """Whether it is left out before other columns."""
    least: int = _NARROW
    """Smallest width of free text."""

    def cell(self, row: Any) -> str:
        """Returns the cell of a row, without control characters."""
        value = row.get(self.member) if isinstance(row, dict) else getattr(row, self.member)
        return "".join(letter if letter.isprintable() else " " for letter in self.show(value))


class Output:
    """Prints tables on a terminal; lines of JSON in a pipe, or on request."""

    def __init__(self, as_json: bool) -> None:
        self.stream = sys.stdout
        self.tables = 0
        self.as_json = as_json or not self.stream.isatty()
        if isinstance(self.stream, io.TextIOWrapper):  # characters that the terminal does not support must not cause an error
            self.stream.reconfigure(errors="replace")

    def write(self, line: str) -> None:
        print(line, file=self.stream, flush=True)

    def line(self, row: Any) -> None:
        if isinstance(row, Resource):
            row = row.to_dict()
        text_line = json.dumps(row, default=_plain, ensure_ascii=False)
        try:
            text_line.encode(self.stream.encoding or "utf-8")
        except UnicodeEncodeError:
            text_line = json.dumps(row, default=_plain)
        self.write(text_line)

    def rows(self, rows: Iterable[Any], columns: Sequence[Column]) -> None:
        if self.as_json:
            for row in rows:
                self.line(row)
            return
        if self.tables:
            self.write("")
        self.tables += 1
        width = shutil.get_terminal_size().columns
        for line in format_table([[column.cell(row) for column in columns] for row in rows], columns, width):
            self.write(line)

    @staticmethod
    def hint(words: str) -> None:
        """Prints information for a person, only on a terminal."""
        if sys.stderr.isatty():
            Output.warn(words)

    @staticmethod
    def warn(words: str) -> None:
        """Prints a problem, so that logs contain it as well."""
        LOGGER.warning("%s", words)


def refuse(source: str, why: str) -> int:
    """Warns that a file or a part of it was not ingested, and returns 1 to count it."""
    Output.warn(f"{source}: {why}")
    return 1


def _plain(value: object) -> object:
    """Converts a value that JSON does not support: times to ISO 8601, ids to objects."""
    if isinstance(value, (datetime, date)):
        return value.isoformat()
    if isinstance(value, ResourceId):
        return value.to_dict()
    if isinstance(value, Secret):
        return "***"
    if is_dataclass(value) and not isinstance(value, type):
        return asdict(value)
    return str(value)


def format_table(cells: list[list[str]], columns: Sequence[Column], width: int) -> list[str]:
    """Returns the lines of a table that fits into `width`.

    If it is too wide, columns without values are left out first, then free texts are cut, then spare columns are left out, then
    other columns from the right.
    """
    lines = [[column.heading for column in columns], *cells]
    natural = [max(_width(line[at]) for line in lines) for at in range(len(columns))]
    shown = list(range(len(columns)))
    widths = _shrink(shown, natural, columns, width)
    if _total(widths) > width and cells:
        shown = [at for at in shown if at == 0 or any(line[at] for line in cells)]
        widths = _shrink(shown, natural, columns, width)
    while _total(widths) > width and (spare := [at for at in shown[1:] if not columns[at].keep]):
        shown.remove(next((at for at in spare if columns[at].spare), spare[-1]))
        widths = _shrink(shown, natural, columns, width)
    table = [line for cell in lines for line in _line([cell[at] for at in shown], [columns[at] for at in shown], widths)]
    return table + ([] if cells else ["(nothing)"])


def _shrink(shown: list[int], natural: list[int], columns: Sequence[Column], width: int) -> list[int]:
    widths = [natural[at] for at in shown]
    least = [
        min(natural[at], max(columns[at].least, len(columns[at].heading))) if columns[at].free or columns[at].wraps else natural[at]
        for at in shown
    ]
    while _total(widths) > width:
        slack = [have - need for have, need in zip(widths, least)]
        if max(slack) <= 0:
            break
        widths[max(range(len(widths)), key=lambda at: widths[at] if slack[at] > 0 else 0)] -= 1
    return widths


def _total(widths: list[int]) -> int:
    return sum(widths) + 2 * (len(widths) - 1)


def _line(cells: list[str], columns: list[Column], widths: list[int]) -> list[str]:
    """Formats a row: one line, or more if its last cell is wrapped."""
    rest: list[str] = []
    if columns[-1].wraps and _width(cells[-1]) > widths[-1]:
        first, *rest = textwrap.wrap(cells[-1], widths[-1]) or [""]
        cells = [*cells[:-1], first]
    indent = " " * (_total(widths) - widths[-1])
    return ["  ".join(map(_fit, cells, widths)).rstrip(), *(indent + line for line in rest)]


def _fit(cell: str, width: int) -> str:
    if _width(cell) > width:
        while cell and _width(cell) >= width:
            cell = cell[:-1]
        cell += "…"
    return cell + " " * (width - _width(cell))


def _width(words: str) -> int:
    """Returns the width of a text on a terminal: wide characters take two columns, combining ones take no column."""
    if words.isascii():
        return len(words)
    return sum(0 if unicodedata.combining(x) else 2 if unicodedata.east_asian_width(x) in "WF" else 1 for x in words)
