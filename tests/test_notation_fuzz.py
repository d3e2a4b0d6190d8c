"""Damaged input of every format: a NotationError comes out, or what can be written and read again."""

from __future__ import annotations

import random
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

import pytest

from shirokuro.errors import NotationError
from shirokuro.notation import GameText, Notated, PositionText, TreeText, parse, parse_trees, read, render
from shirokuro.notation.ggf import format_ggf, parse_ggf
from shirokuro.notation.json_lines import format_json_lines, parse_json_lines
from shirokuro.notation.obf import format_obf, parse_obf
from shirokuro.notation.pgn import format_pgn, parse_pgn
from shirokuro.notation.position_line import parse_position, parse_positions, start_of
from shirokuro.notation.sgf import parse_sgf, parse_sgf_trees
from shirokuro.notation.transcript import parse_transcripts
from shirokuro.notation.wthor import WthorFiles, format_wthor, parse_wthor
from shirokuro.squares.variant import VARIANTS

STARTS = [start_of(variant) for variant in VARIANTS]
MOVES = bytes([37, 43, 18, 19, 26, 64, 29])
GAME = GameText(moves=MOVES, black="a]b", white="é", place="p", date="1999", result=2.0, values=(1.5, None))
GRID = "  a b c d\n1 - - - -\n2 - O X -\n3 - X O -\n4 - - - -\nwhite to move\n"
TRANSCRIPTS = ["f5d6c3pad3--c4", "1. F5 D6 2. c3, pass - d3\n3. ps", "f5d6\nf5f6\n\nc4e3"]
LINES = [f"{start.cells} {start.turn}\n" for start in STARTS]
POSITIONS = [f"[8 {start_of('reversi').cells} *]", GRID, *LINES]
OBF = [format_obf([PositionText("nip", STARTS[3].cells, "X", ((37, 2), (64, -4)))]) + "% note\n" * 2]
GGF = [format_ggf([GAME, GameText("nip12+loop", seconds=(65.0,), moves=b"\x01")]), "2 (;RE[?:r]B[F5//1:05];)"]
PGN = [
    format_pgn([GAME, GameText("nip24", values=(-1.0,), seconds=(65.0,), moves=b"\x02")]),
    '[Black "x"]\n1. f5 (1. d3) $1 {+2/3 1s} ; e\nd6 1-0',
]
NOTED = GAME._replace(values=(), note="n", seed=3, nodes=(1, None) + (2,) * 5)
JSON = [format_json_lines([NOTED, GameText("nip24")])]
SGF = [
    "(;FF[4]GM[2]SZ[8]PB[a\\]b]RE[B+2];B[fe](;W[df];B[];W[tt])(;W[dd]))",
    "(;GM[2]RU[nip]SZ[8]C[a\\]b\\\nc];B[fe]V[-2]TE[2];W[df]V[3](;B[cc]IT[])(;B[dc]BM[1];C[x])(;W[]DO[])C[y])",
    "(;AP[GoGui:1]SZ[6]AB[cc:dd]AW[cc][dd]PL[W];W[b4])(;SZ[4];B[bb])",
]
WTHOR = format_wthor([GAME, GAME])

SEEDS: dict[str, tuple[Callable[[str], object], list[str]]] = {
    "transcripts": (parse_transcripts, TRANSCRIPTS),
    "position": (parse_position, POSITIONS),
    "positions": (parse_positions, POSITIONS),
    "obf": (parse_obf, OBF),
    "ggf": (parse_ggf, GGF),
    "pgn": (parse_pgn, PGN),
    "sgf": (parse_sgf, SGF),
    "sgf trees": (parse_sgf_trees, SGF),
    "json": (parse_json_lines, JSON),
    "any text": (parse, [*TRANSCRIPTS, *POSITIONS, *OBF, *GGF, *PGN, *SGF, *JSON]),
}
STRAY = '\0\t\n\r "%#()*+-./0123456789:;?[\\]_abcdefghpswxBOPWX|é٣²ſİ●○\u3000\ud800😀'


def mutated(piece: str, other: str, chance: random.Random) -> str:
    """One to four changes: characters replaced, inserted, deleted or doubled, an end cut off, a splice."""
    for _ in range(chance.randint(1, 4)):
        at = chance.randint(0, len(piece))
        upto = min(len(piece), at + chance.choice((0, 1, 1, 8)))
        change = chance.randrange(5)
        if change <= 1:
            piece = piece[:at] + chance.choice(STRAY) + piece[upto:]
        elif change == 2:
            piece = piece[:at] + piece[upto:]
        elif change == 3:
            piece = piece[:at] + other[chance.randint(0, len(other)) :]
        else:
            piece = piece[:at] if chance.random() < 0.2 else piece[:at] + piece[at:] * 2
        piece = piece[:2000]
    return piece


def attack(parser: str, times: int) -> None:
    parse_one, seeds = SEEDS[parser]
    chance = random.Random(parser)
    for _ in range(times):
        text = mutated(chance.choice(seeds), chance.choice(seeds), chance)
        try:
            found = parse_one(text)
        except NotationError:
            continue
        for value in found if isinstance(found, list) else [found]:
            check_writing(value)


def check_writing(value: Notated | TreeText) -> None:
    """Whatever was read is written, by each format that can hold it, and reads back the same."""
    if isinstance(value, TreeText):
        assert parse_trees(str(render([value], "sgf"))) == [value]
        value = value.main_line()
    if isinstance(value, PositionText):
        assert parse(str(render([value], "obf")), value.variant) == [value]
        assert parse(str(render([value], "position")), value.variant) == [replace(value, scores=())]
        return
    if value.start == start_of(value.variant):
        value = value._replace(start=None)
    assert parse(str(render([value], "json"))) == [value]
    ggf = value._replace(nodes=(), seed=None, note="", theoretical=None)
    ggf = ggf._replace(values=known(ggf.values), seconds=known(ggf.seconds))
    assert parse(str(render([ggf], "ggf"))) == [ggf]
    assert parse(str(render([ggf], "pgn"))) == [ggf]
    assert parse(str(render([ggf], "sgf"))) == [ggf._replace(seconds=())]
    if value.moves and value.start is None:
        transcript = GameText(value.variant, moves=value.moves)
        assert parse(str(render([value], "transcript")), value.variant) == [transcript]


def known(notes: tuple[float | None, ...]) -> tuple[float | None, ...]:
    """GGF does not tell notes that say nothing from none."""
    return notes if any(note is not None for note in notes) else ()


def attack_bytes(times: int, path: Path) -> None:
    """Bytes travel as Latin-1, so that one set of mutations serves text and bytes."""
    chance = random.Random("wthor")
    for _ in range(times):
        broken = list(WTHOR)
        which = chance.randrange(3)
        text = mutated(broken[which].decode("latin-1"), broken[0].decode("latin-1"), chance)
        broken[which] = text.encode("latin-1", "replace")
        with suppress(NotationError):
            parse_wthor(WthorFiles(*broken))
        with suppress(NotationError):
            path.write_bytes(broken[which])
            read(path)


@pytest.mark.parametrize("parser", SEEDS)
def test_damaged_text(parser: str) -> None:
    attack(parser, 5_000)


def test_damaged_bytes(tmp_path: Path) -> None:
    attack_bytes(5_000, tmp_path / "file")


@pytest.mark.long
@pytest.mark.parametrize("parser", SEEDS)
def test_much_damaged_text(parser: str) -> None:
    attack(parser, 1_000_000)


@pytest.mark.long
def test_much_damaged_bytes(tmp_path: Path) -> None:
    attack_bytes(1_000_000, tmp_path / "file")


@pytest.mark.parametrize("parser", SEEDS)
def test_the_undamaged_seeds_are_valid(parser: str) -> None:
    parse_one, seeds = SEEDS[parser]
    for seed in seeds:
        parse_one(seed)
