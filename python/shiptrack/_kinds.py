"""Which class tells which kind of error."""

from __future__ import annotations

from typing import Any

from shiptrack import errors
from shiptrack.errors import ShiptrackError

_CLASSES: tuple[type[ShiptrackError], ...] = (
    errors.InvalidError,
    errors.ConfigurationError,
    errors.BadRequestError,
    errors.UnauthorizedError,
    errors.ForbiddenError,
    errors.NotFoundError,
    errors.MethodNotAllowedError,
    errors.ConflictError,
    errors.TooLargeError,
    errors.UnsupportedMediaTypeError,
    errors.DuplicateError,
    errors.RateLimitedError,
    errors.InternalError,
    errors.UnavailableError,
    errors.UnexpectedResponseError,
    errors.ConnectError,
    errors.BrokenConnectionError,
    errors.TimedOutError,
    errors.CancelledError,
    errors.StoreError,
    errors.StoreBusyError,
    errors.StoreVersionError,
    errors.ForkedError,
    errors.ClosedError,
    errors.SignatureError,
    errors.EgressRefusedError,
    errors.StorageFullError,
)

KINDS: dict[str, type[ShiptrackError]] = {known.kind: known for known in _CLASSES}
"""The class of each kind."""


def build(kind: str, message: str, members: dict[str, Any]) -> ShiptrackError:
    """The exception of this kind. A kind of a newer version is a plain :class:`ShiptrackError`."""
    return KINDS.get(kind, ShiptrackError)(message, **members)
