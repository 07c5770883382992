"""The shell: ``python -m shiptrack``, or ``shiptrack``."""

from __future__ import annotations

import argparse
import importlib
import json
import mailbox
import os
import sys
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

import shiptrack
from shiptrack import Client, Resource, Service, ShiptrackError, errors
from shiptrack._html import text

EPILOG = """\
Where the data is:
  --db FILE     a service in this process, on that file (SHIPTRACK_DB; tracking.db unless told otherwise)
  --url URL     a running service; the key is read from SHIPTRACK_API_KEY

On a terminal, tables are printed. When the output is piped, or with --json, every row is one line of JSON.

Exit codes:
  0  done                                  4  nothing is there (HTTP 404)
  1  the service or the network failed     5  not in time, try again later
  2  the command line makes no sense       6  the key is missing, wrong, or may not do this
  3  a value was refused                   130  broken off by Ctrl-C

Examples:
  shiptrack track --bill-of-lading MAEU123456789 --scac MAEU
  shiptrack watch MAEU123456789
  shiptrack list containers --json | jq .attributes.number
  shiptrack ingest ~/Maildir messages.mbox notice.eml
  shiptrack serve --address 127.0.0.1:8080
"""

EXIT_CODES: tuple[tuple[tuple[type[ShiptrackError], ...], int], ...] = (
    ((errors.InvalidError, errors.DuplicateError, errors.BadRequestError, errors.ConfigurationError), 3),
    ((errors.NotFoundError,), 4),
    ((errors.TimedOutError, errors.RateLimitedError, errors.UnavailableError, errors.StoreBusyError), 5),
    ((errors.UnauthorizedError, errors.ForbiddenError), 6),
)

FAMILIES: dict[str, tuple[str, ...]] = {
    "requests": ("request_number", "scac", "status", "failed_reason", "created_at"),
    "shipments": ("bill_of_lading_number", "shipping_line_scac", "port_of_lading_name", "port_of_discharge_name", "pod_eta_at"),
    "containers": ("number", "current_status", "pickup_lfd", "available_for_pickup", "pod_arrived_at"),
    "emails": ("sent_at", "from", "subject", "documents_count"),
    "documents": ("name", "document_type", "source", "created_at"),
    "webhooks": ("url", "active", "events"),
    "lines": ("scac", "name"),
}


class Output:
    """Tables for a person, lines of JSON for a program."""

    def __init__(self, as_json: bool) -> None:
        self.as_json = as_json or not sys.stdout.isatty()

    def line(self, row: Any) -> None:
        """One row as JSON."""
        print(json.dumps(row, default=str, ensure_ascii=False), flush=True)

    def rows(self, rows: Iterable[Any], columns: tuple[str, ...]) -> None:
        """Rows with these columns."""
        if self.as_json:
            for row in rows:
                self.line(row.to_dict() if isinstance(row, Resource) else row)
            return
        cells = [[text(row.get(name) if isinstance(row, dict) else getattr(row, name)) for name in columns] for row in rows]
        widths = [max(len(line[at]) for line in [list(columns), *cells]) for at in range(len(columns))]
        widths = [min(width, 48) for width in widths]
        for line in [[name.upper().replace("_", " ") for name in columns], *cells]:
            print("  ".join(f"{cell[:width]:<{width}}" for cell, width in zip(line, widths)).rstrip())
        if not cells:
            print("(nothing)")


class Place:
    """Where a command works: on a file, or on a running service."""

    def __init__(self, options: argparse.Namespace) -> None:
        self.options = options

    @property
    def hosted(self) -> bool:
        return bool(self.options.url)

    def client(self) -> Client:
        """A client of it."""
        return Client(base_url=self.options.url) if self.hosted else self.service().client(self.options.account)

    def service(self) -> Service:
        """The service on the file."""
        if self.hosted:
            raise SystemExit("shiptrack: this command works on a file (--db), not on a running service")
        return self.open(worker=False)

    def open(self, *, worker: bool) -> Service:
        """The service on the file, with the carriers that were named."""
        named = self.options.carriers
        if not named:
            return Service(self.options.db, worker=worker)
        module, _, name = named.partition(":")
        carriers = getattr(importlib.import_module(module), name)
        if isinstance(carriers, dict):
            return Service(self.options.db, worker=worker, carriers=carriers)
        return Service(self.options.db, worker=worker, any_carrier=carriers)


def track(place: Place, out: Output) -> None:
    options = place.options
    numbers = {name: getattr(options, name) for name in ("bill_of_lading", "booking_number", "container")}
    request: dict[str, Any] = {name: number for name, number in numbers.items() if number}
    if options.number:
        request["request_number"] = options.number
    if options.scac:
        request["scac"] = options.scac
    else:
        request["auto_detect"] = True
    if options.ref_number:
        request["ref_numbers"] = options.ref_number
    client = place.client()
    tracked = client.tracking_requests.track(**request)
    request_now = tracked.request
    if options.wait:
        request_now = client.tracking_requests.wait(request_now, timeout=options.wait)
    out.rows([request_now], FAMILIES["requests"])


def watch(place: Place, out: Output) -> None:
    """Waits for a request, then tells what happens to it."""
    client = place.client()
    found = client.tracking_requests.list(number=place.options.number).first()
    if found is None:
        raise errors.NotFoundError(f"{place.options.number} is not being tracked: begin with `shiptrack track`")
    settled = client.tracking_requests.wait(found, timeout=place.options.timeout)
    out.rows([settled], FAMILIES["requests"])
    if settled.tracked_object is None:
        return
    shipment = client.shipments.get(settled.tracked_object, include="containers")
    containers = shipment.related("containers")
    for container in containers if isinstance(containers, tuple) else ():
        events = client.containers.transport_events(container, page_size=100).all()
        rows = [
            {"container": getattr(container, "number"), "at": event.timestamp, "event": event.event, "place": event.location_locode}
            for event in sorted(events, key=lambda event: str(event.timestamp))
            if event.invalidated_at is None
        ]
        out.rows(rows, ("container", "at", "event", "place"))


def list_family(place: Place, out: Output) -> None:
    client, options = place.client(), place.options
    families: dict[str, Callable[..., Any]] = {
        "requests": client.tracking_requests.list,
        "shipments": client.shipments.list,
        "containers": client.containers.list,
        "emails": client.email_submissions.list,
        "documents": client.documents.list,
        "webhooks": client.webhooks.list,
        "lines": client.shipping_lines.list,
    }
    listing = families[options.family](max_items=options.limit)
    out.rows(listing, FAMILIES[options.family])


def emails(place: Place, out: Output) -> None:
    place.options.family = "emails"
    list_family(place, out)


def ingest(place: Place, out: Output) -> None:
    service = place.service()
    rows = []
    for name, message in messages(place.options.source):
        taken = service.ingest_email(message, account=place.options.account)
        state = "quarantined" if taken.quarantined else "new" if taken.is_new else "known"
        rows.append(
            {"source": name, "id": str(taken.submission.id), "state": state, "subject": taken.submission.subject}
        )
    out.rows(rows, ("source", "state", "subject", "id"))


def messages(sources: list[str]) -> Iterator[tuple[str, bytes]]:
    """The messages of files, folders, Maildirs, mbox files and standard input (``-``)."""
    for source in sources:
        path = Path(source)
        if source == "-":
            yield "-", sys.stdin.buffer.read()
        elif path.is_dir() and all((path / name).is_dir() for name in ("cur", "new")):
            for folder in ("cur", "new"):
                for file in sorted((path / folder).iterdir()):
                    yield str(file), file.read_bytes()
        elif path.is_dir():
            for file in sorted(path.rglob("*.eml")):
                yield str(file), file.read_bytes()
        elif path.read_bytes()[:5] == b"From ":
            box = mailbox.mbox(path, create=False)
            try:
                for key in box.keys():
                    yield f"{source}[{key}]", box.get_bytes(key)
            finally:
                box.close()
        else:
            yield source, path.read_bytes()


def events(place: Place, out: Output) -> None:
    options, service = place.options, place.service()
    feed = service.events(options.after, account=options.account, follow=options.follow)
    rows = (
        {"sequence": event.sequence, "at": event.created_at, "event": event.event, "about": str(event.notification.reference_object)}
        for event in feed
    )
    if options.follow:
        for row in rows:
            out.line(row)
        return
    out.rows(list(rows), ("sequence", "at", "event", "about"))


def serve(place: Place, out: Output) -> None:
    options = place.options
    if place.hosted:
        raise SystemExit("shiptrack: `serve` works on a file (--db)")
    with place.open(worker=True) as service:
        if not service.keys():
            key = service.create_key("first").key.reveal()
            print(f"shiptrack: the file had no API key; here is one, shown only now: {key}", file=sys.stderr)
        with service.serve(options.address, public_url=options.public_url, allow_remote=options.allow_remote) as server:
            print(f"shiptrack: serving {options.db} at {server.url}", file=sys.stderr, flush=True)
            server.wait()


def accounts(place: Place, out: Output) -> None:
    service = place.service()
    if place.options.create:
        service.create_account(place.options.create, place.options.company_name)
    rows = [
        {"name": known.name, "company_name": known.company_name, "id": str(known.id), "created_at": known.created_at}
        for known in service.accounts()
    ]
    out.rows(rows, ("name", "company_name", "id", "created_at"))


def keys(place: Place, out: Output) -> None:
    service, options = place.service(), place.options
    if options.create:
        made = service.create_key(options.create, account=options.account, read_only=options.read_only)
        out.rows([{"name": made.record.name, "key": made.key.reveal()}], ("name", "key"))
        return
    if options.revoke:
        service.revoke_key(options.revoke, account=options.account)
    rows = [
        {
            "name": known.name,
            "hint": known.hint,
            "id": str(known.id),
            "read_only": known.read_only,
            "revoked_at": known.revoked_at,
        }
        for known in service.keys(account=options.account)
    ]
    out.rows(rows, ("name", "hint", "id", "read_only", "revoked_at"))


def infer(place: Place, out: Output) -> None:
    rows = []
    for number in place.options.number:
        found = place.client().tracking_requests.infer_number(number) if place.hosted else shiptrack.numbers.infer_number(number)
        lines = ", ".join(f"{line.scac} {line.confidence:.0%}" for line in found.candidates if line.confidence)
        rows.append({"number": number, "kind": found.kind, "valid": found.is_valid, "lines": lines, "reason": found.reason})
    out.rows(rows, ("number", "kind", "valid", "lines", "reason"))


def parser() -> argparse.ArgumentParser:
    """The command line."""
    common = argparse.ArgumentParser(add_help=False)
    group = common.add_argument_group("where and how")
    group.add_argument("--db", metavar="FILE", default=os.environ.get("SHIPTRACK_DB", "tracking.db"), help="the file of the service")
    group.add_argument("--url", help="a running service instead, with the key in SHIPTRACK_API_KEY")
    group.add_argument("--account", help="the account, by name (on a file)")
    group.add_argument(
        "--carriers",
        metavar="MODULE:NAME",
        default=os.environ.get("SHIPTRACK_CARRIERS"),
        help="your carriers (on a file): a dict by code, or one for every code; only TEST is built in",
    )
    group.add_argument("--json", action="store_true", help="lines of JSON, also on a terminal")

    top = argparse.ArgumentParser(
        prog="shiptrack",
        description="Tracks ocean freight, from a file or through a running service.",
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    top.add_argument("--version", action="version", version=f"shiptrack {shiptrack.__version__}")
    commands = top.add_subparsers(dest="command", required=True, metavar="COMMAND")

    def command(name: str, run: Callable[[Place, Output], None], help: str) -> argparse.ArgumentParser:
        made = commands.add_parser(name, parents=[common], help=help, description=help[0].upper() + help[1:] + ".")
        made.set_defaults(run=run)
        return made

    one = command("track", track, "track a number; safe to repeat")
    one.add_argument("number", nargs="?", help="a number whose kind can be told from it")
    one.add_argument("--bill-of-lading", metavar="NUMBER")
    one.add_argument("--booking-number", metavar="NUMBER")
    one.add_argument("--container", metavar="NUMBER")
    one.add_argument("--scac", help="the carrier's code; found out when left out")
    one.add_argument("--ref-number", action="append", metavar="TEXT", help="a reference of your own; may be repeated")
    one.add_argument("--wait", type=float, metavar="SECONDS", help="wait until the request is settled")

    one = command("watch", watch, "wait for a number that is tracked, and show its journey")
    one.add_argument("number")
    one.add_argument("--timeout", type=float, default=300, metavar="SECONDS", help="wait no longer (300)")

    one = command("list", list_family, "list what there is")
    one.add_argument("family", choices=list(FAMILIES))
    one.add_argument("--limit", type=int, metavar="ROWS", help="no more than this")

    one = command("emails", emails, "list the mail that was taken in")
    one.add_argument("--limit", type=int, metavar="ROWS", help="no more than this")

    one = command("ingest", ingest, "take in mail: files, folders of .eml, Maildirs, mbox files, - for standard input")
    one.add_argument("source", nargs="+")

    one = command("events", events, "list what happened")
    one.add_argument("--after", type=int, default=0, metavar="SEQUENCE", help="only what happened behind this place")
    one.add_argument("--follow", action="store_true", help="go on until Ctrl-C, a line of JSON an event")

    one = command("serve", serve, "put the file behind a socket, doing look-ups and deliveries, until Ctrl-C")
    one.add_argument("--address", default="127.0.0.1:8080", help="where to listen (127.0.0.1:8080)")
    one.add_argument("--public-url", help="what links in answers start with")
    one.add_argument("--allow-remote", action="store_true", help="listen also for other machines; there is no TLS here")

    one = command("accounts", accounts, "list accounts, or make one")
    one.add_argument("--create", metavar="NAME")
    one.add_argument("--company-name", metavar="NAME")

    one = command("keys", keys, "list API keys, make or revoke one")
    one.add_argument("--create", metavar="NAME")
    one.add_argument("--read-only", action="store_true", help="a key that may only read")
    one.add_argument("--revoke", metavar="ID")

    one = command("infer", infer, "say what a number is, and whose")
    one.add_argument("number", nargs="+")
    return top


def exit_code(error: ShiptrackError) -> int:
    """What an error says to the shell."""
    return next((code for classes, code in EXIT_CODES if isinstance(error, classes)), 1)


def main(arguments: list[str] | None = None) -> int:
    """Runs a command line. Answers its exit code."""
    options = parser().parse_args(arguments)
    try:
        options.run(Place(options), Output(options.json))
        sys.stdout.flush()
    except ShiptrackError as error:
        print(f"shiptrack: {error}", file=sys.stderr)
        return exit_code(error)
    except TypeError as error:
        print(f"shiptrack: {error}", file=sys.stderr)
        return 2
    except OSError as error:
        if isinstance(error, BrokenPipeError):
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            return 0
        print(f"shiptrack: {error}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 130
    return 0


if __name__ == "__main__":
    sys.exit(main())
