"""A small study for the tests of the laboratory."""

from __future__ import annotations

from collections.abc import Sequence

from shirokuro.game import Fixture
from shirokuro.lab.exhibit import Exhibit, Findings, Plot, Point, Series, Table
from shirokuro.lab.series import both_colours
from shirokuro.lab.study import Cell, Measurement, Results, Scale


def squares(count: int) -> list[int]:
    """A measurement."""
    return [number * number for number in range(count)]


class Small:
    """Greedy against random on two boards, and a measurement."""

    name = "small"
    title = "Greedy and random"
    source = "the tests"

    def plan(self, scale: Scale) -> Sequence[Cell]:
        games = scale.count(2, 4, 8)
        return [
            *(
                Cell(board, both_colours(Fixture("greedy", "random", board, seed=scale.seed), games))
                for board in ("reversi4", "nip12")
            ),
            Cell("squares", measurement=Measurement.of(squares, count=3), exclusive=True),
        ]

    def exhibits(self, results: Results) -> Sequence[Exhibit]:
        boards = [name for name in results if name != "squares"]
        rows = tuple((name, str(results[name].tally), results[name].mean_margin) for name in boards)
        points = tuple(Point(name, results[name].tally.score or 0.0) for name in boards)
        return [
            Table("Wins", ("board", "W/L/D", "margin"), rows, ("Greedy's.",)),
            Plot("Score", "board", "share", (Series("greedy", points),), "bar"),
            Findings((f"The squares are {results['squares'].value}.",)),
        ]


STUDY = Small()
