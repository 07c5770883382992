"""Carriers written in Python, and what they are mostly written with: :func:`read` makes facts of what a source sends.

A carrier is a callable that takes a :class:`LookUp` and answers facts, or an object with such a method ``look_up``::

    def maersk(look_up):
        events = my_database.events_of(look_up.normalized_number)
        if not events:
            raise NotFound
        return [{"version": 2, "container": e.container, "event": {"movement": e.movement, "at": e.at}} for e in events]

    service = shiptrack.Service("tracking.db", carriers={"MAEU": maersk})

``shiptrack docs facts`` in the shell describes the form of facts, and :func:`shiptrack.facts.check` says what is wrong with some.

One that asks a carrier's own DCSA Track & Trace service has no more to do than to ask::

    def maersk(look_up):
        answer = requests.get(URL, params={"equipmentReference": look_up.normalized_number}, headers=KEYS, timeout=30)
        return Answer(shiptrack.carriers.read(answer.content).facts)

A carrier that speaks it needs no program at all, but a profile and credentials: ``Service("tracking.db", profiles="carriers.toml")``. What
there are profiles of, :func:`profiles` says; whether one answers, :func:`check`; whether what was recorded of that is still read so, :func:`replay`;
whether its pace suffices, :func:`plan`.

It is called on the service's threads, several at once. A failure is told by raising one of the exceptions here, with
words for whoever watches: ``raise Refused("the key ends on Friday")``. Any other exception is taken for an answer that
nobody can read, so that the look-up is tried again. The words, and the exception itself, are in
:class:`~shiptrack.values.LookUpReport`, which ``on_activity`` is told, and on the logger ``shiptrack.service``.
"""

from __future__ import annotations

from typing import Any, Protocol

from shiptrack._access import CarrierCall, CarrierCheck, CarrierPlan, CarrierReplay, CredentialSuspension, check, plan, profiles, replay
from shiptrack._reading import Message, NamedNumber, Problem, Reading, Voyage, VoyageEvent, read, voyage, voyages
from shiptrack.values import Answer, LookUp

__all__ = [
    "Answer",
    "BookingCancelled",
    "Carrier",
    "CarrierCall",
    "CarrierCheck",
    "CarrierPlan",
    "CarrierReplay",
    "CredentialSuspension",
    "InvalidNumber",
    "LookUp",
    "LookUpFailure",
    "Message",
    "NamedNumber",
    "NoDataYet",
    "NotFound",
    "Problem",
    "RateLimited",
    "Reading",
    "Refused",
    "Unreachable",
    "Unreadable",
    "Voyage",
    "VoyageEvent",
    "Withheld",
    "check",
    "inbox",
    "plan",
    "profiles",
    "read",
    "replay",
    "voyage",
    "voyages",
]


class Carrier(Protocol):
    """Whoever can say where a shipment is."""

    def look_up(self, look_up: LookUp, /) -> Any:
        """Everything known about a number: an :class:`Answer`, or facts alone."""


def inbox(_look_up: LookUp, /) -> tuple[()]:
    """A carrier that is never asked, because it sends what it has: EDI, or whatever is recorded. It answers nothing itself.

    ``Service(any_carrier=carriers.inbox)``; in the shell ``--carriers shiptrack.carriers:inbox``.
    """
    return ()


class LookUpFailure(Exception):
    """Why a carrier said nothing."""


class NotFound(LookUpFailure):
    """It does not know the number."""


class NoDataYet(LookUpFailure):
    """It knows the number and has no data yet."""


class InvalidNumber(LookUpFailure):
    """There can be no such number."""


class BookingCancelled(LookUpFailure):
    """The booking was cancelled."""


class Withheld(LookUpFailure):
    """It has data and keeps it from us."""


class Refused(LookUpFailure):
    """It refuses our credentials. No try is used up, and whatever the account has at this carrier waits, but for one look-up an hour."""


class _Pausing(LookUpFailure):
    """One that may say how long the carrier asked to be left alone."""

    def __init__(self, message: str = "", *, retry_after: float | None = None) -> None:
        super().__init__(message)
        if retry_after is not None:
            if isinstance(retry_after, (bool, str)) or not isinstance(retry_after, (int, float)):
                raise TypeError(f"retry_after: seconds expected, not {type(retry_after).__name__}")
            if not 0 <= retry_after < float("inf"):
                raise ValueError(f"retry_after: seconds from 0 expected, not {retry_after}")
        self.retry_after = retry_after
        """The pause it asked for, in seconds."""


class Unreachable(_Pausing):
    """It cannot be reached."""


class RateLimited(_Pausing):
    """It was asked too often (a status 429), and answers nobody for a while. No try is used up, and nobody asks it before
    ``retry_after`` is over."""


class Unreadable(LookUpFailure):
    """Its answer cannot be read."""


_FAILURES = (
    NotFound,
    NoDataYet,
    InvalidNumber,
    BookingCancelled,
    Withheld,
    Refused,
    RateLimited,
    Unreachable,
    Unreadable,
)


def _name(error: BaseException) -> str | None:
    """The failure an exception tells; anything else is a mistake of the carrier's."""
    return next((known.__name__ for known in _FAILURES if isinstance(error, known)), None)
