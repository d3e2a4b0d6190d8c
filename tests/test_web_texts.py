"""Texts and files on the page's server: whatever is pasted is read, what is wrong is said with its place."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from web_client import Visitor, visited

import shirokuro as sk
from shirokuro.notation.wthor import format_wthor
from shirokuro.web.library.values import LONGEST_FILE
from shirokuro.web.values import GameView

EMPTY = "-" * 27
GGF = f"(;GM[Othello]PB[Ada]PW[Bob]TY[8]BO[8 {EMPTY}O*------*O{EMPTY} *]B[F5//1]W[D6//2];)"
OBF = f"{EMPTY}OX------XO{EMPTY} X;"


@pytest.fixture(scope="module")
def visitor(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Visitor]:
    with visited(tmp_path_factory.mktemp("web"), searches_a_client=20) as found:
        yield found


def read(visitor: Visitor, text: str, **fields: Any) -> Any:
    return visitor.post("/texts", {"text": text, **fields})


def only(answer: Any) -> Any:
    assert answer["problems"] == []
    (game,) = answer["games"]
    GameView.model_validate(game["game"])
    return game


def test_a_game_that_was_given_up_is_shown_as_lost(visitor: Visitor) -> None:
    record = sk.Record(moves=(sk.F5, sk.D6), black="Ada", result=-64, note="black resigned")
    game = only(read(visitor, record.to_json()))["game"]
    assert (game["is_over"], game["legal"], game["result"]["by"]) == (True, [], "resigned")
    assert (game["result"]["winner"], game["result"]["margin"]) == ("white", -64)


@pytest.mark.parametrize(
    ("text", "board", "moves"),
    [
        ("f5d6c3", "reversi", ["f5", "d6", "c3"]),
        ("1. F5 d6\n2. c3", "reversi", ["f5", "d6", "c3"]),
        (GGF, "reversi", ["f5", "d6"]),
        (OBF, "reversi", []),
        ("-" * 52 + " X", "nip", []),
        ('{"format":1,"variant":"nip12","moves":"c4b4"}', "nip12", ["c4", "b4"]),
    ],
)
def test_every_format_is_read(visitor: Visitor, text: str, board: str, moves: list[str]) -> None:
    game = only(read(visitor, text))["game"]
    assert (game["board"], [move["move"] for move in game["moves"]]) == (board, moves)
    assert game["id"] is None


def test_a_game_is_shown_as_a_played_one(visitor: Visitor) -> None:
    record = sk.play("random", "random", seed=4, variant="nip")
    game = only(read(visitor, record.to_json()))
    shown, board = game["game"], record.board()
    assert (shown["ply"], shown["is_over"], shown["waits"]) == (len(record.moves), True, False)
    assert sorted(shown["black"]) == sorted(board.black().names())
    assert shown["result"]["margin"] == board.margin() == game["result"]
    assert shown["seats"]["black"]["name"] == {"en": "random", "ja": "random"}
    assert only(read(visitor, game["text"]))["game"] == shown


def test_names_dates_openings_and_the_next_moves_are_told(visitor: Visitor) -> None:
    game = only(read(visitor, GGF))
    assert game["game"]["seats"]["white"]["name"]["en"] == "Bob"
    game = only(read(visitor, "f5d6c3d3c4"))["game"]
    assert game["opening"] == {"en": "Tiger", "ja": "虎定石", "known": 5, "family": None}
    legal = sk.Board.parse("f5d6c3d3c4").legal_moves.names()
    assert {each["move"] for each in game["legal"]} == {*legal}
    assert only(read(visitor, "f5"))["game"]["seats"]["black"]["name"] == {"en": "Black", "ja": "黒"}


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("f5d6 z9", {"line": 1, "column": 6, "game": None}),
        ("f5d6\nf5f4\nf5f6x", {"line": 3, "column": 5, "game": None}),
        ("hello", {"line": 1, "column": 1, "game": None}),
        ("f5f5", {"line": None, "column": None, "game": 1}),
        ('{"format":1,"variant":"chess","moves":""}', {"line": 1, "column": None, "game": None}),
        ("(;GM[Othello]", {"line": 1, "column": 14, "game": None}),
    ],
)
def test_what_is_wrong_is_said_with_its_place(visitor: Visitor, text: str, problem: Any) -> None:
    answer = read(visitor, text)
    assert answer["games"] == []
    (found,) = answer["problems"]
    assert {name: found[name] for name in problem} == problem
    assert found["text"]["ja"] != found["text"]["en"]


def test_a_wrong_game_does_not_hide_the_others_and_nothing_is_no_game(visitor: Visitor) -> None:
    answer = read(visitor, "f5d6c3\n\nf5f5\n\nd3c5")
    assert [game["number"] for game in answer["games"]] == [1, 3]
    assert [problem["game"] for problem in answer["problems"]] == [2]
    assert answer["total"] == 3
    assert read(visitor, " \n") == {"games": [], "found": 0, "total": 0, "problems": []}


def test_a_transcript_that_names_no_board_is_tried_on_all(visitor: Visitor) -> None:
    record = sk.play("random", "random", seed=1, variant="nip32")
    moves = record.board().transcript()
    assert only(read(visitor, moves))["game"]["board"] == "nip32"
    assert only(read(visitor, moves, board="nip32"))["game"]["board"] == "nip32"
    assert read(visitor, moves, board="reversi")["problems"] != []


def test_impossible_positions_are_remarked_on(visitor: Visitor) -> None:
    remarks = only(read(visitor, "X" + "-" * 63 + " X"))["remarks"]
    assert [remark["en"] for remark in remarks] == [
        "there are fewer than four discs",
        "a centre cell is empty, which discs never leave",
        "a disc is not connected to the centre",
    ]
    assert all(remark["ja"] != remark["en"] for remark in remarks)
    assert only(read(visitor, sk.Board("nip").line()))["remarks"] == []


def test_many_games_are_paged_and_searched(visitor: Visitor) -> None:
    text = "\n".join(sk.Record(black=f"Player {n}", white="Bob", date="2001").to_json() for n in range(30))
    answer = read(visitor, text, first=25, limit=10)
    assert [game["number"] for game in answer["games"]] == [26, 27, 28, 29, 30]
    assert (answer["found"], answer["total"]) == (30, 30)
    answer = read(visitor, text, search="player 29 BOB 2001")
    assert [game["number"] for game in answer["games"]] == [30]
    assert read(visitor, "f5d6\n\nd3c5", search="d3")["games"][0]["number"] == 2


def test_bounds(visitor: Visitor) -> None:
    for asked, code in (
        ({"text": "x" * (LONGEST_FILE + 1)}, "malformed"),
        ({"text": "f5", "board": "chess"}, "invalid"),
        ({"text": "f5", "limit": 1000}, "malformed"),
        ({"text": "f5", "wish": 1}, "malformed"),
    ):
        assert visitor.complaint("POST", "/texts", asked, 422) == code
    assert visitor.http.post("/api/texts", json={"text": "f5"}).status_code == 401  # for owners alone


# WTHOR


def upload(visitor: Visitor, data: bytes, status: int = 200, **parameters: Any) -> Any:
    answer = visitor.raw("POST", "/wthor", content=data, params=parameters)
    assert answer.status_code == status, answer.text
    return answer.json()


def games(count: int) -> list[sk.Record]:
    fields = {"place": "Tokyo", "date": "1999", "white": "Takeshi"}
    played = [sk.play("random", "random", seed=number) for number in range(count)]
    return [replace(each, seed=None, black=f"P{n}", **fields) for n, each in enumerate(played)]


def test_a_wthor_file_is_paged_and_searched(visitor: Visitor) -> None:
    records = games(12)
    files = format_wthor([record.to_text() for record in records])
    answer = upload(visitor, files.games, limit=5)
    assert (len(answer["games"]), answer["found"], answer["total"]) == (5, 12, 12)
    shown = [move["move"] for move in answer["games"][2]["game"]["moves"]]
    assert shown == [sk.move_name(move) for move in records[2].moves]
    lengths = {"players": len(files.players), "places": len(files.places)}
    answer = upload(visitor, b"".join(files), search="p7 tokyo", **lengths)
    (game,) = answer["games"]
    assert (game["number"], game["place"], game["date"]) == (8, "Tokyo", "1999")
    assert game["game"]["seats"]["white"]["name"]["en"] == "Takeshi"
    assert only(read(visitor, game["text"]))["game"] == game["game"]


@pytest.mark.parametrize("data", [b"", b"no WTHOR", bytes(16) + b"x" * 68])
def test_a_file_that_is_no_wthor_is_told_of(visitor: Visitor, data: bytes) -> None:
    answer = upload(visitor, data)
    assert (answer["games"], len(answer["problems"])) == ([], 1)


def test_lengths_of_tables_are_checked(visitor: Visitor) -> None:
    assert upload(visitor, bytes(16), players=100)["problems"] != []
    upload(visitor, bytes(16), 422, players=-1)


def test_large_files_are_refused(tmp_path: Path) -> None:
    with visited(tmp_path, wthor_bytes=1000) as visitor:
        upload(visitor, bytes(1001), 413)
