"""The families for asyncio: every call of the families, made on a thread. ``_async_families.pyi`` declares them."""

from __future__ import annotations

import asyncio
import functools
import inspect
from collections.abc import Callable
from typing import Any

from shiptrack import _families, _progress
from shiptrack._async_listing import AsyncListing
from shiptrack._native import CancelToken


class _AsyncFamily:
    """Base class of all families for asyncio."""

    __slots__ = ("_client",)
    _awaited: type[Any]

    def __init__(self, client: Any) -> None:
        self._client = client

    def __repr__(self) -> str:
        return f"<{type(self).__name__}>"


def _returns_listing(call: Callable[..., Any]) -> bool:
    """Whether a call returns a listing, so that it sends no request itself."""
    return str(getattr(call, "__annotations__", {}).get("return", "")).startswith("Listing[")


def _async_call(call: Callable[..., Any], owner: Callable[[Any], Any]) -> Callable[..., Any]:
    """Returns the call for asyncio. ``owner`` returns the object it is called on, for a client."""
    if _returns_listing(call):

        @functools.wraps(call)
        def listed(self: Any, *arguments: Any, **keywords: Any) -> Any:
            return AsyncListing(self._client, lambda client: call(owner(client), *arguments, **keywords))

        return listed

    @functools.wraps(call)
    async def awaited(self: Any, *arguments: Any, **keywords: Any) -> Any:
        return await self._client._make(lambda client: call(owner(client), *arguments, **keywords))

    # A call of the native module has no annotations.
    awaited.__annotations__ = dict(getattr(call, "__annotations__", {}))
    return awaited


async def _wait(
    self: Any,
    id: Any,
    *,
    until: Any = "settled",
    timeout: Any = None,
    poll: Any = None,
    progress: Any = None,
) -> Any:
    token = CancelToken()
    family = _families.TrackingRequests(self._client._blocking.with_cancel(token))
    waiting = family._waiting(id, until, timeout, poll)
    make = self._client._calls.make
    shown = _progress.create(progress, "s", "waiting")
    try:
        while True:
            found = await make(waiting.look, token)
            if not isinstance(found, float):
                return found
            shown.elapsed(waiting.timeout)
            # Sleeping needs no thread, unless due work is done meanwhile.
            if waiting.does_the_work:
                await make(lambda: waiting.pause(found), token)
            else:
                await asyncio.sleep(found)
    finally:
        shown.close()


def _family(family: type[Any]) -> type[Any]:
    """Returns the class of a family for asyncio."""
    members: dict[str, Any] = {"__slots__": (), "__doc__": family.__doc__, "__module__": __name__}
    for name in dir(family):
        if not name.startswith("_"):
            members[name] = _async_call(getattr(family, name), family)
    if family is _families.TrackingRequests:
        _wait.__doc__ = inspect.getdoc(family.wait)
        members["wait"] = _wait
    for name, member in members.items():
        if callable(member):
            member.__name__, member.__qualname__ = name, f"Async{family.__name__}.{name}"
    return type(f"Async{family.__name__}", (_AsyncFamily,), members)


def _client_members() -> type[Any]:
    """Returns the members of a client that lead to the families."""
    members: dict[str, Any] = {"__doc__": _families._Families.__doc__, "__module__": __name__}
    for name, member in vars(_families._Families).items():
        if isinstance(member, property):
            assert member.fget is not None
            known = globals()["Async" + member.fget.__annotations__["return"]]
            members[name] = property(known, doc=member.__doc__)
        elif not name.startswith("_"):
            members[name] = _async_call(member, lambda client: client)
    return type("_AsyncFamilies", (), members)


__all__ = [f"Async{name}" for name in _families.__all__]
globals().update({f"Async{name}": _family(getattr(_families, name)) for name in _families.__all__})
_AsyncFamilies = _client_members()
