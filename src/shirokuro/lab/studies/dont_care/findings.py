"""What don't-care discs come to: each sentence is said only where the figures bear it out."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from shirokuro.lab.exhibit import Entry
from shirokuro.lab.report.entries import BOARDS
from shirokuro.lab.statistics.ratio import mean
from shirokuro.lab.statistics.rounding import number, per_cent
from shirokuro.lab.studies.dont_care.cells import (
    EMPTIES,
    EMPTIES_BEFORE,
    POSITIONS,
    SAVING,
    TIME,
    Counts,
    Effect,
)

CLOCK = 0.05
"""How much the same ratio of times may differ from run to run, which no interval over positions shows."""
STUDIED = "full-lines"
"""The study's own test."""


def answer(paper: dict[str, Counts], strong: Sequence[Counts]) -> str:
    """To the study's question, as far as the figures go."""
    sentences = []
    if "reversi" in paper:
        effect = Effect.of(paper["reversi"], STUDIED)
        positions, seconds = effect.positions.value, effect.seconds.value
        sentences.append(
            f"The study's own search then needs {per_cent(positions)} of the positions and "
            f"{per_cent(seconds)} of the time (published: {per_cent(SAVING)} and {per_cent(TIME)})."
        )
    if strong:
        verdicts = [is_faster(Effect.of(counts, STUDIED)) for counts in strong]
        faster = f"{verdicts.count('yes')} of {len(verdicts)} samples"
        sentences.append(
            f"In the engine's solver it saves more than {per_cent(CLOCK)} of the time in {faster}."
        )
    return " ".join(sentences)


def is_faster(effect: Effect) -> Entry:
    """Whether a test saves time: yes, no, or open where the clock cannot tell."""
    return {"below": "yes", "around": "open", "above": "no"}[effect.seconds.side_of(1, CLOCK)]


def findings(paper: dict[str, Counts], before: Counts | None) -> Iterator[str]:
    """Of the study's search by board, on 8x8 a move earlier too."""
    if "reversi" in paper:
        yield from _replication(paper["reversi"], EMPTIES)
    if before:
        yield from _replication(before, EMPTIES_BEFORE)
    for board, counts in paper.items():
        yield _wider(board, counts)
    if len(paper) == 2:
        yield from _nip(paper)


def _replication(counts: Counts, empties: int) -> Iterator[str]:
    searched = mean(counts["off"]["positions"])
    place = "within" if searched.side_of(POSITIONS[0]) == "around" else "outside"
    yield (
        f"With {empties} empties the study's search visits {searched} positions; the published "
        f"{number(POSITIONS[0])} lie {place} this interval."
    )


def _wider(board: str, counts: Counts) -> str:
    effect = Effect.of(counts, "wide", STUDIED)
    prices = {"below": "it pays", "around": "too close to call", "above": "it does not pay"}
    price = prices[effect.seconds.side_of(1, CLOCK)]
    return (
        f"On {BOARDS[board]} the wider test needs {effect.positions.in_per_cent()} of the positions that the "
        f"study's test needs and {effect.seconds.in_per_cent()} of its time: {price}."
    )


def _nip(paper: dict[str, Counts]) -> Iterator[str]:
    square, ring = (Effect.of(paper[board], STUDIED).positions for board in ("reversi", "nip"))
    figures = f"the study's test needs {ring.in_per_cent()} of the positions, {square.in_per_cent()} on 8x8"
    if ring.low > square.high:
        yield f"Nip gains less: {figures}. Discs of its rim count only once the whole rim is full."
    elif ring.high < square.low:
        yield f"Nip gains more: {figures}."
