"""Tournaments: who meets whom, standings, tests that end a pairing, and the store behind it all."""

from __future__ import annotations

import json
import sys
from contextlib import closing
from pathlib import Path
from random import Random
from typing import Any

import pytest
from test_cli import Captured
from test_cli_lab import complaint, lab, store

import shirokuro as sk
from shirokuro.cli import main
from shirokuro.lab.report.standings import standings
from shirokuro.lab.run import runner
from shirokuro.lab.run.store import Store
from shirokuro.lab.study_index import recall
from shirokuro.lab.tournament import Tournament
from shirokuro.matches.rating import Rating
from shirokuro.matches.schedule import Terms, fixtures
from shirokuro.matches.sprt import OngoingTest, Sprt
from shirokuro.players.clock import Clock

assert store  # a fixture, used by its name
THREE = ("greedy", "random", "random:seed=3")
SMALL = ("--variant", "nip12", "--openings", "none", "--jobs", "1")


def standing(capsys: Captured, *arguments: str) -> dict[str, list[dict[str, Any]]]:
    return json.loads(lab(capsys, "tournament", *SMALL, *arguments, "--json"))  # type: ignore[no-any-return]


def stored(capsys: Captured) -> int:
    return int(json.loads(lab(capsys, "status", "--json"))["games"])


def test_everyone_meets_everyone_or_the_first(capsys: Captured, store: Path) -> None:
    """A player that joins adds only its own games."""
    pairs = [("greedy", "random"), ("greedy", "random:seed=3"), ("random", "random:seed=3")]
    runs = (THREE[:2], pairs[:1], 20), ((*THREE, "--gauntlet"), pairs[:2], 40), (THREE, pairs, 60)
    for words, met, games in runs:
        found = standing(capsys, *words, "--games", "20")
        assert [(match["first"], match["second"]) for match in found["matches"]] == met
        assert all(match["games"] == 20 for match in found["matches"])
        assert found["ratings"][0]["name"] == "greedy"
        assert sum(rating["points"] for rating in found["ratings"]) == stored(capsys) == games


def test_the_tables(capsys: Captured, store: Path, tmp_path: Path) -> None:
    text = lab(capsys, "tournament", *THREE, "--games", "6", *SMALL, "--name", "cup")
    assert text.startswith("## Tournament of greedy, random, random:seed=3 on nip12\n\nIn the tables:\n")
    titles = "### Points of the row against the column", "### Pairings", "| 1. greedy "
    assert [title for title in titles if title not in text] == []
    assert "LLR" not in text  # there is no test
    assert lab(capsys, "report", "cup") == lab(capsys, "report") == text
    assert lab(capsys, "status").endswith("cup: 18 of 18 done\n")


def test_half_points_count() -> None:
    (row,) = standings([Rating("a", 0.0, 1.0, 150.5, 301)], []).rows
    assert row[:5] == ("1. a", 0, 1, "150.5", 301)


def test_a_report_tells_how_the_openings_ended(capsys: Captured, store: Path, tmp_path: Path) -> None:
    """By name, as soon as there are two of them and twenty games."""
    openings = tmp_path / "openings.txt"
    openings.write_text("f5d6c3d3c4\nf5f6e6f4e3\n")
    words = ["tournament", "greedy", "random", "--openings", str(openings), "--jobs", "1"]
    assert "### Openings" not in lab(capsys, *words, "--games", "18")
    text = lab(capsys, *words, "--games", "20")
    assert "### Openings" in text
    assert "| Tiger " in text
    assert "| Cow " in text


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_a_test_ends_a_pairing(
    capsys: Captured, store: Path, monkeypatch: pytest.MonkeyPatch, jobs: str
) -> None:
    """The verdict and the games it rests on are the same, whoever was faster and however many are allowed."""
    monkeypatch.setattr("shirokuro.cli.lab.tournament.AT_FIRST", 16)
    words = [*THREE, "--gauntlet", "--sprt", "elo0=0,elo1=50", "--jobs", jobs]
    found = standing(capsys, *words, "--games", "2000")
    assert [match["accepted"] for match in found["matches"]] == ["elo1", "elo1"]
    assert [match["games"] for match in found["matches"]] == [62, 190]
    assert stored(capsys) < 1000
    assert standing(capsys, *words, "--games", "2000") == standing(capsys, *words) == found
    assert lab(capsys, "status").endswith("of at most 512 done\n")


def test_ctrl_c_shows_how_a_test_stands(
    capsys: Captured, store: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    add, played = OngoingTest.add, iter(range(5))

    def interrupt(test: OngoingTest, number: int, half_points: int) -> None:
        add(test, number, half_points)
        if next(played, None) == 4:
            raise KeyboardInterrupt

    monkeypatch.setattr(OngoingTest, "add", interrupt)
    assert main(["lab", "tournament", *THREE[:2], *SMALL, "--sprt", "elo0=0,elo1=50"]) == 130
    captured = capsys.readouterr()
    assert "| greedy | random | 5 " in captured.out
    assert "to go on: shirokuro lab tournament" in captured.err


def test_players_of_ones_own(
    capsys: Captured, store: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By their dotted names; reports do without them."""
    file = tmp_path / "lab_players.py"
    file.write_text("class First:\n    def choose(self, board):\n        return board.legal_moves[0]\n")
    monkeypatch.syspath_prepend(tmp_path)
    found = standing(capsys, "lab_players.First", "random", "--games", "4", "--jobs", "2")
    assert found["matches"][0]["first"] == "lab_players.First"
    file.unlink()
    monkeypatch.delitem(sys.modules, "lab_players")
    assert "lab_players.First" in lab(capsys, "report")
    assert "no module 'lab_players'" in complaint(capsys, "tournament", "lab_players.First", "random")


def test_a_player_that_ends_its_process_loses(capsys: Captured, store: Path) -> None:
    words = ("strange_players.Killer:ply=2", "random", "--games", "2", "--jobs", "2")
    assert standing(capsys, *words)["matches"][0]["losses"] == 2
    with Store(store, create=False) as opened:
        notes = {game.record.note.partition(" at ")[0] for game in opened.games()}
    assert notes == {"black ended its process", "white ended its process"}


def test_games_that_came_too_late_for_a_verdict_are_not_exported(
    capsys: Captured, store: Path, tmp_path: Path
) -> None:
    """Which of them there are depends on who was faster.

    What is known of the games' length must not put one player's games with black before its others.
    """
    words, test = [*THREE[:2], "--games"], ("--sprt", "elo0=0,elo1=50", "--name", "cup")
    standing(capsys, *words, "10")
    (match,) = standing(capsys, *words, "2000", *test)["matches"]
    assert match["games"] == stored(capsys) == 62
    assert "cup: 62 of at most 2000 done\n" in lab(capsys, "status")
    standing(capsys, *words, "200")
    assert stored(capsys) == 200
    lab(capsys, "export", str(tmp_path / "cup.csv"), "--study", "cup")
    assert (tmp_path / "cup.csv").read_text().count("\n") == 62 + 1


def test_games_that_were_played_before_are_told(capsys: Captured, store: Path) -> None:
    text = lab(capsys, "tournament", "engine:depth=1", "engine:depth=2", "--games", "6", *SMALL)
    assert "4 games repeat earlier ones, move for move" in text


def test_a_test_does_not_mind_in_which_order_games_come() -> None:
    random = Random(1)
    planned = fixtures("a", "b", Terms(games=400, openings=("",)))
    games = [(fixture, random.choice((-2.0, 0.0, 3.0))) for fixture in planned]
    ends = set()
    for _ in range(5):
        test = OngoingTest(Sprt(-100, 100))
        for fixture, margin in games:
            test.add(fixture.number, fixture.half_points(margin))
        ends.add(test.end)
        random.shuffle(games)
    (end,) = ends
    assert end is not None
    assert 2 < end < 400


def test_what_defines_it_comes_back_from_json() -> None:
    limits = sk.Limits(depth=3), sk.Limits(nodes=5)
    terms = Terms(6, 7, "nip12", ("b1", ""), 4, limits, Clock(5, 0.5))
    for sprt in (None, Sprt(0, 9)):
        tournament = Tournament(THREE, terms, True, sprt, "cup")
        again = Tournament.from_fields(json.loads(json.dumps(tournament.fields())))
        assert (again, again.plan()) == (tournament, tournament.plan())


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("greedy",), "a tournament needs two players at least"),
        (("greedy", "greedi"), "no player 'greedi': did you mean 'greedy'?"),
        (("greedy", "random", "greedy"), "a player is named twice: greedy, random, greedy"),
        (("greedy", "random", "--variant", "chess"), "no variant 'chess'"),
        (
            ("greedy", "random", "--variant", "nip12", "--openings", "c4b4a3d2c1b1a2d3"),
            "the game is over after the opening 'c4b4a3d2c1b1a2d3'",
        ),
        (("greedy", "random", "--sprt", "elo=3"), "a test is written elo0=0,elo1=5"),
        (("greedy", "random", "--name", "small"), "--name small: that is a study's"),
        (("greedy", "random", "--games", "0"), "games is a whole number, 1…1000000, not 0"),
        (("greedy", "random", "--games", "9" * 30), f"games is a whole number, 1…1000000, not {'9' * 30}"),
        (("greedy", "random", "weak", "--games", "400000"), "1000000 games in all are possible, not 1200000"),
    ],
)
def test_bad_input(capsys: Captured, store: Path, arguments: tuple[str, ...], said: str) -> None:
    assert said in complaint(capsys, "tournament", "--openings", "none", *arguments)
    assert not store.exists()


# Memory


def known(found: dict[str, Any], store: Path) -> list[list[float | None]]:
    """How many games the learner remembered in each game of its pairings, in order."""
    with closing(Store(store)) as opened:
        plan = recall(opened, "tournament").plan
        cells = [opened.results([cell])[cell.name].games for cell in plan]
    assert [match["games"] for match in found["matches"]] == [len(games) for games in cells]
    return [[game.record.values[game.fixture.first] for game in games] for games in cells]


LEARNER = ("--openings", "none", "strange_players.Learner", "random")


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_players_that_learn_remember_pairing_by_pairing(capsys: Captured, store: Path, jobs: str) -> None:
    words = [*LEARNER, "greedy", "--gauntlet", "--memory", "--jobs", jobs]
    for games in (6, 8):
        assert known(standing(capsys, *words, "--games", str(games)), store) == [[*range(games)]] * 2
    assert stored(capsys) == 16


def test_what_is_complete_is_not_learned_again(
    capsys: Captured, store: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A game without memory is another game."""
    words = [*LEARNER, "--games", "4"]
    assert known(standing(capsys, *words), store) == [[0, 0, 0, 0]]
    found = standing(capsys, *words, "--memory")
    assert known(found, store) == [[0, 1, 2, 3]]
    assert stored(capsys) == 4 + 3  # nobody remembers anything in the first
    monkeypatch.delattr(runner, "memory_after")  # nobody needs to know
    assert standing(capsys, *words, "--memory") == found


def test_a_game_that_is_missing_is_played_with_the_memory_of_its_time(capsys: Captured, store: Path) -> None:
    words = [*LEARNER, "--games", "6", "--memory"]
    whole = standing(capsys, *words)
    with closing(Store(store)) as opened:
        plan = recall(opened, "tournament").plan
        for place in (2, 5):
            opened._database.execute("DELETE FROM game WHERE fixture = ?", (plan[0].fixtures[place].key(),))
    again = standing(capsys, *words)
    assert known(again, store) == [[0, 1, 2, 3, 4, 5]]
    assert again["matches"][0]["wins"] == whole["matches"][0]["wins"]
