"""Values as text: reprs name squares and evaluate back, a game prints as one reads it."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any
from xml.etree import ElementTree

import pytest

import shirokuro as sk
from shirokuro import notation
from shirokuro.engine import playouts as playout
from shirokuro.engine.features import MoveOpenness

GAME = sk.Record.from_board("f5d6c3d3c4f4f6g5")


def values() -> list[Any]:
    """One of each public value that holds moves, and of those inside them."""
    board = sk.Board.parse("f5d6c3")
    review = sk.review("f5d6c3d3", depth=2)
    results = sk.analyze(board, depth=2)
    book = sk.Book.shipped("reversi")
    assert book is not None
    entry = book.find(sk.Board())
    assert entry is not None
    return [
        *results.values(),
        sk.solve("reversi4"),
        sk.Choice(sk.F5),
        sk.Choice(sk.PASS, 1.5, (sk.PASS, sk.A1, sk.H8), 7, 0.25, "capped"),
        sk.player("greedy").choose(board),
        entry,
        *entry.moves,
        sk.PlayedMove(sk.D3, 10, 5, 1),
        sk.BookEntry(played=(sk.PlayedMove(sk.D3, 10, 5, 1),)),
        *review.moves,
        review,
        sk.keeping(results),
        sk.explain(board, "d3", depth=2),
        GAME,
        replace(GAME, values=(None,) * 8, black="Ann", white='"Bob"', note="later", seed=3),
        sk.play("greedy", "random", seed=5, variant="nip12"),
        sk.Record.from_board(sk.Board.parse("f5d6").copy(stack=False)),
        GAME.to_text(),
        sk.Board().position,
        sk.Colour.BLACK,
        sk.Outcome(sk.WHITE, 1, 2, 61, -62),
        sk.SquareSet([sk.F5, sk.D6]),
        sk.Limits(depth=3),
        MoveOpenness(sk.D3, sk.SquareSet([sk.E4])),
        *playout.try_moves(board, 2).moves,
        playout.grow_tree(board, 5),
    ]


NAMES = {name: getattr(sk, name) for name in sk.__all__}
for each in (notation.GameText, notation.PositionText, playout.Trial, playout.Branch, playout.Tree):
    NAMES[each.__name__] = each
NAMES["MoveOpenness"] = MoveOpenness


def test_reprs_name_squares_and_evaluate_back() -> None:
    """After `from shirokuro import *`, for values of its names."""
    for value in values():
        assert eval(repr(value), NAMES) == value
        for name in ("move", "best"):
            if type(move := getattr(value, name, None)) is int:
                square = "PASS" if move == sk.PASS else sk.square_name(move).upper()
                assert f"{name}={square}" in repr(value)


def test_reprs_leave_defaults_out() -> None:
    assert repr(sk.Choice(sk.F5)) == "Choice(move=F5)"
    assert repr(sk.Choice(sk.PASS, 2.0, (sk.PASS,))) == "Choice(move=PASS, value=2.0, pv=(PASS,))"
    assert repr(sk.Record(moves=(sk.F5, sk.D6))) == "Record(moves=(F5, D6))"
    assert repr(sk.BookMove(sk.F5, 3)) == "BookMove(move=F5, value=3)"
    assert repr(sk.BLACK) == "BLACK"


@pytest.mark.parametrize("wrong", ["f5", -1, 65])
def test_what_is_no_move_prints_as_it_is(wrong: Any) -> None:
    assert repr(sk.Choice(wrong)) == f"Choice(move={wrong!r})"


def test_a_game_prints_as_one_reads_it() -> None:
    record = replace(GAME, black="Ann", white="Bob", place="Tokyo", date="2026-01-02")
    expected = """black: Ann
white: Bob
reversi, Tokyo, 2026-01-02
1. f5 d6 c3 d3 c4 f4 f6 g5
  a b c d e f g h
1 - - - - - - - -
2 - - - - - - - -
3 - - X O - - - -
4 - - X X X O - -
5 - - - O O O O -
6 - - - O - X - -
7 - - - - - - - -
8 - - - - - - - -
X to move"""
    assert str(record) == expected


def test_a_finished_game_prints_its_result() -> None:
    record = sk.play("greedy", "random", seed=1, variant="reversi6")
    outcome = record.board().outcome()
    lines = str(record).splitlines()
    assert lines[:3] == ["black: greedy", "white: random", "reversi6"]
    assert [lines[3][:4], lines[4][:4]] == [" 1. ", "11. "]
    assert lines[-1] == str(outcome)
    assert not any("to move" in line for line in lines)


@pytest.mark.parametrize(
    ("result", "note", "last"),
    [
        (64.0, "white resigned", ["white resigned", "black wins (+64)"]),
        (-3.5, "", ["white wins (-3.5)"]),
        (0.0, "", ["draw (0)"]),
        (None, "stopped after 8 moves", ["stopped after 8 moves", "X to move"]),
    ],
)
def test_a_game_that_ended_otherwise(result: float | None, note: str, last: list[str]) -> None:
    assert str(replace(GAME, result=result, note=note)).splitlines()[-len(last) :] == last


def test_the_printed_moves_read_back() -> None:
    """They are numbered, pass included, as readers of transcripts take them."""
    record = sk.play("greedy", "random", seed=1)
    assert sk.PASS in record.moves
    moves = "\n".join(line for line in str(record).splitlines() if ". " in line)
    assert sk.Board.parse(moves).move_stack == list(record.moves)


def test_a_game_from_a_position_and_one_against_the_rules_say_so() -> None:
    start = sk.Board.parse("f5d6").copy(stack=False)
    assert str(sk.Record.from_board(start)).splitlines()[1] == f"from {start.line()}"
    text = str(sk.Record(moves=(sk.A1,)))
    assert text.splitlines()[-1].startswith("no game of reversi: ")
    assert "1. a1" in text


def test_notebooks_show_a_picture_of_the_last_position() -> None:
    picture = GAME._repr_svg_()
    assert picture == GAME.svg()
    assert picture.startswith("<svg")
    assert "last" in picture


def test_notebooks_show_what_a_picture_is_drawn_with() -> None:
    board = sk.Board.parse("f5d6")
    for text in (board.svg(hints={"c3": "+2"}), GAME.animated_svg()):
        assert type(text)._repr_svg_(text) == text  # type: ignore[attr-defined]
    assert drawn(board.position, "disc") == drawn(board, "disc") == 6


def drawn(value: Any, kind: str) -> int:
    """How many elements of a class the picture of a value has."""
    root = ElementTree.fromstring(value._repr_svg_())
    return sum(kind in element.get("class", "").split() for element in root.iter())


def test_notebooks_show_a_review_as_bars_and_mark_its_mistakes() -> None:
    review = sk.review(sk.play("random", "random", seed=1, variant="reversi4"))
    assert drawn(review, "up") == sum(judged.black_value > 0 for judged in review.moves)
    assert drawn(review, "bar") == len(review.moves)
    assert drawn(review, "mistake") == sum(judged.mark != "" for judged in review.moves) > 0


def test_notebooks_show_a_match_as_bars_a_game() -> None:
    match = sk.match("greedy", "random", games=6, variant="reversi4")
    assert (drawn(match, "bar"), drawn(match, "up")) == (6, match.wins)
    assert f"W: {match.wins}" in match.svg()


def test_notebooks_show_a_result_in_bold() -> None:
    result = sk.solve("nip24")
    assert result._repr_html_().startswith("<b>+4</b> (exact) ")


def test_json_has_numbers_for_what_repr_names() -> None:
    """Names are for people; what programs read did not change."""
    assert json.loads(GAME.to_json())["moves"] == "f5d6c3d3c4f4f6g5"
