"""Books as values, as files and as plain text: symmetries joined, damage told, everything read back."""

from __future__ import annotations

import pickle
import re
from collections.abc import Iterator
from dataclasses import replace
from hashlib import sha256
from pathlib import Path
from random import Random

import pytest

import shirokuro as sk
from shirokuro.board.position_key import canonical_key, equal_moves, key_of, moved_places
from shirokuro.books import book_file
from shirokuro.books.book_file import BOOKS
from shirokuro.books.book_text import format_book, parse_book
from shirokuro.books.entry import best_first, most_played_first
from shirokuro.books.played_games import PlayedGames

BOARDS = ("reversi", "reversi4", "nip", "nip+loop")


def positions(variant: str, count: int, seed: int = 1) -> Iterator[sk.Board]:
    """Boards of random games."""
    random, board = Random(seed), sk.Board(variant)
    for _ in range(count):
        yield board.copy()
        board.push(random.choice(board.choices()))
        if board.is_over():
            board = sk.Board(variant)


def invented(board: sk.Board, random: Random) -> sk.BookEntry:
    """An entry that a book may have of a position."""
    kinds = (("exact", 0), ("depth", 16), ("selective", 95))
    moves, played = [], []
    for group in equal_moves(board):
        value, (kind, degree) = random.randint(-64, 64), random.choice(kinds)
        games = random.randint(1, 1000)
        moves += [sk.BookMove(move, value, kind, degree) for move in group]  # type: ignore[arg-type]
        played += [sk.PlayedMove(move, games, games // 2, games // 4) for move in group]
    return sk.BookEntry(best_first(moves), random.randrange(2**32), most_played_first(played))


def random_book(variant: str, count: int = 60) -> tuple[sk.Book, dict[str, sk.BookEntry]]:
    """A book, and what it should say of the boards by their lines."""
    random, entries, expected = Random(7), {}, {}
    for board in positions(variant, count):
        key, symmetry = canonical_key(board)
        if key not in entries:
            expected[board.line()] = entry = invented(board, random)
            entries[key] = entry.moved(moved_places(variant, symmetry))
    return sk.Book(variant, entries), expected


@pytest.mark.parametrize("variant", BOARDS)
def test_a_book_knows_all_images_of_a_position(variant: str) -> None:
    book, expected = random_book(variant)
    assert len(book) == len(expected) > 20
    for line, entry in expected.items():
        board = sk.Board.parse(line, variant)
        assert book.find(board) == entry
        for symmetry in sk.Symmetry:
            found = book.find(board.transform(symmetry))
            assert found == entry.moved(moved_places(variant, symmetry))
            assert {each.move for each in found.moves} == {*board.transform(symmetry).choices()}
        other = sk.Board.from_cells(board.white(), board.black(), sk.Colour(1 - board.turn), variant)
        assert book.find(other) == entry


def test_what_is_not_there() -> None:
    book = sk.Book("nip12")
    assert (book.find("nip12"), len(book)) == (None, 0)
    with pytest.raises(ValueError, match="this book is of nip12, not of nip"):
        book.find(sk.Board("nip"))
    with pytest.raises(ValueError, match="no variant 'chess'"):
        sk.Book("chess")


def test_what_an_entry_says() -> None:
    moves = (sk.BookMove(3, 4, "depth", 12), sk.BookMove(5, 4), sk.BookMove(9, -2, "selective", 95))
    entry, empty = sk.BookEntry(moves), sk.BookEntry()
    assert (entry.value, entry.best_moves, entry.as_value()) == (4, (3, 5), sk.Value(4, "depth", 12))
    close = sk.BookEntry((moves[0]._replace(kind="exact"), sk.BookMove(5, 0, "selective", 95), moves[2]))
    assert close.as_value() == sk.Value(4, "selective", 95), "a move far behind the best decides nothing"
    assert [each.badge() for each in moves] == ["depth 12", "exact", "selective, 95 %"]
    assert (empty.value, empty.best_moves, empty.as_value()) == (None, (), None)
    assert sk.PlayedMove(3, 8, 3, 2).score == 0.5


def test_of_two_values_the_more_certain_one_stays_and_games_are_added() -> None:
    many, once = sk.PlayedMove(4, 9, 0, 0), sk.PlayedMove(3, 1, 1, 0)
    shallow = sk.BookEntry((sk.BookMove(3, 4, "depth", 12),), 1, (sk.PlayedMove(3, 5, 2, 1),))
    deep = sk.BookEntry((sk.BookMove(3, 2, "depth", 16),), 2, (many, once))
    joined = sk.BookEntry(deep.moves, 2, (many, sk.PlayedMove(3, 6, 3, 1)))
    assert shallow.joined(deep) == deep.joined(shallow) == joined
    again = sk.BookEntry((sk.BookMove(3, 0, "depth", 16),), 3)
    assert deep.joined(again).moves == again.moves
    assert sk.BookEntry().joined(shallow) == shallow == shallow.joined(sk.BookEntry())


# The file


@pytest.mark.parametrize("variant", BOARDS)
def test_files_pickles_and_text_read_back(variant: str, tmp_path: Path) -> None:
    book, expected = random_book(variant)
    book.save(tmp_path / "a.book")
    read = sk.Book.load(tmp_path / "a.book")
    assert read == book == pickle.loads(pickle.dumps(book)) == parse_book("\n".join(format_book(book)))
    assert read.to_bytes() == book.to_bytes()
    assert {book: 1}[read] == 1
    assert dict(read.items()) == dict(book.items())
    assert all(read.find(sk.Board.parse(line, variant)) == entry for line, entry in expected.items())
    assert [key_of(board) for board, _ in read.entries()] == [key for key, _ in read.items()]
    assert len(sk.Book.from_bytes(sk.Book(variant).to_bytes())) == 0


def test_any_damage_is_told() -> None:
    data = random_book("nip12", 5)[0].to_bytes()
    for at in range(len(data)):
        for damaged in (data[:at], data[:at] + bytes([data[at] ^ 1]) + data[at + 1 :]):
            with pytest.raises(sk.BookError, match=r"^this (is no book|book is (damaged|of version))"):
                sk.Book.from_bytes(damaged)


def signed(data: bytes) -> bytes:
    """With the checksum that belongs to it."""
    return data[:-32] + sha256(data[:-32]).digest()


def test_foreign_and_newer_files(tmp_path: Path) -> None:
    data, file = sk.Book("nip12").to_bytes(), tmp_path / "a.book"
    for text, said in (
        (b"", "this is no book of shirokuro"),
        (b"f5d6c3", "this is no book of shirokuro"),
        (data.replace(b"\n\x01\0", b"\n\x02\0"), "this book is of version 2; this program reads 1"),
        (signed(data.replace(b"nip12", b"chess")), "a board that is unknown here: 'chess'"),
        (signed(data.replace(b"\x05\0\0\0\0\0", b"\x05\0\x09\0\0\0")), "its parts do not fit together"),
    ):
        file.write_bytes(text)
        with pytest.raises(sk.BookError, match=f"^{re.escape(str(file))}: .*{said}"):
            sk.Book.load(file)
    with pytest.raises(FileNotFoundError):
        sk.Book.load(tmp_path / "none.book")


UNREADABLE = "entry 1 of this book cannot be read"


def test_a_record_that_another_program_wrote_wrongly() -> None:
    entry = sk.BookEntry((sk.BookMove(1, 0),))
    data = sk.Book("nip12", {key_of(sk.Board("nip12")): entry}).to_bytes()
    moves = [data[:-36] + wrong for wrong in (b"\x01\0\x09\0", b"\x00\0\0\0", b"\x40\0\0\0", b"\xff\0\0\0")]
    counts = [data[:-38] + bytes((count, 0)) + data[-36:-32] for count in (0, 2, 255)]
    for wrong in (*moves, *counts):
        with pytest.raises(sk.BookError, match=UNREADABLE):
            sk.Book.from_bytes(signed(wrong + data[-32:]))


def test_what_cannot_be_is_refused() -> None:
    illegal = sk.BookEntry((sk.BookMove(sk.A1, 0),))
    passing = sk.BookEntry(played=(sk.PlayedMove(sk.PASS, 1, 1, 0),))
    too_good = sk.BookEntry((sk.BookMove(sk.F5, 65),))
    never = sk.BookEntry(played=(sk.PlayedMove(sk.F5, 0, 0, 0),))
    too_often = sk.BookEntry(played=(sk.PlayedMove(sk.F5, 2, 2, 1),))
    start, over = sk.Board(), sk.Board("reversi", "X" * 64 + " X")
    for board, entry in (
        *((start, each) for each in (illegal, passing, too_good, never, too_often)),
        (over, passing),
    ):
        with pytest.raises(sk.BookError, match=UNREADABLE):
            sk.Book("reversi", {key_of(board): entry})


def test_a_file_that_is_damaged_under_a_right_checksum_harms_nobody() -> None:
    """It is refused, or it is another book: all of it can be read, and every move can be made."""
    random, data = Random(5), random_book("nip12", 30)[0].to_bytes()
    refused = 0
    for _ in range(1500):
        damaged = bytearray(data)
        for _ in range(random.choice((1, 1, 2, 20))):
            damaged[random.randrange(8, len(damaged) - 32)] = random.randrange(256)
        cut = damaged[: random.randrange(8, len(damaged))] if random.random() < 0.2 else damaged
        try:
            book = sk.Book.from_bytes(signed(bytes(cut)))
        except sk.BookError:
            refused += 1
            continue
        for board, entry in book.entries():
            assert all(board.is_legal(each.move) for each in (*entry.moves, *entry.played))
        for board in positions("nip12", 5, random.randrange(9)):
            book.find(board)
    assert 500 < refused < 1500


# The books of the package


def test_the_package_has_books() -> None:
    """Each is read whole here: a damaged one would be found at once."""
    names = {file.stem for file in BOOKS.glob("*.book")}
    assert names == {"nip", "nip12", "nip24", "nip32", "reversi", "reversi4", "reversi6"}
    for name in names:
        book = shipped(name)
        assert book is sk.Book.shipped(name)
        assert book.find(name) is not None
        assert sum(1 for _ in book.entries()) == len(book) > 0


def shipped(variant: str) -> sk.Book:
    book = sk.Book.shipped(variant)
    assert book is not None
    return book


def test_books_of_large_boards_were_searched_deep() -> None:
    for variant, least in (("reversi", 10_000), ("nip", 2_000)):
        book = shipped(variant)
        assert len(book) >= least
        assert all(entry.certainty >= sk.Value(0, "depth", 16).certainty for _, entry in book.items())


@pytest.mark.parametrize("variant", ["nip12", "reversi4"])
def test_small_boards_are_known_completely(variant: str) -> None:
    book = shipped(variant)
    assert {each.kind for _, entry in book.entries() for each in entry.moves} == {"exact"}
    start = book.find(variant)
    assert start is not None
    assert start.value == sk.solve(sk.Board(variant)).value
    for board in positions(variant, 100):
        entry = book.find(board)
        assert entry is not None
        assert {each.move for each in entry.moves} == {*board.choices()}


def test_boards_without_a_book(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(book_file, "BOOKS", tmp_path)
    assert sk.Book.shipped("nip12") is None
    with pytest.raises(ValueError, match="no variant 'chess'"):
        sk.Book.shipped("chess")
    sk.Book("nip12").save(tmp_path / "nip24.book")
    with pytest.raises(sk.BookError, match=r"nip24\.book: this is a book of nip12"):
        sk.Book.shipped("nip24")


# Plain text


def test_text_that_others_write() -> None:
    book = parse_book("""\
shirokuro book 1 reversi

# a comment
reversi; f5 +0 depth 20
f5d6; c3 +0; c4 -1 selective 95; searched 2026-11-16 12:00:00; played c3 120 61 4
""")
    start = book.find("reversi")
    assert start is not None
    assert {each.move for each in start.moves} == {*sk.Board().legal_moves}
    assert {each[1:] for each in start.moves} == {(0, "depth", 20)}
    moves = (sk.BookMove(sk.C3, 0), sk.BookMove(sk.C4, -1, "selective", 95))
    assert book.find("f5d6") == sk.BookEntry(moves, 1794830400, (sk.PlayedMove(sk.C3, 120, 61, 4),))


WRONG = (
    ("f5d6; f5 +1", "f5 is no legal move there"),
    ("f5d6; c3", "c3 needs a value of -64…+64 discs"),
    ("f5d6; c3 +65", "c3 needs a value of -64…+64 discs"),
    ("f5d6; c3 +1.5", "c3 needs a value of -64…+64 discs"),
    ("f5d6; c3 +1 sure", "'sure' is no certainty: it is exact, depth"),
    ("f5d6; c3 +1 depth 65", "'depth 65' is no certainty"),
    ("f5d6; c3 +1; c3 +2", "c3 has two values"),
    ("f5d6; searched today", "searched needs a date and a time"),
    ("f5d6; searched 1960-01-01 00:00:00", "searched needs a date of the years 1970 to 2105"),
    ("f5d6; played c3 1", "played needs a move and three numbers"),
    ("f5d6; played c3 1 1 1", "played: 1 games with 1 wins and 1 draws cannot be"),
    ("f5d6; played c3 1 1 0; played c3 1 1 0", "played: c3 is there twice"),
    ("f5f5; c3 +1", ""),
    ("hello; c3 +1", ""),
    ("f5d6; z9 +1", ""),
)


def test_text_that_is_wrong() -> None:
    for line, said in WRONG:
        with pytest.raises(sk.NotationError, match=f"^line 2: {re.escape(said)}"):
            parse_book(f"shirokuro book 1 reversi\n{line}\n")
    for head in ("", "shirokuro book", "shirokuro book 2 nip", "shirokuro book 1 chess"):
        with pytest.raises(sk.NotationError, match=r"^line 1: "):
            parse_book(head)


# Played games


def test_played_games_are_counted_for_the_side_that_moved() -> None:
    games = PlayedGames("reversi", 3)
    for moves, result in (("f5d6c3", 10.0), ("d3c5f6", -2.0), ("e6f4c3", 0.0), ("f5f6e6", 4.0)):
        games.add(replace(sk.Record.from_board(moves), result=result))
    games.add(sk.Record.from_board("f5d6c3"))
    assert (games.games, games.left_out) == (4, 1)
    book = sk.Book("reversi", games.entries())
    start, f5 = book.find("reversi"), book.find("f5")
    assert start is not None
    assert f5 is not None
    assert [each[1:] for each in start.played] == [(4, 2, 1)] * 4  # the first moves are all the same
    assert {sk.move_name(each.move): each[1:] for each in f5.played} == {"d6": (3, 1, 1), "f6": (1, 0, 0)}
    assert book.find("f5d6c3") is None
    assert len(sk.Book("reversi", games.entries(least=4))) == 2
    with pytest.raises(ValueError, match="a game on nip, where the book is of reversi"):
        games.add(sk.Record("nip"))
