"""docs/results/lab/figures.md has all published figures of the results; run this file to write it anew."""

from __future__ import annotations

import re
from pathlib import Path

from shirokuro.lab.exhibit import PublishedCells
from shirokuro.lab.report.head import verdict_counts
from shirokuro.lab.report.markdown import markdown
from shirokuro.lab.study_index import studies
from shirokuro.replications.fitting import COLUMNS

FOLDER = Path(__file__).parent.parent / "docs/results/lab"
PAGE = FOLDER / "figures.md"
HEAD = """\
# All published figures

The published counts and means of the five studies, each with the variant of the program that fits it best,
from the pages of [the results](README.md).
[How they are judged](../../lab_report.md#which-variant-explains-a-figure).
Seconds are left out: they are those of other machines; the pages compare how they grow. This page is made
of the others by `python tests/test_lab_figures.py`.
"""


def rows_of(study: str) -> list[tuple[str, ...]]:
    """Of the table of fits on a study's page; nothing where it has none."""
    page = (FOLDER / f"{study}.md").read_text(encoding="utf-8")
    table = re.search(r"^## What explains the published figures\n\n((?:\|.*\n)+)", page, re.MULTILINE)
    lines = table[1].splitlines()[2:] if table else []
    return [tuple(entry.strip() for entry in line.strip("|").split("|")) for line in lines]


def replications() -> list[str]:
    return [name for name, study in studies().items() if study.paper is not None]


def text() -> str:
    rows = [(f"[{study}]({study}.md)", *row) for study in replications() for row in rows_of(study)]
    table = PublishedCells("All", ("study", *COLUMNS), tuple(rows))
    grid = markdown([table]).partition("\n\n")[2]
    return f"{HEAD}\n{verdict_counts([table])}\n\n{grid}"


def test_the_page_has_the_figures_of_the_results() -> None:
    assert PAGE.read_text(encoding="utf-8") == text(), "python tests/test_lab_figures.py writes it anew"
    rows = [row for study in replications() for row in rows_of(study)]
    assert len(rows) > 50
    assert {row[-1] for row in rows} <= {"explained", "consistent", "not explained"}


if __name__ == "__main__":
    PAGE.write_text(text(), encoding="utf-8")
