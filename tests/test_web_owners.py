"""Owners of the page's server: how many may come, who gives way to them, and how all of one is deleted."""

from __future__ import annotations

import asyncio
import sqlite3
import time
from contextlib import closing
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import pytest
from starlette.testclient import TestClient
from web_client import (
    ADDRESS,
    PLACE,
    WRONG,
    Held,
    Listener,
    Visitor,
    new_owner,
    on_a_loop,
    served,
    server_parts,
    settings_in,
    visited,
)

import shirokuro as sk
from shirokuro.web.app import create_app
from shirokuro.web.experience.folders import ExperienceFolders
from shirokuro.web.matches.store import MatchStore
from shirokuro.web.matches.values import NewMatch
from shirokuro.web.owners import owners
from shirokuro.web.refusal import RefusedError
from shirokuro.web.store import owner_tables, store
from shirokuro.web.store.owner_tables import owned_tables
from shirokuro.web.values import NewGame, SeatsAsked

QUICK = {"board": "reversi4", "first": "random", "second": "greedy", "games": 20}
GONE = "nobody"


def tables_of_nobody(file: Path) -> list[str]:
    """The tables with rows whose owner is not there."""
    rows = "SELECT 1 FROM {} WHERE owner NOT IN (SELECT id FROM owner)"
    with closing(sqlite3.connect(file)) as database:
        return [each for each in owned_tables(database) if database.execute(rows.format(each)).fetchone()]


def age(file: Path, seconds: float) -> None:
    """Makes all owners that much older than they are."""
    with closing(sqlite3.connect(file)) as database, database:
        database.execute("UPDATE owner SET made = made - ?, asked = asked - ?", (seconds, seconds))


# How many may come


def test_each_address_makes_so_many_owners_and_no_more(tmp_path: Path) -> None:
    """Whoever has one address of an IPv6 network has all of them."""
    app = create_app(settings_in(tmp_path, owners_a_client=2, owners_an_hour=0.001))
    network = ("2001:db8::1", "2001:db8::2", "2001:db8::ffff")
    answers = list[Any]()
    with TestClient(app, base_url=ADDRESS):
        for host in ("192.0.2.1", "192.0.2.1", "192.0.2.1", "192.0.2.2", *network):
            http = TestClient(app, base_url=ADDRESS, client=(host, 5))
            answers.append(http.post("/api/owners"))
    assert [answer.status_code for answer in answers] == [201, 201, 429, 201, 201, 201, 429]
    assert answers[-1].json()["error"]["code"] == "too_many"
    assert int(answers[-1].headers["Retry-After"]) > 0


def test_whoever_has_nothing_gives_way_where_there_is_no_room(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(owners, "FULL_SECONDS", 0.0)
    with visited(tmp_path, owners=4) as visitor:
        others = [Visitor(visitor.http) for _ in range(3)]
        others[0].begin()
        assert visitor.http.post("/api/owners").status_code == 503
        age(tmp_path / "web.sqlite", 1000)
        with Listener(others[1]) as connected:
            connected.send({"type": "follow", "id": 1, "game": "none"})
            assert connected.hear("error")["id"] == 1
            assert visitor.http.post("/api/owners").status_code == 201
            others[0].get("/games")
            others[1].get("/games")
        with closing(sqlite3.connect(tmp_path / "web.sqlite")) as database:
            assert database.execute("SELECT count(*) FROM owner").fetchone() == (3,)


@on_a_loop
async def test_whoever_asked_lately_does_not_give_way(tmp_path: Path) -> None:
    async with server_parts(tmp_path, owners=2) as (server, first):
        second = await new_owner(server)
        age(tmp_path / "web.sqlite", 1000)
        await server.owners.check(first)
        assert await server.owners.create()
        await server.owners.check(first)
        with pytest.raises(RefusedError) as refused:
            await server.owners.check(second)
        assert refused.value.status == 401


@pytest.mark.parametrize("what", ["game", "drill", "match", "experience", "rival"])
def test_whoever_has_anything_stays(tmp_path: Path, what: str) -> None:
    with visited(tmp_path, owners=1) as visitor:
        if what == "game":
            visitor.begin()
        if what == "drill":
            visitor.post("/drills", PLACE | {"move": WRONG})
        if what == "match":
            visitor.post("/matches", QUICK | {"pace": None}, 201)
        if what in ("experience", "rival"):
            white = {"experience": "engine:level=1,experience=mine", "rival": "rival:nodes=500"}[what]
            game = visitor.play_out(white, "reversi4")
            visitor.get("/rivals")
            visitor.delete(f"/games/{game['id']}")
        age(tmp_path / "web.sqlite", 10_000_000)
        assert visitor.http.post("/api/owners").status_code == 503
        visitor.get("/games")


@on_a_loop
async def test_a_full_server_looks_only_once_for_somebody_who_gives_way(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with server_parts(tmp_path, owners=1) as (server, _):
        look = Mock(return_value=[])
        monkeypatch.setattr(server.owners._folders, "owners", look)
        for _ in range(5):
            with pytest.raises(RefusedError) as refused:
                await server.owners.create()
            assert refused.value.status == 503
        look.assert_called_once()


@on_a_loop
async def test_those_who_never_did_anything_go_after_a_while_in_any_case(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for module in (owner_tables, store):
        monkeypatch.setattr(module, "MOST_DROPPED", 2)
    file = tmp_path / "web.sqlite"
    async with server_parts(tmp_path) as (server, unused):
        for _ in range(4):
            await new_owner(server)
        player, new = await new_owner(server), await new_owner(server)
        await server.games.create(player, NewGame(seats=SeatsAsked(black="person", white="person")))
        age(file, 31 * 86400)
        await server.owners.check(new)
        await server.owners.tidy()
        assert await server.store.all_owners() == {player, new}
        with pytest.raises(RefusedError):
            await server.owners.check(unused)


# Deletion


@on_a_loop
async def test_a_match_that_begins_while_everything_is_deleted_leaves_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its row is stored before the deletion; its first game would be after it."""
    async with server_parts(tmp_path) as (server, owner):
        stored, release = asyncio.Event(), asyncio.Event()
        save = MatchStore.save

        async def save_slowly(self: MatchStore, row: Any) -> None:
            await save(self, row)
            stored.set()
            await release.wait()

        monkeypatch.setattr(MatchStore, "save", save_slowly)
        beginning = asyncio.create_task(server.matches.create(owner, NewMatch(**QUICK)))
        await stored.wait()
        await server.delete_owner(owner)
        release.set()
        match = await beginning
        while match._runner is not None:
            await asyncio.sleep(0)
        assert match.row.pace is None
        assert not match.played
    assert tables_of_nobody(tmp_path / "web.sqlite") == []


@on_a_loop
async def test_what_was_asked_before_the_deletion_is_not_stored_after_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with server_parts(tmp_path) as (server, owner):
        counting = Held(server.store.count_games)
        monkeypatch.setattr(server.store, "count_games", counting)
        asked = NewGame(seats=SeatsAsked(black="person", white="engine:level=1,experience=mine"))
        beginning = asyncio.create_task(server.games.create(owner, asked))
        await counting.entered.wait()
        await server.delete_owner(owner)
        counting.release.set()
        with pytest.raises(RefusedError) as refused:
            await beginning
        assert refused.value.status == 401
        assert len(server.games) == 0
    assert tables_of_nobody(tmp_path / "web.sqlite") == []


@on_a_loop
async def test_everything_of_an_owner_is_refused_while_it_is_deleted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with server_parts(tmp_path) as (server, _):
        token = await server.owners.create()
        owner = await server.owners.find(token)
        held = Held(server.store.delete_everything)
        monkeypatch.setattr(server.store, "delete_everything", held)
        deleting = asyncio.create_task(server.delete_owner(owner))
        await held.entered.wait()
        with pytest.raises(RefusedError) as refused:
            await server.owners.find(token)
        assert refused.value.status == 401
        held.release.set()
        await deleting


@on_a_loop
async def test_games_matches_and_searches_end_with_their_owner(tmp_path: Path) -> None:
    async with server_parts(tmp_path, workers=3) as (server, owner):
        begun, loop = asyncio.Event(), asyncio.get_running_loop()

        def search(stop: sk.Stop) -> None:
            loop.call_soon_threadsafe(begun.set)
            while not stop.is_set():
                time.sleep(0.001)

        seats = SeatsAsked(black="engine:seconds=9", white="person")
        live = await server.games.create(owner, NewGame(seats=seats))
        match = await server.matches.create(owner, NewMatch(**QUICK | {"pace": 5.0}))
        searching = server.searches.other(owner, search)
        await begun.wait()
        await server.delete_owner(owner)
        assert live.is_gone
        assert match._runner is None
        with pytest.raises(RefusedError) as refused:
            await searching.done
        assert refused.value.status == 401
        assert searching.stop.is_set()
    assert tables_of_nobody(tmp_path / "web.sqlite") == []


def test_a_socket_of_somebody_who_is_gone_is_refused(tmp_path: Path) -> None:
    with visited(tmp_path) as visitor, Listener(visitor) as listener:
        listener.send({"type": "analyse", "id": 1, "text": "f5", "seconds": 0.01})
        listener.hear("analysis")
        visitor.delete("/mine")
        listener.send({"type": "analyse", "id": 2, "text": "f5d6", "seconds": 0.01})
        assert listener.hear("error")["error"]["code"] == "no_owner"


def test_what_belongs_to_nobody_is_swept_at_start(tmp_path: Path) -> None:
    file, folders = tmp_path / "web.sqlite", ExperienceFolders(tmp_path / "web.sqlite")
    with visited(tmp_path) as visitor:
        game = visitor.begin()
        match = visitor.post("/matches", QUICK | {"games": 1, "pace": None}, 201)
    with closing(sqlite3.connect(file)) as database, database:
        for table in owned_tables(database):
            database.execute(f"DROP TRIGGER {table}_needs_owner")
        for table, key in (("game", "id"), ("played_match", "id"), ("match_game", "match")):
            columns = [column[1] for column in database.execute(f"PRAGMA table_info({table})")]
            changed = {"owner": f"'{GONE}'", key: f"'left' || {key}"}
            chosen = ", ".join(changed.get(name, name) for name in columns)
            database.execute(f"INSERT INTO {table} SELECT {chosen} FROM {table}")
    folders.of(GONE).mkdir(parents=True)
    assert len(tables_of_nobody(file)) == 3
    with served(settings_in(tmp_path)) as visitor.http:
        assert tables_of_nobody(file) == []
        for path in (f"/games/{game['id']}", f"/matches/{match['id']}"):
            visitor.get(path)
        while folders.owners():
            visitor.get("/games")


@on_a_loop
async def test_experience_of_a_store_that_was_there_before_is_left_alone(tmp_path: Path) -> None:
    folders = ExperienceFolders(tmp_path / "web.sqlite")
    folders.of(GONE).mkdir(parents=True)
    async with server_parts(tmp_path) as (server, _):
        await server.owners.tidy()
        assert folders.owners() == [GONE]


def test_the_store_itself_takes_nothing_of_somebody_unknown(tmp_path: Path) -> None:
    with visited(tmp_path) as visitor:
        visitor.begin()
    with closing(sqlite3.connect(tmp_path / "web.sqlite")) as database:
        for table in owned_tables(database):
            columns = database.execute(f"PRAGMA table_info({table})").fetchall()
            marks = ", ".join("?" * len(columns))
            for verb in ("INSERT", "REPLACE", "INSERT OR IGNORE"):
                with pytest.raises(sqlite3.IntegrityError, match="no such owner"):
                    database.execute(f"{verb} INTO {table} VALUES ({marks})", ["x"] * len(columns))
