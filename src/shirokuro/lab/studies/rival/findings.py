"""What study D's games say: who was measured, and against whom a rival wins half."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from shirokuro.lab.exhibit import Entry
from shirokuro.lab.report.entries import listed
from shirokuro.lab.report.names import readable
from shirokuro.lab.run.result import Results
from shirokuro.lab.run.series import TURNS
from shirokuro.lab.statistics.rounding import per_cent
from shirokuro.lab.statistics.share import Share
from shirokuro.lab.statistics.tally import Interval, Tally
from shirokuro.lab.studies.replication import Replica, replication
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

AIM = Interval(0.45, 0.55)
"""What the study means by about half."""


def verdict(points: Tally) -> Entry:
    """Whether a player wins half: yes, no or open."""
    if not points.games:
        return None
    interval = points.interval()
    if interval.low in AIM and interval.high in AIM:
        return "yes"
    return "open" if interval.overlaps(AIM) else "no"


def answer(results: Results) -> str:
    """To the study's question, as far as the figures go."""
    verdicts = {form: list(_words(results, rival).values()) for form, rival in RIVALS.items()}
    for form, words in verdicts.items():
        if words and words.count("yes") == len(words):
            return f"Yes: {form} it wins half against all of {len(words)} opponents."
    missed = [f"{words.count('no')} of {len(words)} {form}" for form, words in verdicts.items() if words]
    return f"Not yet: of its opponents it surely misses half against {listed(missed)}." if missed else ""


def _words(results: Results, rival: str) -> dict[str, Entry]:
    """Whether it wins half, by opponent."""
    found = {opponent: both(results, rival, opponent) for opponent in OTHERS}
    return {opponent: verdict(points) for opponent, points in found.items() if points.games}


def findings(results: Results) -> Iterator[str]:
    for form, rival in RIVALS.items():
        whom = ", against opponents as described," if rival == PRINTED else ""
        yield from replication(f"The rival {form}{whom}", _replicas(results, rival, MEASURED))
    sharing = _replicas(results, PRINTED, SHARING)
    if any(each.ours.whole for each in sharing if each.opponent in map(readable, PRINTED_OPPONENTS)):
        yield from replication("The rival as printed, against opponents that search as it does,", sharing)
    for form, rival in RIVALS.items():
        yield from _aim(results, form, rival)


def _replicas(results: Results, rival: str, opponents: Iterable[str]) -> list[Replica]:
    return [
        Replica(readable(opponent), turn, Share.won(tally(results, rival, opponent, turn)), theirs)
        for opponent in opponents
        for turn in TURNS
        if (theirs := published(opponent, turn))
    ]


def _aim(results: Results, form: str, rival: str) -> Iterator[str]:
    """Whom it meets at his level, whom it does not, and on which side it misses."""
    words = _words(results, rival)
    half, unclear, missed = (
        [opponent for opponent, word in words.items() if word == wanted] for wanted in ("yes", "open", "no")
    )
    weaker = [o for o in missed if both(results, rival, o).interval().low > AIM.high]
    stronger = [o for o in missed if o not in weaker]
    groups = {
        "wins half against": half,
        f"scores more than {per_cent(AIM.high)} against": weaker,
        f"scores less than {per_cent(AIM.low)} against": stronger,
        "may win half against": unclear,
    }
    parts = [f"{verb} {listed(map(readable, group))}" for verb, group in groups.items() if group]
    if parts:
        yield f"The rival {form} {'; it '.join(parts)}."
