"""Drills in an opening: the book plays one side, judges the other, and goes on with the best move."""

from __future__ import annotations

from random import Random

import pytest

import shirokuro as sk
from shirokuro.books.book_text import parse_book
from shirokuro.opening_names.opening_drill import OpeningDrill

BOOK = parse_book("""\
shirokuro book 1 reversi
f5; d6 -1 depth 16; f6 -2 depth 16; f4 -9 depth 14
f5d6; c3 +1 depth 16; c4 +0 depth 16; c5 -2 depth 16
f5f6; e6 +2 depth 16; c4 -1 depth 16
f5d6c3; d3 -1 depth 16; g5 -3 selective 95
""")


def step(moves: str, answer: str | None = None, side: sk.Colour = sk.BLACK, seed: int = 0) -> list[object]:
    """Whether it was accepted, what it loses, what is played and whether there is another question."""
    drill = OpeningDrill(BOOK, side, Random(seed))
    found = drill.step(sk.Board.parse(moves), None if answer is None else sk.parse_move(answer))
    verdict = found.verdict and (found.verdict.is_accepted, found.verdict.loss)
    return [verdict, " ".join(map(sk.move_name, found.moves)), found.asks]


def test_the_book_moves_until_there_is_a_question() -> None:
    """With moves within a disc of its best, which vary."""
    questions = {str([None, move, True]) for move in ("d6", "f6")}
    assert {str(step("f5", seed=seed)) for seed in range(20)} == questions
    assert step("f5d6") == [None, "", True]
    assert step("f5d6c3", side=sk.WHITE) == [None, "", True]
    assert step("f5d6c3d3", side=sk.WHITE) == [None, "", False], "the book has nothing there"


@pytest.mark.parametrize(
    ("answer", "verdict", "moves"),
    [
        ("c3", (True, 0), "c3 d3"),
        ("c4", (True, 1), "c4"),
        ("c5", (False, 3), "c3 d3"),
        ("c7", (False, None), "c3 d3"),  # the book does not have it
    ],
)
def test_answers_within_a_disc_of_the_best_are_right(answer: str, verdict: object, moves: str) -> None:
    """After a miss the best move is played."""
    assert step("f5d6", answer) == [verdict, moves, False]


def test_only_questions_are_answered() -> None:
    for moves, answer, side in (("f5", "d6", sk.BLACK), ("f5d6c4", "g5", sk.WHITE)):
        with pytest.raises(ValueError, match="the book has no question here"):
            step(moves, answer, side)


def test_a_whole_game_from_a_complete_book() -> None:
    """Forced moves and passes are made without a question."""
    book = sk.Book.shipped("reversi4")
    assert book is not None
    for seed in range(10):
        drill, board, random = OpeningDrill(book, sk.WHITE, Random(seed)), sk.Board("reversi4"), Random(seed)
        found = drill.step(board)
        board.extend(found.moves, insert_passes=False)
        while found.asks:
            assert board.turn == sk.WHITE
            assert len(board.legal_moves) > 1
            found = drill.step(board, random.choice([*board.legal_moves]))
            board.extend(found.moves, insert_passes=False)
        assert abs(board.margin() - -8) <= 2 * 5  # nobody strays by more than a disc at a time
