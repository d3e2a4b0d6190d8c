"""What the readers of notation tolerate, by example, and what they recognise."""

from __future__ import annotations

from itertools import product
from pathlib import Path

import pytest

from shirokuro.notation import GameText, PositionText, parse, read, render, write
from shirokuro.notation.ggf import format_ggf, parse_ggf
from shirokuro.notation.obf import format_obf, parse_obf
from shirokuro.notation.position_line import format_position, parse_position, parse_positions, start_of
from shirokuro.notation.transcript import format_transcript, parse_transcripts
from shirokuro.squares.square import C3, D3, D6, E3, F4, F5, F6, PASS

START = "---------------------------OX------XO---------------------------"
NIP_START = start_of("nip").cells
OPENING = bytes([F5, D6, C3])


@pytest.mark.parametrize(
    "text",
    [
        *("f5d6c3", "F5D6C3", "F5d6C3", " f5 d6\tc3\n", "f5-d6-c3", "f5, d6, c3", "f5;d6;c3", "f5 – d6 — c3"),
        *("f5\nd6\r\nc3", "1. f5 d6 2. c3", "1.f5 1...d6 2.c3", "1) f5 d6 2) c3", "f5\u3000d6\u3000c3"),
    ],
)
def test_a_transcript_may_be_written_in_many_ways(text: str) -> None:
    (game,) = parse_transcripts(text)
    assert game == GameText(moves=OPENING)
    assert format_transcript(game) == "f5d6c3"
    assert parse(text) == [game]


PASSES = ["pa", "PA", "ps", "Ps", "pass", "PASS", "--"]


def test_a_transcript_passes_in_many_ways() -> None:
    for name in PASSES:
        (game,) = parse_transcripts(f"f5{name}d6 {name} c3")
        assert game.moves == bytes([F5, PASS, D6, PASS, C3])
        assert format_transcript(game) == "f5pad6pac3"


def test_transcripts_are_one_game_until_a_square_would_come_twice() -> None:
    assert [game.moves for game in parse_transcripts("f5d6\nc3\n")] == [OPENING]
    assert [game.moves for game in parse_transcripts("f5d6c3\nf5f6\n")] == [OPENING, bytes([F5, F6])]
    assert [game.moves for game in parse_transcripts("f5d6\n\nd3c3\n")] == [bytes([F5, D6]), bytes([D3, C3])]
    assert parse_transcripts(" \n\n") == []


def test_a_position_may_use_many_signs() -> None:
    for black, white, empty in product("xXbB*●", "oOwW○", ".-_"):
        text = START.translate(str.maketrans("XO-", black + white + empty))
        assert parse(f"{text} {white}") == [PositionText("reversi", START, "O")]
        assert parse(f"{text} {black}") == [PositionText("reversi", START, "X")]


BLACK_MOVES = ["", " X", " black", " X to move", "\nblack to move"]
WHITE_MOVES = [
    *(" o", "\nO", " White", "\nO to move", "\nWhite to move.", "\nwhite's turn", "\nO to play"),
    *("\nto move: white", "\nTurn = O", " O  white to move"),
]


def test_the_side_to_move_may_be_said_in_many_ways() -> None:
    for side in (*BLACK_MOVES, *WHITE_MOVES):
        turn = "O" if side in WHITE_MOVES else "X"
        assert parse(START + side) == [PositionText("reversi", START, turn)], side


def rows(text: str, width: int = 8) -> list[str]:
    return [text[start : start + width] for start in range(0, len(text), width)]


def drawn(draw_row: str) -> str:
    numbered = enumerate(rows(START), 1)
    return "".join(draw_row.format(n, row, " ".join(row), "|".join(row)) for n, row in numbered)


@pytest.mark.parametrize(
    "text",
    [
        drawn("{1}\n") + "O",
        drawn("{1} ") + "O",
        drawn("{2} ") + "O",
        drawn("{2}\n") + "O\n",
        drawn("{2}\r\n") + "O\r\n",
        "abcdefgh\n" + drawn("{1}\n") + "white to move",
        "  A B C D E F G H\n" + drawn("{0} {2}\n") + "O",
        "  a b c d e f g h\n" + drawn("{0} {2} {0}\n") + "  a b c d e f g h\nO to move\n",
        " a b c d e f g h\n" + drawn("+-+-+-+-+-+-+-+-+\n{0}|{3}|\n") + "+-+-+-+-+-+-+-+-+\nO",
        f"[8 {START} O]",
        "[8 " + drawn("{1} ") + "O]",
        f"[64 {START} ○ ]",
    ],
)
def test_a_position_may_be_drawn(text: str) -> None:
    position = parse_position(text)
    assert position == PositionText("reversi", START, "O")
    assert format_position(position) == f"{START} O"
    assert parse(text) == [position]


NIP = """
  a b c d e f g h
1     . . . .
2   . . . . . .
3 . . . . . . . .
4 . . . O X . . .
5 . . . X O . . .
6 . . . . . . . .
7   . . . . . .
8     . . . .
"""


def test_a_round_board_may_be_drawn() -> None:
    assert parse(NIP) == [PositionText("nip", NIP_START, "X")]
    assert parse(NIP + "white to move") == [PositionText("nip", NIP_START, "O")]
    assert parse(NIP + "O", "nip+loop") == [PositionText("nip+loop", NIP_START, "O")]


def test_positions_stand_in_lines_or_between_blank_lines() -> None:
    expected = [PositionText("reversi", START, "O"), PositionText("nip", NIP_START, "X")]
    assert parse_positions(f"{START} O\n{NIP_START}\n") == expected
    assert parse_positions(f"{START}\nO\n{NIP}") == expected


def test_obf_gives_values_best_first() -> None:
    comments = "% a comment\n\n# another\n"
    text = f"{comments}{START} X; D3:+2; f5:4 ; ps:-64;\n{START} O % nothing known\n{NIP_START} X;"
    best = ((F5, 4), (D3, 2), (PASS, -64))
    positions = [PositionText("reversi", START, "X", best), PositionText("reversi", START, "O")]
    positions.append(PositionText("nip", NIP_START, "X"))
    assert parse_obf(text) == positions
    assert parse(text) == positions
    assert format_obf(positions) == f"{START} X; F5:+4; D3:+2; PA:-64;\n{START} O;\n{NIP_START} X;\n"


GGF = (
    "(;GM[Othello]PC[Tokyo]DT[2004.05.01]PB[black]PW[white]RE[+12.00]TI[15:00]TY[8]"
    f"BO[8 {START.replace('X', '*')} *]B[F5/1.50/3.00]W[D6//65.00]B[C3];)\n"
)


def test_ggf_keeps_names_result_values_and_seconds() -> None:
    names = {"black": "black", "white": "white", "place": "Tokyo", "date": "2004.05.01"}
    values, seconds = (1.5, None, None), (3.0, 65.0, None)
    game = GameText(moves=OPENING, values=values, seconds=seconds, result=12.0, **names)
    assert parse(GGF) == [game]
    assert format_ggf([game]) == GGF.replace("TI[15:00]", "")


@pytest.mark.parametrize(
    "text",
    [
        "(;B[f5]W[d6]B[c3];)",
        "(;gm[othello]b[F5]w[D6]b[C3];)",
        "1 (;GM[Reversi]TY[8r]B[ f5 ]W[d6/]B[c3//];)",
        "( ;\n GM [Othello]\nXX[unknown]CO[a \\] b] B[f5] ; W[d6] B[c3] )\n",
        f"(;BO[8 {START} *]B[f5]W[d6]B[c3];)",
        "(;BO[8 " + " ".join(rows(START)) + " *]B[f5]W[d6]B[c3];)",
        "(;RE[?]B[f5]W[d6]B[c3];)",
        "(;RE[]B[f5]W[d6]B[c3];)",
    ],
)
def test_ggf_may_be_written_in_many_ways(text: str) -> None:
    assert parse(text) == [GameText(moves=OPENING)]


@pytest.mark.parametrize(
    ("text", "field", "values"),
    [
        ("(;RE[{}];)", "result", {"+12.00": 12, "-4": -4, "0.000": 0, "+12.00:r": 12, "-64:t": -64}),
        ("(;RE[{}];)", "result", {"+3:s": 3, "+8:l": 8}),
        ("(;B[f5//{}];)", "seconds", {"5": (5,), "0.25": (0.25,), "1:05": (65,), "1:05.5": (65.5,)}),
        ("(;B[f5//{}];)", "seconds", {"1:00:01": (3601,)}),
        ("(;B[f5]W[{}//1.5];)", "moves", dict.fromkeys(PASSES, bytes([F5, PASS]))),
    ],
)
def test_ggf_results_times_and_passes_in_many_ways(text: str, field: str, values: dict[str, object]) -> None:
    for written, value in values.items():
        assert getattr(parse_ggf(text.format(written))[0], field) == value, written


def test_ggf_holds_several_games() -> None:
    games = parse_ggf("2 (;B[f5];)(;B[d3];)\n1 (;B[f5]W[f6];)")
    assert [game.moves for game in games] == [bytes([F5]), bytes([D3]), bytes([F5, F6])]


def test_ggf_names_every_variant() -> None:
    for tags, variant in (
        ("GM[Othello]TY[6]", "reversi6"),
        ("GM[Othello]TY[4]", "reversi4"),
        ("GM[Nip]", "nip"),
        ("GM[Nip]TY[52]", "nip"),
        ("GM[Nip]TY[24]", "nip24"),
        ("GM[nip+LOOP]TY[12]", "nip12+loop"),
        (f"GM[Nip+loop]BO[52 {NIP_START} *]", "nip+loop"),
        (f"GM[Nip]TY[52]BO[52 {NIP_START} *]", "nip"),
        (f"BO[6 {start_of('reversi6').cells} *]", "reversi6"),
    ):
        assert parse(f"(;{tags}B[d3];)") == [GameText(variant, moves=bytes([D3]))]


def test_ggf_starts_anywhere() -> None:
    cells = "O" + START[1:]
    start = PositionText("reversi", cells, "O")
    (game,) = parse_ggf(f"(;BO[8 {cells} O]W[f4]B[e3];)")
    assert game == GameText(start=start, moves=bytes([F4, E3]))
    assert format_ggf([game]).endswith(f"BO[8 {cells.replace('X', '*')} O]W[F4]B[E3];)\n")


def test_a_caller_chooses_the_rule_where_the_cells_are_the_same() -> None:
    assert parse("d3c3", "nip24+loop") == [GameText("nip24+loop", moves=bytes([D3, C3]))]
    assert parse("(;GM[Nip]B[d3];)", "nip+loop")[0].variant == "nip+loop"
    assert parse(NIP_START, "nip+loop")[0].variant == "nip+loop"


def test_files_are_recognised_by_what_is_in_them(tmp_path: Path) -> None:
    path = tmp_path / "file"
    for text in ("f5d6c3\n", f"{START} X\n", f"{START} X; F5:+4;\n", GGF):
        for mark in (b"", b"\xef\xbb\xbf"):
            path.write_bytes(mark + text.encode())
            assert read(path) == read(str(path)) == parse(text) != []
    for blank in ("", " \n", "\ufeff"):
        assert parse(blank) == []


def test_positions_are_written_to_ggf_as_games_without_moves(tmp_path: Path) -> None:
    position = PositionText("nip24", "X" * 24, "O")
    write(tmp_path / "file.ggf", [position], "ggf")
    assert read(tmp_path / "file.ggf") == [GameText("nip24", position)]
    assert render([position], "position") == "X" * 24 + " O\n"
