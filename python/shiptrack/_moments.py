"""Moments as the library writes them in JSON."""

from __future__ import annotations

from datetime import datetime


def moment(text: str) -> datetime:
    """A moment out of its text."""
    # Up to Python 3.10 a fraction has three or six digits.
    whole, _, fraction = text.removesuffix("Z").partition(".")
    return datetime.fromisoformat(f"{whole}.{fraction[:6]:0<6}+00:00")
