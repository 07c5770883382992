"""Commands that list resources and events."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict
from datetime import datetime
from typing import Any

from shiptrack import Container
from shiptrack._native import _arrival
from shiptrack._related import related_or_none
from shiptrack._shell.exits import COMMAND_LINE, FAILED, CommandError
from shiptrack._shell.output import Column, Output, show
from shiptrack._shell.target import Target
from shiptrack._shell.tracking import REQUEST, warn_without_carrier
from shiptrack.tables import INCLUDE, local_day
from shiptrack.values import FeedEvent


def _stop_reason(tracking: object) -> str:
    """Returns why a container is no longer tracked; empty while it is tracked."""
    return "" if tracking == "followed" else show(tracking).replace("_", " ")


FAMILIES: dict[str, Sequence[Column]] = {
    "requests": REQUEST,
    "shipments": (
        Column("NUMBER", "bill_of_lading_number"),
        Column("LINE", "shipping_line_scac"),
        Column("FROM", "port_of_lading_name", free=True),
        Column("TO", "port_of_discharge_name", free=True),
        Column("VESSEL", "pod_vessel_name", free=True, spare=True),
        Column("LEFT", "pol_atd_at", spare=True),
        Column("EXPECTED", "pod_eta_at"),
        Column("ARRIVED", "pod_ata_at"),
    ),
    "containers": (
        Column("NUMBER", "number"),
        Column("STATUS", "current_status", lambda status: show(status).replace("_", " ")),
        Column("TRACKING", "tracking", _stop_reason),
        Column("EXPECTED", "eta"),
        Column("ARRIVED", "pod_arrived_at"),
        Column("AVAILABLE", "available_for_pickup"),
        Column("LAST FREE DAY", "pickup_lfd", lambda at: show(local_day(at, None) or at)),
        Column("PICKED UP", "pod_full_out_at"),
        Column("TERMINAL", "terminal", free=True),
        Column("VESSEL", "vessel", free=True),
    ),
    "emails": (
        Column("SENT", "sent_at"),
        Column("FROM", "from", free=True),
        Column("SUBJECT", "subject", free=True),
        Column("DOCUMENTS", "documents_count"),
    ),
    "documents": (
        Column("NAME", "name", free=True),
        Column("TYPE", "document_type"),
        Column("SOURCE", "source", lambda source: show(source).replace("_", " ")),
        Column("SINCE", "created_at"),
    ),
    "webhooks": (Column("URL", "url", free=True), Column("ACTIVE", "active"), Column("EVENTS", "events", free=True)),
    "lines": (Column("CODE", "scac"), Column("NAME", "name", free=True)),
}

_NAMES_OF_CLIENT = {"requests": "tracking_requests", "emails": "email_submissions", "lines": "shipping_lines"}
"""Families that have another name in the client."""

LIST_HELP = """\
With --json, or in a pipe, every line is one JSON object: the resource in the
format of the interface. Times are in ISO 8601, unknown values are null:
  id, type
  attributes      its values, such as attributes.status of a request
  relationships   type and id of related resources, under `data`
  links           the URL of the resource
"""

CONTAINERS_HELP = """\
--csv writes UTF-8 with a header, and times and dates in ISO 8601; - is standard
output. --parquet needs pyarrow or polars. The columns, and with --json or in a
pipe the keys of every line:
  number, status
  tracking                       followed; left, if the container left its
                                 shipment; or why the shipment is no longer
                                 tracked
  bill_of_lading, line           number of the shipment, and code of the
                                 carrier; no bill of lading if the container
                                 number itself is tracked
  port_of_lading, port_of_lading_name, port_of_discharge,
  port_of_discharge_name, destination, destination_name
                                 UN/LOCODE and name
  vessel, voyage, terminal       of the arrival at the port of discharge
  eta, first_eta, arrived        in UTC: expected arrival there (until it
                                 arrives), first expected arrival, arrival
  eta_local, arrived_local       the same in local time, without an offset
  delay_days                     delay compared to first_eta; negative if early
  last_free_day                  the earliest, a date at the place
  last_free_day_source           whose it is: line, terminal or rail
  id, shipment_id
"""

EVENTS_HELP = """\
With --follow, the command is also doing look-ups and deliveries, as `serve`
does, because no other program can have the file open. Name your carriers with
--carriers. Without --follow, the command only reads.

With --json, or in a pipe, every line is one JSON object:
  sequence   sequence number: pass it to --after to continue after it
  at         when, in ISO 8601
  event      name of the event
  about      the resource it concerns: type and id
"""

_TABLE = (
    Column("NUMBER", "number"),
    Column("STATUS", "status", lambda status: show(status).replace("_", " ")),
    Column("TRACKING", "tracking", _stop_reason),
    Column("EXPECTED", "eta_local"),
    Column("DAYS LATE", "delay_days", lambda days: "" if days is None else f"{days:.1f}"),
    Column("LAST FREE DAY", "last_free_day"),
    Column("OF", "last_free_day_source"),
    Column("FROM", "port_of_lading_name", free=True),
    Column("TO", "port_of_discharge_name", free=True),
    Column("VESSEL", "vessel", free=True),
    Column("TERMINAL", "terminal", free=True),
)

DOUBTS_HELP = """\
Lists statements that are not used, with the reason, and statements that are
probably wrong, newest first. ID is the id of a shipment, or its number.

With --json, or in a pipe, every line is one JSON object:
  reason        a code, such as before_arrival
  text          a sentence
  container     its number; null if the statement is about the whole shipment
  source        who reported it
  received_at   when, in ISO 8601
  pointer       the doubtful member of the fact, as a JSON pointer
  event, at, locode
                the event; null if the statement is not an event

A hosted service does not list doubts.
"""

_DOUBTS = (
    Column("RECEIVED", "received_at", spare=True),
    Column("SOURCE", "source", lambda source: source["name"] if isinstance(source, dict) else show(source).replace("_", " ")),
    Column("CONTAINER", "container"),
    Column("DOUBT", "text", wraps=True),
)

_EVENTS = (
    Column("SEQ", "sequence"),
    Column("AT (UTC)", "at", lambda at: show(at).removesuffix(" UTC"), spare=True),
    Column("EVENT", "event"),
    Column("ABOUT", "number", free=True, least=20),
)


def list_family(target: Target, out: Output) -> None:
    client, options, name = target.client(), target.options, target.options.family
    family: Any = getattr(client, _NAMES_OF_CLIENT.get(name, name))
    rows: Iterable[Any]
    if name == "containers" and not out.as_json:
        rows = map(_container_row, family.list(include=INCLUDE, page_size=100, max_items=options.limit))
    elif name == "shipments" and not out.as_json:
        rows = (_local_row(shipment, name) for shipment in family.list(max_items=options.limit))
    else:
        rows = family.list(max_items=options.limit)
    out.rows(rows, FAMILIES[name])


def _container_row(container: Container) -> dict[str, Any]:
    """Returns the columns of a container: times in local time, and data of its shipment and terminal."""
    vessel, eta, tracking = _arrival(container)
    terminal = getattr(related_or_none(container, "pod_terminal"), "name", None)
    return {**_local_row(container, "containers"), "eta": eta, "tracking": tracking, "vessel": vessel, "terminal": terminal}


def _local_row(resource: Any, family: str) -> dict[str, Any]:
    """Returns the attributes that the columns of a family show, times in local time."""
    names = [column.member for column in FAMILIES[family]]
    values = {name: getattr(resource, name, None) for name in names}
    return {name: resource.local(name) if isinstance(value, datetime) else value for name, value in values.items()}


def containers(target: Target, out: Output) -> None:
    options = target.options
    if options.csv == "-" and options.parquet == "-":
        raise CommandError("--csv - and --parquet - cannot both write to standard output", COMMAND_LINE)
    if options.parquet == "-" and out.stream.isatty():
        raise CommandError("--parquet - writes binary data, which a terminal cannot show: name a file, or use a pipe", COMMAND_LINE)
    table = target.client().containers.table(max_items=options.limit)
    if options.csv is not None:
        with _writing("--csv", options.csv):
            table.to_csv(out.stream if options.csv == "-" else options.csv)
    if options.parquet is not None:
        with _writing("--parquet", options.parquet):
            table.to_parquet(out.stream.buffer if options.parquet == "-" else options.parquet)
    if options.csv is None and options.parquet is None:
        out.rows([asdict(row) for row in table], _TABLE)
        return
    files = [file for file in (options.csv, options.parquet) if file not in (None, "-")]
    if files:
        out.hint(f"{len(table)} containers are in {' and '.join(files)}")


@contextmanager
def _writing(option: str, file: str) -> Iterator[None]:
    """Names the option in errors about its file."""
    try:
        yield
    except ImportError as missing:
        raise CommandError(str(missing), FAILED) from missing
    except BrokenPipeError:
        raise
    except OSError as problem:
        raise CommandError(f"{option} {file}: {problem.strerror or problem}", FAILED) from problem


def doubts(target: Target, out: Output) -> None:
    shipments, name = target.client().shipments, target.options.shipment
    found = [shipment.id for shipment in shipments.list(number=name)] or [name]
    listed = [shipments.doubts(id) for id in found]
    out.rows((doubt for answer in listed for doubt in answer["doubts"]), _DOUBTS)
    if more := sum(answer["total"] - len(answer["doubts"]) for answer in listed):
        out.hint(f"there are {more} more")


def emails(target: Target, out: Output) -> None:
    target.options.family = "emails"
    list_family(target, out)


def events(target: Target, out: Output) -> None:
    options, service = target.options, target.service()
    if options.follow:
        warn_without_carrier(target, service, out)
    feed = service.events(options.after, account=options.account, follow=options.follow)
    if options.follow or out.as_json:
        for event in feed:
            out.line(_event_row(event))
        return
    out.rows([{**_event_row(event), "number": _about(event)} for event in feed], _EVENTS)


def _event_row(event: FeedEvent) -> dict[str, Any]:
    return {
        "sequence": event.sequence,
        "at": event.created_at,
        "event": event.event,
        "about": event.notification.reference_object,
    }


def _about(event: FeedEvent) -> str:
    about = event.about()
    related = [related_or_none(about, path) for path in ("container", "shipment") if about is not None and path in about.relationships]
    for known in (about, *related):  # the resource itself has a name, or a related one has
        for name in ("request_number", "number", "bill_of_lading_number", "subject", "name"):
            if value := getattr(known, name, None):
                return show(value)  # the name of the event begins with the type
    return show(event.notification.reference_object)
