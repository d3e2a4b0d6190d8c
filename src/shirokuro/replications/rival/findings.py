"""Findings on `rival`: which criteria it meets, and against whom it does not."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from statistics import mean, median

from shirokuro.lab.report.entries import listed
from shirokuro.lab.run.result import Results
from shirokuro.lab.run.series import TURNS
from shirokuro.lab.statistics.proportion import Interval, Proportion
from shirokuro.replications.rival import playing
from shirokuro.replications.rival.characters import styles, told_apart
from shirokuro.replications.rival.demonstration import PEOPLE, seen
from shirokuro.replications.rival.ladders import ITSELF, LADDER, SHOWN, Ladder, called
from shirokuro.replications.rival.playing import SeriesGame
from shirokuro.replications.rival.tables import AIM, all_games

SeriesGames = Sequence[SeriesGame]
ALONE = Interval(0.42, 0.58)
"""The range that counts as half if each game begins without memory."""
STEERED = 2.0
"""A series looks steered if its number of runs is this many standard deviations too high."""
CAREFUL = LADDER[LADDER.index("strong:depth=1") :]
"""Opponents to which the rival must not give corners away; to weaker ones it may, as they do."""
MATCH = 0.8
"""Whose moves lose fewer discs than this plays about as well as the engine behind the rival."""
ENOUGH = 50
"""The fewest games from which anything is said about an opponent or a cell."""


@dataclass(frozen=True, slots=True)
class Criterion:
    """Something that should hold against every opponent, or against some of them."""

    words: str
    holds: Callable[[SeriesGames], bool]
    concerns: Callable[[Ladder, str], bool] = lambda ladder, opponent: True
    whom: str = "opponents"
    """The word for the opponents concerned."""


def findings(results: Results) -> Iterator[str]:
    for ladder in SHOWN:
        yield from _of_ladder(results, ladder)
    games = [game for person in PEOPLE for game in seen(results, person)]
    if len(games) >= ENOUGH:
        yield f"Against players that err as people do it scores {_per_cent(games)} of {len(games)} games."
    told = told_apart(results)
    if told and min(map(len, styles(results).values())) >= ENOUGH:
        apart = sum(measures >= 2 for measures in told.values())
        yield f"Two or more measures tell {apart} of {len(told)} pairs of characters apart."


def _of_ladder(results: Results, ladder: Ladder) -> Iterator[str]:
    games_of = {each: all_games(results, ladder, each) for each in ladder.planned(results)}
    met = {each: games for each, games in games_of.items() if len(games) >= ENOUGH}
    equals = [each for each, games in met.items() if playing.opponent_lost_a_move(games) < MATCH]
    weaker = {each: games for each, games in met.items() if each not in (*equals, ITSELF)}
    lines = [_scores(results, ladder, [*weaker], remembers) for remembers in (True, False)]
    for criterion in CRITERIA:
        concerned = {each: games for each, games in weaker.items() if criterion.concerns(ladder, each)}
        failing = [called(each) for each, games in concerned.items() if not criterion.holds(games)]
        if len(concerned) == 1 and not failing:
            lines.append(f"{criterion.words} against {called(*concerned)}")
        else:
            lines.append(_counted(f"{criterion.words} against", len(concerned), failing, criterion.whom))
    series = [playing.played(results, ladder.series(each, turn)) for each in weaker for turn in TURNS]
    if found := [z for games in series if len(games) >= ENOUGH and (z := playing.runs(games)) is not None]:
        steered = sum(abs(z) > STEERED for z in found)
        lines.append(f"{steered} of {len(found)} series with memory fail the runs test")
    yield from (f"{ladder.title}: {line}." for line in lines if line)
    if equals:
        scores = [f"{called(each)} {_per_cent(met[each])}" for each in equals]
        yield f"{ladder.title}: against its match it scores {listed(scores)}."


def _scores(results: Results, ladder: Ladder, opponents: Sequence[str], remembers: bool) -> str:
    """Counts the cells of a table that are close to half."""
    around = AIM if remembers else ALONE
    cells = {
        f"{called(each)} {turn}": playing.played(results, ladder.series(each, turn, remembers))
        for each in opponents
        for turn in TURNS
    }
    known = {name: games for name, games in cells.items() if len(games) >= ENOUGH}
    far = [f"{name} {_per_cent(games)}" for name, games in known.items() if _score(games) not in around]
    memory = "with" if remembers else "without"
    return _counted(f"{memory} memory it scores {around} in", len(known), far, "cells")


def _counted(start: str, total: int, failing: Sequence[str], things: str) -> str:
    """A sentence with the count of those that do not fail; empty if the total is 0."""
    if failing:
        return f"{start} {total - len(failing)} of {total} {things}, not {listed(failing)}"
    return f"{start} all {total} {things}" if total else ""


def _score(games: SeriesGames) -> float:
    return Proportion.scored(playing.tally_of_games(games)).value


def _per_cent(games: SeriesGames) -> str:
    return f"{100 * _score(games):.0f} %"


CRITERIA = (
    Criterion(
        "its moves lose 0.8 to 1.25 times as much as its opponent's",
        lambda games: (ratio := playing.loss_ratio(games)) is not None and 0.8 <= ratio.value <= 1.25,
    ),
    Criterion(
        f"the median margin is 8 discs or less, with 70 % of the games within {playing.CLOSE},",
        lambda games: (
            median(abs(game.margin) for game in games) <= 8
            and playing.share(abs(game.margin) <= playing.CLOSE for game in games).value >= 0.7
        ),
    ),
    Criterion(
        "10 % of the games or fewer are drawn",
        lambda games: playing.share(game.margin == 0 for game in games).value <= 0.1,
    ),
    Criterion(
        "it gives away 1.2 corners a game or fewer",
        lambda games: mean(game.corners for game in games) <= 1.2,
        lambda ladder, opponent: ladder.variant == "reversi" and opponent in CAREFUL,
        f"opponents from {called(CAREFUL[0])} on",
    ),
)
