"""Values that are compared come from equal work: of one depth, whatever was searched before."""

from __future__ import annotations

from itertools import product

import pytest
from samples import random_board

import shirokuro as sk
from shirokuro import _core
from shirokuro.engine.engine import Engine
from shirokuro.engine.evaluation import EVALUATORS
from shirokuro.engine.limits import Limits
from shirokuro.explanation.reviewer import Judgement

DEPTHS = (1, 2, 3, 4, 5, 7)
"""From 3 plies on the table is asked."""


def values(results: dict[int, sk.Result]) -> dict[int, tuple[int, str, int]]:
    return {move: (result.value, result.kind, result.depth) for move, result in results.items()}


def boards(variant: str) -> list[sk.Board]:
    return [sk.Board(variant), *(random_board(variant, plies, plies) for plies in (3, 8, 13))]


def used(board: sk.Board) -> Engine:
    """An engine that has searched the position, and what follows, to all sorts of depths."""
    engine = Engine(table_mib=1)
    for after in (board, *(board.copy() for _ in range(3))):
        for depth in (9, 6, 3):
            engine.search(after, Limits(depth=depth))
        if after.legal_moves:
            after.push(next(iter(after.legal_moves)))
    engine.solve(board, limits=Limits(nodes=20_000))
    return engine


def minimax(board: sk.Board, depth: int) -> int:
    """The value of a depth by its definition: a pass is no ply, what is over is counted."""
    if board.must_pass():
        board.push_pass()
        value = -minimax(board, depth)
        board.pop()
        return value
    if not board.empties() or (depth > 0 and board.is_over()):
        return board.final_value()
    if depth == 0:
        return sk.evaluate(board)
    best = -64
    for move in board.legal_moves:
        board.push(move)
        best = max(best, -minimax(board, depth - 1))
        board.pop()
    return best


def test_a_used_engine_compares_as_a_fresh_one(variant: str) -> None:
    for board in boards(variant):
        engine = used(board)
        for depth in DEPTHS:
            expected = values(Engine(table_mib=1).analyze(board, Limits(depth=depth)))
            assert values(engine.analyze(board, Limits(depth=depth))) == expected
            some = list(expected)[:2]
            assert values(engine.compare(board, some, Limits(depth=depth))) == {
                move: expected[move] for move in some
            }


def test_symmetric_moves_are_worth_the_same(variant: str) -> None:
    engine = Engine(table_mib=1)
    for board in boards(variant):
        for depth in DEPTHS:
            expected = by_position(board, engine.analyze(board, Limits(depth=depth)))
            for symmetry in sk.Symmetry:
                image = board.transform(symmetry)
                assert by_position(image, engine.analyze(image, Limits(depth=depth))) == expected


def by_position(board: sk.Board, results: dict[int, sk.Result]) -> dict[sk.Position, set[int]]:
    """The values of the moves by what they lead to, whichever way the board is turned."""
    found: dict[sk.Position, set[int]] = {}
    for move, result in results.items():
        after = board.copy(stack=False)
        after.push(move)
        found.setdefault(after.canonical().position, set()).add(result.value)
    return found


@pytest.mark.parametrize("depth", [5, 8, 9, 10, 11])
def test_the_four_first_moves_are_one_move(depth: int) -> None:
    engine = Engine()
    board = sk.Board()
    board.push("f5")
    engine.search(board, Limits(depth=depth))
    assert len({result.value for result in engine.analyze(sk.Board(), Limits(depth=depth)).values()}) == 1
    review = sk.review(sk.Board.parse("f5d6"), Limits(depth=depth))
    assert review.moves[0].loss == 0


def test_a_review_in_little_time_invents_no_loss() -> None:
    assert sk.review(sk.Board.parse("f5d6"), Limits(seconds=0.02)).moves[0].loss == 0


def test_the_value_of_a_depth_is_what_its_definition_says(variant: str) -> None:
    for board in boards(variant):
        engine = used(board)
        for depth in (1, 2, 3, 4):
            if not board.is_over():
                assert engine.search(board, Limits(depth=depth)).value == minimax(board, depth)


def test_a_review_does_not_depend_on_what_was_reviewed_before(variant: str) -> None:
    """Each move of a game is judged after those that follow it, on one engine."""
    record = sk.play("random", "random", variant=variant, seed=3)
    limits = Limits(depth=4)
    for judgement, board in zip(sk.review(record, limits).moves, record.boards(), strict=False):
        if judgement.kind == "depth" and judgement.move != sk.PASS:
            alone = Engine(table_mib=1).analyze(board, limits)
            assert judgement.value == alone[judgement.move].value
            assert judgement.best_value == max(result.value for result in alone.values())


@pytest.mark.parametrize("limits", [Limits(seconds=0.03), Limits(nodes=30_000), Limits(nodes=100)])
def test_what_limits_end_is_still_equal_work(limits: Limits) -> None:
    for board in boards("reversi"):
        results = Engine().analyze(board, limits)
        assert set(results) == set(board.legal_moves)
        assert len({(result.kind, result.depth) for result in results.values()}) == 1


def test_a_stopped_analysis_has_searched_every_move(variant: str) -> None:
    stop = sk.Stop()
    stop.set()
    for board, depth in product(boards(variant), (None, 1, 2, 3, 6, 7)):
        with Engine(table_mib=1) as engine:
            results = engine.analyze(board, Limits(depth=depth), stop)
            assert set(results) == (set(board.legal_moves) or ({sk.PASS} if board.must_pass() else set()))


def test_helpers_that_are_stopped_leave_no_move_out_of_an_assured_search() -> None:
    stop = sk.Stop()
    stop.set()

    def value(board: sk.Board, threads: int) -> int:
        task = _core.SearchTask(depth=7, assured=7, stop=stop)
        return _core.Engine(threads, 1 << 20).search(board, _core.evaluation_named("hand"), task).value

    for seed in range(60):
        board = random_board("reversi", 22, seed)
        assert value(board, 4) == value(board, 1)


def test_a_move_named_twice_is_compared_once() -> None:
    board = sk.Board()
    twice = Engine(table_mib=1).compare(board, (19, 19, 26), Limits(depth=4))
    assert values(twice) == values(Engine(table_mib=1).compare(board, (19, 26), Limits(depth=4)))


@pytest.mark.parametrize("last", [1, 2, 20, 50])
def test_a_stopped_review_keeps_what_it_has(last: int) -> None:
    stop = sk.Stop()
    seen: list[Judgement] = []

    def tell(judgement: Judgement) -> None:
        seen.append(judgement)
        if len(seen) == last:
            stop.set()

    review = sk.review(sk.play("random", "random", seed=5), Limits(depth=5), progress=tell, stop=stop)
    assert review.moves == tuple(reversed(seen))
    assert len(seen) == last


def test_no_limits_are_a_moment() -> None:
    assert Engine().search(sk.Board()).kind == "depth"
    assert len(sk.analyze(sk.Board("nip"))) == 4


def test_only_what_was_measured_has_a_confidence() -> None:
    engine = Engine()
    assert engine.search(sk.Board(), Limits(depth=5)).confidence is None
    ending = random_board("reversi", 48, 1)
    assert engine.solve(ending).confidence == 100
    bound = engine.solve(random_board("reversi", 30, 1), limits=Limits(nodes=200_000))
    assert (bound.kind, bound.confidence) == ("bound", None)


def test_every_evaluator_has_its_own_confidence() -> None:
    ending = random_board("reversi", 46, 1)
    claims = set()
    built_in = set(EVALUATORS) - {"trained"}
    for evaluator in built_in:
        results = [
            Engine(table_mib=1, evaluator=evaluator).solve(ending, confidence=each) for each in range(3)
        ]
        assert all(result.kind == "selective" for result in results)
        claims.add(tuple(result.confidence for result in results))
    assert len(claims) == len(built_in)
