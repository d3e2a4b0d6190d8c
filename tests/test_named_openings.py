"""The names of openings: every line, every symmetry, other orders, games that went on, and other boards."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from functools import cache
from random import Random

import pytest
import reference
from test_symmetry import image_of
from test_words import JAPANESE

import shirokuro as sk
from shirokuro.cli.opening_view import opening_beside, opening_html, opening_text
from shirokuro.opening_names.named_openings import NAMES, all_openings, passed_openings

LINES: dict[str, dict[str, list[str]]] = tomllib.loads(NAMES.read_text(encoding="utf-8"))
GREAT_FOUR = {"Tiger": "虎", "Rabbit": "兎", "Cow": "牛", "Mouse": "鼠"}


def named(moves: str | sk.Board, language: str | None = None) -> sk.Opening:
    found = sk.opening(moves, language)  # type: ignore[arg-type]
    assert found is not None
    return found


def test_every_line_of_the_file_is_a_position_with_names() -> None:
    assert len(LINES) == 134
    for moves, names in LINES.items():
        board = sk.Board.parse(moves, "reversi")
        assert board.transcript() == moves
        assert sk.PASS not in board.move_stack
        assert moves.startswith("f5")
        assert set(names) <= {"en", "ja"}
        assert names["en"], "an English reader cannot read the Japanese name"
        assert all(len(set(each)) == len(each) and all(each) for each in names.values())
    assert len({sk.Board.parse(moves).canonical().line() for moves in LINES}) == len(LINES)


@pytest.mark.parametrize("symmetry", sk.Symmetry)
def test_every_line_has_its_names_under_every_symmetry(symmetry: sk.Symmetry) -> None:
    for moves, names in LINES.items():
        board = sk.Board.parse(moves).transform(symmetry)
        expected = sk.Opening(tuple(names.get("en", ())), tuple(names.get("ja", ())), moves)
        for asked in (board, board.copy(stack=False), sk.Record.from_board(board)):
            assert sk.opening(asked) == expected
        assert expected.plies == len(board.move_stack)


def test_a_record_is_named_as_its_board_is() -> None:
    """The lookup replays only the beginning of the record."""
    for seed in range(5):
        record = sk.play("random", "random", seed=seed)
        one, other = sk.opening(record), sk.opening(record.board())
        assert one == other
        assert one is None or other is None or (one.since, one.family) == (other.since, other.family)


def test_the_usual_name() -> None:
    assert [named("f5d6c3d3c4").usual_name(language) for language in ("en", "ja")] == ["Tiger", "虎定石"]
    assert named("f5d6c6").usual_name() == "No-usagi"  # 野兎 in Latin letters
    assert named("f5f6d3f4").usual_name("ja") == "Wing Variation"


def test_the_great_four() -> None:
    for english, japanese in GREAT_FOUR.items():
        (moves,) = (moves for moves, names in LINES.items() if english in names.get("en", ()))
        assert any(name.startswith(japanese) for name in named(moves).japanese)


def test_the_usual_ways_to_begin() -> None:
    """The four first moves are equal by symmetry, and white has three replies."""
    for move in ("c4", "d3", "e6", "f5"):
        assert sk.opening(move) is None
        board = sk.Board.parse(move)
        found = {named(f"{move}{reply}").english for reply in board.legal_moves.names()}
        assert found == {("Perpendicular Opening",), ("Diagonal Opening",), ("Parallel Opening",)}


def orders(line: str) -> Iterator[str]:
    """Other orders of the same moves that come to the same position."""
    moves = [line[i : i + 2] for i in range(0, len(line), 2)]
    end = sk.Board.parse(line)
    for first in range(len(moves) - 2):
        for second in range(first + 2, len(moves), 2):
            other = list(moves)
            other[first], other[second] = other[second], other[first]
            try:
                board = sk.Board.parse("".join(other), "reversi")
            except ValueError:
                continue
            if board == end:
                yield "".join(other)


def test_other_orders_of_the_moves_have_the_same_name() -> None:
    found = {line: list(orders(line)) for line in LINES}
    for line, others in found.items():
        for other in others:
            assert sk.opening(other) == named(line)
    assert sum(map(bool, found.values())) >= 30, "many lines have such orders"


def test_a_game_that_went_on_keeps_its_last_name() -> None:
    board = sk.Board.parse("f5d6c3d3c4f4")
    found = named(board)
    assert (found.english, found.plies, found.since) == (("Tiger",), 5, 1)
    for ply in range(7, 35):
        board.push(board.legal_moves[-1])
        assert named(board).plies + named(board).since == ply


def test_names_in_one_language() -> None:
    assert named("f5d6c3").names() == ("Tiger family", "虎系")
    assert named("f5f6d3f4").names("ja") == ()
    assert named("f5f6d3f4").shown_names("ja") == ("Wing Variation",)
    japanese = named("f5f6d3f4", "ja")
    assert (japanese.japanese, japanese.plies, japanese.since) == (("斜め取り",), 2, 2)
    assert sk.opening("f5d6c3", "ja") == sk.opening("f5d6c3")
    assert sk.opening("f5f6c4f4", "ja") != sk.opening("f5f6c4f4", "en")
    with pytest.raises(ValueError, match="no language 'de': there are en, ja"):
        named("f5d6", "de")
    assert [str(named(f"f5d6c3d3c4{last}")) for last in ("", "b3")] == ["Tiger", "Aubrey · Tanaka"]


def test_colours_matter_and_so_does_the_side_to_move() -> None:
    board = sk.Board.parse("f5d6")
    black, white = board.black(), board.white()
    assert sk.opening(sk.Board.from_cells(black, white, board.turn))
    assert sk.opening(sk.Board.from_cells(white, black, board.turn)) is None
    assert sk.opening(sk.Board.from_cells(black, white, board.turn.opponent)) is None


def test_the_family_of_an_opening() -> None:
    """The family is the first telling name of the game, if the last name differs."""
    found = named("f5d6c3d3c4f4f6f3e6e7")
    assert (found.english[0], found.family.english, found.family.since) == ("Comp'Oth", ("Tiger",), 5)
    for moves in ("f5d6", "f5d6c3", "f5d6c3d3c4", "f5d6c3d3c4f4"):
        assert named(moves).family is None
    turned = sk.opening(sk.Board.parse("f5d6c3d3c4f4f6f3e6e7").transform(sk.Symmetry(3)))
    assert turned == found, "a position alone has no family, and is the same opening"
    japanese, english = named("f5d6c3f4f6d3c6", "ja"), named("f5d6c3f4f6d3c6", "en")
    assert (japanese.japanese[0], japanese.family.japanese[0]) == ("水神", "龍定石")
    assert (english.english, english.family.english) == (("Suijin",), ("Ryu",))


def test_an_english_reader_meets_no_japanese() -> None:
    """This holds for the openings themselves, the names passed on the way, and families; all are distinct."""
    assert len({each.usual_name() for each in all_openings()}) == len(all_openings()) > 120
    for each in all_openings():
        found = named(each.moves)
        shown = [*found.shown_names(), found.usual_name(), str(found), *passed_openings(each.moves, "en")]
        shown += [found.family.usual_name()] if found.family else []
        assert not JAPANESE.search(" ".join(map(str, shown))), each
        assert not JAPANESE.search(opening_text(sk.Board.parse(each.moves)))
        assert not JAPANESE.search(" ".join(opening_beside(sk.Board.parse(each.moves), "en")))
        assert not JAPANESE.search(opening_html(sk.Record.from_board(each.moves)))
        assert sk.opening(each.moves, "en") == sk.opening(each.moves), "English passes no opening over"


def test_a_start_in_the_middle_of_an_opening() -> None:
    """The lookup does not change the board."""
    board = sk.Board.parse("f5d6c3").copy(stack=False)
    board.extend([sk.D3, sk.C4, sk.F4])
    before = board.line(), list(board.move_stack)
    found = named(board)
    assert (found.english, found.plies, found.since) == (("Tiger",), 5, 1)
    assert (board.line(), list(board.move_stack)) == before


def test_other_boards_and_the_first_position_have_no_names(variant: str) -> None:
    board = sk.Board(variant)
    assert sk.opening(board) is None
    for _ in range(2):
        board.push(board.legal_moves[0])
    assert (sk.opening(board) is None) == (variant != "reversi")


# Against a slow and obvious method: all images of all lines, by the slow rules


def slow_lines(moves: list[str]) -> list[str]:
    """The position lines of a game, the last one first."""
    games = [reference.new_game("reversi")]
    for move in moves:
        games.insert(0, games[0].after_pass() if move == "pass" else games[0].after(move))
    return [game.line() for game in games]


def slow_image(line: str, symmetry: sk.Symmetry) -> str:
    """A position line with its cells moved; on 8x8 the cells are the squares, in order."""
    discs = [""] * 64
    for square in range(64):
        discs[image_of(square, symmetry, "reversi")] = line[square]
    return "".join(discs) + line[64:]


@cache
def slow_names() -> dict[str, str]:
    """The named line of each position, by all its images."""
    ends = {moves: slow_lines([sk.square_name(each) for each in stack(moves)])[0] for moves in LINES}
    return {slow_image(end, symmetry): moves for moves, end in ends.items() for symmetry in sk.Symmetry}


def stack(moves: str) -> list[int]:
    return list(sk.Board.parse(moves).move_stack)


def slow_opening(moves: list[str]) -> tuple[str, int] | None:
    found = ((slow_names().get(line), since) for since, line in enumerate(slow_lines(moves)))
    return next(((name, since) for name, since in found if name), None)


def wandering(random: Random) -> sk.Board:
    """A game that follows an image of some named line for a while, and then plays at random."""
    board = sk.Board()
    line = stack(random.choice([*LINES]))
    board.extend(line[: random.randint(0, len(line))])
    turned = random.choice([each for each in sk.Symmetry if sk.Board().transform(each) == sk.Board()])
    board = board.transform(turned)
    for _ in range(random.randint(0, 12)):
        board.push(random.choice(list(board.legal_moves)) if board.legal_moves else sk.PASS)
    return board


def test_lookup_as_the_slow_method_does() -> None:
    random = Random(1)
    for _ in range(200):
        board = wandering(random)
        found = sk.opening(board)
        slow = slow_opening([sk.move_name(move) for move in board.move_stack])
        assert (found and (found.moves, found.since)) == slow
