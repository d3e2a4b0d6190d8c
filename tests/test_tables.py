"""Matches and reviews as tables of pandas and Arrow, and one clear line where these are missing."""

from __future__ import annotations

import csv
import sys
from pathlib import Path

import pytest

import shirokuro as sk
from shirokuro.lab.run.export import export
from shirokuro.matches.match_result import MatchResult

MATCH = sk.match("greedy", "random", games=4, variant="reversi4", seed=1)
REVIEW = sk.review(sk.Board.parse("b1c1d3a1c4d4", "reversi4"))


def test_a_match_has_the_columns_of_the_laboratorys_exports(tmp_path: Path) -> None:
    frame, table = MATCH.to_frame(), MATCH.to_arrow()
    export(MATCH.games, tmp_path / "games.csv", "csv", times=True)
    with (tmp_path / "games.csv").open(newline="") as file:
        head, *rows = csv.reader(file)
    assert [*frame.columns] == table.column_names == head
    assert [list(map(str, row.values())) for row in table.to_pylist()] == rows
    assert frame.to_dict("records") == table.to_pylist()
    margins = frame["margin"].where(frame["black"] == "greedy", -frame["margin"])
    assert margins.mean() == MATCH.mean_margin
    assert str(frame.dtypes["plies"]) == "int64"


def test_a_review_has_a_row_a_move() -> None:
    frame, table = REVIEW.to_frame(), REVIEW.to_arrow()
    assert [*frame.columns] == table.column_names
    assert frame[frame.side == "black"].loss.sum() == REVIEW.lost(sk.BLACK)
    assert table.to_pylist()[1] == {
        "ply": 2,
        "side": "white",
        "move": "c1",
        "value": -14,
        "best": "a1",
        "best_value": 10,
        "loss": 24,
        "mark": "??",
        "kind": "exact",
        "depth": REVIEW.moves[1].depth,
        "confidence": 100,
        "pv": " ".join(map(sk.move_name, REVIEW.moves[1].pv)),
        "played_pv": " ".join(map(sk.move_name, REVIEW.moves[1].played_pv)),
    }


def test_no_games_are_a_table_without_rows_and_of_the_same_types() -> None:
    none = MatchResult("a", "b", ())
    assert [*none.to_frame().dtypes] == [*MATCH.to_frame().dtypes]
    assert none.to_arrow().schema == MATCH.to_arrow().schema
    assert len(none.to_frame()) == len(none.to_arrow()) == 0


def test_what_is_missing_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in ("pandas", "pyarrow"):
        monkeypatch.setitem(sys.modules, module, None)
    with pytest.raises(ImportError, match=r"^to_frame needs pandas: pip install pandas$"):
        MATCH.to_frame()
    with pytest.raises(ImportError, match=r"^to_arrow needs pyarrow: pip install pyarrow$"):
        REVIEW.to_arrow()
