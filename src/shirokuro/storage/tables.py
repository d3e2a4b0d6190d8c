"""Rows as a table of pandas or of Arrow, which are imported only here and only when asked for."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, NamedTuple, get_type_hints

if TYPE_CHECKING:
    import pandas
    import pyarrow

RowType = type[NamedTuple]
"""The columns of a table by name and type: `str`, `int` or `float`, or one of the numbers or None."""
_PANDAS = {str: "object", int: "int64", float: "float64", int | None: "Int64", float | None: "float64"}
_NEEDED = "{name} needs {package}: pip install {package}"


def frame_of(rows: Iterable[Any], kind: RowType) -> pandas.DataFrame:
    """The rows as a pandas.DataFrame."""
    try:
        import pandas
    except ImportError:
        raise ImportError(_NEEDED.format(name="to_frame", package="pandas")) from None
    types = {name: _PANDAS[hint] for name, hint in get_type_hints(kind).items()}
    return pandas.DataFrame([*rows], columns=[*types]).astype(types)


def arrow_of(rows: Iterable[Any], kind: RowType) -> pyarrow.Table:
    """The rows as a pyarrow.Table."""
    try:
        import pyarrow
    except ImportError:
        raise ImportError(_NEEDED.format(name="to_arrow", package="pyarrow")) from None
    arrow = {
        str: pyarrow.string(),
        int: pyarrow.int64(),
        float: pyarrow.float64(),
        int | None: pyarrow.int64(),
        float | None: pyarrow.float64(),
    }
    schema = pyarrow.schema([(name, arrow[hint]) for name, hint in get_type_hints(kind).items()])
    return pyarrow.Table.from_pylist([row._asdict() for row in rows], schema)
