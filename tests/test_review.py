"""Reviews: what each move lost, never from values that cannot be compared."""

from __future__ import annotations

import pytest
from samples import random_board

import shirokuro as sk
from shirokuro.board.board import SCORINGS, Scoring
from shirokuro.explanation.reviewer import EXACT_FROM, judgement_of

DRAW = (
    "f5d6c3d3c4f4f6f3e6e7d7c5b6d8c6c7d2b5a5a6a7g5e3b4c8g6g4c2e8d1"
    "f7e2g3h4f1e1f2g1b1f8g8b3h3b2h5b7a3a4a1a2c1h2h1g2b8a8g7h8h7h6"
)
REVERSI6_LINE = "c2b4c5d2e4e3d1c1b1d5d6f4b3b2f3f2e2b6a4c6a6a2b5a5e6e5a3a1f5f6e1f1"


def random_game(variant: str, seed: int = 1) -> sk.Board:
    return random_board(variant, 128, seed)


def judgement(value: int, best_value: int) -> sk.Judgement:
    return sk.Judgement(1, sk.BLACK, sk.D3, value, sk.C4, best_value, (sk.C4,), "exact", 10)


LIMITS = (None, sk.Limits(depth=3), sk.Limits(nodes=3000), sk.Limits(seconds=0.002))


@pytest.mark.parametrize("limits", LIMITS)
def test_every_move_is_judged(variant: str, limits: sk.Limits | None) -> None:
    board = random_game(variant)
    review = sk.review(board, limits)
    assert [(judged.ply, judged.move) for judged in review.moves] == [*enumerate(board.move_stack, 1)]
    assert review.record == sk.Record.from_board(board)
    for before, judged in zip(review.record.boards(), review.moves, strict=False):
        assert judged.side == before.turn
        assert judged.loss >= 0
        assert judged.best in before.legal_moves or judged.best == judged.move == sk.PASS
        assert (judged.pv[0], judged.played_pv[0]) == (judged.best, judged.move)
        before.extend(judged.played_pv, insert_passes=False)
        assert (judged.best == judged.move) == (judged.loss == 0)
    if limits is None:
        assert review.moves[-1].black_value == board.margin()


@pytest.mark.parametrize("scoring", SCORINGS)
def test_the_end_of_a_game_is_judged_exactly(variant: str, scoring: Scoring) -> None:
    board = random_game(variant, seed=2)
    review = sk.review(board, sk.Limits(depth=2), scoring=scoring)
    for before, judged in zip(review.record.boards(), review.moves, strict=False):
        if len(before.empties()) > min(EXACT_FROM, 12):
            continue
        results = sk.analyze(before, scoring=scoring)
        assert judged.kind == "exact"
        assert judged.value == results[judged.move].value
        assert judged.best_value == max(result.value for result in results.values())
        assert results[judged.best].value == judged.best_value


def test_a_perfect_game_loses_nothing_where_it_is_read_to_the_end() -> None:
    for text, variant in ((DRAW, "reversi"), (REVERSI6_LINE, "reversi6")):
        board = sk.Board.parse(text, variant)
        review = sk.review(board)
        exact = [judged for judged in review.moves if judged.kind == "exact"]
        assert len(exact) >= EXACT_FROM
        assert [judged.loss for judged in exact] == [0] * len(exact)
        assert {judged.black_value for judged in exact} == {board.margin()}


def test_the_kinds_follow_the_empties() -> None:
    review = sk.review(sk.Board.parse(DRAW), sk.Limits(depth=4))
    kinds = [(judged.kind, judged.depth) for judged in review.moves]
    assert kinds[: 60 - EXACT_FROM] == [("depth", 4)] * (60 - EXACT_FROM)
    assert {kind for kind, _ in kinds[60 - EXACT_FROM :]} == {"exact"}


def test_both_values_are_looked_at_equally_far(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever the limits cut off, a loss is the difference of two values of one pass."""
    pairs: list[list[sk.Result]] = []
    compare = sk.Engine.compare

    def spy(*arguments: object, **options: object) -> dict[int, sk.Result]:
        found = compare(*arguments, **options)  # type: ignore[arg-type]
        pairs.append(list(found.values()))
        return found

    monkeypatch.setattr(sk.Engine, "compare", spy)
    sk.review(random_game("reversi"), sk.Limits(nodes=20_000))
    assert len(pairs) > 20
    for pair in pairs:
        reached = {(result.kind, result.depth) for result in pair}
        assert len(reached) == 1 or "exact" in {kind for kind, _ in reached}


def test_a_move_that_turns_out_better_is_the_best(monkeypatch: pytest.MonkeyPatch) -> None:
    board = sk.Board()
    board.push("f5")
    found = {
        sk.D3: sk.Result(1, sk.D3, (sk.D3,), 4, 9, 0.1, "depth", -64, 64),
        sk.F5: sk.Result(3, sk.F5, (sk.F5,), 4, 9, 0.1, "depth", -64, 64),
    }
    monkeypatch.setattr(sk.Engine, "search", lambda *_, **__: found[sk.D3])
    monkeypatch.setattr(sk.Engine, "compare", lambda *_, **__: found)
    (judged,) = sk.review(board).moves
    assert (judged.best, judged.best_value, judged.value, judged.loss) == (sk.F5, 3, 3, 0)


def test_marks() -> None:
    marks = {0: "", 3: "", 4: "?!", 7: "?!", 8: "?", 15: "?", 16: "??", 64: "??"}
    for loss, mark in marks.items():
        judged = judgement(-loss, 0)
        assert (judged.loss, judged.mark) == (loss, mark)
        assert str(judged).startswith(f"1. d3{mark} {-loss:+d} (exact)")
        assert ("c4 +0" in str(judged)) == (loss > 0)


def test_what_a_side_lost_in_all_and_a_move() -> None:
    review = sk.review(random_game("nip24"))
    assert review.lost(sk.BLACK) + review.lost(sk.WHITE) > 0
    assert len(str(review).splitlines()) == len(review.moves)
    board = sk.Board.parse("b1c1d3a1c4d4", "reversi4")
    assert sk.PASS in board.move_stack
    for each in (review, sk.review(board)):
        for side in sk.Colour:
            moves = tuple(judged for judged in each.moves if judged.side == side and judged.move != sk.PASS)
            assert each.choices(side) == moves
            assert each.lost(side) == sum(judged.loss for judged in each.moves if judged.side == side)
            assert each.mean_loss(side) == each.lost(side) / len(moves)
    assert sk.review(sk.Board()).mean_loss(sk.BLACK) is None


def test_games_from_anywhere() -> None:
    """A game that is illegal is an error."""
    (judged,) = sk.review(sk.Record(start=sk.Board.parse("f5d6c3").position, moves=(sk.F4,))).moves
    assert (judged.ply, judged.side, judged.move) == (1, sk.WHITE, sk.F4)
    assert sk.review(sk.Board()).moves == sk.review(sk.Record()).moves == ()
    with pytest.raises(sk.IllegalMoveError, match="move 2"):
        sk.review(sk.Record(moves=(sk.F5, sk.A1)))


def test_passes_are_moves_that_lose_nothing() -> None:
    board = sk.Board.parse("b1c1d3a1c4", "reversi4")
    assert sk.PASS in board.move_stack
    judged = sk.review(board).moves[board.move_stack.index(sk.PASS)]
    assert (judged.move, judged.best, judged.loss) == (sk.PASS, sk.PASS, 0)


def test_the_line_that_punishes_a_mistake_leads_to_its_value() -> None:
    review = sk.review(random_game("reversi6"))
    costly = [judged for judged in review.moves if judged.loss > 8 and judged.kind == "exact"]
    assert costly
    for judged in costly:
        board = list(review.record.boards())[judged.ply - 1]
        board.extend(judged.played_pv, insert_passes=False)
        assert board.is_over()
        assert board.margin() == judged.black_value


def test_one_move_is_judged_as_in_a_review() -> None:
    review = sk.review(random_game("reversi6"))
    for board, judged in list(zip(review.record.boards(), review.moves, strict=False))[20:]:
        alone = sk.judge(board, judged.move)
        assert (alone.ply, alone.side, alone.loss) == (judged.ply, judged.side, judged.loss)
    assert sk.judge("f5d6", "c3").side == sk.BLACK
    for move, name in ((sk.A1, "a1"), (sk.PASS, "pass")):
        with pytest.raises(sk.IllegalMoveError, match=name):
            sk.judge("f5d6", move)


def test_threads_change_no_exact_loss() -> None:
    board = random_game("nip24")
    one, two = sk.review(board), sk.review(board, threads=2)
    pairs = [(a, b) for a, b in zip(one.moves, two.moves, strict=True) if a.kind == b.kind == "exact"]
    assert len(pairs) >= 12
    assert [a.loss for a, _ in pairs] == [b.loss for _, b in pairs]
    with pytest.raises(ValueError, match="threads"):
        sk.review(board, threads=0)


def test_progress_comes_from_the_end() -> None:
    seen: list[sk.Judgement] = []
    board = random_game("nip12")
    review = sk.review(board, progress=seen.append)
    assert tuple(reversed(seen)) == review.moves


def test_a_stopped_review_has_the_last_moves() -> None:
    stop, seen = sk.Stop(), list[sk.Judgement]()

    def count(judged: sk.Judgement) -> None:
        seen.append(judged)
        if len(seen) == 5:
            stop.set()

    board = random_game("reversi6")
    review = sk.review(board, progress=count, stop=stop)
    assert len(review.moves) == 5
    assert [judged.move for judged in review.moves] == board.move_stack[-5:]


def test_reviews_are_values() -> None:
    board = random_game("nip12")
    first, second = sk.review(board), sk.review(board)
    assert first == second
    assert hash(first) == hash(second)
    with pytest.raises(AttributeError):
        first.moves = ()  # type: ignore[misc]


def test_a_judgement_is_trusted_as_far_as_the_weaker_of_both_results() -> None:
    board = sk.Board()
    read, guessed = (sk.Result(0, sk.F5, (), 10, 1, 0.0, kind, 0, 0) for kind in ("exact", "depth"))
    for best, played in ((read, guessed), (guessed, read)):
        assert judgement_of(board, sk.D3, best, played).kind == "depth"
    assert judgement_of(board, sk.D3, read, read).kind == "exact"
