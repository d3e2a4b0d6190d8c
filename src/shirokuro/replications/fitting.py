"""Finds which variant of a program explains published figures, and gives each figure a verdict.

    cells = PublishedCell("table 2", "first against random", 83), PublishedCell("table 2", "second …", 86)
    variants = {"by wins": (Proportion(990, 1000), Proportion(985, 1000)), …}  # a figure for each cell
    exhibits += fit_tables([Group("montAI(500) against random", cells, variants)])
A group is what one program must explain together. A variant without games has `Proportion(0, 0)`; it is
judged once it has `ENOUGH` games.
Means: `PublishedMean("table 1", "hits", "408511")`, and a `Ratio` or None for its figure.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import inf
from typing import Literal, TypeAlias

from shirokuro.lab.exhibit import Entry, PublishedCells
from shirokuro.lab.report.entries import in_per_cent
from shirokuro.lab.statistics.fit import Fit, fit_of_count, fit_of_mean, probability_of_sum
from shirokuro.lab.statistics.proportion import Proportion
from shirokuro.lab.statistics.ratio import Ratio
from shirokuro.lab.statistics.rounding import probability

DOUBTFUL = 0.05
"""A variant under which the published figure is less probable than this does not fit."""
ENOUGH = 100
"""A variant with fewer games would fit nearly anything."""
COLUMNS = ("published cell", "published", "best-fitting variant", "its figure", "probability", "verdict")
FitVerdict: TypeAlias = Literal["explained", "consistent", "not explained"]
MeasuredFigure: TypeAlias = Proportion | Ratio | None


@dataclass(frozen=True, slots=True)
class PublishedCell:
    """A count of games in a published table."""

    table: str
    row: str
    count: int
    games: int = 100

    @property
    def share(self) -> Proportion:
        return Proportion(self.count, self.games)

    def fit(self, measured: MeasuredFigure) -> Fit | None:
        """The fit to a measured figure; None if too little was measured."""
        if not isinstance(measured, Proportion) or measured.whole < ENOUGH:
            return None
        return fit_of_count(self.share, measured)

    def __str__(self) -> str:
        return f"{self.count} of {self.games}"


@dataclass(frozen=True, slots=True)
class PublishedMean:
    """The mean of positive numbers in a published table."""

    table: str
    row: str
    published: str
    """As printed, with the study's own digits."""
    samples_beside_ours: float = 1.0
    """The number of its samples divided by that of ours."""

    def fit(self, measured: MeasuredFigure) -> Fit | None:
        """The fit to a measured figure; None if too little was measured to know its spread."""
        if not isinstance(measured, Ratio) or not 0 < measured.low < measured.high < inf:
            return None
        return fit_of_mean(float(self.published.replace(" ", "")), measured, self.samples_beside_ours)

    def __str__(self) -> str:
        return self.published


@dataclass(frozen=True)
class Group:
    """Cells that one program produced, and the variants that it may have been."""

    name: str
    cells: Sequence[PublishedCell | PublishedMean]
    variants: Mapping[str, Sequence[MeasuredFigure]]
    """By variant, its figure for each cell."""

    def together(self, variant: str) -> float | None:
        """The probability of all cells under a variant; None unless all were measured.

        Bonferroni: the least probability times the number of cells; the sum of all counts is one more cell.
        """
        fits = self._fits(variant)
        each = [fit.probability for fit in fits]
        if len(each) < len(self.cells):
            return None
        figures = tuple(figure for figure in self.variants[variant] if isinstance(figure, Proportion))
        if len(figures) == len(self.cells) > 1:
            counts = tuple(cell.share for cell in self.cells if isinstance(cell, PublishedCell))
            each.append(probability_of_sum(counts, figures))
        return min(1.0, len(each) * min(each))

    def _fits(self, variant: str) -> list[Fit]:
        """The fits of the cells that were measured under a variant."""
        fits = (cell.fit(figure) for cell, figure in zip(self.cells, self.variants[variant], strict=True))
        return [fit for fit in fits if fit is not None]

    def best(self) -> str | None:
        """The likeliest variant that fits all cells together; if none does, the likeliest with all cells."""
        variants = self.fitting() or [
            variant for variant in self.variants if self.together(variant) is not None
        ]
        likelihoods = {
            variant: sum(fit.log_likelihood for fit in self._fits(variant)) for variant in variants
        }
        return max(variants, key=likelihoods.__getitem__, default=None)

    def fitting(self) -> list[str]:
        """The variants that fit all cells together."""
        return [variant for variant in self.variants if (self.together(variant) or 0) >= DOUBTFUL]

    @property
    def is_explained(self) -> bool:
        return bool(self.fitting())


@dataclass(frozen=True, slots=True)
class FittedCell:
    """A published cell, and the variant that explains it best."""

    cell: PublishedCell | PublishedMean
    variant: str
    measured: MeasuredFigure
    probability: float
    verdict: FitVerdict

    def row(self) -> tuple[Entry, ...]:
        figure = in_per_cent(self.measured) if isinstance(self.measured, Proportion) else str(self.measured)
        where = f"{self.cell.table}: {self.cell.row}"
        return (where, str(self.cell), self.variant, figure, probability(self.probability), self.verdict)


def fitted(group: Group) -> Iterator[FittedCell]:
    """Each cell with the variant that explains its group, or else with the one that fits it best alone."""
    common = group.best() if group.is_explained else None
    for place, cell in enumerate(group.cells):
        figures = {variant: of_cells[place] for variant, of_cells in group.variants.items()}
        fits = {variant: fit for variant, figure in figures.items() if (fit := cell.fit(figure)) is not None}
        if not fits:
            continue
        variant = common or max(fits, key=lambda variant: fits[variant].log_likelihood)
        found = fits[variant].probability
        # This verdict is about one cell alone, so it is not corrected for the number of cells.
        alone: FitVerdict = "consistent" if found >= DOUBTFUL else "not explained"
        yield FittedCell(cell, variant, figures[variant], found, "explained" if common else alone)


def fit_tables(groups: Sequence[Group]) -> list[PublishedCells]:
    """One table of all cells for which enough was measured; empty if there are none."""
    rows = tuple(cell.row() for group in groups for cell in fitted(group))
    notes = []
    for group in groups:
        if (best := group.best()) is not None:
            found = probability(group.together(best) or 0)
            notes.append(
                f"{group.name}: of {len(group.variants)} variants, {best} fits all cells together best "
                f"(probability {found})."
            )
    return (
        [PublishedCells("What explains the published figures", COLUMNS, rows, tuple(notes))] if rows else []
    )


def all_fitting(group: Group) -> list[str]:
    """A sentence if several variants fit all cells: the figures then cannot decide between them."""
    variants = group.fitting()
    if len(variants) < 2:
        return []
    return [
        f"{len(variants)} of {len(group.variants)} variants fit all published figures together: "
        f"{'; '.join(variants)}."
    ]


AS_PUBLISHED = "as published?"
"""The column of the verdicts."""
PublishedVerdict: TypeAlias = Literal["may be", "better", "worse"]


def verdict(ours: Proportion, published: Proportion | None, among: int) -> PublishedVerdict | None:
    """`may be` if chance can explain the difference in one of `among` rows; None if nothing is compared."""
    if published is None or not ours.whole:
        return None
    if not ours.differs_from(published, among):
        return "may be"
    return "better" if ours.value > published.value else "worse"


def with_verdicts(variants: Iterable[str], compared: Container[str]) -> list[str]:
    """The columns of a table: the variants of a program, each followed by its verdict if it is compared."""
    return [
        column
        for variant in variants
        for column in ((variant, AS_PUBLISHED) if variant in compared else (variant,))
    ]
