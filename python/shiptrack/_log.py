"""What the library tells the standard ``logging``: the logger ``shiptrack``, and nothing that is secret."""

from __future__ import annotations

import logging
from typing import Any

LOGGER = logging.getLogger("shiptrack")
LOGGER.addHandler(logging.NullHandler())


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


def unreadable(page: Any, problems: dict[int, Exception]) -> None:
    LOGGER.warning("%r has items that cannot be read, at %s", page, sorted(problems))


def carrier_failed(error: BaseException) -> None:
    LOGGER.error("a carrier failed; the look-up is tried again", exc_info=error)


def extractor_failed(error: BaseException) -> None:
    LOGGER.error("an extractor failed; the document is kept", exc_info=error)
