"""Why a move lost discs, in words: what happens on the board after it and not after the best move.

Facts are reasons only where the line goes with a loss: at the end of the game by its discs, before that by
measures whose weights were fitted to the losses of tournament players (docs/why.md). Else no reason is given:
seeing the loss takes calculation.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, Self, Unpack

from shirokuro.board.board import Board, board_of
from shirokuro.engine.limits import Caps, Limits, given_limits
from shirokuro.explanation.consequence import AHEAD, Consequence, compared, consequence
from shirokuro.explanation.expected_line import ExpectedLine
from shirokuro.explanation.facts import Fact, facts
from shirokuro.explanation.reason_text import capitalised, sentence
from shirokuro.explanation.reviewer import Judgement, judge
from shirokuro.squares.colour import Colour
from shirokuro.squares.square import move_name, move_repr, square_name
from shirokuro.words.message import LANGUAGES, Language, Message

LATE = 18
"""The number of empties from which the weights of the endgame hold."""
LEAST_IN_ALL = 1.8
"""Discs that all measures together must explain before a reason is given, unless both lines end the game."""
UNSAFE = 1.0
"""Discs that running out of safe moves counts besides."""
MOST_REASONS = 3
Role = Literal["lost", "gained", "left", "opened"]
"""Of a square in a reason: the mover loses it, gains it after the best move, may still play it, opens it."""
TERMS: Mapping[str, str] = {
    "wedge": "wedge",
    "corner": "corner",
    "rim": "rim",
    "unsafe": "safe",
    "open": "corner",
    "edge": "stable",
    "pass": "pass",
    "region": "parity",
    "access": "access",
    "safe": "safe",
    "moves": "mobility",
    "opens": "openness",
    "last_move": "parity",
    "for_good": "discs",
}
"""The kinds of facts with their terms, first those that a player names first."""
GROUPS: Mapping[str, str] = {"wedge": "corner", "moves": "safe"}
"""Facts of one group, else of one term, say the same: the first is the reason."""
ROLES: Mapping[str, Role] = {"unsafe": "left", "safe": "left", "moves": "left", "opens": "opened"}


@dataclass(frozen=True, slots=True)
class Measure:
    """A number that is compared: its term, and the discs that one more of it costs.

    Each pair is for the midgame and the endgame; the cost is negative if more of it is better.
    """

    term: str
    square: tuple[float, float]
    round: tuple[float, float] = (0.0, 0.0)

    @property
    def is_bad(self) -> bool:
        """Whether more of it is worse."""
        return sum(self.square) > 0

    def weight(self, board: Board) -> float:
        return (self.round if board.variant.is_round else self.square)[len(board.empties()) <= LATE]


MEASURES: Mapping[str, Measure] = {
    "corners": Measure("corner", (-1.5, -1.25)),
    "wing": Measure("wing", (1.0, 1.0)),  # too rare to be fitted
    "mountain": Measure("mountain", (-1.1, -1.0)),
    "c": Measure("c", (1.15, 0.65)),
    "x": Measure("x", (3.6, 0.4)),
    "move_openness": Measure("openness", (0.41, 0.0), (0.25, 0.0)),
    "openness": Measure("openness", (0.39, 0.0), (0.15, 0.0)),
    "mobility": Measure("mobility", (-0.3, -1.5), (-1.8, -3.4)),
    "safe_moves": Measure("safe", (-0.47, -0.53)),
    "stable": Measure("stable", (-0.7, -0.39), (-1.8, 0.0)),
    "odd_regions": Measure("parity", (0.0, 0.86)),
    "last_move": Measure("parity", (0.0, -1.55), (0.0, -0.75)),
    "passes": Measure("pass", (0.0, 2.55)),
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
        return Explanation(judged.move, judged.best, 0, (), ())
    played, best = judged.played_pv or (judged.move,), judged.pv
    costs, reasons = consequences(board, played, best), reasons_between(board, played, best)
    terms = {reason.term for reason in reasons}
    return Explanation(judged.move, judged.best, judged.loss, reasons, _compared(board, *costs, terms))


def consequences(
    board: Board, played: tuple[int, ...], other: tuple[int, ...]
) -> tuple[Consequence, Consequence]:
    """The consequences of two lines, measured for the same number of plies."""
    plies = min(len(played), len(other), AHEAD)
    return compared(consequence(board, played, plies), consequence(board, other, plies))


def reasons_between(board: Board, played: tuple[int, ...], other: tuple[int, ...]) -> tuple[Reason, ...]:
    """The reasons why the first line is worse; none unless it is worse by what stands on the board."""
    line, better = ExpectedLine.on(board, played), ExpectedLine.on(board, other)
    found = facts(line, better)
    if not found or not _is_worse(board, line, better, found):
        return ()
    chosen = dict[str, Fact]()
    for fact in sorted(found, key=lambda fact: ([*TERMS].index(fact.kind), -fact.size)):
        chosen.setdefault(GROUPS.get(fact.kind, TERMS[fact.kind]), fact)
    moves = (played[0], other[0])
    return tuple(Reason.of(fact, board.turn, moves) for fact in [*chosen.values()][:MOST_REASONS])


def _is_worse(board: Board, line: ExpectedLine, better: ExpectedLine, found: Sequence[Fact]) -> bool:
    """Whether the first line goes with a loss: by the discs at the end of the game, else by all measures."""
    if line.end.is_over() and better.end.is_over():
        mine, best = (len(each.end.discs(board.turn)) for each in (line, better))
        theirs, of_best = (len(each.end.discs(board.turn.opponent)) for each in (line, better))
        return mine - theirs < best - of_best
    costs = _costs(board, *consequences(board, line.moves, better.moves))
    unsafe = sum(fact.kind == "unsafe" for fact in found) - sum(
        fact.kind == "unsafe" for fact in facts(better, line)
    )
    return sum(costs.values()) + unsafe * UNSAFE >= LEAST_IN_ALL


def _costs(board: Board, mine: Consequence, best: Consequence) -> dict[str, float]:
    """The discs that each measured difference costs; negative if it favours the move."""
    return {
        name: MEASURES[name].weight(board) * (after.number - best.measured[name].number)
        for name, after in mine.measured.items()
        if name in best.measured
    }


def _compared(board: Board, mine: Consequence, best: Consequence, terms: set[str]) -> tuple[Comparison, ...]:
    costs = _costs(board, mine, best)
    return tuple(
        Comparison(
            name,
            mine.measured[name].number,
            best.measured[name].number,
            costs[name] > 0 and measure.term in terms,
        )
        for name, measure in MEASURES.items()
        if name in costs
    )
