"""A study: a plan of cells and the exhibits made from their results; and a run of a study."""

from __future__ import annotations

import shlex
import traceback
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, Protocol, TypeVar

from shirokuro.errors import PlayerError
from shirokuro.lab.exhibit import Exhibit
from shirokuro.lab.run.plan import Cell, Scale
from shirokuro.lab.run.result import Results
from shirokuro.players.answer import as_fault
from shirokuro.words.message import Message

R = TypeVar("R")
PACKAGE = Path(__file__).parents[1]


@dataclass(frozen=True, slots=True)
class Paper:
    """A published study that is being repeated."""

    author: str
    year: str
    """Empty if it has no date."""
    title: str
    """In its own language."""
    in_english: str
    kind: str
    """The kind of text, and where it comes from."""
    published: str
    """What it found, in its own figures."""

    def __str__(self) -> str:
        return f"{' '.join(filter(None, (self.author, self.year)))}, {self.title} ({self.in_english})"


class Study(Protocol):
    """What `shirokuro lab run` runs; `shirokuro.replications`, other packages and users define studies."""

    @property
    def name(self) -> str:
        """Its name on the command line."""

    @property
    def title(self) -> Message | str:
        """Its subject, in a line."""

    @property
    def question(self) -> Message | str:
        """Its question, in a sentence; empty if the title says it all."""

    @property
    def method(self) -> str:
        """What is run, in a few plain sentences; empty if the title says it all."""

    @property
    def paper(self) -> Paper | None:
        """The published study that it repeats; None if there is none."""

    def plan(self, scale: Scale) -> Sequence[Cell]:
        """All cells, the same for the same scale; equal games of different cells are played once."""

    def exhibits(self, results: Results) -> Sequence[Exhibit]:
        """Tables, plots and findings, also of a run that is not complete."""


@dataclass(frozen=True)
class Run:
    """A study at a scale."""

    study: Study
    scale: Scale = Scale()  # noqa: RUF009  # a frozen value
    module: str = ""
    """The dotted name of a study that no package offers."""

    @property
    def seed(self) -> int:
        """The seed from which those of all its games are derived."""
        return self.scale.seed

    @property
    def may_end_early(self) -> bool:
        """Whether it can be finished before all games of its plan were played."""
        return any(cell.sprt is not None for cell in self.plan)

    @property
    def command(self) -> str:
        """The command that runs it."""
        words = ["shirokuro", "lab", "run", self.module or self.study.name]
        words += [f"--{self.scale.size}"] if self.scale.size != "default" else []
        words += ["--games", str(self.scale.games)] if self.scale.games is not None else []
        words += ["--seed", str(self.scale.seed)] if self.scale.seed else []
        return shlex.join(words)

    def definition(self) -> dict[str, Any]:
        """What a store records of it, as JSON values."""
        return {"scale": asdict(self.scale)} | ({"module": self.module} if self.module else {})

    @cached_property
    def plan(self) -> Sequence[Cell]:
        """The cells, whose names all differ."""
        cells = call_study(self.study.name, "plan", self.study.plan, self.scale)
        if not isinstance(cells, Sequence) or not all(isinstance(cell, Cell) for cell in cells):
            raise ValueError(f"{self.study.name}: its plan is not a list of cells")
        if len({cell.name for cell in cells}) < len(cells):
            raise ValueError(f"{self.study.name}: two cells have the same name")
        return cells


def call_study(name: str, part: str, call: Callable[..., R], *arguments: Any) -> R:
    """Calls a study's own code; what it raises becomes a ValueError that names the study and the line."""
    try:
        return as_fault(call, *arguments)
    except PlayerError as fault:
        error = fault.__cause__ or fault
        frames = traceback.extract_tb(error.__traceback__)
        own = [each for each in frames if not Path(each.filename).is_relative_to(PACKAGE)]
        place = f" ({own[-1].filename}, line {own[-1].lineno})" if own else ""
        raise ValueError(f"{name}: its {part} {fault}{place}") from error
