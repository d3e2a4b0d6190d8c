"""What the values of all moves say: how many keep the result, which are near the best."""

from __future__ import annotations

import pytest

import shirokuro as sk
from shirokuro.engine import Kind

ENDING = "--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X"


def result(value: int, kind: Kind = "exact", lower: int = -64, upper: int = 64) -> sk.Result:
    return sk.Result(value, None, (), 8, 1, 0.0, kind, lower, upper)


def results(*values: int, kind: Kind = "exact") -> dict[int, sk.Result]:
    return {move: result(value, kind) for move, value in enumerate(values)}


@pytest.mark.parametrize(
    ("values", "ending", "moves"),
    [
        ((6, 2, 0, -4), "win", (0, 1)),
        ((0, 0, -2), "draw", (0, 1)),
        ((-2, -8, -30), "loss", (0, 1, 2)),
        ((4,), "win", (0,)),
    ],
)
def test_moves_that_keep_the_result(values: tuple[int, ...], ending: str, moves: tuple[int, ...]) -> None:
    kept = sk.keeping(results(*values))
    assert (kept.ending, kept.moves, kept.of, kept.is_certain) == (ending, moves, len(values), True)
    assert str(kept).startswith(f"{len(moves)} of {len(values)} moves keep the {ending}: a1")


def test_a_look_ahead_is_not_certain() -> None:
    kept = sk.keeping(results(6, 2, -4, kind="depth"))
    assert (kept.moves, kept.is_certain) == ((0, 1), False)
    assert "as far as seen" in str(kept)


def test_a_bound_is_certain_where_it_leaves_zero_out() -> None:
    assert sk.keeping({0: result(4), 1: result(-3, "bound", -20, -2)}).is_certain
    assert not sk.keeping({0: result(4), 1: result(-3, "bound", -20, 2)}).is_certain


@pytest.mark.parametrize(
    ("values", "kind", "moves"),
    [
        ((8, 6, 4), "exact", (0, 1)),
        ((2, 2, 0), "exact", (0, 1)),
        ((0, -2), "exact", (0,)),
        ((-2, -4, -6), "exact", (0, 1)),
        ((1, 0, -1, -2), "depth", (0, 1, 2)),
        ((1, 1, 0, -1), "wld", (0, 1)),
    ],
)
def test_moves_near_the_best(values: tuple[int, ...], kind: Kind, moves: tuple[int, ...]) -> None:
    assert sk.near_best(results(*values, kind=kind)) == moves


def test_order_does_not_matter() -> None:
    backwards = dict(reversed(results(6, 2, 0, -4).items()))
    assert sk.keeping(backwards).moves == (1, 0)
    assert sk.near_best(dict(reversed(results(8, 6, 4).items()))) == (1, 0)


def test_on_a_board() -> None:
    found = sk.analyze(ENDING, sk.Limits())
    kept = sk.keeping(found)
    assert (kept.ending, kept.is_certain, kept.of) == ("win", True, len(found))
    assert [sk.move_name(move) for move in sk.near_best(found)] == ["g8"]


def test_without_moves_there_is_nothing_to_keep() -> None:
    for question in (sk.keeping, sk.near_best):
        with pytest.raises(ValueError, match="without moves"):
            question({})
