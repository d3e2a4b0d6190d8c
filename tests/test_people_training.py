"""Training the model of people: what its positions are, and what is said where it cannot begin."""

from __future__ import annotations

import sys
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest
from test_cli import Captured, complaint

import shirokuro as sk
from shirokuro.notation import GameText
from shirokuro.notation.wthor import format_wthor
from shirokuro.people.model import Question
from shirokuro.training.people_games import (
    add_values,
    positions_of,
    rating_columns,
    read_games,
    validation_of,
)
from shirokuro.training.settings import PeopleSettings

GAME = "f5d6c3d3c4f4c5b3c2e3d2c6b4a3b5a4"


def write_games(folder: Path, year: int, pairs: list[tuple[str, str]]) -> None:
    moves = bytes(sk.Board.parse(GAME).move_stack)
    games = [
        GameText("reversi", None, moves, (), (), black, white, "here", str(year), 10.0, 10.0)
        for black, white in pairs
    ]
    files = format_wthor(games)
    for ending, data in (("wtb", files.games), ("jou", files.players), ("trn", files.places)):
        (folder / f"WTH_{year}.{ending}").write_bytes(data)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    write_games(tmp_path, 2012, [("Ann", "Bob"), ("Ann", "Deep (author)")])
    write_games(tmp_path, 2011, [("Ann", "Bob"), ("???", "Ann")])
    return tmp_path


def test_positions_are_the_choices_of_people(folder: Path) -> None:
    games = read_games(folder)
    assert [game.year for game in games] == [2011, 2011, 2012, 2012]
    positions = positions_of(games)
    choices, board = 0, sk.Board()
    for move in sk.Board.parse(GAME).move_stack:
        choices += len(board.legal_moves) > 1
        board.push(move)
    first, last = (positions[positions["game"] == number] for number in (0, 3))
    assert len(first) == choices
    assert last["is_black"].all()
    row = first[4]
    board = sk.Board.parse(GAME[:8])
    assert (int(row["own"]), int(row["opp"])) == (int(board.own), int(board.opp))
    assert row["last"].tolist() == [int(move) for move in board.move_stack[::-1]]


def test_ratings_come_from_the_games_before(folder: Path) -> None:
    ratings = rating_columns(read_games(folder))
    assert ratings[0].tolist() == [1500, 200, 1500, 200]
    assert ratings[2][0] > 1500 or ratings[2][1] < 200
    assert ratings[1][:2].tolist() == [1500, 200]  # nobody knows who


def test_values_are_those_that_the_model_sees(folder: Path) -> None:
    positions = positions_of(read_games(folder))[:9]
    add_values(positions, threads=2)
    for row in positions:
        own, opp = (sk.SquareSet(int(row[side])) for side in ("own", "opp"))
        board = sk.Board.from_cells(own, opp, sk.BLACK, "reversi")
        values = Question(board).values()
        assert {move: int(row["values"][2][move]) for move in values} == values
        assert np.count_nonzero(row["values"][0] != -128) == len(values)


def test_late_games_are_kept_to_watch_the_training() -> None:
    rows = np.zeros(3, [("year", int), ("game", int)])
    rows["year"], rows["game"] = [2012, 2012, 2011], [8, 9, 8]
    assert validation_of(rows).tolist() == [True, False, False]


def test_training_without_pytorch_or_games_is_one_clear_line(
    folder: Path, capsys: Captured, monkeypatch: pytest.MonkeyPatch
) -> None:
    def said(games: Path) -> str:
        return complaint(capsys, "train", "people", str(games), str(folder / "mine.people"))

    monkeypatch.setitem(sys.modules, "torch", None)
    assert "needs PyTorch" in said(folder)
    monkeypatch.setitem(sys.modules, "torch", ModuleType("torch"))
    assert said(folder / "none")
    (late := folder / "late").mkdir()
    assert "there are no games here" in said(late)
    write_games(late, 2014, [("Ann", "Bob")])
    assert "no games of people up to 2013" in said(late)
    assert not (folder / "mine.people").exists()


def test_settings_are_checked() -> None:
    for wrong, said in (({"channels": 12}, "channels: a multiple of eight"), ({"blocks": 0}, "blocks")):
        with pytest.raises(ValueError, match=said):
            PeopleSettings(**wrong)
