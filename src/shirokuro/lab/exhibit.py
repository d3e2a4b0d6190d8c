"""The exhibits of a study as plain values: tables, plots and findings."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

Entry: TypeAlias = str | int | float | None
"""The content of a table's cell; None if unknown."""


@dataclass(frozen=True, slots=True)
class Table:
    """Rows under columns; every row is as long as `columns`."""

    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[Entry, ...], ...]
    notes: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        for row in self.rows:
            if len(row) != len(self.columns):
                raise ValueError(
                    f"table {self.title!r}: {len(self.columns)} columns, but a row has {len(row)}"
                )


class PublishedCells(Table):
    """Published figures with the verdict on each; a report gathers those of all studies in one table."""


@dataclass(frozen=True, slots=True)
class Point:
    """A value, with the ends of its interval if it has one."""

    x: float | str
    y: float
    low: float | None = None
    high: float | None = None
    written: str = field(default="", kw_only=True)
    """The number as it was published; if empty, it is rounded like all others."""


@dataclass(frozen=True, slots=True)
class Series:
    """Points under one name."""

    name: str
    points: tuple[Point, ...]


@dataclass(frozen=True, slots=True)
class Plot:
    """Series over a common axis."""

    title: str
    """Unique among the plots of its study."""
    x_label: str
    y_label: str
    series: tuple[Series, ...]
    kind: Literal["line", "bar"] = "line"
    log_x: bool = False
    log_y: bool = False
    reference: float | None = None
    """A y value to compare with, drawn as a horizontal line."""
    notes: tuple[str, ...] = ()
    in_per_cent: bool = False
    """Whether its numbers are percentages."""


@dataclass(frozen=True, slots=True)
class Findings:
    """Conclusions from the tables, in plain sentences; if there are none, only the answer is shown."""

    sentences: tuple[str, ...] = ()
    answer: str = ""
    """The answer to the study's question, in a sentence or two; it stands at the head of a report."""
    certainty: str = ""
    """How sure the answer is, and what it rests on; it stands at the head too."""
    title: str = "Findings"


Exhibit: TypeAlias = Table | Plot | Findings


def answer_of(exhibits: Iterable[Exhibit]) -> str:
    """The answers of all findings; empty while there are none."""
    return " ".join(each.answer for each in exhibits if isinstance(each, Findings) and each.answer)


def certainty_of(exhibits: Iterable[Exhibit]) -> str:
    """How sure the answer is."""
    return " ".join(each.certainty for each in exhibits if isinstance(each, Findings) and each.certainty)


def shown(exhibits: Iterable[Exhibit]) -> list[Exhibit]:
    """All exhibits but findings without sentences."""
    return [each for each in exhibits if not isinstance(each, Findings) or each.sentences]
