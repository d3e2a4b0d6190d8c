"""Experience on the page's server: of each owner's own, each game learned once, and no file but its own."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient
from web_client import Visitor, served, settings_in

import shirokuro as sk
from shirokuro.experience.experience import experience_path

ENGINE = "engine:level=1,experience=mine"
BOARD = "reversi4"


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("SHIROKURO_HOME", str(tmp_path / "own"))
    return tmp_path


@pytest.fixture
def http(home: Path) -> Iterator[TestClient]:
    with served(settings_in(home, experiences_a_client=2, experience_games=2)) as found:
        yield found


@pytest.fixture
def visitor(http: TestClient) -> Visitor:
    return Visitor(http)


def played_out(visitor: Visitor, *, last: bool = False, undo: bool = False, engine: str = ENGINE) -> Any:
    """A game of somebody who always makes the first move, or the last."""
    game = visitor.settled(visitor.begin(white=engine, board=BOARD, seed=1))
    while not game["is_over"]:
        game = visitor.settled(visitor.move(game, game["legal"][-1 if last else 0]["move"]))
        if undo and not game["is_over"]:
            game, undo = visitor.settled(visitor.post(f"/games/{game['id']}/undo")), False
    return game


def known(visitor: Visitor) -> list[tuple[str, int]]:
    found = visitor.get("/experiences")["experiences"]
    return [(each["name"], each["games"]) for each in found]


def test_games_that_were_played_out_are_learned_once(visitor: Visitor, http: TestClient, home: Path) -> None:
    assert known(visitor) == []
    played_out(visitor)
    assert known(visitor) == [("mine", 1)]
    played_out(visitor, undo=True, last=True)
    assert known(visitor) == [("mine", 1)]
    assert known(Visitor(http)) == []
    (file,) = home.rglob("mine.sqlite")
    assert file.parent.parent == home / "web-experience"
    (game,) = sk.Experience(file).games()
    assert (game.owner, game.record.white) == (sk.WHITE, ENGINE)
    assert not experience_path("mine").exists()


def test_it_learns_no_more_than_it_may(visitor: Visitor) -> None:
    for number in range(3):
        played_out(visitor, engine=f"engine:level={number},experience=mine", last=number == 2)
    assert known(visitor) == [("mine", 2)]
    for name in ("a", "b"):
        visitor.begin(white=f"engine:experience={name}", board=BOARD)  # nothing is there before a game ends
    played_out(visitor, engine="engine:level=1,experience=a")
    refused = {"seats": {"black": "person", "white": "engine:experience=c"}}
    assert visitor.complaint("POST", "/games", refused, 429) == "too_many"


@pytest.mark.parametrize("name", ["/tmp/x", "../x", "x.sqlite", "X"])
def test_no_file_of_the_server_can_be_named(visitor: Visitor, name: str) -> None:
    asked = {"seats": {"black": "person", "white": f"engine:experience={name}"}}
    assert visitor.complaint("POST", "/games", asked, 422) == "invalid"
    asked = {"first": f"engine: experience = {name}", "second": "random", "board": BOARD, "games": 1}
    assert visitor.complaint("POST", "/matches", asked, 422) == "invalid"
    assert visitor.complaint("DELETE", f"/experiences?name={name}", None, 422) == "invalid"


def test_it_is_forgotten(visitor: Visitor, home: Path) -> None:
    played_out(visitor)
    assert visitor.complaint("DELETE", "/experiences?name=other", None, 404) == "not_found"
    visitor.delete("/experiences?name=mine")
    assert known(visitor) == []
    played_out(visitor)
    visitor.delete("/mine")
    assert not [*(home / "web-experience").iterdir()]


def test_a_damaged_file_does_not_end_the_game(visitor: Visitor, home: Path) -> None:
    played_out(visitor)
    (file,) = home.rglob("mine.sqlite")
    game = visitor.settled(visitor.begin(white=ENGINE, board=BOARD, seed=2))
    for path in file.parent.iterdir():
        path.unlink()
    file.write_bytes(b"no database" * 1000)
    refused = {"seats": {"black": "person", "white": ENGINE}, "board": BOARD}
    assert visitor.complaint("POST", "/games", refused, 422) == "invalid"
    while not game["is_over"]:
        game = visitor.settled(visitor.move(game, game["legal"][0]["move"]))
    assert game["is_over"]
