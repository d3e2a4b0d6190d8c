"""The engine with its book: perfect where the book is, varied by seed, and only where it is asked for."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import product
from pathlib import Path
from random import Random

import pytest
from web_client import visited

import shirokuro as sk
from shirokuro.books import book_file
from shirokuro.books.book_text import parse_book
from shirokuro.matches.interactive_game import PlayedGame
from shirokuro.players.engine_player import BOOK_LEVEL
from shirokuro.players.from_book import is_solved
from shirokuro.words.message import text_of

SOLVED = [name for name in sk.VARIANTS if (book := sk.Book.shipped(name)) is not None and is_solved(book)]
"""The boards that are played perfectly with the package's book."""
COMPLETE = ("nip12", "reversi4")
"""Those of which the book has every position."""


def test_books_of_small_boards_are_exact() -> None:
    assert {*SOLVED} == {*COMPLETE, "nip24", "nip32", "reversi6"}


@pytest.fixture
def books(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of the package's books, which are others here."""
    monkeypatch.setattr(book_file, "BOOKS", tmp_path)
    return tmp_path


def known(books: Path, *lines: str, variant: str = "reversi") -> None:
    """Makes the package's book of a board one of these lines."""
    parse_book("\n".join((f"shirokuro book 1 {variant}", *lines))).save(books / f"{variant}.book")


def answers(variant: str, own: sk.Colour, seed: int) -> Iterator[tuple[sk.Board, sk.Choice]]:
    """The boards on which the engine with its book has a choice in a game against random moves."""
    board, player, random = sk.Board(variant), sk.player(f"engine:book=true,seed={seed}"), Random(seed)
    while not board.is_over():
        if board.must_pass():
            board.push_pass()
        elif board.turn == own:
            choice = player.choose(board)
            if choice.value is not None:
                yield board.copy(), choice
            board.push(choice.move)
        else:
            board.push(random.choice([*board.legal_moves]))


@pytest.mark.parametrize("variant", SOLVED)
def test_whole_games_are_played_perfectly(variant: str) -> None:
    """Every value is exact and none falls; near the end the solver says the same."""
    for seed, own in product(range(10 if variant in COMPLETE else 3), sk.Colour):
        least = -64.0
        for board, choice in answers(variant, own, seed):
            assert choice.note == "book, exact" or (choice.note == "exact" and variant not in COMPLETE)
            assert choice.value >= least
            least = choice.value
            after = board.copy()
            after.push(choice.move)
            if len(board.empties()) <= 12:
                assert sk.solve(board).value == -sk.solve(after).value == choice.value


def test_what_comes_after_a_book_of_a_solved_board_is_read_to_the_end(books: Path) -> None:
    board = sk.Board.parse("b1", "reversi4")
    value = sk.solve("reversi4").value
    known(books, f"reversi4; b1 {value:+d} exact", variant="reversi4")
    assert sk.player("engine").choose(board).note == "depth 2"
    assert sk.player("engine:book=true").choose(board).note == "exact"
    assert sk.player("engine:book=true,depth=3").choose(board).note == "depth 3"
    weak = {sk.player(f"engine:book=true,level=0,seed={seed}").choose(board).move for seed in range(30)}
    assert weak == set(board.legal_moves), "levels for people draw"
    known(books, f"reversi4; b1 {value:+d} depth 30", variant="reversi4")
    book_file._shipped.cache_clear()
    assert sk.player("engine:book=true").choose(board).note == "depth 2"


@pytest.mark.parametrize("variant", COMPLETE)
def test_an_answer_from_the_book(variant: str) -> None:
    board = sk.Board(variant)
    choice = sk.player("engine:book=true,level=0").choose(board, sk.Limits(nodes=1))
    assert (choice.nodes, choice.note) == (0, "book, exact")
    assert choice.value == sk.solve(board).value
    for move in choice.pv:
        board.push(move)
    assert board.is_over(), "the line goes to the end of the book"
    assert board.margin() == choice.value
    assert text_of(choice.note, "ja") == "ブック、完全読み"


# Which moves


def drawn(spec: str, moves: str, seeds: int = 30) -> set[str]:
    board = sk.Board.parse(moves)
    return {sk.move_name(sk.player(f"{spec},seed={seed}").choose(board).move) for seed in range(seeds)}


@pytest.mark.parametrize(
    ("spread", "moves", "expected"),
    [
        (1, "c3 +4 depth 16; c4 +3 depth 16; c5 +2 depth 16", "c3 c4"),
        (0, "c3 +4 depth 16; c4 +3 depth 16", "c3"),
        (0, "c3 +4 depth 16; c4 +4 depth 16", "c3 c4"),
        (64, "c3 +4 depth 16; c4 +1 depth 16; c5 +0 depth 16", "c3 c4"),  # not from a win into a draw
        (64, "c3 +0 depth 16; c4 +0 depth 16; c5 -1 depth 16", "c3 c4"),  # nor from a draw into a loss
        (2, "c3 -1 depth 16; c4 -3 depth 16; c5 -4 depth 16", "c3 c4"),
        (2, "c3 +4 depth 16; c4 +4 depth 15; c5 +3 depth 17", "c3 c4 c5"),
        (9, "c3 +9 depth 16; c4 +8 depth 20; c5 +4 depth 8", "c3 c4"),  # what was glanced at stays out
        (2, "c3 +4 selective 95; c4 +4 depth 30; c5 +3 exact", "c3 c5"),
        (2, "c3 +4 depth 16; c4 +4 exact; c5 +3 depth 20", "c4"),
        (1, "c3 +4 depth 16", "c3"),
    ],
)
def test_which_moves_of_the_book_are_played(books: Path, spread: int, moves: str, expected: str) -> None:
    known(books, f"f5d6; {moves}")
    assert drawn(f"engine:book=true,spread={spread}", "f5d6") == {*expected.split()}


def test_the_spread_is_for_the_whole_game(books: Path) -> None:
    one, other = sk.Board.parse("f5d6c4d3").legal_moves.names()[:2]
    later = f"f5d6c4d3; {one} +6 depth 16; {other} +5 depth 16"
    known(books, "f5d6; c3 +6 depth 16; c4 +4 depth 16", later)
    assert drawn("engine:book=true,spread=2", "f5d6") == {"c3", "c4"}
    assert drawn("engine:book=true,spread=2", "f5d6c4d3") == {one}  # c4 has used it up
    assert drawn("engine:book=true,spread=3", "f5d6c4d3") == {one, other}
    assert drawn("engine:book=true,spread=1", "f5d6") == {"c3"}


def test_seeds_decide_and_equal_seeds_give_equal_games() -> None:
    def moves(seed: int) -> tuple[int, ...]:
        return sk.play("engine:book=true", "engine:book=true,spread=2", variant="reversi4", seed=seed).moves

    games = [moves(seed) for seed in range(8)]
    assert games == [moves(seed) for seed in range(8)]
    assert len({*games}) > 4


def test_where_the_book_says_nothing_the_engine_searches(books: Path) -> None:
    """Neither where games were only counted, nor where the board has no book."""
    known(books, "f5d6; played c3 10 5 1", "f5; d6 +0 depth 16")
    for board in (sk.Board.parse("f5d6"), sk.Board(), sk.Board("nip")):
        with_book, without = (
            replace(sk.player(f"engine:depth=4,evaluator=hand{book}").choose(board), seconds=0)
            for book in (",book=true", "")
        )
        assert with_book == without
    assert sk.player("engine:book=true").choose("f5").pv == (sk.D6,)


def test_a_broken_book_is_told_before_the_game(books: Path) -> None:
    (books / "reversi.book").write_bytes(b"no book")
    with pytest.raises(sk.BookError, match=r"reversi\.book: this is no book of shirokuro"):
        sk.player("engine:book=true").prepare("reversi")


# Where


def test_matches_do_without_a_book_unless_asked(books: Path) -> None:
    """The same games, whatever books are at hand."""

    def games(spec: str) -> list[sk.Record]:
        result = sk.match(spec, "engine:level=10", games=4, variant="reversi4", openings=["b1"])
        return [replace(each, seconds=(), black="", white="") for each in result.records]

    without = games("engine:level=10")
    assert games("engine:level=10,book=true") == without
    known(books, "b1; a1 +5 depth 16; c1 +5 depth 16", variant="reversi4")
    assert games("engine:level=10") == games("engine:level=10,book=false") == without
    assert games("engine:level=10,book=true") != without


@pytest.mark.parametrize(
    ("spec", "uses"),
    [
        ("engine", True),
        ("engine:level=20", True),
        (f"engine:level={BOOK_LEVEL - 1}", False),
        ("engine:level=20,depth=4", False),
        ("engine:nodes=1000", False),
        ("engine:seconds=0.1", False),
        ("engine:book=false", False),
        ("engine:level=0,book=true", True),
        ("engine:depth=4,book=true", True),
    ],
)
def test_who_uses_it_where_people_play(spec: str, uses: bool) -> None:
    game = PlayedGame(sk.Board("nip12"), {sk.BLACK: sk.player(spec), sk.WHITE: None}, seed=1)
    assert str(game.think().note).startswith("book") == uses
    assert str(sk.player(spec).choose("nip12").note).startswith("book") == ("book=true" in spec)


def test_the_page_uses_it_and_offers_its_parameters(books: Path, tmp_path: Path) -> None:
    known(books, "d3; d2 +7 depth 16", variant="nip12")
    with visited(tmp_path / "web") as visitor:
        for spec, uses in (("engine:level=10", True), ("engine:level=9", False)):
            game = visitor.settled(visitor.move(visitor.begin(white=spec, board="nip12"), "d3"))
            assert (game["moves"][1]["value"] == 7) == uses
        (engine,) = (each for each in visitor.get("/players")["players"] if each["name"] == "engine")
        shown = {each["name"]: each for each in engine["parameters"]}
        assert shown["book"]["choices"] == ["auto", "true", "false"]
        assert shown["spread"]["default"] == 1
        assert "ブック" in shown["book"]["about"]["ja"]


# The parameters


def test_specifications_come_back() -> None:
    for spec in ("engine:book=true,spread=2", "engine:level=12,book=false", "engine:spread=0", "engine"):
        assert sk.player(spec).name == spec
    assert sk.player("engine:book=auto,spread=1").name == "engine"


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        ("book=maybe", "engine: book is one of auto, true, false, not 'maybe'"),
        ("book", "engine: book needs a value: book=auto"),
        ("spread=-1", "engine: spread is a whole number, 0…64, not -1"),
        ("spread=65", "engine: spread is a whole number, 0…64, not 65"),
        ("spread=few", "engine: spread is a whole number, 0…64, not 'few'"),
    ],
)
def test_values_that_cannot_be(words: str, complaint: str) -> None:
    with pytest.raises(ValueError, match=complaint):
        sk.player(f"engine:{words}")
