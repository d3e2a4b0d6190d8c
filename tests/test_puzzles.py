"""The shipped puzzles: each has one clear best move, is graded, and is listed once."""

from __future__ import annotations

from collections import Counter

import pytest

import shirokuro as sk
from shirokuro.practice.clear_best_move import clear_best_move
from shirokuro.practice.puzzles import (
    BOARD,
    ENDGAMES,
    GRADES,
    LEAST_EXACT_LEAD,
    LEAST_LEAD,
    Puzzle,
    nearest,
    puzzles,
)

ALL = [*puzzles().values()]


def check(sample: list[Puzzle]) -> None:
    with sk.Engine(table_mib=16) as engine:
        found = [clear_best_move(engine, sk.Board(BOARD, puzzle.line)) for puzzle in sample]
    assert found == sample


def test_a_sample_has_one_clear_best_move() -> None:
    check([puzzle for puzzle in ALL if puzzle.kind == "endgame"][::20])
    check([puzzle for puzzle in ALL if puzzle.kind == "middle"][:3])


@pytest.mark.long
@pytest.mark.parametrize("part", range(8))
def test_each_has_one_clear_best_move(part: int) -> None:
    check(ALL[part::8])


def test_other_positions_are_no_puzzles() -> None:
    """Too early, with few moves, or with moves that are as good."""
    with sk.Engine(table_mib=16) as engine:
        for board in (sk.Board(), sk.Board(BOARD, f"{'O' * 53}X-----XX--- X")):
            assert clear_best_move(engine, board) is None
        for seed in range(8):
            board = [*sk.play("greedy", "random", seed=seed).boards()][50]
            values = [result.value for result in engine.analyze(board, sk.Limits()).values()]
            if len(values) > 1 and values[0] - values[1] < LEAST_EXACT_LEAD:
                assert clear_best_move(engine, board) is None


def test_what_the_file_says_keeps_to_the_bounds() -> None:
    counts = Counter(puzzle.empties if puzzle.kind == "endgame" else 0 for puzzle in ALL)
    assert {*counts} == {0, *ENDGAMES}
    assert counts[0] >= 200
    assert min(counts.values()) >= 20
    for puzzle in ALL:
        is_exact = puzzle.depth == 0
        assert is_exact == (puzzle.kind == "endgame")
        assert puzzle.lead >= (LEAST_EXACT_LEAD if is_exact else LEAST_LEAD)
        assert puzzle.rating in GRADES
        assert sk.Board(BOARD, puzzle.line).line() == puzzle.line
    assert len({sk.Board(BOARD, puzzle.line).canonical().line() for puzzle in ALL}) == len(ALL)


@pytest.mark.parametrize("rating", [700, 1200, 1900])
def test_the_next_ones_are_about_as_hard_as_somebody_is_strong(rating: int) -> None:
    middle = [puzzle for puzzle in ALL if puzzle.kind == "middle"]
    following = nearest(middle, rating, seed=1)
    assert sorted(following) == sorted(middle)
    assert following == nearest(middle, rating, seed=1) != nearest(middle, rating, seed=2)
    five = sorted(abs(puzzle.rating - rating) for puzzle in following[:5])
    assert five[-1] <= sorted(abs(puzzle.rating - rating) for puzzle in middle)[5] + 150
