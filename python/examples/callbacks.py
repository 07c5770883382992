"""An endpoint in FastAPI for callbacks of carriers and signed reports of your own sources.

It needs ``pip install shiptrack fastapi uvicorn``, and runs with::

    export SHIPTRACK_DATABASE=tracking.db
    uvicorn callbacks:app

Register the senders once with ``service.subscribe_carrier(…)`` or ``service.subscribe_source(…)``. Other frameworks use the
same call: pass it the headers and the raw bytes.
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
    """Opens one service for all requests."""
    with shiptrack.Service(os.environ.get("SHIPTRACK_DATABASE")) as service:
        app.state.service = service
        yield


app = FastAPI(lifespan=lifespan)


@app.head("/carriers")
async def is_there() -> Response:
    """Some carriers check the URL before they subscribe."""
    return Response(status_code=204)


@app.post("/carriers")
async def receive(request: Request) -> Response:
    """Receives a callback. A repeated callback changes nothing."""
    body = await request.body()
    try:
        await run_in_threadpool(request.app.state.service.receive_push, request.headers, body)
    except shiptrack.ShiptrackError as refused:
        return Response(str(refused), status_code=refused.status or 500)
    return Response(status_code=204)
