"""Reads SGF, as programs for Go and for reversi write games of reversi; only the main lines.

GM[2] is SGF's number for Othello: its first row is ours. Boards for Go (GM[1], or no GM) have row 1 at the
bottom, and SGF counts rows from the top. So `aa` is a1 in the former and a8 in the latter.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import product

from shirokuro.notation.move_names import read_move
from shirokuro.notation.position_line import start_of
from shirokuro.notation.span import Span
from shirokuro.notation.values import GameText, PositionText
from shirokuro.squares.square import PASS
from shirokuro.squares.variant import VARIANTS, Variant, find_variant
from shirokuro.words.message import Message

_TEXT = r"\[[^\]\\]*+(?:\\.[^\]\\]*+)*+\]"
_OF_SGF = re.compile(
    rf"\s*\(\s*;(?:\s*[A-Za-z]++(?:\s*{_TEXT})++)*?\s*(?:(?:FF|SZ|CA|AP)\s*\[|GM\s*\[\s*[0-9])", re.DOTALL
)
_TOKEN = re.compile(r"\s+|([();])|([A-Za-z]+)|\[([^\]\\]*+(?:\\.[^\]\\]*+)*+)\]", re.DOTALL)
_POINTS = re.compile(r"([a-h])([a-h])(?::([a-h])([a-h]))?")
_NAMED = re.compile(r"[A-Ha-h][1-8]")
_KOMI = re.compile(r"-?[0-9]{1,2}(?:\.[0-9]+)?", re.ASCII)
_RESULT = re.compile(r"([BW])\+([0-9]{1,2}(?:\.[0-9]+)?)")
_NUMBER_OF_OTHELLO = "2"
_SETUP = {"AB": "X", "AW": "O", "AE": "-"}
_SIDES = {"B": "X", "W": "O"}


def is_sgf(text: str) -> bool:
    """Whether a text is SGF rather than GGF, which begins alike."""
    return _OF_SGF.match(text) is not None


def parse_sgf(text: str, variant: str | None = None) -> list[GameText]:
    """All games of a text; `variant` chooses between boards of the size that a game names."""
    return [_SgfGame(tree, find_variant(variant) if variant else None).game() for tree in _trees(text)]


@dataclass(slots=True)
class _MainLine:
    """The main line of one game: the properties that count once, and discs and moves in order."""

    opening: Span
    once: dict[str, Span] = field(default_factory=dict)
    placed: list[tuple[str, Span]] = field(default_factory=list)

    def add(self, name: str, value: Span) -> None:
        if name in _SETUP or name in _SIDES:
            self.placed.append((name, value))
        else:
            self.once.setdefault(name, value)

    def text(self, name: str) -> str:
        return self.once[name].unescaped() if name in self.once else ""


def _trees(text: str) -> Iterator[_MainLine]:
    """The games of a text; only the first variation of each branch is read."""
    tree, depth, is_beside, name = _MainLine(Span.of(text)), 0, False, ""
    whole, offset = Span.of(text), 0
    while offset < len(text):
        token = _TOKEN.match(text, offset)
        if token is None or (depth == 0 and not token[0].isspace() and token[1] != "("):
            raise whole.error(Message("notation.no_sgf"), offset)
        if token[1] == "(":
            if depth == 0:
                tree, is_beside = _MainLine(whole.part(offset, token.end())), False
            depth += 1
        elif token[1] == ")":
            depth, is_beside = depth - 1, True
            if depth == 0:
                yield tree
        elif token[2]:
            name = "".join(letter for letter in token[2] if letter.isupper())
        elif token[3] is not None and not is_beside:
            tree.add(name, whole.part(*token.span(3)))
        offset = token.end()
    if depth:
        raise whole.error(Message("notation.bracket_missing"), len(text))


class _SgfGame:
    """One game on its board."""

    def __init__(self, tree: _MainLine, wanted: Variant | None) -> None:
        self._tree = tree
        self._is_othello = tree.text("GM").strip() == _NUMBER_OF_OTHELLO
        # The variant asked for if it has the size of the game, else the square one that has.
        said = tree.text("SZ").partition(":")[0].strip() or ("8" if self._is_othello else "19")
        fitting = [each for each in (wanted, *VARIANTS.values()) if each and str(each.width) == said]
        if not fitting:
            raise tree.once.get("SZ", tree.opening).error(Message("notation.no_board", size=said[:20]))
        self._variant = fitting[0]

    def game(self) -> GameText:
        discs, moves = self._discs(), [each for each in self._tree.placed if each[0] in _SIDES]
        turn = _SIDES.get(self._tree.text("PL").strip().upper()[:1]) or (
            _SIDES[moves[0][0]] if moves else "X"
        )
        cells = "".join(discs.get(square, "-") for square in self._variant.cells)
        start = PositionText(self._variant.name, cells, turn)
        said, komi = self._tree.text("RE").strip(), _KOMI.fullmatch(self._tree.text("KM").strip())
        result = 0.0 if said.lower() in ("0", "draw") else None
        if found := _RESULT.fullmatch(said):
            result = float(found[2]) * (1 if found[1] == "B" else -1)
        return GameText(
            self._variant.name,
            None if start == start_of(self._variant.name) else start,
            bytes(self._move(value) for _, value in moves),
            black=self._tree.text("PB"),
            white=self._tree.text("PW"),
            place=self._tree.text("PC"),
            date=self._tree.text("DT"),
            result=result,
            handicap_discs=0 - float(komi[0]) if komi and self._is_othello else 0,
        )

    def _discs(self) -> dict[int, str]:
        """The discs before the first move; the usual ones if the game sets none."""
        begun, found = False, dict[int, str]()
        for name, value in self._tree.placed:
            if name in _SIDES:
                begun = True
                continue
            if begun:
                raise value.error(Message("notation.discs_after_move"))
            points = _POINTS.fullmatch(value.text.strip())
            if points is None or points[3] is None:
                found[self._move(value)] = _SETUP[name]
            else:  # all points of a rectangle
                left, top, right, bottom = (ord(letter) - ord("a") for letter in points.groups())
                for row, column in product(range(top, bottom + 1), range(left, right + 1)):
                    found[self._square(column, row, value)] = _SETUP[name]
        return found or dict(zip(self._variant.cells, start_of(self._variant.name).cells, strict=True))

    def _move(self, value: Span) -> int:
        """Two letters, a name as e6, or a pass."""
        text = value.text.strip()
        if text.lower() in ("", "tt", "pass"):
            return PASS
        if _NAMED.fullmatch(text):
            return read_move(value.stripped(), self._variant)
        found = _POINTS.fullmatch(text)
        if found is None or found[3] is not None:
            raise value.error(Message("notation.no_move", name=f"{text[:12]!r}"))
        return self._square(ord(found[1]) - ord("a"), ord(found[2]) - ord("a"), value)

    def _square(self, column: int, row: int, value: Span) -> int:
        width, rows = self._variant.width, self._variant.rows
        if row < width and column < width:
            square = rows[row if self._is_othello else width - 1 - row][column]
            if square in self._variant.cells:
                return square
        raise value.error(Message("notation.no_cell_of", name=f"{value.text[:12]!r}", board=self._variant))
