"""Nipevt: its map with the bonus for few replies, ties at random, as printed, and its own options."""

from __future__ import annotations

import re

import pytest
import samples
from slow_look_ahead import by_early_map, by_map_and_replies, fast_values, slow_sums, slow_values

import shirokuro as sk
from shirokuro.engine.studies import move_values
from shirokuro.players.player import ROUND_BOARDS


@pytest.mark.parametrize("variant", ROUND_BOARDS)
def test_values_are_minimax_on_map_and_replies(variant: str) -> None:
    cells = len(sk.VARIANTS[variant].cells)
    for board in samples.boards_with_a_choice(variant, range(1, cells - 6), 3):
        for beyond in range(3 if cells < 30 else 2):
            expected = slow_values(board, beyond, by_map_and_replies(variant), pass_is_ply=True)
            assert fast_values(board, "map and replies", beyond) == expected, board


@pytest.mark.parametrize(("variant", "first"), [("nip", 40), ("nip", 10), ("nip12", 1)])
def test_other_measures_of_a_line(variant: str, first: int) -> None:
    """Near the end lines have passes, and end before their last ply."""
    cells = len(sk.VARIANTS[variant].cells)
    for board in samples.boards_with_a_choice(variant, range(first, min(first + 6, cells - 5)), 4):
        for beyond in range(4 if first != 10 else 3):
            assert fast_values(board, "sum of line", beyond) == slow_sums(board, beyond), board
        expected = slow_values(board, 2, by_early_map(variant), pass_is_ply=True)
        assert fast_values(board, "early map", 2) == expected, board


def test_a_line_as_a_sum() -> None:
    """At one ply there is nothing to sum."""
    for board in samples.boards_with_a_choice("nip", range(4, 40), 5):
        assert fast_values(board, "sum of line", 0) == fast_values(board, "map and replies", 0)
        values = move_values(board, "sum of line", 3).best_first()
        choice = sk.player("nipevt:line=sum").choose(board)
        assert choice.move in {each.move for each in values if each.points == values[0].points}


def test_the_rim_is_shunned_until_few_cells_are_empty() -> None:
    for board in samples.boards_with_a_choice("nip", range(12, 44), 12):
        empties = len(board.empties())
        shunned = sk.player(f"nipevt:rim_from={empties - 1},seed=3").choose(board)
        best = move_values(board, "early map", 3).best_first()
        assert shunned.move in {each.move for each in best if each.points == best[0].points}
        wanted = sk.player(f"nipevt:rim_from={empties},seed=3").choose(board)
        assert wanted.move == sk.player("nipevt:seed=3").choose(board).move


@pytest.mark.parametrize(
    ("spec", "says"),
    [
        ("nipevt:line=middle", "nipevt: line is one of end, sum, not 'middle'"),
        ("nipevt:rim_from=65", "nipevt: rim_from is a whole number, 0…64, not 65"),
        ("nipevt:line=sum,as_printed=true", "nipevt: as_printed, line and rim_from do not go together"),
        ("nipevt:rim_from=20,line=sum", "nipevt: as_printed, line and rim_from do not go together"),
    ],
)
def test_what_nipevt_cannot_be(spec: str, says: str) -> None:
    with pytest.raises(ValueError, match=f"^{re.escape(says)}"):
        sk.player(spec)


@pytest.mark.parametrize(("replies", "bonus"), [(0, 10), (1, 5), (2, 3), (3, 1), (4, 0), (5, 0)])
def test_the_bonus(replies: int, bonus: int) -> None:
    for seed in range(2000):
        board = samples.random_board("nip", 10 + seed % 36, seed)
        for move in board.legal_moves:
            after = board.copy()
            after.push(move)
            if len(after.legal_moves) == replies:
                with_bonus = fast_values(board, "map and replies", 0)[sk.square_name(move)]
                assert with_bonus - fast_values(board, "map", 0)[sk.square_name(move)] == bonus
                return
    raise AssertionError(f"no move that leaves {replies} replies")


@pytest.mark.parametrize(
    ("spec", "beyond"), [("nipevt", 3), ("nipevt:depth=2", 1), ("nipevt:as_printed=true", 0)]
)
def test_one_of_the_best_at_random(spec: str, beyond: int) -> None:
    """On the first board all moves are equal by symmetry."""
    for board in [sk.Board("nip"), *samples.boards_with_a_choice("nip", range(4, 30), 5)]:
        values = move_values(board, "map and replies", beyond).candidates
        most = max(each.points for each in values)
        chosen = {sk.player(spec).with_seed(seed).choose(board).move for seed in range(80)}
        assert chosen == {each.move for each in values if each.points == most}


def test_as_printed_does_not_use_its_depth() -> None:
    for board in samples.boards_with_a_choice("nip", range(4, 40), 10):
        choices = {sk.player(f"nipevt:as_printed=true,depth={depth}").choose(board) for depth in (1, 4, 9)}
        assert len({(choice.move, choice.value, choice.nodes) for choice in choices}) == 1


def test_nipevt_plays_round_boards_alone_and_better_than_random() -> None:
    with pytest.raises(ValueError, match="does not play reversi"):
        sk.player("nipevt").choose(sk.Board())
    games = (sk.play("nipevt", "random", variant="nip", seed=seed) for seed in range(20))
    assert sum(game.margin() > 0 for game in games) >= 14
