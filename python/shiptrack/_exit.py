"""Services whose workers must end before the interpreter does."""

from __future__ import annotations

import atexit
from typing import Protocol


class _Closer(Protocol):
    @property
    def gone(self) -> bool: ...

    def __call__(self) -> None: ...


_closers: list[_Closer] = []


def close_at_exit(closer: _Closer) -> None:
    """The worker may be calling carriers written in Python: it is stopped while there is still an interpreter."""
    if not _closers:
        atexit.register(_close_all)
    _closers[:] = [known for known in _closers if not known.gone]
    _closers.append(closer)


def _close_all() -> None:
    for closer in _closers:
        try:
            closer()
        except Exception:  # noqa: BLE001 - nobody is left to tell
            pass
