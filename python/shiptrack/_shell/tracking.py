"""Commands that infer, track and show numbers."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Iterator
from typing import Any

import shiptrack
from shiptrack import Client, Container, Service, TrackingRequest, TransportEvent, errors
from shiptrack._related import related_or_none
from shiptrack._shell.exits import COMMAND_LINE, DONE, NOT_IN_TIME, REFUSED, TRACKING_FAILED, CommandError
from shiptrack._shell.output import Column, Output, show
from shiptrack._shell.target import Target
from shiptrack._step import label
from shiptrack.timeline import in_order
from shiptrack.values import Inference, LineCandidate

_NUMBERS = ("bill_of_lading", "booking_number", "container")
_NO_CARRIER = "no carrier is installed for this code: only TEST is built in, add others with --carriers MODULE:NAME or --profiles FILE"
_LIVE = ("pending", "awaiting_manifest", "created")

WATCH_HELP = """\
With --json, or in a pipe, every line is one JSON object; times are in ISO 8601,
and unknown values are null. First the request:
  kind           "request"
  id, number, scac, status, failed_reason, updated_at
  shipment       id of the shipment
Then every event of every container, in order of time:
  kind           "event"
  id, container, event
  expected       true if it has not happened yet
  at, timezone   when, and the time zone of the place (IANA name)
  local          when in local time; a date if the time is unknown
  place          UN/LOCODE
  terminal, vessel, voyage

If a number was tracked more than once, the live request is shown.
"""

INFER_HELP = """\
With --json, or in a pipe, every line is one JSON object; unknown values are
null:
  number, reason
  kind    "container", "bill_of_lading", "booking_number"
  valid   whether the number is valid
  lines   the carriers it may belong to: scac, name, confidence (0 to 1)
"""

UNTRACK_HELP = """\
Deletes all tracking requests with this number, also failed and stopped ones.
Their shipment is deleted with its containers and events, unless another
tracking request has it, and so are notifications that were not delivered yet.
What sources reported is kept, and used if the number is tracked again. The
deleted requests are printed. To stop look-ups and keep the data, stop tracking
the shipment instead.
"""

REQUEST = (
    Column("NUMBER", "request_number"),
    Column("LINE", "scac"),
    Column("STATUS", "status", lambda status: show(status).replace("_", " ")),
    Column("WHY", "failed_reason", lambda reason: show(reason).replace("_", " "), free=True),
    Column("REFERENCES", "ref_numbers", free=True),
    Column("SINCE", "created_at"),
)

_EVENT = (
    Column("CONTAINER", "container"),
    Column("WHEN", "when"),
    Column("MILESTONE", "milestone", free=True, least=26),
    Column("PLACE", "place"),
    Column("TERMINAL", "terminal", free=True, spare=True),
    Column("VESSEL", "vessel", free=True),
    Column("VOYAGE", "voyage", spare=True),
)


def track(target: Target, out: Output) -> int:
    options, wanted = target.options, _wanted(target.options)
    client = target.client(create_missing=True)
    if not target.hosted and options.scac is None and not target.detects_carriers:
        _refuse_uncertain_carrier(client, wanted)
    try:
        tracked = client.tracking_requests.track(again="always" if options.again else None, **wanted)
    except errors.InvalidError as error:
        if options.number is not None and shiptrack.numbers.infer_number(options.number).is_valid is None:
            kinds = "--bill-of-lading, --booking-number or --container"
            raise CommandError(f"the kind of {options.number} is ambiguous: use {kinds}", REFUSED) from error
        # The code is valid, but no carrier is installed for it.
        if error.pointer == "/data/attributes/scac" and error.code == "blank" and options.scac and not target.hosted:
            raise CommandError(f"--scac {options.scac}: {_NO_CARRIER}", REFUSED) from error
        raise
    request = tracked.request
    if options.wait is not None:
        request = await_answer(target, client, request, options.wait, out)
    out.rows([request], REQUEST)
    if tracked.how == "returned":
        out.warn("this is an earlier request that failed; nothing was looked up now. Use --again to try again")
    if options.wait is not None or tracked.how == "returned":
        return exit_code_of(target, request, options.wait or 0.0, out)
    if request.status == "pending" and not target.hosted:
        out.hint("it stays pending until it is looked up by `serve`, `watch NUMBER` or `track NUMBER --wait 60`")
        if lacks_carrier(target, request):
            out.hint(_NO_CARRIER)
    return DONE


def _wanted(options: Namespace) -> dict[str, Any]:
    wanted = {name: getattr(options, name) for name in _NUMBERS if getattr(options, name) is not None}
    if options.number is not None:
        wanted["request_number"] = options.number
    if len(wanted) != 1:
        raise CommandError("`track` takes one number: NUMBER, --bill-of-lading, --booking-number or --container", COMMAND_LINE)
    if options.scac is not None:
        wanted["scac"] = options.scac
    else:
        wanted["auto_detect"] = True
    if options.allow_wrong_check_digit:
        wanted["allow_wrong_check_digit"] = True
    if options.ref_number:
        wanted["ref_numbers"] = options.ref_number
    return wanted


def _refuse_uncertain_carrier(client: Client, wanted: dict[str, Any]) -> None:
    """Rejects a number if its carrier is uncertain, because its first look-up would fail."""
    number = next(value for name, value in wanted.items() if name in ("request_number", *_NUMBERS))
    found = _inference(number)
    # The service explains what is wrong with an invalid number.
    unclear = (found.is_valid is False and "allow_wrong_check_digit" not in wanted) or (found.is_valid is None and "request_number" in wanted)
    if unclear or found.decision == "auto_select" or latest(client, number, live=True):
        return
    raise CommandError(f"the carrier of {number} is uncertain: {likely(found)}", REFUSED)


def _inference(number: str) -> Inference:
    try:
        return shiptrack.numbers.infer_number(number)
    except errors.InvalidError as error:
        return Inference(is_valid=False, reason=error.detail)


def likely(found: Inference) -> str:
    """Returns the option that names the carrier of a number."""
    candidates = [line for line in found.candidates if line.scac and line.confidence]
    if not candidates:
        return "name it with --scac CODE"
    candidates_text = ", ".join(f"{line.scac} is likely ({line.confidence:.2g})" for line in candidates)
    return f"{candidates_text}; to use it, add --scac {candidates[0].scac}"


def watch(target: Target, out: Output) -> int:
    client, number = target.client(), target.options.number
    found = latest(client, number)
    if found is None:
        raise errors.NotFoundError(f"{number} is not tracked: start with `shiptrack track {number}`")
    timeout = target.options.timeout
    request = await_answer(target, client, found, timeout, out)
    if out.as_json:
        for row in _journey_rows(client, request):
            out.line(row)
        return exit_code_of(target, request, timeout, out)
    out.rows([request], REQUEST)
    events = [row for row in _journey_rows(client, request) if row["kind"] == "event"]
    if events:
        out.rows([{**row, **_readable(row)} for row in events], _EVENT)
    return exit_code_of(target, request, timeout, out)


def untrack(target: Target, out: Output) -> int:
    client, options = target.client(), target.options
    found = list(client.tracking_requests.list(number=options.number, scac=options.scac, max_items=1000))
    if not found:
        carrier = f" at {options.scac}" if options.scac else ""
        raise errors.NotFoundError(f"{options.number} is not tracked{carrier}: `shiptrack list requests` shows what is")
    for request in found:
        client.tracking_requests.delete(request)
    out.rows(found, REQUEST)
    return DONE


def latest(client: Client, number: str, *, live: bool = False) -> TrackingRequest | None:
    """Returns the newest live request for a number; if no request is live, the newest one, unless `live` is set."""
    newest = None
    for request in client.tracking_requests.list(number=number, max_items=1000):
        if request.status in _LIVE:
            return request
        newest = newest or request
    return None if live else newest


def await_answer(target: Target, client: Client, request: TrackingRequest, timeout: float, out: Output) -> TrackingRequest:
    """Returns the request as soon as it has an answer, or as it is when the time is up.

    If it turned out to be a duplicate, the original request is returned.
    """
    now = _wait_for(target, client, request, timeout, out)
    other = latest(client, now.request_number, live=True) if now.failed_reason == "duplicate" else None
    return now if other is None else _wait_for(target, client, other, timeout, out)


def _wait_for(target: Target, client: Client, request: TrackingRequest, timeout: float, out: Output) -> TrackingRequest:
    if request.status == "pending" and not target.hosted:
        if scac_of(request) is not None and lacks_carrier(target, request):
            return request
        warn_without_carrier(target, target.service(), out)
    try:
        return client.tracking_requests.wait(request, until="answered", timeout=timeout)
    except errors.TimedOutError:
        return client.tracking_requests.get(request)


def without_carrier(target: Target, service: Service) -> list[TrackingRequest]:
    return [
        request
        for account in service.accounts()
        for status in ("pending", "awaiting_manifest")
        for request in service.client(account.name).tracking_requests.list(status=status, max_items=1000)
        if not has_carrier(target, request)
    ]


def warn_without_carrier(target: Target, service: Service, out: Output) -> None:
    """Warns about numbers that cannot be looked up because their carrier is not installed."""
    waiting = without_carrier(target, service)
    if not waiting:
        return
    numbers = ", ".join(f"{request.request_number} ({scac_of(request) or 'no code'})" for request in waiting[:3])
    more = f" and {len(waiting) - 3} more" if len(waiting) > 3 else ""
    out.warn(
        f"no carrier is installed for {numbers}{more}: these numbers are not looked up until their carrier "
        "is named with --carriers or --profiles"
    )


def has_carrier(target: Target, request: TrackingRequest) -> bool:
    scac = scac_of(request)
    return target.detects_carriers if scac is None else target.has_carrier(scac)


def scac_of(request: TrackingRequest) -> str | None:
    """Returns the carrier of a request, inferred from the number if it was left open."""
    if request.scac is not None:
        return request.scac
    found = _inference(request.request_number)
    return found.selected.scac if found.selected and found.decision == "auto_select" else None


def exit_code_of(target: Target, request: TrackingRequest, timeout: float, out: Output) -> int:
    """Returns the exit code for a request that was waited for, and prints the reason if it is not 0."""
    number, reason = request.request_number, show(request.failed_reason).replace("_", " ")
    if request.status == "pending":
        no_carrier = lacks_carrier(target, request)
        why, waited = (_NO_CARRIER, "") if no_carrier else (reason, f" after {timeout:g} s")
        out.warn(f"{number} is still pending{waited}" + (f": {why}" if why else ""))
        return NOT_IN_TIME
    if request.status == "awaiting_manifest":
        out.warn(f"the carrier has no data about {number} yet; it is asked again every day while a worker runs")
        return NOT_IN_TIME
    if request.status != "failed":
        return DONE
    out.warn(f"{number} is not tracked, because its request failed: {reason or 'no reason was given'}")
    if request.failed_reason == "scac_auto_detect_failed":
        out.warn(f"the carrier of {number} is uncertain: {likely(_inference(number))}")
    return TRACKING_FAILED


def lacks_carrier(target: Target, request: TrackingRequest) -> bool:
    return not target.hosted and not has_carrier(target, request)


def _journey_rows(client: Client, request: TrackingRequest) -> Iterator[dict[str, Any]]:
    yield {
        "kind": "request",
        "id": request.id,
        "number": request.request_number,
        "scac": request.scac,
        "status": request.status,
        "failed_reason": request.failed_reason,
        "shipment": request.tracked_object.id if request.tracked_object else None,
        "updated_at": request.updated_at,
    }
    if request.tracked_object is None:
        return
    containers = related_or_none(client.shipments.get(request.tracked_object, include="containers"), "containers")
    for container in containers if isinstance(containers, tuple) else ():
        if not isinstance(container, Container):
            continue
        for event in _events(client, container):
            yield {
                "kind": "event",
                "id": event.id,
                "container": container.number,
                "event": event.event,
                "expected": ".estimated." in event.event,
                "at": event.timestamp,
                "timezone": event.timezone,
                "local": event.local("timestamp"),
                "place": event.location_locode,
                "terminal": getattr(related_or_none(event, "terminal"), "name", None),
                "vessel": getattr(related_or_none(event, "vessel"), "name", None),
                "voyage": event.voyage_number,
            }


def _events(client: Client, container: Container) -> list[TransportEvent]:
    """Returns the events of a container in order of time, without estimates of events that have happened."""
    listing = client.containers.transport_events(container, include="vessel,terminal", page_size=100)
    events = [event for event in listing.all() if event.invalidated_at is None]
    happened = {event.event for event in events}
    return in_order(
        event for event in events if ".estimated." not in event.event or event.event.replace(".estimated", "") not in happened
    )


def _readable(row: dict[str, Any]) -> dict[str, str]:
    words = label(row["event"])
    when = show(row["local"]) or "no date yet"
    return {"milestone": f"{words} (expected)" if row["expected"] else words, "when": when}


def infer(target: Target, out: Output) -> None:
    client = target.inference_client()
    rows = []
    for number in target.options.number:
        infer_number = client.tracking_requests.infer_number if client else shiptrack.numbers.infer_number
        try:
            rows.append(_inference_row(number, infer_number(number)))
        except errors.InvalidError as error:
            rows.append(_inference_row(number, Inference(is_valid=False, reason=error.detail)))
    out.rows(rows, _INFERRED)


def _inference_row(number: str, found: Inference) -> dict[str, Any]:
    candidates = [line for line in found.candidates if line.confidence]
    kind, reason = found.kind, found.reason
    # A container number with a wrong check digit is still meant as one. Any other invalid number has no known kind.
    if found.is_valid is False and kind != "container":
        kind = None
        reason = f"not a container number, bill of lading or booking number: {reason or 'it does not have the form of one'}"
    return {"number": number, "kind": kind, "valid": found.is_valid, "lines": candidates, "reason": reason}


def _lines(candidates: list[LineCandidate]) -> str:
    return ", ".join(f"{line.scac} {line.confidence or 0:.0%}" for line in candidates)


_INFERRED = (
    Column("NUMBER", "number"),
    Column("KIND", "kind", lambda kind: show(kind).replace("_", " ") or "none"),
    Column("VALID", "valid", lambda valid: "unknown" if valid is None else show(valid)),
    Column("LINES", "lines", _lines, free=True),
    Column("REASON", "reason", wraps=True),
)
