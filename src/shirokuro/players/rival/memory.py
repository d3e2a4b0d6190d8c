"""What a rival remembers of one opponent: a small value that can be written down."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict, dataclass, fields, replace
from typing import Any, Self, TypeVar

from shirokuro.players.rival.knowledge import STRANGER, Knowledge
from shirokuro.players.rival.opponent_model import UNSEEN, OpponentModel
from shirokuro.players.rival.strength import Strength
from shirokuro.squares.colour import Colour

A_GAME = 3.0
"""Discs by which a game that was lost makes the rival want more, and one that was won less."""
FARTHEST = 40.0
"""Discs that this comes to at most."""
MOST_REMEMBERED = 1e7
"""Moves, games and discs, also squared; nobody comes near."""
FORMAT = 2
"""Memories without a format are of a rival that drew an aim for each game."""

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class SideRecord:
    """How the games ended in which the rival had one colour; all numbers are the rival's."""

    wins: int = 0
    draws: int = 0
    losses: int = 0

    @property
    def games(self) -> int:
        return self.wins + self.draws + self.losses

    def is_possible(self) -> bool:
        """Whether games can have led there."""
        return all(type(each) is int for each in (self.wins, self.draws, self.losses))

    @property
    def wanted(self) -> float:
        """Discs that the rival wants beyond a level game, so that its record comes back to level."""
        return min(max(A_GAME * (self.losses - self.wins), -FARTHEST), FARTHEST)

    def after(self, margin: float) -> SideRecord:
        """With one more game."""
        return SideRecord(self.wins + (margin > 0), self.draws + (margin == 0), self.losses + (margin < 0))


@dataclass(frozen=True, slots=True)
class RivalMemory:
    """Everything that a rival remembers of one opponent; a new one knows nothing."""

    black: SideRecord = SideRecord()
    """The games in which the rival had black."""
    white: SideRecord = SideRecord()
    knowledge: Knowledge = STRANGER

    @property
    def games(self) -> int:
        return self.black.games + self.white.games

    def of(self, colour: Colour) -> SideRecord:
        """The record of the rival with that colour."""
        return self.white if colour else self.black

    def after(self, colour: Colour, margin: float, knowledge: Knowledge) -> RivalMemory:
        """After a game with that colour, with the rival's margin: what is remembered, and known by now."""
        record = self.of(colour).after(margin)
        faded = replace(knowledge, strength=knowledge.strength.faded())
        black, white = (self.black, record) if colour else (record, self.white)
        return RivalMemory(black, white, faded)

    def to_dict(self) -> dict[str, Any]:
        """As JSON can hold it."""
        model = self.knowledge.model
        return {
            "format": FORMAT,
            "black": asdict(self.black),
            "white": asdict(self.white),
            "model": {**asdict(model), "early": [*model.early], "late": [*model.late]},
            "strength": asdict(self.knowledge.strength),
        }

    @classmethod
    def from_dict(cls, found: Any) -> Self:
        """What `to_dict` gave; a ValueError where it is anything else.

        A memory without a format keeps its record and the strength; its model of the moves, which did not
        part early from late ones, begins anew.
        """
        try:
            if set(found) != PARTS | ({"format"} & set(found)) or found.get("format", FORMAT) != FORMAT:
                raise ValueError
            records, model = [found[name] for name in ("black", "white")], UNSEEN
            if "format" in found:
                model = _read(OpponentModel, found["model"])
            else:
                records = [_without_aims(each) for each in records]
                if set(found["model"]) != {"logs", "moves", "lost", "largest"}:
                    raise ValueError
            black, white = (_read(SideRecord, each) for each in records)
            strength = _read(Strength, found["strength"])
            if not all(each.is_possible() for each in (black, white, model, strength)):
                raise ValueError
        except (AttributeError, KeyError, TypeError, ValueError):
            raise ValueError("this is not what a rival remembers") from None
        return cls(black, white, Knowledge(model, strength))


PARTS = {"black", "white", "model", "strength"}
LOGS = {"early", "late"}


def _without_aims(record: dict[str, Any]) -> dict[str, Any]:
    """A record of the rival that drew an aim for each game."""
    aims = {"aimed_to_win", "reached"}
    if not all(type(record[name]) is int for name in aims):
        raise ValueError
    return {name: value for name, value in record.items() if name not in aims}


def _read(kind: type[T], found: dict[str, Any]) -> T:
    """A value of numbers, by the names of its fields."""
    names = [each.name for each in fields(kind)]  # type: ignore[arg-type]
    if sorted(found) != sorted(names):
        raise ValueError
    read: dict[str, Any] = {
        name: _logs(found[name]) if name in LOGS else _number(found[name], least=0) for name in names
    }
    return kind(**read)


def _logs(found: Iterable[Any]) -> tuple[float, ...]:
    return tuple(_number(each, least=-MOST_REMEMBERED) for each in found)


def _number(found: Any, least: float) -> float:
    """Checks a number before it is used; NaN is within no bounds."""
    if isinstance(found, bool) or not isinstance(found, int | float) or not least <= found <= MOST_REMEMBERED:
        raise ValueError
    return found
