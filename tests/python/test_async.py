"""The client for asyncio: the same calls, cancelled with their task, without leftover threads."""

from __future__ import annotations

import asyncio
import gc
import inspect
import random
import socket
import subprocess
import sys
import threading
from collections.abc import Callable, Coroutine
from typing import Any

import pytest
from byte_server import ByteServer, answer

import shiptrack
from shiptrack import AsyncClient, Client, Service, _async_families, _families, errors
from shiptrack.testing import Scenario
from shiptrack.values import LookUp

KEY = "canary-key-0123456789"
LEFT_OUT = {"AsyncClient": {"with_cancel"}, "AsyncTrackingRequests.wait": {"cancel"}}
"""Arguments that tasks replace."""


def run(program: Callable[[], Coroutine[Any, Any, Any]]) -> Any:
    """Runs a program in a new event loop, and checks that no thread is left."""
    before = set(threading.enumerate())
    result = asyncio.run(program())
    left = [thread for thread in set(threading.enumerate()) - before if thread.name.startswith("shiptrack")]
    assert left == []
    return result


def test_the_names_are_those_of_the_blocking_client() -> None:
    public = lambda kind: {name for name in dir(kind) if not name.startswith("_")}  # noqa: E731
    assert public(Client) - public(AsyncClient) == LEFT_OUT["AsyncClient"]
    assert public(AsyncClient) == public(Client) - LEFT_OUT["AsyncClient"]
    for name in _families.__all__:
        blocking, awaited = getattr(_families, name), getattr(_async_families, f"Async{name}")
        assert public(awaited) == public(blocking), name
        for call in public(blocking):
            known = set(inspect.signature(getattr(blocking, call)).parameters)
            own = set(inspect.signature(getattr(awaited, call)).parameters)
            assert known - own == LEFT_OUT.get(f"Async{name}.{call}", set()), (name, call)
            is_listing = str(getattr(getattr(blocking, call), "__annotations__", {}).get("return")).startswith("Listing")
            assert inspect.iscoroutinefunction(getattr(awaited, call)) != is_listing, (name, call)
    assert set(inspect.signature(Client).parameters) | {"threads"} == set(inspect.signature(AsyncClient).parameters)


@pytest.mark.parametrize("home", ["embedded", "http"])
def test_async_program_runs(home: str, scenario: Scenario) -> None:
    key = scenario.service.create_key("tests").key
    server = scenario.service.serve() if home == "http" else None

    async def program() -> None:
        async with AsyncClient(key, server.url) if server else scenario.service.async_client() as client:
            tracked = await client.tracking_requests.track(bill_of_lading="TEST-TR-SUCCEEDED", scac="TEST")
            if server:
                scenario.run()
            request = await client.tracking_requests.wait(tracked, timeout=60)
            assert request.status == "created" and request.tracked_object is not None
            shipment = await client.shipments.get(request.tracked_object, include="containers")
            numbers = [container.number async for container in client.containers.list(page_size=1)]
            assert sorted(numbers) == sorted(container.number for container in shipment.related("containers"))
            pages = [len(page) async for page in client.containers.list(page_size=1).pages()]
            assert sum(pages) == len(numbers) > 1
            listing = client.containers.list()
            assert [one_container.number for one_container in await listing.all()] == numbers
            first = await listing.first()
            page = await listing.first_page()
            assert first is not None and first.number == numbers[0] and page is not None and len(page) == len(numbers)
            events = client.containers.transport_events(first)
            assert await events.in_order() == sorted(await events.all(), key=lambda event: event.sort_key)
            table, picture = await client.containers.table(), await client.containers.timeline(first)
            assert len(table) == len(numbers) and len(picture) > 0
            assert len(await listing.to_pandas()) == len(numbers) == len(await listing.to_polars())
            assert (await client.send("GET", "/shipments")).status == 200
            assert [each.number async for each in client.list("/containers")] == numbers
            assert (await client.get(f"/shipments/{shipment.id}")).id == shipment.id
            assert repr(listing) == "<AsyncListing of container>" and not client.closed
            with pytest.raises(TypeError, match="await first"):
                bool(listing)
            with pytest.raises(errors.NotFoundError):
                await client.shipments.get("0196d7a0-0000-7000-8000-000000000000")
            with pytest.raises(TypeError, match="page_size"):
                client.containers.list(page_size="many")  # type: ignore[arg-type]
        assert client.closed
        with pytest.raises(errors.ClosedError):
            await client.shipments.get(shipment.id)

    run(program)
    if server:
        server.stop()


def test_thousand_concurrent_waits() -> None:
    count, release = 1000, threading.Event()

    def carrier(asked: LookUp) -> list[dict[str, object]]:
        release.wait()
        return [{"container": "MSKU0308961", "event": {"movement": "gate_in"}}]

    async def program(service: Service) -> list[str]:
        async with service.async_client(threads=4) as client:
            create = client.tracking_requests.create
            made = await asyncio.gather(
                *(create(bill_of_lading=f"MAEU{number:09}", scac="MAEU") for number in range(count))
            )
            waits = [asyncio.create_task(client.tracking_requests.wait(each, timeout=300, poll=0.5)) for each in made]
            # All of them wait, and threads are free for other calls.
            assert len(await client.tracking_requests.list(page_size=100).all()) == count
            assert not any(wait.done() for wait in waits)
            ours = [thread for thread in threading.enumerate() if thread.name.startswith("shiptrack-async")]
            assert len(ours) == 4
            release.set()
            return [request.status for request in await asyncio.gather(*waits)]

    with Service(carriers={"MAEU": carrier}, pace={"at_once": 8}) as service:
        try:
            assert run(lambda: program(service)) == ["created"] * count
        finally:
            release.set()


def test_cancelled_task_cancels_its_call() -> None:
    silent = socket.create_server(("127.0.0.1", 0))
    url = f"http://127.0.0.1:{silent.getsockname()[1]}/v2"

    async def program() -> None:
        async with AsyncClient(KEY, url, threads=1, allow_insecure_http=True) as client:
            task = asyncio.create_task(client.shipments.get("x"))
            connection, _ = await asyncio.to_thread(silent.accept)
            assert await asyncio.to_thread(connection.recv, 4)
            task.cancel()
            with pytest.raises(asyncio.CancelledError):
                await task
            # The only thread is free again, so the next call is sent.
            task = asyncio.create_task(client.shipments.get("x"))
            other, _ = await asyncio.to_thread(silent.accept)
            assert await asyncio.to_thread(other.recv, 4)
            closing = asyncio.create_task(client.close())
            with pytest.raises(errors.CancelledError):
                await task
            await closing
            connection.close()
            other.close()

    run(program)
    silent.close()


def test_randomly_cancelled_tasks_leave_no_state() -> None:
    chance = random.Random(20261122)

    async def program(service: Service) -> tuple[int, int]:
        async with service.async_client(threads=8) as client:
            requests = client.tracking_requests

            async def one(number: int) -> None:
                made = await requests.track(bill_of_lading="TEST-TR-SUCCEEDED", scac="TEST", ref_numbers=[str(number)])
                await requests.wait(made, timeout=60)
                async for one_container in client.containers.list(page_size=1):
                    await client.containers.get(one_container)

            tasks = [asyncio.create_task(one(number)) for number in range(300)]
            while pending := [task for task in tasks if not task.done()]:
                for task in chance.sample(pending, min(5, len(pending))):
                    if chance.random() < 0.5:
                        task.cancel()
                for _ in range(chance.randrange(50)):
                    await asyncio.sleep(0)
                await asyncio.wait(pending, timeout=0.005, return_when=asyncio.FIRST_COMPLETED)
            output = await asyncio.gather(*tasks, return_exceptions=True)
            # Service and client still work after the cancellation.
            assert (await client.containers.list().first()) is not None
            cancelled = sum(isinstance(each, asyncio.CancelledError) for each in output)
            others = [each for each in output if each is not None and not isinstance(each, asyncio.CancelledError)]
            assert others == []
            calls = client._calls
        assert not calls._under_way
        return cancelled, len(output)

    with Service() as service:
        cancelled, all_of_them = run(lambda: program(service))
    assert 0 < cancelled <= all_of_them


def test_wait_times_out() -> None:
    async def program() -> None:
        with Service(worker=False) as service:
            async with service.async_client() as client:
                request = await client.tracking_requests.create(bill_of_lading="TEST-TR-AWAITING", scac="TEST")
                with pytest.raises(errors.TimedOutError, match="is still"):
                    await client.tracking_requests.wait(request, timeout=0.3, progress=True)
                with pytest.raises(asyncio.TimeoutError):
                    await asyncio.wait_for(client.tracking_requests.wait(request), 0.05)
                answered = await client.tracking_requests.wait(request, until="answered")
                assert answered.status == "awaiting_manifest"

    run(program)


def test_wait_moves_manual_clock_of_service(scenario: Scenario) -> None:
    async def program() -> str:
        async with scenario.service.async_client() as client:
            request = await client.tracking_requests.create(bill_of_lading="TEST-TR-RETRYING", scac="TEST")
            return (await client.tracking_requests.wait(request, timeout=7 * 24 * 3600, poll=600)).status

    before = scenario.clock.now
    assert run(program) in ("created", "failed")
    assert scenario.clock.now > before


def test_unclosed_client_leaves_no_thread() -> None:
    async def program(service: Service) -> None:
        await service.async_client().shipments.list().all()

    with Service(worker=False) as service:
        asyncio.run(program(service))
        gc.collect()
        left = [each for each in threading.enumerate() if each.name.startswith("shiptrack-async")]
        for thread in left:
            thread.join(10)
        assert not any(thread.is_alive() for thread in left)


def test_unreadable_item_raises_at_its_position() -> None:
    body = b'{"data": [{"type": "x", "id": "1"}, {"type": "party", "id": "2"}, {"type": "x", "id": "3"}]}'

    class Everywhere(dict[str, bytes]):
        def get(self, path: str, default: Any = None) -> Any:
            return answer(body)

    async def program(url: str) -> list[str]:
        seen = []
        async with AsyncClient(KEY, url, allow_insecure_http=True) as client:
            items = aiter(client.parties.list(max_items=3))
            while True:
                try:
                    seen.append(str((await anext(items)).id))
                except errors.UnexpectedResponseError:
                    seen.append("an error")
                except StopAsyncIteration:
                    return seen

    with ByteServer(Everywhere()) as server:
        assert run(lambda: program(server.base_url)) == ["an error", "2", "an error"]


def test_async_client_is_imported_lazily() -> None:
    program = "import sys, shiptrack; assert 'asyncio' not in sys.modules; shiptrack.AsyncClient; assert 'asyncio' in sys.modules"
    subprocess.run([sys.executable, "-W", "error", "-c", program], check=True)
    assert shiptrack.AsyncContainers is _async_families.AsyncContainers  # type: ignore[attr-defined]
