"""Log messages of the library. They contain no secrets.

Clients log to ``shiptrack``; services log their activity to ``shiptrack.service``.
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
    Migrated,
    RecordLeftOut,
    Resting,
    Trouble,
    WebhookDisabled,
    WritesRefused,
    WritesResumed,
)

LOGGER = logging.getLogger("shiptrack")
LOGGER.addHandler(logging.NullHandler())
SERVICE = logging.getLogger("shiptrack.service")


def wants_attempts() -> bool:
    """Whether attempts that are not repeated are logged."""
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
    again = "" if retry_in is None else f", retried in {retry_in:.1f} s"
    LOGGER.log(level, "%s %s: %s after %.0f ms (attempt %d%s)", method, path, outcome, took * 1000, number, again)


def pause(method: str, path: str, bucket: str, refused: bool, seconds: float, limit: int | None, per: float) -> None:
    """Logs that a call waits for the rate limit, because it would look as if it hangs."""
    if refused or limit is None:
        reason = "the service rejected a request"
    else:
        reason = f"the limit is {limit} requests in {per:g} s; change it with Client(limits=…)"
    LOGGER.warning("%s %s waits %.0f s for the rate limit (%s: %s)", method, path, seconds, bucket, reason)


class ShiptrackWarning(UserWarning):
    """A result is incomplete. ``logging.captureWarnings(True)`` logs such warnings."""

    __module__ = "shiptrack"


def warn_ignored(kind: str, details: list[str]) -> None:
    """The service ignored a part of the query, so the listing may contain more than was intended."""
    # Notebooks show warnings, but rarely configure logging.
    warnings.warn(f"listing {kind or 'resources'}: {'; '.join(details)}", ShiptrackWarning, stacklevel=2)


def warn_unreadable(page: Any, problems: dict[int, Exception]) -> None:
    """Items of a page were left out."""
    what = f"{page!r} has items that cannot be read, at positions {sorted(problems)}"
    warnings.warn(what, ShiptrackWarning, stacklevel=2)


def activity(what: Activity, on_activity: Callable[[Activity], object] | None) -> None:
    """Logs an activity, then calls the callable of the host program."""
    if isinstance(what, LookUpReport):
        _log_look_up(what)
    elif isinstance(what, DoubtfulFacts):
        SERVICE.warning("facts for %s at %s: %s", what.number, what.scac or "no carrier", "; ".join(what.doubts))
    elif isinstance(what, Delivery):
        _log_delivery(what)
    elif isinstance(what, ExtractionFailed):
        SERVICE.warning("document %s was not extracted: %s", what.document, what.error, exc_info=what.error.__cause__)
    elif isinstance(what, Resting):
        name = what.scac or f"webhook {what.url} ({what.webhook}) of account {what.account}"
        SERVICE.warning("%s is paused until %s after repeated failures", name, f"{what.until:%Y-%m-%d %H:%M:%S} UTC")
    elif isinstance(what, WebhookDisabled):
        since = "" if what.failing_since is None else f" since {what.failing_since:%Y-%m-%d %H:%M:%S} UTC"
        SERVICE.error(
            "webhook %s (%s) of account %s was disabled (%s): no delivery succeeded%s; activate it, then replay what it missed",
            *(what.url, what.webhook, what.account, what.reason, since),
        )
    elif isinstance(what, WritesRefused):
        SERVICE.error("the store accepts no writes: %s", what.error)
    elif isinstance(what, RecordLeftOut):
        SERVICE.error("a record was left out of a listing: %s", what.error)
    elif isinstance(what, WritesResumed):
        SERVICE.warning("the store accepts writes again")
    elif isinstance(what, Migrated):
        # A warning, because the file cannot be opened by earlier versions any more.
        before = what.from_version
        SERVICE.warning("the file was migrated from version %d to %d; a copy of version %d is %s", before, what.to_version, before, what.copy)
    elif isinstance(what, Trouble):
        if isinstance(what.error, ConfigurationError):
            SERVICE.error("the configuration must be corrected: %s", what.error)
        else:
            SERVICE.error("due work failed and will be retried: %s", what.error)
    if on_activity is not None:
        try:
            on_activity(what)
        except Exception as error:  # noqa: BLE001 - an error in the callable must not affect the work
            log_listener_failure("on_activity", error)


def _log_look_up(what: LookUpReport) -> None:
    mistake = what.error if not isinstance(what.error, LookUpFailure) else None
    if mistake is not None:
        level = logging.ERROR
    elif what.outcome in ("trouble", "rate_limited", "refused"):
        level = logging.WARNING
    elif what.outcome in ("found", "next_trip_awaited", "no_data_yet"):
        level = logging.DEBUG
    else:  # the request has failed
        level = logging.INFO
    if SERVICE.isEnabledFor(level):
        outcome = what.outcome if what.reason is None else f"{what.outcome} ({what.reason})"
        why = "" if what.why is None else f": {what.why}"
        details = (what.number, what.scac or "no carrier", outcome, what.attempt, why)
        SERVICE.log(level, "look-up of %s at %s: %s, try %d%s", *details, exc_info=mistake)


def _log_delivery(what: Delivery) -> None:
    level = logging.DEBUG if what.succeeded else logging.WARNING
    if SERVICE.isEnabledFor(level):
        outcome = what.failure if what.status is None else what.status
        webhook = (what.url, what.webhook, what.account)
        text = "delivery to webhook %s (%s) of account %s: %s (attempt %d)"
        SERVICE.log(level, text, *webhook, outcome, what.attempt)


def log_listener_failure(name: str, error: BaseException) -> None:
    SERVICE.error("%s failed", name, exc_info=error)
