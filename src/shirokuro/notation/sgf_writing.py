"""Writes SGF: games with their variations, comments, marks and values."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator

from shirokuro.errors import NotationError, shown
from shirokuro.notation.move_names import move_text
from shirokuro.notation.position_line import own_start
from shirokuro.notation.sgf import MARKS
from shirokuro.notation.sgf_nodes import sgf_escaped
from shirokuro.notation.span import HALF_CHARACTER
from shirokuro.notation.values import GameText, MoveText, TreeText
from shirokuro.squares.square import PASS, place_of
from shirokuro.squares.variant import find_variant
from shirokuro.words.message import Message
from shirokuro.words.number_text import exact_decimal

_SIGNS = {
    **{sign: f"{name}[{'1' if name in ('TE', 'BM') else ''}]" for name, sign in MARKS.items()},
    "!!": "TE[2]",
    "??": "BM[2]",
}
"""The property of each mark."""


def format_sgf(trees: Iterable[TreeText]) -> str:
    texts = []
    for number, tree in enumerate(trees, 1):
        try:
            texts.append(f"({_root(tree)}{''.join(_moves(tree))})\n")
        except NotationError as error:
            raise error.at(Message("places.game", number=number)) from None
    return "\n".join(texts)


def _root(tree: TreeText) -> str:
    game = tree.game
    variant = find_variant(game.variant)
    tags = {
        "RU": variant.name if variant.is_round else "",
        "PB": game.black,
        "PW": game.white,
        "PC": game.place,
        "DT": game.date,
        "RE": "" if game.result is None else _result(game.result),
        "KM": _decimal(-game.handicap_discs) if game.handicap_discs else "",
        "C": tree.comment,
    }
    head = f";FF[4]GM[2]CA[UTF-8]AP[Shirokuro]SZ[{variant.width}]"
    return head + "".join(f"{name}[{_text(text)}]" for name, text in tags.items() if text) + _setup(game)


def _setup(game: GameText) -> str:
    """The discs and the side to move of a start of its own."""
    start = own_start(game)
    if start is None:
        return ""
    cells = dict(zip(find_variant(game.variant).cells, start.cells, strict=True))
    lists = {
        name: "".join(f"[{_point(square)}]" for square, disc in cells.items() if disc == sign)
        for name, sign in (("AB", "X"), ("AW", "O"))
    }
    discs = "".join(f"{name}{points}" for name, points in lists.items() if points)
    # No discs at all would mean the usual ones.
    return f"{discs or f'AE[{_point(min(cells))}]'}PL[{'B' if start.turn == 'X' else 'W'}]"


def _moves(tree: TreeText) -> Iterator[str]:
    """The nodes of the moves, with brackets around the variations where there are several."""
    following: dict[int, list[int]] = {}
    plies: list[int] = []
    for number, move in enumerate(tree.moves):
        following.setdefault(move.parent, []).append(number)
        plies.append(plies[move.parent] + 1 if move.parent >= 0 else 0)
    # Sides alternate here, so passes that were left out must have been inserted before.
    colours = "WB" if tree.game.start is not None and tree.game.start.turn == "O" else "BW"

    def branches(parent: int) -> list[int | str]:
        """What is to be written after a move, the last first."""
        numbers = following.get(parent, [])
        if len(numbers) < 2:
            return [*numbers]
        return [word for number in reversed(numbers) for word in (")", number, "\n(")]

    waiting = branches(-1)
    while waiting:
        word = waiting.pop()
        if isinstance(word, str):
            yield word
        else:
            yield _node(tree.moves[word], colours[plies[word] % 2])
            waiting += branches(word)


def _node(move: MoveText, colour: str) -> str:
    text = f";{colour}[{'' if move.move == PASS else _point(move.move)}]"
    if move.value is not None:
        text += f"V[{_decimal(move.value if colour == 'B' else 0 - move.value)}]"
    if move.mark:
        if move.mark not in _SIGNS:
            known = ", ".join(_SIGNS)
            raise NotationError(Message("notation.no_mark", mark=shown(move.mark), known=known))
        text += _SIGNS[move.mark]
    return f"{text}C[{_text(move.comment)}]" if move.comment else text


def _point(square: int) -> str:
    move_text(square)  # which complains of what is no square
    column, row = place_of(square)
    return chr(ord("a") + column) + chr(ord("a") + row)


def _result(margin: float) -> str:
    return "0" if margin == 0 else f"{'B' if margin > 0 else 'W'}+{_decimal(abs(margin))}"


def _decimal(number: float) -> str:
    if not abs(number) <= sys.float_info.max:
        raise NotationError(Message("notation.no_number_of_format", form="SGF", number=shown(number)))
    return exact_decimal(number)


def _text(text: str) -> str:
    if HALF_CHARACTER.search(text):
        raise NotationError(Message("notation.no_file_text", text=shown(text)))
    return sgf_escaped(text)
