"""Measures how well the model of people predicts tournament games that it has not seen.

benchmarks/people.py moves FOLDER [--every N]     the moves of 2014 and 2015
benchmarks/people.py losses FOLDER [--count N]    who will lose eight discs or more
benchmarks/people.py ratings FOLDER [--count N]   ratings from ten and from twenty games
benchmarks/people.py speed
"""

from __future__ import annotations

import argparse
import math
import os
import random
import time
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from statistics import mean, median

import shirokuro as sk
from shirokuro.people.model import Question
from shirokuro.training.people_games import TournamentGame, is_program, rating_columns, read_games

FIRST_YEAR = 2014
RANKS = ((0, "<1400"), (1400, "-1500"), (1500, "-1600"), (1600, "-1800"), (1800, "more"))
BLUNDER = 8
LEAST_GAMES = 60
"""Games that a player must have besides those from which the rating is found."""


def main() -> None:
    layout = argparse.RawDescriptionHelpFormatter
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=layout)
    parser.add_argument("what", choices=("moves", "losses", "ratings", "speed"))
    parser.add_argument(
        "folder", type=Path, nargs="?", default=Path(os.environ.get("SHIROKURO_DATA", "")) / "wthor"
    )
    parser.add_argument("--every", type=int, default=1, metavar="N", help="only each Nth game")
    parser.add_argument("--count", type=int, default=500, metavar="N", help="positions, or players")
    arguments = parser.parse_args()
    if arguments.what == "speed":
        print_speed()
        return
    games = read_games(arguments.folder)
    if arguments.what == "moves":
        print_moves(games, arguments.every)
    elif arguments.what == "losses":
        print_losses(games, arguments.count)
    else:
        print_ratings(games, arguments.count)


Choice = tuple[sk.Board, int, float, float]
"""A board, the move played on it, and the ratings of both players."""


def choices(games: list[TournamentGame], every: int = 1) -> Iterator[Choice]:
    """All choices of the later years' games, in order."""
    ratings = rating_columns(games).tolist()
    late = [number for number, game in enumerate(games) if game.year >= FIRST_YEAR]
    for number in late[::every]:
        board = sk.Board()
        black, _, white, _ = ratings[number]
        for move in games[number].moves:
            if board.must_pass():
                board.push_pass()
            if len(board.legal_moves) > 1:
                own, other = (black, white) if board.turn == sk.BLACK else (white, black)
                yield board.copy(), move, own, other
            board.push(move)


def asked(rating: float) -> float:
    return min(max(rating, sk.people.LOWEST), sk.people.HIGHEST)


def print_moves(games: list[TournamentGame], every: int) -> None:
    """Accuracy, log-loss and calibration; the first move is left out, since records turn it to f5."""
    found: dict[str, list[tuple[bool, bool, float]]] = defaultdict(list)
    tenths: dict[int, list[tuple[float, bool]]] = defaultdict(list)
    for board, move, own, other in choices(games, every):
        if not board.move_stack:
            continue
        question = Question(board)
        chances = question.chances(asked(own), asked(other))
        order = list(chances)
        row = (order[0] == move, move in order[:3], -math.log(chances[move]))
        rank = next(name for least, name in reversed(RANKS) if own >= least)
        for group in ("all", f"rating {rank}", f"ply {len(board.move_stack) // 10 * 10}-"):
            found[group].append(row)
        by_values = question.chances(asked(own), by_values=True)
        found["by values"].append((next(iter(by_values)) == move, False, -math.log(by_values[move])))
        for guess, chance in chances.items():
            tenths[min(int(chance * 10), 9)].append((chance, guess == move))
    for group in (
        "all",
        "by values",
        *(f"rating {name}" for _, name in RANKS),
        *sorted(name for name in found if name.startswith("ply")),
    ):
        rows = found[group]
        right, three, loss = (mean(float(row[i]) for row in rows) for i in range(3))
        print(
            f"{group:15} {len(rows):7} right {100 * right:.2f} %  three {100 * three:.2f} %  loss {loss:.4f}"
        )
    for tenth, rows in sorted(tenths.items()):
        said, was = mean(chance for chance, _ in rows), mean(played for _, played in rows)
        print(f"chance {tenth / 10:.1f}- {len(rows):8} said {100 * said:.2f} %  played {100 * was:.2f} %")


def print_losses(games: list[TournamentGame], count: int) -> None:
    """The area under the ROC curve for losses of eight discs or more, as `analyze` finds them."""
    sample = random.Random(1).sample(list(choices(games, 7)), count)
    scored = []
    with sk.Engine(table_mib=256) as engine:
        for board, move, own, other in sample:
            limits = sk.Limits() if len(board.empties()) <= 20 else sk.Limits(depth=12)
            results = engine.compare(board, (move, engine.search(board, limits).move or move), limits)
            loss = max(result.value for result in results.values()) - results[move].value
            scored.append((chance_of_blunder(board, own, other), loss >= BLUNDER))
    print(f"{count} positions, {sum(lost for _, lost in scored)} losses, AUC {area(scored):.3f}")


def chance_of_blunder(board: sk.Board, own: float, other: float) -> float:
    """The chance of a costly move; values of four plies are blurred, since they are not exact."""
    question = Question(board)
    values, chances = question.values(), question.chances(asked(own), asked(other))
    best = max(values.values())
    return sum(
        chance / (1 + math.exp(-(best - values[move] - BLUNDER) / 1.5)) for move, chance in chances.items()
    )


def area(scored: list[tuple[float, bool]]) -> float:
    lost = [score for score, is_lost in scored if is_lost]
    kept = [score for score, is_lost in scored if not is_lost]
    return sum((a > b) + 0.5 * (a == b) for a in lost for b in kept) / (len(lost) * len(kept))


def print_ratings(games: list[TournamentGame], count: int) -> None:
    """The difference between ratings from moves of some games and from results of the others."""
    ratings = rating_columns(games).tolist()
    of_player: dict[str, list[int]] = defaultdict(list)
    for number, game in enumerate(games):
        for name in (game.black, game.white):
            if game.year >= FIRST_YEAR - 2 and not is_program(name) and "?" not in name:
                of_player[name].append(number)
    dice = random.Random(1)
    players = [name for name, played in sorted(of_player.items()) if len(played) >= LEAST_GAMES + 20]
    misses: dict[int, list[float]] = defaultdict(list)
    for name in dice.sample(players, min(count, len(players))):
        chosen = dice.sample(of_player[name], 20)
        true = performance(
            [
                (
                    ratings[i][2 if games[i].black == name else 0],
                    abs((games[i].black != name) - games[i].score),
                )
                for i in of_player[name]
                if i not in chosen
            ]
        )
        for size in (10, 20):
            records = [record(games[i]) for i in chosen[:size]]
            misses[size].append(abs(sk.people.rating(records, name)[0] - true))
    for size, miss in misses.items():
        print(f"{size} games: {len(miss)} players, median error {median(miss):.0f} points")


def record(game: TournamentGame) -> sk.Record:
    board = sk.Board()
    board.extend(game.moves, insert_passes=True)
    return sk.Record(moves=tuple(board.move_stack), black=game.black, white=game.white)


def performance(games: list[tuple[float, float]]) -> float:
    """The rating that best explains points against opponents, with a weak prior at 1500."""
    rating, points = 1500.0, math.log(10) / 400
    for _ in range(30):
        expected = [1 / (1 + 10 ** ((other - rating) / 400)) for other, _ in games]
        slope = points * sum(score - chance for (_, score), chance in zip(games, expected, strict=True))
        bend = points**2 * sum(chance * (1 - chance) for chance in expected) + 1 / 250**2
        rating += (slope - (rating - 1500) / 250**2) / bend
    return rating


def print_speed() -> None:
    """Milliseconds on one core for all that `predict` does with a position."""
    dice, times = random.Random(1), []
    for _ in range(10):
        board = sk.Board()
        while not board.is_over():
            began = time.process_time()
            chances = sk.people.predict(board)
            times.append(time.process_time() - began)
            board.push(dice.choices(list(chances), list(chances.values()))[0])
    times.sort()
    most = times[-len(times) // 100]
    print(f"{len(times)} positions: mean {1000 * mean(times):.2f} ms, 99 of 100 below {1000 * most:.2f} ms")


if __name__ == "__main__":
    main()
