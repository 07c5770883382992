"""Tables for pandas and polars, which are imported when they are asked for."""

from __future__ import annotations

from typing import Any


class _AsWritten:
    """The rows of a listing or a page, with moments as they were written."""

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


def to_parquet(rows: Any, file: Any) -> None:
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
    return f"{call}() needs {needed}: pip install {packages}, or '.[{extra}]' when you install shiptrack from its folder"
