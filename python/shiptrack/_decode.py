"""Values out of the JSON that the library writes."""

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
    """A value of a type out of its JSON text."""
    return decode(kind, json.loads(text))


def decode(kind: Any, value: Any) -> Any:
    """A value of a type out of its JSON form, by annotations: a dataclass out of an object, a tuple or a list out of an array, moments,
    ids, paths, bytes and secrets out of texts. Of a union, the first type is taken; everything else is as it came."""
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
    # Up to Python 3.10 a fraction has three or six digits.
    whole, _, fraction = text.removesuffix("Z").partition(".")
    return datetime.fromisoformat(f"{whole}.{fraction[:6]:0<6}+00:00")


_TEXTS: dict[Any, Any] = {datetime: _moment, UUID: UUID, Path: Path, bytes: str.encode, Secret: Secret}
