"""Exceptions. All derive from :class:`ShiptrackError`; there is one class for each kind of error.

If a built-in exception has the same meaning, the class also derives from it, so that ``except TimeoutError`` works.
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
    """An error of a client, of the service in this process, or of a check of a value."""

    kind: str = "internal"
    """The kind of error. It has the same name in all languages of this library."""

    status: int | None
    """The HTTP status; ``None`` if there was no response."""
    code: str | None
    """The code of the first error object that has one, for example ``duplicate``."""
    title: str | None
    """A short description of the problem."""
    detail: str | None
    """A description of this occurrence, for a person."""
    pointer: str | None
    """Where the problem is: a JSON pointer, or the name of a parameter or setting."""
    errors: tuple[dict[str, Any], ...]
    """The JSON:API error objects."""
    retry_after: float | None
    """The pause that the service asks for, in seconds."""
    request_id: str | None
    """The id of the request at the server, for its support."""
    in_doubt: bool
    """Whether a write may have taken effect although there was no response."""
    retryable: bool
    """Whether the same call can succeed later without any change."""
    resume_from: str | None
    """The page at which an interrupted listing can be continued."""
    body: bytes | None
    """The response body, if it could not be read as error objects."""

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
    """A value was rejected: an argument, or HTTP 422."""

    kind = "invalid"


class ConfigurationError(ShiptrackError, ValueError):
    """The settings of a client, service or server are invalid."""

    kind = "configuration"


class BadRequestError(ShiptrackError):
    """HTTP 400: unknown parameter or unreadable body."""

    kind = "bad_request"


class UnauthorizedError(ShiptrackError):
    """HTTP 401: the API key is missing, wrong or revoked."""

    kind = "unauthorized"


class ForbiddenError(ShiptrackError, PermissionError):
    """HTTP 403: the API key does not permit this."""

    kind = "forbidden"


class NotFoundError(ShiptrackError, LookupError):
    """HTTP 404: the resource does not exist in this account."""

    kind = "not_found"


class NotIncludedError(NotFoundError):
    """The resources of a relationship were not included: read the resource with ``include=``."""


class MethodNotAllowedError(ShiptrackError):
    """HTTP 405: the resource does not support this method."""

    kind = "method_not_allowed"


class ConflictError(ShiptrackError):
    """HTTP 409: the request conflicts with existing data."""

    kind = "conflict"


class TooLargeError(ShiptrackError):
    """HTTP 413, or a response larger than the limit of the caller."""

    kind = "too_large"


class UnsupportedMediaTypeError(ShiptrackError):
    """HTTP 415: the body was not sent as JSON:API."""

    kind = "unsupported_media_type"


class DuplicateError(ShiptrackError):
    """HTTP 422 with code ``duplicate``: a live tracking request for this number and carrier exists."""

    kind = "duplicate"


class RateLimitedError(ShiptrackError):
    """HTTP 429, or the rate limit of the client would delay the request beyond its time limit."""

    kind = "rate_limited"


class InternalError(ShiptrackError):
    """HTTP 500: the service failed."""

    kind = "internal"


class UnavailableError(ShiptrackError):
    """HTTP 502, 503 or 504: the service is not available at the moment."""

    kind = "unavailable"


class UnexpectedResponseError(ShiptrackError):
    """The response cannot be used: a redirect, an HTML page, a truncated body, or unexpected JSON."""

    kind = "unexpected_response"


class ConnectError(ShiptrackError, ConnectionError):
    """The request was not sent: unknown host, connection refused, or TLS failed."""

    kind = "connect"


class BrokenConnectionError(ShiptrackError, ConnectionError):
    """The connection broke after the request was partly or completely sent."""

    kind = "connection"


class TimedOutError(ShiptrackError, TimeoutError):
    """The time limit has passed."""

    kind = "timeout"


class CancelledError(ShiptrackError):
    """The caller cancelled the call."""

    kind = "cancelled"


class StoreError(ShiptrackError, OSError):
    """The store failed: the disk, or the data on it.

    After an I/O error the store accepts no writes, and reports the cause, until it is opened again.
    """

    kind = "store"


class StoreBusyError(StoreError):
    """Another process has the database open, also after the wait of ``storage={"busy_timeout": …}``.

    The page ``hosts`` (``shiptrack docs hosts``) says how several processes use one service.
    """

    kind = "store_busy"


class StoreVersionError(StoreError):
    """The file is not a database of this library, or was written by a newer version."""

    kind = "store_version"


class StorageFullError(StoreError):
    """HTTP 507: the disk of the service is full.

    Nothing was written, unless ``in_doubt`` is true. Reading continues. Writing continues as soon as 1 MiB is free.
    """

    kind = "storage_full"


class ForkedError(ShiptrackError, RuntimeError):
    """The service, or an object of it, was opened before a fork and cannot be used in the child process.

    Open the service after the fork, in one process. Several processes need a server: ``shiptrack serve``.
    """

    kind = "forked"


class ClosedError(ShiptrackError, RuntimeError):
    """The object is closed."""

    kind = "closed"


class SignatureError(ShiptrackError, ValueError):
    """The signature of a webhook delivery is not valid."""

    kind = "signature"


class EgressRefusedError(ShiptrackError, PermissionError):
    """The address of a webhook is not permitted."""

    kind = "egress_refused"


def _restore(cls: type[ShiptrackError], message: str, members: dict[str, Any]) -> ShiptrackError:
    error = cls(message)
    error.__dict__.update(members)
    return error


def __dir__() -> list[str]:
    return sorted({name for name in globals() if name.startswith("_")}.union(__all__))
