"""Labelled positions out of self-play, in files that can be gone on with."""

from __future__ import annotations

import json
import os
import zlib
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

import numpy as np

from shirokuro import _core
from shirokuro.evaluation import TRAINED, Evaluator, unpacked
from shirokuro.structured_text import read_json
from shirokuro.training.fit import POSITION, Features, Labelled, Patterns
from shirokuro.variant import VARIANTS
from shirokuro.whole_file import whole_file

MOST_SEED = 2**64 - 1
MOST_GAMES = 2**24
"""Of one file: the games of several files are numbered apart in the bits above."""
MOST_FILES = 2**32 // MOST_GAMES


LIMITS = (("seed", 0, MOST_SEED), ("depth", 1, 60), ("selective", 0, 60), ("solved", 4, 60))


@dataclass(frozen=True, slots=True)
class SelfPlay:
    """How games are played: on which board, by which evaluator, how far they are looked ahead.

    Each begins with random moves, then looks `depth` plies ahead; from `selective` empties on a selective
    search to the end chooses the moves, and from `solved` on the game is read to its end, as are two random
    deviations from there.
    """

    variant: str = "reversi"
    evaluator: str = TRAINED
    weights: str = ""
    """A file; none means the evaluator's own."""
    seed: int = 1
    depth: int = 6
    selective: int = 16
    solved: int = 14

    def __post_init__(self) -> None:
        patterns_of(self.variant)
        for name, least, most in LIMITS:
            if not least <= getattr(self, name) <= most:
                raise ValueError(f"{name}: {least}…{most} are possible, not {getattr(self, name)}")

    def evaluation(self) -> _core.Evaluation:
        return Evaluator(self.evaluator, self.weights or None).only_on(self.variant)

    def description(self) -> dict[str, object]:
        """What games depend on; of weights, the checksum."""
        sum_of = zlib.crc32(unpacked(Path(self.weights).read_bytes())) if self.weights else 0
        return {**asdict(self), "weights": f"{sum_of:08x}" if self.weights else ""}


def patterns_of(variant: str) -> Patterns:
    """What the core says about a board's patterns; a ValueError if it has none."""
    if variant not in VARIANTS or (found := _core.patterns(variant)) is None:
        known = [name for name in VARIANTS if "+" not in name and _core.patterns(name)]
        raise ValueError(f"{variant!r}: there are patterns for {', '.join(known)}")
    phases, free_weights, features, fingerprint = found
    board = variant.partition("+")[0]
    return Patterns(board, len(VARIANTS[variant].cells), phases, free_weights, features, fingerprint)


def generate(
    how: SelfPlay,
    games: int,
    file: Path,
    threads: int = 0,
    progress: Callable[[int], object] = lambda done: None,
) -> None:
    """Plays the games 0…games-1 and keeps their positions in a file; goes on where the file ends.

    A file never mixes games of two kinds: what stands beside it, in `FILE.json`, says how they are played.
    Ctrl-C leaves the games that are done. They do not depend on the number of threads.
    """
    if not 1 <= games <= MOST_GAMES:
        raise ValueError(f"games: 1…{MOST_GAMES} are possible, not {games}")
    evaluation = how.evaluation()
    _describe(file, how)
    first = _next_game(file, games)
    with file.open("ab") as out:

        def take(positions: bytes, done: int) -> None:
            out.write(positions)
            out.flush()
            progress(done)

        progress(first)
        workers = threads or os.cpu_count() or 1
        _core.self_play(
            how.variant,
            evaluation,
            how.seed,
            how.depth,
            how.selective,
            how.solved,
            first,
            games,
            workers,
            take,
        )


def read_positions(variant: str, files: Sequence[Path]) -> Labelled:
    """The positions of all files, the games of each numbered apart."""
    if len(files) > MOST_FILES:
        raise ValueError(f"at most {MOST_FILES} files of positions can be read together")
    found = []
    for number, file in enumerate(files):
        positions = _positions(variant, file)
        positions["game"] += np.uint32(number << 24)
        found.append(positions)
    return np.concatenate(found)


def features_of(variant: str, positions: Labelled, threads: int = 0) -> Features:
    """The free weights that count for each position."""
    boards = np.stack([positions["own"], positions["opp"]], axis=1)
    out = np.empty((len(boards), patterns_of(variant).features), np.uint32)
    _core.pattern_features(variant, boards, out, threads or os.cpu_count() or 1)
    return out


def _describe(file: Path, how: SelfPlay) -> None:
    """Writes beside a new file how its games are played, and refuses to go on with games of another kind."""
    beside, wanted = _beside(file), how.description()
    if not file.exists() or file.stat().st_size == 0:
        with whole_file(beside) as part:
            part.write_text(json.dumps(wanted) + "\n", encoding="utf-8")
    elif not beside.exists():
        raise ValueError(f"{file}: nothing says how its games were played; name another file")
    elif (before := read_json(beside)) != wanted:
        other = [name for name in wanted if before.get(name) != wanted[name]]
        raise ValueError(f"{file} was begun with another {', '.join(other)}; name another file")


def _next_game(file: Path, games: int) -> int:
    """The game to go on with: the last one of the file, which may be cut off and is played again."""
    if not file.exists():
        return 0
    numbers = np.fromfile(file, POSITION)["game"]
    last = int(numbers[-1]) if len(numbers) else 0
    if last >= games:
        return games
    os.truncate(file, int(np.searchsorted(numbers, last)) * POSITION.itemsize)
    return last


def _positions(variant: str, file: Path) -> Labelled:
    """Those of a file; one of something else is refused, and one of another board."""
    if file.stat().st_size < POSITION.itemsize:
        raise ValueError(f"{file}: there are no positions in it")
    if (beside := _beside(file)).exists() and (board := read_json(beside)["variant"]) != variant:
        raise ValueError(f"{file}: these are positions of {board}, not of {variant}")
    positions: Labelled = np.fromfile(file, POSITION)
    missing = np.uint64(2**64 - 1 - int(VARIANTS[variant].cells))
    is_wrong = (positions["own"] & positions["opp"]) | ((positions["own"] | positions["opp"]) & missing)
    if (is_wrong | positions["unused"]).any() or (np.abs(positions["margin"].astype(int)) > 64).any():
        raise ValueError(f"{file}: these are no labelled positions of {variant}")
    return positions


def _beside(file: Path) -> Path:
    return file.with_name(f"{file.name}.json")
