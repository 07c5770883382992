"""Closes services with workers before the interpreter shuts down."""

from __future__ import annotations

import atexit
from typing import Protocol


class _Closer(Protocol):
    @property
    def gone(self) -> bool: ...

    def __call__(self) -> None: ...


_closers: list[_Closer] = []


def close_at_exit(closer: _Closer) -> None:
    """The worker may be calling Python carriers, so it is stopped while the interpreter still runs."""
    if not _closers:
        atexit.register(_close_all)
    _closers[:] = [known for known in _closers if not known.gone]
    _closers.append(closer)


def _close_all() -> None:
    for closer in _closers:
        try:
            closer()
        except Exception:  # noqa: BLE001 - the interpreter is shutting down
            pass
