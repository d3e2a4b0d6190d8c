"""For whoever runs a server: its health, an access log, limits, backups, and orders about owners."""

from __future__ import annotations

import re
import sqlite3
import threading
from collections.abc import Callable
from contextlib import closing
from dataclasses import fields
from pathlib import Path
from typing import Any
from urllib.request import Request, urlopen

import pytest
from starlette.websockets import WebSocketDisconnect
from test_cli import Captured, complaint
from web_client import Listener, Visitor, served, settings_in, visited
from web_process import server_process

from shirokuro.cli import main
from shirokuro.parameters.parameter import parameters_of
from shirokuro.web.limits import limit_lines, read_limits
from shirokuro.web.owners import blocked, orders
from shirokuro.web.owners.owner_file import owner_file
from shirokuro.web.owners.owners import digest
from shirokuro.web.server import health
from shirokuro.web.settings import WebSettings
from shirokuro.web.store.backup import back_up

TOKEN = re.compile(r"[A-Za-z0-9_-]{20,}")


# Health


def test_a_healthy_server_says_so_to_everybody_however_often(tmp_path: Path) -> None:
    with served(settings_in(tmp_path, requests_a_second=0.001, burst=1)) as http:
        answers = [http.get("/healthz") for _ in range(20)]
        assert {answer.status_code for answer in answers} == {200}
        assert answers[0].json()["status"] == "ok"
        assert [http.get("/api/boards").status_code for _ in range(2)] == [200, 429]


def test_a_store_that_cannot_be_written_is_no_health(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(health, "KEPT_SECONDS", 0.0)
    with served(settings_in(tmp_path)) as http:
        assert http.get("/healthz").status_code == 200
        writing = http.app.state.server.store._writing  # type: ignore[attr-defined]
        writing.execute("PRAGMA query_only=ON")
        answer = http.get("/healthz")
        assert (answer.status_code, answer.json()["error"]["code"]) == (503, "not_stored")
        assert int(answer.headers["retry-after"]) > 0
        writing.execute("PRAGMA query_only=OFF")
        assert http.get("/healthz").status_code == 200


def test_a_store_that_does_not_answer_is_no_health_either(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(health, "PATIENCE_SECONDS", 0.05)
    go_on = threading.Event()
    with served(settings_in(tmp_path)) as http:
        store = http.app.state.server.store  # type: ignore[attr-defined]
        original = store._commit
        store._commit = lambda batch: (go_on.wait(60), original(batch))
        answer = http.get("/healthz")
        assert (answer.status_code, answer.json()["error"]["text"]) == (503, "the store does not answer")
        go_on.set()


def test_the_store_is_tried_once_for_all_who_ask(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(health, "KEPT_SECONDS", 1000.0)
    written: list[int] = []
    original = health._write
    monkeypatch.setattr(health, "_write", lambda database: (written.append(1), original(database)))
    with served(settings_in(tmp_path)) as http:
        for _ in range(5):
            assert http.get("/healthz").status_code == 200
    assert len(written) == 1


# The access log


def test_the_log_has_a_line_for_each_request_and_no_secret(tmp_path: Path) -> None:
    log = tmp_path / "access.log"
    with visited(tmp_path, access_log=str(log)) as visitor:
        game = visitor.begin()
        visitor.get(f"/games/{game['id']}")
        visitor.http.get(f"/api/games?search={visitor.token}", headers=visitor.headers)
        visitor.http.get(f"/{visitor.token}")
        visitor.http.get("/api/boards", headers={"Host": "evil.example"})
        visitor.http.get('/a%0d%0a"b')
        visitor.post("/mine/code", status=201)
        with Listener(visitor, "follow", game=game["id"]) as listener:
            listener.hear("game")
    text = log.read_text()
    form = re.compile(r'testclient - - \[[^]]+ [+-]\d{4}\] "(\w+ /[^" ]* HTTP/1.1)" (\d{3}) (\d+) \d+\.\d{3}')
    lines = [form.fullmatch(line) for line in text.splitlines()]
    assert [(line[1], line[2]) for line in lines if line] == [
        ("POST /api/owners HTTP/1.1", "201"),
        ("POST /api/games HTTP/1.1", "201"),
        ("GET /api/games/* HTTP/1.1", "200"),
        ("GET /api/games HTTP/1.1", "200"),
        ("GET /* HTTP/1.1", "404"),
        ("GET /api/boards HTTP/1.1", "421"),
        ("GET /a???b HTTP/1.1", "404"),
        ("POST /api/mine/code HTTP/1.1", "201"),
        ("GET /api/live HTTP/1.1", "101"),
    ]
    assert all(lines)
    assert int(lines[0][3]) > 0  # type: ignore[index]
    assert TOKEN.search(text) is None


def test_a_log_that_was_put_aside_is_begun_anew(tmp_path: Path) -> None:
    log = tmp_path / "access.log"
    with served(settings_in(tmp_path, access_log=str(log))) as http:
        http.get("/api/boards")
        log.rename(tmp_path / "old.log")
        http.get("/api/players")
    assert "/api/boards" in (tmp_path / "old.log").read_text()
    assert "/api/players" in log.read_text()


@pytest.mark.parametrize(
    ("words", "logged"), [([], "127.0.0.1"), (["--proxy", "127.0.0.1"], "203.0.113.9")], ids=["none", "proxy"]
)
def test_the_command_believes_named_proxies_alone(tmp_path: Path, words: list[str], logged: str) -> None:
    with server_process(tmp_path, "--access-log", "--root-path", "/club", *words) as server:
        assert server.first_line.split()[3].endswith("/club/")
        asked = Request(f"{server.address}/healthz", headers={"X-Forwarded-For": "203.0.113.9"})
        with urlopen(asked, timeout=60) as got:
            assert got.status == 200
        server.process.terminate()
        assert server.process.stderr is not None
        assert server.process.stderr.readline().startswith(f"{logged} - - [")


# Limits


def test_every_number_of_the_settings_is_a_limit_with_a_range_and_a_meaning() -> None:
    numbers = [each for each in fields(WebSettings) if each.type in ("int", "float")]
    assert len(numbers) > 35
    usual = WebSettings()
    limits = {limit.name: limit for limit in parameters_of(WebSettings)}
    for each in numbers:
        limit = limits[each.name]
        assert limit.least is not None
        assert limit.most is not None
        assert limit.least <= getattr(usual, each.name) <= limit.most, each.name
        assert len(limit.help) > 10
        assert each.name in "\n".join(limit_lines(WebSettings))


def test_limits_are_set_by_name() -> None:
    limits = read_limits(WebSettings, ["games_a_client=200", " move_seconds = 2.5 "])
    assert limits == {"games_a_client": 200, "move_seconds": 2.5}


def test_a_limit_that_is_none_is_told_of_in_one_line(capsys: Captured) -> None:
    for text, said in (
        ("games_a_client", "NAME=VALUE"),
        ("game_a_client=5", "did you mean games_a_client?"),
        ("zzz=5", "`shirokuro web --limits` lists them"),
        ("file=x", "no such limit"),
        ("games_a_client=0", "games_a_client is a whole number, 1…1000000, not 0"),
        ("games_a_client=1.5", "a whole number"),
        ("games_a_client=", "a whole number"),
        ("move_seconds=nan", "a number, 0.01…3600"),
        ("move_seconds=inf", "a number"),
    ):
        assert said in complaint(capsys, "web", "--no-browser", "--limit", text)


def test_limits_are_listed_and_help_stays_short(capsys: Captured) -> None:
    assert main(["web", "--limits"]) == 0
    listed = capsys.readouterr().out.splitlines()
    assert len(listed) == 1 + len(parameters_of(WebSettings))
    with pytest.raises(SystemExit):
        main(["web", "--help"])
    assert len(capsys.readouterr().out.splitlines()) < 70


# Backups


def rows(file: Path) -> list[Any]:
    with sqlite3.connect(file) as database:
        return database.execute("SELECT * FROM game ORDER BY id").fetchall()


def test_a_backup_of_a_server_that_runs_holds_all_that_it_answered(tmp_path: Path, capsys: Captured) -> None:
    copy = tmp_path / "copies" / "copy.sqlite"
    copy.parent.mkdir()
    with visited(tmp_path) as visitor:
        games = [visitor.move(visitor.begin(), "f5") for _ in range(3)]
        assert main(["web", "backup", str(copy), "--file", str(tmp_path / "web.sqlite")]) == 0
        assert "games: 3" in capsys.readouterr().out
        visitor.move(games[0], "f6")
        kept = rows(copy)
        assert main(["web", "--file", str(tmp_path / "web.sqlite"), "backup", str(copy)]) == 0
        assert rows(copy) != kept
    assert [*copy.parent.iterdir()] == [copy]
    assert copy.stat().st_mode & 0o077 == 0
    assert rows(copy) == rows(tmp_path / "web.sqlite")
    with served(settings_in(tmp_path, file=copy)) as http:  # a backup is a store
        back = Visitor(http)
        back.token = visitor.token
        assert back.get(f"/games/{games[0]['id']}")["ply"] == 2


def test_a_backup_is_of_one_moment_while_games_go_on(tmp_path: Path) -> None:
    """No move is lost in it that was answered before, and none is there in part."""
    file, copy = tmp_path / "web.sqlite", tmp_path / "copy.sqlite"
    with visited(tmp_path) as visitor:
        game, answered, stop = visitor.begin(), [0], threading.Event()

        def play() -> None:
            now = game
            while not stop.is_set():
                if now["is_over"]:
                    now = visitor.begin()
                else:
                    now = visitor.move(now, now["legal"][0]["move"])
                    answered[0] += 1

        thread = threading.Thread(target=play)
        thread.start()
        try:
            for _ in range(5):
                before = answered[0]
                back_up(file, copy)
                with sqlite3.connect(copy) as database:
                    (moves,) = database.execute("SELECT sum(moves) FROM game").fetchone()
                assert moves >= before  # and more: passes are moves, too
        finally:
            stop.set()
            thread.join()


def test_a_damaged_store_gives_no_backup_and_the_old_one_stays(tmp_path: Path) -> None:
    file, copy = tmp_path / "web.sqlite", tmp_path / "copy.sqlite"
    with visited(tmp_path):
        pass
    with closing(sqlite3.connect(file, isolation_level=None)) as database:
        database.execute("INSERT INTO owner (id, made) VALUES ('a', 0)")
        many = [("a", str(number), "x" * 500) for number in range(200)]
        database.executemany("INSERT INTO rival_memory VALUES (?, ?, ?)", many)
    back_up(file, copy)
    old = copy.read_bytes()
    data = bytearray(file.read_bytes())
    data[-40960:] = bytes(40960)
    file.write_bytes(data)
    with pytest.raises(ValueError, match="no backup was written"):
        back_up(file, copy)
    assert copy.read_bytes() == old
    assert sorted(each.name for each in tmp_path.glob("copy*")) == ["copy.sqlite"]


@pytest.mark.parametrize(
    ("store", "copy", "said"),
    [
        ("nothing.sqlite", "copy.sqlite", "no store of a server is there"),
        ("text.txt", "copy.sqlite", "not a database"),
        ("web.sqlite", "web.sqlite", "is the store itself"),
        ("web.sqlite", "nowhere/copy.sqlite", "there is no folder"),
        ("web.sqlite", ".", "is a folder"),
        ("other.sqlite", "copy.sqlite", "no such table"),
    ],
)
def test_what_cannot_be_backed_up_is_told_in_one_line(
    tmp_path: Path, store: str, copy: str, said: str, capsys: Captured
) -> None:
    with visited(tmp_path):
        pass
    (tmp_path / "text.txt").write_text("hello " * 500)
    with sqlite3.connect(tmp_path / "other.sqlite") as database:
        database.execute("CREATE TABLE t (x)")
    assert said in complaint(capsys, "web", "backup", str(tmp_path / copy), "--file", str(tmp_path / store))
    assert not (tmp_path / "copy.sqlite").exists()
    assert not (tmp_path / "nothing.sqlite").exists()


# Owners

Owners = Callable[..., str]


@pytest.fixture
def owners(tmp_path: Path, capsys: Captured) -> Owners:
    """`shirokuro web owners …`: what it prints."""

    def run(*words: str, code: int = 0) -> str:
        assert main(["web", "owners", *words, "--file", str(tmp_path / "web.sqlite")]) == code
        printed = capsys.readouterr()
        return printed.out + printed.err

    return run


def test_owners_are_listed_and_shown_without_their_tokens(tmp_path: Path, owners: Owners) -> None:
    with visited(tmp_path) as first:
        second = Visitor(first.http)
        for _ in range(3):
            second.move(second.begin(), "f5")
        listed = owners()
        assert listed == owners("list")
        head, *lines = listed.splitlines()
        assert head.split()[:2] == ["owner", "games"]
        assert lines[0].split()[:2] == [digest(second.token)[:12], "3"]
        assert lines[1].split()[:2] == [digest(first.token)[:12], "0"]
        assert owners("list", "--by", "bytes").splitlines()[1] == lines[0]
        shown = owners("show", digest(second.token)[:6].upper())
        assert f"owner: {digest(second.token)}" in shown
        assert "games: 3, matches: 0, drills: 0" in shown
        assert "not blocked" in shown
        (size,) = re.findall(r"bytes: ([\d,]+)", shown)
        assert 1000 < int(size.replace(",", "")) < 100_000
    for token in (first.token, second.token):
        assert token not in listed + shown


def test_an_owner_is_named_by_the_first_letters_of_the_id(tmp_path: Path, owners: Owners) -> None:
    """Letters that several ids share are not enough; a real id has no z, so chance cannot add a third."""
    with visited(tmp_path):
        for prefix, said in (("zzz", "at least"), ("zzzz", "no owners"), ("%%%%", "no owners")):
            assert said in owners("show", prefix, code=2)
    with sqlite3.connect(tmp_path / "web.sqlite") as database:
        database.executemany("INSERT INTO owner (id, made) VALUES (?, 0)", [("zzzz1",), ("zzzz2",)])
    assert "2 owners" in owners("block", "zzzz", code=2)
    assert "zzzz1: blocked" in owners("block", "zzzz1")


def until(holds: Callable[[], bool]) -> None:
    """Waits for what a running server does by itself; a test that hangs has failed."""
    pause = threading.Event()
    while not holds():
        pause.wait(0.01)


@pytest.fixture
def prompt(monkeypatch: pytest.MonkeyPatch) -> None:
    """A server that looks for orders all the time."""
    monkeypatch.setattr(orders, "OBEY_SECONDS", 0.02)


def test_a_blocked_owner_is_refused_while_the_server_runs_and_others_are_not(
    tmp_path: Path, owners: Owners, prompt: None
) -> None:
    with visited(tmp_path) as visitor:
        other = Visitor(visitor.http)
        game = visitor.begin()
        key = digest(visitor.token)[:8]
        with Listener(visitor, "follow", game=game["id"]) as listener:
            listener.hear("game")
            assert "blocked" in owners("block", key)
            until(lambda: visitor.raw("GET", "/games").status_code == 403)
            with pytest.raises(WebSocketDisconnect) as closed:
                listener.hear("nothing")
            assert closed.value.code == blocked.BLOCKED
        assert visitor.complaint("GET", "/games", None, 403) == "blocked"
        with pytest.raises(WebSocketDisconnect) as closed, Listener(visitor) as refused:
            refused.hear("game")
        assert closed.value.code == blocked.BLOCKED
        assert other.get("/games")["games"] == []
        assert "blocked since" in owners("show", key)
        assert "  blocked" in owners()
        owners("unblock", key)
        until(lambda: visitor.raw("GET", "/games").status_code == 200)
        assert visitor.get(f"/games/{game['id']}")["id"] == game["id"]


def test_a_block_outlives_the_server(tmp_path: Path, owners: Owners) -> None:
    with visited(tmp_path) as visitor:
        pass
    owners("block", digest(visitor.token))
    with served(settings_in(tmp_path)) as http:
        again = Visitor(http)
        again.token = visitor.token
        until(lambda: again.raw("GET", "/games").status_code == 403)


def test_an_owner_is_deleted_by_the_server_that_runs(tmp_path: Path, owners: Owners, prompt: None) -> None:
    with visited(tmp_path) as visitor:
        other = Visitor(visitor.http)
        kept = other.move(other.begin(), "f5")
        visitor.move(visitor.begin(white="random"), "f5")
        visitor.post("/matches", {"first": "random", "second": "random", "games": 20, "pace": 0}, 201)
        key = digest(visitor.token)
        with Listener(visitor, "nothing") as listener:
            listener.hear("error")
            assert "deleted" in owners("delete", key[:10], "--yes")
            with pytest.raises(WebSocketDisconnect) as closed:
                listener.hear("nothing")
            assert closed.value.code == blocked.DELETED
        assert visitor.complaint("GET", "/games", None, 401) == "no_owner"
        assert other.get(f"/games/{kept['id']}")["ply"] == 1
        assert key[:10] not in owners()
    with sqlite3.connect(tmp_path / "web.sqlite") as database:
        assert database.execute("SELECT count(*) FROM owner WHERE id = ?", (key,)).fetchone() == (0,)
        assert database.execute("SELECT count(*) FROM game WHERE owner = ?", (key,)).fetchone() == (0,)


def test_an_owner_is_deleted_without_a_server(tmp_path: Path, owners: Owners) -> None:
    with visited(tmp_path) as visitor:
        visitor.move(visitor.begin(), "f5")
    key = digest(visitor.token)
    learned = tmp_path / "web-experience" / key
    learned.mkdir(parents=True)
    (learned / "mine.experience").write_bytes(b"x" * 5000)
    assert "say --yes" in owners("delete", key, code=2)
    assert re.search(r"bytes: [5-9],\d{3}", owners("show", key))
    assert "deleted" in owners("delete", key, "--yes")
    assert not learned.exists()
    with owner_file(tmp_path / "web.sqlite") as store:
        assert store.owners() == []
        assert not store.is_deletion_ordered(key)
