"""The client for asyncio: the same calls over the same core, each on a thread of a bounded pool while a task awaits it."""

from __future__ import annotations

import asyncio
import contextvars
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from typing import TYPE_CHECKING, Any, Generic, Literal, NoReturn, TypeVar

from shiptrack import _async_families
from shiptrack._native import CancelToken, Client, Items, Listing, Page, Pages, Resource, Response
from shiptrack.errors import ClosedError

if TYPE_CHECKING:
    import pandas
    import polars
    from typing_extensions import Self, Unpack

    from shiptrack._native import _ListOptions
    from shiptrack.types import Headers, RateLimits, Seconds
    from shiptrack.values import Secret

__all__ = ["AsyncClient", "AsyncItems", "AsyncListing", "AsyncPages"]

_T = TypeVar("_T", bound=Resource)
_Made = TypeVar("_Made")
_END: Any = object()


class _Calls:
    """Makes calls on a bounded number of threads, and breaks off those whose task is cancelled."""

    def __init__(self, threads: int) -> None:
        self._pool = ThreadPoolExecutor(threads, thread_name_prefix="shiptrack-async")
        self._under_way: dict[Future[Any], CancelToken] = {}
        self._ended = False

    async def make(self, call: Callable[[], _Made], token: CancelToken) -> _Made:
        """Makes a call on a thread; the token breaks it off."""
        if self._ended:
            raise ClosedError("this client is closed")
        future = self._pool.submit(contextvars.copy_context().run, call)
        self._under_way[future] = token
        future.add_done_callback(lambda done: self._under_way.pop(done, None))
        try:
            return await asyncio.wrap_future(future)
        except asyncio.CancelledError:
            token.cancel()
            raise

    async def end(self) -> None:
        """Breaks off what is under way, waits for it, and ends the threads."""
        self._ended = True
        left = dict(self._under_way)
        for token in left.values():
            token.cancel()
        await asyncio.gather(*map(asyncio.wrap_future, left), return_exceptions=True)
        self._pool.shutdown()


class AsyncClient(_async_families._AsyncFamilies):
    """A client for asyncio, with the calls of :class:`~shiptrack.Client` under the same names.

    ``await`` what answers, and walk listings with ``async for``. It takes what :class:`~shiptrack.Client` takes. Each call
    is made on one of ``threads`` threads at most, others wait for theirs; waits take one only to look. Cancelling a task
    breaks its call off (``asyncio.timeout()`` does that, too); a write that was broken off may have taken effect.
    ``Service.async_client()`` makes one of a service in this process. ``async with`` closes it, which ends its threads.
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
    def _client(self) -> Self:
        """Itself: what a family has, too."""
        return self

    async def _make(self, call: Callable[[Client], _Made]) -> _Made:
        """Makes a call of a client of its own, which is broken off with the task."""
        token = CancelToken()
        client = self._blocking.with_cancel(token)
        return await self._calls.make(lambda: call(client), token)

    def allowance(self, bucket: Literal["default", "create", "infer", "refresh"] = "default") -> int | None:
        """How many requests could go now without waiting; ``None`` without a limit."""
        return self._blocking.allowance(bucket)

    def set_api_key(self, api_key: str | Secret) -> None:
        """Puts another API key in place. After a 401, nothing is sent before this is called."""
        self._blocking.set_api_key(api_key)

    def with_timeout(self, timeout: Seconds) -> AsyncClient:
        """The same client, its calls limited to ``timeout`` each. It shares the threads of this one."""
        changed = AsyncClient.__new__(AsyncClient)
        changed._begin(self._blocking.with_timeout(timeout), self._calls)
        return changed

    async def send(self, method: str, path: str, *, query: dict[str, Any] | None = None, body: Any = None) -> Response:
        """Sends any request, with the same key, allowance and retries as every other."""
        return await self._make(lambda client: client.send(method, path, query=query, body=body))

    async def get(self, path: str) -> Resource:
        """Reads one resource of any type."""
        return await self._make(lambda client: client.get(path))

    def list(self, path: str, **options: Unpack[_ListOptions]) -> AsyncListing[Resource]:
        """Lists resources of any type."""
        return AsyncListing(self, lambda client: client.list(path, **options))

    async def close(self) -> None:
        """Breaks off what is under way, refuses every call from now on, and ends the threads."""
        self._blocking.close()
        await self._calls.end()

    @property
    def closed(self) -> bool:
        """Whether it was closed, or its service was."""
        return self._blocking.closed

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_exception: object) -> None:
        await self.close()

    def __repr__(self) -> str:
        return f"Async{self._blocking!r}"


class AsyncListing(Generic[_T]):
    """A listing that has not been fetched yet: every walk over it asks again, page by page as it gets there.

    ``async for`` walks it item by item, and over :meth:`pages` page by page. ``await listing.first() is None`` tells whether
    it is empty.
    """

    def __init__(self, client: AsyncClient, begin: Callable[[Client], Listing[_T]]) -> None:
        self._client, self._begin = client, begin
        # What is wrong with the question is told at once.
        self._listing = begin(client._blocking)

    def _walk(self) -> tuple[Listing[_T], CancelToken]:
        token = CancelToken()
        return self._begin(self._client._blocking.with_cancel(token)), token

    async def _ask(self, call: Callable[[Listing[_T]], _Made]) -> _Made:
        listing, token = self._walk()
        return await self._client._calls.make(lambda: call(listing), token)

    def __aiter__(self) -> AsyncItems[_T]:
        listing, token = self._walk()
        return AsyncItems(self._client, iter(listing), token)

    def __bool__(self) -> NoReturn:
        raise TypeError("whether a listing has items is not known before it is fetched: compare await first() with None")

    def pages(self) -> AsyncPages[_T]:
        """Walks page by page."""
        listing, token = self._walk()
        return AsyncPages(self._client, listing.pages(), token)

    async def first(self) -> _T | None:
        """The first item alone; ``None`` when the listing is empty."""
        return await self._ask(Listing.first)

    async def first_page(self) -> Page[_T] | None:
        """The first page alone."""
        return await self._ask(Listing.first_page)

    async def all(self) -> list[_T]:
        """Every item. Those that cannot be read are left out, and told by a ``ShiptrackWarning``."""
        return await self._ask(Listing.all)

    async def in_order(self) -> list[_T]:
        """Every item in order of time, as ``Listing.in_order`` has them."""
        return await self._ask(Listing.in_order)

    async def to_pandas(self, *, as_written: bool = False, numpy: bool = False) -> pandas.DataFrame:
        """Every item as a ``pandas.DataFrame``, as ``Listing.to_pandas`` makes it; needs pandas and pyarrow."""
        return await self._ask(lambda listing: listing.to_pandas(as_written=as_written, numpy=numpy))

    async def to_polars(self, *, as_written: bool = False) -> polars.DataFrame:
        """Every item as a ``polars.DataFrame``, as ``Listing.to_polars`` makes it; needs polars."""
        return await self._ask(lambda listing: listing.to_polars(as_written=as_written))

    def __repr__(self) -> str:
        return repr(self._listing).replace("<Listing", "<AsyncListing", 1)


class AsyncPages(Generic[_T]):
    """The pages of a listing. A walk whose task was cancelled is over: begin another, at :attr:`resume_from`."""

    def __init__(self, client: AsyncClient, pages: Pages[_T], token: CancelToken) -> None:
        self._client, self._walk, self._token = client, pages, token

    def __aiter__(self) -> Self:
        return self

    async def __anext__(self) -> Page[_T]:
        page: Page[_T] = await self._client._calls.make(lambda: next(self._walk, _END), self._token)
        if page is _END:
            raise StopAsyncIteration
        return page

    @property
    def resume_from(self) -> str | None:
        """The page the walk would fetch next. After an error, the page it could not get past."""
        return self._walk.resume_from


class AsyncItems(Generic[_T]):
    """The items of a listing, each once. One that cannot be read is an error in its place; the next call goes on.

    A walk whose task was cancelled is over: begin another, at :attr:`resume_from`.
    """

    def __init__(self, client: AsyncClient, items: Items[_T], token: CancelToken) -> None:
        self._client, self._walk, self._token = client, items, token

    def __aiter__(self) -> Self:
        return self

    async def __anext__(self) -> _T:
        if self._walk._is_at_hand():
            return next(self._walk)
        item: _T = await self._client._calls.make(lambda: next(self._walk, _END), self._token)
        if item is _END:
            raise StopAsyncIteration
        return item

    @property
    def resume_from(self) -> str | None:
        """The page the walk would fetch next. After an error, the page it could not get past."""
        return self._walk.resume_from


def of(client: Client, threads: int) -> AsyncClient:
    """The client of a service in this process, for asyncio."""
    made = AsyncClient.__new__(AsyncClient)
    made._begin(client, _Calls(threads))
    return made
