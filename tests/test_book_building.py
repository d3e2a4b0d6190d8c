"""Building books: the same whoever works, nothing lost when killed, exact on small boards."""

from __future__ import annotations

import signal
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest
import reference
from test_lab_cluster import WORKER, cluster_of
from test_solver import brute_force

import shirokuro as sk
from shirokuro.board.position_key import following, key_of
from shirokuro.books.building.builder import build
from shirokuro.books.building.checker import CheckSettings, check, sample
from shirokuro.books.building.growth import Extent, Growth
from shirokuro.books.building.perfect_lines import PerfectLines
from shirokuro.books.building.search import BookSearch, SearchSettings, search
from shirokuro.books.building.store import SearchStore
from shirokuro.books.entry import CLOSE
from shirokuro.errors import StoreError
from shirokuro.opening_names.named_openings import named_positions
from shirokuro.workers import cluster
from shirokuro.workers.executors import Pool, work_on
from shirokuro.workers.progress import Progress

ALL = Extent(positions=None)
SHALLOW = SearchSettings(depth=3, solved=4)


def built(board: str, path: Path, extent: Extent, settings: SearchSettings, jobs: int = 1) -> sk.Book:
    with SearchStore(path) as store, work_on(jobs) as pool:
        growth, last = grown(sk.Board(board), extent, settings, store, pool)
        assert growth.is_done
        assert last.done == last.total
    return sk.Book(board, growth.entries())


def grown(
    root: sk.Board, extent: Extent, settings: SearchSettings, store: SearchStore, pool: Pool
) -> tuple[Growth, Progress]:
    growth = Growth(root, extent, settings, store.found(root.variant_name, settings))
    *_, last = build(growth, store, pool)
    return growth, last


def without_dates(book: sk.Book | Growth) -> dict[bytes, tuple[sk.BookMove, ...]]:
    entries = book.entries() if isinstance(book, Growth) else dict(book.items())
    return {key: entry.moves for key, entry in entries.items()}


def entry_of(book: sk.Book, board: sk.Board) -> sk.BookEntry:
    entry = book.find(board)
    assert entry is not None
    return entry


def reached(board: sk.Board) -> set[bytes]:
    """The keys of all positions with moves that any game can reach."""
    found: set[bytes] = set()
    waiting = [board]
    while waiting:
        board = waiting.pop()
        if not board.is_over() and (key := key_of(board)) not in found:
            found.add(key)
            waiting += [after for _, after in following(board)]
    return found


def test_a_small_board_is_known_completely(tmp_path: Path) -> None:
    """By the rules of the tests and a brute force over them."""
    book = built("nip12", tmp_path / "work", ALL, SearchSettings())
    assert {key for key, _ in book.items()} == reached(sk.Board("nip12"))
    known: dict[str, int] = {}
    brute_force(reference.new_game("nip12"), "winner", known)
    met = 0
    for line, value in known.items():
        board = sk.Board.parse(line, "nip12")
        if not board.is_over():
            entry = entry_of(book, board)
            assert (entry.value, entry.certainty) == (value, sk.Value(0).certainty)
            met += 1
            for each in entry.moves:
                after = board.copy()
                after.push(each.move)
                assert each.value == -known[after.line()]
    assert met > len(book)


def test_values_come_from_the_ends_of_lines(tmp_path: Path) -> None:
    """However shallow the searches: in a book of all positions near the start of 4x4 they are exact."""
    root = sk.Board("reversi4")
    root.extend(["b1", "a1", "a2", "c1", "d1"])
    with SearchStore(tmp_path / "work") as store, work_on(1) as pool:
        growth, _ = grown(root, ALL, SHALLOW, store, pool)
    book = sk.Book("reversi4", growth.entries())
    assert {key for key, _ in book.items()} == reached(root)
    with sk.Engine() as engine:
        for board, entry in [*book.entries()][::20]:
            assert entry.certainty == sk.Value(0).certainty
            assert entry.value == engine.solve(board).value


def test_the_book_is_the_same_whoever_works(tmp_path: Path) -> None:
    """And all values near the best are searched deep, also those that come near it later."""
    extent = Extent(positions=60)
    one = built("reversi6", tmp_path / "one", extent, SHALLOW)
    assert len(one) == 60
    assert without_dates(built("reversi6", tmp_path / "two", extent, SHALLOW, jobs=2)) == without_dates(one)
    with SearchStore(tmp_path / "one") as store:
        assert {task.wanted for task in store.found("reversi6", SHALLOW)} == {"close", "all"}
    least = sk.Value(0, "depth", SHALLOW.depth).certainty
    assert all(entry.certainty >= least for _, entry in one.items())


@pytest.mark.long
def test_the_book_is_the_same_on_a_cluster(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster, "CONNECT_SECONDS", 60)  # a busy machine starts workers slowly
    extent = Extent(positions=60)
    one = built("reversi6", tmp_path / "one", extent, SHALLOW)
    with (
        cluster_of(WORKER) as started,
        SearchStore(tmp_path / "cluster") as store,
        work_on(cluster=started.address) as pool,
    ):
        growth, _ = grown(sk.Board("reversi6"), extent, SHALLOW, store, pool)
    assert without_dates(growth) == without_dates(one)


def test_a_larger_book_searches_only_what_is_new(tmp_path: Path) -> None:
    built("reversi6", tmp_path / "work", Extent(positions=20), SHALLOW)
    with SearchStore(tmp_path / "work") as store, work_on(1) as pool:
        growth, last = grown(sk.Board("reversi6"), Extent(positions=30), SHALLOW, store, pool)
        assert last.share == 1.0
        assert 10 <= last.done < 30
        smaller, only = grown(sk.Board("reversi6"), Extent(positions=25), SHALLOW, store, pool)
        assert (smaller.size, only.done) == (25, only.total)
        assert only.done <= 2  # what looks doubtful in the smaller book alone
    fresh = built("reversi6", tmp_path / "fresh", Extent(positions=30), SHALLOW)
    assert without_dates(growth) == without_dates(fresh)


def lines_of(extent: Extent) -> set[bytes]:
    """The keys of a book of nip12."""
    growth = Growth(sk.Board("nip12"), extent, SearchSettings(), {})
    for task in growth:
        growth.add(task, sk.BookEntry(search(task).moves))
    return {*growth.entries()}


def test_what_bounds_a_book() -> None:
    everything = lines_of(ALL)
    start = sk.Board("nip12")
    assert lines_of(Extent(None, plies=0)) == {key_of(start)}
    assert len(lines_of(Extent(None, plies=1))) == 2  # all first moves are the same
    assert lines_of(Extent(None, loss=100)) == everything
    best = lines_of(Extent(None, loss=0))
    assert {key_of(start)} < best < everything
    assert best < lines_of(Extent(None, loss=2)) < everything
    assert lines_of(Extent(1)) == {key_of(start)}
    assert lines_of(Extent(10**6)) == everything
    narrow, broad = (lines_of(Extent(20, ply_cost=cost)) for cost in (0, 100))
    assert len(narrow) == len(broad) == 20
    assert narrow != broad


def test_impossible_bounds_and_settings() -> None:
    over = sk.Board.parse("X" * 16 + " X")
    asked: list[tuple[Callable[[], object], str]] = [
        (lambda: Extent(positions=0), r"positions is a whole number, 1…"),
        (lambda: Extent(None, loss=-1), r"loss is a number, 0…"),
        (lambda: Extent(None, loss=float("nan")), r"loss is a number, 0…"),
        (lambda: Extent(None, plies=-1), r"plies is a whole number, 0…"),
        (lambda: Extent(None, ply_cost=-0.5), r"ply_cost is a number, 0…"),
        (lambda: SearchSettings(depth=0), r"depth is a whole number, 1…64, not 0"),
        (lambda: SearchSettings(solved=65), r"solved is a whole number, 0…64, not 65"),
        (lambda: CheckSettings(positions=0), "positions is a whole number, 1 or more"),
        (lambda: CheckSettings(deeper=-1), r"deeper is a whole number, 0…64"),
        (lambda: Growth(over, ALL, SearchSettings(), {}), "the game is over there"),
        (lambda: PerfectLines(over, SearchSettings(), {}), "the game is over there"),
    ]
    for ask, said in asked:
        with pytest.raises(ValueError, match=said):
            ask()


# What is searched how deep


def test_only_moves_near_the_best_are_searched_deep() -> None:
    board, settings = sk.Board.parse("f5f6e6f4g5e7"), SearchSettings(depth=6)
    assert settings.first_depth == 2
    found = search(BookSearch("reversi", key_of(board), settings)).moves
    everything = {
        each.move: each for each in search(BookSearch("reversi", key_of(board), settings, "all")).moves
    }
    assert {each.move for each in found} == {*everything}
    assert {each.degree for each in everything.values()} == {6}
    assert {each.degree for each in found} == {2, 6}
    for each in found:
        if each.degree == 6:
            assert each.value == everything[each.move].value
        else:
            assert each.value < found[0].value - CLOSE


def test_named_openings_are_there_whatever_they_cost(tmp_path: Path) -> None:
    settings = SearchSettings(depth=1, solved=0)
    lines = named_positions()[:40]
    book = built("reversi", tmp_path / "work", Extent(10, also=lines), settings)
    assert {key_of(line) for line in lines} <= {key for key, _ in book.items()}
    assert len(book) <= 10 + len({key_of(line) for line in lines})
    for line in lines:  # their values have come up the lines, too
        for move in entry_of(book, line).moves:
            (after := line.copy()).push(move.move)
            if (entry := book.find(after)) is not None:
                assert move.value == -(entry.value or 0)


# Perfect play


def test_a_perfect_player_needs_few_positions(tmp_path: Path) -> None:
    """Whole games from the book and by solving the last cells: the value of the start is never lost."""
    settings = SearchSettings(solved=8)
    root = sk.Board("nip24")
    root.push(root.legal_moves[0])
    root.push(root.legal_moves[0])
    with SearchStore(tmp_path / "work") as store, work_on(1) as pool:
        lines = PerfectLines(root, settings, {})
        *_, last = build(lines, store, pool)
        assert (lines.is_done, last.done) == (True, lines.size)
        again = PerfectLines(root, settings, store.found("nip24", settings))
    assert again.is_done
    book, random = sk.Book("nip24", lines.entries()), Random(2)
    assert without_dates(sk.Book("nip24", again.entries())) == without_dates(book)
    for number in range(10):
        board, own = root.copy(), sk.Colour(number % 2)
        while not board.is_over():
            if board.turn != own or board.must_pass():
                board.push(random.choice(board.choices()))
            elif len(board.empties()) <= settings.solved:
                break
            else:
                entry = entry_of(book, board)
                assert entry.value == sk.solve(board).value
                assert {each.kind for each in entry.moves} == {"exact"}
                board.push(random.choice(entry.best_moves))


# The store

KILLED = """
import os, signal, sys
from shirokuro.books.building.store import SearchStore
from shirokuro.cli import main
add, left = SearchStore.add, [int(sys.argv[1])]
def counted(*words):
    found = add(*words)
    left[0] -= 1
    if not left[0]:
        os.kill(os.getpid(), signal.SIGKILL)
    return found
SearchStore.add = counted
sys.exit(main(sys.argv[2:]))
"""


def test_a_killed_build_goes_on(tmp_path: Path) -> None:
    file = tmp_path / "a.book"
    wishes = ["--positions", "40", "--depth", "3", "--solved", "4"]
    for number, jobs in ((5, "1"), (12, "2")):
        command = ["book", "build", "reversi6", str(file), *wishes, "--jobs", jobs]
        ended = subprocess.run([sys.executable, "-c", KILLED, str(number), *command], capture_output=True)
        assert ended.returncode == -signal.SIGKILL, ended.stderr
        assert not file.exists()
    with SearchStore(Path(f"{file}.work")) as store, work_on(1) as pool:
        assert len(store.found("reversi6", SHALLOW)) == 17
        growth, last = grown(sk.Board("reversi6"), Extent(positions=40), SHALLOW, store, pool)
        assert last.done < 40
    fresh = built("reversi6", tmp_path / "fresh", Extent(positions=40), SHALLOW)
    assert without_dates(growth) == without_dates(fresh)


def test_two_builds_of_one_book_keep_out_of_each_others_way(tmp_path: Path) -> None:
    with (
        SearchStore(tmp_path / "work"),
        pytest.raises(StoreError, match="another program is at work on this"),
    ):
        SearchStore(tmp_path / "work")
    with SearchStore(tmp_path / "work"):
        pass


def test_stores_that_are_none(tmp_path: Path) -> None:
    foreign, text, newer = (tmp_path / name for name in ("foreign", "text", "newer"))
    with sqlite3.connect(foreign) as database:
        database.execute("CREATE TABLE game (key)")
    text.write_text("no database at all, but long enough to look like one" * 100)
    with SearchStore(newer) as store:
        store._database.execute("PRAGMA user_version = 9")
    for path, said in (
        (foreign, "no working store of a book"),
        (text, "not a database"),
        (newer, "version 9"),
    ):
        before = path.read_bytes()
        with pytest.raises(StoreError, match=f"{path.name}: .*{said}"):
            SearchStore(path)
        assert path.read_bytes() == before


# The check


def test_a_check_finds_what_is_wrong(tmp_path: Path) -> None:
    book = built("nip12", tmp_path / "work", ALL, SearchSettings())
    with work_on(1) as pool:
        right = [*check(sample(book, CheckSettings()), pool)]
        assert len(right) == len(book)
        assert all(each.is_confirmed and each.difference == 0 for each in right)
        key, entry = next(
            (key, entry) for key, entry in book.items() if len(entry.best_moves) < len(entry.moves)
        )
        worst = entry.moves[-1]
        wrong = sk.BookEntry((worst._replace(value=60), *entry.moves[:-1]))
        told = [*check(sample(sk.Book("nip12", {key: wrong}), CheckSettings()), pool)]
    assert [(each.key, each.is_confirmed) for each in told] == [(key, False)]
    assert told[0].difference == 60 - (entry.value or 0)


def test_a_check_searches_deeper() -> None:
    early, late = sk.Board("reversi6"), sk.Board("nip12")
    guess = sk.BookEntry((sk.BookMove(early.legal_moves[0], 0, "depth", 4),))
    sure = sk.BookEntry((sk.BookMove(early.legal_moves[0], 0),))
    (task,) = sample(sk.Book("reversi6", {key_of(early): guess}), CheckSettings(deeper=3))
    assert task.settings == SearchSettings(7, 18)
    assert not sample(sk.Book("reversi6", {key_of(early): sure}), CheckSettings())  # it would take long
    assert not sample(sk.Book("nip12", {key_of(late): sk.BookEntry()}), CheckSettings())
