"""Reads SGF, as programs for Go and for reversi write games of reversi, with its variations or without.

GM[2] is SGF's number for Othello: its first row is ours. Boards for Go (GM[1], or no GM) have row 1 at the
bottom, and SGF counts rows from the top. So `aa` is a1 in the former and a8 in the latter. RU, the rules,
names a board of ours, if it is not the square one of its size.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from itertools import product

from shirokuro.notation.move_names import read_move
from shirokuro.notation.position_line import start_of
from shirokuro.notation.sgf_nodes import SgfNodes, sgf_nodes, sgf_text
from shirokuro.notation.span import Span
from shirokuro.notation.values import GameText, MoveText, PositionText, TreeText
from shirokuro.squares.square import PASS
from shirokuro.squares.variant import VARIANTS, Variant, find_variant
from shirokuro.words.message import Message

_TEXT = r"\[[^\]\\]*+(?:\\.[^\]\\]*+)*+\]"
_OF_SGF = re.compile(
    rf"\s*\(\s*;(?:\s*[A-Za-z]++(?:\s*{_TEXT})++)*?\s*(?:(?:FF|SZ|CA|AP)\s*\[|GM\s*\[\s*[0-9])", re.DOTALL
)
_POINTS = re.compile(r"([a-h])([a-h])(?::([a-h])([a-h]))?")
_NAMED = re.compile(r"[A-Ha-h][1-8]")
_NUMBER = re.compile(r"[+-]?[0-9]+(?:\.[0-9]+)?", re.ASCII)
_RESULT = re.compile(r"([BW])\+([0-9]+(?:\.[0-9]+)?)", re.ASCII)
_NUMBER_OF_OTHELLO = "2"
_SETUP = {"AB": "X", "AW": "O", "AE": "-"}
_SIDES = {"B": "X", "W": "O"}
MARKS = {"TE": "!", "BM": "?", "IT": "!?", "DO": "?!"}
"""The marks of moves by property; TE[2] and BM[2] are stronger and double the sign."""


def is_sgf(text: str) -> bool:
    """Whether a text is SGF rather than GGF, which begins alike."""
    return _OF_SGF.match(text) is not None


def parse_sgf(text: str, variant: str | None = None) -> list[GameText]:
    """The main lines of all games; `variant` chooses between boards of the size that a game names."""
    wanted = find_variant(variant) if variant else None
    return [_SgfGame(nodes, wanted).game() for nodes in sgf_nodes(text)]


def parse_sgf_trees(text: str, variant: str | None = None) -> list[TreeText]:
    """All games with their variations, comments and marks."""
    wanted = find_variant(variant) if variant else None
    return [_SgfGame(nodes, wanted).tree() for nodes in sgf_nodes(text)]


class _SgfGame:
    """One game on its board."""

    def __init__(self, nodes: SgfNodes, wanted: Variant | None) -> None:
        self._nodes = nodes.nodes
        self._main = [*nodes.main_line()]
        self._once: dict[str, Span] = {}
        """The properties of the main line that count once."""
        self._placed: list[tuple[str, Span]] = []
        """Its discs and moves, in order."""
        for name, value in (each for number in self._main for each in self._nodes[number].properties):
            if name in _SETUP or name in _SIDES:
                self._placed.append((name, value))
            else:
                self._once.setdefault(name, value)
        self._is_othello = self._text("GM").strip() == _NUMBER_OF_OTHELLO
        # The variant asked for if it has the size of the game, else the one named, else the square one.
        said = self._text("SZ").partition(":")[0].strip() or ("8" if self._is_othello else "19")
        named = VARIANTS.get(self._text("RU").strip())
        if wanted and named and wanted.cells != named.cells:
            raise self._once["RU"].error(Message("notation.other_game", found=named, wanted=wanted))
        known = (wanted, named, *VARIANTS.values())
        fitting = [each for each in known if each and str(each.width) == said]
        if not fitting:
            raise self._once.get("SZ", nodes.opening).error(Message("notation.no_board", size=said[:20]))
        self._variant = fitting[0]

    def game(self) -> GameText:
        """The main line."""
        moves = [each for number in self._main for each in self._moves(number, -1)]
        values = tuple(move.value for move in moves)
        return self._head()._replace(
            moves=bytes(move.move for move in moves),
            values=values if any(value is not None for value in values) else (),
        )

    def tree(self) -> TreeText:
        """The game with its variations. What is said where no move is made belongs to the move before."""
        comment, moves, last, main = "", list[MoveText](), list[int](), {*self._main}
        for number, node in enumerate(self._nodes):
            at = last[node.parent] if node.parent >= 0 else -1
            placed = (value for name, value in node.properties if name in _SETUP)
            if number not in main and (wrong := next(placed, None)):
                raise wrong.error(Message("notation.discs_in_variation"))
            for made in self._moves(number, at):
                moves.append(made._replace(parent=at))
                at = len(moves) - 1
            last.append(at)
            said = "\n".join(sgf_text(value) for name, value in node.properties if name == "C")
            if at < 0:
                comment = f"{comment}\n{said}" if comment and said else comment or said
            elif said:
                before = moves[at].comment
                moves[at] = moves[at]._replace(comment=f"{before}\n{said}" if before else said)
        return TreeText(self._head(), comment, tuple(moves))

    def _moves(self, number: int, parent: int) -> Iterator[MoveText]:
        """The moves of a node; its mark and its value belong to the last of them."""
        properties = self._nodes[number].properties
        moves = [(name, value) for name, value in properties if name in _SIDES]
        for _, value in moves[:-1]:
            yield MoveText(self._move(value), parent)
        for name, value in moves[-1:]:
            marked = next(((n, v.text.strip()) for n, v in properties if n in MARKS), ("", ""))
            mark = MARKS.get(marked[0], "") * (2 if marked[1] == "2" and marked[0] in ("TE", "BM") else 1)
            said = next((_number(v.text) for n, v in properties if n == "V"), None)
            yield MoveText(
                self._move(value), parent, "", mark, said if said is None or name == "B" else 0 - said
            )

    def _text(self, name: str) -> str:
        return sgf_text(self._once[name]) if name in self._once else ""

    def _head(self) -> GameText:
        """Everything but the moves."""
        discs = self._discs()
        first = next((_SIDES[name] for name, _ in self._placed if name in _SIDES), "X")
        turn = _SIDES.get(self._text("PL").strip().upper()[:1]) or first
        cells = "".join(discs.get(square, "-") for square in self._variant.cells)
        start = PositionText(self._variant.name, cells, turn)
        said, komi = self._text("RE").strip(), _number(self._text("KM").strip())
        result = 0.0 if said.lower() in ("0", "draw") else None
        if (found := _RESULT.fullmatch(said)) and (margin := _number(found[2])) is not None:
            result = margin if found[1] == "B" else -margin
        return GameText(
            self._variant.name,
            None if start == start_of(self._variant.name) else start,
            black=self._text("PB"),
            white=self._text("PW"),
            place=self._text("PC"),
            date=self._text("DT"),
            result=result,
            handicap_discs=0 - komi if komi and self._is_othello else 0,
        )

    def _discs(self) -> dict[int, str]:
        """The discs before the first move; the usual ones if the game sets none."""
        begun, found = False, dict[int, str]()
        for name, value in self._placed:
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


def _number(text: str) -> float | None:
    """A finite number; None for anything else, since other programs write what they like."""
    found = float(text) if _NUMBER.fullmatch(text.strip()) else math.inf
    return found if math.isfinite(found) else None
