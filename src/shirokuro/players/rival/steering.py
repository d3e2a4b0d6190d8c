"""How a rival chooses in the middle of a game: the move that leads nearest to the value it wants.

With v for the value of a position to the rival, the final margin is v at the start, plus what the opponent's
moves lose, less what the rival's lose. So a level game is one of equal losses. What a move costs:

    ((value − wanted)² + (patience · loss)²) / SCALE + what speaks against it − what the character likes
"""

from __future__ import annotations

from random import Random

from shirokuro.board.board import Board
from shirokuro.players.player import after
from shirokuro.players.rival.opponent_model import chances
from shirokuro.players.rival.situation import Situation

SCALE = 8.0
EARLY_PATIENCE, LATE_PATIENCE = 0.6, 0.2
"""A large loss can wait as long as there is time to lose as much in small ones."""
WHIM = 1.0
"""By how much moves seem better or worse than they are, at most; in the opening it is twice as much."""
TASTE, RING_TASTE = 1.5, 0.4
"""How much the character's likings count at the start, and on round boards, where one move turns much of the
rim. Towards the end they fade, since games should be close."""
GIFT = 20.0
"""What speaks against giving a corner away."""
GIFT_LOSS = 4.0
"""A move that loses less gives nothing away by it."""
OBVIOUS = 0.5
"""A best move is obvious if the opponent, in the rival's place, would find it more often than not."""


def steer(situation: Situation, throw: Random) -> int:
    """The move that leads nearest to what is wanted; an obvious one is played until the end is near."""
    values = situation.judged.values
    best = max(values, key=values.__getitem__)
    # A corner that is best to take, where the opponent would see that too.
    if not situation.is_exact and best in situation.board.variant.corners:
        likely = dict(zip(values, chances(situation.model.beta, values.values()), strict=True))
        if likely[best] > OBVIOUS:
            return best
    whim = WHIM * situation.looseness * (2 if situation.is_opening else 1)
    costs = {move: _cost(situation, move) + throw.triangular(-whim, whim) for move in values}
    return min(costs, key=costs.__getitem__)


def as_the_opponent(situation: Situation, throw: Random) -> int:
    """A move as the opponent might play in the rival's place."""
    values = situation.judged.values
    return throw.choices([*values], chances(situation.model.beta, values.values()))[0]


def _cost(situation: Situation, move: int) -> float:
    value, loss = situation.judged.values[move], situation.judged.loss(move)
    patience = EARLY_PATIENCE + (LATE_PATIENCE - EARLY_PATIENCE) * situation.stage
    cost = ((value - situation.wanted) ** 2 + (patience * loss) ** 2) / SCALE
    cost += max(loss - situation.most_loss, 0.0) ** 2
    cost += GIFT if loss >= GIFT_LOSS and gives_a_corner(situation.board, move) else 0.0
    most = RING_TASTE if situation.board.variant.ring else TASTE
    taste = most * (1 - situation.stage) * situation.looseness
    return cost - taste * situation.character.liking(situation.board, move)


def gives_a_corner(board: Board, move: int) -> bool:
    """Whether the opponent can take a corner after the move."""
    return bool(after(board, move).legal_moves & board.variant.corners)
