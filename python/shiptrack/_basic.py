"""Types that the structures use."""

from __future__ import annotations

import hmac
from datetime import date, datetime
from typing import Any, Union

Moment = Union[datetime, date]
"""A timestamp of the interface: an aware ``datetime``, or a ``date`` if it has no time."""


class Secret:
    """A text that is not printed. :meth:`reveal` returns it: ``os.environ["KEY"] = secret.reveal()``."""

    __slots__ = ("_text",)
    _text: str

    def __init__(self, text: str) -> None:
        if not isinstance(text, str):
            raise TypeError(f"text: a str expected, not {type(text).__name__}")
        object.__setattr__(self, "_text", text)

    def reveal(self) -> str:
        """Returns the text."""
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
        raise TypeError("a secret cannot be pickled, because the result would contain its text: pass secret.reveal() if that is intended")

    def __copy__(self) -> Secret:
        return self

    def __deepcopy__(self, _memo: object) -> Secret:
        return self

    def to_dict(self) -> str:
        """Returns the text, for requests."""
        return self._text
