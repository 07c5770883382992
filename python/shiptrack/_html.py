"""HTML of resources and listings for notebooks."""

from __future__ import annotations

from dataclasses import fields, is_dataclass
from datetime import date, datetime
from html import escape
from typing import Any

from shiptrack._related import related_or_none
from shiptrack.values import ResourceId, Secret

ROWS = 20
"""Largest number of rows in a table."""
_COLUMNS = 9
_LONG = 80

_STYLE = "text-align:left;vertical-align:top;padding:2px 12px 2px 0"
_SHORT = 40
"""A text of up to this many characters is not wrapped."""

_BEST: dict[str, tuple[str, ...]] = {
    "tracking_request": ("request_number", "request_type", "scac", "status", "failed_reason", "ref_numbers", "created_at"),
    "shipment": (
        "bill_of_lading_number",
        "shipping_line_scac",
        "port_of_lading_name",
        "port_of_discharge_name",
        "pod_vessel_name",
        "pol_atd_at",
        "pod_eta_at",
        "pod_ata_at",
        "ref_numbers",
    ),
    "container": (
        "number",
        "current_status",
        "equipment_type",
        "equipment_length",
        "pol_vessel_departed_at",
        "pod_arrived_at",
        "pod_terminal",
        "pickup_lfd",
        "pod_full_out_at",
    ),
    "transport_event": ("event", "timestamp", "timezone", "location_locode", "terminal", "vessel", "voyage_number", "data_source"),
    "email_submission": ("sent_at", "from", "to", "subject", "documents_count", "created_at"),
    "document": ("name", "document_type", "source", "file_name", "file_size_bytes", "created_at"),
    "shipping_line": ("scac", "name", "short_name", "alternative_scacs"),
    "webhook": ("url", "active", "events", "created_at"),
    "webhook_notification": ("event", "reference_object", "delivery_status", "created_at"),
}
"""The columns of a table by type. Other types show their first attributes."""


def text(value: object) -> str:
    """Returns a value as text for a person."""
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
    if is_dataclass(value) and not isinstance(value, type):
        named = [(field.name, text(getattr(value, field.name))) for field in fields(value)]
        return ", ".join(f"{name}: {shown}" for name, shown in named if shown)
    return str(value)


def _cell(value: object) -> str:
    shown = text(value)
    cut = shown if len(shown) <= _LONG else shown[: _LONG - 1] + "…"
    style = _STYLE + (";white-space:nowrap" if len(shown) <= _SHORT else "")
    return f'<td style="{style}">{escape(cut)}</td>'


def _fields(item: Any) -> list[str]:
    names = getattr(type(item), "__match_args__", ("id",))
    return [name for name in names if name != "id"] or ["type"]


def resource(item: Any) -> str:
    """Returns the table of one resource, with a row for each attribute that is not empty."""
    rows = [("id", item.id)]
    rows += [(name, _shown(item, name)) for name in _fields(item)]
    body = "".join(
        f'<tr><th style="{_STYLE}">{escape(name)}</th>{_cell(value)}</tr>'
        for name, value in rows
        if text(value)
    )
    title = escape(type(item).__name__ if type(item).__name__ != "Resource" else item.type)
    return f"<table><caption style='text-align:left'><b>{title}</b></caption>{body}</table>"


def _table(items: list[Any], caption: str) -> str:
    if not items:
        return f"<p><i>{escape(caption)}: empty</i></p>"
    best = _BEST.get(items[0].type) or _fields(items[0])
    names = [name for name in best if any(text(getattr(item, name, None)) for item in items)] or ["id"]
    return rows([{name: _shown(item, name) for name in names} for item in items], caption, _COLUMNS)


def _shown(item: Any, name: str) -> Any:
    """Returns the value that a person sees: times in local time of their place, and the name of a related resource."""
    value = getattr(item, name, None)
    if isinstance(value, (datetime, date)):
        return item.local(name)
    if isinstance(value, ResourceId):
        return getattr(related_or_none(item, name), "name", None) or value
    return value


def rows(shown: list[dict[str, Any]], caption: str, most: int | None = None) -> str:
    """Returns a table of these rows, with the columns that are not empty and at most `most` columns."""
    names = list(shown[0]) if shown else []
    columns = [name for name in names if any(text(row[name]) for row in shown)][:most] or names[:1]
    head = "".join(f'<th style="{_STYLE}">{escape(name)}</th>' for name in columns)
    body = "".join("<tr>" + "".join(_cell(row[name]) for name in columns) + "</tr>" for row in shown)
    return (
        f"<table><caption style='text-align:left'>{escape(caption)}</caption>"
        f"<thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"
    )


def page(shown: Any) -> str:
    items = list(shown)
    total = shown.total
    count = f"{len(items)} on this page" if total is None else f"{total} in all"
    part = f", {len(items)} on this page" if total is not None and total != len(items) else ""
    first = f", the first {ROWS} shown" if len(items) > ROWS else ""
    return _table(items[:ROWS], count + part + first)


def listing(shown: Any) -> str:
    """Returns the first page of a listing."""
    first = shown.first_page()
    return "<p><i>empty</i></p>" if first is None else page(first)
