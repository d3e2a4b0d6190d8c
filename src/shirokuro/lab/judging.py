"""Judges both sides of a game: what their moves lost, and proven wins that they turned into proven losses."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from shirokuro.board.record import Record
from shirokuro.engine.limits import Limits
from shirokuro.explanation.reviewer import Judgement, review
from shirokuro.people.difficulty import BLUNDER
from shirokuro.squares.colour import Colour

DEPTH = 6
"""Plies of the searches; near the end, and wherever wins are proven, a review is exact."""
PROVEN_EMPTIES = 12
"""Wins count as thrown away from here on, where a player might be expected to see what it does."""


@dataclass(frozen=True, slots=True)
class SideReview:
    """What a review says of a side in all. Moves without a choice do not count."""

    lost: int
    """Discs that its moves lost."""
    choices: int
    """The number of those moves."""
    blunders: int
    """How many of them lost eight discs or more."""
    thrown: int
    """How often it turned a proven win into a proven loss, with `PROVEN_EMPTIES` or fewer empty."""


def side_reviews(record: Record, depth: int = DEPTH) -> Mapping[Colour, SideReview]:
    """What both sides lost in a game that is over."""
    boards, judged = list(record.boards()), review(record, Limits(depth=depth))
    found = {}
    for side in Colour:
        own = [each for each in judged.choices(side) if len(boards[each.ply - 1].legal_moves) > 1]
        late = [each for each in own if len(boards[each.ply - 1].empties()) <= PROVEN_EMPTIES]
        found[side] = SideReview(
            lost=sum(each.loss for each in own),
            choices=len(own),
            blunders=sum(each.loss >= BLUNDER for each in own),
            thrown=sum(map(throws_a_win, late)),
        )
    return found


def throws_a_win(judged: Judgement) -> bool:
    """Whether a move turns a proven win into a proven loss; a draw is neither."""
    return judged.kind == "exact" and judged.value < 0 < judged.best_value
