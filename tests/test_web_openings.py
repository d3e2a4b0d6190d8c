"""Openings on the page: the tree by name, games of one's own, drills, and what is refused."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

from web_client import Visitor, visited

import shirokuro as sk


def show(visitor: Visitor, text: str, board: str = "reversi", **fields: Any) -> Any:
    return visitor.post("/openings", {"board": board, "text": text, **fields})


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
    badge = {"kind": "exact", "depth": None, "confidence": None}
    value = found["figures"]["value"]
    assert first["figures"] == {
        "value": value,
        "badge": badge,
        "games": 0,
        "wins": 0,
        "draws": 0,
        "score": None,
    }
    assert len(first["line"]) > 5
    assert show(visitor, "", "nip24+loop")["has_book"] is False


def test_games_of_the_library(tmp_path: Path) -> None:
    """They are counted as soon as they are there, for black; a file that is no library has none."""
    with visited(tmp_path) as visitor:
        assert show(visitor, "f5")["has_games"] is False
        games = [("f5d6", 2.0), ("f5d6c3", -2.0), ("f5d6c4", 4.0), ("f5f4", 0.0)]
        library = sk.Library(tmp_path / "library.sqlite")
        library.add(
            replace(sk.Record.from_board(moves), black=moves, result=margin) for moves, margin in games
        )
        library.close()
        found = show(visitor, "f5")
        assert (found["has_games"], found["figures"]["games"]) == (True, 4)
        (played,) = (each["figures"] for each in found["moves"] if each["move"] == "d6")
        assert [played[name] for name in ("games", "wins", "draws", "score")] == [3, 2, 0, 0.6667]
        named = show(visitor, "", games={"player": "f5f4"})
        assert (named["figures"]["games"], named["named"]) == (1, [])
        assert show(visitor, "", "nip12")["has_games"] is False
    (tmp_path / "library.sqlite").write_text("no library")
    with visited(tmp_path) as visitor:
        assert show(visitor, "f5")["has_games"] is False


def test_values_are_for_black(visitor: Visitor) -> None:
    """Also where white is to move: the best move comes first, and has the value of the position."""
    found = show(visitor, "f5d6c3d3c4")
    values = [each["figures"]["value"] for each in found["moves"]]
    assert found["place"]["turn"] == "white"
    assert values[0] == found["figures"]["value"] == min(values) < max(values)


def test_openings_by_name(visitor: Visitor) -> None:
    def names(search: str) -> list[str]:
        found = visitor.get("/openings", params={"search": search})
        return [each["name"]["en"] for each in found["openings"]] or found["nearest"]

    assert names("tiger")[0] == "Tiger"
    assert {"Tiger family", "Berg Tiger", "Mako Tiger", "Tiger mass-turning"} <= set(names("tiger"))
    assert names("牛")[0] == "Cow"
    assert "Rabbit" in names("兎")
    assert names("tigr")[0] == "Tiger"
    assert names("xxxxxxxx") == []


def step(visitor: Visitor, text: str, status: int = 200, **fields: Any) -> Any:
    asked = {"board": "reversi4", "side": "white", "text": text, **fields}
    return visitor.post("/openings/steps", asked, status)


def test_a_drill(visitor: Visitor) -> None:
    """A miss comes back days later as other mistakes do, if that is wanted."""
    begun = step(visitor, "")
    (first,) = begun["moves"]
    assert (begun["answer"], begun["asks"]) == (None, True)
    legal = [each["move"] for each in show(visitor, first, "reversi4")["place"]["legal"]]
    answers = {move: step(visitor, first, move=move) for move in legal}
    right = [move for move, taken in answers.items() if taken["answer"]["accepted"]]
    wrong = [move for move in legal if move not in right]
    assert right
    assert wrong
    taken = answers[right[0]]
    assert (taken["answer"]["mark"], taken["moves"][0], taken["is_kept"]) == ("", right[0], False)
    assert set(taken["answer"]["best"]) == set(right)
    assert visitor.get("/drills")["kept"] == 0
    missed = step(visitor, first, move=wrong[0], keep=True)
    assert (missed["moves"][0] in right, missed["is_kept"]) == (True, True)
    assert missed["answer"]["loss"] >= 2
    assert missed["answer"]["mark"]
    assert visitor.get("/drills")["kept"] == 1
    assert step(visitor, first, move=right[0], keep=True)["is_kept"] is False
    assert visitor.get("/drills")["kept"] == 1


def test_the_same_seed_brings_the_same_moves(visitor: Visitor) -> None:
    assert step(visitor, "", seed=5, side="black") == step(visitor, "", seed=5, side="black")


def test_what_is_refused(visitor: Visitor) -> None:
    asked: list[tuple[str, dict[str, Any], int, str]] = [
        ("", {"board": "chess"}, 422, "invalid"),
        ("", {"text": "f5z9"}, 422, "invalid"),
        ("", {"text": "f5", "depth": 3}, 422, "malformed"),
        ("/steps", {"side": "red"}, 422, "malformed"),
        ("/steps", {}, 422, "malformed"),
        ("/steps", {"board": "nip24+loop", "side": "black"}, 409, "no_book"),
        ("/steps", {"board": "reversi4", "side": "white", "move": "b1"}, 422, "invalid"),
        ("/steps", {"board": "reversi4", "side": "black", "move": "a1"}, 422, "invalid"),
        ("/steps", {"board": "reversi4", "side": "black", "seed": -1}, 422, "malformed"),
    ]
    for path, body, status, code in asked:
        assert visitor.complaint("POST", f"/openings{path}", body, status) == code
    for search in ("", "x" * 61):
        visitor.get("/openings", 422, params={"search": search})
    stranger = Visitor(visitor.http)
    stranger.token = "nobody"
    assert stranger.complaint("POST", "/openings", {"text": "f5"}, 401) == "no_owner"
