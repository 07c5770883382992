"""Carriers that are asked over HTTP: which there are, whether one answers, and whether its pace suffices."""

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
from shiptrack.errors import ConfigurationError, StoreBusyError

CARRIERS_HELP = """\
`profiles` lists the profiles of --profiles, or those that come along. None of
those was tried with an account: they are from public notes. Each says what it
was tried against, and what is missing before its carrier can be asked.

`check` asks a carrier once and keeps nothing. It says what it did, what came
back, how that was read, and what to do next. No credential is shown. With
--json, or in a pipe, it is one JSON object; `shiptrack docs carriers`
describes it.

With --record DIR what was asked and what came back is written into a folder,
without credentials, tokens, cookies and account: look it through, and send it
to whoever helps. `replay DIR` reads it again with the reader of today, and
says whether it comes to the same voyage; exit code 3 when it does not.

`plan` says of the numbers on a file how often each can be asked for within the
pace of its carrier, and whether that suffices. Nobody is asked. With --json, or
in a pipe, every line is one JSON object:
  scac, accounts      the carrier, and who has the same credentials there
  requests            how many tracking requests are looked up; of them
  urgent, new         near their port or there, and new: these go first
  wanted_per_day      about how many look-ups a day the schedule wants
  allowed_per_day     how many calls a day are allowed; null without a limit
  each_every_seconds  how often each can be asked for; null without a limit
  suffices            whether that is enough
  credentials_suspended whether the carrier refuses the credentials
  plugged_in          whether somebody answers for the carrier

`keep SCAC NAME` keeps a credential of an account on a file, which standard
input gives; `credentials` lists their names, never what they are, and `forget`
removes one. They stand there under a key of yours alone, 32 bytes in hexadecimal
digits or base64, which is in the file that --store-key or
SHIPTRACK_STORE_KEY_FILE names, or in SHIPTRACK_STORE_KEY; from then on the
file is opened with it, or not at all. `rekey FILE` replaces it:
  openssl rand -base64 32 > store.key
  shiptrack carriers keep MAEU client_id --store-key store.key < client_id

`subscriptions` lists who sends to an account without being asked, and
`unsubscribe` ends one; a carrier that was asked to call back is asked to end it
when work is next done (`settle`, `serve`). With --json, or in a pipe, every line
is one JSON object, without the secret; `shiptrack docs push` describes it.

What is kept on a file comes first; then credentials are looked up in the environment, client_id of MAEU as
SHIPTRACK_MAEU_CLIENT_ID, or stand in the file that --credentials names (`check` asks with those alone then):
  [MAEU]
  client_id = "..."
"""

_PROFILES = (
    Column("CARRIER", "scac"),
    Column("NAME", "name", free=True),
    Column("TRIED", "status_description"),
    Column("CREDENTIALS", "credentials", lambda names: ", ".join(names), free=True),
    Column("MISSING", "missing", wraps=True),
)


_STORED = (Column("CARRIER", "scac"), Column("NAME", "name"), Column("KEPT", "stored_at"))

_SUBSCRIPTIONS = (
    Column("ID", "id"),
    Column("CARRIER", "carrier"),
    Column("SOURCE", "source"),
    Column("NAME", "name", free=True),
    Column("NUMBER", "number"),
    Column("STATE", "state"),
    Column("EXPIRES", "expires_at"),
    Column("LAST HEARD", "received_at"),
    Column("PROBLEM", "problem", wraps=True),
)

_PLAN = (
    Column("CARRIER", "scac"),
    Column("ACCOUNTS", "accounts", lambda names: ", ".join(names), free=True),
    Column("REQUESTS", "requests"),
    Column("WANTED A DAY", "wanted_per_day"),
    Column("ALLOWED", "allowed_per_day"),
    Column("EACH EVERY", "each_every_seconds", lambda seconds: _span(seconds)),
    Column("SO", "verdict", wraps=True),
)


def carriers(target: Target, out: Output) -> int:
    commands = {
        "profiles": _list,
        "check": _check,
        "replay": _replay_folder,
        "plan": _plan,
        "credentials": _list_stored,
        "keep": _keep,
        "forget": _forget,
        "rekey": _rekey,
        "subscriptions": _subscriptions,
        "unsubscribe": _unsubscribe,
    }
    return commands[target.options.what](target, out)


def _list_stored(target: Target, out: Output) -> int:
    with target.service() as service:
        kept = service.stored_credentials(account=target.options.account)
    out.rows(kept, _STORED)
    return DONE


def _keep(target: Target, out: Output) -> int:
    options = target.options
    if target.store_key is None:
        raise CommandError("credentials are kept under a key alone: name the file that has it with --store-key", REFUSED)
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
    out.hint("from now on the file is opened with the new key")
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
            out.hint(f"{scac} is asked to end it when work is next done: `shiptrack settle`, or `serve`")
        else:
            out.warn(f"{scac} was not asked to end it, and may go on calling: its profile was not named (--profiles)")
    return DONE


def _plan(target: Target, out: Output) -> int:
    with target.service() as service:
        told: list[dict[str, Any]] = json.loads(service._carriers_plan())
    out.rows(told if out.as_json else [{**plan, "verdict": _verdict(plan)} for plan in told], _PLAN)
    return DONE


def _verdict(plan: dict[str, Any]) -> str:
    if not plan["plugged_in"]:
        return "nobody is plugged in that answers for it"
    if plan["credentials_suspended"]:
        return "the credentials are refused: all of it waits"
    return "it suffices" if plan["suffices"] else "it does not suffice: what is not urgent is asked for less often"


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
        told = json.loads(_native._check(
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
        out.line(told)
        return DONE if told["outcome"] == "facts" else REFUSED
    checked: CarrierCheck = decode(CarrierCheck, told)
    tried = profiles(target.profiles).get(checked.scac, {}).get("status_description", "")
    out.write(f"{checked.scac} {checked.name}: a profile that was {tried}")
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
        out.write(f"read as {message.description}; facts: {len(message.facts)}; it names {numbers or 'no number'}")
    for problem in [*checked.reading.problems, *(problem for message in checked.reading.messages for problem in message.problems)]:
        out.warn(str(problem))
    out.write(f"outcome: {show(checked.outcome).replace('_', ' ')}" + (f": {checked.why}" if checked.why else ""))
    out.write(checked.advice)
    return DONE if checked.outcome == "facts" else REFUSED


def _credential_store(target: Target, out: Output) -> AbstractContextManager[Service | None]:
    """The service that keeps credentials, where none are given otherwise."""
    if target.credentials or target.hosted or target.store_key is None or not Path(target.file).exists():
        return nullcontext()
    try:
        return target.service() if _is_sealed(target.file) else nullcontext()
    except StoreBusyError:
        out.warn(f"what is kept on {target.file} is not used: another program has it open")
    except ConfigurationError as problem:
        out.warn(f"what is kept on {target.file} is not used: {problem}")
    return nullcontext()


def _is_sealed(file: str) -> bool:
    """Whether a file is opened with a key alone. One that is not keeps no credentials, and with a key it would be sealed."""
    try:
        Service(file, worker=False).close()
    except ConfigurationError:
        return True
    return False


def _replay_folder(target: Target, out: Output) -> int:
    told = json.loads(_replay(target.options.folder))
    code = DONE if told["is_same"] else REFUSED
    if out.as_json:
        out.line(told)
        return code
    for line in told["missing"]:
        out.write(f"- {line}")
    for line in told["added"]:
        out.write(f"+ {line}")
    now = told["check"]["outcome"]
    was = told["recorded_outcome"]
    out.write(f"outcome: {show(now)}" + ("" if now == was else f"; it was {show(was)}"))
    out.write("It comes to the same voyage." if told["is_same"] else "It does not come to the same voyage.")
    return code
