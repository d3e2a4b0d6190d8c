"""Experience on the page's server: of each owner's own, each game learned once, and no file but its own."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from web_client import NO_DATABASE, Visitor, new_game, served, settings_in

import shirokuro as sk
from shirokuro.experience.experience import experience_path

ENGINE = "engine:level=1,experience=mine"
BOARD = "reversi4"


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("SHIROKURO_HOME", str(tmp_path / "own"))
    return tmp_path


@pytest.fixture
def visitor(home: Path) -> Iterator[Visitor]:
    with served(settings_in(home, experiences_a_client=2, experience_games=2)) as http:
        yield Visitor(http)


def known(visitor: Visitor) -> list[tuple[str, int]]:
    found = visitor.get("/experiences")["experiences"]
    return [(each["name"], each["games"]) for each in found]


def test_games_that_were_played_out_are_learned_once(visitor: Visitor, home: Path) -> None:
    assert known(visitor) == []
    visitor.play_out(ENGINE)
    assert known(visitor) == [("mine", 1)]
    game = visitor.settled(visitor.begin(white=ENGINE, board=BOARD, seed=1))
    game = visitor.settled(visitor.move(game, game["legal"][-1]["move"]))
    visitor.play_on(visitor.post(f"/games/{game['id']}/undo"), last=True)
    assert known(visitor) == [("mine", 1)]  # a game with a move taken back does not count
    assert known(Visitor(visitor.http)) == []
    (file,) = home.rglob("mine.sqlite")
    assert file.parent.parent == home / "web-experience"
    (learned,) = sk.Experience(file).games()
    assert (learned.owner, learned.record.white) == (sk.WHITE, ENGINE)
    assert not experience_path("mine").exists()


def test_it_learns_no_more_than_it_may(visitor: Visitor) -> None:
    for number in range(3):
        white = f"engine:level={number},experience=mine"
        visitor.play_on(visitor.begin(white=white, board=BOARD, seed=1), last=number == 2)
    assert known(visitor) == [("mine", 2)]
    for name in ("a", "b"):
        visitor.begin(white=f"engine:experience={name}", board=BOARD)  # nothing is there before a game ends
    visitor.play_out("engine:level=1,experience=a")
    refused = new_game(white="engine:experience=c")
    assert visitor.complaint("POST", "/games", refused, 429) == "too_many"


@pytest.mark.parametrize("name", ["/tmp/x", "../x", "x.sqlite", "X"])
def test_no_file_of_the_server_can_be_forgotten(visitor: Visitor, name: str) -> None:
    assert visitor.complaint("DELETE", f"/experiences?name={name}", None, 422) == "invalid"


def test_it_is_forgotten(visitor: Visitor, home: Path) -> None:
    visitor.play_out(ENGINE)
    assert visitor.complaint("DELETE", "/experiences?name=other", None, 404) == "not_found"
    visitor.delete("/experiences?name=mine")
    assert known(visitor) == []
    visitor.play_out(ENGINE)
    visitor.delete("/mine")
    assert not [*(home / "web-experience").iterdir()]


@pytest.mark.parametrize("path", ["/experiences?name=mine", "/mine"])
def test_nothing_is_deleted_while_a_search_uses_it(
    visitor: Visitor, home: Path, monkeypatch: pytest.MonkeyPatch, path: str
) -> None:
    """A search that outlived its file would leave a log of SQLite behind, or remove that of a new file."""
    begun, seen, pause = threading.Event(), list[bool](), threading.Event()

    def catch_up(experience: sk.Experience, stop: sk.Stop) -> None:
        begun.set()
        while not stop.is_set():
            pause.wait(0.001)
        pause.wait(0.05)  # what it had begun
        seen.append(experience.path.exists())

    monkeypatch.setattr(sk.Experience, "catch_up", catch_up)
    visitor.play_out(ENGINE)
    assert begun.wait(60)
    visitor.delete(path)
    assert seen == [True]
    assert not [*home.rglob("mine.sqlite*")]


def test_a_damaged_file_neither_ends_the_game_nor_is_named(
    visitor: Visitor, home: Path, caplog: pytest.LogCaptureFixture
) -> None:
    visitor.play_out(ENGINE)
    (file,) = home.rglob("mine.sqlite")
    game = visitor.begin(white=ENGINE, board=BOARD, seed=2)
    for path in file.parent.iterdir():
        path.unlink()
    file.write_bytes(NO_DATABASE)
    asked = new_game(white=ENGINE, board=BOARD)
    refused = visitor.post("/games", asked, 422)
    assert refused["error"]["code"] == "invalid"
    assert str(home) not in json.dumps(refused)
    assert str(file) in caplog.text
    assert visitor.play_on(game)["is_over"]
    assert known(visitor) == [("mine", 0)]
    visitor.delete("/experiences?name=mine")
    visitor.post("/games", asked, 201)
