"""Formats of games and positions: text and files to plain values, and back."""

from __future__ import annotations

from shirokuro.notation.detection import iterate, parse, parse_trees, read, read_trees
from shirokuro.notation.formats import FORMATS, render, write
from shirokuro.notation.values import GameText, MoveText, Notated, PositionText, TreeText

__all__ = [
    "FORMATS",
    "GameText",
    "MoveText",
    "Notated",
    "PositionText",
    "TreeText",
    "iterate",
    "parse",
    "parse_trees",
    "read",
    "read_trees",
    "render",
    "write",
]
