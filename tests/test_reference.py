"""The slow rules agree with what is known of the games, and the library with the slow rules."""

from __future__ import annotations

from math import atan2
from random import Random

import pytest
import reference
from hypothesis import given, settings
from hypothesis import strategies as st

import shirokuro as sk
from shirokuro.board.board import SCORINGS

FULL_ROUND = {
    "nip": {"d3": 1, "c4": 1, "f5": 1, "e6": 1},
    "nip40": {"d3": 1, "c4": 1, "f5": 1, "e6": 1},
    "nip32": {"c2": 1, "b3": 1, "e4": 1, "d5": 1},
    "nip24": {"c2": 1, "b3": 1, "e4": 1, "d5": 1},
    "nip12": {"b1": 1},
    "nip+loop": {"c1": 19, "d3": 1, "c4": 1, "f5": 1, "e6": 1},
    "nip40+loop": {"d1": 15, "d3": 1, "c4": 1, "f5": 1, "e6": 1},
    "nip32+loop": {"b1": 15, "c2": 1, "b3": 1, "e4": 1, "d5": 1},
    "nip24+loop": {"c1": 11, "c2": 1, "b3": 1, "e4": 1, "d5": 1},
    "nip12+loop": {"b1": 8},
}
"""The start discs, and every rim cell white but the ring's first: what each move of black turns."""


def board_of(variant: str, game: reference.Game) -> sk.Board:
    black, white = ([cell for cell in game.rules.cells if game.discs[cell] == disc] for disc in "XO")
    return sk.Board.from_cells(black, white, sk.Colour("XO".index(game.turn)), variant)


def check_moves(board: sk.Board, game: reference.Game) -> None:
    flips = {cell: game.flips(cell) for cell in game.rules.cells}
    assert board.legal_moves.names() == [cell for cell in flips if flips[cell]]
    for square in range(64):
        expected = flips.get(sk.square_name(square), set())
        assert set(board.flips(square).names()) == expected
        assert board.is_legal(square) == bool(expected)


def check_end(board: sk.Board, game: reference.Game) -> None:
    over = game.is_over()
    assert board.is_over() == over
    assert board.must_pass() == board.is_legal(sk.PASS) == game.must_pass()
    for scoring in SCORINGS:
        outcome = board.outcome(scoring)
        assert (outcome is not None) == over
        if outcome:
            margin = game.margin(scoring)
            assert outcome.margin == margin
            assert outcome.winner == (None if margin == 0 else sk.BLACK if margin > 0 else sk.WHITE)
            assert (outcome.black, outcome.white) == (game.count("X"), game.count("O"))
            assert outcome.empties == game.count("-")


def check(board: sk.Board, game: reference.Game) -> None:
    assert board.line() == game.line()
    assert board.turn.symbol == game.turn
    check_moves(board, game)
    check_end(board, game)


def play_and_check(variant: str, random: Random) -> None:
    board, game = sk.Board(variant), reference.new_game(variant)
    check(board, game)
    while not game.is_over():
        if game.must_pass():
            board.push(sk.PASS)
            game = game.after_pass()
        else:
            cell = random.choice(game.legal_moves())
            board.push(cell)
            game = game.after(cell)
        check(board, game)


def test_variants_their_cells_rings_and_starts_are_the_same() -> None:
    assert list(sk.VARIANTS) == list(reference.RULES)
    for variant, rules in reference.RULES.items():
        known = sk.VARIANTS[variant]
        assert known.cells.names() == rules.cells
        assert [sk.square_name(square) for square in known.ring] == rules.ring
        assert known.width == rules.width
        assert sk.Board(variant).line() == reference.new_game(variant).line()


def test_ring_is_the_rim_in_order(every_variant: str) -> None:
    """A rim cell lacks a neighbour across a side; going round, the angle at the centre only grows."""
    rules = reference.RULES[every_variant]
    places = {cell: (ord(cell[0]) - ord("a"), int(cell[1]) - 1) for cell in rules.cells}
    taken = set(places.values())
    sides = ((0, 1), (1, 0), (0, -1), (-1, 0))
    rim = {cell for cell, (x, y) in places.items() if not all((x + dx, y + dy) in taken for dx, dy in sides)}
    assert set(rules.ring) == (rim if "nip" in every_variant else set())
    middle = (rules.width - 1) / 2
    angles = [atan2(places[cell][1] - middle, places[cell][0] - middle) for cell in rules.ring]
    lowest = angles.index(min(angles)) if angles else 0
    assert angles[lowest:] + angles[:lowest] == sorted(angles)


@pytest.mark.parametrize(
    ("variant", "leaves"),
    [
        ("reversi", [4, 12, 56, 244, 1396]),
        ("reversi6", [4, 12, 56, 244, 1364]),
        ("reversi4", [4, 12, 44, 128, 424, 1256]),
        ("nip", [4, 12, 56, 244, 1392]),
        ("nip40", [4, 12, 56, 240, 1320]),
        ("nip32", [4, 12, 56, 240, 1300]),
        ("nip24", [4, 12, 44, 156, 676, 3008]),
        ("nip12", [4, 8, 16, 32, 68, 120, 176, 208, 208, 212, 212, 212]),
    ],
)
def test_perft_of_the_reference(variant: str, leaves: list[int]) -> None:
    game = reference.new_game(variant)
    assert [reference.perft(game, depth) for depth in range(len(leaves) + 1)] == [1, *leaves]


@pytest.mark.parametrize("variant", FULL_ROUND)
def test_loop_rule(variant: str) -> None:
    game = reference.new_game(variant)
    game.discs.update(dict.fromkeys(game.rules.ring[1:], reference.WHITE))
    board = board_of(variant, game)
    assert {cell: len(game.flips(cell)) for cell in game.legal_moves()} == FULL_ROUND[variant]
    assert {name: len(board.flips(name)) for name in board.legal_moves.names()} == FULL_ROUND[variant]


def test_loop_rule_from_every_cell_of_the_rim() -> None:
    """Wherever the one gap is, the disc goes round with the loop rule and not without."""
    for variant in FULL_ROUND:
        ring = reference.RULES[variant].ring
        for gap in ring:
            game = reference.new_game(variant)
            game.discs.update(dict.fromkeys(ring, "O") | {gap: "-"})
            board = board_of(variant, game)
            check(board, game)
            assert (len(board.flips(gap)) >= len(ring) - 1) == ("+loop" in variant)


def test_both_ways_round_to_one_disc() -> None:
    """One rim cell is black, one empty, all others white: both arcs end at the same disc and turn."""
    ring = reference.RULES["nip"].ring
    game = reference.new_game("nip")
    game.discs.update(dict.fromkeys(ring, "O") | {ring[0]: "-", ring[7]: "X"})
    assert game.flips(ring[0]) >= set(ring) - {ring[0], ring[7]}
    check(board_of("nip", game), game)


@settings(max_examples=8)
@given(random=st.randoms(use_true_random=False))
def test_random_games(every_variant: str, random: Random) -> None:
    play_and_check(every_variant, random)


@pytest.mark.long
@settings(max_examples=500)
@given(random=st.randoms(use_true_random=False))
def test_many_random_games(every_variant: str, random: Random) -> None:
    play_and_check(every_variant, random)


@settings(max_examples=50)
@given(data=st.data(), turn=st.sampled_from("XO"))
def test_any_discs_at_all(every_variant: str, data: st.DataObject, turn: str) -> None:
    check_any_discs(every_variant, data, turn)


@pytest.mark.long
@settings(max_examples=1000)
@given(data=st.data(), turn=st.sampled_from("XO"))
def test_many_discs_at_all(every_variant: str, data: st.DataObject, turn: str) -> None:
    check_any_discs(every_variant, data, turn)


def check_any_discs(variant: str, data: st.DataObject, turn: str) -> None:
    rules = reference.RULES[variant]
    length, alphabet = len(rules.cells), data.draw(st.sampled_from(["XO-", "XOO-", "XOOOOO-", "XO"]))
    cells = data.draw(st.text(alphabet, min_size=length, max_size=length))
    game = reference.Game(rules, dict(zip(rules.cells, cells, strict=True)), turn)
    check(board_of(variant, game), game)
