"""How well the model of people guesses the moves of tournament games that it has not seen.

benchmarks/people.py moves FOLDER [--every N]     the moves of 2014 and 2015
benchmarks/people.py losses FOLDER [--count N]    who will lose eight discs or more
benchmarks/people.py ratings FOLDER [--count N]   ratings from ten and from twenty games
benchmarks/people.py person FOLDER [--count N] [--depth D]    discs lost by `person` and by people
benchmarks/people.py classifier FOLDER [--count N]            games of `person` told from people's
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
from statistics import mean, median, stdev
from typing import Any

import numpy as np
from numpy.typing import NDArray

import shirokuro as sk
from shirokuro.people.foresight import LIKELY, limits_of_foresight, with_foresight
from shirokuro.people.model import Question
from shirokuro.training.people_games import TournamentGame, is_program, rating_columns, read_games

FIRST_YEAR = 2014
RANKS = ((0, "<1400"), (1400, "-1500"), (1500, "-1600"), (1600, "-1800"), (1800, "more"))
BLUNDER = 8
PERSON_RATINGS = (1300, 1500, 1700, 1900)
NEAR = 75
"""People whose rating is no farther off count as of that rating."""
LEAST_GAMES = 60
"""What the player of a rating must have, besides those it is found from."""


def main() -> None:
    layout = argparse.RawDescriptionHelpFormatter
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=layout)
    parser.add_argument("what", choices=("moves", "losses", "ratings", "person", "classifier", "speed"))
    parser.add_argument(
        "folder", type=Path, nargs="?", default=Path(os.environ.get("SHIROKURO_DATA", "")) / "wthor"
    )
    parser.add_argument("--every", type=int, default=1, metavar="N", help="only each Nth game")
    parser.add_argument("--count", type=int, default=500, metavar="N", help="positions, players or games")
    parser.add_argument("--depth", type=int, default=12, metavar="D", help="of `person`; exact 8 plies more")
    arguments = parser.parse_args()
    if arguments.what == "speed":
        print_speed()
        return
    games = read_games(arguments.folder)
    if arguments.what == "moves":
        print_moves(games, arguments.every)
    elif arguments.what == "losses":
        print_losses(games, arguments.count)
    elif arguments.what == "person":
        print_person(games, arguments.count, arguments.depth)
    elif arguments.what == "classifier":
        print_classifier(games, arguments.count)
    else:
        print_ratings(games, arguments.count)


Choice = tuple[sk.Board, int, float, float]
"""A board, the move played there, the rating of who moved and the opponent's."""


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
    """Best guess, log-loss and calibration; the first move is left out, since records turn it to f5."""
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
    """The area under the curve of the chance of a loss of eight discs; losses as `analyze` finds them."""
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
    """The chance of a move that loses much; what four plies show is blurred, since it is not the truth."""
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


def print_person(games: list[TournamentGame], count: int, depth: int) -> None:
    """Discs lost on the same choices: by people of a rating, and by `person` of that rating on average."""
    of_rating: dict[int, list[Choice]] = defaultdict(list)
    for choice in choices(games):
        for rating in PERSON_RATINGS:
            if choice[0].move_stack and abs(choice[2] - rating) <= NEAR:
                of_rating[rating].append(choice)
    for rating in PERSON_RATINGS:
        rows = [
            losses_at(board, move, rating, depth)
            for board, move, *_ in random.Random(2).sample(of_rating[rating], count)
        ]
        people, person = ([row[i] for row in rows] for i in (0, 1))
        error = 1.96 * stdev(people) / math.sqrt(count)
        gap = [one - other for one, other in zip(person, people, strict=True)]
        blunders, expected = mean(loss >= BLUNDER for loss in people), mean(row[2] for row in rows)
        blunder_error = 1.96 * math.sqrt(blunders * (1 - blunders) / count)
        print(
            f"{rating}: {count} choices, people {mean(people):.2f} ± {error:.2f}, person {mean(person):.2f} "
            f"(difference ± {1.96 * stdev(gap) / math.sqrt(count):.2f}); {BLUNDER} or more: people "
            f"{100 * blunders:.1f} ± {100 * blunder_error:.1f} %, person {100 * expected:.1f} %",
            flush=True,
        )


def losses_at(board: sk.Board, move: int, rating: int, depth: int) -> tuple[float, float, float]:
    """What the move loses; what `person` loses on average, and its chance of losing eight or more."""
    question, empties = Question(board), len(board.empties())
    chances = question.chances(rating)
    likely = [each for each, chance in chances.items() if chance >= LIKELY]
    with sk.Engine(table_mib=16) as engine:
        seen = engine.compare(board, likely, limits_of_foresight(empties, sk.Limits()))
        limits = sk.Limits() if empties <= depth + 8 else sk.Limits(depth=depth)
        best = max(seen, key=lambda each: seen[each].value)
        results = engine.compare(board, dict.fromkeys((best, move, *likely)), limits)
    played = with_foresight(chances, question.values(), seen, rating)
    top = max(result.value for result in results.values())
    losses = {each: top - result.value for each, result in results.items()}
    whole = sum(played[each] for each in losses)
    shares = {each: played[each] / whole for each in losses}
    blunder = sum(share for each, share in shares.items() if losses[each] >= BLUNDER)
    return losses[move], sum(share * losses[each] for each, share in shares.items()), blunder


# Whether people and `person` can be told apart


def print_classifier(games: list[TournamentGame], count: int) -> None:
    """The area under the curve of a logistic regression on one side of one game, held out by game."""
    ratings = rating_columns(games).tolist()
    pool: dict[int, list[int]] = defaultdict(list)
    for number, game in enumerate(games):
        if game.year >= FIRST_YEAR and not is_program(game.black) and not is_program(game.white):
            for rating in PERSON_RATINGS:
                if abs(ratings[number][0] - rating) <= NEAR and abs(ratings[number][2] - rating) <= NEAR:
                    pool[rating].append(number)
    rows, labels, groups = list[list[float]](), list[bool](), list[int]()
    for rating in PERSON_RATINGS:
        for number in random.Random(3).sample(pool[rating], min(count, len(pool[rating]))):
            person = sk.player(f"person:rating={rating}")
            for label, moves in ((False, games[number].moves), (True, played_game(person, number))):
                sides = side_features(moves, rating)
                rows += sides
                labels += [label] * len(sides)
                groups += [groups[-1] + 1 if groups else 0] * len(sides)
    scores = held_out(np.array(rows), np.array(labels), np.array(groups))
    low, high = spread_of_area(scores, labels, groups)
    found = area(list(zip(scores.tolist(), labels, strict=True)))
    print(f"{len(labels)} sides of {len(set(groups))} games, AUC {found:.3f} ({low:.3f} to {high:.3f})")


def played_game(player: Any, seed: int) -> bytes:
    record = sk.play(player, player, seed=seed)
    return bytes(move for move in record.moves if move != sk.PASS)


def side_features(moves: bytes, rating: int) -> list[list[float]]:
    """Of either side: chances, losses and best moves, by thirds of the game. The first move says nothing."""
    board = sk.Board()
    seen: dict[sk.Colour, list[tuple[int, float, float, float, float]]] = {sk.BLACK: [], sk.WHITE: []}
    for move in moves:
        if board.must_pass():
            board.push_pass()
        if len(board.legal_moves) > 1 and board.move_stack:
            question = Question(board)
            chances, values = question.chances(rating), question.values()
            entropy = -sum(chance * math.log(chance) for chance in chances.values())
            loss = max(values.values()) - values[move]
            third = min(len(board.move_stack) // 20, 2)
            seen[board.turn].append((third, math.log(chances[move]), entropy, loss, float(loss == 0)))
        board.push(move)
    return [features_of(rows) for rows in seen.values() if len(rows) >= 10]


def features_of(rows: list[tuple[int, float, float, float, float]]) -> list[float]:
    found = [float(len(rows)), mean(row[3] >= BLUNDER for row in rows)]
    for third in range(3):
        some = [row for row in rows if row[0] == third] or [(third, 0.0, 0.0, 0.0, 1.0)]
        found += [mean(row[i] for row in some) for i in (1, 2, 3, 4)]
        found += [max(row[3] for row in some), min(row[1] for row in some)]
    return found


def held_out(rows: NDArray[Any], labels: NDArray[Any], groups: NDArray[Any], folds: int = 10) -> NDArray[Any]:
    """The score of each row by a logistic regression (ridge 1, Newton) on the games of the other folds."""
    scaled = (rows - rows.mean(0)) / (rows.std(0) + 1e-9)
    inputs = np.hstack([scaled, np.ones((len(rows), 1))])
    scores = np.zeros(len(rows))
    for fold in range(folds):
        test = groups // 2 % folds == fold  # people and `person` in turn: as many of both
        known, truth, weights = inputs[~test], labels[~test].astype(float), np.zeros(inputs.shape[1])
        for _ in range(30):
            chance = 1 / (1 + np.exp(-known @ weights))
            bend = known.T @ (known * (chance * (1 - chance))[:, None]) + np.eye(len(weights))
            weights += np.linalg.solve(bend, known.T @ (truth - chance) - weights)
        scores[test] = inputs[test] @ weights
    return scores


def spread_of_area(scores: NDArray[Any], labels: list[bool], groups: list[int]) -> tuple[float, float]:
    """95 % of the areas where the games are drawn anew, 300 times."""
    of_game: dict[int, list[tuple[float, bool]]] = defaultdict(list)
    for score, label, group in zip(scores.tolist(), labels, groups, strict=True):
        of_game[group].append((score, label))
    dice, areas = random.Random(4), list[float]()
    for _ in range(300):
        drawn = dice.choices(list(of_game.values()), k=len(of_game))
        areas.append(area([each for game in drawn for each in game]))
    areas.sort()
    return areas[7], areas[-8]


def print_ratings(games: list[TournamentGame], count: int) -> None:
    """How far ratings from some games' moves are from those that the results of the others give."""
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
    """The rating that explains points against opponents best, held a little towards 1500."""
    rating, points = 1500.0, math.log(10) / 400
    for _ in range(30):
        expected = [1 / (1 + 10 ** ((other - rating) / 400)) for other, _ in games]
        slope = points * sum(score - chance for (_, score), chance in zip(games, expected, strict=True))
        bend = points**2 * sum(chance * (1 - chance) for chance in expected) + 1 / 250**2
        rating += (slope - (rating - 1500) / 250**2) / bend
    return rating


def print_speed() -> None:
    """Milliseconds of one core for a position, all that `predict` does."""
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
