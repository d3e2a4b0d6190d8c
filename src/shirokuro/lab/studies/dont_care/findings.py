"""What study C's cells come to: each sentence is said only where the figures bear it out."""

from __future__ import annotations

from collections.abc import Iterator

from shirokuro.lab.ratio import Ratio, mean, ratio_of_sums
from shirokuro.lab.studies.dont_care.effect import Effect, per_cent
from shirokuro.lab.studies.dont_care.measured import EMPTIES, EMPTIES_BEFORE, Counts
from shirokuro.lab.studies.dont_care.published import HIT_RATES, POSITIONS, SAVING


def findings(paper: dict[str, Counts], before: Counts | None, strong: dict[str, Counts]) -> Iterator[str]:
    """Of the study's search by board, a move before that on 8x8, and of the strong solver by place."""
    if "reversi" in paper:
        yield from _replication(paper["reversi"], EMPTIES)
    if before:
        yield from _replication(before, EMPTIES_BEFORE)
    for board, counts in paper.items():
        yield from _wider(board, counts)
    if len(paper) == 2:
        yield from _nip(paper)
    for where, counts in strong.items():
        yield from _strong(where, counts)


def _replication(counts: Counts, empties: int) -> Iterator[str]:
    positions, saving = mean(counts["off"]["positions"]), Effect.of(counts, "full-lines").positions
    off, masked = (per_cent(counts, masking, "hits").value for masking in ("off", "full-lines"))
    yield (
        f"With {empties} empties the study's search takes {positions} positions; published are "
        f"{POSITIONS[0]:_}, {_place(positions, POSITIONS[0])} the interval.".replace("_", " ")
    )
    place = _place(saving, SAVING)
    yield f"Its masking leaves {saving} of them; published are {SAVING:.3g}, {place} the interval."
    if masked > off:
        yield (
            f"It lifts the hit rate from {off:.0f} to {masked:.0f} % "
            f"(published: from {HIT_RATES[0]:.0f} to {HIT_RATES[1]:.0f} %)."
        )


def _place(ours: Ratio, published: float) -> str:
    return "within" if ours.side_of(published) == "around" else "outside"


def _wider(board: str, counts: Counts) -> Iterator[str]:
    full, wide = (counts[masking] for masking in ("full-lines", "wide"))
    fewer = ratio_of_sums(wide["positions"], full["positions"])
    slower = ratio_of_sums(wide["seconds"], full["seconds"])
    if fewer.side_of(1) != "below":
        yield f"On {board} the wider test saves nothing for certain: {fewer} of the positions of full lines."
        return
    prices = {"below": "saves time", "around": "is even in time", "above": "costs more time"}
    price = prices[slower.side_of(1)]
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
        "around": "neither gains nor loses time for certain",
        "above": "loses time",
    }
    verb = verbs[effect.seconds.side_of(1)]
    figures = f"{effect.seconds}, with {effect.positions} of the nodes"
    yield f"On {where}, the strong solver {verb} by the study's test: {figures}."
