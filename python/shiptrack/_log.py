"""Log messages of the library. They contain no secrets.

Clients log to ``shiptrack``; services log their activity to ``shiptrack.service``.
"""

from __future__ import annotations

import logging
import sys
import warnings
from collections.abc import Callable
from typing import Any
from uuid import UUID

from shiptrack.carriers import LookUpFailure
from shiptrack.values import Activity

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


def warn_if_event_loop_waits(call: str) -> None:
    """Warns if a call that waits is made on the thread of a running event loop. Cells of a notebook always run on such a thread."""
    import asyncio  # the caller has checked that the program imports it

    if "ipykernel" in sys.modules:
        return
    try:
        asyncio.get_running_loop()
    except RuntimeError:
        return
    problem = f"{call}() blocks the event loop of this thread while it waits; use the client that async_client() returns"
    warnings.warn(problem, ShiptrackWarning, stacklevel=2)


def warn_ignored(kind: str, details: list[str]) -> None:
    """The service ignored a part of the query, so the listing may contain more than was intended."""
    # Notebooks show warnings, but rarely configure logging.
    warnings.warn(f"listing {kind or 'resources'}: {'; '.join(details)}", ShiptrackWarning, stacklevel=2)


def warn_unreadable(page: Any, problems: dict[int, Exception]) -> None:
    """Items of a page were left out."""
    what = f"{page!r} has items that cannot be read, at positions {sorted(problems)}"
    warnings.warn(what, ShiptrackWarning, stacklevel=2)


def line(
    level: str,
    text: str,
    message: str,
    account: UUID | str | None,
    request: str | None,
    repeated: int,
    raised: BaseException | None,
) -> None:
    """Logs a line of a service.

    The text names account and request. The record also has them as attributes, with the number of warnings that were left out.
    """
    is_defect = raised is not None and not isinstance(raised, LookUpFailure)
    # A carrier in Python that raises another exception has a defect.
    number = logging.ERROR if is_defect and request is not None else _LEVELS[level]
    if SERVICE.isEnabledFor(number):
        details = {"account": account, "request": request, "repeated": repeated, "plain": message}
        SERVICE.log(number, "%s", text, exc_info=raised if is_defect else None, extra=details)


_LEVELS = {"DEBUG": logging.DEBUG, "INFO": logging.INFO, "WARN": logging.WARNING, "ERROR": logging.ERROR}


def activity(what: Activity, on_activity: Callable[[Activity], object]) -> None:
    """Calls the callable of the host program."""
    try:
        on_activity(what)
    except Exception as error:  # noqa: BLE001 - an error in the callable must not affect the work
        log_listener_failure("on_activity", error)


def log_listener_failure(name: str, error: BaseException) -> None:
    SERVICE.error("%s failed", name, exc_info=error)
