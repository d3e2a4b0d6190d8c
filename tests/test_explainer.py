"""Why a move lost discs: each reason where it is plainly true, none where it is not, in two languages."""

from __future__ import annotations

import re
from random import Random

import pytest

import shirokuro as sk
from shirokuro.engine.features import stable_discs
from shirokuro.explanation.consequence import consequence
from shirokuro.explanation.expected_line import ExpectedLine
from shirokuro.explanation.explainer import MEASURES, PLAYED_OUT, TERMS, facts, reasons_between
from shirokuro.words.message import catalogue

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


def stated(board: sk.Board, played: tuple[int, ...], other: tuple[int, ...]) -> list[sk.Reason]:
    """All facts that speak against the first line, whether they are chosen as reasons or not."""
    found = facts(ExpectedLine.on(board, played), ExpectedLine.on(board, other))
    return [sk.Reason.of(fact, board.turn, (played[0], other[0])) for fact in found]


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


# Each kind where it is plainly true; the better move is never blamed for it


@pytest.mark.parametrize(
    ("board", "played", "other", "term", "english", "japanese"),
    [
        (CORNER, "b2 a1", "e3 f4", "x", "a1, and White takes the corner (b2 a1).", "隅を取られます（b2 a1）"),
        (CORNER, "b2", "e3", "x", "after b2 White can take the corner.", "白が隅に打てるようになります"),
        (WING, "g8 h8", "h5 e7", "corner", "does not keep White from the corner h8 (g8 h8).", "隅 h8 を"),
        (RABBIT, "g5", "e6", "openness", "This turns 4 discs with 6 empty cells", "開放度6"),
    ],
)  # fmt: skip
def test_a_fact_that_is_plainly_true(
    board: sk.Board, played: str, other: str, term: str, english: str, japanese: str
) -> None:
    found = stated(board, line(played), line(other))
    assert any(each.term == term and english in each.sentence() for each in found)
    assert any(each.term == term and japanese in each.sentence("ja") for each in found)
    assert english not in " ".join(each.sentence() for each in stated(board, line(other), line(played)))


def test_a_reason_names_its_ply_and_draws_what_happens() -> None:
    (reason,) = [each for each in stated(CORNER, line("b2 a1"), line("e3 f4")) if each.ply == 2]
    assert (reason.ply, reason.line, reason.is_missed) == (2, line("b2 a1"), False)
    assert reason.cells == ((0, "lost"),)
    assert reason.arrows == ((0, sk.parse_square("e5")),)
    fields = reason.to_dict()
    assert (fields["ply"], fields["line"], fields["cells"]) == (2, ["b2", "a1"], {"a1": "lost"})


def test_a_reason_is_said_to_you_where_the_game_is_yours() -> None:
    board, judged = ending("parity")
    against = stated(board, judged.played_pv, judged.pv)
    (reason,) = [each for each in against if "last move" in each.sentence()]
    assert reason.sentence().endswith("; after d6 Black gets it.")
    assert reason.sentence(is_yours=True).endswith("; after d6 you get it.")
    assert "自分が打てます" in reason.sentence("ja", is_yours=True)
    explanation = sk.explain(board, judged)
    lines = [each.sentence(is_yours=True) for each in explanation.reasons]
    assert explanation.text(is_yours=True).splitlines() == lines


@pytest.mark.parametrize("term", ENDINGS)
def test_a_reason_of_the_ending(term: str) -> None:
    """The best move is not blamed: what it loses in the end is less."""
    board, judged = ending(term)
    assert judged.loss > 0
    assert sk.explain(board, judged).reasons
    assert reasons_between(board, judged.pv, judged.played_pv) == ()


@pytest.mark.parametrize("empties", [20, 22, 23])
def test_lines_that_come_near_the_end_are_continued_to_it(empties: int) -> None:
    (board,) = [each for each in random_boards("reversi", 1) if len(each.empties()) == empties]
    judged = max(
        (sk.judge(board, move, sk.Limits(depth=8)) for move in board.legal_moves), key=lambda j: j.loss
    )
    lines = sk.explain(board, judged).lines
    near = [len(board.empties()) - len(pv) <= PLAYED_OUT for pv in (judged.played_pv, judged.pv)]
    assert [ExpectedLine.on(board, each).end.is_over() for each in lines] == [all(near)] * 2
    for each, pv in zip(lines, (judged.played_pv, judged.pv), strict=True):
        assert each[: len(pv)] == pv


def test_a_pass_is_in_the_line() -> None:
    board, judged = ending("pass")
    passes = [sum(move == sk.PASS for move in pv[::2]) for pv in (judged.played_pv, judged.pv)]
    assert passes == [5, 4]
    (reason,) = [each for each in stated(board, judged.played_pv, judged.pv) if each.term == "pass"]
    assert reason.sentence().startswith("Black has no move left and must pass (")
    assert reason.line[-1] == sk.PASS


def test_facts_are_reasons_only_where_the_line_goes_with_a_loss(monkeypatch: pytest.MonkeyPatch) -> None:
    """White takes the corner, which is no reason if all measures together speak for the move."""
    lines = line("b2 a1"), line("e3 f4")
    assert reasons_between(CORNER, *lines)
    assert reasons_between(sk.Board.parse("f5"), line("d6"), line("f4")) == ()
    monkeypatch.setattr("shirokuro.explanation.explainer.LEAST", (99, 99, 99))
    assert reasons_between(CORNER, *lines) == ()


# What is measured


def test_what_is_measured_after_a_move() -> None:
    found = consequence(CORNER, line("b2 a1"), 2)
    assert (found["corners"].own, found["corners"].theirs) == (0, 0.5)
    assert (found["mobility"].own, found["mobility"].theirs) == (1.5, 1.5)
    assert (found["passes"].own, found["passes"].theirs) == (0, 0)


@pytest.mark.parametrize("variant", ["nip", "nip12", "nip24+loop"])
def test_round_boards_have_what_is_defined_there(variant: str) -> None:
    """No corners, edges, C and X."""
    defined = set(MEASURES) - {"safe_moves", "corners", "open_corners"}
    terms = {"rim", "openness", "quiet", "frontier", "mobility", "pass", "access", "parity", "discs"}
    for board in random_boards(variant, 2)[::3]:
        assert consequence(board, (board.legal_moves[0],), 1).keys() == defined
        explanation = sk.explain(board, board.legal_moves[-1], sk.Limits(depth=4))
        assert {row.feature for row in explanation.compared} <= defined
        assert {reason.term for reason in explanation.reasons} <= terms


def test_nip_has_reasons_of_the_rim() -> None:
    boards = random_boards("nip", 4)[10:]
    found = [sk.explain(board, board.legal_moves[0], sk.Limits(depth=5)) for board in boards]
    assert "rim" in {reason.term for each in found for reason in each.reasons}


def test_stable_discs_are_never_turned(variant: str) -> None:
    for seed in range(3):
        held: dict[int, sk.Colour] = {}
        for board in random_boards(variant, seed):
            assert all(board.disc_at(square) == side for square, side in held.items())
            held |= {square: side for side in sk.Colour for square in stable_discs(board, side)}
        assert held or sk.VARIANTS[variant].is_round


# Explanations as values


def test_explanations_are_whole(variant: str) -> None:
    for board in random_boards(variant, 3)[-12::3]:
        for move in board.legal_moves:
            explanation = sk.explain(board, move, sk.Limits(depth=3))
            assert (explanation.move, explanation.loss >= 0) == (move, True)
            counting = [row for row in explanation.compared if row.counts]
            assert {MEASURES[row.feature].term for row in counting} <= {
                each.term for each in explanation.reasons
            }
            assert all((row.mine > row.best) == MEASURES[row.feature].is_bad for row in counting)
            assert explanation.is_deep == (explanation.loss > 0 and not explanation.reasons)
            assert len(explanation.reasons) <= 3
            for text in (explanation.text("en"), explanation.text("ja", is_yours=True)):
                assert not BLANK.search(text)
                assert not re.search(r"[{}]", text)


def test_the_best_move_needs_no_reason() -> None:
    board, judged = ending("stable")
    best = sk.explain(board, judged.best)
    assert (best.loss, best.reasons, best.is_deep, str(best)) == (0, (), False, "")
    assert sk.explain(board, judged) == sk.explain(board, judged.move)


def test_deep_reading_is_said() -> None:
    board = sk.Board("reversi6", "--------XO----XO----XO-------------- X")
    explanation = sk.explain(board, "e1", sk.Limits(depth=5))
    assert explanation.is_deep
    assert str(explanation) == catalogue("en")["reasons.deep"]
    assert explanation.text("ja").startswith("読みが必要な手です")


def test_an_illegal_move_is_an_error() -> None:
    with pytest.raises(sk.IllegalMoveError, match="a1"):
        sk.explain("f5", "a1")


# Words


def test_every_measure_and_term_has_its_words_and_no_other_is_there() -> None:
    sections: dict[str, set[str]] = {"terms": set(), "measures": set()}
    for key in catalogue("en"):
        section, name = key.split(".", 1)
        sections.get(section, set()).add(name)
    terms = {measure.term for measure in MEASURES.values()} | {*TERMS.values(), "c", "x"}
    assert sections == {"terms": terms, "measures": set(MEASURES)}


def test_every_kind_has_sentences_and_no_other_is_there() -> None:
    texts = {
        key.split(".", 1)[1]: text for key, text in catalogue("en").items() if key.startswith("reasons.")
    }
    forms = {form for form, text in texts.items() if text.endswith(".")}
    assert {re.split("_harm|_missed", form)[0] for form in forms} == set(TERMS)
    assert all(form.removesuffix("_you") in forms for form in forms)
    japanese = catalogue("ja")
    assert {japanese[f"reasons.{form}"][-1] for form in forms} == {"。"}
