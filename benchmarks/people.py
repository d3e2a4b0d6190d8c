"""What the study `people` does not measure; `shirokuro lab run people` says how well the model guesses.

benchmarks/people.py speed                                  milliseconds of one core for a position
benchmarks/people.py person [--count N] [--depth D]         discs lost by `person` and by people
benchmarks/people.py classifier [--count N]                 games of `person` told from people's

The last two need tournament games in $SHIROKURO_DATA.
"""

from __future__ import annotations

import argparse
import math
import random
import sys
import time
from collections import defaultdict
from statistics import mean, stdev
from typing import Any

import numpy as np
from numpy.typing import NDArray

import shirokuro as sk
from shirokuro.people.difficulty import BLUNDER
from shirokuro.people.foresight import LIKELY, limits_of_foresight, with_foresight
from shirokuro.people.model import Question
from shirokuro.studies.people.tournament import TournamentChoice, archive, area
from shirokuro.training.people_games import is_program

PERSON_RATINGS = (1300, 1500, 1700, 1900)
NEAR = 75
"""People whose rating is no farther off count as of that rating."""


def main() -> None:
    layout = argparse.RawDescriptionHelpFormatter
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=layout)
    parser.add_argument("what", nargs="?", default="speed", choices=("speed", "person", "classifier"))
    parser.add_argument("--count", type=int, default=500, metavar="N", help="choices, or games, of a rating")
    parser.add_argument("--depth", type=int, default=12, metavar="D", help="of `person`; exact 8 plies more")
    arguments = parser.parse_args()
    if arguments.what == "speed":
        print_speed()
    elif arguments.what == "person":
        print_person(arguments.count, arguments.depth)
    else:
        print_classifier(arguments.count)


def print_speed() -> None:
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


def print_person(count: int, depth: int) -> None:
    """Discs lost on the same choices: by people of a rating, and by `person` of that rating on average."""
    source, of_rating = archive(), defaultdict[int, list[TournamentChoice]](list)
    for number in source.late():
        for choice in source.choices(number):
            for rating in PERSON_RATINGS:
                if choice.board.move_stack and abs(choice.own - rating) <= NEAR:
                    of_rating[rating].append(choice)
    for rating in PERSON_RATINGS:
        rows = [
            losses_at(choice.board, choice.move, rating, depth)
            for choice in random.Random(2).sample(of_rating[rating], count)
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


def print_classifier(count: int) -> None:
    """The area under the curve of a logistic regression on one side of one game, held out by game."""
    source, pool = archive(), defaultdict[int, list[int]](list)
    for number in source.late():
        game = source.games[number]
        if not is_program(game.black) and not is_program(game.white):
            for rating in PERSON_RATINGS:
                if all(abs(source.rating(number, side) - rating) <= NEAR for side in (sk.BLACK, sk.WHITE)):
                    pool[rating].append(number)
    rows, labels, groups = list[list[float]](), list[bool](), list[int]()
    for rating in PERSON_RATINGS:
        for number in random.Random(3).sample(pool[rating], min(count, len(pool[rating]))):
            person = sk.player(f"person:rating={rating}")
            for label, moves in ((False, source.games[number].moves), (True, played_game(person, number))):
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


if __name__ == "__main__":
    try:
        main()
    except ValueError as error:
        sys.exit(f"benchmarks/people.py: {error}")
