"""Webhook notifications: signing, verifying, reading.

A receiver passes the headers and the *raw* body of a request to :func:`receive`, in any web framework::

    notification = shiptrack.webhooks.receive(secret, request.headers, body)

Signatures cover the bytes of the body, so never parse and re-encode a body before it is verified.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Union

from shiptrack._native import WebhookNotification, parse_notification, sign, verify
from shiptrack.types import Headers
from shiptrack.values import Notification, Secret, VerifiedSignature

__all__ = ["Headers", "Notification", "Secrets", "VerifiedSignature", "parse_notification", "receive", "sign", "verify"]

Secrets = Union[str, Secret, Iterable[Union[str, Secret]]]
"""The signing secret of a webhook, or several while a secret is being replaced."""


def receive(
    secrets: Secrets,
    headers: Headers,
    body: bytes,
    *,
    now: datetime | None = None,
    tolerance: float | timedelta | None = None,
    require_timestamp: bool | None = None,
) -> Notification:
    """Verifies a delivery and returns its notification.

    * ``secrets``: The signing secret, or several during a rotation.
    * ``headers``: The header fields of the request: any object with ``items()`` (``self.headers`` of ``http.server``,
      ``request.headers`` of a framework), or pairs.
    * ``body``: The raw body.
    * ``tolerance``: Largest age of the signature in seconds (300).
    * ``require_timestamp``: Whether signatures without a time are rejected. If left out, they are rejected for secrets of the
      form ``whsec_…``, which your own service uses. The hosted service signs no time, so its deliveries could be replayed.

    Raises :class:`~shiptrack.errors.SignatureError` if the signature is not valid or too old. Answer that with status 400 or
    401, and everything else with 2xx after the notification is stored.
    """
    verified = verify(secrets, headers, body, now=now, tolerance=tolerance, require_timestamp=require_timestamp)
    resource: WebhookNotification = parse_notification(body)
    sequence = resource.meta.get("sequence")
    if sequence is None:
        sequence = (resource.page.meta or {}).get("sequence")
    return Notification(
        id=resource.id,
        event=resource.event,
        sequence=sequence if isinstance(sequence, int) else None,
        resource=resource,
        verified=verified,
    )
