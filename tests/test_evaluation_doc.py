"""docs/evaluation.md: its picture and its sizes are those of the patterns; as a script, this draws it."""

from __future__ import annotations

import re
from pathlib import Path

import reference
import slow_patterns

from shirokuro.training.self_play import patterns_of

DOCS = Path(__file__).parent.parent / "docs"
PICTURE = DOCS / "pictures/patterns.svg"
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


def drawn() -> str:
    parts, top = [], 0
    for board in slow_patterns.BOARDS:
        part, top = drawn_board(board, top)
        parts.append(part)
    width = IN_A_ROW * (8 * CELL + GAP) + GAP
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {top}" width="{width}" height="{top}"'
    )
    style = ' font-family="sans-serif" font-size="13">'
    title = "<title>The patterns, one image each</title>"
    ground = f'<rect width="{width}" height="{top}" fill="#fff"/>'
    return "\n".join([head + style, title, ground, *parts, "</svg>\n"])


def test_the_picture_shows_the_patterns() -> None:
    assert PICTURE.read_text() == drawn(), "run `python tests/test_evaluation_doc.py`"


def test_the_sizes_are_those_of_the_core() -> None:
    text = (DOCS / "evaluation.md").read_text()
    rows = re.findall(r"^\| `(\w+)` \| (\d+) \| (\d+) \| (\d+) \| (\d+) \| ([\d ]+) \|", text, re.MULTILINE)
    assert [row[0] for row in rows] == list(slow_patterns.BOARDS)
    for board, *numbers in rows:
        named, found = slow_patterns.patterns(board), patterns_of(board)
        looked_up = sum(len(slow_patterns.lookups(board, place)) for place in range(len(named)))
        weights = found.free_weights
        sizes = [len(named), looked_up, found.features - looked_up, found.phases, weights]
        assert [int(number.replace(" ", "")) for number in numbers] == sizes


if __name__ == "__main__":
    PICTURE.write_text(drawn())
