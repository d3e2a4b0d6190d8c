"""Record: a game as a value, from text and boards and back, its passes and notes in step."""

from __future__ import annotations

import dataclasses
from pathlib import Path

import pytest
from samples import random_board

import shirokuro as sk
from shirokuro import PASS, Board, Record, notation
from shirokuro.notation import GameText

# On reversi4, black must pass after the fourth move.
WRITTEN = bytes([sk.B1, sk.C1, sk.D3, sk.A1, sk.C4])
PLAYED = (sk.B1, sk.C1, sk.D3, sk.A1, PASS, sk.C4)


def random_record(variant: str, seed: int) -> Record:
    return Record.from_board(random_board(variant, 128, seed))


def test_from_text_puts_passes_in_and_keeps_notes_in_step() -> None:
    text = GameText("reversi4", None, WRITTEN, (1.0, None, 3.0, 4.0, 5.0), (0.1, 0.2, None, 0.4, 0.5))
    record = Record.from_text(text)
    assert record.moves == PLAYED
    assert record.values == (1.0, None, 3.0, 4.0, None, 5.0)
    assert record.seconds == (0.1, 0.2, None, 0.4, None, 0.5)
    for moves, values in ((bytes(PLAYED), (1.0, 2.0, 3.0, 4.0, 0.0, 5.0)), (WRITTEN, ())):
        record = Record.from_text(GameText("reversi4", None, moves, values))
        assert (record.values, record.seconds) == (values, ())


def test_names_and_dates_come_along() -> None:
    text = GameText("nip", black="b", white="w", place="p", date="2001", result=-2.0)
    record = Record.from_text(text)
    assert (record.black, record.white, record.place, record.date) == ("b", "w", "p", "2001")
    assert record.result == -2.0
    assert record.to_text() == text


def test_the_result_is_what_the_source_says_or_the_end_shows(variant: str) -> None:
    record = random_record(variant, 0)
    text = GameText(variant, moves=bytes(record.moves))
    assert Record.from_text(text).result == record.margin()
    claimed = Record.from_text(text._replace(result=2.0))
    assert claimed.result == 2.0
    assert claimed.margin() == record.margin()
    assert Record.from_text(text._replace(moves=text.moves[:3])).result is None


def test_text_reads_back(variant: str) -> None:
    for seed in range(10):
        record = random_record(variant, seed)
        text = record.to_text()
        assert Record.from_text(text) == record
        without = text._replace(moves=text.moves.replace(bytes([PASS]), b""))
        assert Record.from_text(without) == record
    ends_in_a_pass = Record("reversi4", moves=PLAYED[:5])
    assert Record.from_text(ends_in_a_pass.to_text()) == ends_in_a_pass


def test_notes_are_as_long_as_the_moves() -> None:
    text = GameText("reversi4", None, WRITTEN, values=(1.0,))
    assert Record.from_text(text).values == (1.0, None, None, None, None, None)
    with pytest.raises(sk.NotationError, match="notes on 6 moves, but there are 5"):
        Record.from_text(text._replace(seconds=(1.0,) * 6))


def test_the_usual_start_is_none_of_its_own(variant: str) -> None:
    usual = Board(variant).position
    assert Record.from_text(GameText(variant, usual.to_text())) == Record(variant)
    assert Record.from_json(Record(variant, usual).to_json()) == Record(variant)


def test_from_board_keeps_start_moves_and_result(variant: str) -> None:
    record = random_record(variant, 1)
    assert record.start is None
    assert record.result == record.board().margin()
    ply = len(record.moves) // 2
    *_, middle = (board for board, _ in zip(record.boards(), range(ply + 1), strict=False))
    later = Board(variant, middle.line())
    later.extend(record.moves[ply:], insert_passes=False)
    rest = Record.from_board(later)
    assert rest.start == middle.position
    assert rest.moves == record.moves[ply:]
    assert rest.board() == record.board()
    assert Record.from_text(rest.to_text()) == rest
    assert Record.from_board(middle).result is None


def test_boards_are_the_game_step_by_step(variant: str) -> None:
    record = random_record(variant, 2)
    boards = list(record.boards())
    assert boards[0] == record.root() == Board(variant)
    assert boards[-1] == record.board()
    for ply, board in enumerate(boards):
        assert board.move_stack == list(record.moves[:ply])
    boards[0].push(boards[0].legal_moves[0])
    assert next(record.boards()) == Board(variant)


def test_margins_in_both_scorings() -> None:
    text = GameText(moves=bytes(Board.parse("e6f4e3f6g5d6e7f5c5").move_stack))
    record = Record.from_text(text)
    assert record.result == 64.0
    assert (record.margin(), record.margin("plain")) == (64, 13)


def test_records_are_frozen_values() -> None:
    record, again = random_record("nip12", 3), random_record("nip12", 3)
    assert record == again
    assert hash(record) == hash(again)
    with pytest.raises(dataclasses.FrozenInstanceError):
        record.moves = ()  # type: ignore[misc]


def test_impossible_moves_are_named() -> None:
    moves = (sk.F5, sk.A1)
    for read in (
        lambda: Record.from_text(GameText(moves=bytes(moves))),
        Record(moves=moves).board,
        lambda: [*Record(moves=moves).boards()],
    ):
        with pytest.raises(sk.IllegalMoveError, match="move 2: illegal move a1"):
            read()


def test_json_of_an_impossible_game_is_refused() -> None:
    text = Record("reversi4", moves=PLAYED).to_json()
    assert Record.from_json(text).moves == PLAYED
    with pytest.raises(sk.NotationError, match="a pass is missing"):
        Record.from_json(text.replace("pa", ""))
    with pytest.raises(sk.IllegalMoveError, match="move 1"):
        Record.from_json(text.replace("b1c1", "a4c1"))
    for count, games in ((2, f"{text}\n{text}"), (0, "")):
        with pytest.raises(sk.NotationError, match=f"one game was expected, but there are {count}"):
            Record.from_json(games)


# Files


def games_of(variant: str) -> list[Record]:
    return [sk.play("random", "greedy", variant=variant, seed=seed) for seed in range(3)]


@pytest.mark.parametrize("form", ["transcript", "ggf", "json", "wthor"])
def test_read_replays_the_games_of_any_file(tmp_path: Path, form: str) -> None:
    records = games_of("reversi")
    notation.write(tmp_path / "games", [record.to_text() for record in records], form)
    found = list(sk.read(tmp_path / "games"))
    assert [record.moves for record in found] == [record.moves for record in records]
    assert list(sk.read(str(tmp_path / "games"))) == found
    if form == "json":
        assert found == records


@pytest.mark.parametrize("form", ["position", "obf"])
def test_read_takes_a_position_for_a_game_without_moves(tmp_path: Path, form: str) -> None:
    positions = [record.board().position for record in games_of("nip")]
    notation.write(tmp_path / "file", [position.to_text() for position in positions], form)
    found = [(record.start, record.moves) for record in sk.read(tmp_path / "file")]
    assert found == [(position, ()) for position in positions]


def test_read_asks_for_the_board_where_the_file_does_not_say(tmp_path: Path) -> None:
    (tmp_path / "games").write_text("c2")
    (record,) = sk.read(tmp_path / "games", "nip24")
    assert record.variant == "nip24"


def test_read_goes_no_further_than_it_is_asked(tmp_path: Path) -> None:
    file = tmp_path / "games"
    file.write_text(f"\ufeff\n{Record().to_json()}\nno JSON\n", encoding="utf-8")
    games = sk.read(file)
    assert next(games) == Record()
    with pytest.raises(sk.NotationError, match=rf"^{file}: line 3: this is not JSON"):
        next(games)
    file.write_text("(;GM[Othello]B[F5];)(;GM[Othello]B[A1];)")
    games = sk.read(file)
    assert next(games).moves == (sk.F5,)
    with pytest.raises(sk.NotationError, match=rf"^{file}: game 2: move 1: illegal move a1"):
        next(games)


def test_read_says_at_once_that_there_is_no_file(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        sk.read(tmp_path / "missing")
    with pytest.raises(IsADirectoryError):
        sk.read(tmp_path)
    (tmp_path / "blank").touch()
    assert list(sk.read(tmp_path / "blank")) == []
    (tmp_path / "prose").write_text("It was a fine game.")
    with pytest.raises(sk.NotationError, match=r"prose: line 1, column 1"):
        sk.read(tmp_path / "prose")
