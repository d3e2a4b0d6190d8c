"""The library of games on the page's server: added to at this machine only, searched by everybody."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from samples import random_board
from web_client import Visitor, settings_in, visited

import shirokuro as sk
from shirokuro.library.library_file import LibraryFile
from shirokuro.notation.wthor import format_wthor
from shirokuro.web.settings import LOOPBACK

GAMES = [
    replace(
        sk.Record.from_board(random_board("reversi", 128, seed)),
        black=f"Ann {seed % 3}",
        white="Bob",
        place="Cup",
        date=str(1990 + seed),
    )
    for seed in range(9)
]
JSON = "".join(f"{each.to_json()}\n" for each in GAMES).encode()


@pytest.fixture(scope="module")
def visitor(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Visitor]:
    """At a server with nine games."""
    with visited(tmp_path_factory.mktemp("web")) as found:
        assert found.get("/library")["games"] == 0
        assert send(found, JSON) == added(9)
        yield found


def send(visitor: Visitor, data: bytes, status: int = 200, path: str = "/library/files") -> Any:
    answer = visitor.raw("POST", path, content=data)
    assert answer.status_code == status, answer.text
    return answer.json()


def added(new: int, known: int = 0, left_out: int = 0) -> dict[str, Any]:
    return {"added": new, "known": known, "left_out": left_out, "is_whole": True, "problems": []}


def test_games_are_found_and_shown(visitor: Visitor) -> None:
    state = visitor.get("/library")
    told = {"games": 9, "first_year": 1990, "last_year": 1998, "can_import": True}
    assert {name: state[name] for name in told} == told
    found = visitor.post("/library/games", {"text": "f5", "limit": 5})
    assert (found["total"], [each["date"] for each in found["games"]]) == (
        9,
        ["1998", "1997", "1996", "1995", "1994"],
    )
    assert {each["ply"] for each in found["games"]} == {1}
    anns = visitor.post(
        "/library/games", {"everywhere": True, "games": {"player": "ann 1", "last_year": 1994}}
    )
    assert [(each["black"], each["date"], each["ply"]) for each in anns["games"]] == [
        ("Ann 1", "1994", None),
        ("Ann 1", "1991", None),
    ]
    game = visitor.get(f"/library/games/{anns['games'][1]['number']}")
    assert (game["place"], [each["move"] for each in game["game"]["moves"]]) == (
        "Cup",
        [*map(sk.move_name, GAMES[1].moves)],
    )
    line = [sk.move_name(move) for move in GAMES[2].moves[:30]]
    alone = visitor.post("/library/games", {"text": "".join(line).replace("pass", "pa")})
    assert [each["date"] for each in alone["games"]] == ["1992"]


def test_the_same_games_in_any_format_are_known(visitor: Visitor) -> None:
    tables = format_wthor([replace(each, theoretical=0.0).to_text() for each in GAMES[3:4]])
    lengths = f"?players={len(tables.players)}&places={len(tables.places)}"
    assert send(visitor, b"".join(tables), path=f"/library/files{lengths}") == added(0, 1)
    for form in ("ggf", "sgf", "pgn", "json"):
        answer = visitor.raw("POST", "/library/export", json={"everywhere": True, "format": form})
        assert answer.headers["content-disposition"].endswith(f'games.{form.replace("json", "jsonl")}"')
        assert send(visitor, answer.content) == added(0, 9)


def test_what_is_no_game_is_said(visitor: Visitor) -> None:
    for data, place, said in (
        (b"f5d6z9", 1, "'z9' is not a square"),
        (b"\x00\x01\x02", None, "binary"),
        (b"", None, "no game in this file"),
    ):
        answer = send(visitor, data)
        (problem,) = answer["problems"]
        assert (answer["added"], answer["is_whole"], problem["line"]) == (0, False, place)
        assert said in problem["text"]["en"]
        assert problem["text"]["ja"] != problem["text"]["en"]
    assert send(visitor, b"f5a1") == added(0, 0, 1)
    assert send(visitor, b"c4b4", path="/library/files?board=nip12") == added(1)
    assert send(visitor, b"c4", 422, "/library/files?board=chess")["error"]["code"] == "invalid"
    assert visitor.get("/library")["games"] == 10
    assert visitor.post("/library/games", {"board": "nip12"})["total"] == 1


def test_what_is_refused(visitor: Visitor) -> None:
    asked: list[tuple[str, dict[str, Any], int, str]] = [
        ("/games", {"text": "f5z9"}, 422, "invalid"),
        ("/games", {"games": {"winner": "me"}}, 422, "malformed"),
        ("/games", {"limit": 1000}, 422, "malformed"),
        ("/export", {"format": "svg"}, 422, "malformed"),
    ]
    for path, body, status, code in asked:
        assert visitor.complaint("POST", f"/library{path}", body, status) == code
    assert visitor.complaint("GET", "/library/games/999", None, 404) == "not_found"
    stranger = Visitor(visitor.http)
    stranger.token = "nobody"
    assert stranger.complaint("GET", "/library", None, 401) == "no_owner"


def test_bounds_of_the_library_and_of_exports(tmp_path: Path) -> None:
    with visited(tmp_path, library_games=5, exported_games=3) as visitor:
        answer = send(visitor, JSON)
        assert (answer["added"], answer["is_whole"]) == (0, False)
        assert "5 games at most" in answer["problems"][0]["text"]["en"]
        send(visitor, b"".join(JSON.splitlines(keepends=True)[:4]))
        refused = visitor.ask("POST", "/library/export", {"everywhere": True, "format": "ggf"}, 422)
        assert "3 games at most" in refused["error"]["words"]["en"]


def test_who_goes_away_stops_an_import(tmp_path: Path) -> None:
    stop = sk.Stop()
    with visited(tmp_path) as visitor:
        library = visitor.server.library
        stop.set()
        stopped = library.add_file(JSON, (0, 0), stop)
        assert (stopped.added, stopped.is_whole) == (0, False)
        assert library.add_file(JSON, (0, 0), sk.Stop()).added == 9


def test_only_somebody_at_this_machine_adds_games(tmp_path: Path) -> None:
    sk.Library(tmp_path / "library.sqlite").add(GAMES)
    for changes in ({"hosts": (*LOOPBACK, "club.example")}, {"proxies": ("127.0.0.1",)}):
        assert not settings_in(tmp_path, **changes).is_private
        with visited(tmp_path, **changes) as visitor:
            assert send(visitor, JSON, 403)["error"]["code"] == "not_private"
            assert visitor.complaint("POST", "/library/own", None, 403) == "not_private"
            assert visitor.get("/library")["can_import"] is False
            assert visitor.post("/library/games", {})["total"] == 9


def test_ones_own_games(tmp_path: Path) -> None:
    with visited(tmp_path) as visitor:
        visitor.play_out("random")
        visitor.begin()
        resigned = visitor.move(visitor.begin(white="random"), "f5")
        visitor.post(f"/games/{resigned['id']}/resign")
        assert visitor.post("/library/own") == added(2)
        assert visitor.post("/library/own") == added(0, 2)
        found = visitor.post("/library/games", {"everywhere": True})["games"]
        assert {each["black"] for each in found} == {"person"}
        assert -64 in {each["result"] for each in found}


def test_a_full_disk_and_a_damaged_library_are_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    to_write = LibraryFile.to_write

    def small(file: LibraryFile) -> sqlite3.Connection:
        database = to_write(file)
        database.execute("PRAGMA max_page_count = 1")  # of the pages that it has already
        return database

    with visited(tmp_path) as visitor:
        send(visitor, JSON[: JSON.index(b"\n") + 1])
        with monkeypatch.context() as patch:
            patch.setattr(LibraryFile, "to_write", small)
            assert send(visitor, JSON, 507)["error"]["code"] == "not_stored"
        assert visitor.get("/library")["games"] == 1
        assert send(visitor, JSON) == added(8, 1)
    (tmp_path / "library.sqlite").write_bytes(b"something else" * 1000)
    with visited(tmp_path) as visitor:
        refused = visitor.ask("GET", "/library", None, 503)["error"]
        assert (refused["code"], "damaged" in refused["words"]["en"]) == ("library", True)
        assert send(visitor, JSON, 503)["error"]["code"] == "library"
