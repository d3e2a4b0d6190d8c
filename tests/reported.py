"""A small report for the tests: square and round boards, passes, a forfeit, all exhibits, odd texts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import laboratory

from shirokuro.board.record import Record
from shirokuro.lab.exhibit import Exhibit, Findings, Plot, Point, Series, Table
from shirokuro.lab.report.chapter import Chapter, chapters
from shirokuro.lab.run.plan import Cell, Scale
from shirokuro.lab.run.result import Results
from shirokuro.lab.run.series import both_colours
from shirokuro.lab.run.store import Store
from shirokuro.lab.run.task import perform
from shirokuro.lab.study import Paper, Run
from shirokuro.matches.fixture import Fixture, Game
from shirokuro.workers.origin import Origin

ODD = "</script><b>&\"' $x$ <!--"
"""Text that would break a page that does not escape it."""
ORIGIN = Origin("a machine", "shirokuro 1.2.3, commit abc")


class Odd:
    """Random against greedy, on the boards that people play on."""

    name = "odd one"
    title = ODD
    question = ODD
    method = ODD
    paper = Paper(ODD, "", ODD, ODD, ODD, ODD)

    def plan(self, scale: Scale) -> Sequence[Cell]:
        games = scale.count(1, 2, 3)
        return [
            Cell(f"{board} {ODD}", both_colours(Fixture("random", "greedy", board, seed=scale.seed), games))
            for board in ("reversi", "nip", "nip24+loop")
        ]

    def exhibits(self, results: Results) -> Sequence[Exhibit]:
        x, y = (Point(1, 0.5, 0.4, 0.6), Point(100, 12.0)), (Point(10, 0.7, 0.71, 0.69),)
        lines = Series("first", x), Series(ODD, y)
        bars = tuple(Point(f"player {number} of many", -7.0, -9.0, -5.0) for number in range(5))
        rows = (ODD, None, 3), ("丸", 1.5, "three"), ("x", 2.5, ODD)
        return [
            Table(ODD, (ODD, "margin", "mixed"), rows, (ODD,)),
            Plot(ODD, ODD, "share", lines, log_x=True, log_y=True, reference=5, notes=(ODD,)),
            Plot("Elo", "player", "Elo", (Series("Elo", bars), Series("again", bars)), "bar"),
            Plot("Nothing yet", "x", "y", ()),
            Findings((ODD, "Second."), "It came out."),
        ]


def play_all(run: Run, store: Store) -> None:
    for cell in run.plan:
        for task in cell.tasks():
            store.add(task, replace(perform(task), origin=ORIGIN))


def report_in(folder: Path) -> list[Chapter]:
    """Two studies, played to their end; a game of the second one was forfeited."""
    runs = [Run(study, Scale(seed=2)) for study in (laboratory.STUDY, Odd())]
    with Store(folder / "lab.sqlite") as store:
        for run in runs:
            play_all(run, store)
        first, second = chapters(runs, store)
    return [first, with_forfeit(second)]


def with_forfeit(chapter: Chapter) -> Chapter:
    """The first game of the first cell breaks off after seven moves."""
    sample = chapter.samples[0]
    game = sample.games[0]
    players = {"black": ODD, "white": game.record.white}
    note = f"black raised ValueError at move 8: {ODD}"
    short = Record(game.record.variant, moves=game.record.moves[:7], **players, result=-64.0, note=note)
    games = (Game(game.fixture, short), *sample.games[1:])
    return replace(chapter, samples=(replace(sample, games=games), *chapter.samples[1:]))


def games_of(report: Sequence[Chapter]) -> list[Record]:
    """All games of a report, in the order in which the page has them."""
    return [game.record for chapter in report for sample in chapter.samples for game in sample.games]
