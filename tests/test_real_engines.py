"""Matches with real programs: gtp-rhino of Debian's package `grhino`, and our own servers."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from samples import random_board

import shirokuro as sk
from shirokuro.players.external.engine_setup import DIALECTS, Dialect

OURS = [sys.executable, "-m", "shirokuro.cli", "protocol"]
BOARDS = ("reversi4", "reversi6", "nip12", "nip24+loop")


@pytest.fixture(scope="module")
def rhino() -> Iterator[sk.ExternalEngine]:
    """`make test` installs it."""
    with sk.ExternalEngine("gtp-rhino --level=1") as engine:
        yield engine


def test_it_says_who_it_is(rhino: sk.ExternalEngine) -> None:
    assert rhino.title.startswith("GTP GRhino ")


def test_a_match_with_rhino(rhino: sk.ExternalEngine) -> None:
    before = rhino.process_id
    result = sk.match(rhino, "random", games=6, strict=True)
    assert result.wins > result.losses
    assert any(sk.PASS in game.record.moves for game in result.games)
    assert rhino.process_id == before


def test_rhino_begins_at_positions_too(rhino: sk.ExternalEngine) -> None:
    opening = sk.Board.parse("f5d6c3d3c4").line()
    sk.match(rhino, "greedy", games=2, openings=[opening], strict=True)


def test_rhino_knows_no_seconds_but_plays(rhino: sk.ExternalEngine) -> None:
    sk.play(rhino, "random", limits=sk.Limits(seconds=0.01), strict=True)
    sk.play("random", rhino, clock=sk.Clock(60), strict=True)


def test_rhino_plays_in_workers() -> None:
    engine = sk.ExternalEngine("gtp-rhino --level=1")
    assert len(sk.match(engine, "random", games=4, jobs=2, strict=True).games) == 4


@pytest.mark.parametrize("protocol", DIALECTS)
def test_our_servers_against_our_clients(protocol: Dialect) -> None:
    command, lines = [*OURS, protocol, "--player", "greedy"], ["set depth 4"] * (protocol == "nboard")
    with sk.ExternalEngine(command, protocol, variants=BOARDS, lines=lines) as engine:
        assert engine.title.startswith("Shirokuro")
        for board in BOARDS:
            result = sk.match(engine, "random", games=2, variant=board, strict=True)
            assert len(result.games) == 2
        begun = random_board("reversi6", 5, seed=1).line()
        sk.match(engine, "random", games=2, variant="reversi6", openings=[begun], strict=True)
        sk.play(engine, "random", variant="reversi4", clock=sk.Clock(60), strict=True)


def test_values_of_our_nboard_server() -> None:
    board = sk.Board("reversi4")
    with sk.ExternalEngine([*OURS, "nboard", "--variant", "reversi4"], "nboard", variants=BOARDS) as engine:
        values = engine.analyze(board, sk.Limits(seconds=60))  # it is sure of all of them long before
        assert {move: choice.value for move, choice in values.items()} == {
            move: result.value for move, result in sk.analyze(board, sk.Limits()).items()
        }


def test_our_gtp_server_takes_parts_of_seconds(tmp_path: Path) -> None:
    log = tmp_path / "log"
    with sk.ExternalEngine([*OURS, "gtp", "--player", "engine:seconds=60", "--log", str(log)]) as engine:
        engine.choose(sk.Board.parse("f5d6"), sk.Limits(seconds=0.05))
    assert "time_settings 0 0.05 1" in log.read_text()
    assert "?" not in log.read_text()
