"""Whether games went as was published, said in one breath for all opponents of a program."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

from shirokuro.lab.report.entries import listed
from shirokuro.lab.run.series import Turn
from shirokuro.lab.statistics.rounding import per_cent, per_cents
from shirokuro.lab.statistics.share import Share

Verdict: TypeAlias = Literal["same", "better", "worse"]


@dataclass(frozen=True, slots=True)
class Replica:
    """What a program won of an opponent in one colour: ours, and what was published."""

    opponent: str
    turn: Turn
    ours: Share
    published: Share

    def verdict(self, among: int) -> Verdict:
        """Beside what was published; the same, where chance can explain it in one of so many."""
        if not self.ours.differs_from(self.published, among):
            return "same"
        return "better" if self.ours.value > self.published.value else "worse"


def replication(program: str, replicas: Sequence[Replica]) -> Iterator[str]:
    """Whether the program may be the one that was measured; nothing if it has not played."""
    among = len(replicas)
    played = [replica for replica in replicas if replica.ours.whole]
    same, better, worse = (
        _opponents([replica for replica in played if replica.verdict(among) == verdict])
        for verdict in ("same", "better", "worse")
    )
    ways = {"better": better, "worse": worse}
    differing = [f"{way} than published against {found}" for way, found in ways.items() if found]
    if differing:
        rest = f" Against {same} chance can explain the difference." if same else ""
        yield f"{program} is not the program that was measured: it does {' and '.join(differing)}.{rest}"
    elif same:
        chance = f"chance can explain the difference against {same}"
        yield f"{program} may be the program that was measured: {chance}."


def _opponents(replicas: Sequence[Replica]) -> str:
    """Each opponent once, with the figures for both colours where both are meant."""
    names = dict.fromkeys(replica.opponent for replica in replicas)
    found = [_figures([replica for replica in replicas if replica.opponent == name]) for name in names]
    return listed(found) if found else ""


def _figures(replicas: Sequence[Replica]) -> str:
    """Of one opponent: `random (31 % moving first and 48 % second; published 81 and 71 %)`."""
    turns = [f"{per_cent(replica.ours.value)} moving {replica.turn}" for replica in replicas]
    published = listed(per_cents(*(replica.published.value for replica in replicas)))
    return f"{replicas[0].opponent} ({listed(turns)}; published {published} %)"
