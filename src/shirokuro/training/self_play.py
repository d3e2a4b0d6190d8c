"""Makes labelled positions by self-play, in files that can be continued."""

from __future__ import annotations

import json
import os
import zlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from shirokuro import _core
from shirokuro.engine.evaluation import TRAINED, Evaluator, unpacked
from shirokuro.squares.variant import VARIANTS
from shirokuro.storage.file_lock import working_on
from shirokuro.storage.whole_file import whole_file
from shirokuro.training.fit import POSITION, Labelled, PatternIndices, Patterns
from shirokuro.training.settings import Lookahead

MOST_GAMES = 2**24
"""The most games of one file: the bits above number the files when several are read."""
MOST_FILES = 2**32 // MOST_GAMES


SUMS = "checksums"
"""The field of the description that says that positions have checksums; earlier versions lack it."""


@dataclass(frozen=True)
class SelfPlay(Lookahead):
    """How games are played: the board, the evaluator, and the depth of search."""

    variant: str = "reversi"
    evaluator: str = TRAINED
    weights: str = ""
    """A file of weights; empty for the evaluator's own."""

    def __post_init__(self) -> None:
        super().__post_init__()
        patterns_of(self.variant)

    def evaluation(self) -> _core.Evaluation:
        return Evaluator(self.evaluator, self.weights or None).only_on(self.variant)

    def description(self) -> dict[str, object]:
        """Everything that the games depend on; weights by their checksum."""
        sum_of = zlib.crc32(unpacked(Path(self.weights).read_bytes())) if self.weights else 0
        return {**asdict(self), "weights": f"{sum_of:08x}" if self.weights else ""}


def patterns_of(variant: str) -> Patterns:
    """The patterns of a board, as the core defines them; raises a ValueError if it has none."""
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
    """Plays the games 0…games-1 and writes their positions to a file; continues where the file ends.

    A file never mixes games of two kinds: `FILE.json` beside it describes how they are played. After Ctrl-C
    the finished games remain. Games do not depend on the number of threads.
    """
    if not 1 <= games <= MOST_GAMES:
        raise ValueError(f"games: 1…{MOST_GAMES} are possible, not {games}")
    evaluation = how.evaluation()
    file.touch()
    with working_on(file, f"{file}: another program is at work on these games"), file.open("ab") as out:
        has_sums, first = _describe(file, how), 0
        if file.stat().st_size < POSITION.itemsize:
            os.truncate(file, 0)
        else:  # the last game may be cut off: play it again
            numbers = _positions(how.variant, file)["game"]
            first = min(int(numbers[-1]), games)
            if first < games:
                os.truncate(file, int(np.searchsorted(numbers, first)) * POSITION.itemsize)

        def take(data: bytes, done: int) -> None:
            if has_sums:
                positions = np.frombuffer(data, POSITION).copy()
                positions["sum"] = _sums(positions)
                data = positions.tobytes()
            out.write(data)
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
    """The positions of all files; games of different files get different numbers."""
    if len(files) > MOST_FILES:
        raise ValueError(f"at most {MOST_FILES} files of positions can be read together")
    found = []
    for number, file in enumerate(files):
        positions = _positions(variant, file)
        positions["game"] += np.uint32(number << 24)
        found.append(positions)
    return np.concatenate(found)


def features_of(variant: str, positions: Labelled, threads: int = 0) -> PatternIndices:
    """The indices of the free weights that apply to each position."""
    boards = np.stack([positions["own"], positions["opp"]], axis=1)
    out = np.empty((len(boards), patterns_of(variant).features), np.uint32)
    _core.pattern_features(variant, boards, out, threads or os.cpu_count() or 1)
    return out


def _describe(file: Path, how: SelfPlay) -> bool:
    """Writes the description of a new file; refuses to continue a file with games of another kind.

    Returns whether the positions have checksums.
    """
    wanted: dict[str, object] = how.description()
    if file.stat().st_size == 0:
        with whole_file(_beside(file)) as part:
            part.write_text(json.dumps(wanted | {SUMS: True}) + "\n", encoding="utf-8")
        return True
    if (before := _description(file)) is None:
        raise ValueError(f"{file}: nothing says how its games were played; name another file")
    has_sums = bool(before.pop(SUMS, False))
    if before != wanted:
        other = [name for name in {**wanted, **before} if before.get(name) != wanted.get(name)]
        raise ValueError(f"{file} was begun with another {', '.join(other)}; name another file")
    return has_sums


def _description(file: Path) -> dict[str, Any] | None:
    """The description beside a file; None if there is none."""
    beside = _beside(file)
    if not beside.exists():
        return None
    try:
        found = json.loads(beside.read_text(encoding="utf-8"))
    except (ValueError, RecursionError):
        found = None
    if not isinstance(found, dict) or not isinstance(found.get("variant"), str):
        raise ValueError(f"{beside}: this does not say how games were played: it is damaged")
    return found


def _positions(variant: str, file: Path) -> Labelled:
    """The positions of a file; refuses other files, other boards and damaged files."""
    if file.stat().st_size < POSITION.itemsize:
        raise ValueError(f"{file}: there are no positions in it")
    about: Mapping[str, Any] | None = _description(file)
    if about is not None and about["variant"] != variant:
        raise ValueError(f"{file}: these are positions of {about['variant']}, not of {variant}")
    positions: Labelled = np.fromfile(file, POSITION)
    # Without a description, zeros instead of checksums show that a file is of an earlier version.
    has_sums = bool(about.get(SUMS)) if about is not None else bool(positions["sum"].any())
    if (positions["sum"] != (_sums(positions) if has_sums else 0)).any():
        raise ValueError(f"{file}: these are no labelled positions of {variant}, or they are damaged")
    missing = np.uint64(2**64 - 1 - int(VARIANTS[variant].cells))
    is_wrong = (positions["own"] & positions["opp"]) | ((positions["own"] | positions["opp"]) & missing)
    if is_wrong.any() or (np.abs(positions["margin"].astype(int)) > 64).any():
        raise ValueError(f"{file}: these are no labelled positions of {variant}")
    return positions


def _sums(positions: Labelled) -> NDArray[np.uint8]:
    """The checksum of each position, a CRC of eight bits over all its other bytes."""
    bytes_of = np.ascontiguousarray(positions).view(np.uint8).reshape(len(positions), POSITION.itemsize)
    found = np.full(len(positions), 0xFF, np.uint8)
    for column in range(POSITION.itemsize):
        if column != _SUM_AT:
            found = _CRC[found ^ bytes_of[:, column]]
    return found


def _crc(byte: int) -> int:
    for _ in range(8):
        byte = (byte << 1) ^ (0x107 if byte & 0x80 else 0)
    return byte


_SUM_AT = POSITION.fields["sum"][1] if POSITION.fields is not None else 0
_CRC = np.array([_crc(byte) for byte in range(256)], np.uint8)


def _beside(file: Path) -> Path:
    return file.with_name(f"{file.name}.json")
