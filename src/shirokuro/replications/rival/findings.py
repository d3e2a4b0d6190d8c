"""Findings on `rival`: which criteria it meets, and against whom it does not."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product

from shirokuro.lab.report.entries import listed
from shirokuro.lab.run.result import Results
from shirokuro.lab.statistics.proportion import Proportion
from shirokuro.replications.rival import playing
from shirokuro.replications.rival.characters import styles, told_apart
from shirokuro.replications.rival.demonstration import PEOPLE, seen
from shirokuro.replications.rival.ladders import ITSELF, SHOWN, TOP, Ladder, called
from shirokuro.replications.rival.playing import EVEN, MODES, RivalMode, SeriesGame
from shirokuro.replications.rival.tables import RANGES, TITLES

SeriesGames = Sequence[SeriesGame]
STEERED = 2.0
"""A series looks steered if its number of runs is this many standard deviations too high."""
MOST_THROWN = 0.1
"""The part of its lost games that a rival may have thrown away, if its opponent throws fewer."""
ENOUGH = 50
"""The fewest games from which anything is said about an opponent."""


@dataclass(frozen=True, slots=True)
class Criterion:
    """Something that should hold against every opponent."""

    words: str
    holds: Callable[[SeriesGames], bool]


def findings(results: Results) -> Iterator[str]:
    for ladder, mode in product(SHOWN, MODES):
        yield from of_ladder(results, ladder, mode)
    games = [game for person in PEOPLE for game in seen(results, person)]
    if len(games) >= ENOUGH:
        yield f"Against players that err as people do it scores {_per_cent(games)}."
    told = told_apart(results)
    if told and min(map(len, styles(results).values())) >= ENOUGH:
        apart = sum(measures >= 2 for measures in told.values())
        yield f"Two or more measures tell {apart} of {len(told)} pairs of characters apart."


def of_ladder(results: Results, ladder: Ladder, mode: RivalMode) -> Iterator[str]:
    """What holds against how many of the opponents with whom enough was played."""
    games_of = {each: playing.played(results, ladder.series(each, mode)) for each in ladder.planned(results)}
    met = {
        each: games for each, games in games_of.items() if len(games) >= ENOUGH and each not in (ITSELF, TOP)
    }
    lines = [_scores(met, mode), *(_counted_by(criterion, met) for criterion in CRITERIA)]
    if mode == EVEN:
        found = [z for games in met.values() if (z := playing.runs(games)) is not None]
        steered = sum(z > STEERED for z in found)
        lines.append(f"{steered} of {len(found)} series look steered" if found else "")
    yield from (f"{ladder.title}, {TITLES[mode]}: {line}." for line in lines if line)


def _scores(met: Mapping[str, SeriesGames], mode: RivalMode) -> str:
    """Counts the opponents against whom the score itself, whatever its interval, is in the range."""
    around = RANGES[mode]
    far = [f"{called(each)} {_per_cent(games)}" for each, games in met.items() if _score(games) not in around]
    return _counted(f"it scores {around} against", len(met), far)


def _counted_by(criterion: Criterion, met: Mapping[str, SeriesGames]) -> str:
    failing = [called(each) for each, games in met.items() if not criterion.holds(games)]
    return _counted(f"{criterion.words} against", len(met), failing)


def _counted(start: str, total: int, failing: Sequence[str]) -> str:
    """A sentence with the count of those that do not fail; empty if the total is 0."""
    if failing:
        return f"{start} {total - len(failing)} of {total} opponents, not {listed(failing)}"
    return f"{start} all {total} opponents" if total else ""


def _score(games: SeriesGames) -> float:
    return Proportion.scored(playing.tally_of_games(games)).value


def _per_cent(games: SeriesGames) -> str:
    return f"{100 * _score(games):.0f} %"


def throws_little(games: SeriesGames) -> bool:
    """Whether it throws away few of the games that it loses, or no larger a part than its opponent."""
    own, theirs = playing.thrown(games), playing.thrown_to_it(games)
    return not own.part or own.value <= max(MOST_THROWN, theirs.value if theirs.whole else 0.0)


CRITERIA = (
    Criterion(
        "of the games it loses, 10 % or fewer were thrown away in the last twelve moves, or no larger a part "
        "than its opponent threw away,",
        throws_little,
    ),
    Criterion(
        "its moves lose 0.8 to 1.25 times as much as its opponent's",
        lambda games: (ratio := playing.loss_ratio(games)) is not None and 0.8 <= ratio.value <= 1.25,
    ),
)
