"""The players as printed against the listings, line by line."""

from __future__ import annotations

import listings
import pytest
import samples
from slow_look_ahead import game_of

import shirokuro as sk
from shirokuro.engine.studies import Depths
from shirokuro.players.nip_mc import PRINTED_RANDOM, printed_choice
from shirokuro.players.ssai import Ssai


def choices(spec: str, board: sk.Board, seeds: int = 60) -> list[str]:
    """All that a player may choose, by its luck."""
    players = (sk.player(f"{spec},seed={seed}") for seed in range(seeds))
    return sorted({sk.square_name(player.choose(board).move) for player in players})


@pytest.mark.parametrize(
    ("variant", "presearch", "plies"),
    [("reversi4", 4, range(1, 10)), ("reversi6", 2, range(2, 30)), ("reversi", 1, range(2, 58))],
)
def test_ssai_with_its_main_search(variant: str, presearch: int, plies: range) -> None:
    """The search that is thrown away is done here: to a depth, for the winner and for the discs."""
    for board in samples.boards_with_a_choice(variant, plies, 10):
        depths = Depths(presearch, normal=2, wld=5, perfect=4)
        spec = f"ssai:as_printed=true,presearch={presearch},normal=2,wld=5,perfect=4"
        played = sk.square_name(sk.player(spec).choose(board).move)
        assert played == listings.Ssai(depths).move(game_of(board)), board


def sampled(depths: Depths, evaluation: str) -> str:
    words = ",".join(f"{name}={getattr(depths, name)}" for name in ("presearch", "normal", "wld", "perfect"))
    return f"ssai:as_printed=true,evaluation={evaluation},{words}"


def test_ssai_over_the_sample_program() -> None:
    """As its evaluation was meant: what was judged before does not matter."""
    depths = Depths(presearch=2, normal=1, wld=1, perfect=1)
    judge, player = listings.SampleProgram(drifts=False), sk.player(sampled(depths, "sample"))
    for board in samples.boards_with_a_choice("reversi", range(2, 58), 12):
        assert sk.square_name(player.choose(board).move) == listings.Ssai(depths, judge).move(game_of(board))


@pytest.mark.parametrize(
    "depths",
    [
        Depths(presearch=1, normal=2, wld=3, perfect=2),
        pytest.param(Depths(presearch=2, normal=3, wld=6, perfect=4), marks=pytest.mark.long),
    ],
)
def test_ssai_over_the_drifting_sample_program(depths: Depths) -> None:
    """Two games of one run, in which all that was judged before matters."""
    judge, player = listings.SampleProgram(drifts=True), sk.player(sampled(depths, "drifting"))
    assert isinstance(player, Ssai)
    for colour in (sk.WHITE, sk.BLACK):
        record = sk.play(*([player, "random"] if colour == sk.BLACK else ["random", player]), seed=7)
        for board in turns(record, colour):
            chosen = record.moves[len(board.move_stack)]
            assert listings.Ssai(depths, judge).move(game_of(board)) == sk.square_name(chosen), board
        player = player.with_memory(player.learn(record))


def turns(record: sk.Record, colour: sk.Colour) -> list[sk.Board]:
    """Where a side had a choice."""
    boards, board = [], sk.Board()
    for move in record.moves:
        if board.turn == colour and len(board.legal_moves) > 1:
            boards.append(board.copy())
        board.push(move)
    return boards


def test_msai() -> None:
    for board in samples.boards_with_a_choice("reversi", range(1, 58), 60):
        played = sk.square_name(sk.player("msai:as_printed=true").choose(board).move)
        assert played == listings.msai(game_of(board)), board


def test_nip_mc() -> None:
    for board in samples.boards_with_a_choice("nip", range(PRINTED_RANDOM, 48), 150):
        assert sk.square_name(printed_choice(board)) == listings.nip_mc(game_of(board)), board


def test_nipevt() -> None:
    """Ties stand equally often in its list, so they are equally likely."""
    for board in samples.boards_with_a_choice("nip", range(1, 48), 60):
        best = listings.nipevt(game_of(board))
        assert len(set(best.values())) == 1
        assert choices("nipevt:as_printed=true", board) == sorted(best), board


AFTER_A_PASS = (
    "c4e3f6e6f7c5e2c3b2f4b6d2d6g8g4a7b4g5e7a4b3b1g7h8a1e1a2h4g3d7c6c2b5f2b7a8c8c7g6a3a6h5f8c1a5e8f3g2f5pa"
)
"""Here it takes its own last disc for the opponent's."""


@pytest.mark.parametrize(
    ("plies", "depth"), [(range(1, 12), 2), (range(12, 50), 1), (range(48, 58), 4), (None, 2)]
)
def test_rvlai(plies: range | None, depth: int) -> None:
    boards = samples.boards_with_a_choice("reversi", plies, 20) if plies else [sk.Board.parse(AFTER_A_PASS)]
    for board in boards:
        before, log = board.copy(), sk.PASS
        while log == sk.PASS:
            log = before.pop()
        possible = listings.Rvlai(depth).decide(game_of(board), game_of(before), sk.square_name(log))
        assert choices(f"rvlai:as_printed=true,depth={depth}", board) == sorted(possible), board
