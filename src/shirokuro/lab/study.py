"""What a study is: cells to fill, and what it says of them once they are filled."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from shirokuro.lab.exhibit import Exhibit
from shirokuro.lab.run.plan import Cell, Scale
from shirokuro.lab.run.result import Results


class Study(Protocol):
    """One file of `shirokuro.lab.studies` makes one of these and calls it STUDY."""

    @property
    def name(self) -> str:
        """As the command line calls it."""

    @property
    def title(self) -> str:
        """What it is about, in a line."""

    @property
    def question(self) -> str:
        """What it asks, in a sentence; nothing where the title says it all."""

    @property
    def source(self) -> str:
        """Where the question comes from."""

    def plan(self, scale: Scale) -> Sequence[Cell]:
        """All cells, the same for the same scale; equal games of different cells are played once."""

    def exhibits(self, results: Results) -> Sequence[Exhibit]:
        """Tables, plots and findings, also of a run that is not complete."""
