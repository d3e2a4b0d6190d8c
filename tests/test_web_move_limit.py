"""The server's limit of seconds a move holds for every player and parameter: it plays the best so far."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from itertools import product
from random import Random
from typing import Any

import pytest
from web_client import PERSON, Visitor, visited

import shirokuro as sk
from shirokuro.parameters.parameter import Parameter
from shirokuro.players.player import BuiltinPlayer
from shirokuro.web.settings import WebSettings

MOVE_SECONDS = 0.05
HIDDEN = {"weights", "proof", "seed", "book"}
"""Parameters that name files, decide no effort, or answer without thinking."""
BOUNDS = {"threads": WebSettings().threads, "playouts": WebSettings().playouts}
EMPTIES = (47, 30, 11)
"""With which the player is asked: early, in the middle, and where all moves are solved exactly."""


def values_of(each: Parameter) -> list[Any]:
    """The largest number, and every word."""
    if each.choices:
        return [*each.choices]
    if each.kind is bool:
        return [False, True]
    if each.kind is str or each.most is None:
        return [each.default]
    return [min(each.kind(each.most), each.kind(BOUNDS.get(each.name, each.most)))]


def specs_of(kind: type[BuiltinPlayer]) -> list[str]:
    """Every combination of words that the player takes, with all numbers as large as they can be, then with
    each of them at its default, and each of them alone."""
    own = [each for each in kind.parameters() if each.name not in HIDDEN]
    numbers = [each for each in own if each.most is not None]
    found = dict[str, None]()
    for values in product(*map(values_of, own)):
        chosen = dict(zip((each.name for each in own), values, strict=True))
        usual = {each.name: each.default for each in numbers}
        alone = [usual | {each.name: chosen[each.name]} for each in numbers]
        for changes in ({}, *({each.name: each.default} for each in numbers), *alone):
            with suppress(ValueError):  # words that do not go together
                text = kind(**chosen | changes).spec
                found["person:rating=1500" if text == PERSON else text] = None
    return [*found]


SPECS = [specs_of(kind) for kind in sk.PLAYERS.values()]
EXTREME = [max(specs, key=lambda spec: spec.count("=")) for specs in SPECS]
LONG = [spec for specs in SPECS for spec in specs if spec not in EXTREME]


@pytest.fixture(scope="module")
def visitor(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Visitor]:
    with visited(tmp_path_factory.mktemp("limit"), move_seconds=MOVE_SECONDS) as visitor:
        yield visitor


def random_game(variant: str, empties: int) -> sk.Board:
    """A board with so many empties or fewer, on which somebody can choose; the same each time."""
    for seed in range(100):
        board, random = sk.Board(variant), Random(seed)
        while not board.is_over() and (len(board.empties()) > empties or len(board.legal_moves) < 3):
            board.push(random.choice([*board.legal_moves]) if board.legal_moves else sk.PASS)
        if not board.is_over():
            return board
    raise AssertionError(f"no such game with {empties} empties on {variant}")


@pytest.mark.parametrize("spec", [*EXTREME, *(pytest.param(spec, marks=pytest.mark.long) for spec in LONG)])
def test_every_player_moves_at_the_limit(visitor: Visitor, spec: str) -> None:
    variant = "reversi" if "reversi" in sk.player(spec).variants else "nip"
    for empties in EMPTIES:
        board = random_game(variant, empties)
        seats = (spec, PERSON) if board.turn == sk.BLACK else (PERSON, spec)
        game = visitor.begin(*seats, board=variant, text=board.transcript())
        told = visitor.settled(game)
        assert told["thinking"] is None, "it did not answer at all"
        assert told["ply"] > len(board.move_stack), told["result"]
        assert told["result"] is None or told["result"]["by"] == "discs", told["result"]
