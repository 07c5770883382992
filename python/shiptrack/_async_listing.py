"""Listings for asyncio, and the threads that make the calls of a client for asyncio."""

from __future__ import annotations

import asyncio
import contextvars
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any, Generic, NoReturn, Protocol, TypeVar

from shiptrack import _tables
from shiptrack._native import CancelToken, Client, Items, Listing, Page, Pages, Resource
from shiptrack.errors import ClosedError

__all__ = ["AsyncItems", "AsyncListing", "AsyncPages"]

_T = TypeVar("_T", bound=Resource)
_Made = TypeVar("_Made")
_END: Any = object()


class _Calls:
    """Makes calls on a bounded number of threads, and cancels a call together with its task."""

    def __init__(self, threads: int) -> None:
        self._pool = ThreadPoolExecutor(threads, thread_name_prefix="shiptrack-async")
        self._under_way: dict[Future[Any], CancelToken] = {}
        self._ended = False

    async def make(self, call: Callable[[], _Made], token: CancelToken) -> _Made:
        """Makes a call on a thread. The token cancels it."""
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
        """Cancels calls in progress, waits for them, and ends the threads."""
        self._ended = True
        left = dict(self._under_way)
        for token in left.values():
            token.cancel()
        await asyncio.gather(*map(asyncio.wrap_future, left), return_exceptions=True)
        self._pool.shutdown()


class _Caller(Protocol):
    """What a listing needs from its client."""

    _blocking: Client
    _calls: _Calls


class AsyncListing(Generic[_T]):
    """A listing that is fetched lazily: every iteration sends the requests again, page by page.

    ``async for`` iterates over the items, and over :meth:`pages` page by page. :meth:`first` returns ``None`` for an empty
    listing.
    """

    def __init__(self, client: _Caller, begin: Callable[[Client], Listing[_T]]) -> None:
        self._client, self._begin = client, begin
        # Raises errors about the arguments immediately.
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
        raise TypeError("a listing has no truth value: await first(), which returns None if the listing is empty")

    def pages(self) -> AsyncPages[_T]:
        """Iterates over the pages."""
        listing, token = self._walk()
        return AsyncPages(self._client, listing.pages(), token)

    async def first(self) -> _T | None:
        """Returns the first item; ``None`` if the listing is empty."""
        return await self._ask(Listing.first)

    async def first_page(self) -> Page[_T] | None:
        """Returns the first page; ``None`` if the listing is empty."""
        return await self._ask(Listing.first_page)

    async def all(self) -> list[_T]:
        """Returns a list of every item. Items that cannot be read are left out; a ``ShiptrackWarning`` names their
        positions.
        """
        return await self._ask(Listing.all)

    async def in_order(self) -> list[_T]:
        """Returns a list of every item in order of time, like ``Listing.in_order``."""
        return await self._ask(Listing.in_order)

    async def to_pandas(self, *, as_written: bool = False, numpy: bool = False) -> _tables.pandas.DataFrame:
        """Returns every item as a ``pandas.DataFrame``, like ``Listing.to_pandas``. Needs pandas and pyarrow."""
        return await self._ask(lambda listing: listing.to_pandas(as_written=as_written, numpy=numpy))

    async def to_polars(self, *, as_written: bool = False) -> _tables.polars.DataFrame:
        """Returns every item as a ``polars.DataFrame``, like ``Listing.to_polars``. Needs polars."""
        return await self._ask(lambda listing: listing.to_polars(as_written=as_written))

    def __repr__(self) -> str:
        return repr(self._listing).replace("<Listing", "<AsyncListing", 1)


class AsyncPages(Generic[_T]):
    """An iterator over the pages of a listing. If its task is cancelled, it is finished: start another listing at
    :attr:`resume_from`.
    """

    def __init__(self, client: _Caller, pages: Pages[_T], token: CancelToken) -> None:
        self._client, self._walk, self._token = client, pages, token

    def __aiter__(self) -> AsyncPages[_T]:
        return self

    async def __anext__(self) -> Page[_T]:
        page: Page[_T] = await self._client._calls.make(lambda: next(self._walk, _END), self._token)
        if page is _END:
            raise StopAsyncIteration
        return page

    @property
    def resume_from(self) -> str | None:
        """URL of the page that would be fetched next; after an error, of the page that could not be fetched."""
        return self._walk.resume_from


class AsyncItems(Generic[_T]):
    """An iterator over the items of a listing. Each item is returned once. An item that cannot be read raises an error; the next
    call continues after it.

    If its task is cancelled, the iterator is finished: start another listing at :attr:`resume_from`.
    """

    def __init__(self, client: _Caller, items: Items[_T], token: CancelToken) -> None:
        self._client, self._walk, self._token = client, items, token

    def __aiter__(self) -> AsyncItems[_T]:
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
        """URL of the page that would be fetched next; after an error, of the page that could not be fetched."""
        return self._walk.resume_from
