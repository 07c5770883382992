"""A door in FastAPI for what carriers and sources of one's own send: callbacks of event subscriptions, signed reports.

It needs ``pip install shiptrack fastapi uvicorn``, and runs with::

    export SHIPTRACK_DATABASE=tracking.db
    uvicorn callbacks:app

Who may send is said once, with ``service.subscribe_carrier(…)`` or ``service.subscribe_source(…)``. In any other framework it is the same
one call: headers and raw bytes in.
"""

from __future__ import annotations

import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from fastapi import FastAPI, Request, Response
from fastapi.concurrency import run_in_threadpool

import shiptrack


@asynccontextmanager
async def lifespan(app: FastAPI) -> AsyncIterator[None]:
    """One service for all requests."""
    with shiptrack.Service(os.environ.get("SHIPTRACK_DATABASE")) as service:
        app.state.service = service
        yield


app = FastAPI(lifespan=lifespan)


@app.head("/carriers")
async def is_there() -> Response:
    """Some carriers look before they subscribe."""
    return Response(status_code=204)


@app.post("/carriers")
async def receive(request: Request) -> Response:
    """Takes in what was sent. The same once more changes nothing."""
    body = await request.body()
    try:
        await run_in_threadpool(request.app.state.service.receive_push, request.headers, body)
    except shiptrack.ShiptrackError as refused:
        return Response(str(refused), status_code=refused.status or 500)
    return Response(status_code=204)
