"""What a rival aims at: drawn for each game, leaning against its record; a win where it meets its match."""

from __future__ import annotations

from random import Random

from shirokuro.players.rival.knowledge import Knowledge
from shirokuro.players.rival.memory import Aim, SideRecord
from shirokuro.seed import derive

EQUAL_LOSS = 0.8
"""Whose moves lose fewer discs than this plays about as well as the engine behind the rival."""


def drawn_aim(record: SideRecord, seed: int) -> Aim:
    """The same throughout a game, which has one seed."""
    throw = Random(derive(seed, "aim"))
    return "win" if throw.random() < record.chance_to_aim_at_a_win else "lose"


def is_equal(knowledge: Knowledge) -> bool:
    """Whether the opponent plays as well as the engine behind the rival: then it must do its best."""
    return knowledge.strength.mean < EQUAL_LOSS
