"""The public names of the package are in a file, so that changes are visible in a review.

``tests/run --update`` writes it. Names that are removed stay deprecated for a minor version (``core/docs/decisions.md``).
"""

from __future__ import annotations

import importlib
import inspect
import os
from collections.abc import Iterator
from pathlib import Path

import shiptrack
from shiptrack import _families

GOLDEN = Path(__file__).parent / "public_names.txt"
MODULES = [
    "shiptrack",
    "shiptrack.carriers",
    "shiptrack.errors",
    "shiptrack.facts",
    "shiptrack.numbers",
    "shiptrack.tables",
    "shiptrack.testing",
    "shiptrack.timeline",
    "shiptrack.types",
    "shiptrack.values",
    "shiptrack.webhooks",
]


def arguments(found: object) -> str:
    """Returns the names of the arguments without ``self``. Their types are in the stubs."""
    try:
        names = inspect.signature(found).parameters  # type: ignore[arg-type]
    except (TypeError, ValueError):
        return ""
    return f"({', '.join(name for name in names if name != 'self')})"


def members(path: str, kind: type) -> Iterator[str]:
    for name in sorted(vars(kind)):
        if name.startswith("_"):
            continue
        found = getattr(kind, name)
        yield f"{path}.{name}{arguments(found) if callable(found) else ''}"


def names() -> Iterator[str]:
    for module_name in MODULES:
        module = importlib.import_module(module_name)
        public = getattr(module, "__all__", None) or [name for name in vars(module) if not name.startswith("_")]
        for name in sorted(public):
            found = getattr(module, name)
            if inspect.ismodule(found):
                continue
            own = getattr(found, "__module__", module_name)
            path = f"{module_name}.{name}"
            yield path + (arguments(found) if inspect.isroutine(found) else "")
            # Members are listed in the top module, and in the public module that defines the class or imports it from a private one.
            is_home = own == module_name or own.rpartition(".")[2].startswith("_")
            if inspect.isclass(found) and (module_name == "shiptrack" or is_home):
                yield from members(path, found)


def families() -> Iterator[str]:
    """Yields the calls of a client by family. Hand-written calls are inherited from native classes."""
    client = shiptrack.Service().client()
    for family in sorted(name for name in vars(_families._Families) if not name.startswith("_")):
        found = getattr(client, family)
        if callable(found):
            yield f"client.{family}{arguments(found)}"
            continue
        for name in sorted(name for name in dir(found) if not name.startswith("_")):
            yield f"client.{family}.{name}{arguments(getattr(found, name))}"


def test_the_public_names_are_the_golden_list() -> None:
    made = "".join(f"{name}\n" for name in [*names(), *families()])
    if os.environ.get("SHIPTRACK_BLESS"):
        GOLDEN.write_text(made, encoding="utf-8")
    assert GOLDEN.read_text(encoding="utf-8") == made, "run tests/run --update"


def test_dir_lists_public_names() -> None:
    for module in (shiptrack, shiptrack.errors):
        assert [name for name in dir(module) if not name.startswith("_")] == sorted(set(module.__all__) - {"__version__"})
