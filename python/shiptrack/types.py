"""The names of the wire, and what arguments may be: for annotations in your own programs.

A service may send values that this version does not know: every enumeration is also plain text.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Optional, Protocol, TypeAlias, Union
from uuid import UUID

from shiptrack._names import *
from shiptrack._settings import *
from shiptrack.carriers import Carrier
from shiptrack.values import DeliveryHeader, LookUp, DocumentInput


class _HasId(Protocol):
    @property
    def id(self) -> UUID | str:
        """The id."""

class HasItems(Protocol):
    """What has ``items()``: a dict, ``http.server``'s headers, those of Starlette and Flask."""

    def items(self) -> Iterable[tuple[Any, Any]]:
        """Pairs of name and value."""


Headers: TypeAlias = Union[HasItems, Iterable[Union[tuple[Any, Any], DeliveryHeader, Mapping[str, Any]]]]
"""Header fields: whatever has ``items()``, or each by itself: a pair, a :class:`~shiptrack.values.DeliveryHeader` as
``webhook.headers`` has them, or ``{"name": …, "value": …}`` as the interface writes it. Of ``str`` or ``bytes``, in any case."""

Id: TypeAlias = Union[UUID, str, _HasId]
"""The id of something: as a ``UUID``, as text, or the thing itself."""

class Extractor(Protocol):
    """Whoever can read documents."""

    def extract(self, source: DocumentInput, /) -> Any:
        """An :class:`~shiptrack.values.Extraction`, or its payload alone; ``None`` for a document that is not for it."""


AnyCarrier: TypeAlias = Union[Carrier, Callable[[LookUp], Any]]
"""A carrier: an object with a method ``look_up``, or a callable."""

AnyExtractor: TypeAlias = Union[Extractor, Callable[[DocumentInput], Any]]
"""An extractor: an object with a method ``extract``, or a callable."""

Progress: TypeAlias = Union[bool, Callable[[int, Optional[int]], object]]
"""``True`` for tqdm when it is installed, or a callable that is told ``(done, total)``."""
