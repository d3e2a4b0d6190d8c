"""The file of the page's server: a full disk, damaged pages, failed changes, and what clients hear of it."""

from __future__ import annotations

import asyncio
import json
import logging
import shutil
import sqlite3
from contextlib import AbstractContextManager, closing
from pathlib import Path
from typing import Any

import pytest
from web_client import NO_DATABASE, Visitor, new_game, on_a_loop, served, server_parts, settings_in, visited
from web_process import ServerProcess, server_process

import shirokuro as sk
from shirokuro.cli import main
from shirokuro.web.refusal import RefusedError
from shirokuro.web.store.store import GameStore

FULL_DISK = "import resource; resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))"
"""No file can grow, as on a full disk, whoever runs it and wherever."""


class Revealing:
    """Fails with the name of a file."""

    name = "revealing"

    def choose(self, board: sk.Board) -> int:
        raise FileNotFoundError(2, "No such file or directory", "/srv/secret/weights.bin")


def on_a_full_disk(folder: Path) -> AbstractContextManager[ServerProcess]:
    return server_process(folder, "--file", str(folder / "web.sqlite"), before=FULL_DISK)


def left_by_a_killed_server(folder: Path) -> tuple[Any, str]:
    """A store with a game that is only in SQLite's log yet; its owner's token."""
    with visited(folder / "running") as visitor:
        game = visitor.settled(visitor.move(visitor.begin(white="random"), "f5"))
        for path in (folder / "running").glob("web.sqlite*"):
            shutil.copy(path, folder)
    assert (folder / "web.sqlite-wal").stat().st_size
    (folder / "web.sqlite-shm").unlink()
    return game, visitor.token


def left_by_a_server_that_ended(folder: Path) -> tuple[Any, str]:
    with visited(folder) as visitor:
        game = visitor.settled(visitor.move(visitor.begin(white="random"), "f5"))
    assert not (folder / "web.sqlite-wal").exists()
    return game, visitor.token


@pytest.mark.parametrize("left", [left_by_a_killed_server, left_by_a_server_that_ended])
def test_games_can_be_read_and_exported_with_a_full_disk(tmp_path: Path, left: Any) -> None:
    (tmp_path / "running").mkdir()
    game, token = left(tmp_path)
    with on_a_full_disk(tmp_path) as server:
        client = server.client(token=token)
        status, shown = client.ask("GET", f"/games/{game['id']}")
        assert (status, shown["moves"]) == (200, game["moves"])
        for path in ("/games", "/matches", "/rivals", "/drills", "/experiences"):
            assert client.ask("GET", path)[0] == 200
        status, mine = client.ask("GET", "/mine")
        assert [row["id"] for row in mine["tables"]["game"]] == [game["id"]]
        assert client.ask("GET", f"/games/{game['id']}/export?format=json")[0] == 200
        move = {"move": game["legal"][0]["move"], "ply": game["ply"]}
        for method, path, body in (
            ("POST", f"/games/{game['id']}/moves", move),
            ("POST", "/games", new_game()),
            ("POST", "/owners", None),
            ("DELETE", "/mine", None),
        ):
            status, answer = client.ask(method, path, body)
            assert (status, answer["error"]["code"]) == (507, "not_stored"), path
        assert client.ask("GET", f"/games/{game['id']}")[1]["moves"] == game["moves"]
        server.process.terminate()
        _, said = server.process.communicate()
        (line,) = [line for line in said.splitlines() if "web.sqlite" in line]
        assert "read and exported" in line


def test_without_a_store_a_full_disk_is_one_line(tmp_path: Path) -> None:
    with on_a_full_disk(tmp_path) as server:
        said, error = server.process.communicate()
    assert (server.process.returncode, said, error.count("\n")) == (2, "", 1)
    assert "web.sqlite: disk I/O error" in error


def test_a_disk_that_is_full_later_refuses_what_must_be_stored(tmp_path: Path) -> None:
    with visited(tmp_path) as visitor:
        game = visitor.begin()
        database = visitor.server.store._writing
        (pages,) = database.execute("PRAGMA page_count").fetchone()
        database.execute(f"PRAGMA max_page_count={pages}")
        asked = (visitor.raw("POST", "/games", json=new_game()) for _ in range(200))
        refused = next(answer for answer in asked if answer.status_code != 201)
        assert (refused.status_code, refused.json()["error"]["code"]) == (507, "not_stored")
        assert int(refused.headers["Retry-After"]) > 0
        assert visitor.get(f"/games/{game['id']}")["id"] == game["id"]
        database.execute("PRAGMA max_page_count=1000000")
        visitor.begin()


@pytest.mark.parametrize("part", [0.2, 0.5, 0.8])
def test_zeroed_pages_are_found_at_start_and_said_in_a_line(
    tmp_path: Path, part: float, capsys: pytest.CaptureFixture[str]
) -> None:
    file, size = tmp_path / "web.sqlite", 4096
    with visited(tmp_path) as visitor:
        for _ in range(30):
            visitor.begin()
    data = bytearray(file.read_bytes())
    page = int(len(data) // size * part) * size
    data[page : page + size] = bytes(size)
    for broken, words in ((data, ("damaged", "backup")), (b"games" * 2000, ("web.sqlite",))):
        file.write_bytes(broken)
        assert main(["web", "--no-browser", "--file", str(file)]) == 2
        error = capsys.readouterr().err
        assert error.count("\n") == 1
        assert all(word in error for word in words)


@on_a_loop
async def test_a_change_that_fails_leaves_nothing_of_itself_and_all_of_others(tmp_path: Path) -> None:
    def half(database: sqlite3.Connection) -> None:
        database.execute("INSERT INTO owner (id, made) VALUES ('half', 0)")
        raise RefusedError(409, "no", "no")

    def whole(database: sqlite3.Connection) -> None:
        database.execute("INSERT INTO owner (id, made) VALUES ('whole', 0)")

    with closing(GameStore(tmp_path / "web.sqlite")) as store:
        failed, done = await asyncio.gather(store.change(half), store.change(whole), return_exceptions=True)
        assert isinstance(failed, RefusedError)
        assert done is None
        assert await store.all_owners() == {"whole"}


def test_a_store_of_the_version_before_is_brought_up_to_date(tmp_path: Path) -> None:
    with visited(tmp_path) as visitor:
        game = visitor.begin()
    with closing(sqlite3.connect(tmp_path / "web.sqlite")) as database, database:
        database.execute("ALTER TABLE owner DROP COLUMN asked")
        database.execute("PRAGMA user_version=3")
    with served(settings_in(tmp_path)) as visitor.http:
        assert visitor.get(f"/games/{game['id']}")["id"] == game["id"]
        Visitor(visitor.http)


# What clients hear of failures


def test_what_a_player_says_of_the_server_s_files_is_for_the_log(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    own = f"{__name__}.{Revealing.__name__}"
    with visited(tmp_path, own_players=(own,)) as visitor, caplog.at_level(logging.WARNING):
        game = visitor.settled(visitor.move(visitor.begin(white=own), "f5"))
        answers = [game, visitor.get("/games"), visitor.get("/mine")]
        assert game["result"]["text"]["en"] == "white made a mistake: raised FileNotFoundError, black wins"
        assert "secret" not in json.dumps(answers)
    assert "/srv/secret/weights.bin" in caplog.text


def test_an_experience_that_cannot_be_read_tells_no_path(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    spec = "engine:level=1,experience=mine"
    with visited(tmp_path) as visitor:
        visitor.play_out(spec)
        (file,) = tmp_path.rglob("mine.sqlite")
        for path in file.parent.iterdir():
            path.unlink()
        file.write_bytes(NO_DATABASE)
        asked = new_game(white=spec, board="reversi4")
        refused = visitor.post("/games", asked, 422)
        assert str(tmp_path) not in json.dumps(refused)
        assert str(file) in caplog.text
        assert visitor.get("/experiences")["experiences"] == [{"name": "mine", "games": 0}]
        visitor.delete("/experiences?name=mine")
        visitor.post("/games", asked, 201)


@on_a_loop
async def test_what_sqlite_says_of_our_tables_is_for_the_log(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async with server_parts(tmp_path) as (server, _):
        with pytest.raises(RefusedError) as refused:
            await server.store.change(lambda database: database.execute("INSERT INTO owner VALUES (1)"))
    assert (refused.value.status, "owner" in refused.value.text) == (503, False)
    assert "owner" in caplog.text
