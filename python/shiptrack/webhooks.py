"""Webhook notifications: signing, verifying, reading.

A receiver hands the headers and the *raw* bytes of a post to :func:`receive`, whatever framework it is written in::

    notification = shiptrack.webhooks.receive(secret, request.headers, body)

Signatures are over bytes: never parse a body and write it again before it was verified.
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
"""The secret of a webhook, or several while one is being replaced by another."""


def receive(
    secrets: Secrets,
    headers: Headers,
    body: bytes,
    *,
    now: datetime | None = None,
    tolerance: float | timedelta | None = None,
    require_timestamp: bool | None = None,
) -> Notification:
    """Verifies a delivery, then reads it.

    ``headers`` is whatever has ``items()`` (``self.headers`` of ``http.server``, ``request.headers`` of a framework), or
    pairs. Raises :class:`~shiptrack.errors.SignatureError` when it was not signed with one of the secrets, or not lately
    (``tolerance``, 300 seconds). Answer that with status 400 or 401, and anything else with 2xx once it is kept.
    The hosted service signs no time: its deliveries can be captured and sent again. With a secret of the form ``whsec_…``,
    as those of your own service are, only what carries a signed time is taken; ``require_timestamp`` says otherwise, for all
    secrets (``True`` or ``False``).
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
