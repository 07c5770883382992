"""What can go wrong: one root, :class:`ShiptrackError`, and a class for each kind of error.

Where a built-in exception means the same, the class is that exception too, so that ``except TimeoutError`` works.
"""

from __future__ import annotations

from typing import Any

__all__ = [
    "BadRequestError",
    "BrokenConnectionError",
    "CancelledError",
    "ClosedError",
    "ConfigurationError",
    "ConflictError",
    "ConnectError",
    "DuplicateError",
    "EgressRefusedError",
    "ForbiddenError",
    "ForkedError",
    "InternalError",
    "InvalidError",
    "MethodNotAllowedError",
    "NotFoundError",
    "NotIncludedError",
    "RateLimitedError",
    "ShiptrackError",
    "SignatureError",
    "StorageFullError",
    "StoreBusyError",
    "StoreError",
    "StoreVersionError",
    "TimedOutError",
    "TooLargeError",
    "UnauthorizedError",
    "UnavailableError",
    "UnexpectedResponseError",
    "UnsupportedMediaTypeError",
]


class ShiptrackError(Exception):
    """Anything that went wrong in a client, in the service in this process, or in a check of a value."""

    kind: str = "internal"
    """What kind of thing went wrong: the same word in every language this library speaks."""

    status: int | None
    """The HTTP status, when an answer arrived."""
    code: str | None
    """The machine code of the first error object that has one, for example ``duplicate``."""
    title: str | None
    """The short name of the problem."""
    detail: str | None
    """What happened this time, for a person."""
    pointer: str | None
    """Where the problem is: a JSON pointer, or the name of a parameter or setting."""
    errors: tuple[dict[str, Any], ...]
    """The JSON:API error objects."""
    retry_after: float | None
    """How many seconds the other side asked us to wait."""
    request_id: str | None
    """The identifier the server gave the exchange, for its support desk."""
    in_doubt: bool
    """Whether this was a write that may have taken effect although no answer arrived."""
    retryable: bool
    """Whether the same call, made again later, can succeed without anybody changing anything."""
    resume_from: str | None
    """The page at which the walk over a listing that broke off here can be taken up again."""
    body: bytes | None
    """The answered bytes, when they could not be read as error objects."""

    def __init__(
        self,
        message: str = "",
        *,
        status: int | None = None,
        code: str | None = None,
        title: str | None = None,
        detail: str | None = None,
        pointer: str | None = None,
        errors: tuple[dict[str, Any], ...] | list[dict[str, Any]] = (),
        retry_after: float | None = None,
        request_id: str | None = None,
        in_doubt: bool = False,
        retryable: bool = False,
        resume_from: str | None = None,
        body: bytes | None = None,
    ) -> None:
        super().__init__(message)
        self.status = status
        self.code = code
        self.title = title
        self.detail = detail
        self.pointer = pointer
        self.errors = tuple(errors)
        self.retry_after = retry_after
        self.request_id = request_id
        self.in_doubt = in_doubt
        self.retryable = retryable
        self.resume_from = resume_from
        self.body = body

    def __str__(self) -> str:
        return str(self.args[0]) if self.args else ""

    def __reduce__(self) -> tuple[Any, ...]:
        members = {name: value for name, value in self.__dict__.items() if not name.startswith("__")}
        return _restore, (type(self), str(self), members)


class InvalidError(ShiptrackError, ValueError):
    """A value was refused: an argument on this side, or HTTP 422."""

    kind = "invalid"


class ConfigurationError(ShiptrackError, ValueError):
    """A client, service or server was set up in a way that cannot work."""

    kind = "configuration"


class BadRequestError(ShiptrackError):
    """HTTP 400: a parameter the endpoint does not take, or a body it cannot read."""

    kind = "bad_request"


class UnauthorizedError(ShiptrackError):
    """HTTP 401: the key is missing, wrong or revoked."""

    kind = "unauthorized"


class ForbiddenError(ShiptrackError, PermissionError):
    """HTTP 403: the key may not do this."""

    kind = "forbidden"


class NotFoundError(ShiptrackError, LookupError):
    """HTTP 404: nothing is there for this account."""

    kind = "not_found"


class NotIncludedError(NotFoundError):
    """A relationship leads to resources that the document at hand does not hold: it was read without ``include``."""


class MethodNotAllowedError(ShiptrackError):
    """HTTP 405: the resource is there, but does not take this method."""

    kind = "method_not_allowed"


class ConflictError(ShiptrackError):
    """HTTP 409: it collides with what is there."""

    kind = "conflict"


class TooLargeError(ShiptrackError):
    """HTTP 413, or an answer larger than the caller allowed."""

    kind = "too_large"


class UnsupportedMediaTypeError(ShiptrackError):
    """HTTP 415: the body was sent as something other than JSON:API."""

    kind = "unsupported_media_type"


class DuplicateError(ShiptrackError):
    """HTTP 422 with code ``duplicate``: a live tracking request for this number and carrier exists."""

    kind = "duplicate"


class RateLimitedError(ShiptrackError):
    """HTTP 429, or an allowance on this side that would not free itself before the deadline."""

    kind = "rate_limited"


class InternalError(ShiptrackError):
    """HTTP 500: the service failed."""

    kind = "internal"


class UnavailableError(ShiptrackError):
    """HTTP 502, 503, 504: the service is not there right now."""

    kind = "unavailable"


class UnexpectedResponseError(ShiptrackError):
    """An answer nobody can use: a redirect, a page of HTML, a body cut off, JSON of another shape."""

    kind = "unexpected_response"


class ConnectError(ShiptrackError, ConnectionError):
    """The request never left: no address, connection refused, no TLS."""

    kind = "connect"


class BrokenConnectionError(ShiptrackError, ConnectionError):
    """The connection broke after the request had begun to leave."""

    kind = "connection"


class TimedOutError(ShiptrackError, TimeoutError):
    """The deadline passed."""

    kind = "timeout"


class CancelledError(ShiptrackError):
    """The caller cancelled the call."""

    kind = "cancelled"


class StoreError(ShiptrackError, OSError):
    """The store failed: the disk, or what is written on it.

    After an I/O error it refuses writes, with the cause, until it is opened again.
    """

    kind = "store"


class StoreBusyError(StoreError):
    """Another process holds the database."""

    kind = "store_busy"


class StoreVersionError(StoreError):
    """The file is no database of ours, or one from a newer version."""

    kind = "store_version"


class StorageFullError(StoreError):
    """HTTP 507: the disk of the service's store is full.

    Nothing was written, unless ``in_doubt`` says otherwise. Reading goes on, and so does writing as soon as a megabyte
    (1 MiB) is free.
    """

    kind = "storage_full"


class ForkedError(ShiptrackError, RuntimeError):
    """The handle was made before a fork and must not be used on this side of it."""

    kind = "forked"


class ClosedError(ShiptrackError, RuntimeError):
    """The handle is closed."""

    kind = "closed"


class SignatureError(ShiptrackError, ValueError):
    """A webhook post whose signature does not verify."""

    kind = "signature"


class EgressRefusedError(ShiptrackError, PermissionError):
    """A delivery target that the egress rule refuses."""

    kind = "egress_refused"


def _restore(cls: type[ShiptrackError], message: str, members: dict[str, Any]) -> ShiptrackError:
    error = cls(message)
    error.__dict__.update(members)
    return error


def __dir__() -> list[str]:
    return sorted({name for name in globals() if name.startswith("_")}.union(__all__))
