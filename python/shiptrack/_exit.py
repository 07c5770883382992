"""Closes services with workers before the interpreter shuts down, parks calls of threads that still run, and prepares forks."""

from __future__ import annotations

import atexit
import os
import time
from typing import Protocol

from shiptrack._native import _after_fork_in_child, _after_fork_in_parent, _before_fork, _end_calls


class _Closer(Protocol):
    @property
    def gone(self) -> bool: ...

    def __call__(self, timeout: float) -> None: ...


_MAX_END = 5.0
"""How many seconds the end of the interpreter waits for code of the program on threads of this library."""

_closers: list[_Closer] = []
_deadline: float | None = None


def close_at_exit(closer: _Closer) -> None:
    """The worker may be calling Python carriers, so it is stopped while the interpreter still runs."""
    if not _closers:
        atexit.register(_close_all)
    _closers[:] = [known for known in _closers if not known.gone]
    _closers.append(closer)


def _time_left() -> float:
    global _deadline
    now = time.monotonic()
    if _deadline is None:
        _deadline = now + _MAX_END
    return max(_deadline - now, 0.0)


def _close_all() -> None:
    for closer in _closers:
        try:
            closer(_time_left())
        except Exception:  # noqa: BLE001 - the interpreter is shutting down
            pass


# Registered first, so that it runs after all functions that are registered later.
atexit.register(lambda: _end_calls(_time_left()))

if hasattr(os, "register_at_fork"):
    os.register_at_fork(before=_before_fork, after_in_parent=_after_fork_in_parent, after_in_child=_after_fork_in_child)
