"""Openings on the page: the tree by name, games of one's own, drills, and what is refused."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient
from web_client import Visitor, served, settings_in

from shirokuro.books.book_text import parse_book

GAMES = "shirokuro book 1 reversi\nf5; played d6 10 4 2; played f4 2 0 0\n"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("web")


@pytest.fixture(scope="module")
def server(folder: Path) -> Iterator[TestClient]:
    with served(settings_in(folder)) as found:
        yield found


@pytest.fixture
def visitor(server: TestClient) -> Visitor:
    return Visitor(server)


def show(visitor: Visitor, text: str, board: str = "reversi") -> Any:
    return visitor.post("/openings", {"board": board, "text": text})


def test_a_position_by_its_moves(visitor: Visitor) -> None:
    found = show(visitor, "f5d6c3d3c4")
    assert [(each["name"]["en"], each["ply"]) for each in found["passed"]] == [
        ("Perpendicular Opening", 2),
        ("Tiger family", 3),
        ("Tiger", 5),
    ]
    assert found["passed"][-1]["japanese"] == ["虎定石", "虎"]
    place = found["place"]
    assert (place["turn"], [move["move"] for move in place["moves"]][-1]) == ("white", "c4")
    assert {each["move"] for each in place["legal"]} == {"b3", "b5", "f3", "f4", "g5", "g6"}
    names = {line["opening"]["name"]["en"]: line for line in found["named"]}
    assert names["Stephenson"]["moves"] == ["f4", "f6"]
    assert names["Stephenson"]["count"] > 3
    assert any(line["opening"]["name"]["ja"] == "コンポス" for line in names["Stephenson"]["below"])


def test_any_image_of_a_position_has_the_names_in_its_own_directions(visitor: Visitor) -> None:
    found = show(visitor, "c4e3f6e6f5")
    assert found["passed"][-1]["name"]["en"] == "Tiger"
    names = {line["opening"]["name"]["en"]: line["moves"] for line in found["named"]}
    assert names["Stephenson"] == ["c5", "c3"]


def test_values_of_a_book(visitor: Visitor) -> None:
    found = show(visitor, "", "reversi4")
    assert (found["has_book"], found["has_games"], found["named"]) == (True, False, [])
    assert found["boards"] >= ["nip12"]
    (first,) = found["moves"]  # the four are one by symmetry
    assert len(first["equal"]) == 3
    assert first["figures"] | {"value": 0} == {
        "value": 0,
        "badge": {"kind": "exact", "depth": None, "confidence": None},
        "games": 0,
        "score": None,
    }
    assert first["figures"]["value"] == found["figures"]["value"]
    assert len(first["line"]) > 5
    assert show(visitor, "", "nip24+loop")["has_book"] is False


def test_games_of_ones_own(visitor: Visitor, folder: Path) -> None:
    """They are read when they come, and again when they change; what is no book is left alone."""
    assert show(visitor, "f5")["has_games"] is False
    (folder / "books").mkdir()
    file = folder / "books" / "reversi.book"
    parse_book(GAMES).save(file)
    found = show(visitor, "f5")
    assert found["has_games"] is True
    assert found["figures"]["games"] == 12
    (played,) = (each["figures"] for each in found["moves"] if each["move"] == "d6")
    assert (played["games"], played["score"]) == (10, 0.5)
    file.write_text("no book")
    assert show(visitor, "f5")["has_games"] is False


def test_openings_by_name(visitor: Visitor) -> None:
    def names(search: str) -> list[str]:
        found = visitor.get("/openings", params={"search": search})
        return [each["name"]["en"] for each in found["openings"]] or found["nearest"]

    assert names("tiger") == ["Tiger"]
    assert names("牛") == ["Cow"]
    assert "Rabbit" in names("兎")
    assert names("tigr")[0] == "Tiger"
    assert names("xxxxxxxx") == []


def step(visitor: Visitor, text: str, status: int = 200, **fields: Any) -> Any:
    return visitor.post(
        "/openings/steps", {"board": "reversi4", "side": "white", "text": text, **fields}, status
    )


def test_a_drill(visitor: Visitor) -> None:
    """A miss comes back days later as other mistakes do, if that is wanted."""
    first = step(visitor, "")
    assert first["answer"] is None
    assert (len(first["moves"]), first["asks"]) == (1, True)
    legal = [each["move"] for each in show(visitor, first["moves"][0], "reversi4")["place"]["legal"]]
    answers = {move: step(visitor, first["moves"][0], move=move) for move in legal}
    right = [move for move, taken in answers.items() if taken["answer"]["accepted"]]
    wrong = [move for move in legal if move not in right]
    assert right
    assert wrong
    taken = answers[right[0]]
    assert (taken["answer"]["mark"], taken["moves"][0], taken["is_kept"]) == ("", right[0], False)
    assert set(taken["answer"]["best"]) == set(right)
    assert visitor.get("/drills")["kept"] == 0
    missed = step(visitor, first["moves"][0], move=wrong[0], keep=True)
    assert (missed["moves"][0] in right, missed["is_kept"]) == (True, True)
    assert missed["answer"]["loss"] >= 2
    assert missed["answer"]["mark"]
    assert visitor.get("/drills")["kept"] == 1
    assert step(visitor, first["moves"][0], move=right[0], keep=True)["is_kept"] is False
    assert visitor.get("/drills")["kept"] == 1


def test_the_same_seed_brings_the_same_moves(visitor: Visitor) -> None:
    assert step(visitor, "", seed=5, side="black") == step(visitor, "", seed=5, side="black")


@pytest.mark.parametrize(
    ("path", "body", "status", "code"),
    [
        ("/openings", {"board": "chess"}, 422, "invalid"),
        ("/openings", {"text": "f5z9"}, 422, "invalid"),
        ("/openings", {"text": "f5", "depth": 3}, 422, "malformed"),
        ("/openings/steps", {"side": "red"}, 422, "malformed"),
        ("/openings/steps", {}, 422, "malformed"),
        ("/openings/steps", {"board": "nip24+loop", "side": "black"}, 409, "no_book"),
        ("/openings/steps", {"board": "reversi4", "side": "white", "move": "b1"}, 422, "invalid"),
        ("/openings/steps", {"board": "reversi4", "side": "black", "move": "a1"}, 422, "invalid"),
        ("/openings/steps", {"board": "reversi4", "side": "black", "seed": -1}, 422, "malformed"),
    ],
)
def test_what_is_refused(visitor: Visitor, path: str, body: Any, status: int, code: str) -> None:
    assert visitor.complaint("POST", path, body, status) == code


def test_searches_that_are_refused(visitor: Visitor) -> None:
    for search in ("", "x" * 61):
        visitor.get("/openings", 422, params={"search": search})


def test_strangers_are_refused(visitor: Visitor) -> None:
    visitor.token = "nobody"
    assert visitor.complaint("POST", "/openings", {"text": "f5"}, 401) == "no_owner"
