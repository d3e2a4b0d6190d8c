"""Measures what an engine gains from experience in a series of games against a varying opponent.

`python benchmarks/experience.py [--games 300] [--seeds 1 2 3] [--variant reversi nip] [--nodes N] [--jobs N]`

The learner is `engine:nodes=N,experience=…` and begins without experience. Its opponent searches each of its
moves with `--opponent` nodes and draws by its seed among those within 2 discs of its best, in the whole game;
worse ones are rarer. The number of nodes makes it as strong as the learner without experience, which
`--without` checks by playing the same games without learning. Colours alternate, and every game begins at
the start. Each seed and board has a process and an experience of its own. Scores are printed for each hundred
games, with their standard errors.
"""

from __future__ import annotations

import argparse
import statistics
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import shirokuro as sk
from shirokuro.players.player import dice
from shirokuro.seed import derive
from shirokuro.workers.executors import work_on

VARIANTS = ("reversi", "nip")
NODES = 400
OPPONENT = {"reversi": 140, "nip": 125}
"""Nodes a move with which the opponent is as strong as the learner without experience."""
WITHIN = 2
"""The opponent's moves may be this many discs worse than its best, by its own searches."""
RARER = {"reversi": 4.0, "nip": 2.0}
"""Each disc worse makes a move of the opponent this much rarer. It must vary, so that few games repeat."""
EFFORT = sk.LearningEffort(nodes=2000)
SPAN = 100
"""Games per score."""


@dataclass(frozen=True)
class Series:
    """Defines the games of one process."""

    variant: str
    seed: int
    games: int
    nodes: int
    opponent: int
    rarer: float
    effort: sk.LearningEffort | None
    """None to learn nothing."""


@dataclass(frozen=True)
class Played:
    """The results of a series."""

    points: tuple[float, ...]
    """The learner's points, game by game."""
    margins: tuple[int, ...]
    known: tuple[int, ...]
    """The learner's moves that came from its experience, game by game."""
    distinct: int
    """The number of games that differ from all earlier ones."""
    learning: float
    """CPU seconds per game."""
    playing: float
    positions: int
    size: int
    """The size of the file in bytes."""


class Varied(sk.Player):
    """Draws by its seed among the moves that are hardly worse than its best."""

    def __init__(self, nodes: int, rarer: float, seed: int) -> None:
        self._nodes, self._rarer, self._seed = nodes, rarer, seed
        self._engine = sk.Engine(1, 1)

    def choose(
        self, board: sk.Board, limits: sk.Limits | None = None, stop: sk.Stop | None = None
    ) -> sk.Choice:
        self._engine.clear()
        values = {move: self._value(board, move) for move in board.legal_moves}
        best = max(values.values())
        near = {
            move: self._rarer ** (value - best) for move, value in values.items() if value >= best - WITHIN
        }
        (move,) = dice(self._seed, board).choices([*near], [*near.values()])
        return sk.Choice(move, best)

    def _value(self, board: sk.Board, move: int) -> int:
        after = board.copy(stack=False)
        after.push(move)
        if after.is_over():
            return -after.final_value()
        return -self._engine.search(after, sk.Limits(nodes=self._nodes)).value


def run(series: Series) -> Played:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "learner.sqlite")
        experience = sk.Experience(path, series.effort)
        spec = f"engine:nodes={series.nodes}" + (f",experience={path}" if series.effort else "")
        games, known, began, learning = [], [], time.process_time(), 0.0
        for number in range(series.games):
            learner = sk.player(spec)
            opponent = Varied(series.opponent, series.rarer, derive(series.seed, number))
            notes: list[str] = []
            pair = (learner, opponent) if number % 2 == 0 else (opponent, learner)
            record = sk.play(
                *pair,
                variant=series.variant,
                seed=derive(series.seed, "game", number),
                strict=True,
                on_move=lambda board, choice, notes=notes: notes.append(choice.note),
            )
            games.append(record)
            known.append(notes.count("experience"))
            if series.effort is not None:
                before = time.process_time()
                experience.learn(record, sk.BLACK if number % 2 == 0 else sk.WHITE)
                learning += time.process_time() - before
            if (number + 1) % SPAN == 0:
                print(
                    f"{series.variant}, seed {series.seed}: {number + 1} games", file=sys.stderr, flush=True
                )
        spent = time.process_time() - began
        margins = [game.margin() * (-1 if number % 2 else 1) for number, game in enumerate(games)]
        return Played(
            tuple((margin > 0) + (margin == 0) / 2 for margin in margins),
            tuple(margins),
            tuple(known),
            len({game.moves for game in games}),
            learning / series.games,
            (spent - learning) / series.games,
            sum(positions for _, positions in experience.counts().values()),
            path.stat().st_size if path.exists() else 0,
        )


def told(series: Series, played: Played) -> str:
    spans = [slice(at, at + SPAN) for at in range(0, series.games, SPAN)]
    scores = " | ".join(_score(played, span) for span in spans)
    first, last = (played.points[span] for span in (spans[0], spans[-1]))
    gain, error = (
        statistics.mean(last) - statistics.mean(first),
        (_error(first) ** 2 + _error(last) ** 2) ** 0.5,
    )
    return (
        f"{series.variant}, seed {series.seed}{'' if series.effort else ', without learning'}: {scores}\n"
        f"  last hundred - first: {100 * gain:+.1f} ± {100 * error:.1f} points; {played.distinct} games of "
        f"{series.games} distinct; {played.positions} positions, {played.size / 2**20:.1f} MiB; learning "
        f"{played.learning:.2f} s a game, playing {played.playing:.2f} s"
    )


def _score(played: Played, span: slice) -> str:
    points, known = played.points[span], statistics.mean(played.known[span])
    margin = statistics.mean(played.margins[span])
    return (
        f"{100 * statistics.mean(points):.1f} ± {100 * _error(points):.1f} % ({margin:+.1f} discs, "
        f"{known:.1f} moves known)"
    )


def _error(points: Sequence[float]) -> float:
    return statistics.stdev(points) / len(points) ** 0.5 if len(points) > 1 else 0.0


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--games", type=int, default=300)
    parser.add_argument("--seeds", type=int, nargs="+", default=[1, 2, 3])
    parser.add_argument("--variant", nargs="+", default=VARIANTS, choices=VARIANTS)
    parser.add_argument("--nodes", type=int, default=NODES, help="of the learner, a move")
    parser.add_argument("--opponent", type=int, help="nodes of the opponent, for each of its moves")
    parser.add_argument("--rarer", type=float, help="how much rarer a disc makes its moves")
    parser.add_argument(
        "--effort", type=int, default=EFFORT.nodes, help="nodes for each move that is learned"
    )
    parser.add_argument("--solved", type=int, default=EFFORT.solved, help="empties that are read to the end")
    parser.add_argument("--positions", type=int, default=EFFORT.positions, help="looked at besides, a game")
    parser.add_argument("--without", action="store_true", help="play the same games without learning")
    parser.add_argument("--jobs", type=int, default=1, help="processes")
    return parser.parse_args()


def main() -> None:
    asked = arguments()
    effort = None if asked.without else sk.LearningEffort(asked.effort, asked.solved, asked.positions)
    work = [
        Series(
            variant,
            seed,
            asked.games,
            asked.nodes,
            asked.opponent or OPPONENT[variant],
            asked.rarer or RARER[variant],
            effort,
        )
        for variant in asked.variant
        for seed in asked.seeds
    ]
    print(f"nodes {asked.nodes}, opponent {asked.opponent or OPPONENT}, {effort}", flush=True)
    with work_on(asked.jobs) as pool:
        for series, played in pool.map_unordered(run, work):
            print(told(series, played), flush=True)


if __name__ == "__main__":
    main()
