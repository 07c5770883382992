"""The command line: ``python -m shiptrack``, or ``shiptrack``."""

from __future__ import annotations

import logging
import os
import queue
import sys
import threading
import time
import warnings
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stdout, suppress
from logging.handlers import QueueHandler
from typing import Any, TextIO

from shiptrack import ShiptrackError
from shiptrack._shell import exits
from shiptrack._shell.hosting import serve
from shiptrack._shell.options import parser
from shiptrack._shell.output import Output
from shiptrack._shell.target import Target

__all__ = ["main"]


def main(arguments: list[str] | None = None) -> int:
    """Runs a command line and returns its exit code."""
    options = parser().parse_args([_decoded(argument) for argument in (sys.argv[1:] if arguments is None else arguments)])
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


def _decoded(argument: str) -> str:
    """Returns an argument as text. In an ASCII locale, Python keeps the bytes of other characters as surrogates."""
    try:
        return argument.encode(errors="surrogateescape").decode()
    except UnicodeDecodeError:  # the file system has names that are not UTF-8
        return argument


class _Plain(logging.Formatter):
    """Messages without account and request, for a person who waits for a command."""

    def formatMessage(self, record: logging.LogRecord) -> str:
        return f"shiptrack: {getattr(record, 'plain', record.message)}"

    def format(self, record: logging.LogRecord) -> str:
        # The text of an exception may come from outside, and must not look like another message.
        return "\n    ".join(super().format(record).splitlines())


class _Lines(logging.Formatter):
    """Lines of a log, with time in UTC and level."""

    default_time_format = "%Y-%m-%dT%H:%M:%S"
    default_msec_format = "%s.%03dZ"

    @staticmethod
    def converter(seconds: float | None) -> time.struct_time:
        return time.gmtime(seconds)

    def format(self, record: logging.LogRecord) -> str:
        # The text of an exception may come from outside, and must not look like another line of the log.
        return " | ".join(super().format(record).splitlines())


class _LogThread(QueueHandler):
    """Passes the lines of a log to a thread that writes them, so that nothing waits for the reader of the log.

    While ``MAX_WAITING`` lines wait, further ones are dropped and counted.
    """

    MAX_WAITING = 10_000
    queue: queue.Queue[Any]

    def __init__(self, stream: TextIO) -> None:
        super().__init__(queue.Queue(self.MAX_WAITING))
        self._stream = stream
        self._dropped = 0
        self._thread = threading.Thread(target=self._write_lines, name="shiptrack-log", daemon=True)
        self._thread.start()

    def enqueue(self, record: logging.LogRecord) -> None:
        try:
            self.queue.put_nowait(record.getMessage())
        except queue.Full:
            self._dropped += 1

    def close(self) -> None:
        """Waits at most a second for the lines that were not written yet."""
        try:
            self.queue.put(None, timeout=0.5)
        except queue.Full:
            pass
        self._thread.join(0.5)
        super().close()

    def _write_lines(self) -> None:
        while (line := self.queue.get()) is not None:
            with suppress(OSError, ValueError):  # the reader has closed the pipe
                self._write(line)
                if self._dropped:
                    self._write(f"{self._take_dropped()} lines were dropped here, because the log was not read")

    def _take_dropped(self) -> int:
        self.acquire()  # `enqueue` is called with this lock
        dropped, self._dropped = self._dropped, 0
        self.release()
        return dropped

    def _write(self, line: str) -> None:
        text = f"{line}\n"
        try:
            number = self._stream.fileno()
        except OSError:  # the stream is in memory
            self._stream.write(text)
            return
        # Not with the stream: while a thread waits in it, the interpreter could not end.
        rest = text.encode(self._stream.encoding or "utf-8", "backslashreplace")
        while rest:
            rest = rest[os.write(number, rest) :]


@contextmanager
def _messages(as_log: bool) -> Iterator[None]:
    """Prints problems that belong to no call to standard error: look-ups, deliveries, errors of a carrier."""
    handler: logging.Handler = _LogThread(sys.stderr) if as_log else logging.StreamHandler(sys.stderr)
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
        handler.close()


def _failed(error: object, code: int) -> int:
    print(f"shiptrack: {error}", file=sys.stderr)
    return code


if __name__ == "__main__":
    sys.exit(main())
