"""A game with variations, and what is said of its moves: comments, marks and values."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Self

from shirokuro.board.board import Board
from shirokuro.board.record import Record, heading, record_of, result_of
from shirokuro.errors import IllegalMoveError, NotationError, at_move, message_of
from shirokuro.notation.detection import parse_trees, read_trees
from shirokuro.notation.sgf_writing import format_sgf
from shirokuro.notation.values import MoveText, TreeText
from shirokuro.squares.square import PASS, move_name
from shirokuro.squares.variant import VARIANTS
from shirokuro.words.counted import counted
from shirokuro.words.message import Message

LINE_WIDTH = 80


class GameNode:
    """A position of a game tree and the move that led to it.

    `comment`, `mark` (`!`, `!!`, `!?`, `?!`, `?`, `??` or nothing) and `value` (of the move, in discs, for
    the side that made it) may be set. The first of the `children` goes on with the main line.
    """

    __slots__ = ("_children", "_start", "comment", "mark", "move", "parent", "value")

    def __init__(self, parent: GameNode | None, move: int | None, start: Board | None = None) -> None:
        self.parent = parent
        self.move = move
        self.comment = ""
        self.mark = ""
        self.value: float | None = None
        self._start = start
        self._children: list[GameNode] = []

    @property
    def children(self) -> tuple[GameNode, ...]:
        """What was played or looked at here: the main line's move, then other moves."""
        return tuple(self._children)

    @property
    def ply(self) -> int:
        """The number of moves up to here, passes included."""
        return len(self.line())

    def line(self) -> tuple[int, ...]:
        """The moves from the start up to here."""
        moves, node = list[int](), self
        while node.parent is not None and node.move is not None:
            moves.append(node.move)
            node = node.parent
        return tuple(reversed(moves))

    def board(self) -> Board:
        """The board here, with the moves from the start on its stack."""
        root = self
        while root.parent is not None:
            root = root.parent
        assert root._start is not None, "the root of a tree has the board before its first move"
        board = root._start.copy()
        board.extend(self.line(), insert_passes=False)
        return board

    def add(self, move: int | str) -> GameNode:
        """The node after a move, a new variation unless it is there; an illegal move is an error."""
        board = self.board()
        board.push(move)
        return self.child(board.peek())

    def extend(self, moves: bytes | Iterable[int | str]) -> GameNode:
        """The node after several moves, passes that were left out put in, as `Board.extend` makes them."""
        node, board = self, self.board()
        made = len(board.move_stack)
        board.extend(moves)
        for move in board.move_stack[made:]:
            node = node.child(move)
        return node

    def child(self, move: int) -> GameNode:
        """The node after a move, which is not checked."""
        for known in self._children:
            if known.move == move:
                return known
        self._children.append(GameNode(self, move))
        return self._children[-1]

    def promote(self) -> None:
        """Makes the moves up to here the main line."""
        node = self
        while node.parent is not None:
            node.parent._children.remove(node)
            node.parent._children.insert(0, node)
            node = node.parent

    def remove(self) -> None:
        """Takes this move and all that follows it out of the tree."""
        if self.parent is None:
            raise ValueError("the start of a game cannot be removed")
        self.parent._children.remove(self)
        self.parent, self._start = None, self.board()

    def main_line(self) -> Iterator[GameNode]:
        """The nodes after this one, by the first move of each."""
        node = self
        while node._children:
            node = node._children[0]
            yield node

    def walk(self) -> Iterator[GameNode]:
        """This node and all after it, each before its children and the main line first."""
        waiting = [self]
        while waiting:
            node = waiting.pop()
            yield node
            waiting += reversed(node._children)

    def __str__(self) -> str:
        """All that follows, with variations in brackets and values and comments in braces."""
        return " ".join(self._words(is_numbered=True))

    def __repr__(self) -> str:
        name = "start" if self.move is None else f"{self.ply}. {move_name(self.move)}{self.mark}"
        return f"<GameNode {name}>"

    def _words(self, *, is_numbered: bool) -> Iterator[str]:
        node = self
        while node._children:
            first, *others = node._children
            yield from first._own_words(is_numbered=is_numbered)
            for other in others:
                line = *other._own_words(is_numbered=True), *other._words(is_numbered=bool(other._said()))
                yield f"({' '.join(line)})"
            is_numbered = bool(others or first._said())
            node = first

    def _own_words(self, *, is_numbered: bool) -> Iterator[str]:
        """The move with its number, and what is said of it."""
        assert self.move is not None
        number = f"{self.ply}. " if is_numbered else ""
        yield f"{number}{move_name(self.move)}{self.mark}"
        if said := self._said():
            yield f"{{{said}}}"

    def _said(self) -> str:
        value = "" if self.value is None else f"{self.value:+g}"
        return " ".join(filter(None, (value, " ".join(self.comment.split()))))


class GameTree:
    """A game with variations. `root` is its start; `game` has the players and all else about the game.

    `GameTree("nip")`, `GameTree("f5d6c3")`, `GameTree(record)` or `GameTree(board)`; `read` and `parse` take
    any format, and `sk.write` writes trees as SGF, which keeps all of them.
    """

    __hash__ = None  # type: ignore[assignment]  # a tree changes

    def __init__(self, game: Record | Board | str = "reversi") -> None:
        self.game = record_of(Board(game) if isinstance(game, str) and game in VARIANTS else game)
        self.root = GameNode(None, None, self.game.root())
        self.root.extend(self.game.moves)
        for node, value in zip(self.main_line(), self.game.values, strict=False):
            node.value = value

    @classmethod
    def parse(cls, text: str, variant: str | None = None) -> Self:
        """The one game of a text in any format."""
        trees = parse_trees(text, variant)
        if len(trees) != 1:
            raise NotationError(Message("notation.not_one_game", count=len(trees)))
        return cls.from_text(trees[0])

    @classmethod
    def read(cls, path: str | Path, variant: str | None = None) -> Iterator[Self]:
        """The games of a file in any format, one by one; only SGF has variations."""
        texts = read_trees(path, variant)  # a file that is not there is an error at once

        def replayed() -> Iterator[Self]:
            for number, text in enumerate(texts, 1):
                try:
                    tree = cls.from_text(text)
                except ValueError as error:
                    place = Message("places.game", number=number)
                    raise NotationError(message_of(error), place).at(str(path)) from None
                yield tree

        return replayed()

    @classmethod
    def from_text(cls, text: TreeText) -> Self:
        """Replays what was written and inserts missing passes."""
        tree = cls(Record.from_text(text.main_line()))
        tree.root.comment = text.comment
        board, node, nodes = tree.game.root(), tree.root, list[GameNode]()
        for written in text.moves:
            if not -1 <= written.parent < len(nodes):
                raise ValueError("a move of a tree stands before its parent")
            parent = nodes[written.parent] if written.parent >= 0 else tree.root
            while node is not parent:  # back to where this line begins
                board.pop()
                node = node.parent or parent
            if board.must_pass() and written.move != PASS:
                board.push_pass()
                node = node.child(PASS)
            try:
                board.push(written.move)
            except IllegalMoveError as error:
                raise IllegalMoveError(at_move(len(board.move_stack) + 1, message_of(error))) from None
            node = node.child(written.move)
            nodes.append(node)
            node.comment = "\n".join(filter(None, (node.comment, written.comment)))
            node.mark = written.mark or node.mark
            node.value = node.value if written.value is None else written.value
        return tree

    def to_text(self) -> TreeText:
        """The tree for a writer of `shirokuro.notation`."""
        head = self.record().to_text()._replace(moves=b"", values=(), seconds=(), nodes=())
        numbers = {id(self.root): -1}
        moves = list[MoveText]()
        for node in self.root.walk():
            if node.move is not None and node.parent is not None:
                parent = numbers[id(node.parent)]
                moves.append(MoveText(node.move, parent, node.comment, node.mark, node.value))
                numbers[id(node)] = len(moves) - 1
        return TreeText(head, self.root.comment, tuple(moves))

    def to_sgf(self) -> str:
        """The tree as SGF."""
        return format_sgf([self.to_text()])

    def record(self) -> Record:
        """The main line as a record.

        If it is another one than that of `game`, times and nodes are kept as far as both agree, and the
        result is that of its last board.
        """
        nodes = [*self.main_line()]
        moves, values = nodes[-1].line() if nodes else (), tuple(node.value for node in nodes)
        values = values if any(value is not None for value in values) else ()
        if moves == self.game.moves:
            return replace(self.game, values=values)
        same = next(
            (ply for ply, pair in enumerate(zip(moves, self.game.moves, strict=False)) if pair[0] != pair[1]),
            min(len(moves), len(self.game.moves)),
        )
        rest = (None,) * (len(moves) - same)
        last = nodes[-1].board() if nodes else self.game.root()
        return replace(
            self.game,
            moves=moves,
            values=values,
            seconds=self.game.seconds and (*self.game.seconds[:same], *rest),
            nodes=self.game.nodes and (*self.game.nodes[:same], *rest),
            result=result_of(last, self.game.handicap_discs),
            note="",
            theoretical=None,
        )

    def beside_main_line(self) -> str:
        """What formats without variations lose, in words; empty if it is nothing."""
        nodes = [*self.root.walk()]
        lost = {
            "variation": sum(max(len(node.children) - 1, 0) for node in nodes),
            "comment": sum(bool(node.comment) for node in nodes),
            "mark": sum(bool(node.mark) for node in nodes),
        }
        return ", ".join(counted(number, what) for what, number in lost.items() if number)

    def main_line(self) -> Iterator[GameNode]:
        """The nodes of the main line after the start."""
        return self.root.main_line()

    def __eq__(self, other: object) -> bool:
        """Whether game, moves, their order and all that is said of them are equal."""
        if not isinstance(other, GameTree):
            return NotImplemented
        return self.record() == other.record() and self.to_text() == other.to_text()

    def __str__(self) -> str:
        """The players, then the moves with variations in brackets and values and comments in braces."""
        said = f"{{{' '.join(self.root.comment.split())}}} " if self.root.comment else ""
        moves = textwrap.fill(
            f"{said}{self.root}", LINE_WIDTH, break_long_words=False, break_on_hyphens=False
        )
        return "\n".join([*heading(self.game), moves]).rstrip()

    def __repr__(self) -> str:
        return f"<GameTree of {sum(1 for _ in self.root.walk()) - 1} moves>"

    def __reduce__(self) -> tuple[object, ...]:
        return _restored, (type(self), self.game, self.to_text())


def _restored(kind: type[GameTree], game: Record, text: TreeText) -> GameTree:
    tree = kind.from_text(text)
    tree.game = game
    return tree
