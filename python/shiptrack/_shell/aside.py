"""Waiting for one number while those that nobody can look up are left as they are."""

from __future__ import annotations

import threading
import time
from queue import Empty, SimpleQueue

from shiptrack import CancelToken, Service, TrackingRequest, errors
from shiptrack.carriers import LookUp, Unreachable

Answered = TrackingRequest | errors.ShiptrackError


class Aside:
    """A carrier for every code that has none. It answers nothing: a look-up that comes to it stays under way until the
    wait is over and is broken off then, which leaves its request as it was, due and without a try more.

    As such a look-up keeps a thread, the wait goes on in another one.
    """

    def __init__(self) -> None:
        self._over = threading.Event()
        self._cancel = CancelToken()
        self._told: SimpleQueue[Answered | None] = SimpleQueue()

    def look_up(self, _look_up: LookUp) -> object:
        """Holds the look-up."""
        self._told.put(None)
        self._over.wait()
        raise Unreachable

    def wait(self, service: Service, account: str | None, request: TrackingRequest, timeout: float) -> TrackingRequest:
        """Waits until the request of the account is answered, on a service this carrier is plugged into."""
        client, ends, threads = service.client(account), time.monotonic() + timeout, []

        def wait() -> None:
            left = max(0.0, ends - time.monotonic())
            try:
                told: Answered = client.tracking_requests.wait(
                    request.id, until="answered", timeout=left, cancel=self._cancel
                )
            except errors.ShiptrackError as error:
                told = error
            self._told.put(told)

        try:
            answer = None
            while answer is None:
                thread = threading.Thread(target=wait, daemon=True)
                threads.append(thread)
                thread.start()
                answer = self._next()
        finally:
            self._cancel.cancel()  # first: what is let go of now is broken off, and not a try that failed
            self._over.set()
            for thread in threads:
                thread.join()
        if isinstance(answer, errors.ShiptrackError):
            raise answer
        return answer

    def _next(self) -> Answered | None:
        while True:
            try:
                return self._told.get(timeout=0.05)  # in pieces, so that Ctrl-C is heard everywhere
            except Empty:
                pass
