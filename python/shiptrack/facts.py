"""Facts: what a carrier returns, and what :meth:`Service.record_facts <shiptrack.Service.record_facts>` takes.

A fact is a dict or its JSON text. ``shiptrack docs facts`` describes the format::

    fact = {"container": "MSKU0308961", "source": {"kind": "terminal", "name": "WBCT"},
            "event": {"movement": "gate_out", "mode": "truck", "at": "2026-05-11T09:00:00-07:00", "place": {"locode": "USLAX"}}}
    for doubt in shiptrack.facts.check(fact):
        print(doubt)
    service.record_facts("MSKU0308961", fact)
    service.record_facts("MSKU0308961", {"source": fact["source"], "withdrawn": shiptrack.facts.key(fact)})
"""

from __future__ import annotations

from datetime import datetime
from typing import Any

from shiptrack._native import _doubts, _key

__all__ = ["check", "key"]


def check(facts: Any, *, now: datetime | None = None) -> tuple[str, ...]:
    """Checks facts without recording them, and returns what looks wrong, one sentence each.

    Facts that cannot be read raise :class:`~shiptrack.errors.InvalidError` with the place of the problem. Facts that only look
    wrong are accepted by a service: an unknown member, movement or phase, an unknown UN/LOCODE, a container number with a wrong
    check digit, an implausible time. They are checked as if they were received ``now``.
    """
    return _doubts(facts, now)


def key(fact: Any) -> str | None:
    """Returns the key of the event that a fact states, to withdraw the event later: ``{"withdrawn": key}``.

    Returns ``None`` if the fact states no event. The fact must name its container, even if it is recorded for that container.
    """
    return _key(fact)
