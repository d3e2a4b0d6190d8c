"""Data sets of games in a folder: made in parallel, gone on with after an interruption, read as arrays."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path

import numpy as np

from shirokuro.research.data_card import CARD, DataCard, read_card
from shirokuro.research.game_rows import GameRows
from shirokuro.research.shard import Shard, load_parquet, make_shard, read_shard
from shirokuro.storage.file_lock import working_on
from shirokuro.workers.executors import work_on
from shirokuro.workers.progress import Progress


def generate(card: DataCard, folder: str | Path, jobs: int = 1) -> Iterator[Progress]:
    """Makes the games that a card describes, with `jobs` processes; yields how many games are done.

    Files that are there already stay, so the same call goes on after an interruption, and one with more games
    adds them. A folder with a data set of another kind, or with anything else, is refused.
    """
    plan, folder = card.plan, Path(folder)
    load_parquet()
    with work_on(jobs=min(jobs, plan.shards)) as pool:
        folder.mkdir(parents=True, exist_ok=True)
        with working_on(folder, f"{folder}: another program is at work on this data set"):
            _check(folder, card)
            replace(card, shards=()).write(folder)
            done: dict[int, Shard] = {}
            yield Progress(0, plan.games)
            try:
                work = partial(make_shard, plan, folder)
                for number, shard in pool.map_unordered(work, range(plan.shards)):
                    done[number] = shard
                    yield Progress(sum(each.games for each in done.values()), plan.games)
            finally:
                for part in folder.glob("games-*.part"):  # of processes that were killed, now or before
                    part.unlink(missing_ok=True)
            replace(card, shards=tuple(done[number] for number in range(plan.shards))).write(folder)


def read_games(folder: str | Path) -> GameRows:
    """All games of a data set as arrays, in the order of their numbers."""
    card = read_card(Path(folder))
    if not card.shards:
        raise ValueError(f"{folder}: this data set is not finished")
    parts = [read_shard(Path(folder) / shard.file) for shard in card.shards]
    exact = [part.exact for part in parts if part.exact is not None]
    return GameRows(
        np.concatenate([part.moves for part in parts]),
        np.concatenate([part.margins for part in parts]),
        np.concatenate(exact) if exact else None,
    )


def _check(folder: Path, card: DataCard) -> None:
    """Refuses a folder in which something else lies."""
    if not (folder / CARD).exists():
        if any(folder.iterdir()):
            raise ValueError(f"{folder} is not empty: name a new folder, or one with a data set")
        return
    before = read_card(folder).plan
    if other := card.plan.differences(before):
        raise ValueError(f"{folder} was begun with another {', '.join(other)}: name another folder")
    if before.games > card.plan.games:
        raise ValueError(f"{folder} has {before.games:,} games already: ask for as many or more")
