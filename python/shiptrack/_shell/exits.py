"""How a command ends: exit codes, and what they mean."""

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
    DONE: "done; also `serve` that was ended by SIGTERM",
    FAILED: "the service, the network or the file failed",
    COMMAND_LINE: "the command line makes no sense",
    REFUSED: "a value was refused, or a file holds no mail or no tracking data",
    NOT_FOUND: "the number, the account, the file of the service is not there",
    NOT_IN_TIME: "no answer in time, no data yet, file in use, disk full: try later",
    KEY: "the API key is missing, wrong, or may not do this",
    TRACKING_FAILED: "the number is not tracked: its request failed",
    CTRL_C: "broken off by Ctrl-C",
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
    """A command that cannot go on: what to say, and the code to end with."""

    def __init__(self, message: str, code: int) -> None:
        super().__init__(message)
        self.code = code


def exit_code(error: ShiptrackError) -> int:
    return next((code for classes, code in _CODES if isinstance(error, classes)), FAILED)


THROUGH_URL = "`track`, `watch`, `list`, `containers`, `emails` and `infer`"
"""The commands that work on a running service, too."""

IN_USE = f"a file that `serve` has is open to {THROUGH_URL} by --url"

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
    """An error for a person: what happened, and the option to blame instead of a pointer into a document."""
    if isinstance(error, errors.StoreBusyError):
        return f"{error}; {IN_USE}"
    if error.detail is None or len(error.errors) > 1:
        return str(error)
    option = next((option for start, option in _OPTIONS.items() if (error.pointer or "").startswith(start)), None)
    words = f"{option}: {error.detail}" if option else error.detail
    return f"{words}; --allow-remote allows them" if option == "--address" and "remote" in words else words


def table() -> str:
    return "\n".join(f"  {code:<5}{meaning}" for code, meaning in MEANINGS.items())
