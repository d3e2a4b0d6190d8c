"""What study C's tables and findings both read off its counts."""

from __future__ import annotations

from dataclasses import dataclass

from shirokuro.lab.ratio import Ratio, ratio_of_sums
from shirokuro.lab.studies.dont_care.measured import Counts


@dataclass(frozen=True, slots=True)
class Effect:
    """What a test does to a search: its sums over those of the search without any."""

    positions: Ratio
    seconds: Ratio
    probes: Ratio
    stores: Ratio

    @classmethod
    def of(cls, counts: Counts, masking: str) -> Effect:
        names = ("positions", "seconds", "probes", "stores")
        return cls(*(ratio_of_sums(counts[masking][name], counts["off"][name]) for name in names))


def per_cent(counts: Counts, masking: str, part: str, whole: str = "positions") -> Ratio:
    """One count in per cent of another, by default of the positions searched, as the study has it."""
    return ratio_of_sums(counts[masking][part], counts[masking][whole]).times(100)
