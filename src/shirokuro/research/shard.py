"""One file of a data set: a Parquet file of games, written whole or not at all."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any

import numpy as np

from shirokuro.research.data_plan import DataPlan
from shirokuro.research.game_rows import GameRows, make_games
from shirokuro.storage.whole_file import whole_file

ROWS_IN_GROUP = 2**17
COMPRESSION = "zstd"
_PLAN = b"shirokuro"
"""The key of the file's own description: how its games were made."""


@dataclass(frozen=True)
class Shard:
    """What is known of a finished file."""

    file: str
    games: int
    black_wins: int
    white_wins: int
    draws: int
    size: int
    """In bytes."""
    sha256: str


def shard_file(folder: Path, number: int) -> Path:
    return folder / f"games-{number:05}.parquet"


def make_shard(plan: DataPlan, folder: Path, number: int) -> Shard:
    """Plays the games of a file and writes it; a file that is whole stays as it is."""
    file, numbers = shard_file(folder, number), plan.games_of(number)
    if (found := _described(file, plan)) is not None and found.games == len(numbers):
        return found
    _write(file, plan, make_games(plan, numbers))
    written = _described(file, plan)
    if written is None:
        raise OSError(f"{file}: it cannot be read again")
    return written


def read_shard(file: Path) -> GameRows:
    """The games of a file."""
    table = load_parquet().read_table(file)
    moves = _values(table["moves"], np.uint8)
    exact = _values(table["exact"], np.int8) if "exact" in table.column_names else None
    return GameRows(moves, table["margin"].to_numpy(), exact)


def load_parquet() -> Any:
    try:
        import pyarrow.parquet
    except ModuleNotFoundError:
        raise ValueError("data sets need pyarrow: pip install '.[research]' in the checkout") from None
    return pyarrow.parquet


def _write(file: Path, plan: DataPlan, games: GameRows) -> None:
    import pyarrow

    parquet = load_parquet()
    width = games.moves.shape[1]
    moves = pyarrow.py_buffer(np.ascontiguousarray(games.moves))
    columns = {
        "moves": pyarrow.FixedSizeBinaryArray.from_buffers(
            pyarrow.binary(width), len(games.moves), [None, moves]
        ),
        "margin": pyarrow.array(games.margins),
    }
    if games.exact is not None:
        exact = pyarrow.array(games.exact.ravel())
        columns["exact"] = pyarrow.FixedSizeListArray.from_arrays(exact, games.exact.shape[1])
    table = pyarrow.table(columns).replace_schema_metadata({_PLAN: _text(plan)})
    with whole_file(file) as part, _disk_errors(file):
        parquet.write_table(
            table,
            part,
            row_group_size=ROWS_IN_GROUP,
            compression=COMPRESSION,
            compression_level=1,
            use_dictionary=["margin"],
        )


def _described(file: Path, plan: DataPlan) -> Shard | None:
    """What is in the file; None if there is none, or one that cannot be read or is not of this plan."""
    parquet = load_parquet()
    try:
        with parquet.ParquetFile(file) as opened:
            if opened.schema_arrow.metadata.get(_PLAN) != _text(plan):
                return None
            margins = opened.read(["margin"])["margin"].to_numpy()
        data = file.read_bytes()
    except (OSError, ValueError, AttributeError):
        return None
    black, white = int((margins > 0).sum()), int((margins < 0).sum())
    draws = len(margins) - black - white
    return Shard(file.name, len(margins), black, white, draws, len(data), sha256(data).hexdigest())


def _text(plan: DataPlan) -> bytes:
    """All that a file's games depend on; not how many there are in all."""
    return json.dumps({**asdict(plan), "games": None}, sort_keys=True).encode()


def _values(column: Any, kind: type[np.generic]) -> np.ndarray[Any, Any]:
    """A column of rows of bytes or of small lists as an array."""
    array = column.combine_chunks()
    if hasattr(array, "flatten") and array.type.num_fields:
        return np.asarray(array.flatten(), kind).reshape(len(array), -1)
    width = array.type.byte_width
    whole = np.frombuffer(array.buffers()[1], kind, len(array) * width, array.offset * width)
    return whole.reshape(len(array), width)


@contextmanager
def _disk_errors(file: Path) -> Iterator[None]:
    """Arrow's errors tell a story; ours say the system's words and the file."""
    try:
        yield
    except OSError as error:
        if error.errno is None:
            raise
        raise OSError(error.errno, os.strerror(error.errno), str(file)) from None
