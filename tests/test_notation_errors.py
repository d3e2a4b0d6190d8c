"""Bad input: each kind is refused with a NotationError that names the place."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path

import pytest

from shirokuro.errors import NotationError
from shirokuro.notation import GameText, Notated, PositionText, parse, read, render

CELLS = "-" * 64
SIZES = "but boards have 12, 16, 24, 32, 36, 40, 52 or 64"


def refusal(function: Callable[..., object], *arguments: object) -> str:
    with pytest.raises(NotationError) as caught:
        function(*arguments)
    return str(caught.value)


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("z9", "line 1, column 1: 'z9' is not a square"),
        ("f5d6\nc3 k4", "line 2, column 4: 'k4' is not a square"),
        ("f5d9", "line 1, column 3: 'd9' is not a square"),
        ("f55", "line 1, column 3: '5' is not a square"),
        ("f5 12 d6", "line 1, column 4: '12' is not a square"),
        ("f5d6c", "line 1, column 5: 'c' is not a square"),
        ("f5paſſ", "line 1, column 5: 'ſſ' is not a square"),
        ("hello", "line 1, column 1: 'h' is not a cell"),
        (CELLS + "- X", f"line 1, column 1: 65 cells, {SIZES}"),
        (CELLS[1:] + " X", f"line 1, column 1: 63 cells, {SIZES}"),
        (CELLS + "X", f"line 1, column 1: 65 cells, {SIZES}"),
        (CELLS + " -", "line 1, column 66: the side to move is neither black nor white"),
        (CELLS + " X white to move", "line 1, column 1: both X and O are to move"),
        (f"{CELLS} X\n{CELLS[1:]}q X", "line 2, column 64: 'q' is not a cell"),
        (f"[6 {CELLS} *]", "line 1, column 2: size 6, but 64 cells"),
        (f"{CELLS} X; F5:+2;\n{CELLS} X; F5:+2; D9:0;", "line 2, column 76: 'D9' is not a square"),
        (f"{CELLS} X; F5;", "line 1, column 69: 'F5' is not MOVE:value"),
        (f"{CELLS} X; F5:best;", "line 1, column 69: 'F5:best' is not MOVE:value"),
        (f"{CELLS} X; F5:{'9' * 5000};", f"line 1, column 69: 'F5:{'9' * 17}' is not MOVE:value"),
        ("------------ X; A1:+2;", "line 1, column 17: A1 is not a cell of nip12"),
    ],
)
def test_texts(text: str, complaint: str) -> None:
    assert refusal(parse, text) == complaint


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("(;B[f5]", "game 1, line 1, column 8: neither a tag like PB[name] nor the ;) that ends the game"),
        ("(;PB[never", "game 1, line 1, column 3: neither a tag like PB[name] nor the ;) that ends the game"),
        ("(;B[f5];)\n(;B[f9];)", "game 2, line 2, column 5: 'f9' is not a square"),
        ("(;B[f5];) what", "game 2, line 1, column 10: a game begins with (;"),
        ("(;PB[\udcff];)", "game 1, line 1, column 6: '\\udcff' is not a character: is the text in UTF-8?"),
        ("(;B[f5/good];)", "game 1, line 1, column 8: 'good' is not a number"),
        ("(;B[f5/nan];)", "game 1, line 1, column 8: 'nan' is not a number"),
        ("(;B[f5/1e999];)", "game 1, line 1, column 8: '1e999' is not a number"),
        ("(;B[f5/1/-2];)", "game 1, line 1, column 10: a negative time"),
        ("(;B[f5/1/2/3];)", "game 1, line 1, column 12: a move is square/value/time"),
        ("(;RE[won];)", "game 1, line 1, column 6: 'won' is not a number"),
        ("(;GM[Go];)", "game 1, line 1, column 6: 'Go' is not one of Othello, Nip, Nip+loop"),
        ("(;GM[Othello]TY[10];)", "game 1, line 1, column 17: no board of 10 for Othello"),
        (f"(;BO[8 {CELLS[1:]} *];)", "game 1, line 1, column 8: 63 cells, but reversi has 64"),
        (f"(;BO[10 {CELLS} *];)", "game 1, line 1, column 6: no board of that size"),
        (f"(;TY[6]BO[8 {CELLS} *];)", "game 1, line 1, column 11: a board of 8, but the game is reversi6"),
        (f"(;BO[{CELLS} *];)", "game 1, line 1, column 6: a board begins with its size"),
        ("(;GM[Nip]B[a1];)", "game 1, line 1, column 12: a1 is not a cell of nip"),
    ],
)
def test_ggf(text: str, complaint: str) -> None:
    assert refusal(parse, text) == complaint


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        (
            '[Black "a"]\n1. f5 ?',
            "game 1, line 2, column 7: neither a move nor a comment nor a result",
        ),
        ('[Black "a"]\n1. f5 0-1\n[Black "b"]\n1. z9', "game 2, line 4, column 4: 'z9' is not a square"),
        ('[Variant "chess"]', "game 1, line 1, column 11: no variant 'chess'"),
        ('[Variant "nip"]\n1. a1', "game 1, line 2, column 4: a1 is not a cell of nip"),
        ('[Margin "won"]', "game 1, line 1, column 10: 'won' is not a number"),
        ('[Black "a"]\n[White "b', "game 1, line 2, column 1: a PGN tag without its closing quotation mark"),
        ('[Start "XO"]', "game 1, line 1, column 9: 2 cells, but reversi has 64"),
    ],
)
def test_pgn(text: str, complaint: str) -> None:
    assert refusal(parse, text).startswith(complaint)


@pytest.mark.parametrize(
    ("text", "variant", "complaint"),
    [
        ("f5d6a1", "nip", "line 1, column 5: a1 is not a cell of nip"),
        ("c2h8", "reversi6", "line 1, column 3: h8 is not a cell of reversi6"),
        (CELLS, "nip+loop", "line 1, column 1: 64 cells, but nip+loop has 52"),
        ("(;GM[Nip]B[f5];)", "reversi", "game 1, line 1, column 1: the game is nip, not reversi"),
        ('{"format":1,"variant":"reversi4","moves":""}', "nip", "line 1: the game is reversi4, not nip"),
    ],
)
def test_texts_of_another_variant(text: str, variant: str, complaint: str) -> None:
    assert refusal(parse, text, variant) == complaint


@pytest.mark.parametrize(
    ("name", "data", "complaint"),
    [
        ("file.txt", b"f5d6\xff", "this is not UTF-8 text: byte 4 is 0xff"),
        ("file.txt", b"f5d6\0c3", "this is a binary file, but not a WTHOR file: byte 4 is 0x00"),
        ("file.txt", bytes(range(256)), "this is a binary file, but not a WTHOR file: byte 0 is 0x00"),
        ("file.txt", b"\x17", "this is a binary file, but not a WTHOR file: byte 0 is 0x17"),
        ("file.txt", b"f5d9", "line 1, column 3: 'd9' is not a square"),
        ("WTHOR.JOU", bytes(16), "a table of names: it is read together with the .wtb file beside it"),
    ],
)
def test_files_that_are_no_text(name: str, data: bytes, complaint: str, tmp_path: Path) -> None:
    path = tmp_path / name
    path.write_bytes(data)
    assert refusal(read, path) == f"{path}: {complaint}"


GAME = GameText(moves=b"\x25", result=0.0)
OWN_START = GameText(start=PositionText("reversi", CELLS, "X"), moves=b"\x25", result=0.0)


@pytest.mark.parametrize(
    ("items", "form", "complaint"),
    [
        ([GAME, OWN_START], "transcript", "game 2: the game starts from another position"),
        ([GameText()], "transcript", "game 1: a line without moves would be lost"),
        ([GameText(moves=b"\x25\x41")], "transcript", "game 1: move 2: 65 is not a square"),
        ([PositionText("reversi", CELLS, "X")], "transcript", "item 1: a position where a game"),
        ([GAME], "position", "item 1: a game where a position"),
        ([GAME], "obf", "item 1: a game where a position"),
        ([PositionText("reversi", CELLS, "X", ((65, 0),))], "obf", "65 is not a square"),
        ([GAME, GAME._replace(values=(float("nan"),))], "ggf", "game 2: GGF has no number nan"),
        ([GAME._replace(result=10**400)], "ggf", "game 1: GGF has no number 1000000"),
        ([GAME, GAME._replace(values=(float("nan"),))], "pgn", "game 2: PGN has no number nan"),
        ([GAME._replace(seconds=(-1.0,))], "pgn", "game 1: a negative time"),
        (
            [GAME._replace(result=10**5000)],
            "ggf",
            "game 1: GGF has no number a number of thousands of digits",
        ),
        ([GAME._replace(seconds=(-1.0,))], "ggf", "game 1: a negative time"),
        ([GAME._replace(black="\udcff")], "ggf", r"game 1: the text '\udcff' cannot be written to a file"),
        ([GAME._replace(result=float("inf"))], "json", "result: a number is needed, not inf"),
        ([GAME._replace(result=10**400)], "json", "result: a number is needed, not 10000"),
        ([GAME._replace(result=10**5000)], "json", "result: a number is needed, not a number of thousands"),
        ([GAME._replace(values=(10**400,))], "json", "values: a number is needed, not 10000"),
        ([GAME._replace(seconds=(-1.0,))], "json", "seconds: a negative time, -1.0"),
        ([GAME._replace(nodes=(2**63,))], "json", "nodes: a whole number is needed, not 922337"),
        ([GAME._replace(seed=10**5000)], "json", "seed: a whole number is needed, not a number of thousands"),
        ([GAME._replace(white="\ud800")], "json", r"white: a text is needed, not '\ud800'"),
        ([GAME._replace(values=(1.0, 2.0))], "json", "values: 2 of them for 1 move"),
        ([PositionText("reversi", CELLS, "X", ((19, 1000),))], "obf", "OBF has values up to 999"),
        ([GAME, GAME._replace(variant="nip")], "wthor", "game 2: WTHOR stores only games on 8x8, not nip"),
        ([OWN_START], "wthor", "game 1: WTHOR stores only games on 8x8 from the usual start"),
        ([GAME._replace(moves=bytes(61))], "wthor", "game 1: WTHOR stores up to 60 moves, but there are 61"),
        ([GAME._replace(moves=b"\x41")], "wthor", "game 1: 65 is not a square"),
        ([GAME._replace(result=None)], "wthor", "game 1: WTHOR needs a result, but the game has none"),
        (
            [GAME._replace(result=3.0)],
            "wthor",
            "game 1: WTHOR needs an even margin from -64 to 64, with empties counted for the winner, not 3",
        ),
        ([GAME._replace(black="a" * 20)], "wthor", "game 1: player 'aaaaaaaaaaaaaaaaaaaa' is longer than 19"),
        ([GAME._replace(place="白黒")], "wthor", "game 1: place '白黒' has characters that WTHOR lacks"),
        (
            [GAME._replace(date=day) for day in ("1999", "2000.01.01")],
            "wthor",
            "game 2: a game of 2000 among those of 1999",
        ),
        ([GAME, GAME._replace(values=(float("nan"),))], "sgf", "game 2: SGF has no number nan"),
        ([GAME._replace(black="\udcff")], "sgf", r"game 1: the text '\udcff' cannot be written to a file"),
        ([GAME], "png", "no format 'png': there are transcript, position, obf, ggf, json, pgn, sgf, wthor"),
    ],
)
def test_what_a_format_cannot_hold(items: Iterable[Notated], form: str, complaint: str) -> None:
    assert refusal(render, items, form).startswith(complaint)


JSON = '{"format":1,"variant":"reversi4","moves":"b1"}'


@pytest.mark.parametrize(
    ("old", "new", "complaint"),
    [
        ("}", "", "this is not JSON: "),
        ('"format":1,', "", "the field 'format' is missing"),
        ('"format":1', '"format":2', "format 2, but only 1 can be read"),
        ('"format":1', '"format":true', "format: a whole number is needed, not True"),
        ("reversi4", "reversi5", "no variant 'reversi5': there are reversi, "),
        ('"b1"', '"b1","b":1', "unknown field 'b': there are "),
        ('"b1"', '"b1","moves":"b1"', "a field occurs twice"),
        ('"b1"', '"B1"', "moves: only squares in lower case and pa"),
        ('"b1"', '"b1--"', "moves: only squares in lower case and pa"),
        ('"b1"', '"b1c"', "line 1, column 1: 'c' is not a square"),
        ('"b1"', '"h8"', "line 1, column 1: h8 is not a cell of reversi4"),
        ('"b1"', '"b1","values":[1,2]', "values: 2 of them for 1 move"),
        ('"b1"', '"b1","values":[NaN]', "NaN is not a JSON number"),
        ('"b1"', '"b1","values":["1"]', "values: a number is needed, not '1'"),
        ('"b1"', '"b1","nodes":[1.5]', "nodes: a whole number is needed, not 1.5"),
        ('"b1"', '"b1","nodes":1', "nodes: a list is needed, not 1"),
        ('"b1"', f'"b1","nodes":[{2**63}]', "nodes: a whole number is needed, not 92233"),
        ('"b1"', f'"b1","values":[{"9" * 400}]', f"values: a number is needed, not {'9' * 59}…"),
        ('"b1"', f'"b1","result":{"9" * 400}', f"result: a number is needed, not {'9' * 59}…"),
        ('"b1"', '"b1","result":1e400', "result: a number is needed, not inf"),
        ('"b1"', '"b1","seconds":[-0.5]', "seconds: a negative time, -0.5"),
        ('"b1"', '"b1","seconds":[]', "seconds: 0 of them for 1 move"),
        ('"b1"', '"b1","black":"a\\udcff"', "black: a text is needed"),
        ('"b1"', '"b1","note":"\\ud800"', "note: a text is needed"),
        ('"b1"', '"b1","start":"-----OX--XO----- X"', "start: leave out the usual start of reversi4"),
        ('"b1"', '"b1","start":"-----OX--XO-----"', "start: '-----OX--XO-----' is not a position line"),
    ],
)
def test_json(old: str, new: str, complaint: str) -> None:
    assert len(parse(JSON)) == 1
    assert refusal(parse, f"{JSON}\n{JSON.replace(old, new)}\n").startswith(f"line 2: {complaint}")
