"""Whether games went as was published: a verdict for each row of a table."""

from __future__ import annotations

from collections.abc import Container, Iterable
from typing import Literal, TypeAlias

from shirokuro.lab.statistics.proportion import Proportion

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
