"""Carriers that are asked over HTTP: which there are, and whether one answers."""

from __future__ import annotations

import json

from shiptrack._access import _asked, _checked, profiles
from shiptrack._native import _replay
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

With --record DIR what was asked and what came back is written into a folder,
without credentials, tokens, cookies and account: look it through, and send it
to whoever helps. `replay DIR` reads it again with the reader of today, and
says whether it comes to the same voyage; exit code 3 when it does not.

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


def carriers(place: Place, out: Output) -> int:
    """Lists profiles, asks one carrier, or reads again what one said."""
    return {"profiles": _list, "check": _check, "replay": _read_again}[place.options.what](place, out)


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
        record=options.record,
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



def _read_again(place: Place, out: Output) -> int:
    told = json.loads(_replay(place.options.folder))
    code = DONE if told["is_same"] else REFUSED
    if out.as_json:
        out.line(told)
        return code
    for line in told["missing"]:
        out.say(f"- {line}")
    for line in told["added"]:
        out.say(f"+ {line}")
    now = told["check"]["outcome"]
    was = told["recorded_outcome"]
    out.say(f"outcome: {show(now)}" + ("" if now == was else f"; it was {show(was)}"))
    out.say("It comes to the same voyage." if told["is_same"] else "It does not come to the same voyage.")
    return code
