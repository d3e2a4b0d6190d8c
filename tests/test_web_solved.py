"""What is solved, over the interface: boards, positions, reviews and hints that need no search."""

from __future__ import annotations

import logging
import shutil
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from test_solving import solved
from web_client import Listener, Visitor, visited

import shirokuro as sk
from shirokuro.explanation.reviewer import EXACT_FROM
from shirokuro.players.levels import LEVELS
from shirokuro.proofs.best_known import KnownPosition
from shirokuro.proofs.proof_tree import Division
from shirokuro.proofs.proven import Proven

SOLVED = {"kind": "solved", "depth": None, "confidence": None}
BY_BOOK = {"reversi6": -4, "reversi4": -10, "nip32": -10, "nip24": 4, "nip12": 2}
"""What black, who begins, has in the end; docs/solving.md and docs/book.md have the same."""
BY_PROOF = {"nip40": -6, "nip40+loop": -10}
"""Likewise, by the package's proofs; docs/results has the same."""


@pytest.fixture(scope="module")
def proof(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Of a board that no book has: white wins by 8."""
    path = tmp_path_factory.mktemp("solved") / "loop.proof"
    solved(sk.Board("nip24+loop"), path, Division(10, 4))
    return path


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("SHIROKURO_HOME", str(tmp_path))
    (tmp_path / "proofs").mkdir()
    return tmp_path


@pytest.fixture
def visitor(home: Path) -> Iterator[Visitor]:
    with visited(home) as found:
        yield found


def starts(visitor: Visitor) -> dict[str, Any]:
    return {board["name"]: board["solved"] for board in visitor.get("/boards")["boards"]}


def told(visitor: Visitor, asked: dict[str, Any]) -> list[Any]:
    """All that the socket says to an analysis."""
    with Listener(visitor, "analyse", **asked) as listener:
        return listener.hear_all("analysis", lambda message: message["is_final"])


# Boards


def test_boards_that_the_package_solves_say_who_wins(visitor: Visitor) -> None:
    expected = {
        name: {"winner": "black" if value > 0 else "white", "margin": abs(value)}
        for name, value in (BY_BOOK | BY_PROOF).items()
    }
    assert {name: found for name, found in starts(visitor).items() if found} == expected


def test_a_new_proof_counts_without_a_new_start(visitor: Visitor, home: Path, proof: Path) -> None:
    assert starts(visitor)["nip24+loop"] is None
    shutil.copy(proof, home / "proofs")
    assert starts(visitor)["nip24+loop"] == {"winner": "white", "margin": 8}


def test_a_proof_may_only_say_who_wins(visitor: Visitor, home: Path) -> None:
    solved(sk.Board("nip24+loop"), home / "proofs" / "who.proof", goal="winner")
    assert starts(visitor)["nip24+loop"] == {"winner": "white", "margin": None}
    (first, *_) = told(visitor, {"board": "nip24+loop", "mode": "wld"})
    assert (first["is_final"], first["best"]["value"] < 0, first["keeping"]["ending"]) == (True, True, "loss")


def test_a_broken_proof_is_told_when_the_server_starts(
    home: Path, proof: Path, caplog: pytest.LogCaptureFixture
) -> None:
    (home / "proofs" / "broken.proof").write_text("no proof")
    shutil.copy(proof, home / "proofs")
    with caplog.at_level(logging.WARNING), visited(home) as visitor:
        assert "broken.proof" in caplog.text
        assert starts(visitor)["nip24+loop"] == {"winner": "white", "margin": 8}
        assert sum("broken.proof" in line for line in caplog.messages) == 1


# Positions


@pytest.mark.parametrize(("board", "value"), (BY_BOOK | BY_PROOF).items())
def test_a_solved_start_needs_no_search(visitor: Visitor, board: str, value: int) -> None:
    (only,) = told(visitor, {"board": board})
    assert [each["badge"] for each in only["values"]] == [SOLVED] * 4
    assert only["best"]["value"] == value
    assert only["best"]["line"][0] == only["best"]["move"]
    assert len(only["best"]["line"]) > 5
    assert only["keeping"] is not None


def test_a_proof_of_ones_own_is_as_good_as_a_book(visitor: Visitor, home: Path, proof: Path) -> None:
    shutil.copy(proof, home / "proofs")
    (only,) = told(visitor, {"board": "nip24+loop"})
    assert (only["best"]["value"], only["best"]["badge"]) == (-8, SOLVED)


def test_other_moves_are_searched_below_what_is_proven(visitor: Visitor) -> None:
    first, *_, last = told(visitor, {"board": "reversi6", "text": "c2", "seconds": 1})
    for one in (first, last):
        assert one["best"] == one["values"][0]
        assert (one["best"]["value"], one["best"]["badge"], one["best"]["is_most"]) == (4, SOLVED, False)
    others = [(each["value"], each["is_most"], each["badge"]["kind"]) for each in first["values"][1:]]
    assert others == [(4, True, "bound")] * 2
    assert not first["is_final"]
    assert not any(each["is_most"] for each in last["values"])
    assert all(each["badge"]["kind"] in ("depth", "selective", "exact") for each in last["values"][1:])
    assert all(each["value"] <= 4 for each in last["values"])


def test_a_guess_is_never_beyond_what_is_proven() -> None:
    known = KnownPosition(proven=Proven(2, 2, {19: (2, 2), 26: (-36, 2), 27: (-36, -4)}))
    depth = sk.Result(9, None, (), 8, 1, 0.1, "depth", -64, 64)
    known.add({19: replace(depth, value=2, kind="exact"), 26: depth, 27: replace(depth, value=-6)})
    assert [(move, result.value) for move, result in known.results.items()] == [(19, 2), (26, 2), (27, -6)]


def test_where_nothing_is_proven_it_is_as_before(visitor: Visitor) -> None:
    found = visitor.post("/analysis", {"board": "nip24+loop", "text": "c2", "seconds": 0.1})
    assert "solved" not in {each["badge"]["kind"] for each in found["values"]}


# Reviews, tries, hints, players


def test_a_review_takes_what_is_proven_until_a_search_reads_to_the_end(visitor: Visitor) -> None:
    game = sk.play("engine:book=true", "engine:book=true", variant="reversi6")
    judged = visitor.post("/reviews", {"board": "reversi6", "text": game.board().transcript()})["moves"]
    assert judged[0]["badge"] == SOLVED
    assert judged[0]["value"] == judged[0]["best_value"] == -4
    assert judged[0]["best"] == judged[0]["line"][0] == judged[0]["punish"][0]
    late = [each for each in judged if 36 - 3 - each["ply"] <= EXACT_FROM - 1]
    assert {each["badge"]["kind"] for each in late} == {"exact"}
    assert {each["loss"] for each in judged} == {0}


def test_a_move_that_is_tried(visitor: Visitor) -> None:
    tried = visitor.post("/tries", {"board": "reversi6", "text": "", "move": "c2"})
    assert (tried["accepted"], tried["value"], tried["badge"]) == (True, -4, SOLVED)


def test_a_hint(visitor: Visitor) -> None:
    game = visitor.begin(board="nip32")
    values = visitor.post(f"/games/{game['id']}/hint")["values"]
    assert [(each["value"], each["badge"]) for each in values] == [(-10, SOLVED)] * 4
    visitor.move(game, "c2")
    values = visitor.post(f"/games/{game['id']}/hint")["values"]
    assert (values[0]["value"], values[0]["badge"]) == (10, SOLVED)
    assert {each["badge"]["kind"] for each in values[1:]} == {"depth"}


def test_a_level_plays_by_the_proof(
    visitor: Visitor, home: Path, proof: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shorter = (*LEVELS[:-1], replace(LEVELS[-1], exact=10))  # so that a small board needs its proof
    monkeypatch.setattr("shirokuro.players.engine_player.LEVELS", shorter)
    asked = {"board": "nip24+loop", "black": "engine:level=10"}
    guessed = visitor.settled(visitor.begin(**asked))["moves"][0]["value"]
    shutil.copy(proof, home / "proofs")
    assert guessed != -8
    assert visitor.settled(visitor.begin(**asked))["moves"][0]["value"] == -8
