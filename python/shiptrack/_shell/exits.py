"""Exit codes of commands."""

from __future__ import annotations

from shiptrack import ShiptrackError, errors

DONE = 0
FAILED = 1
COMMAND_LINE = 2
REFUSED = 3
NOT_FOUND = 4
NOT_IN_TIME = 5
KEY = 6
TRACKING_FAILED = 7
CTRL_C = 130

MEANINGS: dict[int, str] = {
    DONE: "success; also if `serve` was ended by SIGTERM",
    FAILED: "the service, the network or the file failed",
    COMMAND_LINE: "the command line is invalid",
    REFUSED: "a value was rejected, or an input file is missing or has no usable data",
    NOT_FOUND: "the number, account, file (--db) or documentation page does not exist",
    NOT_IN_TIME: "no answer in time, no data yet, file in use, or disk full: try later",
    KEY: "the API key is missing, wrong, or does not permit this",
    TRACKING_FAILED: "the number is not tracked, because its request failed",
    CTRL_C: "interrupted by Ctrl-C",
}

_CODES: tuple[tuple[tuple[type[ShiptrackError], ...], int], ...] = (
    ((errors.InvalidError, errors.DuplicateError, errors.BadRequestError, errors.ConfigurationError), REFUSED),
    ((errors.ConflictError, errors.TooLargeError), REFUSED),
    ((errors.NotFoundError,), NOT_FOUND),
    ((errors.TimedOutError, errors.RateLimitedError, errors.UnavailableError), NOT_IN_TIME),
    ((errors.StoreBusyError, errors.StorageFullError), NOT_IN_TIME),
    ((errors.UnauthorizedError, errors.ForbiddenError), KEY),
)


class CommandError(Exception):
    """Ends a command with a message and an exit code."""

    def __init__(self, message: str, code: int) -> None:
        super().__init__(message)
        self.code = code


def exit_code(error: ShiptrackError) -> int:
    return next((code for classes, code in _CODES if isinstance(error, classes)), FAILED)


THROUGH_URL = "`track`, `watch`, `untrack`, `list`, `containers`, `doubts`, `emails` and `infer`"
"""The commands that also work on a running service."""

IN_USE = f"if `serve` has the file open, use --url with {THROUGH_URL}"

_OPTIONS = {
    "/data/attributes/scac": "--scac",
    "/data/attributes/ref_numbers": "--ref-number",
    "SHIPTRACK_BASE_URL": "the URL of the service",
    "account": "--account",
    "address": "--address",
    "public_url": "--public-url",
    "webhook_ips": "--webhook-ip",
}


def describe(error: ShiptrackError) -> str:
    """Returns the message of an error for a person, with the command-line option instead of a JSON pointer."""
    if isinstance(error, errors.StoreBusyError):
        return f"{error}; {IN_USE}"
    if error.detail is None or len(error.errors) > 1:
        return str(error)
    option = next((option for start, option in _OPTIONS.items() if (error.pointer or "").startswith(start)), None)
    words = f"{option}: {error.detail}" if option else error.detail
    return f"{words}; --allow-remote permits them" if option == "--address" and "remote" in words else words


def table() -> str:
    return "\n".join(f"  {code:<5}{meaning}" for code, meaning in MEANINGS.items())
