"""Exports of the page's server: every format of a stored game and of a text, read back by the library."""

from __future__ import annotations

from typing import Any
from xml.etree import ElementTree

import pytest
from web_client import Visitor

import shirokuro as sk

OWN_START = sk.Board.parse("f5d6c3").line()
FORMATS = ("text", "ggf", "json", "svg", "svg-animated")


def stored(visitor: Visitor, board: str = "reversi", **fields: Any) -> Any:
    game = visitor.begin(board=board, **fields)
    for _ in range(4):
        game = visitor.move(game, game["legal"][0]["move"])
    return game


def export(visitor: Visitor, game: Any, form: str, status: int = 200, **parameters: Any) -> Any:
    path = f"/api/games/{game['id']}/export"
    answer = visitor.http.get(path, params={"format": form, **parameters}, headers=visitor.headers)
    assert answer.status_code == status, answer.text
    return answer


def export_text(visitor: Visitor, status: int = 200, **fields: Any) -> Any:
    answer = visitor.http.post("/api/export", json=fields, headers=visitor.headers)
    assert answer.status_code == status, answer.text
    return answer


@pytest.mark.parametrize("board", ["reversi", "reversi6", "nip"])
@pytest.mark.parametrize("form", ["ggf", "json"])
def test_a_game_is_written_and_read_back(visitor: Visitor, board: str, form: str) -> None:
    game = stored(visitor, board)
    (value,) = sk.notation.parse(export(visitor, game, form).text)
    record = sk.Record.from_text(value)
    assert record.variant == board
    assert [sk.move_name(move) for move in record.moves] == [move["move"] for move in game["moves"]]
    assert record.black == "person"


def test_text_is_what_people_paste(visitor: Visitor) -> None:
    game = stored(visitor)
    moves = "".join(move["move"] for move in game["moves"])
    assert export(visitor, game, "text").text == f"{moves}\n"
    assert export_text(visitor, text=OWN_START, format="text").text == f"{OWN_START}\n"
    game = stored(visitor, text=OWN_START)
    (value,) = sk.notation.parse(export(visitor, game, "text").text)
    record = sk.Record.from_text(value)
    assert record.start == sk.Board.parse("f5d6c3").position
    assert len(record.moves) == 4


@pytest.mark.parametrize("board", sk.VARIANTS)
def test_pictures_are_what_the_library_draws(visitor: Visitor, board: str) -> None:
    game = stored(visitor, board)
    record = sk.Record.from_text(sk.notation.parse(export(visitor, game, "json").text)[0])
    answer = export(visitor, game, "svg", ply=2)
    assert answer.headers["content-type"] == "image/svg+xml"
    assert answer.text == record.svg(2, size=720)
    moving = export(visitor, game, "svg-animated").text
    assert moving == record.animated_svg(size=720)
    ElementTree.fromstring(moving)


def test_a_text_is_exported_like_a_stored_game(visitor: Visitor) -> None:
    game = stored(visitor, "nip")
    moves = "".join(move["move"] for move in game["moves"])
    for form in ("text", "svg"):
        answer = export_text(visitor, board="nip", text=moves, format=form)
        assert answer.text == export(visitor, game, form).text
    assert export_text(visitor, text="", format="svg").text == sk.Record().svg(size=720)


def test_files_have_names(visitor: Visitor) -> None:
    names = {
        form: export_text(visitor, board="nip+loop", text="", format=form).headers["content-disposition"]
        for form in FORMATS
    }
    assert names["text"] == 'attachment; filename="nip-loop.txt"'
    assert names["svg-animated"] == 'attachment; filename="nip-loop.svg"'


def test_wrong_wishes_are_refused(visitor: Visitor) -> None:
    game = stored(visitor)
    assert export(visitor, game, "svg", 422, ply=5).json()["error"]["code"] == "invalid"
    assert export(visitor, game, "gif", 422).json()["error"]["code"] == "malformed"
    assert export_text(visitor, 422, text="f5f5", format="svg").json()["error"]["code"] == "invalid"
    assert export_text(visitor, 422, text="f5\n\nf5", format="svg").json()["error"]["code"] == "invalid"


def test_a_game_is_exported_for_its_owner_alone(visitor: Visitor) -> None:
    game = stored(visitor)
    other = Visitor(visitor.http)
    assert export(other, game, "text", 404).json()["error"]["code"] == "not_found"
