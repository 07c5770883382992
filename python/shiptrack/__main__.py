"""The command line: ``python -m shiptrack``, or ``shiptrack``."""

from __future__ import annotations

import logging
import os
import sys
import warnings
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stdout

from shiptrack import ShiptrackError
from shiptrack._shell import exits
from shiptrack._shell.options import parser
from shiptrack._shell.output import Output
from shiptrack._shell.target import Target

__all__ = ["main"]


def main(arguments: list[str] | None = None) -> int:
    """Runs a command line and returns its exit code."""
    options = parser().parse_args(arguments)
    try:
        with _messages():
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


@contextmanager
def _messages() -> Iterator[None]:
    """Prints problems that belong to no call to standard error: look-ups, deliveries, errors of a carrier."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setLevel(logging.WARNING)
    handler.setFormatter(logging.Formatter("shiptrack: %(message)s"))
    logger = logging.getLogger("shiptrack")
    logger.addHandler(handler)
    try:
        with warnings.catch_warnings():
            warnings.showwarning = lambda message, *_: print(f"shiptrack: {message}", file=sys.stderr)
            yield
    finally:
        logger.removeHandler(handler)


def _failed(error: object, code: int) -> int:
    print(f"shiptrack: {error}", file=sys.stderr)
    return code


if __name__ == "__main__":
    sys.exit(main())
