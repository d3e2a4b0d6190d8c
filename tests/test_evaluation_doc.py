"""docs/evaluation.md: its pictures are those of the patterns and weights; as a script, this draws them."""

from __future__ import annotations

import re
import struct
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import numpy as np
import reference
import slow_patterns
from samples import random_board, reference_game
from slow_patterns import RIM_COUNTS

import shirokuro as sk
from shirokuro import _core
from shirokuro.engine import batch
from shirokuro.engine.evaluation import WEIGHTS, unpacked
from shirokuro.training.fit import MAGIC, UNITS_PER_DISC, Linear, PhaseWeights
from shirokuro.training.network import LAYERS_BYTES, Network
from shirokuro.training.self_play import patterns_of
from shirokuro.training.sums import Sums

DOCS = Path(__file__).parent.parent / "docs"


# The patterns

PATTERNS = DOCS / "pictures/patterns.svg"
CELL, GAP, IN_A_ROW = 9, 18, 7


def cell(name: str) -> str:
    column, row = ord(name[0]) - ord("a"), int(name[1]) - 1
    return f"M{column * CELL} {row * CELL}h8v8h-8z"


def drawn_board(board: str, top: int) -> tuple[str, int]:
    """All patterns of a board, and where the picture goes on below them."""
    rules, size = reference.RULES[board], 8 * CELL + GAP
    empty = "".join(map(cell, rules.cells))
    lines = [f'<text x="{GAP}" y="{top + 16}" font-weight="bold">{board}</text>']
    lines.append(f'<defs><path id="{board}" fill="#dfe8da" d="{empty}"/></defs>')
    for place, names in enumerate(slow_patterns.patterns(board)):
        row, column = divmod(place, IN_A_ROW)
        at = f"{GAP + column * size} {top + 24 + row * (rules.width * CELL + GAP)}"
        marked = "".join(map(cell, names))
        lines.append(
            f'<g transform="translate({at})"><title>{board}: {" ".join(names)}</title>'
            f'<use href="#{board}"/><path fill="#2f6b3a" d="{marked}"/></g>'
        )
    rows = (len(slow_patterns.patterns(board)) - 1) // IN_A_ROW + 1
    return "\n".join(lines), top + 24 + rows * (rules.width * CELL + GAP)


def drawn_patterns() -> str:
    parts, top = [], 0
    for board in slow_patterns.BOARDS:
        part, top = drawn_board(board, top)
        parts.append(part)
    return svg("The patterns, one image each", IN_A_ROW * (8 * CELL + GAP) + GAP, top, parts)


def svg(title: str, width: int, height: int, parts: list[str]) -> str:
    size = f'viewBox="0 0 {width} {height}" width="{width}" height="{height}"'
    head = f'<svg xmlns="http://www.w3.org/2000/svg" {size} font-family="sans-serif" font-size="13">'
    ground = f'<rect width="{width}" height="{height}" fill="#fff"/>'
    return "\n".join([head, f"<title>{title}</title>", ground, *parts, "</svg>\n"])


def test_the_picture_shows_the_patterns() -> None:
    assert PATTERNS.read_text() == drawn_patterns(), "run `python tests/test_evaluation_doc.py`"


def test_the_sizes_are_those_of_the_core() -> None:
    text = (DOCS / "evaluation.md").read_text()
    rows = re.findall(r"^\| `(\w+)` \| (\d+) \| (\d+) \| (\d+) \| (\d+) \| ([\d ]+) \|", text, re.MULTILINE)
    assert [row[0] for row in rows] == list(slow_patterns.BOARDS)
    for board, *numbers in rows:
        named, found = slow_patterns.patterns(board), patterns_of(board)
        looked_up = sum(len(slow_patterns.lookups(board, place)) for place in range(len(named)))
        weights = found.free_weights
        sizes = [len(named), looked_up, found.features - looked_up, len(shipped(board)), weights]
        assert [int(number.replace(" ", "")) for number in numbers] == sizes


# What they learned

LEARNED = DOCS / "pictures/learned.svg"
EMPTIES = (40, 34, 28, 20, 12, 6)
EDGE, ARCS = 8, (0, 1, 2)
"""The places of the edge among the patterns of 8x8, and of the arcs among those of Nip."""
FLANKS = 7
"""The place among the counts of Nip of those who can turn discs along the rim."""
EDGES = {
    "a corner": ".X........",
    "three from a corner": ".XXX......",
    "an X square, its corner empty": "X.........",
    "six in a row, a mountain": "..XXXXXX..",
    "the same beside an own X square": "X.XXXXXX..",
    "five in a row, a wing": "..XXXXX...",
    "four in the middle": "...XXXX...",
}
RIMS = {
    "one on the rim": "....X.....",
    "an arc of six": "..XXXXXX..",
    "an arc of ten": "XXXXXXXXXX",
    "six of the opponent's": "..OOOOOO..",
    "the same, to be taken at once": ".XOOOOOO..",
    "six own ones, threatened": ".OXXXXXX..",
}
WIDTH, ROW, FIRST, COLUMN, MOST = 662, 34, 374, 46, 15
"""The size of the picture, of its rows and columns, and the discs of its deepest colours."""
DISCS = {"X": "#111", "O": "#fff"}


@dataclass(frozen=True)
class Learned:
    """The shipped weights of a board."""

    board: str

    def of_contents(self, places: Sequence[int], contents: str) -> list[float]:
        """By `EMPTIES`, what the contents of these patterns are worth together, in discs."""
        number = sum(3**i * ".XO".index(disc) for i, disc in enumerate(contents))
        return self._worths(
            [self._first(each) + slow_patterns.free_places(self.board, each)[number] for each in places]
        )

    def of_count(self, place: int, number: int) -> list[float]:
        sizes = [size for size, _ in slow_patterns.counts(reference_game(sk.Board(self.board)))]
        first = self._first(len(slow_patterns.patterns(self.board)))
        return self._worths([first + sum(sizes[:place]) + number])

    def _worths(self, weights: list[int]) -> list[float]:
        phases, found = shipped(self.board), []
        cells = patterns_of(self.board).cells
        for empties in EMPTIES:
            phase = phases[min((cells - 4 - empties) * len(phases) // (cells - 4), len(phases) - 1)]
            if isinstance(phase, Linear):
                found.append(float(phase.numbers[weights].sum()))
            else:
                found.append(added_worth(phase, weights, features_at(self.board, empties)))
        return found

    def _first(self, place: int) -> int:
        return sum(max(slow_patterns.free_places(self.board, each)) + 1 for each in range(place))


@cache
def shipped(board: str) -> list[PhaseWeights]:
    contents = unpacked((WEIGHTS / f"{board}.weights.gz").read_bytes())[len(MAGIC) + 5 :]
    head = struct.Struct("<16sIIIII3i4d")
    _, _, phases, size, width, note, *_ = head.unpack_from(contents)
    begin = head.size + note
    tables = np.frombuffer(contents, "<i2", phases * size * width, begin).reshape(phases, size, width)
    if width == 1:
        return [Linear(table[:, 0] / UNITS_PER_DISC) for table in tables]
    layers = contents[begin + tables.nbytes :]
    return [Network.unpacked(table, layers[LAYERS_BYTES * phase :]) for phase, table in enumerate(tables)]


def features_at(board: str, empties: int) -> np.ndarray:
    """What positions of random games see."""
    plies = patterns_of(board).cells - 4 - empties
    positions = [random_board(board, plies, seed) for seed in range(50)]
    found = np.empty((len(positions), patterns_of(board).features), np.uint32)
    _core.pattern_features(board, batch.from_boards(positions), found, 1)
    return found


def added_worth(network: Network, weights: list[int], features: np.ndarray) -> float:
    """How much more the positions would be worth on average if they had these besides."""
    if not network.parts["table"][weights].any():
        return 0.0
    more = np.tile(np.array(weights, np.uint32), (len(features), 1))
    before, after = (
        network.guesses(Sums(), seen) for seen in (features, np.concatenate([features, more], axis=1))
    )
    return float((after - before).mean())


@dataclass(frozen=True)
class Row:
    """Something on the board that a player knows: in words, drawn, and what it is worth by `EMPTIES`."""

    words: str
    drawing: str
    worths: list[float]


def edge_rows() -> Iterator[Row]:
    learned = Learned("reversi")
    for words, contents in EDGES.items():
        edge = [(content, column, 0) for column, content in enumerate(contents[1:9])]
        squares = [(contents[0], 1, 1), (contents[9], 6, 1)]
        yield Row(words, drawn_cells([*edge, *squares]), learned.of_contents([EDGE], contents))


def rim_rows() -> Iterator[Row]:
    """Of the arcs, all that look at these ten cells or their images add up."""
    learned = Learned("nip")
    for words, contents in RIMS.items():
        arc = [(content, column, 0) for column, content in enumerate(contents)]
        yield Row(words, drawn_cells(arc), learned.of_contents(ARCS, contents))
    yield Row("only you can turn along the rim, from one cell", "", learned.of_count(FLANKS, RIM_COUNTS))
    yield Row("only the opponent can, from one cell", "", learned.of_count(FLANKS, 1))


def drawn_cells(cells: list[tuple[str, int, int]]) -> str:
    """Cells by column and row, with what lies on them."""
    ground = "".join(f"M{13 * column} {13 * row}h12v12h-12z" for _, column, row in cells)
    discs = [
        f'<circle cx="{13 * column + 6}" cy="{13 * row + 6}" r="4.5" fill="{DISCS[content]}"/>'
        for content, column, row in cells
        if content in DISCS
    ]
    return f'<path fill="#2f6b3a" d="{ground}"/>{"".join(discs)}'


def drawn_table(title: str, rows: list[Row], top: int) -> list[str]:
    places = [FIRST + COLUMN * place for place in range(len(EMPTIES))]
    heads = "".join(f'<text x="{x + 21}">{each}</text>' for x, each in zip(places, EMPTIES, strict=True))
    parts = [
        f'<text x="{GAP}" y="{top + 22}" font-weight="bold">{title}</text>',
        f'<text x="{FIRST - 8}" y="{top + 22}" text-anchor="end">empty cells:</text>',
        f'<g transform="translate(0 {top + 22})" text-anchor="middle">{heads}</g>',
    ]
    for number, row in enumerate(rows, 1):
        worths = [drawn_worth(worth, x) for x, worth in zip(places, row.worths, strict=True)]
        words = f'<text x="{GAP + 144 * bool(row.drawing)}" y="17">{row.words}</text>'
        drawing = f'<g transform="translate({GAP} 2)">{row.drawing}</g>' if row.drawing else ""
        shown = f'<g text-anchor="middle">{"".join(worths)}</g>'
        parts.append(f'<g transform="translate(0 {top + ROW * number})">{drawing}{words}{shown}</g>')
    return parts


def drawn_worth(discs: float, x: int) -> str:
    """A number on a ground as deep as it is high; none where no game had the like."""
    if not discs:
        return f'<text x="{x + 21}" y="17">·</text>'
    colour, share = "#2f6b3a" if discs > 0 else "#b5482a", min(abs(discs) / MOST, 0.8)
    ground = f'<path fill="{colour}" fill-opacity="{share:.2f}" d="M{x} 0h42v25h-42z"/>'
    return ground + f'<text x="{x + 21}" y="17">{discs:+.1f}</text>'.replace(">-", ">−")


def drawn_weights() -> str:
    edges, rims = list(edge_rows()), list(rim_rows())
    below = ROW * (len(edges) + 1) + GAP
    parts = drawn_table("8x8, an edge with its X squares", edges, 0)
    parts += drawn_table("Nip, ten cells of the rim", rims, below)
    height = below + ROW * (len(rims) + 1) + 6
    return svg("What the weights are worth, in discs, by empty cells", WIDTH, height, parts)


def test_the_picture_shows_the_weights() -> None:
    assert LEARNED.read_text() == drawn_weights(), "run `python tests/test_evaluation_doc.py`"


if __name__ == "__main__":
    PATTERNS.write_text(drawn_patterns())
    LEARNED.write_text(drawn_weights())
