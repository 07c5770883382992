"""Commands about carriers: profiles, checks, plans, stored credentials, subscriptions."""

from __future__ import annotations

import json
import sys
from contextlib import AbstractContextManager, nullcontext
from dataclasses import fields
from getpass import getpass
from pathlib import Path
from typing import Any

from shiptrack import _native
from shiptrack._access import CarrierCheck, profiles
from shiptrack._decode import decode
from shiptrack._native import Service, _replay
from shiptrack._shell.exits import DONE, REFUSED, CommandError
from shiptrack._shell.output import Column, Output, show
from shiptrack._shell.target import Target
from shiptrack.errors import ConfigurationError, StoreBusyError, StoreVersionError

CARRIERS_HELP = """\
`profiles` lists the profiles in --profiles, or the included ones. The included
profiles are based on public documentation and were not tested with an account.
The list shows what each was tested against, and what must be set before its
carrier can be asked.

`check` asks a carrier once and stores nothing. It shows the request, the
response, the decoded data, and what to do next. Credentials are not shown. With
--json, or in a pipe, the output is one JSON object; `shiptrack docs carriers`
describes it.

With --record DIR the request and the response are written into a new folder,
without credentials, tokens, cookies and account. Attach it to a bug report, or
decode it again with `replay DIR`, which compares the voyages and ends with exit
code 3 if they differ.

`plan` shows how often each tracked number can be looked up within the limits
of its carrier, and whether that is enough. It asks no carrier. With --json, or
in a pipe, every line is one JSON object:
  scac, accounts      the carrier, and the accounts with these credentials
  requests            number of tracking requests that are looked up
  urgent, new         number of these that are near their port, or new
  wanted_per_day      approximate number of look-ups a day that are scheduled
  allowed_per_day     calls a day that are allowed; null without a limit
  each_every_seconds  pause between look-ups of one number; null without a limit
  suffices            whether the limit is high enough
  credentials_suspended whether the carrier rejects the credentials
  plugged_in          whether the service has this carrier

`store SCAC NAME` stores a credential of an account in the file; the credential
is read from standard input. `credentials` lists the stored names, never the
values. `forget` deletes one. Credentials are encrypted with a key of 32 bytes,
written in hexadecimal digits or base64. The key is read from the file that
--store-key or SHIPTRACK_STORE_KEY_FILE names, or from SHIPTRACK_STORE_KEY. From
then on the file can only be opened with the key. `rekey FILE` replaces the key:
  openssl rand -base64 32 > store.key
  shiptrack carriers store MAEU client_id --store-key store.key < client_id

`subscriptions` lists the sources that push data to an account, `unsubscribe`
removes one. A carrier where shiptrack subscribed is asked to end the
subscription during the next `settle` or `serve`. With --json, or in a pipe,
every line is one JSON object without the secret; `shiptrack docs push`
describes it.

Credentials are taken from the file first, then from the environment, such as
SHIPTRACK_MAEU_CLIENT_ID for client_id of MAEU, or from the file that
--credentials names (`check` uses only that file, if it is given):
  [MAEU]
  client_id = "..."
"""

_PROFILES = (
    Column("CARRIER", "scac"),
    Column("NAME", "name", free=True),
    Column("TESTED", "status_description"),
    Column("CREDENTIALS", "credentials", lambda names: ", ".join(names), free=True),
    Column("MISSING", "missing", wraps=True),
)


_STORED = (Column("CARRIER", "scac"), Column("NAME", "name"), Column("STORED", "stored_at"))

_SUBSCRIPTIONS = (
    Column("ID", "id"),
    Column("CARRIER", "carrier"),
    Column("SOURCE", "source"),
    Column("NAME", "name", free=True),
    Column("NUMBER", "number"),
    Column("STATE", "state"),
    Column("EXPIRES", "expires_at"),
    Column("LAST RECEIVED", "received_at"),
    Column("PROBLEM", "problem", wraps=True),
)

_PLAN = (
    Column("CARRIER", "scac"),
    Column("ACCOUNTS", "accounts", lambda names: ", ".join(names), free=True),
    Column("REQUESTS", "requests"),
    Column("WANTED A DAY", "wanted_per_day"),
    Column("ALLOWED", "allowed_per_day"),
    Column("EACH EVERY", "each_every_seconds", lambda seconds: _span(seconds)),
    Column("RESULT", "verdict", wraps=True),
)


def carriers(target: Target, out: Output) -> int:
    commands = {
        "profiles": _list,
        "check": _check,
        "replay": _replay_folder,
        "plan": _plan,
        "credentials": _list_stored,
        "store": _store,
        "forget": _forget,
        "rekey": _rekey,
        "subscriptions": _subscriptions,
        "unsubscribe": _unsubscribe,
    }
    return commands[target.options.what](target, out)


def _list_stored(target: Target, out: Output) -> int:
    with target.service() as service:
        stored = service.stored_credentials(account=target.options.account)
    out.rows(stored, _STORED)
    return DONE


def _store(target: Target, out: Output) -> int:
    options = target.options
    if target.store_key is None:
        raise CommandError("storing credentials needs a key: name the file that contains it with --store-key", REFUSED)
    if sys.stdin.isatty():
        secret = getpass(f"{options.name} of {options.code}: ")
    else:
        secret = sys.stdin.read().removesuffix("\n").removesuffix("\r")
    with target.service(create_missing=True) as service:
        service.store_credential(options.code, options.name, secret, account=options.account)
    return DONE


def _forget(target: Target, out: Output) -> int:
    options = target.options
    with target.service() as service:
        service.forget_credential(options.code, options.name, account=options.account)
    return DONE


def _rekey(target: Target, out: Output) -> int:
    with target.service() as service:
        service.rekey(Path(target.options.new_key))
    out.hint("the file can now only be opened with the new key")
    return DONE


def _subscriptions(target: Target, out: Output) -> int:
    with target.service() as service:
        found = service.subscriptions(account=target.options.account)
    rows = [{field.name: getattr(subscription, field.name) for field in fields(subscription) if field.name != "secret"} for subscription in found]
    out.rows(rows, _SUBSCRIPTIONS)
    return DONE


def _unsubscribe(target: Target, out: Output) -> int:
    options = target.options
    with target.service() as service:
        found = [subscription for subscription in service.subscriptions(account=options.account) if str(subscription.id) == options.id.lower()]
        service.remove_subscription(options.id, account=options.account)
    called_back = [subscription.carrier for subscription in found if subscription.callback_url and subscription.carrier]
    for scac in called_back:
        if target.has_carrier(scac):
            out.hint(f"{scac} is asked to end the subscription during the next `shiptrack settle` or `serve`")
        else:
            out.warn(f"{scac} was not asked to end the subscription, because its profile was not named (--profiles); its callbacks will be rejected")
    return DONE


def _plan(target: Target, out: Output) -> int:
    with target.service() as service:
        report: list[dict[str, Any]] = json.loads(service._carriers_plan())
    out.rows(report if out.as_json else [{**plan, "verdict": _verdict(plan)} for plan in report], _PLAN)
    return DONE


def _verdict(plan: dict[str, Any]) -> str:
    if not plan["plugged_in"]:
        return "no carrier is installed for this code"
    if plan["credentials_suspended"]:
        return "the carrier rejects the credentials: all requests wait"
    return "the limit is high enough" if plan["suffices"] else "the limit is too low: requests that are not urgent are looked up less often"


def _span(seconds: int | None) -> str:
    if seconds is None:
        return "as wanted"
    return f"{seconds} s" if seconds < 120 else f"{seconds // 60} min" if seconds < 7200 else f"{seconds / 3600:.1f} h"


def _list(target: Target, out: Output) -> int:
    out.rows([{"scac": scac, **profile} for scac, profile in profiles(target.profiles).items()], _PROFILES)
    return DONE


def _check(target: Target, out: Output) -> int:
    options = target.options
    with _credential_store(target, out) as service:
        report = json.loads(_native._check(
            options.code,
            options.number,
            options.kind,
            profiles=target.profiles,
            credentials=target.credentials,
            account=options.account or "default",
            proxy=options.carrier_proxy,
            record=options.record,
            service=service,
        ))
    if out.as_json:
        out.line(report)
        return DONE if report["outcome"] == "facts" else REFUSED
    checked: CarrierCheck = decode(CarrierCheck, report)
    tried = profiles(target.profiles).get(checked.scac, {}).get("status_description", "")
    out.write(f"{checked.scac} {checked.name}: the profile was {tried}")
    for call in checked.calls:
        out.write(f"{call.purpose}: {call.method} {call.url}")
        for name, value in call.headers:
            out.write(f"  > {name}: {value}")
        out.write(f"  < {call.problem or call.status}, {call.bytes} bytes after {call.milliseconds} ms")
        for name, value in call.answer_headers:
            out.write(f"  < {name}: {value}")
        if call.body and checked.outcome != "facts":
            out.write(f"  < {call.body[:300]}")
    for message in checked.reading.messages:
        numbers = ", ".join(f"{named.kind.replace('_', ' ')} {named.number}" for named in message.numbers)
        out.write(f"decoded as {message.description}; facts: {len(message.facts)}; numbers: {numbers or 'none'}")
    for problem in [*checked.reading.problems, *(problem for message in checked.reading.messages for problem in message.problems)]:
        out.warn(str(problem))
    out.write(f"outcome: {show(checked.outcome).replace('_', ' ')}" + (f": {checked.why}" if checked.why else ""))
    out.write(checked.advice)
    return DONE if checked.outcome == "facts" else REFUSED


def _credential_store(target: Target, out: Output) -> AbstractContextManager[Service | None]:
    """Returns the service with stored credentials, unless other credentials are given."""
    if target.credentials or target.hosted or target.store_key is None or not Path(target.file).exists():
        return nullcontext()
    try:
        return target.service() if _is_sealed(target.file) else nullcontext()
    except StoreBusyError:
        out.warn(f"the credentials in {target.file} are not used: another program has the file open")
    except (ConfigurationError, StoreVersionError) as problem:
        out.warn(f"the credentials in {target.file} are not used: {problem}")
    return nullcontext()


def _is_sealed(file: str) -> bool:
    """Returns whether a file can only be opened with a key. A file without a key stores no credentials, and opening it
    with a key would encrypt it.
    """
    try:
        Service(file, worker=False, storage={"migrate": False}).close()
    except ConfigurationError:
        return True
    return False


def _replay_folder(target: Target, out: Output) -> int:
    report = json.loads(_replay(target.options.folder))
    code = DONE if report["is_same"] else REFUSED
    if out.as_json:
        out.line(report)
        return code
    for line in report["missing"]:
        out.write(f"- {line}")
    for line in report["added"]:
        out.write(f"+ {line}")
    now = report["check"]["outcome"]
    was = report["recorded_outcome"]
    out.write(f"outcome: {show(now)}" + ("" if now == was else f"; recorded as {show(was)}"))
    out.write("The voyage is the same." if report["is_same"] else "The voyage is different.")
    return code
