"""Facts: what a carrier answers, and what :meth:`Service.record_facts <shiptrack.Service.record_facts>` takes.

A fact is a dict, or its JSON text; ``shiptrack docs facts`` in the shell describes the form::

    told = {"version": 2, "container": "MSKU0308961", "source": {"kind": "terminal", "name": "WBCT"},
            "event": {"movement": "gate_out", "mode": "truck", "at": "2026-05-11T09:00:00-07:00", "place": {"locode": "USLAX"}}}
    for doubt in shiptrack.facts.check(told):
        print(doubt)
    service.record_facts("MSKU0308961", told)
    service.record_facts("MSKU0308961", {"version": 2, "source": told["source"], "withdrawn": shiptrack.facts.key(told)})
"""

from __future__ import annotations

from datetime import datetime
from typing import Any

from shiptrack._native import _doubts, _key

__all__ = ["check", "key"]


def check(facts: Any, *, now: datetime | None = None) -> tuple[str, ...]:
    """Checks facts without giving them to anybody, and answers what looks wrong, one sentence each.

    What cannot be read raises :class:`~shiptrack.errors.InvalidError` with the place. What can be read and looks wrong is
    taken in by a service all the same: a member, a movement or a phase nobody knows, a UN/LOCODE no place has, a container
    number whose check digit is wrong, a time that cannot be meant. They are judged as if received ``now``.
    """
    return _doubts(facts, now)


def key(fact: Any) -> str | None:
    """The key that the event of a fact is known by, for a fact that takes it back: ``{"version": 2, "withdrawn": key}``.

    ``None`` for a fact that says something other than an event. A fact about a container has to name it, as it does not
    have to where it is recorded about that container.
    """
    return _key(fact)
