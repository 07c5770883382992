"""What structures are made of."""

from __future__ import annotations

import hmac
from datetime import date, datetime
from typing import Any, Union

Moment = Union[datetime, date]
"""A time stamp of the wire: an aware ``datetime``, or a ``date`` where it names a day alone."""


class Secret:
    """A text that is not printed; :meth:`reveal` gives it away: ``os.environ["KEY"] = secret.reveal()``."""

    __slots__ = ("_text",)
    _text: str

    def __init__(self, text: str) -> None:
        if not isinstance(text, str):
            raise TypeError(f"text: a str expected, not {type(text).__name__}")
        object.__setattr__(self, "_text", text)

    def reveal(self) -> str:
        """The text in clear."""
        return self._text

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError("a secret cannot be changed")

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Secret):
            return NotImplemented
        return hmac.compare_digest(self._text.encode(), other._text.encode())

    def __hash__(self) -> int:
        return hash(("Secret", self._text))

    def __repr__(self) -> str:
        return "Secret('***')"

    def __reduce__(self) -> tuple[Any, ...]:
        return Secret, (self._text,)

    def to_dict(self) -> str:
        """The text in clear, for what is sent."""
        return self._text
