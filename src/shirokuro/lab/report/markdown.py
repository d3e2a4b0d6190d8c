"""Exhibits as Markdown with aligned columns, so that it reads well in a terminal too."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from shirokuro.lab.exhibit import Entry, Exhibit, Findings, Plot, Point, Table, shown
from shirokuro.lab.report.head import explained_words, head, once
from shirokuro.lab.statistics.rounding import in_per_cent, number, per_cent, with_interval
from shirokuro.lab.study import Study
from shirokuro.words.width import padded, width_of


def chapter(study: Study, exhibits: Sequence[Exhibit]) -> str:
    """A study's title, question, answer and exhibits."""
    above = [f"## {study.title}", *summary(study, exhibits), *legend(exhibits)]
    return "\n\n".join([*above, markdown(once(exhibits))])


def summary(study: Study, exhibits: Sequence[Exhibit]) -> Iterator[str]:
    """The parts of a study's head, a paragraph each."""
    return (f"**{word}.** {text}" for word, text in head(study, exhibits).items())


def legend(exhibits: Iterable[Exhibit]) -> Iterator[str]:
    """Explains the words and signs of the tables."""
    words = [f"- *{word}*: {meaning}" for word, meaning in explained_words(exhibits).items()]
    if words:
        yield "\n".join(["In the tables:", "", *words])


def markdown(exhibits: Iterable[Exhibit]) -> str:
    """All exhibits, one below the other."""
    parts = []
    for exhibit in shown(exhibits):
        if isinstance(exhibit, Findings):
            lines = [f"### {exhibit.title}", "", *(f"- {sentence}" for sentence in exhibit.sentences)]
        else:
            table = as_table(exhibit) if isinstance(exhibit, Plot) else exhibit
            rows = [
                [entry(value).replace("|", "\\|").replace("\n", " ") for value in row]
                for row in (table.columns, *table.rows)
            ]
            widths = [max(map(width_of, column)) for column in zip(*rows, strict=True)]
            heading, *body = (f"| {' | '.join(map(padded, row, widths))} |" for row in rows)
            rule = "|" + "|".join("-" * (width + 2) for width in widths) + "|"
            lines = [f"### {table.title}", "", heading, rule, *body, *(f"\n{note}" for note in table.notes)]
        parts.append("\n".join(lines))
    return "\n\n".join(parts) + "\n"


def entry(value: Entry) -> str:
    """The content of a table's cell as text; – for None."""
    if value is None:
        return "–"
    return value if isinstance(value, str) else number(value)


def as_table(plot: Plot) -> Table:
    """The numbers behind a plot: a row for every x, a column for every series."""
    places = list(dict.fromkeys(point.x for series in plot.series for point in series.points))
    found = [{point.x: point for point in series.points} for series in plot.series]
    rows = tuple((x, *(_point(points.get(x), plot.in_per_cent) for points in found)) for x in places)
    columns = (plot.x_label, *(series.name for series in plot.series))
    return Table(f"{plot.title} ({plot.y_label})", columns, rows, plot.notes)


def _point(point: Point | None, is_share: bool) -> str | None:
    if point is None:
        return None
    if point.written:
        return point.written
    if point.low is None or point.high is None:
        return per_cent(point.y / 100) if is_share else number(point.y)
    if is_share:
        return in_per_cent(point.y / 100, point.low / 100, point.high / 100)
    return with_interval(point.y, point.low, point.high)
