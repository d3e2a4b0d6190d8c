"""What study C's tables and findings both read off its counts."""

from __future__ import annotations

from dataclasses import dataclass

from shirokuro.lab.statistics.ratio import Ratio, ratio_of_sums
from shirokuro.lab.studies.dont_care.measured import Counts

TESTS = {"off": "without", "full-lines": "the study's test", "wide": "the wider test"}
"""Which discs are left out of the keys, as tables and sentences say it."""


@dataclass(frozen=True, slots=True)
class Effect:
    """What a test does to a search: its sums over those of the search without any."""

    positions: Ratio
    seconds: Ratio

    @classmethod
    def of(cls, counts: Counts, masking: str, beside: str = "off") -> Effect:
        names = ("positions", "seconds")
        return cls(*(ratio_of_sums(counts[masking][name], counts[beside][name]) for name in names))


def ratio(counts: Counts, masking: str, part: str, whole: str = "positions") -> Ratio:
    """One count beside another, by default of the positions searched, as the study has it."""
    return ratio_of_sums(counts[masking][part], counts[masking][whole])
