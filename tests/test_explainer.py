"""Why a move lost discs: each reason where it is plainly true, none where it is not, in two languages."""

from __future__ import annotations

import re
from random import Random

import pytest

import shirokuro as sk
from shirokuro.engine.features import stable_discs
from shirokuro.explanation.consequence import Consequence, Measured, consequence, safe_moves
from shirokuro.explanation.explainer import LEAST_EACH, MEASURES, consequences, reasons_between
from shirokuro.explanation.reason_text import WORSE, sentence, sentences_text
from shirokuro.words.message import LANGUAGES, catalogue

CORNER = sk.Board.from_cells(["e5"], ["c3", "d4", "e4", "f6"])
"""b2 lets white take a1; e3 does not."""
WING = sk.Board.from_cells(["c8", "d8", "e8", "e6", "f6", "h7"], ["e5", "h6", "g7", "f8"])
"""g8 makes a wing of c8…g8, and white takes h8; h5 turns the disc that h8 needs."""
MOUNTAIN = sk.Board.from_cells(["e5", "d6", "b8", "c8", "d8", "e8"], ["d5", "e6", "c7", "d7", "f8"])
"""g8 makes a mountain of b8…g8."""
RABBIT = sk.Board.parse("f5d6c5f4e3c6d3f6")
"""e6 turns inner discs only."""
ENDINGS = {
    "mobility": ("reversi6", "O---X-XOXX----OXX-OOOXXOXOXO-XXO--O- O", "a3"),
    "safe": ("reversi6", "OXXXXOXXXXOO-XOOX--XOOXO-XOOO-----XO O", "a5"),
    "stable": ("reversi6", "-OOXX-XOXOXXXOXOO-XXXOOOXOOXX--O--X- X", "f3"),
    "parity": ("reversi6", "XOOOOOXXXOOOXOXOXOXXOOOOXOOOOO-O--X- X", "c6"),
    "pass": ("reversi6", "OOOOO--XOXXOXXXOX--XXOO--XXXXO----XO X", "f3"),
}
"""Small endings that can be solved exactly, and a mistake in each."""

BLANK = re.compile(r"  | [,;]|、[、 ]|\(\)|（）")
"""What is left of a sentence where a square or a number is missing."""


def line(moves: str) -> tuple[int, ...]:
    return tuple(map(sk.parse_move, moves.split()))


def reasons(board: sk.Board, played: str, other: str) -> dict[str, sk.Reason]:
    """The reasons against the first line, by term."""
    found = reasons_between(board, *consequences(board, line(played), line(other)))
    return {reason.term: reason for reason in found}


def ending(term: str) -> tuple[sk.Board, sk.Judgement]:
    variant, position, move = ENDINGS[term]
    board = sk.Board(variant, position)
    return board, sk.judge(board, move)


def random_boards(variant: str, seed: int) -> list[sk.Board]:
    random, board, boards = Random(f"{variant} {seed}"), sk.Board(variant), list[sk.Board]()
    while not board.is_over():
        boards.append(board.copy(stack=False))
        board.push(random.choice(list(board.legal_moves)) if board.legal_moves else sk.PASS)
    return [each for each in boards if len(each.legal_moves) > 1]


# Each term where it is plainly true; the better move is never blamed for it


@pytest.mark.parametrize(
    ("board", "played", "other", "term", "english", "japanese"),
    [
        (CORNER, "b2 a1", "e3 f4", "corner", "b2 gives up the corner a1 (b2 a1)", "隅 a1 を取られます"),
        (CORNER, "b2 a1", "e3 f4", "x", "b2 is an X square", "a1 の斜め隣のX"),
        (MOUNTAIN, "f6", "g8", "mountain", "no mountain of b8, c8, d8, e8, f8, g8; after", "g8 なら山です"),
        (MOUNTAIN, "f6", "g8", "c", "black has 1.0 discs on C squares", "空き隅のC（ウィングと山を除く）"),
        (RABBIT, "g5", "e6", "openness", "6 empty cells round them; e6 turns only inner", "中割"),
        (RABBIT, "g5", "e6", "safe", "Just after the move black has 4.0 safe moves", "着手直後の安全な手"),
    ],
)  # fmt: skip
def test_a_reason_that_is_plainly_true(
    board: sk.Board, played: str, other: str, term: str, english: str, japanese: str
) -> None:
    found = reasons(board, played, other)
    assert english in found[term].sentence()
    assert japanese in found[term].sentence("ja")
    assert found[term].discs >= LEAST_EACH
    assert term not in reasons(board, other, played)


def test_a_wing_counts_where_it_costs_a_corner(monkeypatch: pytest.MonkeyPatch) -> None:
    mine, best = consequences(WING, line("g8 h8"), line("h5 e7"))
    assert mine.measured["wing"].own_squares.names() == ["c8", "d8", "e8", "f8", "g8"]
    assert consequence(WING, line("g8 e7"), 2).measured["wing"].own == 0  # no corner falls
    monkeypatch.setattr("shirokuro.explanation.explainer.MOST_REASONS", 9)
    (text,) = [each.sentence() for each in reasons_between(WING, mine, best) if each.term == "wing"]
    assert text.startswith("g8 leaves black the wing c8, d8, e8, f8, g8, beside which white takes a corner")
    assert "wing" not in [each.term for each in reasons_between(WING, best, mine)]


@pytest.mark.parametrize("term", ENDINGS)
def test_a_reason_of_the_ending(term: str) -> None:
    board, judged = ending(term)
    explanation = sk.explain(board, judged)
    assert judged.loss > 0
    assert term in [reason.term for reason in explanation.reasons]
    best = reasons_between(board, *consequences(board, judged.pv, judged.played_pv))
    assert term not in [reason.term for reason in best]


def test_the_last_move_is_who_makes_it() -> None:
    board, judged = ending("parity")
    for pv, mover in ((judged.played_pv, sk.WHITE), (judged.pv, sk.BLACK)):
        after = board.copy()
        after.extend([move for move in pv if move != sk.PASS][:-1])
        assert after.turn == mover or after.must_pass()
    (text,) = [each.sentence() for each in sk.explain(board, judged).reasons if each.term == "parity"]
    assert "White gets the last move of the game; after d6 black gets it." in text


def test_a_pass_is_in_the_line() -> None:
    board, judged = ending("pass")
    passes = [sum(move == sk.PASS for move in pv[::2]) for pv in (judged.played_pv, judged.pv)]
    assert passes == [5, 4]
    (text,) = [each.sentence() for each in sk.explain(board, judged).reasons if each.term == "pass"]
    assert "Black runs out of moves and passes (f3 f4 pass): 5 in all, after f4 4." in text


def test_small_differences_are_no_reason() -> None:
    board = sk.Board.parse("f5")
    assert reasons(board, "d6", "f4") == {}
    same = consequence(board, line("d6"), 1)
    assert reasons_between(board, same, same) == ()


def test_what_is_good_counts_against_what_is_bad() -> None:
    """A corner that is given up is no reason where a greater one is won by it."""
    mine, best = consequences(CORNER, line("b2 a1"), line("e3 f4"))
    assert reasons_between(CORNER, mine, best)
    richer = dict(mine.measured) | {"stable": Measured(30)}
    better = Consequence(mine.variant, mine.side, mine.line, mine.plies, mine.odd_sizes, richer)
    assert reasons_between(CORNER, better, best) == ()


# What is measured


def test_what_is_measured_after_a_move() -> None:
    found = consequence(CORNER, line("b2 a1"), 2).measured
    assert found["corners"].their_squares.names() == ["a1"]
    assert found["move_openness"].own == 9
    assert (found["x"].own, found["x"].own_squares.names()) == (0.5, ["b2"])
    assert (found["mobility"].own, found["mobility"].theirs) == (1.5, 1.5)
    assert (found["passes"].own, found["passes"].theirs) == (0, 0)
    assert (found["last_move"].own, found["last_move"].theirs) == (0, 1)  # black has no disc left
    assert "last_move" not in consequence(CORNER, line("e3 f4"), 2).measured


def test_safe_moves() -> None:
    """Neither beside an empty corner nor opening one."""
    assert CORNER.legal_moves.names() == ["e3", "b2", "g7"] or set(CORNER.legal_moves.names()) == {
        "b2",
        "e3",
        "g7",
    }
    assert safe_moves(CORNER).names() == ["e3"]
    opens = sk.Board.from_cells(["c1", "d4"], ["b1", "d5", "e5"])
    assert "a1" in safe_moves(opens).names()


@pytest.mark.parametrize("variant", ["nip", "nip12", "nip24+loop"])
def test_round_boards_have_what_is_defined_there(variant: str) -> None:
    """No corners, edges, C, X, wings or mountains."""
    board = random_boards(variant, 1)[4]
    measured = consequence(board, (board.legal_moves[0],), 1).measured
    defined = {"move_openness", "openness", "mobility", "stable", "odd_regions", "passes"}
    assert set(measured) - {"last_move"} == defined
    for each in random_boards(variant, 2)[::3]:
        explanation = sk.explain(each, each.legal_moves[-1], sk.Limits(depth=4))
        assert {row.feature for row in explanation.compared} <= defined | {"last_move"}
        assert {reason.term for reason in explanation.reasons} <= {
            "openness",
            "mobility",
            "stable",
            "parity",
            "pass",
        }


def test_nip_has_reasons() -> None:
    board = sk.Board("nip", "-O-O--O-O-XXOOOOXO-XOOOOOO--OXOOOO-XO-XXOO-O-------- X")
    explanation = sk.explain(board, "e2", sk.Limits(depth=6))
    assert [reason.term for reason in explanation.reasons] == ["mobility", "openness"]


def test_stable_discs_on_any_board(variant: str) -> None:
    """A full board has nothing else, and none are stable at the start."""
    board = sk.Board(variant)
    assert not stable_discs(board, sk.BLACK) | stable_discs(board, sk.WHITE)
    board.set_cells(board.variant.cells, sk.SquareSet(), False)
    assert stable_discs(board, sk.BLACK) == board.variant.cells


def test_stable_discs_are_never_turned(variant: str) -> None:
    for seed in range(3):
        held: dict[int, sk.Colour] = {}
        for board in random_boards(variant, seed):
            assert all(board.disc_at(square) == side for square, side in held.items())
            held |= {square: side for side in sk.Colour for square in stable_discs(board, side)}
        assert held or sk.VARIANTS[variant].is_round


def test_the_study_counts_fewer_stable_discs() -> None:
    for board in random_boards("reversi", 5):
        found = sk.features(board).stable
        assert all(found.of(side).squares <= stable_discs(board, side) for side in sk.Colour)


# Explanations as values


def test_every_reason_rests_on_numbers_that_are_worse(variant: str) -> None:
    for board in random_boards(variant, 3)[-12::3]:
        for move in board.legal_moves:
            explanation = sk.explain(board, move, sk.Limits(depth=3))
            assert (explanation.move, explanation.loss >= 0) == (move, True)
            counting = [row for row in explanation.compared if row.counts]
            assert {MEASURES[row.feature].term for row in counting} == {
                each.term for each in explanation.reasons
            }
            assert all((row.mine > row.best) == MEASURES[row.feature].is_bad for row in counting)
            assert explanation.is_deep == (explanation.loss > 0 and not explanation.reasons)
            assert not BLANK.search(explanation.text("en") + explanation.text("ja"))


def test_the_best_move_needs_no_reason() -> None:
    board, judged = ending("stable")
    explanation = sk.explain(board, judged.best)
    assert (explanation.loss, explanation.reasons, explanation.is_deep, str(explanation)) == (
        0,
        (),
        False,
        "",
    )


def test_deep_reading_is_said() -> None:
    board = sk.Board("reversi6", "O-OOX-XOOO-O-XOXO-OOOXXOXOXX-XXXXXO- O")
    explanation = sk.explain(board, "a3")
    assert explanation.is_deep
    assert str(explanation) == catalogue("en")["reasons.deep"]
    assert explanation.text("ja").startswith("読みが必要な手です")


def test_a_judgement_is_explained_as_it_is() -> None:
    board, judged = ending("mobility")
    assert sk.explain(board, judged) == sk.explain(board, judged.move)
    assert sk.explain(board, "a3") == sk.explain(board, "a3")
    fields = sk.explain(board, judged).to_dict()
    assert (fields["move"], fields["is_deep"]) == ("a3", False)
    assert hash(sk.explain(board, judged)) == hash(sk.explain(board, judged))


def test_an_illegal_move_is_an_error() -> None:
    with pytest.raises(sk.IllegalMoveError, match="a1"):
        sk.explain("f5", "a1")


# Words


def test_every_measure_has_its_words_and_no_other_is_there() -> None:
    sections: dict[str, set[str]] = {"terms": set(), "measures": set(), "reasons": set()}
    for key, text in catalogue("en").items():
        section, name = key.split(".", 1)
        if section != "reasons" or text.endswith("."):
            sections.get(section, set()).add(name)
    forms = sections["reasons"]
    assert sections["measures"] == set(MEASURES)
    assert sections["terms"] == {measure.term for measure in MEASURES.values()}
    assert all(any(form in (name, *(f"{name}_{how}" for how in HOW)) for name in MEASURES) for form in forms)
    assert {f"{feature}_{side}" for feature in WORSE for side in ("own", "theirs")} <= forms


HOW = ("own", "theirs", "at_once", "inside")


@pytest.mark.parametrize("feature", MEASURES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_sentence_can_be_filled(feature: str, language: str) -> None:
    """Whichever side makes the difference; no place is left open."""
    mine, best = consequences(CORNER, line("b2 a1"), line("e3 f4"))
    few, many = Measured(1, 2), Measured(5, 7, sk.SquareSet(["b2", "a1"]), sk.SquareSet(["h8"]))
    for after, other in ((few, many), (many, few)):
        pair = [Consequence(each.variant, each.side, each.line, each.plies, (1, 3), {feature: number})
                for each, number in ((mine, after), (best, other))]  # fmt: skip
        text = sentences_text([sentence(feature, pair[0], pair[1])], language)
        assert not re.search(r"[{}]", text)
        assert text.endswith("." if language == "en" else "。")
