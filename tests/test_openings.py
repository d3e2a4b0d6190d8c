"""The shipped openings: legal, distinct, level; and random ones."""

from __future__ import annotations

import pytest

import shirokuro as sk
from shirokuro.opening_names.level_openings import MOST_DRAWN, random_openings

PLIES = {"reversi4": 6, "nip12": 2, "nip12+loop": 2}
LEAST = {"reversi": 100, "nip": 100, "nip12": 1, "nip12+loop": 1}


def boards(variant: str) -> list[sk.Board]:
    return [sk.Board.parse(opening, variant) for opening in sk.openings(variant)]


def test_there_are_enough_and_each_is_a_game_that_goes_on(variant: str) -> None:
    """No two are the same by symmetry."""
    found = boards(variant)
    assert len({board.canonical().line() for board in found}) == len(found) >= LEAST.get(variant, 50)
    for opening, board in zip(sk.openings(variant), found, strict=True):
        assert (len(board.move_stack), board.transcript()) == (PLIES.get(variant, 8), opening)
        assert board.legal_moves


def test_a_sample_is_level(variant: str) -> None:
    """By perfect play on small boards; elsewhere by a look ahead."""
    for board in boards(variant)[::40]:
        with sk.Engine(table_mib=4) as engine:
            if len(board.empties()) <= 20:
                assert abs(engine.solve(board).value) <= 2
            else:
                values = [engine.search(board, sk.Limits(depth=depth)).value for depth in (9, 10)]
                assert abs(sum(values) / 2) <= 5


def test_openings_that_no_game_has_are_refused() -> None:
    with pytest.raises(ValueError, match="no variant 'go'"):
        sk.openings("go")
    with pytest.raises(ValueError, match="random games of nip12 do not go on after 40 plies"):
        random_openings("nip12", 40, 1, seed=1)


def test_random_openings_are_repeatable_and_go_on(variant: str) -> None:
    found = random_openings(variant, 3, 20, seed=1)
    assert found == random_openings(variant, 3, 20, seed=1)
    played = [sk.Board.parse(opening, variant) for opening in found]
    assert [(len(board.move_stack), board.is_over()) for board in played] == [(3, False)] * 20
    assert random_openings(variant, 0, 2, seed=1) == ("", "")


def test_a_long_match_draws_its_openings_again() -> None:
    few, many = random_openings("nip12", 1, 5, 0), random_openings("nip12", 1, 10**9, 0)
    assert many[:5] == few
    assert len(many) == MOST_DRAWN
