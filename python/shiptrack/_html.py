"""How resources and listings look in a notebook: small tables, everything escaped."""

from __future__ import annotations

from datetime import date, datetime
from html import escape
from typing import Any

from shiptrack.values import ResourceId, Secret

ROWS = 20
"""Rows of a table at most."""
_COLUMNS = 8
_LONG = 80

_STYLE = "text-align:left;vertical-align:top;padding:2px 10px 2px 0"


def text(value: object) -> str:
    """A value for a person."""
    if value is None or value == ():
        return ""
    if isinstance(value, Secret):
        return "***"
    if isinstance(value, datetime):
        return value.strftime("%Y-%m-%d %H:%M %Z").strip()
    if isinstance(value, date):
        return value.isoformat()
    if isinstance(value, ResourceId):
        return f"{value.type} {value.id}"
    if isinstance(value, tuple):
        return ", ".join(text(item) for item in value)
    return str(value)


def _cell(value: object) -> str:
    shown = text(value)
    cut = shown if len(shown) <= _LONG else shown[: _LONG - 1] + "…"
    return escape(cut)


def _fields(item: Any) -> list[str]:
    names = getattr(type(item), "__match_args__", ("id",))
    return [name for name in names if name != "id"] or ["type"]


def resource(item: Any) -> str:
    """One resource: a row for each attribute that says something."""
    rows = [("id", item.id)]
    rows += [(name, getattr(item, name)) for name in _fields(item)]
    body = "".join(
        f'<tr><th style="{_STYLE}">{escape(name)}</th><td style="{_STYLE}">{_cell(value)}</td></tr>'
        for name, value in rows
        if value is not None and value != ()
    )
    title = escape(type(item).__name__ if type(item).__name__ != "Resource" else item.type)
    return f"<table><caption style='text-align:left'><b>{title}</b></caption>{body}</table>"


def _table(items: list[Any], caption: str) -> str:
    if not items:
        return f"<p><i>{escape(caption)}: empty</i></p>"
    columns = [name for name in _fields(items[0]) if any(text(getattr(item, name, None)) for item in items)]
    columns = columns[:_COLUMNS]
    head = "".join(f'<th style="{_STYLE}">{escape(name)}</th>' for name in columns)
    body = "".join(
        "<tr>" + "".join(f'<td style="{_STYLE}">{_cell(getattr(item, name, None))}</td>' for name in columns) + "</tr>"
        for item in items
    )
    return (
        f"<table><caption style='text-align:left'>{escape(caption)}</caption>"
        f"<thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"
    )


def page(shown: Any) -> str:
    items = list(shown)
    more = f", {len(items)} on this page" if shown.total is not None else ""
    count = shown.total if shown.total is not None else len(items)
    first = f", the first {ROWS} shown" if len(items) > ROWS else ""
    return _table(items[:ROWS], f"{count} in all{more}{first}")


def listing(shown: Any) -> str:
    """The first page of a listing."""
    first = shown.first_page()
    return "<p><i>empty</i></p>" if first is None else page(first)
