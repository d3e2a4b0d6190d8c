"""Figures of the rival's games: losses, margins, aims reached, and whether a series looks steered."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from itertools import pairwise

from shirokuro.lab.statistics.proportion import Proportion
from shirokuro.lab.statistics.ratio import Ratio, ratio_of_sums
from shirokuro.matches.rating import Tally
from shirokuro.players.rival.memory import Aim
from shirokuro.replications.rival.playing import SeriesGame

CLOSE = 10
"""Discs between the sides of a close game, at most."""


def tally_of_games(games: Iterable[SeriesGame]) -> Tally:
    return Tally.of(game.margin for game in games)


def lost_a_move(games: Sequence[SeriesGame]) -> float:
    """Discs that a move of the rival loses on average."""
    return sum(game.lost for game in games) / max(sum(game.choices for game in games), 1)


def opponent_lost_a_move(games: Sequence[SeriesGame]) -> float:
    return sum(game.opponent_lost for game in games) / max(sum(game.opponent_choices for game in games), 1)


def loss_ratio(games: Sequence[SeriesGame]) -> Ratio | None:
    """The rival's mean loss a move over the opponent's; None where that loses nothing."""
    own = [game.lost / max(game.choices, 1) for game in games]
    theirs = [game.opponent_lost / max(game.opponent_choices, 1) for game in games]
    return ratio_of_sums(own, theirs) if sum(theirs) else None


def reached(games: Sequence[SeriesGame], aim: Aim) -> Proportion:
    """The games that ended as the rival aimed, of those with this aim."""
    aimed = [game for game in games if game.aim == aim]
    return Proportion(sum(game.is_reached for game in aimed), len(aimed))


def share(flags: Iterable[bool]) -> Proportion:
    """The part that is true."""
    listed = list(flags)
    return Proportion(sum(listed), len(listed))


def runs(games: Sequence[SeriesGame]) -> float | None:
    """How many standard deviations more runs of equal results there are than chance makes; draws left out.

    A series that is steered too hard alternates, and has too many. None where nothing can be said.
    """
    won = [game.margin > 0 for game in games if game.margin]
    wins, losses = sum(won), len(won) - sum(won)
    if wins * losses == 0:
        return None
    found = 1 + sum(one != other for one, other in pairwise(won))
    expected = 1 + 2 * wins * losses / len(won)
    variance = (expected - 1) * (expected - 2) / (len(won) - 1)
    return (found - expected) / math.sqrt(variance) if variance else None
