"""What study C's cells come to: each sentence is said only where the figures bear it out."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from shirokuro.engine import DONT_CARE
from shirokuro.lab.report.names import BOARDS
from shirokuro.lab.statistics.ratio import Ratio, mean
from shirokuro.lab.statistics.rounding import number, per_cent, per_cents
from shirokuro.lab.studies.dont_care.effect import TESTS, Effect, ratio
from shirokuro.lab.studies.dont_care.measured import EMPTIES, EMPTIES_BEFORE, Counts
from shirokuro.lab.studies.dont_care.published import HIT_RATES, POSITIONS, SAVING, TIME

CLOCK = 0.05
"""By so much the same ratio of times may differ from run to run, which no interval over positions shows."""
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
        sides = [Effect.of(counts, STUDIED).seconds.side_of(1, CLOCK) for counts in strong]
        faster = f"{sides.count('below')} of {len(sides)} samples"
        sentences.append(
            f"In the strong solver it saves more than {per_cent(CLOCK)} of the time in {faster}."
        )
    return " ".join(sentences)


def findings(paper: dict[str, Counts], before: Counts | None, strong: Sequence[Counts]) -> Iterator[str]:
    """Of the study's search by board, on 8x8 a move earlier too, and of the strong solver by sample."""
    if "reversi" in paper:
        yield from _replication(paper["reversi"], EMPTIES)
    if before:
        yield from _replication(before, EMPTIES_BEFORE)
    for board, counts in paper.items():
        yield _wider(board, counts)
    if len(paper) == 2:
        yield from _nip(paper)
    if strong:
        yield from (_strong(masking, strong) for masking in DONT_CARE[1:])


def _replication(counts: Counts, empties: int) -> Iterator[str]:
    effect, searched = Effect.of(counts, STUDIED), mean(counts["off"]["positions"])
    place = "within" if searched.side_of(POSITIONS[0]) == "around" else "outside"
    yield (
        f"With {empties} empties the study's search takes {searched} positions; published are "
        f"{number(POSITIONS[0])}, {place} the interval."
    )
    yield (
        f"Its test then leaves {effect.positions.in_per_cent()} of the positions and takes "
        f"{effect.seconds.in_per_cent()} of the time; published are {per_cent(SAVING)} and "
        f"{per_cent(TIME)}."
    )
    off, masked = (ratio(counts, masking, "hits").value for masking in ("off", STUDIED))
    if masked > off:
        yield (
            f"It lifts the hit rate from {per_cent(off)} to {per_cent(masked)} "
            f"(published: from {per_cent(HIT_RATES[0])} to {per_cent(HIT_RATES[1])})."
        )


def _wider(board: str, counts: Counts) -> str:
    effect = Effect.of(counts, "wide", STUDIED)
    prices = {"below": "it pays", "around": "too close for the clock to tell", "above": "it does not pay"}
    price = prices[effect.seconds.side_of(1, CLOCK)]
    return (
        f"On {BOARDS[board]} the wider test needs {effect.positions.in_per_cent()} of the positions that the "
        f"study's test needs and {effect.seconds.in_per_cent()} of its time: {price}."
    )


def _nip(paper: dict[str, Counts]) -> Iterator[str]:
    square, ring = (Effect.of(paper[board], STUDIED).positions for board in ("reversi", "nip"))
    figures = f"the study's test leaves {ring.in_per_cent()} of the positions, {square.in_per_cent()} on 8x8"
    if ring.low > square.high:
        yield f"Nip gains less: {figures}. Its rim counts only when the whole ring is full."
    elif ring.high < square.low:
        yield f"Nip gains more: {figures}."


def _strong(masking: str, samples: Sequence[Counts]) -> str:
    """All samples in one sentence, since they differ little."""
    effects = [Effect.of(counts, masking) for counts in samples]
    sides = [effect.seconds.side_of(1, CLOCK) for effect in effects]
    return (
        f"In the strong solver {TESTS[masking]} gains more than {per_cent(CLOCK)} of the time in "
        f"{sides.count('below')} of {len(sides)} samples and loses as much in {sides.count('above')}: "
        f"it takes {_range([effect.seconds for effect in effects])} of the time, with "
        f"{_range([effect.positions for effect in effects])} of the nodes."
    )


def _range(ratios: Sequence[Ratio]) -> str:
    values = sorted(ratio.value for ratio in ratios)
    ends = dict.fromkeys(per_cents(values[0], values[-1]))
    return f"{' to '.join(ends)} %"
