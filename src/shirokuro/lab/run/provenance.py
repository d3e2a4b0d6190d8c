"""Where results come from: the machines and programs that did the work, and when."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Literal

from shirokuro.workers.origin import Origin


@dataclass(frozen=True, slots=True)
class Provenance:
    """Who did the work behind some results."""

    counts: Mapping[Origin, int]
    """How many games and measurements each did."""
    finished: float
    """When the last of them was done, in seconds since 1970."""

    def by(self, part: Literal["machine", "program"]) -> Counter[str]:
        """How many each machine, or each program, did."""
        sums: Counter[str] = Counter()
        for origin, count in self.counts.items():
            sums[getattr(origin, part)] += count
        return sums


def date(seconds: float) -> str:
    """To the minute."""
    return datetime.fromtimestamp(seconds, UTC).strftime("%Y-%m-%d %H:%M UTC")
