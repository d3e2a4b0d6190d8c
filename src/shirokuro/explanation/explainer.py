"""Why a move lost discs, in words: what happens on the board after it and not after the best move.

Facts are reasons only where the line goes with a loss: at the end of the game by its discs, before that by
measures whose weights were fitted to the losses of tournament players (docs/why.md). Else no reason is given:
seeing the loss takes calculation.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, Self, Unpack

from shirokuro.board.board import Board, board_of
from shirokuro.engine.limits import Caps, Limits, given_limits
from shirokuro.engine.pool import ENGINES
from shirokuro.explanation import corner_facts, ending_facts, move_facts
from shirokuro.explanation.consequence import AHEAD, Measures, consequence
from shirokuro.explanation.expected_line import ExpectedLine, after_each
from shirokuro.explanation.fact import Contrast, Fact
from shirokuro.explanation.reason_text import capitalised, sentence
from shirokuro.explanation.reviewer import Judgement, judge
from shirokuro.squares.colour import Colour
from shirokuro.squares.marks import Drawing
from shirokuro.squares.square import move_name, move_repr, square_name
from shirokuro.words.message import LANGUAGES, Language, Message

EARLY, LATE = 32, 18
"""Empties: above the first the weights of the early middle game hold, from the second on the ending's."""
EXACT = 16
"""Empties from which the discs at the end decide alone."""
LEAST = (2.0, 5.0, 2.0)
"""Discs that all measures together must explain before a reason is given, in each phase."""
LEAST_AT_END = 6
"""The same, with the difference in discs at the end, if both lines end the game."""
KINDS = (*corner_facts.KINDS, *move_facts.KINDS, *ending_facts.KINDS)
MOST_REASONS = 3
PLAYED_OUT = 20
"""Empties from which lines are continued to the end of the game."""
Role = Literal["lost", "gained", "left", "opened"]
"""Of a square in a reason: the mover loses it, gains it after the best move, may still play it, opens it."""
TERMS: Mapping[str, str] = {
    "wedge": "wedge",
    "corner": "corner",
    "rim": "rim",
    "unsafe": "safe",
    "open": "corner",
    "x_square": "x",
    "edge": "stable",
    "pass": "pass",
    "region": "parity",
    "access": "access",
    "safe": "safe",
    "moves": "mobility",
    "opens": "openness",
    "answer": "openness",
    "quiet": "quiet",
    "frontier": "frontier",
    "last_move": "parity",
    "for_good": "discs",
}
"""The kinds of facts with their terms, first those that a player names first."""
GROUPS: Mapping[str, str] = {"wedge": "corner", "x_square": "corner", "moves": "safe", "quiet": "openness"}
"""Facts of one group, else of one term, say the same: the first is the reason."""
ROLES: Mapping[str, Role] = {
    "unsafe": "left",
    "safe": "left",
    "quiet": "left",
    "moves": "left",
    "opens": "opened",
}


def phase_of(board: Board) -> int:
    """0 in the early middle game, 1 in the later one, 2 in the ending."""
    empties = len(board.empties())
    return 0 if empties > EARLY else 1 if empties > LATE else 2


@dataclass(frozen=True, slots=True)
class Measure:
    """A number that is compared: its term, and the discs that one more of it costs in each phase.

    The cost is negative if more of it is better.
    """

    term: str
    square: tuple[float, float, float]
    round: tuple[float, float, float] = (0.0, 0.0, 0.0)

    @property
    def is_bad(self) -> bool:
        """Whether more of it is worse."""
        return sum(self.square) > 0

    def weight(self, board: Board) -> float:
        return (self.round if board.variant.is_round else self.square)[phase_of(board)]


MEASURES: Mapping[str, Measure] = {
    "mobility": Measure("mobility", (-0.42, -0.71, -0.7), (-1.05, -0.99, -1.66)),
    "potential": Measure("mobility", (-0.59, -0.21, 0.0), (-0.99, -0.68, 0.0)),
    "safe_moves": Measure("safe", (-0.29, -0.41, -0.57)),
    "quiet": Measure("quiet", (-0.45, -0.56, -0.78), (-0.56, -0.53, -0.93)),
    "frontier": Measure("frontier", (1.26, 0.87, 0.42), (0.84, 0.75, 0.36)),
    "stable": Measure("stable", (-0.45, -0.92, -0.78), (0.0, -0.61, -1.41)),
    "squares": Measure("squares", (-0.07, -0.03, 0.0), (-0.02, -0.01, 0.0)),
    "corners": Measure("corner", (-5.03, -2.24, -2.38)),
    "open_corners": Measure("corner", (-7.98, -4.88, -3.7)),
    "odd_regions": Measure("parity", (0.11, 0.0, 0.55), (0.0, 0.05, 0.38)),
    "passes": Measure("pass", (0.25, 0.0, 0.82), (0.48, 0.2, 0.91)),
}


@dataclass(frozen=True, slots=True)
class Reason:
    """One reason why a move is worse: what happens on the board after it, or after the best move."""

    term: str
    """What it is about; `title` is the players' word for it."""
    message: Message
    """The sentence, with the sides by their names."""
    to_you: Message
    """The sentence said to the one who moved."""
    is_missed: bool
    """Whether it happens after the best move: something gained there and missed."""
    line: tuple[int, ...]
    """The expected moves up to the one at which it happens, beginning with the move or the best one."""
    arrows: tuple[tuple[int, int], ...]
    """From the square of that move to the last disc that it turns in each direction."""
    cells: tuple[tuple[int, Role], ...]
    """The squares that it is about, with their roles."""

    @classmethod
    def of(cls, fact: Fact, side: Colour, moves: tuple[int, int]) -> Self:
        """A fact as a reason against the first of two moves of a side."""
        is_missed, form = fact.loser != side, str(fact.values.get("form"))
        role: Role = ROLES.get(fact.kind) or ("gained" if is_missed else "lost")
        return cls(
            form if form in ("c", "x") else TERMS[fact.kind],
            sentence(fact, side, moves),
            sentence(fact, side, moves, is_yours=True),
            is_missed,
            fact.line,
            fact.arrows,
            tuple((square, role) for square in fact.squares),
        )

    @property
    def ply(self) -> int:
        """The turning ply: which move of the line it is, counted from 1."""
        return len(self.line)

    def title(self, language: Language = "en") -> str:
        """The players' word for it: `mobility`, 着手可能数."""
        return Message(f"terms.{self.term}").text(language)

    def sentence(self, language: Language = "en", *, is_yours: bool = False) -> str:
        """What happens; said to `you`, the one who moved, if the game is yours."""
        message = self.to_you if is_yours else self.message
        return capitalised(message.text(language))

    def svg(self, board: Board | str, **drawing: Unpack[Drawing]) -> str:
        """A picture of what happens: the board that was explained after the line, with arrows and squares."""
        after = board_of(board).copy()
        after.extend(self.line, insert_passes=False)
        return after.svg(**(Drawing(legal=False, arrows=self.arrows, fills=self.cells) | drawing))

    def to_dict(self) -> dict[str, object]:
        """Plain values for JSON; squares and moves by name."""
        titles = {language: self.title(language) for language in LANGUAGES}
        sentences = {language: self.sentence(language) for language in LANGUAGES}
        to_you = {language: self.sentence(language, is_yours=True) for language in LANGUAGES}
        return {
            "term": self.term,
            "title": titles,
            **sentences,
            "to_you": to_you,
            "is_missed": self.is_missed,
            "ply": self.ply,
            "line": [*map(move_name, self.line)],
            "arrows": [[*map(square_name, arrow)] for arrow in self.arrows],
            "cells": {square_name(square): role for square, role in self.cells},
        }


@dataclass(frozen=True, slots=True)
class Comparison:
    """A number after the move played and after the best one; `counts` if it supports a reason."""

    feature: str
    mine: float
    best: float
    counts: bool

    def label(self, language: Language = "en") -> str:
        """What the number is."""
        return Message(f"measures.{self.feature}").text(language)

    def to_dict(self) -> dict[str, object]:
        labels = {language: self.label(language) for language in LANGUAGES}
        fields = {"mine": self.mine, "best": self.best, "counts": self.counts}
        return {"feature": self.feature, "label": labels, **fields}


@dataclass(frozen=True, slots=True)
class Explanation:
    """Why a move lost discs compared with the best one."""

    move: int
    best: int
    loss: int
    reasons: tuple[Reason, ...]
    """The weightiest first."""
    compared: tuple[Comparison, ...]
    """All measures that are defined on the board, whether they count or not."""
    lines: tuple[tuple[int, ...], ...]
    """The expected lines of both moves, to the end of the game if they come near it."""

    @property
    def is_deep(self) -> bool:
        """Whether the move lost discs and no measured difference explains it."""
        return self.loss > 0 and not self.reasons

    def text(self, language: Language = "en", *, is_yours: bool = False) -> str:
        """A line for each reason, or one that says that there is none."""
        lines = [each.sentence(language, is_yours=is_yours) for each in self.reasons]
        return "\n".join(lines) or (Message("reasons.deep").text(language) if self.is_deep else "")

    def to_dict(self) -> dict[str, object]:
        """Plain values for JSON; moves by name, texts in both languages."""
        return {
            "move": move_name(self.move),
            "best": move_name(self.best),
            "loss": self.loss,
            "is_deep": self.is_deep,
            "reasons": [reason.to_dict() for reason in self.reasons],
            "compared": [row.to_dict() for row in self.compared],
            "lines": [[*map(move_name, line)] for line in self.lines],
        }

    def __repr__(self) -> str:
        return move_repr(self)

    def __str__(self) -> str:
        return self.text()


def explain(
    board: Board | str,
    move: int | str | Judgement,
    limits: Limits | None = None,
    **caps: Unpack[Caps],
) -> Explanation:
    """Why a move on a board is worse than the best one: what happens in the lines expected after both.

    A `Judgement` of `review` or `judge` has both moves and their expected lines; a move alone is searched
    within the limits.
    """
    board, limits = board_of(board), given_limits(limits, caps)
    judged = move if isinstance(move, Judgement) else judge(board, move, limits)
    if judged.loss == 0:
        return Explanation(judged.move, judged.best, 0, (), (), ())
    lines = to_the_end(board, judged.played_pv or (judged.move,), judged.pv)
    reasons = reasons_between(board, *lines)
    terms = {reason.term for reason in reasons}
    rows = _compared(board, *consequences(board, *lines), terms)
    return Explanation(judged.move, judged.best, judged.loss, reasons, rows, lines)


def to_the_end(board: Board, *lines: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
    """The lines, continued by best play to the end of the game if all of them come near it."""
    ends = [[*after_each(board, line)][-1] for line in lines]
    if all(end.is_over() for end in ends) or any(len(end.empties()) > PLAYED_OUT for end in ends):
        return lines
    with ENGINES.lend(1, 8) as engine:
        return tuple(
            line if end.is_over() else line + engine.search(end, Limits()).pv
            for line, end in zip(lines, ends, strict=True)
        )


def consequences(board: Board, played: tuple[int, ...], other: tuple[int, ...]) -> tuple[Measures, Measures]:
    """The measures of two lines, for the same number of plies."""
    plies = min(len(played), len(other), AHEAD)
    return consequence(board, played, plies), consequence(board, other, plies)


def reasons_between(board: Board, played: tuple[int, ...], other: tuple[int, ...]) -> tuple[Reason, ...]:
    """The reasons why the first line is worse; none unless it is worse by what stands on the board."""
    line, better = (ExpectedLine.on(board, each) for each in to_the_end(board, played, other))
    found = facts(line, better)
    if not found or not _is_worse(board, line, better):
        return ()
    chosen = dict[str, Fact]()
    for fact in sorted(found, key=lambda fact: ([*TERMS].index(fact.kind), -fact.size)):
        chosen.setdefault(GROUPS.get(fact.kind, TERMS[fact.kind]), fact)
    moves = (played[0], other[0])
    return tuple(Reason.of(fact, board.turn, moves) for fact in [*chosen.values()][:MOST_REASONS])


def facts(line: ExpectedLine, other: ExpectedLine) -> tuple[Fact, ...]:
    """What the side to move loses in the first line, and what its opponent loses in the second."""
    side = line.side
    harm, missed = Contrast(line, other, side), Contrast(other, line, side.opponent)
    return tuple(fact for contrast in (harm, missed) for look in KINDS for fact in look(contrast))


def _is_worse(board: Board, line: ExpectedLine, better: ExpectedLine) -> bool:
    """Whether the first line goes with a loss: by the discs at the end of the game and by all measures."""
    cost = sum(_costs(board, *consequences(board, line.moves, better.moves)).values())
    if not (line.end.is_over() and better.end.is_over()):
        return cost >= LEAST[phase_of(board)]
    mine, best = (
        len(each.end.discs(board.turn)) - len(each.end.discs(board.turn.opponent)) for each in (line, better)
    )
    return mine < best if len(board.empties()) <= EXACT else best - mine + cost >= LEAST_AT_END


def _costs(board: Board, mine: Measures, best: Measures) -> dict[str, float]:
    """The discs that each measured difference costs; negative if it favours the move."""
    return {
        name: MEASURES[name].weight(board) * (after.number - best[name].number)
        for name, after in mine.items()
        if name in best
    }


def _compared(board: Board, mine: Measures, best: Measures, terms: set[str]) -> tuple[Comparison, ...]:
    costs = _costs(board, mine, best)
    return tuple(
        Comparison(
            name,
            mine[name].number,
            best[name].number,
            costs[name] > 0 and measure.term in terms,
        )
        for name, measure in MEASURES.items()
        if name in costs
    )
