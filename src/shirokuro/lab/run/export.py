"""Exports games: as records (GGF, JSON lines) or as a table with a row per game (CSV, Parquet)."""

from __future__ import annotations

import csv
from collections.abc import Callable, Iterable
from dataclasses import replace
from functools import partial
from itertools import count, islice
from pathlib import Path

from shirokuro.matches.fixture import Game
from shirokuro.matches.game_row import CLOCKED, GameRow, game_row
from shirokuro.notation import render
from shirokuro.storage.whole_file import whole_file

GROUP = 10_000
"""Rows of a Parquet file that are kept in memory at a time."""


def export(games: Iterable[Game], file: Path, form: str, *, times: bool = False) -> int:
    """Writes the games in the given order, the whole file or nothing, and returns their number.

    Without `times`, equal games give equal bytes.
    """
    numbers = count()
    with whole_file(file) as place:
        FORMATS[form]((game for game, _ in zip(games, numbers, strict=False)), place, times)
    return next(numbers)


def _write_texts(form: str, games: Iterable[Game], file: Path, times: bool) -> None:
    with file.open("w", encoding="utf-8", newline="\n") as out:
        for game in games:
            record = game.record if times else replace(game.record, seconds=())
            out.write(str(render([record.to_text()], form)))


def _write_csv(games: Iterable[Game], file: Path, times: bool) -> None:
    with file.open("w", encoding="utf-8", newline="") as out:
        writer = csv.writer(out, lineterminator="\n")
        writer.writerow(_columns(times))
        writer.writerows(game_row(game)[: len(_columns(times))] for game in games)


def _write_parquet(games: Iterable[Game], file: Path, times: bool) -> None:
    try:
        import pyarrow
        import pyarrow.parquet
    except ImportError:
        raise ValueError("Parquet needs pyarrow: pip install '.[lab]' in the checkout") from None
    numbers = {"margin": pyarrow.float64(), "plies": pyarrow.int32()}
    for colour in ("black", "white"):
        numbers |= {f"{colour}_nodes": pyarrow.int64(), f"{colour}_seconds": pyarrow.float64()}
    schema = pyarrow.schema([(name, numbers.get(name, pyarrow.string())) for name in _columns(times)])
    rows = map(game_row, games)
    with pyarrow.parquet.ParquetWriter(file, schema) as writer:
        while group := list(islice(rows, GROUP)):
            writer.write_table(pyarrow.Table.from_pylist([each._asdict() for each in group], schema))


def _columns(times: bool) -> tuple[str, ...]:
    return GameRow._fields if times else GameRow._fields[:-CLOCKED]


FORMATS: dict[str, Callable[[Iterable[Game], Path, bool], None]] = {
    "ggf": partial(_write_texts, "ggf"),
    "jsonl": partial(_write_texts, "json"),
    "csv": _write_csv,
    "parquet": _write_parquet,
}
