"""Text where a board or a game is needed: every function takes it as `Board.parse` would."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict, is_dataclass
from typing import Any

import pytest

import shirokuro as sk
from shirokuro.engine import features as feature
from shirokuro.engine import playouts as playout
from shirokuro.engine import studies
from shirokuro.engine.engine import Engine

LINE = "--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X"
TEXTS = ["f5d6", LINE, "(;GM[Othello]PB[Ann]TY[8]B[F5]W[D6];)", '{"format":1,"variant":"nip12","moves":"b1"}']
DEPTH = sk.Limits(depth=2)
SHORT = sk.Limits(nodes=100)


def with_engine(method: str, *arguments: Any) -> Callable[[Any], Any]:
    def call(board: Any) -> Any:
        with Engine(table_mib=1) as engine:
            return getattr(engine, method)(board, *arguments)

    return call


FUNCTIONS: dict[str, Callable[[Any], Any]] = {
    "perft": lambda board: sk.perft(board, 3),
    "evaluate": sk.evaluate,
    "features": sk.features,
    "analyze": lambda board: sk.analyze(board, DEPTH),
    "solve": lambda board: sk.solve(board, limits=SHORT),
    "review": lambda game: sk.review(game, DEPTH).moves,
    "Engine.search": with_engine("search", DEPTH),
    "Engine.solve": with_engine("solve", "exact", SHORT),
    "Engine.analyze": with_engine("analyze", DEPTH),
    "Engine.compare": with_engine("compare", [], DEPTH),
    "study_value": feature.study_value,
    "square_value": feature.square_value,
    "try_moves": lambda board: playout.try_moves(board, 5),
    "grow_tree": lambda board: playout.grow_tree(board, 50),
    "dont_care_discs": studies.dont_care_discs,
    "choose": lambda board: sk.player("greedy").choose(board),
    "Record.from_board": sk.Record.from_board,
    "move_values": lambda board: studies.move_values(board, "map", 1),
}
SQUARE_BOARDS: dict[str, Callable[[Any], Any]] = {
    "alpha_beta": lambda board: studies.alpha_beta(board, studies.Depths(1, 1, 0, 0)),
}


def timeless(value: Any) -> Any:
    """A result without the time it took."""
    if isinstance(value, dict):
        return {key: timeless(each) for key, each in value.items()}
    if is_dataclass(value) and not isinstance(value, type) and hasattr(value, "seconds"):
        return asdict(value) | {"seconds": None}
    return value


@pytest.mark.parametrize("text", TEXTS)
def test_text_stands_for_its_board(text: str) -> None:
    board = sk.Board.parse(text)
    for name, function in (FUNCTIONS | (SQUARE_BOARDS if not board.variant.is_round else {})).items():
        assert timeless(function(text)) == timeless(function(board)), name


@pytest.mark.parametrize("name", [*FUNCTIONS, *SQUARE_BOARDS])
def test_what_is_no_board_is_said_to_be_none(name: str) -> None:
    function = {**FUNCTIONS, **SQUARE_BOARDS}[name]
    with pytest.raises(sk.NotationError, match="'z9' is not a square"):
        function("f5z9")
    for wrong in (7, None):
        kind = type(wrong).__name__
        with pytest.raises(TypeError, match=rf"a (game, a )?board or its text is needed, not {kind}"):
            function(wrong)


def test_the_name_of_a_board_stands_for_its_start() -> None:
    assert sk.solve("nip12").value == 2
    assert sk.perft("nip", 3) == 56


def test_a_game_is_played_on_from_a_text() -> None:
    assert sk.play("random", "random", board="f5d6").moves[:2] == (sk.F5, sk.D6)
    assert sk.play("random", "random", board="d3", variant="nip12").variant == "nip12"
    with pytest.raises(TypeError, match="a board or its text is needed, not int"):
        sk.play("random", "random", board=7)  # type: ignore[arg-type]


def test_a_review_of_a_text_knows_who_played() -> None:
    assert sk.review("(;GM[Othello]PB[Ann]PW[Bob]TY[8]B[F5];)", DEPTH).record.black == "Ann"
    assert sk.review(LINE, DEPTH).moves == ()


def test_one_board_is_needed() -> None:
    for text in ("", "f5d6\n\nc4e3"):
        for function in (sk.evaluate, sk.review):
            with pytest.raises(sk.NotationError, match=r"one .*game was expected, but there are"):
                function(text)


def test_absurd_depths_of_perft() -> None:
    for depth in (-1, 121, 10**20, 10**400):
        with pytest.raises(ValueError, match="depth is 0…120"):
            sk.perft("f5", depth)
        with pytest.raises(ValueError, match="depth is 0…120"):
            sk.Board().perft(depth)
    with pytest.raises(TypeError, match="float"):
        sk.perft("f5", 2.5)  # type: ignore[arg-type]


def test_absurd_seeds() -> None:
    for seed in (-1, 2**64, 10**30):
        for games in (playout.try_moves, playout.grow_tree):
            with pytest.raises(ValueError, match="seed: 0…18446744073709551615 are possible"):
                games("f5", 5, seed=seed)
