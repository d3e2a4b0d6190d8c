"""The library: what is kept of games, found again by any condition, and never twice or by halves."""

from __future__ import annotations

import os
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Iterable
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest
from samples import random_board

import shirokuro as sk
from shirokuro.board.position_key import key_of
from shirokuro.books.played_games import PlayedGames
from shirokuro.errors import StoreError
from shirokuro.library.importing import import_files
from shirokuro.library.library import AddedGames, Library
from shirokuro.library.query import FoundGames, LibraryQuery
from shirokuro.notation.wthor import format_wthor

NAMES = ("Ann Bee", "Bob Cé", "Cy", "Dot_10%")


def game(seed: int, variant: str = "reversi", **fields: object) -> sk.Record:
    random = Random(seed)
    record = sk.Record.from_board(random_board(variant, 128, seed))
    told = {
        "black": random.choice(NAMES),
        "white": random.choice(NAMES),
        "place": random.choice(("Open", "World Cup")),
        "date": str(random.randint(1990, 2009)),
    }
    return replace(record, **{**told, **fields})  # type: ignore[arg-type]


GAMES = [game(seed) for seed in range(40)]


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Library:
    library = Library(tmp_path_factory.mktemp("library") / "games.sqlite")
    assert library.add(GAMES[:25]) == AddedGames(25)
    assert library.add(GAMES) == AddedGames(15, 25)
    return library


def numbers(library: Library, **conditions: object) -> set[tuple[int, ...]]:
    """The moves of the games that a query finds."""
    query = LibraryQuery(**conditions)  # type: ignore[arg-type]
    found = [each.record for each in library.games(query)]
    assert library.search(query, limit=1000).total == len(found)
    assert library.search(query, limit=0) == FoundGames((), len(found))
    assert [each.record for each in library.search(query, limit=1000).games] == found
    assert [record.date for record in found] == sorted((each.date for each in found), reverse=True)
    return {record.moves for record in found}


def moves_of(games: Iterable[sk.Record]) -> set[tuple[int, ...]]:
    return {record.moves for record in games}


def test_games_come_back_as_they_were(library: Library) -> None:
    assert len(library) == 40
    assert sorted((each.record for each in library.games()), key=str) == sorted(GAMES, key=str)
    assert library.boards() == {"reversi": 40}


def test_the_whole_record_is_kept(tmp_path: Path) -> None:
    whole = replace(
        game(1, "nip24", note="x", theoretical=2.0, handicap_discs=3.0),
        seed=7,
        values=(1.5, None),
        seconds=(0.25, 3.0),
        nodes=(None, 12),
        moves=game(1, "nip24").moves[:2],
        result=4.0,
    )
    odd = sk.Record.from_board(sk.Board.parse("f5d6c3").transform(sk.Symmetry.ROTATE_90).copy(stack=False))
    begun = replace(odd, moves=tuple(odd.root().legal_moves)[:1])
    library = Library(tmp_path / "library")
    assert library.add([whole, begun, odd]) == AddedGames(2, left_out=1)  # a position is no game
    assert {each.record for each in library.games()} == {whole, begun}
    (found,) = library.search(LibraryQuery(positions=(begun.board(),))).games
    assert (found.record, found.board()) == (begun, begun.board())


@pytest.mark.parametrize(
    ("conditions", "fits"),
    [
        ({"player": "ann"}, lambda each: "Ann Bee" in (each.black, each.white)),
        ({"player": "bee an"}, lambda each: "Ann Bee" in (each.black, each.white)),
        ({"player": "CE"}, lambda each: "Bob Cé" in (each.black, each.white)),
        ({"player": "_10%"}, lambda each: "Dot_10%" in (each.black, each.white)),
        ({"player": "%"}, lambda each: "Dot_10%" in (each.black, each.white)),
        ({"player": "ann", "opponent": "cy"}, lambda each: {each.black, each.white} == {"Ann Bee", "Cy"}),
        ({"place": "world"}, lambda each: each.place == "World Cup"),
        ({"first_year": 1995, "last_year": 2001}, lambda each: 1995 <= int(each.date) <= 2001),
        ({"winner": "white"}, lambda each: each.result < 0),
        ({"winner": "nobody"}, lambda each: each.result == 0),
        (
            {"player": "ann", "winner": "black"},
            lambda each: "Ann" in each.black + each.white and each.result > 0,
        ),
        ({"variant": "nip"}, lambda each: False),
        ({"player": "nobody knows"}, lambda each: False),
    ],
)
def test_games_by_their_conditions(library: Library, conditions: dict[str, object], fits: object) -> None:
    assert callable(fits)
    assert numbers(library, **conditions) == moves_of(each for each in GAMES if fits(each))


@pytest.mark.parametrize("symmetry", sk.Symmetry)
def test_a_position_in_any_symmetry_and_at_any_ply(library: Library, symmetry: sk.Symmetry) -> None:
    for ply in (0, 3, 30, 55, len(GAMES[3].moves)):
        board = sk.Board()
        board.extend(GAMES[3].moves[:ply], insert_passes=False)
        image = board.transform(symmetry)
        images = {key_of(image)}
        expected = moves_of(each for each in GAMES if images & {*map(key_of, each.boards())})
        assert numbers(library, positions=(image,)) == expected
        assert {key_of(each.board()) for each in library.games(LibraryQuery(positions=(image,)))} == images


def test_what_was_played_is_what_counting_finds(library: Library) -> None:
    counted = PlayedGames("reversi")
    for each in GAMES:
        counted.add(each)
    book = sk.Book("reversi", counted.entries())
    for each in GAMES[:4]:
        for board in [*each.boards()][:40]:
            played, entry = library.at(board), book.find(board)
            assert entry is not None
            assert played.moves == entry.played
    start = library.at(sk.Board())
    assert (start.games, start.wins + start.draws + start.losses) == (40, 40)
    assert start.wins == sum((each.result or 0) > 0 for each in GAMES)
    anns = [each for each in GAMES if "Ann" in each.black + each.white]
    assert library.at(sk.Board(), LibraryQuery(player="ann")).games == len(anns)
    assert library.at(sk.Board("nip")).games == 0


def test_random_positions_for_practice(library: Library) -> None:
    drawn = [*library.sample(10, plies=(20, 30), seed=1)]
    assert len({each.number for each in drawn}) == 10
    assert all(20 <= (each.ply or 0) <= 30 and len(each.board().move_stack) == each.ply for each in drawn)
    assert drawn == [*library.sample(10, plies=(20, 30), seed=1)] != [*library.sample(10, (20, 30), seed=2)]
    assert [*library.sample(3, plies=(100, 110))] == []


def test_files_of_all_kinds_are_imported_once(tmp_path: Path) -> None:
    texts = [each.to_text()._replace(date="1999", theoretical=0.0) for each in GAMES[:12]]
    files = format_wthor(texts)
    folder = tmp_path / "wthor"
    folder.mkdir()
    for name, data in zip(("WTH_1999.wtb", "WTHOR.JOU", "WTHOR.TRN"), files, strict=True):
        (folder / name).write_bytes(data)
    for number, ending in enumerate(("ggf", "sgf", "pgn", "jsonl")):
        sk.write(tmp_path / f"games.{ending}", GAMES[12 + 3 * number : 15 + 3 * number])
    (tmp_path / "broken.ggf").write_text("(;GM[Othello] no game")
    library = Library(tmp_path / "library")
    paths = [
        folder,
        folder / "WTHOR.JOU",
        *sorted(tmp_path.glob("*.*f")),
        tmp_path / "games.pgn",
        tmp_path / "games.jsonl",
    ]
    *_, last = import_files(library, paths)
    assert last.games == AddedGames(24)
    assert (last.done, last.total) == (6, 6)
    assert ["broken.ggf" in str(each) for each in last.problems] == [True]
    *_, again = import_files(library, paths)
    assert again.games == AddedGames(0, 24)
    assert len(library) == 24
    assert {"Ann Bee", "Cy"} <= {
        each.record.black for each in library.games(LibraryQuery(first_year=1999, last_year=1999))
    }
    with pytest.raises(FileNotFoundError):
        next(import_files(library, [tmp_path / "none.ggf"]))


def test_games_that_are_none_are_left_out(tmp_path: Path) -> None:
    good = GAMES[0].to_text()
    wrong = [good._replace(moves=good.moves[:20] + bytes([0]) + good.moves[20:]), good._replace(moves=b"")]
    library = Library(tmp_path / "library")
    assert library.add([*wrong, good, good]) == AddedGames(1, 1, 2)
    assert library.add([]) == AddedGames()
    assert library.at(sk.Board()).games == 1


def test_numbers_and_names_as_programs_make_them(tmp_path: Path) -> None:
    library = Library(tmp_path / "library")
    odd = replace(GAMES[0], result=-64, black="half \ud800", white="nul \0", note="\ud800")
    assert library.add([odd]) == AddedGames(1)
    (found,) = library.search().games
    assert found.record == replace(odd, result=-64.0, black="half ?")


def test_a_stop_and_the_bound_keep_what_is_stored(tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    sk.write(file, GAMES)
    library, stop = Library(tmp_path / "library"), sk.Stop()
    stop.set()
    *_, last = import_files(library, [file, file], stop)
    assert (last.games.added, last.done) == (1, 0)
    small = Library(tmp_path / "library", most_games=30)
    with pytest.raises(ValueError, match="holds 30 games at most"):
        [*import_files(small, [file])]
    assert (len(small), len(library)) == (1, 1)
    assert library.add(GAMES) == AddedGames(39, 1)


def test_a_library_that_is_missing_foreign_or_damaged(tmp_path: Path) -> None:
    path = tmp_path / "library"
    missing = Library(path)
    assert (len(missing), missing.search().total, missing.at(sk.Board()).games, missing.years()) == (
        0,
        0,
        0,
        None,
    )
    assert not path.exists()
    missing.add(GAMES[:2])
    assert (len(missing), missing.boards()) == (2, {"reversi": 2})  # the file is seen as soon as it is there
    with closing(sqlite3.connect(path)) as database, database:
        database.execute("UPDATE game SET date = '1066'")
        database.execute("UPDATE places SET rows = zeroblob(length(rows))")
    for ask in (lambda: missing.search(), lambda: missing.at(sk.Board())):
        with pytest.raises(StoreError, match="wrong checksum"):
            ask()
    path.write_text("something else")
    with pytest.raises(StoreError, match="this is no library"):
        len(Library(path))


def test_a_killed_import_loses_nothing_and_goes_on(tmp_path: Path) -> None:
    """The child dies in the middle of a transaction, after one that was finished."""
    path, file = tmp_path / "library", tmp_path / "games.jsonl"
    sk.write(file, GAMES)
    code = (
        "import os, signal, sys, shirokuro as sk\n"
        "from shirokuro.library.library_file import LibraryFile\n"
        "library, games = sk.Library(sys.argv[1]), [*sk.read(sys.argv[2])]\n"
        "library.add(games[:10])\n"
        "LibraryFile.add_places = lambda *_: os.kill(os.getpid(), signal.SIGKILL)\n"
        "library.add(games)\n"
    )
    done = subprocess.run([sys.executable, "-c", code, str(path), str(file)], env=dict(os.environ))
    assert done.returncode == -signal.SIGKILL
    library = Library(path)
    assert (len(library), library.at(sk.Board()).games) == (10, 10)
    assert library.add(GAMES) == AddedGames(30, 10)


@pytest.mark.long
def test_a_large_collection_is_found_again(tmp_path: Path) -> None:
    """All of WTHOR where $SHIROKURO_DATA has it, else 3000 games of our own: nothing twice, and in bounds."""
    folder = Path(os.environ.get("SHIROKURO_DATA", tmp_path)) / "wthor"
    if not folder.exists():
        folder.mkdir()
        sk.write(folder / "games.jsonl", [game(seed) for seed in range(3000)])
    library = Library(tmp_path / "library.sqlite")
    *_, last = import_files(library, [folder])
    assert (last.games, last.problems) == (AddedGames(len(library)), ())
    assert len(library) in (3000, 117_435)
    *_, again = import_files(library, [folder])
    assert again.games == AddedGames(0, len(library))
    assert library.path.stat().st_size < 3500 * len(library)  # 400 MB for 117,435
    for each in library.sample(40, plies=(10, 59), seed=3):
        found = {other.number for other in library.games(LibraryQuery(positions=(each.board(),)))}
        assert each.number in found
        assert library.at(each.board()).games == len(found)
