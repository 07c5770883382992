"""A webhook receiver in FastAPI, which asks the service for details.

It needs ``pip install shiptrack fastapi uvicorn``, and runs with::

    export SHIPTRACK_BASE_URL=… SHIPTRACK_API_KEY=… SHIPTRACK_WEBHOOK_SECRET=…
    uvicorn receiver:app

Other frameworks use the same call: it takes the headers and the raw bytes, and returns a verified notification.
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
    """Opens one client for all requests. Its threads end with the program."""
    async with shiptrack.AsyncClient() as client:
        app.state.client = client
        yield


app = FastAPI(lifespan=lifespan)
seen: dict[str, Any] = {}
"""The responses by id of the notification. A real receiver stores this in its database."""


@app.post("/shiptrack")
async def receive(request: Request) -> dict[str, Any]:
    """Receives a notification. A repeat changes nothing."""
    secret = os.environ["SHIPTRACK_WEBHOOK_SECRET"]
    try:
        notification = shiptrack.webhooks.receive(secret, request.headers, await request.body())
    except shiptrack.errors.SignatureError as refused:
        raise HTTPException(status_code=401, detail="the signature is not valid") from refused
    key = str(notification.id)
    if key not in seen:
        seen[key] = {"event": notification.event, "containers": await containers(request.app.state.client, notification.about())}
    answer: dict[str, Any] = seen[key]
    return answer


async def containers(client: shiptrack.AsyncClient, about: shiptrack.Resource | None) -> list[str]:
    """Returns the containers of the shipment that a tracking request has found."""
    if not isinstance(about, shiptrack.TrackingRequest) or about.tracked_object is None:
        return []
    shipment = await client.shipments.get(about.tracked_object, include="containers")
    return [container.number for container in shipment.related("containers")]
