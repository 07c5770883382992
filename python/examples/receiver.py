"""A webhook receiver in FastAPI, which asks the service for what it was told about.

It needs ``pip install shiptrack fastapi uvicorn``, and runs with::

    export SHIPTRACK_BASE_URL=… SHIPTRACK_API_KEY=… SHIPTRACK_WEBHOOK_SECRET=…
    uvicorn receiver:app

In any other framework it is the same one call: headers and raw bytes in, a verified notification out.
"""

from __future__ import annotations

import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from fastapi import FastAPI, HTTPException, Request

import shiptrack


@asynccontextmanager
async def lifespan(app: FastAPI) -> AsyncIterator[None]:
    """One client for all requests; its threads end with the program."""
    async with shiptrack.AsyncClient() as client:
        app.state.client = client
        yield


app = FastAPI(lifespan=lifespan)
seen: dict[str, Any] = {}
"""What was answered, by the id of the notification. A real receiver keeps this in its database."""


@app.post("/shiptrack")
async def receive(request: Request) -> dict[str, Any]:
    """Takes in one notification. A repeat changes nothing."""
    secret = os.environ["SHIPTRACK_WEBHOOK_SECRET"]
    try:
        told = shiptrack.webhooks.receive(secret, request.headers, await request.body())
    except shiptrack.errors.SignatureError as refused:
        raise HTTPException(status_code=401, detail="the signature does not verify") from refused
    key = str(told.id)
    if key not in seen:
        seen[key] = {"event": told.event, "containers": await containers(request.app.state.client, told.about())}
    answer: dict[str, Any] = seen[key]
    return answer


async def containers(client: shiptrack.AsyncClient, about: shiptrack.Resource | None) -> list[str]:
    """The containers of the shipment that a tracking request has found."""
    if not isinstance(about, shiptrack.TrackingRequest) or about.tracked_object is None:
        return []
    shipment = await client.shipments.get(about.tracked_object, include="containers")
    return [container.number for container in shipment.related("containers")]
