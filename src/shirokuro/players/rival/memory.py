"""What a rival remembers of one opponent: a small value that can be written down."""

from __future__ import annotations

from dataclasses import asdict, dataclass, fields, replace
from typing import Any, Literal, Self, TypeAlias, TypeVar

from shirokuro.players.rival.knowledge import STRANGER, Knowledge
from shirokuro.players.rival.opponent_model import BETAS, OpponentModel
from shirokuro.players.rival.strength import Strength
from shirokuro.squares.colour import Colour

Aim: TypeAlias = Literal["win", "lose"]
GAIN = 0.04
"""How much less likely it aims at a win for each win more than losses; more than that would show."""
LEAST_CHANCE = 0.1
MOST_REMEMBERED = 1e7
"""Moves, games and discs, also squared; nobody comes near."""

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class SideRecord:
    """How the games ended in which the rival had one colour; all numbers are the rival's."""

    wins: int = 0
    draws: int = 0
    losses: int = 0
    aimed_to_win: int = 0
    reached: int = 0
    """Games that ended as it aimed."""

    @property
    def games(self) -> int:
        return self.wins + self.draws + self.losses

    def is_possible(self) -> bool:
        """Whether games can have led there."""
        counts = self.wins, self.draws, self.losses, self.aimed_to_win, self.reached
        are_whole = all(type(each) is int for each in counts)
        return are_whole and max(self.aimed_to_win, self.reached) <= self.games

    @property
    def chance_to_aim_at_a_win(self) -> float:
        """Leaning against the record, so that it comes back to level."""
        chance = 0.5 - GAIN * (self.wins - self.losses)
        return min(max(chance, LEAST_CHANCE), 1 - LEAST_CHANCE)

    def after(self, aim: Aim | None, margin: float) -> SideRecord:
        """With one more game; one without an aim reached none."""
        return SideRecord(
            self.wins + (margin > 0),
            self.draws + (margin == 0),
            self.losses + (margin < 0),
            self.aimed_to_win + (aim == "win"),
            self.reached + (aim is not None and is_reached(aim, margin)),
        )


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

    def after(self, colour: Colour, record: SideRecord, knowledge: Knowledge) -> RivalMemory:
        """After a game with that colour: its new record, and what is known by now."""
        faded = replace(knowledge, strength=knowledge.strength.faded())
        black, white = (self.black, record) if colour else (record, self.white)
        return RivalMemory(black, white, faded)

    def to_dict(self) -> dict[str, Any]:
        """As JSON can hold it."""
        return {
            "black": asdict(self.black),
            "white": asdict(self.white),
            "model": {**asdict(self.knowledge.model), "logs": [*self.knowledge.model.logs]},
            "strength": asdict(self.knowledge.strength),
        }

    @classmethod
    def from_dict(cls, found: Any) -> Self:
        """What `to_dict` gave; a ValueError where it is anything else."""
        try:
            black, white = (_read(SideRecord, found[name]) for name in ("black", "white"))
            model, strength = _read(OpponentModel, found["model"]), _read(Strength, found["strength"])
            if not all(each.is_possible() for each in (black, white, model, strength)):
                raise ValueError
        except (KeyError, TypeError, ValueError):
            raise ValueError("this is not what a rival remembers") from None
        return cls(black, white, Knowledge(model, strength))


def is_reached(aim: Aim, margin: float) -> bool:
    """Whether a game ended as the rival aimed; the margin is the rival's."""
    return margin > 0 if aim == "win" else margin < 0


def _read(kind: type[T], found: dict[str, Any]) -> T:
    """A value of numbers, by the names of its fields."""
    names = [each.name for each in fields(kind)]  # type: ignore[arg-type]
    if sorted(found) != sorted(names):
        raise ValueError
    numbers: dict[str, Any] = {name: _number(found[name], least=0) for name in names if name != "logs"}
    if "logs" in names:
        if len(found["logs"]) != len(BETAS):
            raise ValueError
        numbers["logs"] = tuple(_number(each, least=-MOST_REMEMBERED) for each in found["logs"])
    return kind(**numbers)


def _number(found: Any, least: float) -> float:
    """Checks a number before it is used; NaN is within no bounds."""
    if isinstance(found, bool) or not isinstance(found, int | float) or not least <= found <= MOST_REMEMBERED:
        raise ValueError
    return found
