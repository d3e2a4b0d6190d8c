"""Plans: cells, each a set of games or one measurement, and how many games a cell has at a scale."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from hashlib import sha256
from importlib import import_module
from typing import Any, Literal, TypeAlias, TypeVar

from shirokuro.matches.fixture import Fixture
from shirokuro.matches.sprt import Sprt
from shirokuro.parameters.parameter import check_parameters, parameter

MOST_PLANNED = 10_000
"""The largest number of games of one cell: ten times that of the full studies."""

T = TypeVar("T")
Size: TypeAlias = Literal["quick", "default", "full"]
Json: TypeAlias = bool | int | float | str | list[Any] | dict[str, Any] | None
MeasuringFunction = TypeVar("MeasuringFunction", bound=Callable[..., Any])


@dataclass(frozen=True, slots=True)
class Scale:
    """How much of a study to run, and the seed from which those of its games are derived."""

    size: Size = "default"
    games: int | None = parameter(
        None, "games of every cell; none leaves it to the study", least=1, most=MOST_PLANNED
    )
    seed: int = 0

    def __post_init__(self) -> None:
        check_parameters(self)

    def choose(self, quick: T, default: T, full: T) -> T:
        """One of three values, by the size."""
        return {"quick": quick, "default": default, "full": full}[self.size]

    def count(self, quick: int, default: int, full: int) -> int:
        """The number of games of a cell: as requested, or else one of three by the size."""
        return self.choose(quick, default, full) if self.games is None else self.games


def stored_as(name: str) -> Callable[[MeasuringFunction], MeasuringFunction]:
    """Names a measuring function in stores, so that its results are found after the code has moved."""

    def give(function: MeasuringFunction) -> MeasuringFunction:
        function.stored_as = name  # type: ignore[attr-defined]
        return function

    return give


@dataclass(frozen=True, slots=True)
class Measurement:
    """Work that is no game: a function, and its arguments as JSON.

    The function is at the top level of a module, may run in another process, and returns a JSON value other
    than None, which means not measured yet. If it continues another measurement, it gets that one's value
    as `before`.
    """

    function: str
    """Where the function is now: `module:function`."""
    arguments: str = "{}"
    after: str = ""
    """The digest of the measurement that it continues; empty if there is none."""
    before: Json = field(default=None, compare=False)
    """The value of that measurement, once it is known."""
    name: str = ""
    """The name under which stores keep it; if empty, `function`."""

    @classmethod
    def of(cls, function: Callable[..., Json], **arguments: Json) -> Measurement:
        text = json.dumps(arguments, sort_keys=True, separators=(",", ":"))
        place = f"{function.__module__}:{function.__qualname__}"
        return cls(place, text, name=getattr(function, "stored_as", place))

    def key(self) -> str:
        """What defines it, as text."""
        return f"{self.name or self.function}{self.arguments}" + (
            f" after {self.after}" if self.after else ""
        )

    def digest(self) -> str:
        """The digest by which a following measurement names this one."""
        return sha256(self.key().encode()).hexdigest()

    def then(self, function: Callable[..., Json], **arguments: Json) -> Measurement:
        """A measurement that continues this one."""
        return replace(Measurement.of(function, **arguments), after=self.digest())

    def take(self) -> Json:
        """Does the work."""
        module, _, name = self.function.partition(":")
        known = {"before": self.before} if self.after else {}
        value: Json = getattr(import_module(module), name)(**json.loads(self.arguments), **known)
        return value


Task: TypeAlias = Fixture | Measurement


@dataclass(frozen=True, slots=True)
class Cell:
    """A set of games, or one measurement, that fills a cell of a table."""

    name: str
    """Unique in its study."""
    fixtures: Sequence[Fixture] = ()
    measurement: Measurement | None = None
    player: str = ""
    """The player whose wins are counted; black of the first game if empty."""
    exclusive: bool = False
    """Whether it must run alone, because its time is measured."""
    sprt: Sprt | None = None
    """A test that ends the games once it has decided; later games do not count."""

    def tasks(self) -> Sequence[Task]:
        return self.fixtures if self.measurement is None else (self.measurement,)

    def subject(self) -> str:
        """The player whose wins are counted."""
        return self.player or (self.fixtures[0].black if self.fixtures else "")
