"""The client for asyncio. Each call runs on a thread of a bounded pool while a task awaits it."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Literal, TypeVar

from shiptrack import _async_families
from shiptrack._async_listing import AsyncItems, AsyncListing, AsyncPages, _Calls
from shiptrack._native import CancelToken, Client, Resource, Response
from shiptrack.types import Headers, RateLimits, Seconds
from shiptrack.values import Secret

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from shiptrack._native import _ListOptions
else:  # at run time, the options of a listing may be anything
    from typing import Any as _ListOptions
    from typing import Optional as Unpack

__all__ = ["AsyncClient", "AsyncItems", "AsyncListing", "AsyncPages"]

_Made = TypeVar("_Made")


class AsyncClient(_async_families._AsyncFamilies):
    """A client for asyncio with the calls of :class:`~shiptrack.Client`. It takes the same arguments.

    Calls are awaited; listings are iterated with ``async for``. Calls run on at most ``threads`` threads; further calls wait
    for a thread. Waiting for a tracking request uses a thread only for each look. Cancelling a task cancels its call, also by
    ``asyncio.timeout()``; a write that was cancelled may have taken effect. ``Service.async_client()`` returns a client of a
    service in this process. ``async with`` closes the client and its threads.
    """

    def __init__(
        self,
        api_key: str | Secret | None = None,
        base_url: str | None = None,
        *,
        threads: int = 32,
        timeout: Seconds | None = None,
        connect_timeout: Seconds | None = None,
        attempts: int | None = None,
        user_agent: str | None = None,
        headers: Headers | None = None,
        proxy: str | None = None,
        ca_file: Any = None,
        allow_insecure_http: bool = False,
        body_limit: int | None = None,
        limits: RateLimits | None = None,
    ) -> None:
        client = Client(
            api_key,
            base_url,
            timeout=timeout,
            connect_timeout=connect_timeout,
            attempts=attempts,
            user_agent=user_agent,
            headers=headers,
            proxy=proxy,
            ca_file=ca_file,
            allow_insecure_http=allow_insecure_http,
            body_limit=body_limit,
            limits=limits,
        )
        self._begin(client, _Calls(threads))

    def _begin(self, client: Client, calls: _Calls) -> None:
        self._blocking, self._calls = client, calls

    @property
    def _client(self) -> AsyncClient:
        """The client itself: families have this attribute, too."""
        return self

    async def _make(self, call: Callable[[Client], _Made]) -> _Made:
        """Makes a call with a client that is cancelled together with the task."""
        token = CancelToken()
        client = self._blocking.with_cancel(token)
        return await self._calls.make(lambda: call(client), token)

    def allowance(self, bucket: Literal["default", "create", "infer", "refresh"] = "default") -> int | None:
        """Returns how many requests can be sent now without waiting; ``None`` if the bucket has no limit."""
        return self._blocking.allowance(bucket)

    def set_api_key(self, api_key: str | Secret) -> None:
        """Replaces the API key. After the service rejected a key (401), this client sends nothing until this method is
        called.
        """
        self._blocking.set_api_key(api_key)

    def with_timeout(self, timeout: Seconds) -> AsyncClient:
        """Returns a client with the same settings whose calls are each limited to ``timeout`` seconds. It shares the
        threads of this client.
        """
        changed = AsyncClient.__new__(AsyncClient)
        changed._begin(self._blocking.with_timeout(timeout), self._calls)
        return changed

    async def send(self, method: str, path: str, *, query: dict[str, Any] | None = None, body: Any = None) -> Response:
        """Sends any request, with the API key, rate limit and retries of this client, and returns the response."""
        return await self._make(lambda client: client.send(method, path, query=query, body=body))

    async def get(self, path: str) -> Resource:
        """Reads one resource of any type by its path."""
        return await self._make(lambda client: client.get(path))

    def list(self, path: str, **options: Unpack[_ListOptions]) -> AsyncListing[Resource]:
        """Lists resources of any type by their path."""
        return AsyncListing(self, lambda client: client.list(path, **options))

    async def close(self) -> None:
        """Cancels the calls that are in progress and ends the threads. Every later call raises ``ClosedError``."""
        self._blocking.close()
        await self._calls.end()

    @property
    def closed(self) -> bool:
        """Whether the client, or the service in this process that it belongs to, is closed."""
        return self._blocking.closed

    async def __aenter__(self) -> AsyncClient:
        return self

    async def __aexit__(self, *_exception: object) -> None:
        await self.close()

    def __repr__(self) -> str:
        return f"Async{self._blocking!r}"


def from_client(client: Client, threads: int) -> AsyncClient:
    """Returns the client of a service in this process for asyncio."""
    made = AsyncClient.__new__(AsyncClient)
    made._begin(client, _Calls(threads))
    return made
