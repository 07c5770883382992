"""Types for annotations: the enumerations of the interface, and the types of arguments.

A service may send values that this version does not know, so every enumeration also accepts any text.
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
    """An object with ``items()``: a dict, the headers of ``http.server``, Starlette or Flask."""

    def items(self) -> Iterable[tuple[Any, Any]]:
        """Returns pairs of name and value."""


Headers: TypeAlias = Union[HasItems, Iterable[Union[tuple[Any, Any], DeliveryHeader, Mapping[str, Any]]]]
"""Header fields: an object with ``items()``, or an iterable of pairs, of :class:`~shiptrack.values.DeliveryHeader` (as
in ``webhook.headers``), or of ``{"name": …, "value": …}`` mappings. Names and values are ``str`` or ``bytes``; names in
any case.
"""

Id: TypeAlias = Union[UUID, str, _HasId]
"""An id: a ``UUID``, a text, or the object that has the id."""

class Extractor(Protocol):
    """An extractor reads documents."""

    def extract(self, source: DocumentInput, /) -> Any:
        """Returns an :class:`~shiptrack.values.Extraction` or its payload; ``None`` if the extractor does not handle
        the document.
        """


AnyCarrier: TypeAlias = Union[Carrier, Callable[[LookUp], Any]]
"""A carrier: an object with a method ``look_up``, or a callable."""

AnyExtractor: TypeAlias = Union[Extractor, Callable[[DocumentInput], Any]]
"""An extractor: an object with a method ``extract``, or a callable."""

Progress: TypeAlias = Union[bool, Callable[[int, Optional[int]], object]]
"""``True`` shows a bar with tqdm if it is installed; a callable receives ``(done, total)``."""
