"""Features: against a slow and obvious count, on hand-made boards, and the same on the portable kernel."""

from __future__ import annotations

import json
import pickle
from collections.abc import Iterator
from itertools import product
from random import Random

import pytest
from samples import reference_game
from slow_features import Counts, corners_and_edges, opened, regions, slow, techniques

import shirokuro as sk
from shirokuro.engine import features as feature
from shirokuro.engine.features import Features, Share


def boards(variant: str, games: int = 3) -> Iterator[sk.Board]:
    """All boards of some random games, and as many with discs thrown on them."""
    random = Random(variant)
    cells = sk.VARIANTS[variant].cells
    for _ in range(games):
        board = sk.Board(variant)
        while not board.is_over():
            yield board.copy()
            board.push(random.choice(board.legal_moves) if board.legal_moves else sk.PASS)
            share = random.uniform(0, 0.5)
            black = sk.SquareSet(square for square in cells if random.random() < share)
            white = sk.SquareSet(square for square in cells - black if random.random() < 2 * share)
            yield sk.Board.from_cells(black, white, random.choice(list(sk.Colour)), variant)
        yield board


def counts_of(share: Share) -> Counts:
    return {tuple(part.squares.names()): part.number for part in share.parts}


def check_features(board: sk.Board) -> None:
    game, found = reference_game(board), sk.features(board)
    for colour in sk.Colour:
        defined = {one.name: counts_of(one.of(colour)) for one in found.all if one.is_defined}
        expected = slow(game, colour.symbol) | techniques(game, colour.symbol)
        assert defined == expected, f"{board}\n{colour}"
    assert {frozenset(region.squares.names()) for region in found.regions} == regions(game)
    assert {sk.square_name(one.move): set(one.squares.names()) for one in found.moves} == {
        move: opened(game, move) for move in game.legal_moves()
    }


def test_features_equal_the_slow_count(variant: str) -> None:
    for board in boards(variant):
        check_features(board)


def test_the_evaluation_is_the_sum_of_its_features(variant: str) -> None:
    for board in boards(variant, 20):
        assert feature.study_value(board) == weighed(sk.features(board)), board


def edge_boards(width: int) -> Iterator[sk.Board]:
    """Every pattern of an edge, on any of the four; of the mixed ones on 8x8 a sample."""
    name = {8: "reversi", 6: "reversi6", 4: "reversi4"}[width]
    random = Random(width)
    for discs in product("-XO", repeat=width):
        if width == 8 and {"X", "O"} <= set(discs) and random.random() < 0.9:
            continue
        sides = [[place for place, disc in enumerate(discs) if disc == side] for side in "XO"]
        board = sk.Board.from_cells(*sides, variant=name)
        yield board.transform(random.choice(list(sk.Symmetry)))


@pytest.mark.parametrize("width", [4, 6, 8])
def test_edges(width: int) -> None:
    for board in edge_boards(width):
        game, found = reference_game(board), sk.features(board)
        for colour in sk.Colour:
            for name, counts in corners_and_edges(game, colour.symbol).items():
                assert counts_of(getattr(found, name).of(colour)) == counts, f"{board}\n{name}"
        assert found.value == weighed(found)


def weighed(found: Features) -> int:
    """Weights times numbers, for the side to move."""
    sum_for_black = sum(one.weight * one.balance for one in found.all)
    return -sum_for_black if found.position.turn == sk.WHITE else sum_for_black


# The worth of squares

STUDY_D = "120 -20 20 5 5 20 -20 120/-20 -40 -5 -5 -5 -5 -40 -20/20 -5 15 3 3 15 -5 20/5 -5 3 3 3 3 -5 5"
STUDY_B = "100 100 100 100/100 -20 -20 -20 -20 100/100 -20 -20 50 50 -20 -20 100/100 -20 50 0 0 50 -20 100"


@pytest.mark.parametrize(("variant", "half"), [("reversi", STUDY_D), ("nip", STUDY_B), ("nip+loop", STUDY_B)])
def test_maps_of_the_studies(variant: str, half: str) -> None:
    rows = [[int(weight) for weight in row.split()] for row in half.split("/")]
    printed = [weight for row in [*rows, *rows[::-1]] for weight in row]
    assert list(feature.square_weights(variant).values()) == printed


def test_maps_have_all_symmetries_and_values_are_sums_of_weights(variant: str) -> None:
    weights = feature.square_weights(variant)
    for square, weight in weights.items():
        board = sk.Board.from_cells([square], [], variant=variant)
        assert {feature.square_value(board.transform(symmetry)) for symmetry in sk.Symmetry} == {weight}
    for board in boards(variant):
        own, opp = (sum(weights[square] for square in side) for side in (board.own, board.opp))
        assert feature.square_value(board) == own - opp


# Values


def test_features_are_values(variant: str) -> None:
    found = sk.features(sk.Board(variant))
    assert found == sk.features(sk.Board(variant)) == pickle.loads(pickle.dumps(found))
    assert hash(found) == hash(sk.features(sk.Board(variant)))
    assert found != sk.features(next(after for after in boards(variant) if after.move_stack))
    told = json.loads(json.dumps(found.to_dict()))
    assert told["line"] == sk.Board(variant).line()
    assert told["moves"].keys() == set(sk.Board(variant).legal_moves.names())
    assert told["features"]["mobility"]["black"]["number"] == found.mobility.black.number


@pytest.mark.parametrize(
    ("variant", "undefined", "reason"),
    [
        ("reversi", set(), ""),
        ("reversi6", set(), ""),
        ("reversi4", {"wing", "mountain"}, "an edge of 4 cells is too short for it"),
        ("nip", {"stable", "wing", "mountain", "c", "x"}, "a round board has no corners and no edges"),
        ("nip12+loop", {"stable", "wing", "mountain", "c", "x"}, "a round board has no corners and no edges"),
    ],
)
def test_what_makes_no_sense_is_undefined(variant: str, undefined: set[str], reason: str) -> None:
    found = sk.features(sk.Board(variant))
    missing = [one for one in found.all if not one.is_defined]
    assert {one.name for one in missing} == undefined
    for one in missing:
        assert (one.undefined, one.black.number, one.white.number, one.balance) == (reason, 0, 0, 0)
        assert one.to_dict() == {"defined": False, "reason": reason}
        assert reason in str(one)
        assert reason in str(found)


def test_a_full_and_an_empty_board(variant: str) -> None:
    cells = sk.VARIANTS[variant].cells
    full = sk.features(sk.Board.from_cells(cells, [], variant=variant))
    assert (full.openness.black.number, full.mobility.black.number, full.regions) == (0, 0, ())
    assert str(full).endswith("empty regions: none\nopenness of X's moves: no move")
    empty = sk.features(sk.Board.from_cells([], [], variant=variant))
    assert [region.size for region in empty.regions] == [len(cells)]
    assert empty.value == 0


def results() -> list[tuple[str, int]]:
    """What this process's kernel gives on every variant; test_kernels compares it."""
    found = [board for variant in sk.VARIANTS for board in boards(variant)]
    return [(str(sk.features(board)), feature.square_value(board)) for board in found]
