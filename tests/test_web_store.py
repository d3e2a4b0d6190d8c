"""The file of the page's server: a full disk, damaged pages, failed changes, and what clients hear of it."""

from __future__ import annotations

import asyncio
import json
import logging
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from http.client import HTTPConnection
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from web_client import Visitor, in_server, served, settings_in, visited
from web_process import ProcessClient

import shirokuro as sk
from shirokuro.cli import main
from shirokuro.web.refusal import RefusedError
from shirokuro.web.state import ServerState
from shirokuro.web.store.store import GameStore

WEB = ("web", "--port", "0", "--no-browser", "--file")
ON_A_FULL_DISK = """
import resource, sys
resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))
from shirokuro.cli import main
sys.exit(main(sys.argv[1:]))
"""
"""No file can grow, as on a full disk, whoever runs it and wherever."""


class Revealing:
    """Fails with the name of a file."""

    name = "revealing"

    def choose(self, board: sk.Board) -> int:
        raise FileNotFoundError(2, "No such file or directory", "/srv/secret/weights.bin")


@contextmanager
def on_a_full_disk(file: Path) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """A server whose disk is full, and the first line that it prints."""
    command = [sys.executable, "-c", ON_A_FULL_DISK, *WEB, str(file)]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdout=pipe, stderr=pipe, text=True) as process:
        try:
            assert process.stdout is not None
            yield process, process.stdout.readline()
        finally:
            process.kill()


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
    with on_a_full_disk(tmp_path / "web.sqlite") as (process, said):
        client = ProcessClient(HTTPConnection(urlsplit(said.split()[3]).netloc, timeout=60), token)
        status, shown = client.ask("GET", f"/games/{game['id']}")
        assert (status, shown["moves"]) == (200, game["moves"])
        for path in ("/games", "/matches", "/rivals", "/drills", "/experiences"):
            assert client.ask("GET", path)[0] == 200
        status, mine = client.ask("GET", "/mine")
        assert [row["id"] for row in mine["tables"]["game"]] == [game["id"]]
        assert client.ask("GET", f"/games/{game['id']}/export?format=json")[0] == 200
        move = {"move": game["legal"][0]["move"], "ply": game["ply"]}
        seats = {"seats": {"black": "person", "white": "person"}}
        for method, path, body in (
            ("POST", f"/games/{game['id']}/moves", move),
            ("POST", "/games", seats),
            ("POST", "/owners", None),
            ("DELETE", "/mine", None),
        ):
            status, answer = client.ask(method, path, body)
            assert (status, answer["error"]["code"]) == (507, "not_stored"), path
        assert client.ask("GET", f"/games/{game['id']}")[1]["moves"] == game["moves"]
        process.terminate()
        assert process.stderr is not None
        (line,) = [line for line in process.stderr.read().splitlines() if "web.sqlite" in line]
        assert "read and exported" in line


def test_without_a_store_a_full_disk_is_one_line(tmp_path: Path) -> None:
    with on_a_full_disk(tmp_path / "web.sqlite") as (process, said):
        assert said == ""
        assert process.stderr is not None
        error = process.stderr.read()
        assert process.wait() == 2
    assert "web.sqlite: disk I/O error" in error
    assert error.count("\n") == 1


def test_a_disk_that_is_full_later_refuses_what_must_be_stored(tmp_path: Path) -> None:
    with visited(tmp_path) as visitor:
        game = visitor.begin()
        store: GameStore = visitor.http.app.state.server.store  # type: ignore[attr-defined]
        (pages,) = store._writing.execute("PRAGMA page_count").fetchone()
        store._writing.execute(f"PRAGMA max_page_count={pages}")
        body = {"seats": {"black": "person", "white": "person"}}
        asked = (visitor.http.post("/api/games", json=body, headers=visitor.headers) for _ in range(200))
        refused = next(answer for answer in asked if answer.status_code != 201)
        assert (refused.status_code, refused.json()["error"]["code"]) == (507, "not_stored")
        assert int(refused.headers["Retry-After"]) > 0
        assert visitor.get(f"/games/{game['id']}")["id"] == game["id"]
        store._writing.execute("PRAGMA max_page_count=1000000")
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


def test_a_change_that_fails_leaves_nothing_of_itself_and_all_of_others(tmp_path: Path) -> None:
    async def scene() -> None:
        store = GameStore(tmp_path / "web.sqlite")

        def half(database: sqlite3.Connection) -> None:
            database.execute("INSERT INTO owner (id, made) VALUES ('half', 0)")
            raise RefusedError(409, "no", "no")

        def whole(database: sqlite3.Connection) -> None:
            database.execute("INSERT INTO owner (id, made) VALUES ('whole', 0)")

        done = await asyncio.gather(store.change(half), store.change(whole), return_exceptions=True)
        assert isinstance(done[0], RefusedError)
        assert done[1] is None
        assert await store.all_owners() == {"whole"}
        store.close()

    asyncio.run(scene())


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
        game = visitor.settled(visitor.begin(white=spec, board="reversi4"))
        while not game["is_over"]:
            game = visitor.settled(visitor.move(game, game["legal"][0]["move"]))
        (file,) = tmp_path.rglob("mine.sqlite")
        for path in file.parent.iterdir():
            path.unlink()
        file.write_bytes(b"no database" * 1000)
        asked = {"seats": {"black": "person", "white": spec}, "board": "reversi4"}
        refused = visitor.post("/games", asked, 422)
        assert str(tmp_path) not in json.dumps(refused)
        assert str(file) in caplog.text
        assert visitor.get("/experiences")["experiences"] == [{"name": "mine", "games": 0}]
        visitor.delete("/experiences?name=mine")
        visitor.post("/games", asked, 201)


def test_what_sqlite_says_of_our_tables_is_for_the_log(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async def scene(server: ServerState, _: str) -> None:
        with pytest.raises(RefusedError) as refused:
            await server.store.change(lambda database: database.execute("INSERT INTO owner VALUES (1)"))
        assert refused.value.status == 503
        assert "owner" not in refused.value.text

    in_server(scene, tmp_path)
    assert "owner" in caplog.text
