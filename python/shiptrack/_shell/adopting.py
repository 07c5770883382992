"""Taking over what a hosted account follows."""

from __future__ import annotations

from shiptrack import Client, Service
from shiptrack._shell.exits import DONE, KEY, REFUSED, Stopped
from shiptrack._shell.output import Column, Output
from shiptrack._shell.place import Place

ADOPT_HELP = """\
Its tracking requests are made on the file, with references, labels and
customers, and what it knows of their shipments is taken in. The API key of the
account is in SHIPTRACK_API_KEY. It can be broken off and goes on where it was;
a second time adds nothing. Everything reads offline afterwards.

Ends with exit code 3 when something is not taken over. With --json, or in a
pipe, one JSON object:
  seen, made, known  tracking requests that were looked at, made here, here before
  facts              facts that were news
  left               those that are not taken over: number, scac, why
  not_taken          what is not taken over of the others, and of how many
  is_complete        whether the account was looked through to its end
"""

_ADOPTED = (
    Column("SEEN", "seen"),
    Column("MADE", "made"),
    Column("KNOWN", "known"),
    Column("FACTS", "facts"),
    Column("LEFT", "left", lambda left: str(len(left))),
    Column("COMPLETE", "is_complete"),
)
_LEFT = (Column("NUMBER", "number"), Column("CARRIER", "scac"), Column("NOT TAKEN OVER, FOR", "why", wraps=True))


def adopt(place: Place, out: Output) -> int:
    """Takes over what a hosted account follows, into the file."""
    key = place.environment.get("SHIPTRACK_API_KEY")
    if not key:
        raise Stopped("the API key of the account is missing: put it into SHIPTRACK_API_KEY", KEY)
    client = Client(key, place.options.source)
    with Service(place.file, worker=False, any_carrier=client, store_key=place.store_key) as service:
        adopted = service.adopt(
            client, account=place.options.account, most=place.options.most, anew=place.options.anew
        )
    left = [{"number": one.number, "scac": one.scac, "why": one.why} for one in adopted.left]
    told = {
        "seen": adopted.seen,
        "made": adopted.made,
        "known": adopted.known,
        "facts": adopted.facts,
        "left": left,
        "not_taken": adopted.not_taken,
        "is_complete": adopted.is_complete,
    }
    out.rows([told], _ADOPTED)
    if left and not out.as_json:
        out.rows(left, _LEFT)
    return REFUSED if left else DONE
