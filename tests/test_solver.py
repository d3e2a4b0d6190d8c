"""The solver: the values of a brute force over the slow rules, of the FFO test and of the solved boards."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from random import Random

import pytest
import reference
from ffo import PROBLEMS, Problem
from samples import random_board

import shirokuro as sk
from shirokuro.board.board import SCORINGS, Scoring
from shirokuro.engine.engine import DONT_CARE, DontCare

# A brute force of the slow rules visits some ten thousand positions a second.
EMPTIES = (1, 2, 3, 4, 5, 6)
TABLES = (0.01, 0.1, 1, 64)


# The brute force


def brute_force(game: reference.Game, scoring: str, known: dict[str, int]) -> int:
    """The value for the side to move, by trying everything."""
    line = game.line()
    if line not in known:
        if moves := game.legal_moves():
            known[line] = max(-brute_force(game.after(move), scoring, known) for move in moves)
        elif game.is_over():
            known[line] = game.margin(scoring) * (1 if game.turn == reference.BLACK else -1)
        else:
            known[line] = -brute_force(game.after_pass(), scoring, known)
    return known[line]


def endings(variant: str, empties: tuple[int, ...] = EMPTIES, each: int = 1) -> Iterator[reference.Game]:
    """Positions that random games come to with so many empties left; those that end before are left out."""
    random = Random(f"{variant} {empties}")
    for wanted in empties:
        for _ in range(each):
            game = reference.new_game(variant)
            while not game.is_over() and game.count(reference.EMPTY) > wanted:
                moves = game.legal_moves()
                game = game.after(random.choice(moves)) if moves else game.after_pass()
            yield game


def board_of(variant: str, game: reference.Game) -> sk.Board:
    return sk.Board(variant, game.line())


def sign(value: int) -> int:
    return (value > 0) - (value < 0)


def end_of_line(board: sk.Board, result: sk.Result, scoring: Scoring) -> int:
    """The margin, for the side to move, where the expected moves end; they must end the game."""
    end = board.copy()
    end.extend(result.pv, insert_passes=False)
    assert end.is_over()
    return end.margin(scoring) * (1 if board.turn == sk.BLACK else -1)


@pytest.mark.parametrize("scoring", SCORINGS)
def test_random_endings_against_brute_force(variant: str, scoring: Scoring) -> None:
    with sk.Engine(table_mib=1) as engine:
        for game in endings(variant, each=2):
            board, value = board_of(variant, game), brute_force(game, scoring, {})
            exact = engine.solve(board, scoring=scoring)
            assert (exact.value, exact.lower, exact.upper, exact.kind) == (value, value, value, "exact")
            assert end_of_line(board, exact, scoring) == value
            assert exact.move == (exact.pv[0] if exact.pv else None)
            wld = engine.solve(board, "wld", scoring=scoring)
            assert (sign(wld.value), wld.kind) == (sign(value), "wld" if wld.pv else "exact")
            assert wld.lower <= value <= wld.upper


@pytest.mark.parametrize("scoring", SCORINGS)
def test_dont_care_discs_change_no_value(variant: str, scoring: Scoring) -> None:
    """Many endings on one table, where entries of one meet the keys of another."""
    with sk.Engine(table_mib=1) as engine:
        for game in endings(variant, (6, 10, 12), each=2):
            board = board_of(variant, game)
            value = sk.solve(board, scoring=scoring).value
            if game.count(reference.EMPTY) <= 6:
                assert value == brute_force(game, scoring, {})
            for dont_care in DONT_CARE:
                found = engine.solve(board, scoring=scoring, dont_care=dont_care)
                assert (found.value, end_of_line(board, found, scoring)) == (value, value)
                wld = engine.solve(board, "wld", scoring=scoring, dont_care=dont_care)
                assert sign(wld.value) == sign(value)


def test_threads_and_tables_change_no_value(variant: str) -> None:
    boards = [board_of(variant, game) for game in endings(variant, (13, 15))]
    values = [sk.solve(board).value for board in boards]
    for threads, table_mib in product((1, 2, 4), TABLES):
        with sk.Engine(threads, table_mib) as engine:
            for board, value in zip(boards, values, strict=True):
                found = engine.solve(board)
                assert (found.value, end_of_line(board, found, "winner")) == (value, value)
                assert sign(engine.solve(board, "wld").value) == sign(value)


# The FFO test


def solve_problem(engine: sk.Engine, problem: Problem) -> None:
    board = sk.Board.parse(problem.line)
    result = engine.solve(board)
    assert (result.kind, result.value) == ("exact", problem.value), problem
    assert result.move is not None, problem
    assert sk.move_name(result.move) in problem.moves.split()
    assert end_of_line(board, result, "winner") == problem.value


def test_ffo_1_to_39() -> None:
    for problem in PROBLEMS[:39]:
        with sk.Engine() as engine:
            solve_problem(engine, problem)


@pytest.mark.long
@pytest.mark.parametrize("problem", PROBLEMS[39:], ids=lambda problem: f"ffo{problem.number}")
def test_ffo_40_to_49(problem: Problem) -> None:
    with sk.Engine(threads=2, table_mib=512) as engine:
        solve_problem(engine, problem)


@pytest.mark.parametrize(("threads", "table_mib"), [(1, 0.01), (2, 0.1), (4, 1), (2, 64)])
@pytest.mark.parametrize("dont_care", DONT_CARE)
def test_ffo_on_any_engine(threads: int, table_mib: float, dont_care: DontCare) -> None:
    with sk.Engine(threads, table_mib) as engine:
        for problem in PROBLEMS[:23:4]:
            board = sk.Board.parse(problem.line)
            assert engine.solve(board, dont_care=dont_care).value == problem.value
            assert sign(engine.solve(board, "wld", dont_care=dont_care).value) == sign(problem.value)


@pytest.mark.parametrize("problem", PROBLEMS[:12], ids=lambda problem: f"ffo{problem.number}")
def test_every_move_of_ffo(problem: Problem) -> None:
    results = sk.analyze(sk.Board.parse(problem.line))
    best = {sk.move_name(move) for move, result in results.items() if result.value == problem.value}
    assert best == set(problem.moves.split())
    assert next(iter(results.values())).value == problem.value


# Solved boards


@pytest.mark.parametrize(
    ("variant", "plain", "winner"),
    [("reversi4", -8, -10), ("nip12", 2, 2), ("nip12+loop", 2, 2), ("nip24", 4, 4), ("nip24+loop", -8, -8)],
)
def test_solved_boards(variant: str, plain: int, winner: int) -> None:
    board = sk.Board(variant)
    assert sk.solve(board, scoring="plain").value == plain
    assert sk.solve(board, scoring="winner").value == winner
    assert sign(sk.solve(board, mode="wld").value) == sign(winner)


@pytest.mark.long
def test_reversi6_is_lost_by_four() -> None:
    board = sk.Board("reversi6")
    result = sk.solve(board, threads=2)
    assert (result.value, result.kind) == (-4, "exact")
    assert end_of_line(board, result, "winner") == -4


def test_a_window_tells_values_inside_apart(variant: str) -> None:
    board = random_board(variant, len(sk.Board(variant).empties()) - 8, 2)
    with sk.Engine(table_mib=1) as engine:
        value = engine.solve(board).value
        for window in ((-64, 64), (value - 1, value + 1), (value, 64), (-64, value), (value - 3, value - 1)):
            engine.clear()
            result = engine.solve(board, window=window)
            assert result.lower <= value <= result.upper
            if window[0] < value < window[1]:
                assert (result.kind, result.value) == ("exact", value)
            else:
                assert result.upper <= window[0] or result.lower >= window[1]


def test_a_window_beyond_what_the_board_holds_bounds_the_value() -> None:
    board = random_board("reversi6", 20, 1)
    for window in ((36, 64), (40, 45), (-64, -36), (-45, -40)):
        with sk.Engine(table_mib=1) as engine:
            value = engine.solve(board).value
            result = engine.solve(board, window=window)
            assert result.lower <= value <= result.upper


def test_absurd_windows() -> None:
    for window in ((0, 0), (2, 1), (-65, 0), (0, 65)):
        with sk.Engine(table_mib=1) as engine, pytest.raises(ValueError, match=r"^window: "):
            engine.solve(sk.Board("nip12"), window=window)
