"""What study E's cells come to: each sentence is said only where the figures bear it out."""

from __future__ import annotations

from collections.abc import Iterator

from shirokuro.lab.report.entries import listed, scored, tally_of, total
from shirokuro.lab.report.names import BOARDS, readable
from shirokuro.lab.run.result import Results
from shirokuro.lab.statistics.share import Share
from shirokuro.lab.statistics.tally import Tally
from shirokuro.lab.studies.monte_carlo.cells import (
    FACTOR,
    FAMILIES,
    FORMS,
    PUBLISHED,
    cell_name,
    growth,
    matches,
)
from shirokuro.lab.studies.replication import Replica, replication

BY_WINS, BY_DISCS, _ = FORMS
PROGRAMS = {BY_WINS: "montAI(500) judging by wins", BY_DISCS: "montAI(500) judging by discs"}


def answer(results: Results) -> str:
    """To the study's question, as far as the figures go."""
    return " ".join([*_against_random(results), *_steps(results), *_against_uct(results)])


def _against_random(results: Results) -> Iterator[str]:
    rows = (row for row in PUBLISHED if row.opponent == "random")
    share = Share.won(total(tally_of(results, cell_name(row, BY_WINS)) for row in rows))
    if share.whole:
        yield f"montAI(500) wins {share} against random."


def _steps(results: Results) -> Iterator[str]:
    found = {family: growth(results, family) for family in FAMILIES}
    counts = [f"{_better(steps)} of {len(steps)} steps for {name}" for name, steps in found.items() if steps]
    if counts:
        yield f"Four times the playouts are surely stronger in {listed(counts)}."


def _against_uct(results: Results) -> Iterator[str]:
    tally = total(result.tally for _, player, _, result in matches(results) if player.startswith("uct"))
    if tally.games:
        yield f"UCT with as many random games takes {scored(tally)} of the points against it."


def _better(steps: dict[int, Tally]) -> int:
    return sum(tally.interval(len(steps)).low > 0.5 for tally in steps.values())


def findings(results: Results) -> Iterator[str]:
    for form, program in PROGRAMS.items():
        yield from replication(program, _replicas(results, form))
    yield from _strength(results)
    yield from _trees(results)
    yield from _discs(results)


def _replicas(results: Results, form: str) -> list[Replica]:
    ours = (Share.won(tally_of(results, cell_name(row, form))) for row in PUBLISHED)
    return [
        Replica(row.opponent, row.turn, share, Share.won(row.published))
        for row, share in zip(PUBLISHED, ours, strict=True)
    ]


def _strength(results: Results) -> Iterator[str]:
    for family, (board, player) in FAMILIES.items():
        tallies = growth(results, family)
        found = {n: tally.interval(len(tallies)).side_of(0.5) for n, tally in tallies.items()}
        better, unclear, worse = (
            [
                f"{readable(player(FACTOR * n))} {verb} {readable(player(n))}"
                for n in found
                if found[n] == side
            ]
            for side, verb in (("above", "beats"), ("around", "beats"), ("below", "loses to"))
        )
        parts = [listed(steps) for steps in (better, worse) if steps]
        parts += [f"whether {listed(unclear)} is open"] if unclear else []
        if parts:
            yield f"On {BOARDS[board]} {'; '.join(parts)}."


def _trees(results: Results) -> Iterator[str]:
    """Where a tree met flat Monte Carlo, all of one verdict together."""
    trees = [(board, result.tally) for board, player, _, result in matches(results) if "uct" in player]
    words = {"above": "beats", "around": "is not told apart from", "below": "loses to"}
    for side, word in words.items():
        found = [(board, tally) for board, tally in trees if tally.interval(len(trees)).side_of(0.5) == side]
        if found:
            boards = listed(dict.fromkeys(BOARDS[board] for board, _ in found))
            points = scored(total(tally for _, tally in found))
            yield (
                f"With as many random games UCT {word} montAI in {len(found)} of {len(trees)} matches, "
                f"on {boards}: {points} of the points."
            )


def _discs(results: Results) -> Iterator[str]:
    words = {"above": "is stronger than", "around": "is not told apart from", "below": "is weaker than"}
    flat = [(board, result.tally) for board, player, _, result in matches(results) if "discs" in player]
    for side, word in words.items():
        found = [
            f"{scored(tally)} of the points on {BOARDS[board]}"
            for board, tally in flat
            if tally.interval(len(flat)).side_of(0.5) == side
        ]
        if found:
            yield f"Judging by discs {word} judging by wins: {listed(found)}."
