"""Exports of the page's server: every format of a stored game and of a text, read back by the library."""

from __future__ import annotations

from typing import Any
from xml.etree import ElementTree

import pytest
from web_client import Visitor

import shirokuro as sk

OWN_START = sk.Board.parse("f5d6c3").line()


def stored(visitor: Visitor, board: str = "reversi", **fields: Any) -> Any:
    game = visitor.begin(board=board, **fields)
    for _ in range(4):
        game = visitor.move(game, game["legal"][0]["move"])
    return game


def export(visitor: Visitor, game: Any, form: str, status: int = 200, **parameters: Any) -> Any:
    answer = visitor.raw("GET", f"/games/{game['id']}/export", params={"format": form, **parameters})
    assert answer.status_code == status, answer.text
    return answer


def export_text(visitor: Visitor, status: int = 200, **fields: Any) -> Any:
    answer = visitor.raw("POST", "/export", json=fields)
    assert answer.status_code == status, answer.text
    return answer


def read(answer: Any) -> sk.Record:
    (value,) = sk.notation.parse(answer.text)
    return sk.Record.from_text(value)


@pytest.mark.parametrize("board", sk.VARIANTS)
def test_a_game_is_written_and_drawn_as_the_library_does(visitor: Visitor, board: str) -> None:
    game = stored(visitor, board)
    for form in ("ggf", "json"):
        if form == "json" or "+" not in board:  # GGF does not tell the rules of loops
            record = read(export(visitor, game, form))
            assert (record.variant, record.black) == (board, "person")
            assert [sk.move_name(move) for move in record.moves] == [move["move"] for move in game["moves"]]
    picture = export(visitor, game, "svg", ply=2)
    assert (picture.headers["content-type"], picture.text) == ("image/svg+xml", record.svg(2, size=720))
    moving = export(visitor, game, "svg-animated").text
    assert moving == record.animated_svg(size=720)
    ElementTree.fromstring(moving)


def test_text_is_what_people_paste(visitor: Visitor) -> None:
    game = stored(visitor)
    moves = "".join(move["move"] for move in game["moves"])
    assert export(visitor, game, "text").text == f"{moves}\n"
    assert export_text(visitor, text=OWN_START, format="text").text == f"{OWN_START}\n"
    record = read(export(visitor, stored(visitor, text=OWN_START), "text"))
    assert (record.start, len(record.moves)) == (sk.Board.parse("f5d6c3").position, 4)


def test_a_text_is_exported_like_a_stored_game_and_files_have_names(visitor: Visitor) -> None:
    game = stored(visitor, "nip")
    moves = "".join(move["move"] for move in game["moves"])
    for form in ("text", "svg"):
        answer = export_text(visitor, board="nip", text=moves, format=form)
        assert answer.text == export(visitor, game, form).text
    assert export_text(visitor, text="", format="svg").text == sk.Record().svg(size=720)
    for form, ending in (("text", "txt"), ("svg-animated", "svg")):
        answer = export_text(visitor, board="nip+loop", text="", format=form)
        assert answer.headers["content-disposition"] == f'attachment; filename="nip-loop.{ending}"'


def test_wrong_wishes_and_strangers_are_refused(visitor: Visitor) -> None:
    game = stored(visitor)
    for answer, code in (
        (export(visitor, game, "svg", 422, ply=5), "invalid"),
        (export(visitor, game, "gif", 422), "malformed"),
        (export_text(visitor, 422, text="f5f5", format="svg"), "invalid"),
        (export_text(visitor, 422, text="f5\n\nf5", format="svg"), "invalid"),
        (export(Visitor(visitor.http), game, "text", 404), "not_found"),
    ):
        assert answer.json()["error"]["code"] == code
