"""The command line."""

from __future__ import annotations

import argparse
import math
from collections.abc import Callable
from functools import partial

import shiptrack
from shiptrack._shell import exits
from shiptrack._shell.carriers import CARRIERS_HELP, carriers
from shiptrack._shell.docs import DOCS_HELP, docs
from shiptrack._shell.hosting import ACCOUNTS_HELP, KEYS_HELP, SETTLE_HELP, accounts, keys, serve, settle
from shiptrack._shell.listings import CONTAINERS_HELP, EVENTS_HELP, FAMILIES, LIST_HELP, containers, emails, events, list_family
from shiptrack._shell.mail import ADOPT_HELP, INGEST_HELP, adopt, ingest
from shiptrack._shell.output import Output
from shiptrack._shell.target import DEFAULT_FILE, Target
from shiptrack._shell.reading import READ_HELP, read
from shiptrack._shell.tracking import INFER_HELP, WATCH_HELP, infer, track, watch

_FILE_ONLY = ("ingest", "events", "settle", "serve", "accounts", "keys", "adopt")
_WITHOUT_CARRIERS = ("infer", "list", "containers", "emails", "accounts", "keys", "adopt")
"""The commands by which no carrier is ever asked: their help is silent about what carriers are asked with."""
_YEAR = 366 * 86_400

_EPILOG = f"""\
Where the data is, the first of these that is there:
  --url URL           a running service; its API key is in SHIPTRACK_API_KEY
  --db FILE           a service in this process, on that file
  SHIPTRACK_BASE_URL  as --url
  SHIPTRACK_DB        as --db
  {DEFAULT_FILE:<18}  in the current folder
These options may stand before or after the command. A file that is not there
is made by `track`, `ingest`, `serve`, `adopt` and `--create`; every other
command refuses it. `ingest`, `events`, `settle`, `serve`, `adopt`, `accounts`
and `keys` work on a file only. One program at a time has a file: while `serve`
runs, the other commands reach it by --url.

On a file, numbers are looked up, and webhooks delivered to, while
`track --wait`, `watch`, `events --follow`, `settle` or `serve` runs, by the
carriers that --carriers names:
  shiptrack track MAEU123456789 --carriers mine:CARRIERS --wait 60
with CARRIERS = {{"MAEU": maersk}} in mine.py of the current folder. The numbers
of the built-in carrier TEST, such as TEST-TR-SUCCEEDED, need none. Every number
that is due is looked up, not only the one that is waited for. Those whose
carrier is not named wait until it is, and are warned of. SHIPTRACK_CARRIERS
names the carriers for every command.

Carriers with a DCSA Track & Trace service need no module, but a profile and the
credentials of an account there; `shiptrack carriers profiles` lists them:
  export SHIPTRACK_MAEU_CLIENT_ID=... SHIPTRACK_MAEU_CLIENT_SECRET=...
  echo "[MAEU]" > carriers.toml
  shiptrack carriers check MAEU MAEU123456789 --profiles carriers.toml
  shiptrack track MAEU123456789 --profiles carriers.toml --wait 60

On a terminal, tables are printed. When the output is piped, or with --json,
every row is one line of JSON, and times are in ISO 8601.

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
  shiptrack serve --address 127.0.0.1:8080
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


def _add_common_options(parser: argparse.ArgumentParser, *, again: bool, file_only: bool = False, asks: bool = True) -> None:
    """Options of every command. Said `again` behind it, they leave alone what was said before it.

    Those of no use to it are taken all the same: aliases and scripts say them with every command.
    """
    group = parser.add_argument_group("where and how")

    def option(name: str, *, metavar: str, help: str) -> None:
        group.add_argument(name, metavar=metavar, help=help, type=text, default=argparse.SUPPRESS if again else None)

    def carrier_option(name: str, *, metavar: str, help: str) -> None:
        option(name, metavar=metavar, help=help if asks else argparse.SUPPRESS)

    option("--db", metavar="FILE", help=f"the file of the service ({DEFAULT_FILE}; SHIPTRACK_DB)")
    about = "a running service instead (SHIPTRACK_BASE_URL), with the key in SHIPTRACK_API_KEY"
    # Still taken where it is of no use, to be refused with the reason.
    option("--url", metavar="URL", help=argparse.SUPPRESS if file_only else about)
    option("--account", metavar="NAME", help="the account, on a file (default)")
    about = "the key that secrets are kept under on a file (SHIPTRACK_STORE_KEY_FILE, SHIPTRACK_STORE_KEY)"
    option("--store-key", metavar="FILE", help=about)
    carrier_option(
        "--carriers",
        metavar="MODULE:NAME",
        help="your carriers, on a file (SHIPTRACK_CARRIERS): a dict by code, or one for every code; only TEST is built in. "
        "Modules in the current folder are found",
    )
    _add_carrier_options(carrier_option)
    shared = "every account uses the credentials, not only `default`" if asks else argparse.SUPPRESS
    group.add_argument("--shared-credentials", action="store_true", help=shared, default=argparse.SUPPRESS if again else False)
    group.add_argument(
        "--json", action="store_true", help="lines of JSON, also on a terminal", default=argparse.SUPPRESS if again else False
    )


def _add_carrier_options(option: Callable[..., object]) -> None:
    """What carriers are asked over HTTP with."""
    about = "carriers that are asked over HTTP, a table each, TOML or JSON (SHIPTRACK_PROFILES); see `carriers`"
    option("--profiles", metavar="FILE", help=about)
    about = "what they are asked with, TOML or JSON (SHIPTRACK_CREDENTIALS); else variables such as SHIPTRACK_MAEU_CLIENT_ID"
    option("--credentials", metavar="FILE", help=about)
    option("--carrier-proxy", metavar="URL", help="the HTTP proxy on the way to them")


def parser() -> argparse.ArgumentParser:
    """The command line."""
    top = argparse.ArgumentParser(
        prog="shiptrack",
        description="Tracks ocean freight, from a file or through a running service.",
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
    """Commands that need no service."""
    added = command("read", read, "say what files of a carrier are: DCSA Track & Trace answers, EDI", READ_HELP)
    added.add_argument("source", nargs="+", metavar="FILE", help="a file, or - for standard input; several are pages of one answer")
    added.add_argument("--voyage", action="store_true", help="what the files tell of, as lines of JSON: the shipment, then its events")
    added.add_argument("--json", action="store_true", help="lines of JSON, also on a terminal", default=argparse.SUPPRESS)

    added = command("docs", docs, "print the pages and examples that come along", DOCS_HELP)
    added.add_argument("page", nargs="?", metavar="PAGE", help="which one; left out, they are listed")
    added.add_argument("--json", action="store_true", help="lines of JSON, also on a terminal", default=argparse.SUPPRESS)

    added = command("carriers", carriers, "list profiles of carriers, ask one carrier once, read again what it said, see whether its pace suffices, keep credentials, end subscriptions", CARRIERS_HELP)
    what = added.add_subparsers(dest="what", required=True, metavar="WHAT")
    listed = what.add_parser("profiles", help="list them, with what each was tried against", allow_abbrev=False)
    asked = what.add_parser("check", help="ask a carrier once, and tell what was done and what came back", allow_abbrev=False)
    asked.add_argument("code", metavar="SCAC", help="the carrier's code")
    asked.add_argument("number", metavar="NUMBER")
    kinds = ("bill_of_lading", "booking_number", "container")
    asked.add_argument("--kind", choices=kinds, metavar="KIND", help=f"{', '.join(kinds)}; left out, it is told from the number")
    asked.add_argument("--account", metavar="NAME", help="whose credentials are used (default)", default=argparse.SUPPRESS)
    _add_file_options(asked)
    about = "write what was asked and what came back into a new folder, without secrets, to be read again by `replay`"
    asked.add_argument("--record", metavar="DIR", help=about)
    about = "read a folder of --record again, and say whether it comes to the same voyage"
    again = what.add_parser("replay", help=about, allow_abbrev=False)
    again.add_argument("folder", metavar="DIR")
    again.add_argument("--json", action="store_true", help="lines of JSON, also on a terminal", default=argparse.SUPPRESS)
    planned = what.add_parser("plan", help="how often each number on a file can be asked for, and whether that suffices", allow_abbrev=False)
    _add_file_options(planned)
    _add_file_commands(what)
    for made in (listed, asked, planned):
        _add_carrier_options(partial(made.add_argument, type=text, default=argparse.SUPPRESS))
        made.add_argument("--json", action="store_true", help="lines of JSON, also on a terminal", default=argparse.SUPPRESS)


def _add_file_commands(what: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """What of carriers is kept on a file: credentials, subscriptions."""
    kept = what.add_parser("credentials", help="list the credentials that an account keeps on a file, never what they are", allow_abbrev=False)
    keep = what.add_parser("keep", help="keep a credential on a file, which standard input gives; it takes the place of the one before", allow_abbrev=False)
    forget = what.add_parser("forget", help="keep a credential no more", allow_abbrev=False)
    for added in (keep, forget):
        added.add_argument("code", metavar="SCAC", help="the carrier's code")
        added.add_argument("name", metavar="NAME", type=text, help="what its profile calls the credential: client_id")
    rekey = what.add_parser("rekey", help="keep all secrets on a file under another key", allow_abbrev=False)
    rekey.add_argument("new_key", metavar="FILE", type=text, help="the file with the new key; the present one is that of --store-key")
    subscriptions = what.add_parser("subscriptions", help="list who sends to an account without being asked", allow_abbrev=False)
    unsubscribe = what.add_parser("unsubscribe", help="end a subscription; its carrier is asked to end it when work is next done", allow_abbrev=False)
    unsubscribe.add_argument("id", metavar="ID", help="the id that `subscriptions` shows")
    for added in (kept, keep, forget, rekey, subscriptions, unsubscribe):
        _add_file_options(added)
        added.add_argument("--account", metavar="NAME", type=text, help="the account (default)", default=argparse.SUPPRESS)
        added.add_argument("--json", action="store_true", help="lines of JSON, also on a terminal", default=argparse.SUPPRESS)
    _add_carrier_options(partial(unsubscribe.add_argument, type=text, default=argparse.SUPPRESS))


def _add_file_options(parser: argparse.ArgumentParser) -> None:
    """Where the file is, and what it is opened with."""
    parser.add_argument("--db", metavar="FILE", type=text, help=f"the file of the service ({DEFAULT_FILE}; SHIPTRACK_DB)", default=argparse.SUPPRESS)
    about = "the key that its secrets are kept under (SHIPTRACK_STORE_KEY_FILE, SHIPTRACK_STORE_KEY)"
    parser.add_argument("--store-key", metavar="FILE", type=text, help=about, default=argparse.SUPPRESS)


def _add_tracking_commands(command: Callable[..., argparse.ArgumentParser]) -> None:
    added = command("track", track, "track a number; safe to repeat")
    added.add_argument("number", nargs="?", metavar="NUMBER", help="a number whose kind can be told from it")
    added.add_argument("--bill-of-lading", metavar="NUMBER")
    added.add_argument("--booking-number", metavar="NUMBER")
    added.add_argument("--container", metavar="NUMBER")
    added.add_argument("--scac", type=text, metavar="CODE", help="the carrier's code; left out, it is told from the number where that is certain")
    added.add_argument("--ref-number", action="append", metavar="TEXT", help="a reference of your own; may be repeated")
    added.add_argument("--again", action="store_true", help="look it up anew, even where the last look-up said that there is no such number")
    added.add_argument("--wait", type=seconds, metavar="SECONDS", help="wait until the carrier answered, looking up what is due meanwhile; 0 looks once")

    added = command("watch", watch, "wait for a number that is tracked, and show its journey", WATCH_HELP)
    added.add_argument("number", metavar="NUMBER")
    added.add_argument("--timeout", type=seconds, default=300, metavar="SECONDS", help="wait no longer (300)")

    added = command("infer", infer, "say what a number is, and whose", INFER_HELP)
    added.add_argument("number", nargs="+", metavar="NUMBER")


def _add_listing_commands(command: Callable[..., argparse.ArgumentParser]) -> None:
    rows = _whole(1, "a number of rows")
    added = command("list", list_family, "list what there is", LIST_HELP)
    added.add_argument("family", choices=list(FAMILIES), metavar="FAMILY", help=", ".join(FAMILIES))
    added.add_argument("--limit", type=rows, metavar="ROWS", help="no more than this")

    about = "show containers with arrival, delay, last free day, ports, vessel"
    added = command("containers", containers, about, CONTAINERS_HELP)
    added.add_argument("--csv", type=text, metavar="FILE", help="write them to a file of comma-separated values")
    added.add_argument("--parquet", type=text, metavar="FILE", help="write them to a Parquet file")
    added.add_argument("--limit", type=rows, metavar="ROWS", help="no more than this")

    added = command("emails", emails, "list the mail that was taken in", LIST_HELP)
    added.add_argument("--limit", type=rows, metavar="ROWS", help="no more than this")

    about = "take in mail and EDI: files, folders of .eml, Maildirs, mbox files, - for standard input"
    added = command("ingest", ingest, about, INGEST_HELP)
    added.add_argument("source", nargs="+", metavar="SOURCE")

    added = command("events", events, "list what happened", EVENTS_HELP)
    place = _whole(0, "the sequence of an event")
    added.add_argument("--after", type=place, default=0, metavar="SEQUENCE", help="only what happened behind this place")
    added.add_argument("--follow", action="store_true", help="go on until Ctrl-C, doing look-ups and deliveries meanwhile; a line of JSON an event")


def _add_hosting_commands(command: Callable[..., argparse.ArgumentParser]) -> None:
    added = command("settle", settle, "do everything that is due: look-ups and deliveries", SETTLE_HELP)
    added.add_argument("--timeout", type=seconds, metavar="SECONDS", help="begin nothing more after this time")

    added = command("serve", serve, "put the file behind a socket, doing look-ups and deliveries, until Ctrl-C or SIGTERM")
    added.add_argument("--address", default="127.0.0.1:8080", metavar="HOST:PORT", help="where to listen (127.0.0.1:8080)")
    added.add_argument("--public-url", type=text, metavar="URL", help="what links in answers start with")
    added.add_argument(
        "--webhook-ip", type=text, action="append", metavar="ADDRESS", help="tell receivers that deliveries come from here; may be repeated"
    )
    added.add_argument("--allow-loopback", action="store_true", help="webhooks may lead to this machine, also by plain http")
    about = "webhooks may lead to this network, also by plain http: 10.0.0.0/8; may be repeated"
    added.add_argument("--allow-network", type=text, action="append", metavar="CIDR", help=about)
    added.add_argument("--edi", type=text, metavar="FOLDER", help="take in files of EDI that are put into a folder; they go to done/ or failed/ in it")
    added.add_argument("--acknowledge", action="store_true", help="with --edi: write acknowledgements to out/ in it")
    added.add_argument("--allow-remote", action="store_true", help="listen also for other machines; there is no TLS here")

    added = command("adopt", adopt, "take over what a hosted account follows, into a file; safe to repeat", ADOPT_HELP)
    added.add_argument("source", metavar="URL", type=text, help="where the account is: https://host/v2")
    added.add_argument("--most", type=_whole(1, "a number of tracking requests"), metavar="REQUESTS", help="end after so many; the next time goes on")
    added.add_argument("--anew", action="store_true", help="look through all of the account once more")

    added = command("accounts", accounts, "list accounts, or make one", ACCOUNTS_HELP)
    added.add_argument("--create", metavar="NAME", help="make one")
    added.add_argument("--company-name", metavar="NAME", help="with --create: the name of the company")

    added = command("keys", keys, "list API keys, make or revoke one", KEYS_HELP)
    added.add_argument("--create", metavar="NAME", help="make one; it is shown only now")
    added.add_argument("--read-only", action="store_true", help="with --create: a key that may only read")
    added.add_argument("--revoke", metavar="KEY", help="its name or id")
