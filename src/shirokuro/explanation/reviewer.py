"""What each move of a game lost, by searching the position and the move to the same depth."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple, Unpack

from shirokuro.board.board import Board, Scoring, board_of
from shirokuro.board.game_tree import GameTree
from shirokuro.board.record import Record, record_of
from shirokuro.engine.deepening import FULL_CONFIDENCE
from shirokuro.engine.engine import Engine, table_for
from shirokuro.engine.limits import Caps, Limits, Stop, given_limits
from shirokuro.engine.pool import ENGINES
from shirokuro.engine.result import Result
from shirokuro.engine.value import Kind, Value
from shirokuro.squares.bars import Bar, draw_bars
from shirokuro.squares.colour import BLACK, Colour
from shirokuro.squares.square import PASS, move_name, move_repr, parse_move
from shirokuro.storage.tables import arrow_of, frame_of

if TYPE_CHECKING:
    import pandas
    import pyarrow

DEPTH = 10
"""The default depth, which takes some hundredths of a second."""
EXACT_FROM = 18
"""The number of empties from which positions are solved, whatever depth the limits name."""
HALVED_BY = 8
"""Discs; a loss of so many halves the accuracy of a move."""
MARKS = ((16, "??"), (8, "?"), (4, "?!"))
"""The least loss in discs for each mark."""


@dataclass(frozen=True, slots=True)
class ReviewEffort:
    """How hard a move is looked at when its loss is wanted."""

    depth: int = DEPTH
    """Plies, unless the limits say otherwise."""
    confidence: int = FULL_CONFIDENCE
    """That of searches to a depth: below 3 they are selective, as in `Engine.compare`."""
    exact_from: int = EXACT_FROM
    """The number of empties from which positions are solved."""


USUAL = ReviewEffort()


@dataclass(frozen=True, slots=True)
class Judgement:
    """The value of one move of a game. Values are in discs, for the side that made it.

    `best_value` is the value of the position, `value` that of the move played, never the greater of the two.
    Both are of one kind and depth.
    """

    ply: int
    """Counted from 1, passes included."""
    side: Colour
    move: int
    value: int
    best: int
    """The move itself if no better one was found."""
    best_value: int
    pv: tuple[int, ...]
    """The expected line, beginning with `best`."""
    kind: Kind
    depth: int
    confidence: int | None = None
    played_pv: tuple[int, ...] = ()
    """The expected line, beginning with the move played: how the opponent punishes a mistake."""

    def as_value(self) -> Value:
        """The value of the move with its certainty."""
        return Value.searched(self.value, self.kind, self.depth, self.confidence)

    @property
    def black_value(self) -> int:
        """The value of the move for black."""
        return self.value if self.side == BLACK else -self.value

    @property
    def loss(self) -> int:
        """Discs given away; 0 for the best move."""
        return self.best_value - self.value

    @property
    def accuracy(self) -> float:
        """In per cent: 100 for the best move, and half as much for every eight discs that are lost."""
        return 100 * 2 ** (-self.loss / HALVED_BY)

    @property
    def mark(self) -> str:
        """`?!`, `?` or `??` by the loss; empty for a good move."""
        return next((mark for least, mark in MARKS if self.loss >= least), "")

    def __repr__(self) -> str:
        return move_repr(self)

    def __str__(self) -> str:
        text = f"{self.ply}. {move_name(self.move)}{self.mark} {self.value:+d} ({self.kind})"
        return text if self.loss == 0 else f"{text}, {move_name(self.best)} {self.best_value:+d}"


class JudgedRow(NamedTuple):
    """A judgement as a row of a table."""

    ply: int
    side: str
    move: str
    value: int
    best: str
    best_value: int
    loss: int
    mark: str
    kind: str
    depth: int
    confidence: int | None
    pv: str
    played_pv: str

    @classmethod
    def of(cls, judged: Judgement) -> JudgedRow:
        lines = (" ".join(map(move_name, line)) for line in (judged.pv, judged.played_pv))
        return cls(
            judged.ply,
            str(judged.side),
            move_name(judged.move),
            judged.value,
            move_name(judged.best),
            judged.best_value,
            judged.loss,
            judged.mark,
            judged.kind,
            judged.depth,
            judged.confidence,
            *lines,
        )


@dataclass(frozen=True, slots=True)
class Review:
    """A game and the judgements of its moves, in order; a stopped review lacks the first ones."""

    record: Record
    moves: tuple[Judgement, ...]

    def lost(self, side: Colour) -> int:
        """The discs that a side gave away in all its moves."""
        return sum(judgement.loss for judgement in self.moves if judgement.side == side)

    def choices(self, side: Colour) -> tuple[Judgement, ...]:
        """The moves of a side without passes."""
        return tuple(each for each in self.moves if each.side == side and each.move != PASS)

    def mean_loss(self, side: Colour) -> float | None:
        """The discs that a side gave away per move; None if it made none."""
        moves = len(self.choices(side))
        return self.lost(side) / moves if moves else None

    def to_frame(self) -> pandas.DataFrame:
        """The judgements as a pandas.DataFrame, a row each; moves by name."""
        return frame_of(map(JudgedRow.of, self.moves), JudgedRow)

    def to_arrow(self) -> pyarrow.Table:
        """The same as a pyarrow.Table."""
        return arrow_of(map(JudgedRow.of, self.moves), JudgedRow)

    def tree(self) -> GameTree:
        """The game with values and marks; instead of each marked move, the expected line as a variation."""
        tree = GameTree(self.record)
        nodes = [tree.root, *tree.main_line()]
        for judged in self.moves:
            before, node = nodes[judged.ply - 1 : judged.ply + 1]
            node.value, node.mark = judged.value, judged.mark
            if judged.mark:
                before.extend(judged.pv)
                before.child(judged.best).value = judged.best_value
        return tree

    def accuracy(self, side: Colour) -> float | None:
        """The mean accuracy of a side's moves in per cent, passes left out; None if it made none."""
        moves = self.choices(side)
        return sum(each.accuracy for each in moves) / len(moves) if moves else None

    def svg(self) -> str:
        """A graph, move by move, of how far black is ahead; red dots mark losses of four discs or more."""
        bars = [
            Bar(each.ply, each.black_value, f"{each.side}: {each}", is_marked=bool(each.mark))
            for each in self.moves
        ]
        return draw_bars(bars, "How far black is ahead")

    def _repr_svg_(self) -> str:
        return self.svg()

    def __str__(self) -> str:
        return "\n".join(str(judgement) for judgement in self.moves)


def review(
    game: Record | Board | str,
    limits: Limits | None = None,
    threads: int = 1,
    progress: Callable[[Judgement], object] | None = None,
    *,
    scoring: Scoring = "winner",
    stop: Stop | None = None,
    **caps: Unpack[Caps],
) -> Review:
    """What each move lost. The limits are for one move; `progress` gets each judgement, the last move first.

    Without limits the engine searches to a fixed depth; it solves the last moves exactly.
    """
    record, limits = record_of(game), given_limits(limits, caps) or Limits(depth=DEPTH)
    boards = list(record.boards())[:-1]
    judgements: list[Judgement] = []
    with ENGINES.lend(threads, _table(boards, limits)) as engine:
        analyst = _MoveAnalyst(engine, limits, scoring, stop)
        # From the end, so that the table already has what follows.
        for ply, move in reversed(list(enumerate(record.moves, 1))):
            if analyst.is_stopped():
                break
            judgement = analyst.judge(boards[ply - 1], move)
            if analyst.is_stopped() and judgement.kind != "exact":
                break  # it was not searched as deep as the others
            judgements.append(judgement)
            if progress is not None:
                progress(judgements[-1])
    return Review(record, tuple(reversed(judgements)))


def judge(
    board: Board | str,
    move: int | str,
    limits: Limits | None = None,
    *,
    scoring: Scoring = "winner",
    effort: ReviewEffort = USUAL,
    stop: Stop | None = None,
    **caps: Unpack[Caps],
) -> Judgement:
    """The value of one move on a board, searched as deep as in `review`; an `effort` says otherwise."""
    board, move = board_of(board), parse_move(move) if isinstance(move, str) else move
    limits = given_limits(limits, caps) or Limits(depth=effort.depth)
    if not board.is_legal(move):
        board.copy().push(move)  # raises the error that says why
    with ENGINES.lend(1, _table([board], limits, effort)) as engine:
        return _MoveAnalyst(engine, limits, scoring, stop, effort).judge(board, move)


@dataclass(frozen=True, slots=True)
class _MoveAnalyst:
    """Judges moves: the engine and the options of its searches."""

    engine: Engine
    limits: Limits
    scoring: Scoring
    stop: Stop | None
    effort: ReviewEffort = USUAL

    def is_stopped(self) -> bool:
        return self.stop is not None and self.stop.is_set()

    def judge(self, board: Board, move: int) -> Judgement:
        limits = _limits_of(board, self.limits, self.effort)
        sure = FULL_CONFIDENCE if limits.depth is None else self.effort.confidence
        best = played = self.engine.search(board, limits, self.stop, scoring=self.scoring, confidence=sure)
        if best.move is not None and best.move != move:
            # Only values of the same depth show the loss; there the move played may turn out to be better.
            pair = self.engine.compare(
                board, (best.move, move), limits, self.stop, scoring=self.scoring, confidence=sure
            )
            best, played = pair[best.move], pair[move]
            best = best if best.value > played.value else played
        return judgement_of(board, move, best, played)


def _table(boards: list[Board], limits: Limits, effort: ReviewEffort = USUAL) -> int:
    return max((table_for(board, _limits_of(board, limits, effort)) for board in boards), default=1)


def _limits_of(board: Board, limits: Limits, effort: ReviewEffort) -> Limits:
    """The limits of one of the two searches for a move; near the end without a depth."""
    return Limits(
        None if len(board.empties()) <= effort.exact_from else limits.depth,
        None if limits.nodes is None else max(limits.nodes // 2, 1),
        None if limits.seconds is None else limits.seconds / 2,
    )


def judgement_of(board: Board, move: int, best: Result, played: Result) -> Judgement:
    """The judgement of a move from the results of it and of the best; as certain as the weaker result."""
    weaker = min(best, played, key=lambda result: result.certainty)
    return Judgement(
        ply=len(board.move_stack) + 1,
        side=board.turn,
        move=move,
        value=played.value,
        best=move if best.move is None else best.move,
        best_value=best.value,
        pv=best.pv,
        kind=weaker.kind,
        depth=weaker.depth,
        confidence=weaker.confidence,
        played_pv=played.pv,
    )
