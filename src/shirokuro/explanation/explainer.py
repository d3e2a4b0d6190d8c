"""Why a move lost discs, in words: measured differences between its line and that of the best move.

Each measure has a weight in discs, fitted to the losses of tournament players (docs/why.md). If all
differences together explain too few discs, no reason is given: seeing the loss takes calculation.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Unpack

from shirokuro.board.board import Board, board_of
from shirokuro.engine.limits import Caps, Limits, given_limits
from shirokuro.explanation.consequence import AHEAD, Consequence, compared, consequence
from shirokuro.explanation.reason_text import sentence, sentences_text
from shirokuro.explanation.reviewer import Judgement, judge
from shirokuro.squares.square import move_name, move_repr
from shirokuro.words.message import LANGUAGES, Language, Message

LATE = 18
"""The number of empties from which the weights of the endgame hold."""
LEAST_IN_ALL = (2.3, 3.1)
"""Discs that all measures together must explain before any is named, in the midgame and the endgame."""
LEAST_EACH = 1.0
"""Discs that a reason must explain."""
MOST_REASONS = 3


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
        return (self.round if board.variant.is_round else self.square)[_is_late(board)]


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
    """One reason why a move is worse."""

    term: str
    """The term of a measure; `title` is the players' word for it."""
    sentences: tuple[Message, ...]
    discs: float
    """How much of the loss it explains, by the fitted weights."""

    def title(self, language: Language = "en") -> str:
        """The players' word for it: `mobility`, 着手可能数."""
        return Message(f"terms.{self.term}").text(language)

    def sentence(self, language: Language = "en") -> str:
        return sentences_text(self.sentences, language)

    def to_dict(self) -> dict[str, object]:
        titles = {language: self.title(language) for language in LANGUAGES}
        sentences = {language: self.sentence(language) for language in LANGUAGES}
        return {"term": self.term, "title": titles, **sentences, "discs": self.discs}


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

    def text(self, language: Language = "en") -> str:
        """A line for each reason, or one that says that there is none."""
        lines = [f"{each.title(language)}: {each.sentence(language)}" for each in self.reasons]
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
    """Why a move on a board is worse than the best one, by measured differences.

    A `Judgement` of `review` or `judge` has both moves and their expected lines; a move alone is searched
    within the limits.
    """
    board, limits = board_of(board), given_limits(limits, caps)
    judged = move if isinstance(move, Judgement) else judge(board, move, limits)
    if judged.loss == 0:
        return Explanation(judged.move, judged.best, 0, (), ())
    mine, best = consequences(board, judged.played_pv or (judged.move,), judged.pv)
    reasons = reasons_between(board, mine, best)
    terms = {reason.term for reason in reasons}
    return Explanation(judged.move, judged.best, judged.loss, reasons, _compared(board, mine, best, terms))


def consequences(
    board: Board, played: tuple[int, ...], other: tuple[int, ...]
) -> tuple[Consequence, Consequence]:
    """The consequences of two lines, measured for the same number of plies."""
    plies = min(len(played), len(other), AHEAD)
    return compared(consequence(board, played, plies), consequence(board, other, plies))


def reasons_between(board: Board, mine: Consequence, best: Consequence) -> tuple[Reason, ...]:
    """The reasons why the first line is worse; none unless all measures explain enough discs."""
    costs = _costs(board, mine, best)
    if sum(costs.values()) < LEAST_IN_ALL[_is_late(board)]:
        return ()
    by_term = {term: _cost_of(term, costs) for term in dict.fromkeys(each.term for each in MEASURES.values())}
    chosen = sorted(
        (term for term in by_term if by_term[term] >= LEAST_EACH), key=lambda term: -by_term[term]
    )
    return tuple(_reason(term, costs, mine, best) for term in chosen[:MOST_REASONS])


def _is_late(board: Board) -> bool:
    return len(board.empties()) <= LATE


def _costs(board: Board, mine: Consequence, best: Consequence) -> dict[str, float]:
    """The discs that each measured difference costs; negative if it favours the move."""
    return {
        name: MEASURES[name].weight(board) * (after.number - best.measured[name].number)
        for name, after in mine.measured.items()
        if name in best.measured
    }


def _cost_of(term: str, costs: Mapping[str, float]) -> float:
    return sum(cost for name, cost in costs.items() if MEASURES[name].term == term)


def _reason(term: str, costs: Mapping[str, float], mine: Consequence, best: Consequence) -> Reason:
    # A sentence for each measure that would be a reason alone, else for the greatest.
    ranked = sorted((name for name in costs if MEASURES[name].term == term), key=lambda name: -costs[name])
    named = [name for name in ranked if costs[name] >= LEAST_EACH] or ranked[:1]
    sentences = tuple(sentence(feature, mine, best) for feature in named)
    return Reason(term, sentences, round(_cost_of(term, costs), 1))


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
