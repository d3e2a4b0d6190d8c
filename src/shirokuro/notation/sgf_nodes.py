"""The nodes of SGF as they are written: brackets, properties and their values, without what they mean."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from shirokuro.notation.span import Span
from shirokuro.words.message import Message

MOST_NODES = 100_000
"""Nodes of one game; an hour's analysis of a whole game has some thousand."""
MOST_NESTED = 1000
"""Variations within variations; a game has no more than 120 moves."""

_TOKEN = re.compile(r"\s+|([();])|([A-Za-z]+)|\[([^\]\\]*+(?:\\.[^\]\\]*+)*+)\]", re.DOTALL)
_ESCAPED = re.compile(r"\\(\r\n|\n\r|.)", re.DOTALL)


@dataclass(slots=True)
class SgfNode:
    """The properties of a node, in order and each value by itself, and the number of the node before it."""

    parent: int
    properties: list[tuple[str, Span]] = field(default_factory=list)


@dataclass(slots=True)
class SgfNodes:
    """The nodes of one game; each comes after its parent, and the first variation before the others."""

    opening: Span
    nodes: list[SgfNode] = field(default_factory=list)

    def main_line(self) -> Iterator[int]:
        """The numbers of the nodes of the first variation of each branch."""
        firsts: dict[int, int] = {}
        for number, node in enumerate(self.nodes):
            firsts.setdefault(node.parent, number)
        at = -1
        while (at := firsts.get(at, -1)) >= 0:
            yield at


def sgf_nodes(text: str) -> Iterator[SgfNodes]:
    """The games of a text."""
    whole, offset = Span.of(text), 0
    game, at, name, is_open = SgfNodes(whole), -1, "", False
    before: list[int] = []
    while offset < len(text):
        token = _TOKEN.match(text, offset)
        if token is None or (not before and not token[0].isspace() and token[1] != "("):
            raise whole.error(Message("notation.no_sgf"), offset)
        if token[1] == "(":
            if not before:
                game, at = SgfNodes(whole.part(offset, token.end())), -1
            before.append(at)
            is_open = False
            if len(before) > MOST_NESTED:
                raise whole.error(Message("notation.sgf_nested", most=MOST_NESTED), offset)
        elif token[1] == ")":
            at, is_open = before.pop(), False
            if not before:
                yield game
        elif token[2]:
            name = "".join(letter for letter in token[2] if letter.isupper())
        elif token[1] == ";" or (token[3] is not None and not is_open):
            # A value without a semicolon before it is a node of its own.
            game.nodes.append(SgfNode(at))
            at, is_open = len(game.nodes) - 1, True
            if len(game.nodes) > MOST_NODES:
                raise whole.error(Message("notation.sgf_nodes", most=MOST_NODES), offset)
        if token[3] is not None:
            game.nodes[at].properties.append((name, whole.part(*token.span(3))))
        offset = token.end()
    if before:
        raise whole.error(Message("notation.bracket_missing"), len(text))


def sgf_text(value: Span) -> str:
    """The text of a value; a line that was only broken in the file is whole again."""
    value.unescaped()  # which complains of half a character
    return _ESCAPED.sub(lambda found: "" if found[1][0] in "\r\n" else found[1], value.text)


def sgf_escaped(text: str) -> str:
    """A text as a value of SGF."""
    return text.replace("\\", "\\\\").replace("]", "\\]")
