"""What the values of all moves say: how many keep the result, which are near the best."""

from __future__ import annotations

from dataclasses import replace

import pytest
from samples import random_board

import shirokuro as sk
from shirokuro._core import Goal
from shirokuro.engine.deepening import MODES, DeepeningStep, Mode, deepening_steps
from shirokuro.engine.value import KINDS, Kind
from shirokuro.explanation.reviewer import judgement_of
from shirokuro.players.player import after

ENDING = "--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X"


def result(value: int, kind: Kind = "exact", lower: int = -64, upper: int = 64) -> sk.Result:
    return sk.Result(value, None, (), 8, 1, 0.0, kind, lower, upper)


def results(*values: int, kind: Kind = "exact") -> dict[int, sk.Result]:
    return {move: result(value, kind) for move, value in enumerate(values)}


def test_moves_that_keep_the_result() -> None:
    for values, ending, moves in (
        ((6, 2, 0, -4), "win", (0, 1)),
        ((0, 0, -2), "draw", (0, 1)),
        ((-2, -8, -30), "loss", (0, 1, 2)),
        ((4,), "win", (0,)),
    ):
        kept = sk.keeping(results(*values))
        assert (kept.ending, kept.moves, kept.of, kept.is_certain) == (ending, moves, len(values), True)
        assert str(kept).startswith(f"{len(moves)} of {len(values)} moves keep the {ending}: a1")
    assert sk.keeping(dict(reversed(results(6, 2, 0, -4).items()))).moves == (1, 0)


def test_a_look_ahead_is_not_certain_and_a_bound_is_where_it_leaves_zero_out() -> None:
    kept = sk.keeping(results(6, 2, -4, kind="depth"))
    assert (kept.moves, kept.is_certain) == ((0, 1), False)
    assert "as far as seen" in str(kept)
    assert sk.keeping({0: result(4), 1: result(-3, "bound", -20, -2)}).is_certain
    assert not sk.keeping({0: result(4), 1: result(-3, "bound", -20, 2)}).is_certain


def test_moves_near_the_best() -> None:
    cases: dict[Kind, dict[tuple[int, ...], tuple[int, ...]]] = {
        "exact": {(8, 6, 4): (0, 1), (2, 2, 0): (0, 1), (0, -2): (0,), (-2, -4, -6): (0, 1)},
        "depth": {(1, 0, -1, -2): (0, 1, 2)},
        "wld": {(1, 1, 0, -1): (0, 1), (12, 2, 0, -1): (0, 1)},
        "selective": {(4, 2, -2): (0, 1)},
    }
    for kind, found in cases.items():
        for values, moves in found.items():
            assert sk.near_best(results(*values, kind=kind)) == moves
    assert sk.near_best(dict(reversed(results(8, 6, 4).items()))) == (1, 0)


def test_a_value_is_as_certain_as_its_kind() -> None:
    """Everything that compares values uses one order."""
    looked = [sk.Result(0, None, (), depth, 1, 0.0, "depth", -64, 64) for depth in (4, 60)]
    read = [sk.Result(0, None, (), 20, 1, 0.0, "selective", -64, 64, sure) for sure in (70, 92)]
    ladder = [result(0, "bound"), *looked, *read, result(0, "wld"), result(0, "exact")]
    assert [each.certainty for each in ladder] == sorted({each.certainty for each in ladder})
    assert {each.kind for each in ladder} == set(KINDS)


def test_a_book_a_search_and_a_judgement_share_one_order() -> None:
    degrees: list[tuple[Kind, int]] = [("depth", 12), ("depth", 16), ("selective", 1), ("selective", 95)]
    values = [*(sk.Value(0, kind, degree) for kind, degree in degrees), sk.Value(0, "exact")]
    for value in values:
        searched = sk.Result(0, None, (), value.degree, 1, 0.0, value.kind, -64, 64, value.degree)
        played = replace(searched, value=-2)
        judged = judgement_of(sk.Board(), 19, searched, played)
        kept = sk.BookMove.of(19, value)
        assert searched.as_value() == kept.as_value() == value
        assert judged.as_value() == replace(value, discs=-2)
        assert kept.certainty == searched.certainty == value.certainty
        assert kept.badge() == searched.badge() == value.badge()
    assert [each.certainty for each in values] == sorted({each.certainty for each in values})
    for kind in ("bound", "wld"):
        with pytest.raises(ValueError, match=f"no value of the kind {kind}"):
            sk.BookMove.of(19, result(2, kind).as_value())


def test_the_value_of_a_move_from_the_position_after_it() -> None:
    assert sk.Value(4, "depth", 9).before(19) == sk.Value(-4, "depth", 10)
    assert sk.Value(4, "depth", 9).before(sk.PASS) == sk.Value(-4, "depth", 9), "a pass is no ply ahead"
    assert sk.Value(-4, "selective", 95).before(19) == sk.Value(4, "selective", 95)
    assert sk.Value(0).before(19) == sk.Value(0)


def test_what_a_value_says() -> None:
    assert [str(sk.Value(discs)) for discs in (4, 0, -4)] == ["+4", "+0", "-4"]
    assert [str(sk.Value(discs, "wld")) for discs in (1, 0, -1)] == ["win", "draw", "loss"]
    assert sk.Value(-3, "bound").badge() == "bound"


def test_the_loss_of_a_move_is_as_certain_as_the_weaker_value() -> None:
    best, played = result(4, "selective"), result(-2, "depth")
    assert judgement_of(sk.Board(), 19, best, played).kind == "depth"
    assert judgement_of(sk.Board(), 19, played, best).kind == "depth"


# The steps of an analysis


@pytest.mark.parametrize("mode", MODES)
def test_each_step_is_better_than_the_one_before(mode: Mode) -> None:
    for empties in range(1, 61):
        found = deepening_steps(None, empties, mode)
        assert (found[-1].depth, found[-1].confidence) == (empties, 3)
        ahead = [step.depth for step in found if step.goal == Goal.best_move]
        assert ahead == sorted({*ahead})
        to_the_end = [step.confidence for step in found if step.goal != Goal.best_move]
        assert to_the_end == ([0, 1, 3] if empties >= 19 else [3] if empties > 9 else [])
        assert found[-1].goal == Goal[mode if empties > 9 else "best_move"]


def test_a_depth_short_of_the_end_is_never_passed() -> None:
    assert deepening_steps(7, 30, "exact") == [DeepeningStep(depth) for depth in (3, 5, 7)]


def kinds_of(results: dict[int, sk.Result]) -> set[tuple[str, int, int | None]]:
    return {(each.kind, each.depth, each.confidence) for each in results.values()}


def test_selective_values_come_before_exact_ones() -> None:
    seen: list[dict[int, sk.Result]] = []
    board = random_board("reversi6", 13, 3)
    assert len(board.empties()) == 19
    with sk.Engine(table_mib=16) as engine:
        found = engine.analyze(board, sk.Limits(), progress=seen.append)
    assert all(len(kinds_of(results)) == 1 for results in seen), "values of one step can be compared"
    told = [min(each.certainty for each in results.values()) for results in seen]
    assert told == sorted(told), "a value never gives way to a worse one"
    kinds = list(dict.fromkeys(next(iter(results.values())).kind for results in seen))
    assert kinds == ["depth", "selective", "exact"]
    claims = {each.confidence for results in seen for each in results.values() if each.kind == "selective"}
    assert len(claims) == 2
    exact = {move: -sk.solve(after(board, move)).value for move in board.legal_moves}
    assert {move: each.value for move, each in found.items()} == exact


@pytest.mark.parametrize("mode", MODES)
def test_whatever_ends_an_analysis_its_values_are_of_one_step(mode: Mode) -> None:
    board = random_board("reversi", 40, 2)
    for nodes in (3_000, 10_000, 30_000, 60_000, 100_000, 200_000):
        with sk.Engine(table_mib=1) as engine:
            assert len(kinds_of(engine.analyze(board, sk.Limits(nodes=nodes), mode=mode))) == 1


def test_who_wins_with_each_move() -> None:
    board = random_board("reversi6", 13, 3)
    exact, wins = sk.analyze(board, sk.Limits()), sk.analyze(board, sk.Limits(), mode="wld")
    assert {each.kind for each in wins.values()} == {"wld"}
    assert {move: each.verdict() for move, each in wins.items()} == {
        move: "win" if each.value > 0 else "loss" if each.value < 0 else "draw"
        for move, each in exact.items()
    }
    assert sk.keeping(wins).is_certain
    assert set(sk.keeping(wins).moves) == set(sk.keeping(exact).moves)
    with pytest.raises(ValueError, match="mode: no 'who'"):
        sk.analyze(board, mode="who")  # type: ignore[arg-type]


def test_on_a_board() -> None:
    found = sk.analyze(ENDING, sk.Limits())
    kept = sk.keeping(found)
    assert (kept.ending, kept.is_certain, kept.of) == ("win", True, len(found))
    assert [sk.move_name(move) for move in sk.near_best(found)] == ["g8"]


def test_without_moves_there_is_nothing_to_keep() -> None:
    for question in (sk.keeping, sk.near_best):
        with pytest.raises(ValueError, match="without moves"):
            question({})
