"""Which form of a program explains what was published: the best form of each group of cells, with verdicts.

    cells = PublishedCell("table 2", "first against random", 83), PublishedCell("table 2", "second …", 86)
    forms = {"by wins": (Proportion(990, 1000), Proportion(985, 1000)), …}  # a figure for each cell
    exhibits += fit_tables([Group("montAI(500) against random", cells, forms)])
A group is what one program must explain together. A form has `Proportion(0, 0)` where it has no games;
it is judged from `ENOUGH` games on.
Means: `PublishedMean("table 1", "hits", "408511")`, and `Ratio` for its figure (None where there is none).
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
"""A form under which what was published is less probable than this does not fit."""
ENOUGH = 100
"""A form that was measured in fewer games would fit nearly anything."""
COLUMNS = ("published cell", "published", "best-fitting form", "its figure", "probability", "verdict")
FitVerdict: TypeAlias = Literal["explained", "consistent", "not explained"]
Measured: TypeAlias = Proportion | Ratio | None


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

    def fit(self, measured: Measured) -> Fit | None:
        """None where too little was measured."""
        if not isinstance(measured, Proportion) or measured.whole < ENOUGH:
            return None
        return fit_of_count(self.share, measured)

    def __str__(self) -> str:
        return f"{self.count} of {self.games}"


@dataclass(frozen=True, slots=True)
class PublishedMean:
    """A mean in a published table, which stands for a positive number."""

    table: str
    row: str
    published: str
    """As it is printed, in a study's own digits."""
    samples_beside_ours: float = 1.0
    """How many samples it is the mean of, over ours."""

    def fit(self, measured: Measured) -> Fit | None:
        """None where nothing was measured, or so little that its spread is not known."""
        if not isinstance(measured, Ratio) or not 0 < measured.low < measured.high < inf:
            return None
        return fit_of_mean(float(self.published.replace(" ", "")), measured, self.samples_beside_ours)

    def __str__(self) -> str:
        return self.published


@dataclass(frozen=True)
class Group:
    """Cells that one program made, and the forms that it may have had."""

    name: str
    cells: Sequence[PublishedCell | PublishedMean]
    forms: Mapping[str, Sequence[Measured]]
    """By form, its figure for each cell."""

    def together(self, form: str) -> float | None:
        """The probability of all cells under a form; None unless all were measured.

        Bonferroni: that of the least probable, times their number; the sum of all counts is one more of them.
        """
        fits = self._fits(form)
        each = [fit.probability for fit in fits]
        if len(each) < len(self.cells):
            return None
        figures = tuple(figure for figure in self.forms[form] if isinstance(figure, Proportion))
        if len(figures) == len(self.cells) > 1:
            counts = tuple(cell.share for cell in self.cells if isinstance(cell, PublishedCell))
            each.append(probability_of_sum(counts, figures))
        return min(1.0, len(each) * min(each))

    def _fits(self, form: str) -> list[Fit]:
        """Of the cells that were measured under a form."""
        fits = (cell.fit(figure) for cell, figure in zip(self.cells, self.forms[form], strict=True))
        return [fit for fit in fits if fit is not None]

    def best(self) -> str | None:
        """The likeliest form of those that fit all cells together; else of all that were measured in each."""
        forms = self.fitting() or [form for form in self.forms if self.together(form) is not None]
        likelihoods = {form: sum(fit.log_likelihood for fit in self._fits(form)) for form in forms}
        return max(forms, key=likelihoods.__getitem__, default=None)

    def fitting(self) -> list[str]:
        """The forms that fit all cells together."""
        return [form for form in self.forms if (self.together(form) or 0) >= DOUBTFUL]

    @property
    def is_explained(self) -> bool:
        return bool(self.fitting())


@dataclass(frozen=True, slots=True)
class FittedCell:
    """A published cell, and the form that explains it best."""

    cell: PublishedCell | PublishedMean
    form: str
    measured: Measured
    probability: float
    verdict: FitVerdict

    def row(self) -> tuple[Entry, ...]:
        figure = in_per_cent(self.measured) if isinstance(self.measured, Proportion) else str(self.measured)
        where = f"{self.cell.table}: {self.cell.row}"
        return (where, str(self.cell), self.form, figure, probability(self.probability), self.verdict)


def fitted(group: Group) -> Iterator[FittedCell]:
    """Each cell with the form that explains its group; if none does, with the one that fits it best alone."""
    common = group.best() if group.is_explained else None
    for place, cell in enumerate(group.cells):
        figures = {form: of_cells[place] for form, of_cells in group.forms.items()}
        fits = {form: fit for form, figure in figures.items() if (fit := cell.fit(figure)) is not None}
        if not fits:
            continue
        form = common or max(fits, key=lambda form: fits[form].log_likelihood)
        found = fits[form].probability
        # That a cell fits alone is claimed of it alone: being one of many is no excuse here.
        alone: FitVerdict = "consistent" if found >= DOUBTFUL else "not explained"
        yield FittedCell(cell, form, figures[form], found, "explained" if common else alone)


def fit_tables(groups: Sequence[Group]) -> list[PublishedCells]:
    """One table of all cells for which enough was measured; none where nothing was."""
    rows = tuple(cell.row() for group in groups for cell in fitted(group))
    notes = []
    for group in groups:
        if (best := group.best()) is not None:
            found = probability(group.together(best) or 0)
            notes.append(
                f"{group.name}: of {len(group.forms)} forms {best} fits all cells together best, "
                f"with probability {found}."
            )
    return (
        [PublishedCells("What explains the published figures", COLUMNS, rows, tuple(notes))] if rows else []
    )


def all_fitting(group: Group) -> list[str]:
    """In a sentence, where several forms fit all cells: then the figures do not tell which it was."""
    forms = group.fitting()
    if len(forms) < 2:
        return []
    return [
        f"{len(forms)} of {len(group.forms)} forms fit all published figures together: {'; '.join(forms)}."
    ]


AS_PUBLISHED = "as published?"
"""The column of the verdicts."""
Verdict: TypeAlias = Literal["may be", "better", "worse"]


def verdict(ours: Proportion, published: Proportion | None, among: int) -> Verdict | None:
    """May be where chance explains the difference in one of `among` rows; None where nothing is compared."""
    if published is None or not ours.whole:
        return None
    if not ours.differs_from(published, among):
        return "may be"
    return "better" if ours.value > published.value else "worse"


def with_verdicts(forms: Iterable[str], compared: Container[str]) -> list[str]:
    """Columns of a table: the forms of a program, and after those that are compared their verdicts."""
    return [column for form in forms for column in ((form, AS_PUBLISHED) if form in compared else (form,))]
