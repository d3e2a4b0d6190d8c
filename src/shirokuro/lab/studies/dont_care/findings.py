"""What study C's cells come to: each sentence is said only where the figures bear it out."""

from __future__ import annotations

from collections.abc import Iterator

from shirokuro.lab.ratio import mean, ratio_of_sums
from shirokuro.lab.studies.dont_care.effect import Effect, per_cent
from shirokuro.lab.studies.dont_care.measured import EMPTIES, Counts
from shirokuro.lab.studies.dont_care.published import HIT_RATES, POSITIONS, SAVING

CLOCK = 0.05
"""By so much the same ratio of times may differ from run to run, which no interval over positions shows."""


def findings(paper: dict[str, Counts], strong: dict[str, Counts]) -> Iterator[str]:
    """Of the study's search by board, and of the strong solver by where it was asked."""
    if "reversi" in paper:
        yield from _replication(paper["reversi"])
    for board, counts in paper.items():
        yield from _wider(board, counts)
    if len(paper) == 2:
        yield from _nip(paper)
    for where, counts in strong.items():
        yield from _strong(where, counts)


def _replication(counts: Counts) -> Iterator[str]:
    saving = Effect.of(counts, "full-lines").positions
    place = "within" if saving.side_of(SAVING) == "around" else "outside"
    yield (
        f"The study's masking leaves {saving} of the positions; published are {SAVING:.3g}, "
        f"{place} the interval."
    )
    off, masked = (per_cent(counts, masking, "hits").value for masking in ("off", "full-lines"))
    if masked > off:
        yield (
            f"It lifts the hit rate from {off:.0f} to {masked:.0f} % "
            f"(published: from {HIT_RATES[0]:.0f} to {HIT_RATES[1]:.0f} %)."
        )
    factor = POSITIONS[0] / mean(counts["off"]["positions"]).value
    if factor > 2:
        yield (
            f"The published counts are {factor:.1f} times ours: "
            f"the study's 47th move may have left more than {EMPTIES} empties."
        )


def _wider(board: str, counts: Counts) -> Iterator[str]:
    full, wide = (counts[masking] for masking in ("full-lines", "wide"))
    fewer = ratio_of_sums(wide["positions"], full["positions"])
    slower = ratio_of_sums(wide["seconds"], full["seconds"])
    if fewer.side_of(1) != "below":
        yield f"On {board} the wider test saves nothing for certain: {fewer} of the positions of full lines."
        return
    prices = {"below": "saves time", "around": "hardly changes the time", "above": "costs more time"}
    price = prices[slower.side_of(1, CLOCK)]
    yield f"On {board} the wider test saves positions, {fewer} of full lines, and {price}, {slower}."


def _nip(paper: dict[str, Counts]) -> Iterator[str]:
    square, ring = (Effect.of(paper[board], "full-lines").positions for board in ("reversi", "nip"))
    if ring.low > square.high:
        why = "its rim counts only when the whole ring is full"
        yield f"Nip gains less than 8x8, {ring} against {square}: {why}."
    elif ring.high < square.low:
        yield f"Nip gains more than 8x8: {ring} against {square}."


def _strong(where: str, counts: Counts) -> Iterator[str]:
    effect = Effect.of(counts, "full-lines")
    verbs = {
        "below": "gains time",
        "around": f"neither gains nor loses {100 * CLOCK:.0f} % of its time for certain",
        "above": "loses time",
    }
    verb = verbs[effect.seconds.side_of(1, CLOCK)]
    figures = f"{effect.seconds}, with {effect.positions} of the nodes"
    yield f"On {where}, the strong solver {verb} by the study's test: {figures}."
