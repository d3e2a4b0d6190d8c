"""What the rivals' games come to: whether they are as published, and against whom a rival wins half."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from shirokuro.lab.exhibit import Entry
from shirokuro.lab.report.entries import listed
from shirokuro.lab.run.result import Results
from shirokuro.lab.run.series import TURNS, Turn
from shirokuro.lab.statistics.proportion import Interval, Proportion
from shirokuro.lab.studies.replication import Verdict, replication, verdict
from shirokuro.lab.studies.rival.cells import (
    MEASURED,
    OTHERS,
    PRINTED,
    PRINTED_OPPONENTS,
    RIVALS,
    SHARING,
    both,
    published,
    tally,
)
from shirokuro.rating import Tally

AIM = Interval(0.45, 0.55)
"""What the study means by about half."""


def half(points: Tally) -> Entry:
    """Whether a player wins half: yes, open, or on which side it misses."""
    if not points.games:
        return None
    interval = Proportion.scored(points).interval()
    if interval.low in AIM and interval.high in AIM:
        return "yes"
    if interval.overlaps(AIM):
        return "open"
    return "no, more" if interval.low > AIM.high else "no, less"


def answer(results: Results) -> str:
    """To the study's question, as far as the figures go."""
    verdicts = {form: list(_words(results, rival).values()) for form, rival in RIVALS.items()}
    for form, words in verdicts.items():
        if words and words.count("yes") == len(words):
            return f"Yes: {form} it wins half against all of {len(words)} opponents."
    missed = [f"{_missed(words)} of {len(words)} {form}" for form, words in verdicts.items() if words]
    return f"Not yet: of its opponents it surely misses half against {listed(missed)}." if missed else ""


def _missed(words: Iterable[Entry]) -> int:
    return sum(str(word).startswith("no") for word in words)


def _words(results: Results, rival: str) -> dict[str, Entry]:
    """Whether it wins half, by opponent."""
    found = {opponent: both(results, rival, opponent) for opponent in OTHERS}
    return {opponent: half(points) for opponent, points in found.items() if points.games}


def findings(results: Results) -> Iterator[str]:
    for form, rival in RIVALS.items():
        whom = ", against opponents as described," if rival == PRINTED else ""
        yield from replication(f"The rival {form}{whom}", _verdicts(results, rival, MEASURED))
    sharing = "The rival as printed, against opponents that search as it does,"
    if any(_verdicts(results, PRINTED, PRINTED_OPPONENTS)):
        yield from replication(sharing, _verdicts(results, PRINTED, SHARING))


def _verdicts(results: Results, rival: str, opponents: Iterable[str]) -> list[Verdict | None]:
    return [row_verdict(results, rival, opponent, turn) for opponent in opponents for turn in TURNS]


def row_verdict(results: Results, rival: str, opponent: str, turn: Turn) -> Verdict | None:
    ours = Proportion.won(tally(results, rival, opponent, turn))
    return verdict(ours, published(opponent, turn), len(TURNS) * len(MEASURED))
