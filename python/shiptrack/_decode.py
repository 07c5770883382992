"""Converts the JSON of the core to Python objects."""

from __future__ import annotations

import json
from dataclasses import is_dataclass
from datetime import datetime
from functools import cache
from pathlib import Path
from types import UnionType
from typing import Any, Union, get_args, get_origin, get_type_hints
from uuid import UUID

from shiptrack._basic import Secret


def loads(kind: Any, text: str) -> Any:
    """Converts JSON text to an object of a type."""
    return decode(kind, json.loads(text))


def decode(kind: Any, value: Any) -> Any:
    """Converts a JSON value to an object of a type, by its annotations: a dataclass from an object, a tuple or a list
    from an array; times, ids, paths, bytes and secrets from texts. Of a union, the first type is used. Any other value
    is returned as it is.
    """
    origin, of = get_origin(kind), get_args(kind)
    if origin in (Union, UnionType):
        return None if value is None else decode(of[0], value)
    if origin is tuple:
        return tuple(decode(of[0], item) for item in value) if ... in of else tuple(map(decode, of, value))
    if origin is list:
        return [decode(of[0], item) for item in value]
    if is_dataclass(kind):
        made: Any = kind
        return made(**{name: decode(member, value[name]) for name, member in _members(made).items()})
    read = _TEXTS.get(kind)
    return value if read is None else read(value)


_members = cache(get_type_hints)


def _moment(text: str) -> datetime:
    # Up to Python 3.10, `fromisoformat` needs three or six digits.
    whole, _, fraction = text.removesuffix("Z").partition(".")
    return datetime.fromisoformat(f"{whole}.{fraction[:6]:0<6}+00:00")


_TEXTS: dict[Any, Any] = {datetime: _moment, UUID: UUID, Path: Path, bytes: str.encode, Secret: Secret}
