"""Our servers against our clients: a player plays the same games through a protocol as by itself."""

from __future__ import annotations

import pytest
from protocol_driver import command_line

import shirokuro as sk
from shirokuro.players.external.engine_setup import DIALECTS, Dialect

PLAYER = "engine:level=12"
"""It leaves nothing to chance."""


@pytest.mark.parametrize("protocol", DIALECTS)
def test_a_player_plays_the_same_games_through_a_protocol(protocol: Dialect) -> None:
    command = command_line(protocol, "--player", PLAYER)
    with sk.ExternalEngine(command, protocol, variants=sk.VARIANTS) as engine:
        for variant in ("reversi4", "nip12", "nip24+loop", "reversi6"):
            for seats in ((engine, "random"), ("random", engine)):
                direct = [PLAYER if each is engine else each for each in seats]
                through = sk.play(*seats, variant=variant, seed=7, strict=True)
                assert through.moves == sk.play(*direct, variant=variant, seed=7).moves


@pytest.mark.parametrize("protocol", DIALECTS)
def test_a_match_through_a_protocol(protocol: Dialect) -> None:
    command = command_line(protocol, "--player", "greedy")
    with sk.ExternalEngine(command, protocol, variants=["nip12"]) as engine:
        result = sk.match(engine, "greedy", 6, variant="nip12", strict=True)
    assert result.wins == result.losses


@pytest.mark.long
def test_a_clock_is_kept_through_gtp() -> None:
    command = command_line("gtp", "--player", "engine:depth=60", "--threads", "2")
    with sk.ExternalEngine(command, "gtp") as engine:
        board = sk.Board.parse("f5d6c3d3c4f4f6f3e6e7d7c5b6d8c6c7d2b5a5a6a7g5e3b4c8g6g4c2e8d1")
        record = sk.play(engine, "random", board, sk.Clock(20), strict=True)
    assert record.board().is_over()
