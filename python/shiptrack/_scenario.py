"""A service on a clock that a test moves, with a carrier that gives the answers of a script."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from datetime import datetime, timedelta, timezone
from typing import Any

from shiptrack import Client, ManualClock, Service
from shiptrack.carriers import Answer, LookUp, LookUpFailure, NotFound
from shiptrack.errors import InvalidError
from shiptrack.facts import check
from shiptrack.values import Activity, WorkCounts, DoubtfulFacts, ExtractionFailed, FeedEvent, LookUpReport

START = datetime(2026, 5, 1, 8, 0, tzinfo=timezone.utc)
"""The time at which every scenario begins."""


def _number(value: object) -> str:
    """Rejects values that no look-up can ask for."""
    if not isinstance(value, str):
        raise TypeError(f"number: a str expected, not {type(value).__name__}")
    if not value.strip():
        raise ValueError("number is empty")
    return value


class ScriptedCarrier:
    """A carrier that gives the answers of a script. Numbers without a script are unknown to it."""

    def __init__(self) -> None:
        self.asked: list[LookUp] = []
        """All look-ups so far."""
        self._script: dict[str, deque[Answer | Exception]] = {}

    def answer(
        self, number: str, *, facts: Any = (), complete: bool = True, references: tuple[str, ...] = ()
    ) -> ScriptedCarrier:
        """Adds an answer with these facts for a look-up of the number. The last answer is repeated for further look-ups.

        Facts that cannot be read raise an error here. To script an unreadable answer, use :meth:`fail` with ``Unreadable()``.
        """
        given = facts if isinstance(facts, (str, bytes, dict)) else list(facts)
        check(given)
        self._next(number).append(Answer(given, complete, references))
        return self

    def fail(self, number: str, failure: Exception) -> ScriptedCarrier:
        """Adds a failure for a look-up of the number: an exception of :mod:`shiptrack.carriers`, or any other
        exception, which counts as a bug of the carrier.
        """
        self._next(number).append(failure)
        return self

    def _next(self, number: str) -> deque[Answer | Exception]:
        return self._script.setdefault(_number(number), deque())

    def look_up(self, look_up: LookUp) -> Answer:
        """Called by the service."""
        self.asked.append(look_up)
        script = self._script.get(look_up.number) or self._script.get(look_up.normalized_number)
        if not script:
            raise NotFound(look_up.number)
        outcome = script.popleft() if len(script) > 1 else script[0]
        if isinstance(outcome, Answer):
            return outcome
        try:
            raise outcome.with_traceback(None)  # without the traceback of an earlier raise
        finally:
            del outcome  # its traceback refers to this frame


def _record_mistakes(
    mistakes: deque[BaseException], on_activity: Callable[[Activity], object] | None
) -> Callable[[Activity], None]:
    """Returns a listener that records bugs. It does not refer to the scenario, so that the service does not keep it
    alive.
    """

    def record(what: Activity) -> None:
        raised = what.error if isinstance(what, LookUpReport) else None
        if isinstance(what, ExtractionFailed):
            raised = what.error.__cause__
        if isinstance(what, DoubtfulFacts):
            raised = InvalidError(f"facts on {what.number} look wrong: {'; '.join(what.doubts)}")
        if raised is not None and not isinstance(raised, LookUpFailure):
            mistakes.append(raised)
        if on_activity is not None:
            on_activity(what)

    return record


class Scenario:
    """A service in memory, on a manual clock, with a scripted carrier for every code except ``TEST``.

    With ``raise_errors=True``, ``run()`` and ``advance()`` raise what a carrier or an extractor raised because of a bug, and
    :class:`~shiptrack.errors.InvalidError` for facts that look wrong, such as an unknown movement. The failures of
    :mod:`shiptrack.carriers` are not raised. Other keywords are those of :class:`~shiptrack.Service`.
    """

    def __init__(self, now: datetime = START, *, raise_errors: bool = False, **settings: Any) -> None:
        self.clock = ManualClock(now)
        self.carrier = ScriptedCarrier()
        self.raise_errors = raise_errors
        self._mistakes: deque[BaseException] = deque(maxlen=10)
        settings.setdefault("any_carrier", self.carrier)
        settings.setdefault("allow_loopback", True)
        settings["on_activity"] = _record_mistakes(self._mistakes, settings.get("on_activity"))
        self.service = Service(clock=self.clock, **settings)

    def client(self) -> Client:
        """Returns a client of the service."""
        return self.service.client()

    def advance(self, by: timedelta | None = None, **parts: float) -> WorkCounts:
        """Moves the clock forward and does the work that becomes due: ``advance(days=3)``."""
        self._mistakes.clear()
        return self._raise_mistakes(self.service.advance(by if by is not None else timedelta(**parts)))

    def run(self) -> WorkCounts:
        """Does the work that is due now."""
        self._mistakes.clear()
        return self._raise_mistakes(self.service.run_due())

    def _raise_mistakes(self, done: WorkCounts) -> WorkCounts:
        if self.raise_errors and self._mistakes:
            raise self._mistakes.popleft()
        return done

    @property
    def events(self) -> list[FeedEvent]:
        """All events so far."""
        return list(self.service.events())

    def close(self) -> None:
        """Closes the service."""
        self.service.close()
