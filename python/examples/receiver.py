"""A webhook receiver in FastAPI.

Run it with ``SHIPTRACK_WEBHOOK_SECRET=… uvicorn receiver:app``. In any other framework it is the same one call: headers
and raw bytes in, a verified notification out.
"""

from __future__ import annotations

import os

from fastapi import FastAPI, HTTPException, Request

import shiptrack

app = FastAPI()
seen: dict[str, str] = {}
"""What was told, by the id of its notification. A real receiver keeps this in its database."""


@app.post("/shiptrack")
async def receive(request: Request) -> dict[str, str]:
    """Takes in one notification. A repeat changes nothing."""
    secret = os.environ["SHIPTRACK_WEBHOOK_SECRET"]
    try:
        told = shiptrack.webhooks.receive(secret, request.headers, await request.body())
    except shiptrack.errors.SignatureError as refused:
        raise HTTPException(status_code=401, detail="the signature does not verify") from refused
    seen.setdefault(str(told.id), told.event)
    return {"event": told.event}
