"""HTML of resources and listings for notebooks."""

from __future__ import annotations

from dataclasses import fields, is_dataclass
from datetime import date, datetime
from html import escape
from typing import Any

from shiptrack._related import related_or_none
from shiptrack.values import ResourceId, Secret

MAX_ROWS = 20
_MAX_COLUMNS = 9
_MAX_TEXT = 80
"""A longer text is cut to this many characters."""
_MAX_UNWRAPPED = 40
"""A text of up to this many characters is not wrapped."""

_STYLE = "text-align:left;vertical-align:top;padding:2px 12px 2px 0"

_TABLE_COLUMNS: dict[str, tuple[str, ...]] = {
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
"""The columns of a table, by resource type. A table of any other type has the first attributes of the type."""


def text(value: object) -> str:
    """Formats a value for display; empty for ``None``. A secret is masked."""
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
    whole = text(value)
    shortened = whole if len(whole) <= _MAX_TEXT else whole[: _MAX_TEXT - 1] + "…"
    style = _STYLE + (";white-space:nowrap" if len(whole) <= _MAX_UNWRAPPED else "")
    return f'<td style="{style}">{escape(shortened)}</td>'


def _attributes(item: Any) -> list[str]:
    """Returns the names of the attributes of a resource, without ``id``."""
    names = getattr(type(item), "__match_args__", ("id",))
    return [name for name in names if name != "id"] or ["type"]


def resource(item: Any) -> str:
    """Returns the table of one resource, with a row for each attribute that is not empty."""
    rows = [("id", item.id)]
    rows += [(name, _display_value(item, name)) for name in _attributes(item)]
    body = "".join(
        f'<tr><th style="{_STYLE}">{escape(name)}</th>{_cell(value)}</tr>'
        for name, value in rows
        if text(value)
    )
    title = escape(type(item).__name__ if type(item).__name__ != "Resource" else item.type)
    return f"<table><caption style='text-align:left'><b>{title}</b></caption>{body}</table>"


def _resource_table(items: list[Any], caption: str) -> str:
    if not items:
        return f"<p><i>{escape(caption)}: empty</i></p>"
    candidates = _TABLE_COLUMNS.get(items[0].type) or _attributes(items[0])
    names = [name for name in candidates if any(text(getattr(item, name, None)) for item in items)] or ["id"]
    return table([{name: _display_value(item, name) for name in names} for item in items], caption, _MAX_COLUMNS)


def _display_value(item: Any, name: str) -> Any:
    """Returns the attribute as it is displayed: a time in local time at its place, and a relationship as the name of the resource."""
    value = getattr(item, name, None)
    if isinstance(value, (datetime, date)):
        return item.local(name)
    if isinstance(value, ResourceId):
        return getattr(related_or_none(item, name), "name", None) or value
    return value


def table(rows: list[dict[str, Any]], caption: str, max_columns: int | None = None) -> str:
    """Returns a table of these rows. Columns in which all cells are empty are left out."""
    names = list(rows[0]) if rows else []
    columns = [name for name in names if any(text(row[name]) for row in rows)][:max_columns] or names[:1]
    head = "".join(f'<th style="{_STYLE}">{escape(name)}</th>' for name in columns)
    body = "".join("<tr>" + "".join(_cell(row[name]) for name in columns) + "</tr>" for row in rows)
    return (
        f"<table><caption style='text-align:left'>{escape(caption)}</caption>"
        f"<thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"
    )


def page(resources: Any) -> str:
    """Returns a table of the resources of a page."""
    items = list(resources)
    total = resources.total
    count = f"{len(items)} on this page" if total is None else f"{total} in all"
    part = f", {len(items)} on this page" if total is not None and total != len(items) else ""
    first = f", the first {MAX_ROWS} shown" if len(items) > MAX_ROWS else ""
    return _resource_table(items[:MAX_ROWS], count + part + first)


def listing(resources: Any) -> str:
    """Returns a table of the first page of a listing."""
    first = resources.first_page()
    return "<p><i>empty</i></p>" if first is None else page(first)
