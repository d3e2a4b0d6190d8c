"""How people play: the chance of each move by rating, ratings out of games, how hard a position is."""

from __future__ import annotations

from shirokuro.people.difficulty import Difficulty, difficulty
from shirokuro.people.model import HIGHEST, LOWEST, MoveChances, predict
from shirokuro.people.ratings import PlayerRating, RatedGame, rate
from shirokuro.people.strength import rating

__all__ = [
    "HIGHEST",
    "LOWEST",
    "Difficulty",
    "MoveChances",
    "PlayerRating",
    "RatedGame",
    "difficulty",
    "predict",
    "rate",
    "rating",
]
