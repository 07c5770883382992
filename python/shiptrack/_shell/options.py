"""Options of the command line."""

from __future__ import annotations

import argparse
import math
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

import shiptrack
from shiptrack._shell import exits
from shiptrack._shell.carriers import CARRIERS_HELP, carriers
from shiptrack._shell.docs import DOCS_HELP, docs
from shiptrack._shell.hosting import (
    ACCOUNTS_HELP,
    KEYS_HELP,
    MIGRATE_HELP,
    REDERIVE_HELP,
    SETTLE_HELP,
    accounts,
    keys,
    migrate,
    rederive,
    serve,
    settle,
)
from shiptrack._shell.listings import (
    CONTAINERS_HELP,
    DOUBTS_HELP,
    EVENTS_HELP,
    FAMILIES,
    LIST_HELP,
    containers,
    doubts,
    emails,
    events,
    list_family,
)
from shiptrack._shell.mail import ADOPT_HELP, INGEST_HELP, adopt, ingest
from shiptrack._shell.output import Output
from shiptrack._shell.target import DEFAULT_FILE, Target
from shiptrack._shell.reading import READ_HELP, read
from shiptrack._shell.tracking import INFER_HELP, UNTRACK_HELP, WATCH_HELP, infer, track, untrack, watch

_FILE_ONLY = ("ingest", "events", "settle", "rederive", "migrate", "serve", "accounts", "keys", "adopt")
_WITHOUT_CARRIERS = ("infer", "untrack", "list", "containers", "doubts", "emails", "rederive", "migrate", "accounts", "keys", "adopt")
"""Commands that never ask a carrier. Their help omits the options about carriers."""
_YEAR = 366 * 86_400

_EPILOG = f"""\
A command works on the first of these that is set or exists:
  --url URL           a running service, such as http://127.0.0.1:8080/v2;
                      its API key is in SHIPTRACK_API_KEY
  --db FILE           a service in this process, on that file
  SHIPTRACK_BASE_URL  like --url
  SHIPTRACK_DB        like --db
  {DEFAULT_FILE:<18}  in the current folder
These options can be before or after the command. `track`, `ingest`, `adopt`
and `--create` create a file that does not exist; other commands fail.
`ingest`, `events`, `settle`, `rederive`, `migrate`, `serve`, `adopt`,
`accounts`, `keys` only work on a file. Only one program at a time can have a
file open: while `serve` runs, use other commands with --url.

On a file, look-ups and deliveries are done while `track --wait`, `watch`,
`events --follow`, `settle` or `serve` runs. --carriers names the carriers:
  shiptrack track MAEU123456789 --carriers mine:CARRIERS --wait 60
with CARRIERS = {{"MAEU": maersk}} in mine.py in the current folder. The built-in
carrier TEST needs no option; one of its numbers is TEST-TR-SUCCEEDED. Every
number that is due is looked up, not only the one that is waited for. A number
without a plugged-in carrier waits until it is; a warning names such numbers.
SHIPTRACK_CARRIERS sets the carriers of all commands.

Carriers with a DCSA Track & Trace service need no module, only a profile and
the credentials of an account; `shiptrack carriers profiles` lists them:
  export SHIPTRACK_MAEU_CLIENT_ID=... SHIPTRACK_MAEU_CLIENT_SECRET=...
  echo "[MAEU]" > carriers.toml
  shiptrack carriers check MAEU MAEU123456789 --profiles carriers.toml
  shiptrack track MAEU123456789 --profiles carriers.toml --wait 60

On a terminal, tables are printed. In a pipe, or with --json, every row is one
line of JSON, and times are in ISO 8601.

Exit codes:
{exits.table()}

Examples:
  shiptrack track TEST-TR-SUCCEEDED --wait 60
  shiptrack track --bill-of-lading MAEU123456789 --scac MAEU
  shiptrack watch MAEU123456789
  shiptrack list containers --json | jq .attributes.number
  shiptrack settle && shiptrack containers --csv containers.csv
  shiptrack ingest ~/Maildir messages.mbox notice.eml
  shiptrack read answer.json --voyage
  shiptrack keys --create mine && shiptrack serve --address 127.0.0.1:8080
"""

Run = Callable[[Target, Output], "int | None"]


def text(argument: str) -> str:
    """A text that is not empty: an unset variable of a script would pass an empty one."""
    if not argument:
        raise argparse.ArgumentTypeError("the value is empty")
    return argument


def seconds(argument: str) -> float:
    """A duration in seconds."""
    try:
        value = float(argument)
    except ValueError:
        value = math.nan
    if not 0 <= value <= _YEAR:
        raise argparse.ArgumentTypeError(f"expected seconds from 0 to {_YEAR} (a year), not {argument}")
    return value


def _whole(least: int, what: str) -> Callable[[str], int]:
    def read(argument: str) -> int:
        try:
            value = int(argument)
        except ValueError:
            value = least - 1
        if not least <= value < 2**63:
            raise argparse.ArgumentTypeError(f"expected {what}, a whole number from {least}, not {argument}")
        return value

    return read


@dataclass(frozen=True)
class RequestLimit:
    requests: int | None
    """Requests a minute; ``None`` without a limit."""


def _request_limit(argument: str) -> RequestLimit:
    if argument == "none":
        return RequestLimit(None)
    return RequestLimit(_whole(1, "`none` or a number of requests")(argument))


def _add_common_options(parser: argparse.ArgumentParser, *, again: bool, file_only: bool = False, asks: bool = True) -> None:
    """Adds the options of every command. With `again`, for use after the command, they do not overwrite values from before it.

    Commands also accept options that have no effect on them, because aliases and scripts pass the same options everywhere.
    """
    group = parser.add_argument_group("target and output")

    def option(name: str, *, metavar: str, help: str) -> None:
        group.add_argument(name, metavar=metavar, help=help, type=text, default=argparse.SUPPRESS if again else None)

    def carrier_option(name: str, *, metavar: str, help: str) -> None:
        option(name, metavar=metavar, help=help if asks else argparse.SUPPRESS)

    option("--db", metavar="FILE", help=f"file of the service ({DEFAULT_FILE}; SHIPTRACK_DB)")
    about = "URL of a running service, such as http://127.0.0.1:8080/v2 (SHIPTRACK_BASE_URL); its API key is in SHIPTRACK_API_KEY"
    # Still accepted by commands that only work on a file, so that the error can explain why.
    option("--url", metavar="URL", help=argparse.SUPPRESS if file_only else about)
    option("--account", metavar="NAME", help="account in the file (default)")
    about = "file with the key that encrypts secrets (SHIPTRACK_STORE_KEY_FILE, SHIPTRACK_STORE_KEY)"
    option("--store-key", metavar="FILE", help=about)
    carrier_option(
        "--carriers",
        metavar="MODULE:NAME",
        help="your Python carriers, for a file (SHIPTRACK_CARRIERS): a dict by code, or one carrier for every code; only TEST is "
        "built in. Modules in the current folder are found",
    )
    _add_carrier_options(carrier_option)
    shared = "use the credentials for every account, not only `default`" if asks else argparse.SUPPRESS
    group.add_argument("--shared-credentials", action="store_true", help=shared, default=argparse.SUPPRESS if again else False)
    group.add_argument(
        "--json", action="store_true", help="print lines of JSON, also on a terminal", default=argparse.SUPPRESS if again else False
    )


def _add_carrier_options(option: Callable[..., object]) -> None:
    """Adds the options for carriers that are asked over HTTP."""
    about = "carriers that are asked over HTTP, one table each, TOML or JSON (SHIPTRACK_PROFILES); see `carriers`"
    option("--profiles", metavar="FILE", help=about)
    about = "their credentials, TOML or JSON (SHIPTRACK_CREDENTIALS); else variables such as SHIPTRACK_MAEU_CLIENT_ID"
    option("--credentials", metavar="FILE", help=about)
    option("--carrier-proxy", metavar="URL", help="HTTP proxy for requests to carriers")


def parser() -> argparse.ArgumentParser:
    """Returns the parser of the command line."""
    top = argparse.ArgumentParser(
        prog="shiptrack",
        description="Tracks ocean freight, in a file or with a running service.",
        epilog=_EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    top.add_argument("--version", action="version", version=f"shiptrack {shiptrack.__version__}")
    _add_common_options(top, again=False)
    commands = top.add_subparsers(dest="command", required=True, metavar="COMMAND")

    def command(name: str, run: Run, help: str, epilog: str | None = None) -> argparse.ArgumentParser:
        made = commands.add_parser(
            name,
            help=help,
            description=help[0].upper() + help[1:] + ".",
            epilog=epilog,
            formatter_class=argparse.RawDescriptionHelpFormatter,
            allow_abbrev=False,
        )
        made.set_defaults(run=run)
        return made

    _add_tracking_commands(command)
    _add_listing_commands(command)
    _add_hosting_commands(command)
    for name, made in commands.choices.items():
        _add_common_options(made, again=True, file_only=name in _FILE_ONLY, asks=name not in _WITHOUT_CARRIERS)
    _add_offline_commands(command)
    return top


def _add_offline_commands(command: Callable[..., argparse.ArgumentParser]) -> None:
    """Adds commands that need no service."""
    added = command("read", read, "decode files of carriers: DCSA Track & Trace answers, EDI", READ_HELP)
    added.add_argument("source", nargs="+", metavar="FILE", help="a file, or - for standard input; several files are pages of one answer")
    added.add_argument("--voyage", action="store_true", help="print the voyage as lines of JSON: the shipment, then its events")
    added.add_argument("--json", action="store_true", help="print lines of JSON, also on a terminal", default=argparse.SUPPRESS)

    added = command("docs", docs, "print the included documentation pages and examples", DOCS_HELP)
    added.add_argument("page", nargs="?", metavar="PAGE", help="name of the page; if left out, all pages are listed")
    added.add_argument("--json", action="store_true", help="print lines of JSON, also on a terminal", default=argparse.SUPPRESS)

    added = command("carriers", carriers, "manage carriers: profiles, test look-ups, limits, stored credentials, subscriptions", CARRIERS_HELP)
    what = added.add_subparsers(dest="what", required=True, metavar="WHAT")
    listed = what.add_parser("profiles", help="list the profiles, and what each was tested against", allow_abbrev=False)
    asked = what.add_parser("check", help="ask a carrier once, and show the request and the response", allow_abbrev=False)
    asked.add_argument("code", metavar="SCAC", help="code of the carrier")
    asked.add_argument("number", metavar="NUMBER")
    kinds = ("bill_of_lading", "booking_number", "container")
    asked.add_argument("--kind", choices=kinds, metavar="KIND", help=f"{', '.join(kinds)}; inferred from the number if left out")
    asked.add_argument("--account", metavar="NAME", help="account whose credentials are used (default)", default=argparse.SUPPRESS)
    _add_file_options(asked)
    about = "write request and response into a new folder, without secrets, for `replay`"
    asked.add_argument("--record", metavar="DIR", help=about)
    about = "decode a folder of --record again, and compare the voyages"
    again = what.add_parser("replay", help=about, allow_abbrev=False)
    again.add_argument("folder", metavar="DIR")
    again.add_argument("--json", action="store_true", help="print lines of JSON, also on a terminal", default=argparse.SUPPRESS)
    planned = what.add_parser("plan", help="show how often each tracked number can be looked up within the limits of its carrier", allow_abbrev=False)
    _add_file_options(planned)
    _add_file_commands(what)
    for made in (listed, asked, planned):
        _add_carrier_options(partial(made.add_argument, type=text, default=argparse.SUPPRESS))
        made.add_argument("--json", action="store_true", help="print lines of JSON, also on a terminal", default=argparse.SUPPRESS)


def _add_file_commands(what: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Adds commands about credentials and subscriptions in a file."""
    kept = what.add_parser("credentials", help="list the stored credentials of an account, without their values", allow_abbrev=False)
    keep = what.add_parser("store", help="store a credential, read from standard input, in the file; replaces an earlier one", allow_abbrev=False)
    forget = what.add_parser("forget", help="delete a stored credential", allow_abbrev=False)
    for added in (keep, forget):
        added.add_argument("code", metavar="SCAC", help="code of the carrier")
        added.add_argument("name", metavar="NAME", type=text, help="name of the credential in the profile, such as client_id")
    rekey = what.add_parser("rekey", help="encrypt all secrets in the file with another key", allow_abbrev=False)
    rekey.add_argument("new_key", metavar="FILE", type=text, help="file with the new key; --store-key names the current one")
    subscriptions = what.add_parser("subscriptions", help="list the subscriptions of an account: carriers and sources that push data", allow_abbrev=False)
    unsubscribe = what.add_parser("unsubscribe", help="remove a subscription; its carrier is asked to end it during the next `settle` or `serve`", allow_abbrev=False)
    unsubscribe.add_argument("id", metavar="ID", help="id of the subscription, as `subscriptions` shows it")
    for added in (kept, keep, forget, rekey, subscriptions, unsubscribe):
        _add_file_options(added)
        added.add_argument("--account", metavar="NAME", type=text, help="account in the file (default)", default=argparse.SUPPRESS)
        added.add_argument("--json", action="store_true", help="print lines of JSON, also on a terminal", default=argparse.SUPPRESS)
    _add_carrier_options(partial(unsubscribe.add_argument, type=text, default=argparse.SUPPRESS))


def _add_file_options(parser: argparse.ArgumentParser) -> None:
    """Adds the options that open a file."""
    parser.add_argument("--db", metavar="FILE", type=text, help=f"file of the service ({DEFAULT_FILE}; SHIPTRACK_DB)", default=argparse.SUPPRESS)
    about = "file with the key that encrypts secrets (SHIPTRACK_STORE_KEY_FILE, SHIPTRACK_STORE_KEY)"
    parser.add_argument("--store-key", metavar="FILE", type=text, help=about, default=argparse.SUPPRESS)


def _add_tracking_commands(command: Callable[..., argparse.ArgumentParser]) -> None:
    added = command("track", track, "track a number; safe to repeat")
    added.add_argument("number", nargs="?", metavar="NUMBER", help="a number whose kind can be inferred")
    added.add_argument("--bill-of-lading", metavar="NUMBER")
    added.add_argument("--booking-number", metavar="NUMBER")
    added.add_argument("--container", metavar="NUMBER")
    added.add_argument("--scac", type=text, metavar="CODE", help="code or name of the carrier; inferred from the number if left out and certain")
    added.add_argument("--allow-wrong-check-digit", action="store_true", help="accept a container number with a wrong check digit")
    added.add_argument("--ref-number", action="append", metavar="TEXT", help="your reference; can be repeated")
    added.add_argument("--again", action="store_true", help="try again, even if the last look-up reported an invalid or unknown number")
    added.add_argument("--wait", type=seconds, metavar="SECONDS", help="wait until the carrier has answered, and do due look-ups meanwhile; 0 tries once")

    added = command("watch", watch, "wait for a tracked number, and show its journey", WATCH_HELP)
    added.add_argument("number", metavar="NUMBER")
    added.add_argument("--timeout", type=seconds, default=300, metavar="SECONDS", help="longest wait (300)")

    added = command("untrack", untrack, "delete the tracking requests of a number and its shipment", UNTRACK_HELP)
    added.add_argument("number", metavar="NUMBER")
    added.add_argument("--scac", type=text, metavar="CODE", help="only at the carrier with this code")

    added = command("infer", infer, "infer the kind of a number and its carrier", INFER_HELP)
    added.add_argument("number", nargs="+", metavar="NUMBER")


def _add_listing_commands(command: Callable[..., argparse.ArgumentParser]) -> None:
    rows = _whole(1, "a number of rows")
    added = command("list", list_family, "list resources", LIST_HELP)
    added.add_argument("family", choices=list(FAMILIES), metavar="FAMILY", help=", ".join(FAMILIES))
    added.add_argument("--limit", type=rows, metavar="ROWS", help="largest number of rows")

    about = "show containers with arrival, delay, last free day, ports and vessel"
    added = command("containers", containers, about, CONTAINERS_HELP)
    added.add_argument("--csv", type=text, metavar="FILE", help="write a CSV file")
    added.add_argument("--parquet", type=text, metavar="FILE", help="write a Parquet file")
    added.add_argument("--limit", type=rows, metavar="ROWS", help="largest number of rows")

    added = command("doubts", doubts, "list what is doubtful in the statements about a shipment", DOUBTS_HELP)
    added.add_argument("shipment", metavar="ID", type=text, help="id or number of the shipment")

    added = command("emails", emails, "list ingested emails", LIST_HELP)
    added.add_argument("--limit", type=rows, metavar="ROWS", help="largest number of rows")

    about = "ingest mail and EDI: files, folders of .eml, Maildirs, mbox files, - for standard input"
    added = command("ingest", ingest, about, INGEST_HELP)
    added.add_argument("source", nargs="+", metavar="SOURCE")
    about = "let mail of an address or domain report facts from now on; can be repeated"
    added.add_argument("--allow-sender", type=text, action="append", default=[], metavar="SENDER", help=about)

    added = command("events", events, "list events", EVENTS_HELP)
    place = _whole(0, "the sequence number of an event")
    added.add_argument("--after", type=place, default=0, metavar="SEQUENCE", help="only events after this sequence number")
    added.add_argument("--follow", action="store_true", help="continue until Ctrl-C, doing look-ups and deliveries meanwhile; prints lines of JSON")


def _add_hosting_commands(command: Callable[..., argparse.ArgumentParser]) -> None:
    added = command("settle", settle, "do all look-ups and deliveries that are due", SETTLE_HELP)
    added.add_argument("--timeout", type=seconds, metavar="SECONDS", help="start nothing more after this time")

    added = command("rederive", rederive, "derive stored shipments again by the rules of this version", REDERIVE_HELP)
    added.add_argument("--dry-run", action="store_true", help="only show what would change")

    command("migrate", migrate, "migrate a file of an earlier version, after a copy was written next to it", MIGRATE_HELP)

    added = command("serve", serve, "serve the API over HTTP, doing look-ups and deliveries, until Ctrl-C or SIGTERM")
    added.add_argument("--address", default="127.0.0.1:8080", metavar="HOST:PORT", help="address to listen on (127.0.0.1:8080)")
    added.add_argument("--create", action="store_true", help="create the file if it does not exist")
    added.add_argument("--public-url", type=text, metavar="URL", help="beginning of links in responses")
    added.add_argument(
        "--webhook-ip", type=text, action="append", metavar="ADDRESS", help="address that deliveries come from, for receivers; can be repeated"
    )
    added.add_argument("--allow-loopback", action="store_true", help="let webhooks reach this machine, also over plain HTTP")
    about = "let webhooks reach this network (10.0.0.0/8), also over plain HTTP; can be repeated"
    added.add_argument("--allow-network", type=text, action="append", metavar="CIDR", help=about)
    added.add_argument("--edi", type=text, metavar="FOLDER", help="ingest EDI files that are put into a folder; they are moved to done/ or failed/ in it")
    added.add_argument("--acknowledge", action="store_true", help="with --edi: write acknowledgements to out/ in the folder")
    about = (
        "requests a minute with one API key in each bucket (default, create, infer, refresh), or `none`; without this option, none on a loopback "
        "address without --public-url, and otherwise the limits of the interface"
    )
    added.add_argument("--limit", type=_request_limit, metavar="N|none", help=about)
    added.add_argument("--allow-remote", action="store_true", help="accept connections from other machines; the server has no TLS")

    added = command("adopt", adopt, "import a hosted account into a file; safe to repeat", ADOPT_HELP)
    added.add_argument("source", metavar="URL", type=text, help="base URL of the account: https://host/v2")
    added.add_argument("--most", type=_whole(1, "a number of tracking requests"), metavar="REQUESTS", help="stop after so many; the next import continues")
    added.add_argument("--max-pages", type=_whole(1, "a number of pages"), metavar="PAGES", help="stop after so many pages of up to 100 requests (1000)")
    added.add_argument("--timeout", type=seconds, metavar="SECONDS", help="end with exit code 5 after this time; the next import continues")
    added.add_argument("--anew", action="store_true", help="examine the whole account again")

    added = command("accounts", accounts, "list accounts, or create one", ACCOUNTS_HELP)
    added.add_argument("--create", metavar="NAME", help="create an account")
    added.add_argument("--company-name", metavar="NAME", help="with --create: the name of the company")

    added = command("keys", keys, "list, create or revoke API keys", KEYS_HELP)
    added.add_argument("--create", metavar="NAME", help="create a key; it is shown only now")
    added.add_argument("--read-only", action="store_true", help="with --create: a key that only permits reading")
    added.add_argument("--unlimited", action="store_true", help="with --create: a key without rate limits")
    added.add_argument("--revoke", metavar="KEY", help="name or id of the key to revoke")
