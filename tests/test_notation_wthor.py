"""WTHOR: real archives where $SHIROKURO_DATA has them, small ones of our own writing, damaged ones."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from shirokuro.errors import NotationError
from shirokuro.notation import GameText, read, write
from shirokuro.notation.transcript import parse_transcripts
from shirokuro.notation.wthor import WthorFiles, format_wthor, parse_wthor

DRAW = parse_transcripts(
    "f5d6c3d3c4f4f6f3e6e7d7c5b6d8c6c7d2b5a5a6a7g5e3b4c8g6g4c2e8d1"
    "f7e2g3h4f1e1f2g1b1f8g8b3h3b2h5b7a3a4a1a2c1h2h1g2b8a8g7h8h7h6"
)[0].moves
GAMES = [
    GameText("reversi", None, DRAW, (), (), "Blanc Noé", "Schwarz", "Préqualif", "1999", 0.0, 0.0),
    GameText("reversi", None, DRAW[:9], (), (), "Schwarz", "", "", "1999", -64.0, 10.0),
]
FILES = format_wthor(GAMES)


def archives(folder: Path) -> tuple[list[Path], int]:
    """The .wtb files to read, with how many games they hold altogether."""
    if data := os.environ.get("SHIROKURO_DATA"):
        return sorted(Path(data, "wthor").glob("*.wtb")), 117_435
    write(folder / "games.wtb", GAMES, "wthor")
    return [folder / "games.wtb"], len(GAMES)


def test_every_archive_is_read_and_written_back(tmp_path: Path) -> None:
    paths, expected = archives(tmp_path)
    count = 0
    for path in paths:
        games = read(path)
        count += len(games)
        assert all(isinstance(game, GameText) and game.black and game.date for game in games)
        assert parse_wthor(format_wthor(game for game in games if isinstance(game, GameText))) == games
    assert count == expected


def test_a_game_comes_back_as_it_was() -> None:
    assert parse_wthor(FILES) == GAMES


def test_passes_are_not_stored_and_the_date_becomes_a_year() -> None:
    game = GAMES[0]._replace(moves=b"\x25\x40\x2b", date="May 1st, 1999", theoretical=None)
    assert parse_wthor(format_wthor([game])) == [GAMES[0]._replace(moves=b"\x25\x2b")]


def test_the_layout_is_that_of_the_archives() -> None:
    assert FILES.games[:16] == bytes([0, 0, 0, 0, 2, 0, 0, 0, 0, 0, 0xCF, 0x07, 8, 0, 0, 0])
    assert FILES.games[16:28] == bytes([0, 0, 0, 0, 1, 0, 32, 32, 56, 64, 33, 34])
    assert FILES.players[8:36] == b"\3\0\0\0\0\0\0\0Blanc No\xe9".ljust(28, b"\0")
    assert len(FILES.places) == 16 + 2 * 26


def test_without_tables_the_names_are_empty() -> None:
    nameless = [game._replace(black="", white="", place="") for game in GAMES]
    assert parse_wthor(WthorFiles(FILES.games, b"", b"")) == nameless


@pytest.mark.parametrize("table", ["games.jou", "GAMES.JOU", "wthor.jou", "WTHOR.JOU"])
def test_tables_are_found_beside_the_games(table: str, tmp_path: Path) -> None:
    (tmp_path / "games.WTB").write_bytes(FILES.games)
    (tmp_path / table).write_bytes(FILES.players)
    assert read(tmp_path / "games.WTB") == [game._replace(place="") for game in GAMES]


def test_games_are_recognised_without_their_suffix(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(FILES.games)
    assert len(read(tmp_path / "file", "reversi")) == 2
    with pytest.raises(NotationError, match="WTHOR stores only games on 8x8, not nip"):
        read(tmp_path / "file", "nip")


def changed(offset: int, byte: int) -> WthorFiles:
    """The files, with another byte among the games."""
    return FILES._replace(games=FILES.games[:offset] + bytes([byte]) + FILES.games[offset + 1 :])


@pytest.mark.parametrize(
    ("files", "complaint"),
    [
        (FILES._replace(games=b""), "byte 0: a WTHOR file begins with 16 bytes of header"),
        (FILES._replace(games=FILES.games[:15]), "byte 15: a WTHOR file begins with 16 bytes of header"),
        (FILES._replace(games=FILES.games[:-1]), "game 2, byte 151: the file ends within a game"),
        (FILES._replace(games=FILES.games[:84]), "byte 4: the header says 2 games, but there are 1"),
        (changed(12, 10), "byte 12: a board of 10x10, but only 8x8 can be read"),
        (changed(92, 10), "game 2, byte 92: 10 is not a square"),
        (changed(93, 0), "game 2, byte 93: 0 is not a square"),
        (changed(84, 9), "game 2, byte 84: the place's number: 9 is not below 2"),
        (changed(20, 9), "game 1, byte 20: white's number: 9 is not below 3"),
        (changed(22, 65), "game 1, byte 22: black's discs: 65 is not below 65"),
        (FILES._replace(players=b"?"), "player table, byte 1: a WTHOR file begins with 16 bytes of header"),
        (FILES._replace(players=FILES.players[:-1]), "player 3, byte 75: the file ends within a name"),
        (
            FILES._replace(places=FILES.places[:-26]),
            "place table, byte 8: the header says 2 names, but there are 1",
        ),
    ],
)
def test_damage_is_named_with_its_place(files: WthorFiles, complaint: str) -> None:
    with pytest.raises(NotationError) as caught:
        parse_wthor(files)
    assert str(caught.value) == complaint


def test_damage_in_a_file_is_named_with_the_file(tmp_path: Path) -> None:
    path = tmp_path / "games.wtb"
    path.write_bytes(FILES.games[:-1])
    with pytest.raises(NotationError) as caught:
        read(path)
    assert str(caught.value) == f"{path}: game 2, byte 151: the file ends within a game"
