"""The store and the runner: nothing lost, nothing twice, nothing foreign touched."""

from __future__ import annotations

import json
import shutil
import sqlite3
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any, TypeVar

import pytest
from laboratory import STUDY
from test_storage import asked_as_nobody, public_folder

import shirokuro as sk
from shirokuro.lab.run.database import StoreError, row_sum
from shirokuro.lab.run.plan import Cell, Measurement, Scale
from shirokuro.lab.run.runner import Forecast, RunProgress, fill
from shirokuro.lab.run.series import series
from shirokuro.lab.run.store import Store
from shirokuro.lab.run.task import TaskResult, digest, perform
from shirokuro.lab.study_index import recall, recall_all
from shirokuro.lab.tournament import Tournament
from shirokuro.matches.fixture import Fixture, Game
from shirokuro.matches.game import play_fixture
from shirokuro.matches.schedule import Terms
from shirokuro.players.clock import Clock
from shirokuro.storage.home import home
from shirokuro.workers.executors import Pool, work_on
from shirokuro.workers.origin import Origin, here

T = TypeVar("T")
R = TypeVar("R")

GAME = Fixture("random", "greedy", "nip12", seed=5)
PLAN = STUDY.plan(Scale())


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with Store(tmp_path / "deep" / "lab.sqlite") as opened:
        yield opened


class Here:
    """A pool of one that remembers what it was asked for, a list for each call."""

    def __init__(self) -> None:
        self.asked: list[list[Any]] = []

    def map_unordered(
        self, function: Callable[[T], R], items: Iterable[T], stop: sk.Stop | None = None, lost: Any = None
    ) -> Iterator[tuple[T, R]]:
        self.asked.append([])
        for item in items:
            self.asked[-1].append(item)
            yield item, function(item)


def last(plan: Iterable[Cell], store: Store, pool: Pool | None = None) -> RunProgress:
    *_, end = fill(list(plan), store, pool or Here())
    return end


# The store


def test_the_folder_of_the_users_data(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SHIROKURO_HOME", "/own")
    assert home() == Path("/own")
    monkeypatch.delenv("SHIROKURO_HOME")
    monkeypatch.setenv("HOME", "/home/ann")
    for data, folder in (("/data", "/data/shirokuro"), ("relative", "/home/ann/.local/share/shirokuro")):
        monkeypatch.setenv("XDG_DATA_HOME", data)
        assert home() == Path(folder)


def test_a_game_comes_back_whole_and_is_never_replaced(store: Store) -> None:
    fixture = replace(GAME, limits=(sk.Limits(depth=2), sk.Limits(nodes=9)), clock=Clock(60, 1))
    assert store.game(fixture) is None
    outcome = perform(fixture)
    store.add(fixture, outcome)
    store.add(fixture, TaskResult("{}", 1.0, here(), 0.0))
    (only,) = store.games()
    assert only == store.game(fixture)
    assert (only.fixture, only.record.to_json()) == (fixture, outcome.text)
    assert store.counts() == (1, 0)


def test_every_row_can_be_read_with_plain_sql(store: Store) -> None:
    store.add(GAME, perform(GAME))
    with sqlite3.connect(store.path) as database:
        assert database.execute("SELECT variant, black, white, margin FROM game").fetchall() == [
            ("nip12", "random", "greedy", play_fixture(GAME).record.result)
        ]
        assert database.execute("PRAGMA journal_mode").fetchone() == ("wal",)


def test_every_row_knows_who_made_it(store: Store) -> None:
    first, second = Origin("one", "old"), Origin("one", "new")
    plan, others = [Cell("a", series(GAME, 3))], series(replace(GAME, seed=1), 2)
    origins = first, second, second, first, first
    for fixture, origin in zip((*plan[0].fixtures, *others), origins, strict=True):
        store.add(fixture, replace(perform(fixture), origin=origin))
    with Store(store.path) as again:
        found = again.provenance(plan)
    assert found.counts == {first: 1, second: 2}
    assert (found.by("machine"), found.by("program")) == ({"one": 3}, {"old": 1, "new": 2})
    assert store.provenance([Cell("none", series(replace(GAME, seed=2), 2))]).counts == {}


def bytes_of(path: Path) -> dict[str, bytes]:
    return {file.name: file.read_bytes() for file in path.parent.iterdir()}


assert public_folder  # a fixture, used by its name


def content_of(path: Path) -> str:
    with Store(path, create=False) as store:
        return f"{len(list(store.games()))} games, {len(store.keys())} keys"


@pytest.mark.parametrize(
    ("script", "complaint"),
    [
        ("PRAGMA user_version = 99", "this store of the laboratory is of version 99; this program reads 3"),
        ("PRAGMA application_id = 0", "this is a database, but no store of the laboratory"),
        ("", "file is not a database"),
    ],
)
def test_another_file_is_left_alone(tmp_path: Path, script: str, complaint: str) -> None:
    path = tmp_path / "lab.sqlite"
    if script:
        Store(path).close()
        with closing(sqlite3.connect(path)) as database:
            database.execute(script)
    else:
        path.write_text("not a database, but long enough to be read twice\n" * 20)
    before = bytes_of(path)
    with pytest.raises(StoreError, match=complaint):
        Store(path)
    assert bytes_of(path) == before
    with pytest.raises(StoreError, match="unable to open"):
        Store(tmp_path)


def test_a_full_disk_leaves_the_store_intact(store: Store) -> None:
    games = series(GAME, 200)
    for fixture in games[:20]:
        store.add(fixture, perform(fixture))
    (pages,) = store._database.execute("PRAGMA page_count").fetchone()
    store._database.execute(f"PRAGMA max_page_count = {pages + 2}")
    with pytest.raises(StoreError, match=r"lab\.sqlite: database or disk is full"):
        last([Cell("all", games)], store)
    stored, _ = store.counts()
    assert 20 <= stored < 200
    with Store(store.path) as again:
        assert again._database.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        assert last([Cell("all", games)], again).done == 200


# Damage, and places where nothing can be written


@pytest.mark.parametrize(
    ("column", "value"),
    [
        *(("record", text) for text in ("", "{", "[]", None, b"\xff\xfe", 7, "[" * 10**5)),
        ("record", '{"format":1,"variant":"nip12","moves":"b1b1"}'),
        *(("fixture", text) for text in ("{", "{}", "[]", '{"black":"random"}', 7, b"\xff")),
    ],
)
def test_a_damaged_game_is_named_left_out_and_played_again(store: Store, column: str, value: object) -> None:
    """None stands for a cut text here."""
    games = series(GAME, 3)
    last([Cell("all", games)], store)
    whole = list(store.games())
    if value is None:
        (text,) = store._database.execute("SELECT record FROM game").fetchone()
        value = text[:-9]
    store._database.execute(f"UPDATE game SET {column} = ? WHERE rowid = 1", (value,))
    left = list(store.games())
    assert left == [game for game in whole if game in left]
    assert len(left) == 2
    (line,) = store.damage()
    assert line.startswith(f"{store.path}: the game ")
    assert column == "fixture" or " on nip12 with the key " in line
    assert store.results([Cell("all", games)])["all"].tally.games == 2
    assert len(store.damage()) == 1
    store.drop_damaged()
    assert store.counts() == (2, 0)
    assert store.damage() == []
    assert last([Cell("all", games)], store).done == 3
    assert sorted(map(repr, map(timeless, store.games()))) == sorted(map(repr, map(timeless, whole)))


def test_a_text_that_is_not_unicode_is_left_out(store: Store) -> None:
    last([Cell("all", series(GAME, 3))], store)
    store._database.execute("UPDATE game SET record = CAST(x'7bff' AS TEXT) WHERE rowid = 1")
    assert (len(list(store.games())), len(store.damage())) == (2, 1)


def test_a_run_that_cannot_be_recalled_hides_no_other(store: Store) -> None:
    tournament = Tournament(("random", "greedy"), Terms(2, variant="nip12"), name="whole")
    store.note_run(tournament.name, tournament.run().definition())
    for name, definition in {
        "json": "{",
        "list": "[]",
        "empty": '{"tournament":{}}',
        "alone": json.dumps({"scale": {}, "tournament": {**tournament.fields(), "players": ["random"]}}),
        "odd": '{"tournament":5}',
    }.items():
        row = (name, definition)
        store._database.execute("INSERT INTO run VALUES (?, ?, ?)", (*row, row_sum(*row)))
    assert [run.study.name for run in recall_all(store)] == ["whole"]
    assert len(store.damage()) == 5
    with pytest.raises(
        ValueError, match=r"lab\.sqlite: the run 'alone' cannot be read: a tournament needs two"
    ):
        recall(store, "alone")


def test_a_store_is_read_where_nothing_can_be_written(public_folder: Path) -> None:
    path = public_folder / "lab 100%?.sqlite"
    with Store(path) as store:
        last([Cell("all", series(GAME, 3))], store)
    before = bytes_of(path)
    path.chmod(0o444)
    public_folder.chmod(0o555)
    assert asked_as_nobody(lambda: content_of(path)) == "3 games, 3 keys"
    assert bytes_of(path) == before


def test_games_that_only_a_writable_folder_shows_are_not_passed_over(public_folder: Path) -> None:
    path = public_folder / "lab.sqlite"
    with Store(path) as store:
        last([Cell("all", series(GAME, 3))], store)
        for file in list(public_folder.iterdir()):
            shutil.copy(file, public_folder / f"copy-{file.name}")
    copy = public_folder / "copy-lab.sqlite"
    Path(f"{copy}-shm").unlink()
    for file in public_folder.iterdir():
        file.chmod(0o444)
    public_folder.chmod(0o555)
    assert asked_as_nobody(lambda: content_of(copy)) == (
        f"StoreError: {copy}: copy-lab.sqlite-wal holds a part of it, which can only be read where its "
        "folder can be written to: copy both files"
    )


# The runner


def test_a_run_fills_its_cells_and_does_only_what_is_missing(store: Store) -> None:
    pool = Here()
    running = fill(PLAN, store, pool)
    assert [next(running).done for _ in range(4)] == [0, 1, 2, 3]
    running.close()
    assert store.counts() == (3, 0)
    end = last(PLAN, store, pool)
    assert (end.done, end.total, end.work_left) == (9, 9, 0.0)
    results = store.results(PLAN)
    assert all(result.is_complete for result in results.values())
    assert results["squares"].value == [0, 1, 4]
    assert [game.fixture for game in results["nip12"].games] == list(PLAN[1].fixtures)
    assert last(STUDY.plan(Scale(games=6)), store, pool).done == 13
    done = [task for tasks in pool.asked for task in tasks]
    assert len(done) == len(set(done)) == 13


def test_cells_share_their_games(store: Store) -> None:
    games = series(GAME, 3)
    cells = [Cell("a", games), Cell("b", games[:2], player="greedy")]
    assert last(cells, store).total == 3
    assert [cell.subject() for cell in cells] == ["random", "greedy"]
    assert [result.tally.games for result in store.results(cells).values()] == [3, 2]


def test_what_is_timed_runs_alone_and_last(store: Store) -> None:
    pool = Here()
    alone, other = series(GAME, 2), series(replace(GAME, seed=1), 2)
    last([Cell("timed", alone, exclusive=True), Cell("same", alone), Cell("other", other)], store, pool)
    assert pool.asked == [[*other], [alone[0]], [alone[1]]]


def test_many_processes_do_what_one_does(store: Store, tmp_path: Path) -> None:
    plan = [*STUDY.plan(Scale(games=20)), *CHAIN]
    with work_on(2) as pool, Store(tmp_path / "other.sqlite") as other:
        assert last(plan, store, pool).done == last(plan, other).done == 44
        assert [timeless(game) for game in store.games()] == [timeless(game) for game in other.games()]
        assert [result.value for result in store.results(CHAIN).values()] == [1, 3, 6]


def timeless(game: Game) -> Game:
    return Game(game.fixture, replace(game.record, seconds=()))


def test_a_forecast() -> None:
    long, short, new = Fixture("a", "b"), Fixture("c", "d"), Fixture("e", "f")
    forecast = Forecast({"reversi a b": 4.0, "reversi c d": 1.0})
    assert list(forecast.longest_first([short, long, new])) == [new, long, short]
    for counts, total in (
        ({"reversi a b": 2, "reversi c d": 1}, 9.0),
        ({"reversi a b": 1, "reversi e f": 2}, 12.0),
        ({"reversi e f": 2}, None),
        ({}, 0.0),
    ):
        assert forecast.total(counts) == total
    forecast.learn("reversi c d", 3.0)
    assert forecast.expected("reversi c d") == 2.0
    tasks = Forecast({})
    waiting = tasks.longest_first([short, replace(short, seed=1), long, replace(long, seed=1)])
    assert {next(waiting), next(waiting)} == {short, long}
    tasks.learn("reversi a b", 2.0)
    tasks.learn("reversi c d", 1.0)
    assert list(waiting) == [replace(long, seed=1), replace(short, seed=1)]


def test_keys_are_what_defines_a_task() -> None:
    tasks = [GAME, replace(GAME, seed=6), replace(GAME, limits=(sk.Limits(depth=1), sk.Limits()))]
    tasks += [replace(GAME, opening="b1"), replace(GAME, clock=Clock(1))]
    keys = {digest(task.key()) for task in (*tasks, Measurement("m:f"), Measurement("m:f", '{"a":1}'))}
    assert len(keys) == 7
    assert digest(GAME.key()) == digest(replace(GAME).key())


# What goes on from something else


def add_up(number: int, before: int = 0) -> int:
    """A measurement that goes on where another ended."""
    return before + number


FIRST = Measurement.of(add_up, number=1)
SECOND = FIRST.then(add_up, number=2)
THIRD = SECOND.then(add_up, number=3)
CHAIN = [Cell(str(place), measurement=each) for place, each in enumerate((FIRST, SECOND, THIRD))]


def test_a_chain_is_resumed_and_a_damaged_link_taken_again(store: Store) -> None:
    last(CHAIN[:2], store)
    pool = Here()
    last(CHAIN, store, pool)
    assert pool.asked == [[THIRD]]
    store._database.execute("DELETE FROM measurement WHERE key = ?", (digest(THIRD.key()),))
    store._database.execute("UPDATE measurement SET value = '{' WHERE key = ?", (digest(FIRST.key()),))
    last(CHAIN, store)
    assert store.value(THIRD) is None
    assert "the measurement test_lab_store:add_up" in store.damage()[0]
    store.drop_damaged()
    last(CHAIN, store)
    assert [result.value for result in store.results(CHAIN).values()] == [1, 3, 6]
