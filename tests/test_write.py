"""`sk.write`: the format by the ending, what reads back, and what stays when something fails."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import shirokuro as sk
from shirokuro import notation
from shirokuro.notation.formats import ENDINGS

GAMES = [sk.play("greedy", "random", seed=seed) for seed in range(3)]


def test_json_lines_keep_all_of_a_record(tmp_path: Path) -> None:
    for ending in (".json", ".jsonl", ".JSONL"):
        sk.write(tmp_path / f"games{ending}", GAMES)
        assert [*sk.read(tmp_path / f"games{ending}")] == GAMES


@pytest.mark.parametrize("ending", [".ggf", ".sgf", ".txt", ".wtb"])
def test_other_formats_keep_what_they_hold(ending: str, tmp_path: Path) -> None:
    sk.write(str(tmp_path / f"games{ending}"), iter(GAMES))
    found = [*sk.read(tmp_path / f"games{ending}")]
    assert [record.moves for record in found] == [record.moves for record in GAMES]
    names = [] if ending == ".txt" else [(record.black, record.white) for record in GAMES]
    assert [(record.black, record.white) for record in found if record.black] == names


def test_positions_are_the_last_ones(tmp_path: Path) -> None:
    sk.write(tmp_path / "ends.obf", GAMES)
    found = [record.board() for record in sk.read(tmp_path / "ends.obf")]
    assert found == [record.board() for record in GAMES]


def test_every_ending_is_a_format_that_is_written_and_read(tmp_path: Path) -> None:
    assert set(ENDINGS.values()) == set(notation.FORMATS) - {"position"}
    for ending in ENDINGS:
        sk.write(tmp_path / f"one{ending}", GAMES[0])
        assert len([*sk.read(tmp_path / f"one{ending}")]) == 1


def test_one_game_a_board_and_no_games(tmp_path: Path) -> None:
    file = tmp_path / "games.ggf"
    sk.write(file, sk.Board.parse("f5d6"))
    assert [record.moves for record in sk.read(file)] == [(sk.F5, sk.D6)]
    sk.write(file, [])
    assert [*sk.read(file)] == []


def test_a_format_may_be_named(tmp_path: Path) -> None:
    sk.write(tmp_path / "games", GAMES, "json")
    assert [*sk.read(tmp_path / "games")] == GAMES
    with pytest.raises(sk.NotationError, match="no format 'png': there are transcript, "):
        sk.write(tmp_path / "games", GAMES, "png")


def test_other_endings_are_refused(tmp_path: Path) -> None:
    for name, why in (
        ("games.png", "the file name does not say which format"),
        ("games", "the file name does not say"),
    ):
        with pytest.raises(sk.NotationError, match=rf"{name}: {why}.*end .*in .json, .* .sgf, .txt"):
            sk.write(tmp_path / name, GAMES)
    assert [*tmp_path.iterdir()] == []


def test_what_is_no_game_is_refused(tmp_path: Path) -> None:
    cases: list[tuple[Any, str]] = [
        ("f5d6", "games: a Record, a Board or several are needed, not a text"),
        ([1], "a game, a board or its text is needed, not int"),
        (1, "games: a Record, a Board or several are needed, not 1"),
    ]
    for wrong, said in cases:
        with pytest.raises(TypeError, match=f"^{said}$"):
            sk.write(tmp_path / "games.ggf", wrong)


@pytest.mark.parametrize("ending", ENDINGS)
def test_an_old_file_stays_if_writing_fails(ending: str, tmp_path: Path) -> None:
    """Games may come from a generator, which may raise at its last one."""

    def failing() -> Iterator[sk.Record]:
        yield GAMES[0]
        raise RuntimeError("no more")

    file = tmp_path / f"games{ending}"
    sk.write(file, GAMES)
    before = {path.name: path.read_bytes() for path in tmp_path.iterdir()}
    with pytest.raises(RuntimeError, match="no more"):
        sk.write(file, failing())
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == before
