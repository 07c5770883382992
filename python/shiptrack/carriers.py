"""Python carriers, and tools for carriers. :func:`read` decodes what carriers and other sources send.

A carrier is a callable that takes a :class:`LookUp` and returns facts, or an object with such a method ``look_up``::

    def maersk(look_up):
        events = my_database.events_of(look_up.normalized_number)
        if not events:
            raise NotFound
        return [{"container": e.container, "event": {"movement": e.movement, "at": e.at}} for e in events]

    service = shiptrack.Service("tracking.db", carriers={"MAEU": maersk})

``shiptrack docs facts`` describes the format of facts, and :func:`shiptrack.facts.check` checks them.

A carrier that requests a DCSA Track & Trace service only needs to send the request::

    def maersk(look_up):
        answer = requests.get(URL, params={"equipmentReference": look_up.normalized_number}, headers=KEYS, timeout=30)
        return Answer(shiptrack.carriers.read(answer.content).facts)

Many such carriers need no code, only a profile and credentials: ``Service("tracking.db", profiles="carriers.toml")``.
:func:`profiles` lists the included profiles, :func:`check` tests one, :func:`replay` decodes a recorded test again, and
:func:`plan` compares the limits of a carrier with the number of look-ups.

Carriers are called on the threads of the service, several at a time. To report a failure, raise one of the exceptions in
this module, with a reason: ``raise Refused("the key ends on Friday")``. Any other exception counts as an unreadable answer,
and the look-up is retried. The reason and the exception are in :class:`~shiptrack.values.LookUpReport`, which
``on_activity`` receives, and in the log of ``shiptrack.service``.
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
    """A carrier: a source of tracking data."""

    def look_up(self, look_up: LookUp, /) -> Any:
        """Returns everything known about a number: an :class:`Answer`, or only the facts."""


def inbox(_look_up: LookUp, /) -> tuple[()]:
    """A carrier that is never asked because it sends its data, for example as EDI. It returns no facts.

    Use it as ``Service(any_carrier=carriers.inbox)``, or in the shell as ``--carriers shiptrack.carriers:inbox``.
    """
    return ()


class LookUpFailure(Exception):
    """Base class of the reasons why a carrier returns no data."""


class NotFound(LookUpFailure):
    """The carrier does not know the number."""


class NoDataYet(LookUpFailure):
    """The carrier knows the number and has no data yet."""


class InvalidNumber(LookUpFailure):
    """The number cannot exist."""


class BookingCancelled(LookUpFailure):
    """The booking was cancelled."""


class Withheld(LookUpFailure):
    """The carrier has data and does not share it with this account."""


class Refused(LookUpFailure):
    """The carrier rejects the credentials. This does not count as a failed try. All requests of the account at this
    carrier wait, except for one look-up an hour.
    """


class _Pausing(LookUpFailure):
    """A failure that can contain the pause that the carrier asks for."""

    def __init__(self, message: str = "", *, retry_after: float | None = None) -> None:
        super().__init__(message)
        if retry_after is not None:
            if isinstance(retry_after, (bool, str)) or not isinstance(retry_after, (int, float)):
                raise TypeError(f"retry_after: seconds expected, not {type(retry_after).__name__}")
            if not 0 <= retry_after < float("inf"):
                raise ValueError(f"retry_after: seconds from 0 expected, not {retry_after}")
        self.retry_after = retry_after
        """The pause that the carrier asks for, in seconds."""


class Unreachable(_Pausing):
    """The carrier cannot be reached."""


class RateLimited(_Pausing):
    """The carrier was asked too often (status 429). This does not count as a failed try. The carrier is not asked again
    before ``retry_after`` has passed.
    """


class Unreadable(LookUpFailure):
    """The answer cannot be decoded."""


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
    """Returns the name of the failure; ``None`` if the exception is not a failure, but a bug of the carrier."""
    return next((known.__name__ for known in _FAILURES if isinstance(error, known)), None)
