"""Exports games: as records (GGF, JSON lines) or as a table with a row per game (CSV, Parquet)."""

from __future__ import annotations

import csv
from collections.abc import Callable, Iterable
from dataclasses import asdict, replace
from functools import partial
from itertools import count, islice
from pathlib import Path
from typing import NamedTuple

from shirokuro.engine.limits import Limits
from shirokuro.matches.fixture import Game
from shirokuro.notation import render
from shirokuro.notation.move_names import move_text
from shirokuro.squares.colour import BLACK, WHITE
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
        writer.writerows(row(game)[: len(_columns(times))] for game in games)


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
    rows = map(row, games)
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


class GameRow(NamedTuple):
    """What defines a game, how it ended and what it cost; the last `CLOCKED` columns are measured times."""

    variant: str
    black: str
    white: str
    opening: str
    seed: str
    """As text: many programs cannot read unsigned 64-bit numbers."""
    black_limits: str
    white_limits: str
    clock: str
    margin: float | None
    plies: int
    """The moves of the game, passes included."""
    moves: str
    """All moves, two characters each; a pass is `pa`."""
    note: str
    black_nodes: int
    white_nodes: int
    black_seconds: float = 0.0
    white_seconds: float = 0.0


CLOCKED = 2
"""The number of columns, at the end, that hold measured times."""


def row(game: Game) -> GameRow:
    fixture, record = game.fixture, game.record
    return GameRow(
        variant=fixture.variant,
        black=fixture.black,
        white=fixture.white,
        opening=fixture.opening,
        seed=str(fixture.seed),
        black_limits=_words(fixture.limits[BLACK]),
        white_limits=_words(fixture.limits[WHITE]),
        clock="" if fixture.clock is None else str(fixture.clock),
        margin=record.result,
        plies=len(record.moves),
        moves="".join(map(move_text, record.moves)),
        note=record.note,
        black_nodes=game.nodes(BLACK),
        white_nodes=game.nodes(WHITE),
        black_seconds=game.seconds(BLACK),
        white_seconds=game.seconds(WHITE),
    )


def _words(limits: Limits) -> str:
    return ",".join(f"{name}={value}" for name, value in asdict(limits).items() if value is not None)
