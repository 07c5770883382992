"""A server that returns prepared bytes for each path, and records the requests."""

from __future__ import annotations

import json
import socket
import threading
import time
from collections.abc import Callable
from typing import Any

Answer = bytes | Callable[[], bytes]


def answer(body: bytes, status: str = "200 OK", headers: str | dict[str, str] = "") -> bytes:
    if isinstance(headers, str):
        headers = "Content-Type: application/vnd.api+json\r\n" + headers
    else:
        headers = "".join(f"{name}: {value}\r\n" for name, value in headers.items())
    head = f"HTTP/1.1 {status}\r\nContent-Length: {len(body)}\r\n{headers}\r\n"
    return head.encode() + body


def end_accepting(listening: socket.socket, thread: threading.Thread) -> None:
    """Connects once so that the thread notices the end, and closes the socket after it.

    A thread that is about to accept when its socket is closed could accept a connection of the next server, which may get the same descriptor.
    """
    socket.create_connection(listening.getsockname()).close()
    thread.join()
    listening.close()


class ByteServer:
    """Answers every path from `answers`; an entry without a query matches any query. A path without an entry gets no response."""

    def __init__(self, answers: dict[str, bytes]) -> None:
        self.answers = answers
        self.requests: list[str] = []
        self.sent: list[tuple[str, str, Any]] = []
        """Method, path and body of every request."""
        self.headers: list[dict[str, str]] = []
        """The header fields of every request, with names in lower case."""
        self.stopped = threading.Event()
        self.socket = socket.create_server(("127.0.0.1", 0))
        self.base_url = f"http://127.0.0.1:{self.socket.getsockname()[1]}/v2"
        self.thread = threading.Thread(target=self._accept, daemon=True)
        self.thread.start()

    def _accept(self) -> None:
        while True:
            connection, _ = self.socket.accept()
            if self.stopped.is_set():
                connection.close()
                return
            threading.Thread(target=self._serve, args=(connection,), daemon=True).start()

    def _serve(self, connection: socket.socket) -> None:
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        with connection, connection.makefile("rb") as lines:
            while request := lines.readline():
                method, path = request.decode().split()[:2]
                length, headers = 0, {}
                while (line := lines.readline()) not in (b"\r\n", b""):
                    name, _, value = line.partition(b":")
                    headers[name.decode().lower()] = value.decode().strip()
                    if name.lower() == b"content-length":
                        length = int(value)
                body = lines.read(length)
                self.sent.append((method, path, json.loads(body) if body else None))
                self.headers.append(headers)
                self.requests.append(path)
                answer = self.answers.get(path) or self.answers.get(path.partition("?")[0])
                if answer is None:
                    self.stopped.wait(60)
                    return
                connection.sendall(answer)

    def __enter__(self) -> ByteServer:
        return self

    def __exit__(self, *_: Any) -> None:
        self.stopped.set()
        end_accepting(self.socket, self.thread)


def within(seconds: float, condition: Callable[[], bool]) -> bool:
    """Returns whether the condition becomes true in time."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if condition():
            return True
        time.sleep(0.005)
    return condition()
