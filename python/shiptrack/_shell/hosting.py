"""Commands that run the service for others: server, accounts and keys."""

from __future__ import annotations

import argparse
import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict
from datetime import datetime
from importlib.util import find_spec
from ipaddress import ip_address
from types import FrameType
from uuid import UUID

from shiptrack import EdiFolder, Service, ShiptrackError, errors
from shiptrack._log import LOGGER
from shiptrack._settings import RateLimits
from shiptrack._shell.exits import COMMAND_LINE, DONE, NOT_IN_TIME, REFUSED, CommandError
from shiptrack._shell.output import Column, Output
from shiptrack._shell.target import Target
from shiptrack._shell.tracking import warn_without_carrier
from shiptrack.values import Activity, KeyRecord, Migrated, SettleReport

SETTLE_HELP = """\
Does all look-ups and deliveries that are due, and those that become due because
of them, once each. Work that is scheduled for later is not done. If nothing ran
for some time, `settle` brings the file up to date before `containers --csv`.
Ends with exit code 5 if work is left: because of the time limit, or because its
carrier is not installed or is paused after failures.

With --json, or in a pipe, one JSON object:
  look_ups, deliveries   how many were done
  documents              how many were read
  subscriptions          how many were created, renewed or ended at a carrier
  left                   how many are due and were not done
  next_due               when the next one is due, in ISO 8601; null if none
"""

REDERIVE_HELP = """\
Derives the stored shipments of an account again that an earlier version, or
other policies, derived. Shows what differs; nothing is notified for it. With
--dry-run, nothing is stored. Without this command, each shipment is derived
again at its next look-up.

With --json, or in a pipe, one JSON object for each value that differs:
  number      number of the shipment
  container   null for an attribute of the shipment
  name        name of the attribute, or of the event
  old, new    the values; null if missing
"""

MIGRATE_HELP = """\
Migrates the file to the newest version, if an earlier version of shiptrack wrote
it. Before that, a verified copy is written next to it, such as
tracking.db.version-1; delete it when you no longer need it. To go back, stop all
programs, and put the copy in the place of the file with the earlier version of
shiptrack. `serve` and other commands that change a file also migrate it; commands
that only read fail with a file of an earlier version.

With --json, or in a pipe, one JSON object if the file was migrated:
  from_version, to_version
  copy         path of the copy
"""

ACCOUNTS_HELP = """\
With --create, only the new account is shown. With --json, or in a pipe, every
line is one JSON object:
  name           the value for --account
  company_name   null if unknown
  id, created_at
"""

KEYS_HELP = """\
With --json, or in a pipe, every line is one JSON object. With --create:
  name, key   the key is shown only now
Otherwise, one line for each key:
  name, id     the values for --revoke
  hint         the first characters of the key
  read_only    whether the key only permits reading
  unlimited    whether the key has no rate limits
  revoked_at   when it was revoked, in ISO 8601; null if it is valid
"""

_SETTLED = (
    Column("LOOK-UPS", "look_ups"),
    Column("DELIVERIES", "deliveries"),
    Column("LEFT", "left"),
    Column("NEXT DUE", "next_due"),
)
_MIGRATED = (Column("FROM VERSION", "from_version"), Column("TO VERSION", "to_version"), Column("COPY", "copy", free=True))
_REDERIVED = (
    Column("NUMBER", "number"),
    Column("CONTAINER", "container"),
    Column("NAME", "name"),
    Column("OLD", "old", free=True),
    Column("NEW", "new", free=True),
)
_ACCOUNTS = (
    Column("NAME", "name", free=True),
    Column("COMPANY", "company_name", free=True),
    Column("ID", "id"),
    Column("SINCE", "created_at"),
)
_NEW_KEY = (Column("NAME", "name"), Column("KEY", "key", keep=True))
_KEYS = (
    Column("NAME", "name", free=True),
    Column("BEGINS", "hint"),
    Column("READ ONLY", "read_only"),
    Column("UNLIMITED", "unlimited"),
    Column("REVOKED", "revoked_at"),
    Column("ID", "id"),
)


class _Terminated(BaseException):
    """SIGTERM was received."""


@contextmanager
def until_terminated() -> Iterator[None]:
    """Ends the block at SIGTERM in an orderly way: servers finish their requests, files are closed."""

    def end(_number: int, _frame: FrameType | None) -> None:
        raise _Terminated

    before = signal.signal(signal.SIGTERM, end)
    try:
        yield
    except _Terminated:
        pass
    finally:
        signal.signal(signal.SIGTERM, before)


@contextmanager
def _watching_edi_folder(folder: EdiFolder | None) -> Iterator[None]:
    """Ingests EDI files that are put into a folder while the block runs."""
    if folder is None:
        yield
        return
    over = threading.Event()

    def sweep() -> None:
        while not over.wait(1):
            try:
                folder.sweep(10)
            except errors.ClosedError:
                return
            except ShiptrackError:
                continue  # it is in the log

    thread = threading.Thread(target=sweep, name="shiptrack-edi", daemon=True)
    thread.start()
    try:
        yield
    finally:
        over.set()
        thread.join()


def serve(target: Target, out: Output) -> None:
    options = target.options
    if options.acknowledge and options.edi is None:
        raise CommandError("--acknowledge can only be used with --edi", COMMAND_LINE)
    reach = {"allow_loopback": options.allow_loopback, "allow_networks": options.allow_network, "limits": _rate_limits(options)}
    with until_terminated(), target.service(create_missing=options.create, webhook_ips=options.webhook_ip, **reach) as service:
        service.client(options.account)  # raises an error if there is no such account
        folder = options.edi and service.edi_folder(options.edi, acknowledge=options.acknowledge, account=options.account)
        with service.serve(options.address, public_url=options.public_url, allow_remote=options.allow_remote) as server:
            if not service.keys():
                _create_first_key(service, out)
            warn_without_carrier(target, service, out)
            LOGGER.info("serving %s at %s", target.file, server.url)
            service.start_worker()  # after the server has started, so that no carrier is asked if the address is not valid
            with _watching_edi_folder(folder or None):
                server.wait()


def _rate_limits(options: argparse.Namespace) -> RateLimits | None:
    """Returns the rate limits of the API keys; ``None`` for those of the interface. Without --limit, keys have no limits if only programs on this
    machine can connect.
    """
    is_local = options.public_url is None and _is_loopback(options.address)
    if options.limit is None and not is_local:
        return None
    limit = None if options.limit is None else options.limit.requests
    return {"default": limit, "create": limit, "infer": limit, "refresh": limit}


def _is_loopback(address: str) -> bool:
    host = address.rpartition(":")[0].strip("[]")
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def _create_first_key(service: Service, out: Output) -> None:
    """Creates the first key on a terminal. Elsewhere it would be written to a log. The server must have started, so that the key is certainly
    shown.
    """
    if not out.stream.isatty():
        LOGGER.warning("the account `default` has no API key: run `shiptrack keys --create NAME` before serving")
        return
    out.rows([{"name": "first", "key": service.create_key("first").key.reveal()}], _NEW_KEY)
    LOGGER.info("the account `default` had no API key, so `first` was created and shown on this terminal, only now")


def settle(target: Target, out: Output) -> int:
    service = target.service()
    warn_without_carrier(target, service, out)
    settled = service.settle(target.options.timeout, progress=sys.stderr.isatty() and find_spec("tqdm") is not None)
    row = {**asdict(settled.done), "left": settled.left, "next_due": settled.next_due}
    out.rows([row], _SETTLED)
    if not settled.is_settled:
        out.warn(f"look-ups and deliveries that are still due: {settled.left}; {_why_left(settled, service.now)}")
        return NOT_IN_TIME
    return DONE


def _why_left(settled: SettleReport, now: datetime) -> str:
    if settled.next_due is None:
        return "they wait for carriers that are not installed"
    if settled.next_due <= now:
        return "the time limit was reached"
    return (
        "their carrier is not installed, or their carrier or webhook is paused after failures; "
        f"the next work is due at {settled.next_due:%Y-%m-%d %H:%M:%S} UTC"
    )


def migrate(target: Target, out: Output) -> None:
    found: list[Activity] = []
    target.service(on_activity=found.append).close()
    migrated = [asdict(what) for what in found if isinstance(what, Migrated)]
    if migrated:
        out.rows(migrated, _MIGRATED)
    else:
        out.hint(f"{target.file} already has the newest version")


def rederive(target: Target, out: Output) -> None:
    options, service = target.options, target.service()
    report = service.rederive(dry_run=options.dry_run, account=options.account)
    rows = [{"number": shipment.number, **asdict(change)} for shipment in report.shipments for change in shipment.changes]
    out.rows(rows, _REDERIVED)
    done = "would be derived again" if options.dry_run else "were derived again"
    out.hint(f"{report.examined} shipments {done}, {len(report.shipments)} of them with other values")


def accounts(target: Target, out: Output) -> None:
    options = target.options
    if options.company_name is not None and options.create is None:
        raise CommandError("--company-name can only be used with --create", COMMAND_LINE)
    service = target.service(create_missing=options.create is not None)
    shown = service.accounts() if options.create is None else [service.create_account(options.create, options.company_name)]
    rows = [
        {"name": known.name, "company_name": known.company_name, "id": known.id, "created_at": known.created_at}
        for known in shown
    ]
    out.rows(rows, _ACCOUNTS)


def keys(target: Target, out: Output) -> None:
    options = target.options
    if options.create is not None and options.revoke is not None:
        raise CommandError("--create and --revoke cannot be used together", COMMAND_LINE)
    for option, is_given in (("--read-only", options.read_only), ("--unlimited", options.unlimited)):
        if is_given and options.create is None:
            raise CommandError(f"{option} can only be used with --create", COMMAND_LINE)
    if options.create is not None and (not options.create.strip() or not options.create.isprintable()):
        raise CommandError("--create: the name of a key must be printable and not empty", REFUSED)
    service = target.service(create_missing=options.create is not None)
    if options.create is not None:
        made = service.create_key(options.create, account=options.account, read_only=options.read_only, unlimited=options.unlimited)
        out.rows([{"name": made.record.name, "key": made.key.reveal()}], _NEW_KEY)
        out.hint("the key is shown only now; clients read it from SHIPTRACK_API_KEY")
        return
    if options.revoke is not None:
        service.revoke_key(key_id(service, options.revoke, options.account), account=options.account)
    shown = ("name", "hint", "id", "read_only", "unlimited", "revoked_at")
    found = service.keys(account=options.account)
    out.rows([{name: getattr(known, name) for name in shown} for known in found], _KEYS)


def key_id(service: Service, named: str, account: str | None) -> UUID:
    """Returns the id of a key for its id, or for its name if only one valid key has it."""
    try:
        return UUID(named)
    except ValueError:
        pass
    found: list[KeyRecord] = [key for key in service.keys(account=account) if key.name == named and not key.revoked_at]
    if not found:
        raise errors.NotFoundError(f"there is no valid key {named}")
    if len(found) > 1:
        raise errors.InvalidError(f"{len(found)} keys have the name {named}: use the id instead")
    return found[0].id
