"""Nipevt: its map with the bonus for few replies, ties at random, and as printed."""

from __future__ import annotations

import pytest
import samples
from slow_look_ahead import by_map_and_replies, fast_values, slow_values

import shirokuro as sk
from shirokuro.players.nipevt import ROUND_BOARDS
from shirokuro.studies import move_values


@pytest.mark.parametrize("variant", ROUND_BOARDS)
def test_values_are_minimax_on_map_and_replies(variant: str) -> None:
    cells = len(sk.VARIANTS[variant].cells)
    for board in samples.boards_with_a_choice(variant, range(1, cells - 6), 3):
        for beyond in range(3 if cells < 30 else 2):
            expected = slow_values(board, beyond, by_map_and_replies(variant), pass_is_ply=True)
            assert fast_values(board, "map and replies", beyond) == expected, board


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


def test_nipevt_plays_round_boards_alone() -> None:
    with pytest.raises(ValueError, match="does not play reversi"):
        sk.player("nipevt").choose(sk.Board())


def test_looking_ahead_pays() -> None:
    games = (sk.play("nipevt", "random", variant="nip", seed=seed) for seed in range(20))
    assert sum(game.margin() > 0 for game in games) >= 14
