"""A server that answers every request with what it was last told to, and keeps what it was asked."""

from __future__ import annotations

import threading
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any


@dataclass(frozen=True)
class Received:
    """A request as it came."""

    method: str
    target: str
    headers: dict[str, str]
    """Names in lower case."""
    body: bytes


@dataclass(frozen=True)
class Scripted:
    """An answer."""

    status: int = 200
    headers: dict[str, str] = field(default_factory=dict)
    body: bytes = b""


class ScriptedServer:
    """Answers with `answer`, which a test sets before each call; `requests` are those that came since."""

    def __init__(self) -> None:
        self.requests: list[Received] = []
        self.scripted = Scripted()
        outer = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"
            disable_nagle_algorithm = True

            def handle_any(self) -> None:
                length = int(self.headers.get("Content-Length", 0))
                headers = {name.lower(): value for name, value in self.headers.items()}
                outer.requests.append(Received(self.command, self.path, headers, self.rfile.read(length)))
                scripted = outer.scripted
                self.send_response(scripted.status)
                for name, value in scripted.headers.items():
                    self.send_header(name, value)
                if scripted.status != 204:
                    self.send_header("Content-Length", str(len(scripted.body)))
                self.end_headers()
                self.wfile.write(scripted.body)

            do_GET = do_POST = do_PATCH = do_DELETE = do_PUT = handle_any

            def log_message(self, *_: Any) -> None:
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.server.daemon_threads = True
        self.base_url = f"http://127.0.0.1:{self.server.server_address[1]}/v2"
        self.thread = threading.Thread(target=self.server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)
        self.thread.start()

    def answer(self, scripted: Scripted) -> None:
        self.scripted = scripted
        self.requests.clear()

    def __enter__(self) -> ScriptedServer:
        return self

    def __exit__(self, *_: Any) -> None:
        self.server.shutdown()
        self.server.server_close()
