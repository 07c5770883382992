"""What the library tells the standard ``logging``, and nothing that is secret.

The logger ``shiptrack`` hears of what clients do, ``shiptrack.service`` below it of what a service does by itself.
"""

from __future__ import annotations

import logging
import warnings
from collections.abc import Callable
from typing import Any

from shiptrack.carriers import LookUpFailure
from shiptrack.errors import ConfigurationError
from shiptrack.values import (
    Activity,
    Delivery,
    DoubtfulFacts,
    ExtractionFailed,
    LookUpReport,
    RecordLeftOut,
    Resting,
    Trouble,
    WritesRefused,
    WritesResumed,
)

LOGGER = logging.getLogger("shiptrack")
LOGGER.addHandler(logging.NullHandler())
SERVICE = logging.getLogger("shiptrack.service")


def wants_attempts() -> bool:
    """Whether anybody listens to attempts that are not repeated."""
    return LOGGER.isEnabledFor(logging.DEBUG)


def attempt(
    method: str,
    path: str,
    number: int,
    status: int | None,
    failure: str | None,
    took: float,
    retry_in: float | None,
) -> None:
    level = logging.DEBUG if retry_in is None else logging.INFO
    if not LOGGER.isEnabledFor(level):
        return
    outcome = str(status) if status is not None else failure
    again = "" if retry_in is None else f", again in {retry_in:.1f} s"
    LOGGER.log(level, "%s %s: %s after %.0f ms (attempt %d%s)", method, path, outcome, took * 1000, number, again)


def pause(method: str, path: str, bucket: str, refused: bool, seconds: float, limit: int | None, per: float) -> None:
    """A call begins to wait for the rate limit, which would look like a hang."""
    if refused or limit is None:
        reason = "the service turned a request away"
    else:
        reason = f"{limit} requests in {per:g} s; Client(limits=…) changes that"
    LOGGER.warning("%s %s waits %.0f s for the rate limit (%s: %s)", method, path, seconds, bucket, reason)


class ShiptrackWarning(UserWarning):
    """An answer is not all that was asked for. ``logging.captureWarnings(True)`` has it logged."""

    __module__ = "shiptrack"


def warn_ignored(kind: str, details: list[str]) -> None:
    """The service took a listing's question and passed over part of it: the answer is not what was meant."""
    # Nobody configures logging in a notebook: a warning is seen.
    warnings.warn(f"listing {kind or 'resources'}: {'; '.join(details)}", ShiptrackWarning, stacklevel=2)


def warn_unreadable(page: Any, problems: dict[int, Exception]) -> None:
    """Items were left out."""
    what = f"{page!r} has items that cannot be read, at {sorted(problems)}"
    warnings.warn(what, ShiptrackWarning, stacklevel=2)


def activity(what: Activity, on_activity: Callable[[Activity], object] | None) -> None:
    """Tells the logger, then the host's own callable."""
    if isinstance(what, LookUpReport):
        _log_look_up(what)
    elif isinstance(what, DoubtfulFacts):
        SERVICE.warning("facts for %s at %s: %s", what.number, what.scac or "no carrier", "; ".join(what.doubts))
    elif isinstance(what, Delivery):
        _log_delivery(what)
    elif isinstance(what, ExtractionFailed):
        SERVICE.warning("document %s was not extracted: %s", what.document, what.error, exc_info=what.error.__cause__)
    elif isinstance(what, Resting):
        who = what.scac or f"webhook {what.webhook}"
        SERVICE.warning("%s rests until %s: it failed too often in a row", who, f"{what.until:%Y-%m-%d %H:%M:%S} UTC")
    elif isinstance(what, WritesRefused):
        SERVICE.error("nothing can be written: %s", what.error)
    elif isinstance(what, RecordLeftOut):
        SERVICE.error("left out of a listing: %s", what.error)
    elif isinstance(what, WritesResumed):
        SERVICE.warning("the store is written to again")
    elif isinstance(what, Trouble):
        if isinstance(what.error, ConfigurationError):
            SERVICE.error("somebody has to see to it: %s", what.error)
        else:
            SERVICE.error("due work could not be done, and is tried again: %s", what.error)
    if on_activity is not None:
        try:
            on_activity(what)
        except Exception as error:  # noqa: BLE001 - the work must not suffer from whoever watches it
            log_listener_failure("on_activity", error)


def _log_look_up(what: LookUpReport) -> None:
    mistake = what.error if not isinstance(what.error, LookUpFailure) else None
    if mistake is not None:
        level = logging.ERROR
    elif what.outcome in ("trouble", "rate_limited", "refused"):
        level = logging.WARNING
    elif what.outcome in ("found", "next_trip_awaited", "no_data_yet"):
        level = logging.DEBUG
    else:  # the request has failed with it
        level = logging.INFO
    if SERVICE.isEnabledFor(level):
        outcome = what.outcome if what.reason is None else f"{what.outcome} ({what.reason})"
        why = "" if what.why is None else f": {what.why}"
        told = (what.number, what.scac or "no carrier", outcome, what.attempt, why)
        SERVICE.log(level, "look-up of %s at %s: %s, try %d%s", *told, exc_info=mistake)


def _log_delivery(what: Delivery) -> None:
    level = logging.DEBUG if what.succeeded else logging.WARNING
    if SERVICE.isEnabledFor(level):
        outcome = what.failure if what.status is None else what.status
        SERVICE.log(level, "delivery to webhook %s: %s (attempt %d)", what.webhook, outcome, what.attempt)


def log_listener_failure(name: str, error: BaseException) -> None:
    SERVICE.error("%s failed", name, exc_info=error)
