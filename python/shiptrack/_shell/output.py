"""What commands print: tables for a person, lines of JSON for a program."""

from __future__ import annotations

import json
import shutil
import sys
import unicodedata
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any

from shiptrack import Resource, ResourceId, Secret
from shiptrack._html import text

_NARROW = 8
"""No column is cut to less, unless the terminal has no room for even that."""


def show(value: object) -> str:
    """A value in a cell."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return text(value)


@dataclass(frozen=True)
class Column:
    """A column of a table: its heading, the member it shows, and how."""

    heading: str
    member: str
    show: Callable[[Any], str] = show

    def cell(self, row: Any) -> str:
        """Its cell of a row. What a terminal would take for a command is left out."""
        value = row.get(self.member) if isinstance(row, dict) else getattr(row, self.member)
        return "".join(letter if letter.isprintable() else " " for letter in self.show(value))


class Output:
    """Tables on a terminal; lines of JSON in a pipe, or where they are asked for."""

    def __init__(self, as_json: bool) -> None:
        self.as_json = as_json or not sys.stdout.isatty()

    def line(self, row: Any) -> None:
        """One row as JSON."""
        if isinstance(row, Resource):
            row = row.to_dict()
        print(json.dumps(row, default=_plain, ensure_ascii=False), flush=True)

    def rows(self, rows: Iterable[Any], columns: Sequence[Column]) -> None:
        """Rows with these columns."""
        if self.as_json:
            for row in rows:
                self.line(row)
            return
        width = shutil.get_terminal_size().columns
        for line in laid_out([[column.cell(row) for column in columns] for row in rows], columns, width):
            print(line)

    @staticmethod
    def hint(words: str) -> None:
        """Something a person may want to know, and a program does not."""
        if sys.stderr.isatty():
            print(f"shiptrack: {words}", file=sys.stderr)


def _plain(value: object) -> object:
    """A value JSON has no form for: time stamps in ISO 8601, ids as data."""
    if isinstance(value, (datetime, date)):
        return value.isoformat()
    if isinstance(value, ResourceId):
        return value.to_dict()
    if isinstance(value, Secret):
        return "***"
    return str(value)


def laid_out(cells: list[list[str]], columns: Sequence[Column], width: int) -> list[str]:
    """The lines of a table that fits into `width`: the widest columns give way first."""
    lines = [[column.heading for column in columns], *cells]
    widths = [max(_width(line[at]) for line in lines) for at in range(len(columns))]
    while sum(widths) + 2 * (len(widths) - 1) > width and max(widths) > _NARROW:
        widths[widths.index(max(widths))] -= 1
    shown = ["  ".join(_fit(cell, at) for cell, at in zip(line, widths)).rstrip() for line in lines]
    return [_fit(line, width).rstrip() for line in shown] + ([] if cells else ["(nothing)"])


def _fit(cell: str, width: int) -> str:
    if _width(cell) > width:
        while cell and _width(cell) >= width:
            cell = cell[:-1]
        cell += "…"
    return cell + " " * (width - _width(cell))


def _width(words: str) -> int:
    """Columns of a terminal: wide letters take two, combining ones none."""
    if words.isascii():
        return len(words)
    return sum(0 if unicodedata.combining(x) else 2 if unicodedata.east_asian_width(x) in "WF" else 1 for x in words)
