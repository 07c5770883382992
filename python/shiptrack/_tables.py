"""Tables for pandas and polars, which are imported on first use."""

from __future__ import annotations

import os
import shutil
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from importlib import import_module
from os import PathLike
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import pandas as pandas
    import polars as polars


def __getattr__(name: str) -> Any:
    """Imports a package when an annotation that names it is evaluated."""
    if name not in ("pandas", "polars"):
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return import_module(name)


class _AsWritten:
    """The rows of a listing or a page, with times as text."""

    def __init__(self, rows: Any) -> None:
        self._rows = rows

    def __arrow_c_stream__(self, requested_schema: object = None) -> Any:
        return self._rows._as_written()


def to_polars(rows: Any, as_written: bool = False) -> Any:
    try:
        import polars
    except ImportError as missing:
        raise ImportError(_wanted("to_polars", "polars", "polars")) from missing
    return polars.DataFrame(_AsWritten(rows) if as_written else rows)


def to_pandas(rows: Any, as_written: bool = False, numpy: bool = False) -> Any:
    if not isinstance(numpy, bool):
        raise TypeError(f"numpy: True or False expected, not {type(numpy).__name__}")
    try:
        import pandas
    except ImportError as missing:
        raise ImportError(_wanted("to_pandas", "pandas", "pandas pyarrow")) from missing
    try:
        import pyarrow
    except ImportError as missing:
        raise ImportError(_wanted("to_pandas", "pandas", "pyarrow")) from missing
    table = pyarrow.table(_AsWritten(rows) if as_written else rows)
    if numpy:
        return table.to_pandas(date_as_object=False)
    return table.to_pandas(types_mapper=pandas.ArrowDtype)


@contextmanager
def replacing(path: str | PathLike[str], binary: bool = False) -> Iterator[Any]:
    """Opens a temporary file that replaces the file at ``path`` after it is completely written. If writing fails, the previous file
    remains.

    A device or a pipe is written directly. Errors name the path as it was passed.
    """
    how: dict[str, Any] = {} if binary else {"encoding": "utf-8", "newline": ""}
    place = os.path.realpath(path)
    temporary = f"{place}.{os.getpid()}-{threading.get_ident()}.part"
    try:
        if os.path.lexists(place) and not os.path.isfile(place):
            with open(place, "wb" if binary else "w", **how) as opened:
                yield opened
        else:
            with _open_temporary(place, temporary, "xb" if binary else "x", how) as opened:
                yield opened
    except OSError as problem:
        if problem.filename not in (place, temporary):
            raise
        raise OSError(problem.errno, problem.strerror, os.fspath(path)) from None


@contextmanager
def _open_temporary(place: str, temporary: str, mode: str, how: dict[str, Any]) -> Iterator[Any]:
    """Opens a temporary file that replaces another file at the end."""
    try:
        with open(temporary, mode, **how) as opened:
            yield opened
        with suppress(FileNotFoundError):
            shutil.copymode(place, temporary)
        os.replace(temporary, place)
    except BaseException:
        with suppress(OSError):
            os.remove(temporary)
        raise


def to_parquet(rows: Any, file: Any) -> None:
    """Writes Parquet to a path or an open binary file."""
    if isinstance(file, (str, PathLike)):
        with replacing(file, binary=True) as opened:
            return _write_parquet(rows, opened)
    if not hasattr(file, "write"):
        raise TypeError(f"file: a path or an open binary file expected, not {type(file).__name__}")
    return _write_parquet(rows, file)


def _write_parquet(rows: Any, file: Any) -> None:
    try:
        from pyarrow import parquet, table
    except ImportError:
        return _parquet_of_polars(rows, file)
    parquet.write_table(table(rows), file)


def _parquet_of_polars(rows: Any, file: Any) -> None:
    try:
        import polars
    except ImportError as missing:
        raise ImportError(_wanted("to_parquet", "pandas", "pyarrow")) from missing
    polars.DataFrame(rows).write_parquet(file)


def _wanted(call: str, extra: str, packages: str) -> str:
    needed = " and ".join(packages.split())
    return f"{call}() needs {needed}: pip install {packages}, or 'shiptrack[{extra}]'"
