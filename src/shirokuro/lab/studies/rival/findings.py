"""What the tables of the rival of today come to: what it reaches, and against whom it does not."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from statistics import mean, median

from shirokuro.lab.report.entries import listed
from shirokuro.lab.run.result import Results
from shirokuro.lab.run.series import TURNS
from shirokuro.lab.statistics.proportion import Interval, Proportion
from shirokuro.lab.studies.rival.characters import told_apart
from shirokuro.lab.studies.rival.ladders import ITSELF, LADDER, SHOWN, Ladder, called
from shirokuro.lab.studies.rival.measures import CLOSE, loss_ratio, reached, runs, share, tally_of_games
from shirokuro.lab.studies.rival.playing import SeriesGame, played
from shirokuro.lab.studies.rival.tables import AIM, all_games

Games = Sequence[SeriesGame]
ALONE = Interval(0.42, 0.58)
"""What half means where each game begins without memory."""
STEERED = 2.0
"""Standard deviations of the number of runs from which on a series looks steered."""
CAREFUL = LADDER[LADDER.index("strong:depth=1") :]
"""Against these, and those that are not on the ladder, corners are not given away."""


def findings(results: Results) -> Iterator[str]:
    for ladder in SHOWN:
        yield from _of_ladder(results, ladder)
    told = told_apart(results)
    if told:
        apart = sum(measures >= 2 for measures in told.values())
        yield f"Two measures or more tell {apart} of {len(told)} pairs of characters apart."


def _of_ladder(results: Results, ladder: Ladder) -> Iterator[str]:
    met = {each: all_games(results, ladder, each) for each in ladder.planned(results)}
    met = {each: games for each, games in met.items() if games}
    equals = [each for each, games in met.items() if mean(game.is_equal for game in games) > 0.5]
    weaker = {each: games for each, games in met.items() if each not in (*equals, ITSELF)}
    if not weaker:
        return
    lines = [_scores(results, ladder, [*weaker], True), _scores(results, ladder, [*weaker], False)]
    lines += [f"{what} {_held(weaker, holds)}" for what, holds in _CRITERIA.items()]
    careful = {each: games for each, games in weaker.items() if each not in LADDER or each in CAREFUL}
    if ladder.variant == "reversi" and careful:
        lines.append(f"it gives away 1.2 corners a game or fewer {_held(careful, _keeps_corners)}")
    lines.append(_steered(results, ladder, [*weaker]))
    yield from (f"{ladder.title}: {line}." for line in lines if line)
    if equals:
        scores = [f"{called(each)} {_per_cent(met[each])}" for each in equals]
        yield f"{ladder.title}: against its match it aims to win and scores {listed(scores)}."


def _scores(results: Results, ladder: Ladder, opponents: Sequence[str], remembers: bool) -> str:
    """How many cells of a table lie near half."""
    around = AIM if remembers else ALONE
    cells = {
        f"{called(each)} {turn}": played(results, ladder.series(each, turn, remembers))
        for each in opponents
        for turn in TURNS
    }
    known = {name: games for name, games in cells.items() if games}
    far = [
        f"{name} {_per_cent(games)}"
        for name, games in known.items()
        if Proportion.scored(tally_of_games(games)).value not in around
    ]
    memory = "with" if remembers else "without"
    return _counted(f"{memory} memory it scores {around} in", len(known), far, "cells")


def _steered(results: Results, ladder: Ladder, opponents: Sequence[str]) -> str:
    series = [played(results, ladder.series(each, turn)) for each in opponents for turn in TURNS]
    found = [z for games in series if (z := runs(games)) is not None]
    steered = sum(abs(z) > STEERED for z in found)
    return f"{steered} of {len(found)} series with memory fail the runs test" if found else ""


def _held(met: Mapping[str, Games], holds: Callable[[Games], bool]) -> str:
    """Against how many it holds, and against whom it does not."""
    return _counted("against", len(met), [called(each) for each, games in met.items() if not holds(games)])


def _counted(start: str, total: int, others: Sequence[str], things: str = "opponents") -> str:
    if not total:
        return ""
    if not others:
        return f"{start} all {total} {things}"
    return f"{start} {total - len(others)} of {total} {things}, not {listed(others)}"


def _per_cent(games: Games) -> str:
    return f"{100 * Proportion.scored(tally_of_games(games)).value:.0f} %"


def _reaches(games: Games) -> bool:
    return all(each.value >= 0.8 for aim in ("win", "lose") if (each := reached(games, aim)).whole)


def _is_natural(games: Games) -> bool:
    ratio = loss_ratio(games)
    return ratio is not None and 0.8 <= ratio.value <= 1.25


def _is_close(games: Games) -> bool:
    margins = [abs(game.margin) for game in games]
    return median(margins) <= 8 and share(margin <= CLOSE for margin in margins).value >= 0.7


def _is_decided(games: Games) -> bool:
    return share(game.margin == 0 for game in games).value <= 0.1


def _keeps_corners(games: Games) -> bool:
    return mean(game.corners for game in games) <= 1.2


_CRITERIA: dict[str, Callable[[Games], bool]] = {
    "it reaches both aims in 80 % of the games or more": _reaches,
    "its moves lose 0.8 to 1.25 times as much as the opponent's": _is_natural,
    f"the median margin is 8 discs or less and 70 % of the games end within {CLOSE}": _is_close,
    "10 % of the games or fewer are drawn": _is_decided,
}
