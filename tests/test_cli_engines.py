"""`shirokuro engines`: adding, listing, testing and removing, and playing against them everywhere."""

from __future__ import annotations

import json
import shlex
import sys
from pathlib import Path

import pytest
from test_cli import Captured, complaint, output, usage_error
from test_external_engine import STUB
from web_client import new_game, visited

import shirokuro as sk
from shirokuro.cli import main
from shirokuro.players.external.engine_setup import EngineSetup
from shirokuro.players.external.engines_file import add_engine, engine_setup, engines_file

GTP = shlex.join([sys.executable, "-S", str(STUB), "gtp"])


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("SHIROKURO_HOME", str(tmp_path / "home"))
    return tmp_path / "home"


def add(name: str, *deed: str, variants: tuple[str, ...] = ("reversi4",)) -> None:
    add_engine(name, EngineSetup((sys.executable, "-S", str(STUB), "gtp", *deed), variants=variants))


def test_from_the_first_to_the_last(capsys: Captured) -> None:
    assert output(capsys, "engines", "list").startswith("no engines yet; ")
    options = ("--protocol", "gtp", "--variant", "reversi4", "--variant", "nip12", "--think", "60")
    added = output(capsys, "engines", "add", "mine", GTP, *options, "--line", "komi 0", "--folder", "/")
    assert added.endswith("try it: shirokuro engines test mine\n")
    boards, lines = ("reversi4", "nip12"), ("komi 0",)
    setup = EngineSetup(tuple(shlex.split(GTP)), "gtp", Path("/"), boards, lines, sk.Patience(think=60))
    assert engine_setup("mine") == setup
    assert output(capsys, "engines", "list") == f"mine: {GTP} (gtp; reversi4, nip12)\n"
    (entry,) = json.loads(output(capsys, "engines", "list", "--json"))
    assert (entry["name"], entry["variants"], entry["folder"]) == ("mine", ["reversi4", "nip12"], "/")
    assert output(capsys, "engines", "remove", "mine") == "removed mine from the players\n"
    assert json.loads(output(capsys, "engines", "list", "--json")) == []


def test_a_test_tells_name_times_and_boards(capsys: Captured) -> None:
    add("mine", variants=("reversi4", "nip12"))
    first, *boards = output(capsys, "engines", "test", "mine", "--moves", "4").splitlines()
    assert first.startswith("Stub 7: started in ")
    assert [line.partition(" moves")[0] for line in boards] == ["reversi4: 4", "nip12: 4"]


def test_a_test_tells_of_a_fault(capsys: Captured) -> None:
    add("mine", "dying", "2")
    assert main(["engines", "test", "mine", "--lang", "ja"]) == 1
    last = capsys.readouterr().out.splitlines()[-1]
    assert last.startswith("不具合：ended its process: exit code 3; its log: logs/mine-")


def test_an_engine_that_is_wrong_is_listed_with_its_fault(capsys: Captured) -> None:
    add("mine")
    engines_file().write_text(engines_file().read_text() + '[bad]\ncommand = "x"\nprotocol = "uci"\n')
    first, second = output(capsys, "engines", "list").splitlines()
    assert first.startswith("mine: ")
    assert "no protocol 'uci'" in second


def test_bad_input_is_one_line(capsys: Captured) -> None:
    for wanted, *words in (
        ("engine is already a player", "engine", "true"),
        ("person is already a player", "person", "true"),
        ("is no name", "a.b", "true"),
        ("there is no program", "mine", "no-such-program"),
        ("go", "mine", "true", "--variant", "go"),
        ("think: seconds", "mine", "true", "--think", "-1"),
        ("a program is needed", "mine", ""),
    ):
        assert wanted in complaint(capsys, "engines", "add", *words, "--protocol", "gtp")
    for verb in ("remove", "test"):
        assert "no engine 'mine': none have been added yet" in complaint(capsys, "engines", verb, "mine")
    assert "--protocol" in usage_error(capsys, "engines", "add", "mine", "true")
    assert "gtp" in usage_error(capsys, "engines", "add", "mine", "true", "--protocol", "uci")
    assert not engines_file().exists()


def test_matches_tournaments_and_the_list_of_players_have_them(capsys: Captured) -> None:
    add("mine")
    quick = ("--variant", "reversi4", "--games", "2")
    assert output(capsys, "match", "mine", "random", *quick).startswith("mine - random, reversi4\n")
    assert "did you mean 'mine'?" in complaint(capsys, "match", "mien", "random", *quick)
    assert main(["lab", "tournament", "mine", "random", *quick, "--jobs", "1"]) == 0
    assert "mine" in capsys.readouterr().out
    assert "engines of your own: mine" in output(capsys, "players")
    assert "an external engine, which speaks gtp" in output(capsys, "players", "mine")
    engines_file().write_text("[bad")
    assert "engines of your own: " in output(capsys, "players")


@pytest.mark.parametrize("watched", [True, False])
def test_one_that_fails_in_the_terminal_has_lost(
    capsys: Captured, monkeypatch: pytest.MonkeyPatch, watched: bool
) -> None:
    add("mine", "dying", "0")
    answers = iter(["b1"])
    monkeypatch.setattr("builtins.input", lambda *_: next(answers, "quit"))
    black = ["--black", "random", "--seed", "1"] if watched else []
    assert main(["play", "reversi4", "--white", "mine", *black]) == 0
    assert "white made a mistake: ended its process: exit code 3" in capsys.readouterr().out


def test_the_page_has_those_that_it_was_started_with(tmp_path: Path) -> None:
    add("mine")
    add("other")
    with visited(tmp_path, own_players=("mine",), engines=1) as visitor:
        listed = {each["name"]: each for each in visitor.get("/players")["players"]}
        assert "other" not in listed
        assert listed["mine"]["about"] == {"en": "an external engine", "ja": "外部エンジン"}
        for spec in ("other", "othe", "mine:level=3"):
            refusal = visitor.post("/games", new_game(board="reversi4", white=spec), 422)["error"]["text"]
            assert "did you mean 'other'" not in refusal
        games = [visitor.begin(board="reversi4", white="mine") for _ in range(3)]  # more than may run
        for game in games:
            assert visitor.settled(visitor.move(game, "b1"))["ply"] == 2
        for game in games:
            assert visitor.settled(visitor.get(f"/games/{game['id']}"))["ply"] == 2


def test_one_that_takes_longer_than_a_move_may_does_not_lose_at_once(tmp_path: Path) -> None:
    """The page's server tells other players to stop then; an engine could not say what it has found."""
    add("mine")
    with visited(tmp_path, own_players=("mine",), move_seconds=0.001) as visitor:
        played = visitor.settled(visitor.move(visitor.begin(board="reversi4", white="mine"), "b1"))
        assert played["ply"] == 2, played["result"]
