"""The command line: ``python -m shiptrack``, or ``shiptrack``."""

from __future__ import annotations

import logging
import os
import sys
import time
import warnings
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stdout

from shiptrack import ShiptrackError
from shiptrack._shell import exits
from shiptrack._shell.hosting import serve
from shiptrack._shell.options import parser
from shiptrack._shell.output import Output
from shiptrack._shell.target import Target

__all__ = ["main"]


def main(arguments: list[str] | None = None) -> int:
    """Runs a command line and returns its exit code."""
    options = parser().parse_args(arguments)
    try:
        with _messages(as_log=options.run is serve):
            out = Output(options.json)
            # Output of Python carriers must not get between the rows.
            with redirect_stdout(sys.stderr):
                code = options.run(Target(options), out)
            out.stream.flush()
        return code or exits.DONE
    except exits.CommandError as error:
        return _failed(error, error.code)
    except ShiptrackError as error:
        return _failed(exits.describe(error), exits.exit_code(error))
    except BrokenPipeError:  # the reader of the output has closed the pipe
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return exits.DONE
    except OSError as error:
        return _failed(error, exits.FAILED)
    except KeyboardInterrupt:
        return exits.CTRL_C


class _Plain(logging.Formatter):
    """Messages without account and request, for a person who waits for a command."""

    def formatMessage(self, record: logging.LogRecord) -> str:
        return f"shiptrack: {getattr(record, 'plain', record.message)}"


class _Lines(logging.Formatter):
    """Lines of a log, with time in UTC and level."""

    default_time_format = "%Y-%m-%dT%H:%M:%S"
    default_msec_format = "%s.%03dZ"

    @staticmethod
    def converter(seconds: float | None) -> time.struct_time:
        return time.gmtime(seconds)


@contextmanager
def _messages(as_log: bool) -> Iterator[None]:
    """Prints problems that belong to no call to standard error: look-ups, deliveries, errors of a carrier."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setLevel(logging.INFO if as_log else logging.WARNING)
    handler.setFormatter(_Lines("%(asctime)s %(levelname)s %(message)s") if as_log else _Plain())
    logger = logging.getLogger("shiptrack")
    before = logger.level
    logger.addHandler(handler)
    logger.setLevel(handler.level)
    try:
        with warnings.catch_warnings():
            warnings.showwarning = lambda message, *_: logger.warning("%s", message)
            yield
    finally:
        logger.removeHandler(handler)
        logger.setLevel(before)


def _failed(error: object, code: int) -> int:
    print(f"shiptrack: {error}", file=sys.stderr)
    return code


if __name__ == "__main__":
    sys.exit(main())
