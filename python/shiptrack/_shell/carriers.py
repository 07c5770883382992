"""Carriers that are asked over HTTP: which there are, whether one answers, and whether its pace suffices."""

from __future__ import annotations

from typing import Any

from shiptrack._access import _asked, _checked, _planned, profiles
from shiptrack._shell.exits import DONE, REFUSED
from shiptrack._shell.output import Column, Output, show
from shiptrack._shell.place import Place

CARRIERS_HELP = """\
`profiles` lists the profiles of --profiles, or those that come along. None of
those was tried with an account: they are from public notes. Each says what it
was tried against, and what is missing before its carrier can be asked.

`check` asks a carrier once and keeps nothing. It says what it did, what came
back, how that was read, and what to do next. No credential is shown. With
--json, or in a pipe, it is one JSON object; `shiptrack docs carriers`
describes it.

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
  set_aside           whether the carrier refuses the credentials
  plugged_in          whether somebody answers for the carrier

Credentials are looked up in the environment, client_id of MAEU as
SHIPTRACK_MAEU_CLIENT_ID, or stand in the file that --credentials names:
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


_PLAN = (
    Column("CARRIER", "scac"),
    Column("ACCOUNTS", "accounts", lambda names: ", ".join(names), free=True),
    Column("REQUESTS", "requests"),
    Column("WANTED A DAY", "wanted_per_day"),
    Column("ALLOWED", "allowed_per_day"),
    Column("EACH EVERY", "each_every_seconds", lambda seconds: _span(seconds)),
    Column("SO", "verdict", wraps=True),
)


def carriers(place: Place, out: Output) -> int:
    """Lists profiles, asks one carrier, or says whether its pace suffices."""
    return {"profiles": _list, "check": _check, "plan": _plan}[place.options.what](place, out)


def _plan(place: Place, out: Output) -> int:
    with place.service() as service:
        told = _planned(service)
    out.rows(told if out.as_json else [{**plan, "verdict": _verdict(plan)} for plan in told], _PLAN)
    return DONE


def _verdict(plan: dict[str, Any]) -> str:
    if not plan["plugged_in"]:
        return "nobody is plugged in that answers for it"
    if plan["set_aside"]:
        return "the credentials are refused: all of it waits"
    return "it suffices" if plan["suffices"] else "it does not suffice: what is not urgent is asked for less often"


def _span(seconds: int | None) -> str:
    if seconds is None:
        return "as wanted"
    return f"{seconds} s" if seconds < 120 else f"{seconds // 60} min" if seconds < 7200 else f"{seconds / 3600:.1f} h"


def _list(place: Place, out: Output) -> int:
    out.rows([{"scac": scac, **profile} for scac, profile in profiles(place.profiles).items()], _PROFILES)
    return DONE


def _check(place: Place, out: Output) -> int:
    options = place.options
    told = _asked(
        options.code,
        options.number,
        options.kind,
        profiles=place.profiles,
        credentials=place.credentials,
        account=options.account or "default",
        proxy=options.carrier_proxy,
    )
    if out.as_json:
        out.line(told)
        return DONE if told["outcome"] == "facts" else REFUSED
    checked = _checked(told)
    tried = profiles(place.profiles).get(checked.scac, {}).get("status_description", "")
    out.say(f"{checked.scac} {checked.name}: a profile that was {tried}")
    for call in checked.calls:
        out.say(f"{call.purpose}: {call.method} {call.url}")
        for name, value in call.headers:
            out.say(f"  > {name}: {value}")
        out.say(f"  < {call.problem or call.status}, {call.bytes} bytes after {call.milliseconds} ms")
        for name, value in call.answer_headers:
            out.say(f"  < {name}: {value}")
        if call.body and checked.outcome != "facts":
            out.say(f"  < {call.body[:300]}")
    for message in checked.reading.messages:
        numbers = ", ".join(f"{named.kind.replace('_', ' ')} {named.number}" for named in message.numbers)
        out.say(f"read as {message.description}; facts: {len(message.facts)}; it names {numbers or 'no number'}")
    for problem in [*checked.reading.problems, *(problem for message in checked.reading.messages for problem in message.problems)]:
        out.warn(str(problem))
    out.say(f"outcome: {show(checked.outcome).replace('_', ' ')}" + (f": {checked.why}" if checked.why else ""))
    out.say(checked.advice)
    return DONE if checked.outcome == "facts" else REFUSED

