"""Formats of games and positions: text and files to plain values, and back."""

from __future__ import annotations

from shirokuro.notation.detection import iterate, parse, read
from shirokuro.notation.formats import FORMATS, render, write
from shirokuro.notation.values import GameText, Notated, PositionText

__all__ = ["FORMATS", "GameText", "Notated", "PositionText", "iterate", "parse", "read", "render", "write"]
