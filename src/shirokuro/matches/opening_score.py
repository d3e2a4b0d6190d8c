"""The results of games by opening: how often each named one was played, and the score."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import asdict
from typing import Any, NamedTuple

from shirokuro.board.record import Record
from shirokuro.matches.rating import Tally
from shirokuro.opening_names.named_openings import Opening, opening

LEAST_GAMES = 20
"""Fewer games say nothing about openings."""
MOST_LISTED = 10
OTHERS, UNNAMED = "others", "no name"


class OpeningScore(NamedTuple):
    """One player's results in the games whose last named opening is this one."""

    opening: Opening | None
    """None for games without a named opening."""
    tally: Tally
    mean_margin: float
    """In discs a game."""

    @property
    def name(self) -> str:
        return UNNAMED if self.opening is None else self.opening.usual_name()

    def fields(self) -> dict[str, Any]:
        """The fields for JSON; games without a named opening have no moves."""
        found = self.opening or Opening((), (), "")
        return {
            "english": list(found.english),
            "japanese": list(found.japanese),
            "moves": found.moves,
            "games": self.tally.games,
            **asdict(self.tally),
            "mean_margin": round(self.mean_margin, 4),
        }


def by_opening(games: Iterable[tuple[Record, float]]) -> tuple[OpeningScore, ...]:
    """Groups records with one player's margins by opening: most games first, unnamed ones last.

    Empty if no game has a named opening.
    """
    margins: defaultdict[str, list[float]] = defaultdict(list)
    named: dict[str, Opening] = {}
    for record, margin in games:
        found = opening(record)
        if found is not None:
            named.setdefault(found.moves, found)
        margins["" if found is None else found.moves].append(margin)
    ranked = sorted(margins, key=lambda moves: (moves == "", -len(margins[moves]), moves))
    if not named:
        return ()
    return tuple(
        OpeningScore(named.get(moves), Tally.of(margins[moves]), sum(margins[moves]) / len(margins[moves]))
        for moves in ranked
    )


def listed(scores: Sequence[OpeningScore]) -> list[tuple[str, Tally, float]]:
    """The rows of a short table: the most played openings, all others, and games without a name."""
    named = [each for each in scores if each.opening is not None]
    rows = [(each.name, each.tally, each.mean_margin) for each in named[:MOST_LISTED]]
    if rest := named[MOST_LISTED:]:
        tally = sum((each.tally for each in rest), Tally())
        margin = sum(each.mean_margin * each.tally.games for each in rest) / tally.games
        rows.append((OTHERS, tally, margin))
    return rows + [(each.name, each.tally, each.mean_margin) for each in scores if each.opening is None]


def tell_something(scores: Sequence[OpeningScore]) -> bool:
    """Whether there are enough games and at least two named openings."""
    named = [each for each in scores if each.opening is not None]
    return len(named) > 1 and sum(each.tally.games for each in scores) >= LEAST_GAMES
