"""Shows progress with tqdm if it is installed, or calls a callable."""

from __future__ import annotations

import time
import warnings
from collections.abc import Callable
from typing import Any


class Progress:
    """Calls a callable with ``(done, total)``. ``total`` is ``None`` while it is unknown."""

    def __init__(self, report: Callable[[int, int | None], object] | None) -> None:
        self._report = report
        self._done = 0
        self._began = time.monotonic()

    def __call__(self, items: int, total: int | None) -> None:
        self._done += items
        if self._report is not None:
            self._report(self._done, total)

    def pause(self, seconds: float) -> None:
        """A pause for the rate limit begins."""

    def update(self, done: int, total: int | None) -> None:
        """Sets the number of finished items."""
        self(done - self._done, total)

    def elapsed(self, total: float) -> None:
        """Shows the seconds since the beginning, of `total` seconds."""
        seconds = int(time.monotonic() - self._began)
        if seconds > self._done:
            self(seconds - self._done, int(total))

    def close(self) -> None:
        pass


class _Bar(Progress):
    def __init__(self, bar: Any) -> None:
        super().__init__(None)
        self._bar = bar

    def __call__(self, items: int, total: int | None) -> None:
        self._done += items
        self._bar.set_postfix_str("", refresh=False)
        if total != self._bar.total:
            self._grow(total)
        self._bar.update(self._done - self._bar.n)

    def _grow(self, total: int | None) -> None:
        """Sets a new total. In a notebook, only `reset` does that, which also resets count and clock."""
        before = self._bar.start_t
        self._bar.reset(total)
        self._bar.start_t = before

    def pause(self, seconds: float) -> None:
        self._bar.set_postfix_str(f"waits {seconds:.0f} s for the rate limit")

    def close(self) -> None:
        self._bar.close()


def create(wish: Any, unit: str, label: str) -> Progress:
    """Returns the display for a value of `progress=`: `True`, a callable, or nothing."""
    if callable(wish):
        return Progress(wish)
    if wish is not None and not isinstance(wish, bool):
        raise TypeError(f"progress: True, False or a callable expected, not {type(wish).__name__}")
    if not wish:
        return Progress(None)
    try:
        # tqdm warns if a notebook has no widgets, and then shows a text bar.
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            from tqdm.auto import tqdm
    except ImportError:
        from shiptrack._log import ShiptrackWarning

        message = "progress=True shows a bar with tqdm, which is not installed: pip install 'shiptrack[progress]'"
        warnings.warn(message, ShiptrackWarning, stacklevel=2)
        return Progress(None)
    return _Bar(tqdm(desc=label, unit=unit, unit_scale=unit == "B"))
