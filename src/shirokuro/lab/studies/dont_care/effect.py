"""What study C's tables and findings both read off its counts."""

from __future__ import annotations

from dataclasses import dataclass

from shirokuro.lab.ratio import Ratio, ratio_of_sums
from shirokuro.lab.studies.dont_care.measured import Counts


@dataclass(frozen=True, slots=True)
class Effect:
    """What a masking does to a search, against none."""

    positions: Ratio
    seconds: Ratio

    @classmethod
    def of(cls, counts: Counts, masking: str) -> Effect:
        ratios = (
            ratio_of_sums(counts[masking][name], counts["off"][name]) for name in ("positions", "seconds")
        )
        return cls(*ratios)


def hit_rate(counts: Counts, masking: str, whole: str = "positions") -> Ratio:
    """In per cent of the positions searched, as the study has it, or of the probes."""
    return ratio_of_sums(counts[masking]["hits"], counts[masking][whole]).times(100)
