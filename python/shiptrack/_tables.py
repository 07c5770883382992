"""Tables for pandas and polars, which are imported when they are asked for."""

from __future__ import annotations

from typing import Any


def to_polars(rows: Any) -> Any:
    try:
        import polars
    except ImportError as missing:
        raise ImportError("to_polars() needs polars: pip install polars") from missing
    return polars.DataFrame(rows)


def to_pandas(rows: Any) -> Any:
    try:
        import pandas
    except ImportError as missing:
        raise ImportError("to_pandas() needs pandas and pyarrow: pip install pandas pyarrow") from missing
    try:
        import pyarrow
    except ImportError as missing:
        raise ImportError("to_pandas() needs pyarrow too: pip install pyarrow") from missing
    table = pyarrow.table(rows)
    return table.to_pandas(types_mapper=pandas.ArrowDtype)
