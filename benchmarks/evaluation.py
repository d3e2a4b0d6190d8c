"""Measures the errors of the evaluations, in discs, on games that no weight was fitted to.

`python benchmarks/evaluation.py [--positions 300] [--weights FILE] [--keep FILE] [--plot SVG]` compares the
trained evaluation with the handcrafted one:
- on positions with 18 to 20 empties that are solved, one a game: of self-play on 8x8 and Nip, and of the
  tournaments of 2011 to 2015 if SHIROKURO_DATA names the folder with wthor/;
- by empties, on all positions of self-play, against the result of the game.
The games of self-play have seeds that training does not use. Intervals count games, not positions.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from zipfile import BadZipFile

import foundation
import numpy as np
from numpy.typing import NDArray

import shirokuro as sk
from shirokuro import notation
from shirokuro.engine import batch
from shirokuro.engine.evaluation import FALLBACK, TRAINED, read_weights
from shirokuro.lab.exhibit import Plot, Point, Series
from shirokuro.lab.report.drawing import figure, style
from shirokuro.lab.statistics.ratio import ratio_of_sums
from shirokuro.notation import GameText
from shirokuro.training.fit import POSITION, Labelled, discs
from shirokuro.training.self_play import SelfPlay, generate, read_positions

BOARDS = {"reversi": "8x8", "nip": "Nip"}
EMPTIES = range(18, 21)
LEAST_SEED = 5000
"""Training uses smaller seeds."""
TOURNAMENTS_SEED = 4242
"""The seed of the tournament positions, always the same."""
DEPTH, SOLVED = 5, 13
YEARS = range(2011, 2016)
GROUPS = tuple(range(first, first + 4) for first in range(4, 52, 4))
"""The width of a group of empties in the table."""


@dataclass(frozen=True)
class Errors:
    """The errors of both evaluations, position by position."""

    game: NDArray[np.uint32]
    empties: NDArray[np.int64]
    margin: NDArray[np.int64]
    hand: NDArray[np.int64]
    trained: NDArray[np.int64]

    HEADING = "empties | positions | mean margin | hand | trained | trained/hand | 95 % interval"

    @classmethod
    def on(cls, variant: str, positions: Labelled, weights: Path | None) -> Errors:
        boards, margins = boards_of(positions), positions["margin"].astype(np.int64)
        hand = batch.evaluate(boards, FALLBACK, variant=variant)
        trained = batch.evaluate(boards, TRAINED, weights=weights, variant=variant)
        misses = (abs(guess - margins) for guess in (0, hand, trained))
        return cls(positions["game"], empties_of(variant, positions), *misses)

    def among(self, empties: range) -> Errors:
        some = np.isin(self.empties, empties)
        return Errors(*(getattr(self, name)[some] for name in self.__dataclass_fields__))

    def __str__(self) -> str:
        _, games = np.unique(self.game, return_inverse=True)
        ratio = ratio_of_sums(*(np.bincount(games, each).tolist() for each in (self.trained, self.hand)))
        means = " | ".join(f"{each.mean():.2f}" for each in (self.margin, self.hand, self.trained))
        few, many = self.empties.min(), self.empties.max()
        head = f"{few}–{many}" if few < many else f"{few}"
        interval = f"{ratio.value:.3f} | {ratio.low:.3f}–{ratio.high:.3f}"
        return f"{head} | {len(self.game):,} | {means} | {interval}"


def boards_of(positions: Labelled) -> batch.Positions:
    return np.stack([positions["own"], positions["opp"]], axis=1)


def empties_of(variant: str, positions: Labelled) -> NDArray[np.int64]:
    return len(sk.VARIANTS[variant].cells) - discs(positions)


# Positions


def self_play(variant: str, games: int, seed: int) -> Labelled:
    """All positions of games that the engine plays against itself with the package's weights."""
    with TemporaryDirectory() as folder:
        file = Path(folder) / "positions"
        generate(SelfPlay(variant, seed=seed, depth=DEPTH, solved=SOLVED), games, file)
        return read_positions(variant, [file])


def one_a_game(variant: str, positions: Labelled, seed: int) -> Labelled:
    """One position with 18 to 20 empties of each game that has one."""
    some = positions[np.isin(empties_of(variant, positions), EMPTIES)]
    some = np.random.default_rng(seed).permutation(some)
    _, places = np.unique(some["game"], return_index=True)
    chosen: Labelled = some[places]
    return chosen


def tournament_positions(empties: range, count: int) -> list[sk.Board]:
    """One position of each tournament game, without duplicates; none if the data are missing."""
    random, games = Random(TOURNAMENTS_SEED), tournament_games()
    random.shuffle(games)
    found: dict[sk.Position, sk.Board] = {}
    for game in games:
        board = reached(game, random.choice(empties))
        if board.legal_moves:
            found.setdefault(board.position, board)
        if len(found) == count:
            break
    return list(found.values())


def tournament_games() -> list[GameText]:
    if not foundation.DATA:
        return []
    files = [Path(foundation.DATA) / f"wthor/WTH_{year}.wtb" for year in YEARS]
    return [game for file in files for game in notation.read(file) if isinstance(game, GameText)]


def reached(game: GameText, empties: int) -> sk.Board:
    """The board with this many empties, or the last one if the game ended before."""
    board = sk.Board()
    for move in game.moves:
        if board.must_pass() and move != sk.PASS:
            board.push_pass()
        if len(board.empties()) == empties:
            break
        board.push(move)
    return board


def solved(variant: str, positions: Labelled) -> Labelled:
    """The same positions with their exact values."""
    exact = positions.copy()
    exact["margin"] = batch.solve(boards_of(positions), variant=variant).values
    return exact


def labelled(boards: Iterable[sk.Board]) -> Labelled:
    positions = batch.from_boards(boards)
    found: Labelled = np.zeros(len(positions), POSITION)
    found["own"], found["opp"] = positions.T
    found["game"] = np.arange(len(positions))
    return found


def kept(file: Path | None, name: str, make: Callable[[], Labelled]) -> Labelled:
    """The part that is computed once for all runs with the same file."""
    known = dict(np.load(file)) if file is not None and file.exists() else {}
    if name not in known:
        known[name] = make()
        if file is not None:
            with file.open("wb") as out:
                np.savez(out, **known)
    found: Labelled = known[name]
    return found


# Tables and the picture


def solved_sets(
    variant: str, played: Labelled, options: argparse.Namespace
) -> Iterator[tuple[str, Labelled]]:
    count, seed = options.positions, options.seed
    chosen = one_a_game(variant, played, seed)[:count]
    name = f"{BOARDS[variant]}, self-play"
    yield name, kept(options.keep, f"{name}, {count}, {seed}", partial(solved, variant, chosen))
    if variant == "reversi" and foundation.DATA:
        chosen, name = labelled(tournament_positions(EMPTIES, count)), "8x8, tournaments"
        yield name, kept(options.keep, f"{name}, {count}", partial(solved, variant, chosen))


def measure(variant: str, options: argparse.Namespace) -> Errors:
    """Prints the errors on solved positions, then those on all positions of self-play."""
    games = max(options.games, 2 * options.positions)
    name = f"games of {variant}, {games}, {options.seed}"
    played = kept(options.keep, name, lambda: self_play(variant, games, options.seed))
    for name, positions in solved_sets(variant, played, options):
        errors = Errors.on(variant, positions, options.weights)
        print_rows(name, errors, (*(range(each, each + 1) for each in EMPTIES), EMPTIES))
    return Errors.on(variant, played, options.weights)


def by_empties(errors: dict[str, Errors]) -> None:
    print(f"\n| self-play | {Errors.HEADING} |\n|---|{7 * '---|'}")
    for variant, each in errors.items():
        print_rows(BOARDS[variant], each, GROUPS)


def print_rows(name: str, errors: Errors, groups: Iterable[range]) -> None:
    for group in groups:
        if len((some := errors.among(group)).game):
            print(f"| {name} | {some} |", flush=True)


def plot(errors: dict[str, Errors], file: Path) -> None:
    series = [
        Series(f"{BOARDS[variant]}, {name}", tuple(points(each, name)))
        for variant, each in errors.items()
        for name in ("hand", "trained")
    ]
    shown = Plot("Error on held-out games", "empty cells", "mean error in discs", tuple(series), reference=0)
    with style():
        figure(shown).savefig(file, metadata={"Date": None, "Creator": None})


def points(errors: Errors, name: str) -> Iterator[Point]:
    for group in GROUPS:
        if len(found := getattr(errors.among(group), name)):
            yield Point(f"{group[0]}–{group[-1]}", float(found.mean()))


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--positions", type=int, default=300, metavar="N", help="solved of each kind (300)")
    parser.add_argument("--games", type=int, default=1000, metavar="N", help="of self-play, at least (1000)")
    parser.add_argument("--weights", type=Path, metavar="FILE", help="others than the package's")
    parser.add_argument("--seed", type=int, default=LEAST_SEED, metavar="N", help=f"at least {LEAST_SEED}")
    parser.add_argument("--keep", type=Path, metavar="FILE", help="to make the positions once for all runs")
    parser.add_argument("--plot", type=Path, metavar="SVG", help="draw the errors by empties")
    options = parser.parse_args()
    if options.seed < LEAST_SEED:
        parser.error(f"--seed: {LEAST_SEED} or more, since training has smaller ones")
    if options.positions < 1:
        parser.error("--positions: 1 or more")
    try:
        own = read_weights(options.weights) if options.weights else None
        print(f"| positions | {Errors.HEADING} |\n|---|{7 * '---|'}", flush=True)
        errors = {each: measure(each, options) for each in BOARDS if own is None or own.serves(each)}
    except (OSError, ValueError, BadZipFile) as error:
        parser.error(str(error))
    by_empties(errors)
    if options.plot:
        plot(errors, options.plot)


if __name__ == "__main__":
    main()
