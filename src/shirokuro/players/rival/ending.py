"""The last moves of a game, searched to the end against an opponent who errs as its model says."""

from __future__ import annotations

from shirokuro.players.rival.situation import Situation

ENDING_EMPTIES = 10
"""From here on."""
ENDING_NODES = 220_000
"""Endings with more positions are not searched so."""
EXACT_SHARE = 0.15
"""How much the exact value counts beside what may come: the model may be wrong."""
LOSS_SHARE = 0.1
"""What a loss as large as the opponent's errors speaks against a move."""


def choose_in_ending(situation: Situation, most: int) -> int | None:
    """The move with the best prospect, unless it gives away more than the opponent's errors do.

    None if more positions than `most` can still come up.
    """
    from shirokuro.players.rival.ending_tree import prospects, welcome  # with NumPy: on first use

    aim = situation.aim
    found = prospects(situation.board, situation.model.beta, aim, most)
    if found is None:
        return None
    best = max(each.value for each in found.values())

    def merit(move: int) -> float:
        value, hope = found[move]
        against = LOSS_SHARE * ((best - value) / situation.most_loss) ** 2
        return (1 - EXACT_SHARE) * hope + EXACT_SHARE * welcome(aim, value) - against

    return max(found, key=merit)
