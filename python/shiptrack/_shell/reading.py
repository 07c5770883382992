"""The command that decodes files of carriers."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

from shiptrack._decode import decode
from shiptrack._native import _read, _voyage
from shiptrack._reading import Message, Problem, Reading
from shiptrack._shell.exits import DONE, REFUSED
from shiptrack._shell.output import Column, Output, refuse
from shiptrack._shell.target import Target

READ_HELP = """\
Decodes files without a service, and stores nothing. Problems are printed to
standard error with their place.

With --json, or in a pipe, every line is a message, one JSON object:
  source    the file
  form      the format: dcsa2, dcsa3_beta, dcsa3_codes, dcsa3_words,
            dcsa_arrival_notice, x12_312, x12_315, x12_322, iftsta, iftman,
            codeco, coarri, edi
  facts     the facts, as `record_facts` of a service takes them
  numbers   the containers, bookings and bills of lading that it names
  problems  what could not be decoded

With --voyage, the first line is {"shipment": ...}, and each further line is an
event, in order. If EDI files describe several shipments, each one begins with
such a line:
  container  its number
  at         when, in UTC: 2026-01-05T22:19:00Z
  locode     where
  raw_event  the meaning on the route, such as transshipment_loaded, or null
  event      the event name, such as container.transport.transshipment_loaded,
             or null
  estimated  whether the event is expected or planned
"""

_COLUMNS = (
    Column("CONTAINER", "container"),
    Column("WHAT", "what"),
    Column("AT", "at"),
    Column("PLACE", "place", free=True),
    Column("VESSEL", "vessel", free=True, spare=True),
)


def read(target: Target, out: Output) -> int:
    """Decodes the files and prints their messages or voyages."""
    documents, refused = [], 0
    for source in target.options.source:
        try:
            document = sys.stdin.buffer.read() if source == "-" else Path(source).read_bytes()
        except OSError as error:
            refused += refuse(source, error.strerror or str(error))
            continue
        report = json.loads(_read(document))
        made: Reading = decode(Reading, report)
        for problem in made.problems:
            refuse(source, str(problem))
        if not made.messages:
            refused += 1
            continue
        if any(message.facts or not message.problems for message in made.messages):
            documents.append(document)
        else:
            refused += refuse(source, "no part of it could be decoded")
        for message, row in zip(made.messages, report["messages"]):
            for problem in message.problems:
                out.warn(f"{source}: {_placed(message, problem)}")
            if not target.options.voyage:
                _show(source, message, row, out)
    if documents and target.options.voyage:
        for line in _voyage(documents, None).splitlines():
            out.line(json.loads(line))
    return REFUSED if refused else DONE


def _placed(message: Message, problem: Problem) -> str:
    """Returns a problem with the place of its message, if the file may have several."""
    return f"{message.place}{', ' if problem.place else ': '}{problem}" if message.place else str(problem)


def _show(source: str, message: Message, row: dict[str, Any], out: Output) -> None:
    if out.as_json:
        out.line({"source": source, **row})
        return
    at = f", {message.place}" if message.place else ""
    out.write(f"{source}{at}: {message.description}; facts: {len(message.facts)}")
    for kind in ("container", "booking_number", "bill_of_lading"):
        numbers = [named.number for named in message.numbers if named.kind == kind]
        if numbers:
            out.write(f"  {kind.replace('_', ' ')}: {', '.join(numbers)}")
    for words, ids in (("cancelled", message.cancelled), ("withdrawn event ids", message.retracted)):
        if ids:
            out.write(f"  {words}: {', '.join(ids)}")
    out.rows([_row(fact) for fact in message.facts], _COLUMNS)


def _row(fact: dict[str, Any]) -> dict[str, Any]:
    event = fact.get("event", {})
    where = event.get("place", {})
    vessel = event.get("vessel", {})
    return {
        "container": fact.get("container", "(all)"),
        "what": _what(fact, event),
        "at": event.get("at"),
        "place": " ".join(filter(None, (where.get("locode"), where.get("name")))) or None,
        "vessel": vessel.get("name") or vessel.get("imo"),
    }


def _what(fact: dict[str, Any], event: dict[str, Any]) -> str:
    """Returns the content of a fact in a few words."""
    if "withdrawn" in fact:
        return f"withdrawn: {fact['withdrawn']}"
    if not event:
        values = fact.get("reading") or fact.get("particulars") or {}
        return ", ".join(f"{name} {value}" for name, value in values.items())
    certainty = event.get("certainty", "actual")
    emptiness = ("empty" if event["empty"] else "laden") if "empty" in event else ""
    parts = ("" if certainty == "actual" else certainty, event["movement"], f"by {event['mode']}" if "mode" in event else "", emptiness)
    return " ".join(part for part in parts if part)
