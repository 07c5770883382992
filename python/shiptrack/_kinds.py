"""The exception class of each kind of error."""

from __future__ import annotations

from typing import Any

from shiptrack import errors
from shiptrack.errors import ShiptrackError

_CLASSES = [getattr(errors, name) for name in errors.__all__]

KINDS: dict[str, type[ShiptrackError]] = {
    known.kind: known for known in _CLASSES if "kind" in vars(known) and known is not ShiptrackError
}
"""The class of each kind."""


def build(kind: str, message: str, members: dict[str, Any]) -> ShiptrackError:
    """Creates the exception of this kind. Kinds of newer versions become a plain :class:`ShiptrackError`."""
    return KINDS.get(kind, ShiptrackError)(message, **members)
