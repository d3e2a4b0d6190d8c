"""Lessons: positions with a question and the moves that answer it, as data in lessons.toml.

The texts are in the catalogue: `lessons.NAME` is a title, `lessons.NAME_1` what is asked in the first
position and `lessons.NAME_1_done` what is said after the answer.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from shirokuro.words.message import Message

LESSONS = Path(__file__).with_name("lessons.toml")


@dataclass(frozen=True, slots=True)
class LessonPosition:
    """A position and what is asked there.

    Either some moves answer it, or all moves that turn so many discs, or the game is played to its end.
    """

    board: str
    line: str
    accepted: tuple[str, ...] = ()
    turns: int | None = None
    lead: int | None = None
    """Discs by which the worst accepted move is better than any other."""
    claims: tuple[str, ...] = ()
    """What the texts say of the board, in a form that tests/test_lessons.py checks."""


@dataclass(frozen=True, slots=True)
class Lesson:
    """Some positions on one theme."""

    name: str
    positions: tuple[LessonPosition, ...]

    @property
    def title(self) -> Message:
        return Message(f"lessons.{self.name}")

    @property
    def is_round(self) -> bool:
        """Whether it is about the rim of Nip."""
        return self.name.startswith("nip")

    def task(self, position: int) -> Message:
        """What is asked in a position, counted from 1."""
        return Message(f"lessons.{self.name}_{position}")

    def done(self, position: int) -> Message:
        """What is said after the answer."""
        return Message(f"lessons.{self.name}_{position}_done")


@cache
def lessons() -> Mapping[str, Lesson]:
    """All lessons by name, in the order in which they are taught."""
    read = tomllib.loads(LESSONS.read_text(encoding="utf-8"))
    return {name: Lesson(name, tuple(_position(**each) for each in lesson)) for name, lesson in read.items()}


def _position(board: str = "reversi", **fields: object) -> LessonPosition:
    lists = {name: tuple(value) if isinstance(value, list) else value for name, value in fields.items()}
    return LessonPosition(board, **lists)  # type: ignore[arg-type]
