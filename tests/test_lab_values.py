"""The laboratory's values: series, measurements, tallies, results and exhibits."""

from __future__ import annotations

import math
from importlib import import_module
from random import Random

import pytest
from laboratory import STUDY, squares

import shirokuro as sk
from shirokuro.lab.exhibit import Plot, Point, Series, Table
from shirokuro.lab.report.entries import ratio_point, readable, score_point, scored
from shirokuro.lab.report.head import explained_words, once
from shirokuro.lab.report.markdown import as_table, chapter, markdown
from shirokuro.lab.run.plan import Measurement, Scale, stored_as
from shirokuro.lab.run.result import CellResult
from shirokuro.lab.run.series import both_colours, from_openings, series
from shirokuro.lab.statistics.proportion import Interval, Proportion
from shirokuro.lab.statistics.ratio import Ratio, mean, ratio_of_sums, student_95
from shirokuro.lab.statistics.rounding import in_per_cent, margin, number, per_cent, points, with_interval
from shirokuro.lab.study import Study
from shirokuro.lab.study_index import studies
from shirokuro.matches.fixture import Fixture, Game
from shirokuro.matches.rating import Tally

# Series


def test_colours_alternate_within_a_pair() -> None:
    limits = sk.Limits(depth=1), sk.Limits(depth=2)
    games = both_colours(Fixture("a", "b", limits=limits), 5)
    assert [game.black for game in games] == ["a", "b", "a", "b", "a"]
    assert [game.limits[0].depth for game in games] == [1, 2, 1, 2, 1]
    assert [game.seed == games[0].seed for game in games] == [True, True, False, False, False]


def test_a_longer_series_begins_with_the_shorter_and_makes_its_games_when_asked() -> None:
    """A plan of absurd length costs nothing until somebody plays it."""
    for games in (series, both_colours, from_openings):
        long, short = games(Fixture("a", "b"), 10**15), games(Fixture("a", "b"), 6)
        assert len(long) == 10**15
        assert long[:6] == tuple(short)
        assert (long[-1], long[5]) == (long[10**15 - 1], short[-1])
        with pytest.raises(IndexError):
            short[6]
        assert long == games(Fixture("a", "b"), 10**15)
    assert len({game.seed for game in series(Fixture("a", "b"), 100)}) == 100


def test_pairs_take_one_opening_after_the_other() -> None:
    known = sk.openings()
    opened = [game.opening for game in from_openings(Fixture("a", "b"), 2 * len(known) + 2)]
    assert opened[::2] == opened[1::2]
    assert sorted(opened[: 2 * len(known) : 2]) == sorted(known)
    assert opened[-1] == opened[0]


# Measurements


def test_a_measurement_keeps_its_key_when_its_function_moves() -> None:
    assert Measurement.of(squares, count=4).key() == 'laboratory:squares{"count":4}'

    @stored_as("old_module:measure")
    def measure(count: int) -> int:
        return count

    kept = Measurement.of(measure, count=4)
    assert kept.key() == 'old_module:measure{"count":4}'
    measure.__module__ = "elsewhere"
    moved = Measurement.of(measure, count=4)
    assert (moved.key(), moved.function != kept.function) == (kept.key(), True)
    assert moved.then(measure, count=5).key() == kept.then(measure, count=5).key()


@pytest.mark.parametrize("study", studies().values(), ids=lambda study: study.name)
def test_the_measurements_of_all_studies_have_names_of_their_own(study: Study) -> None:
    """Without one, stores would lose what they hold as soon as a module is renamed."""
    found = {cell.measurement for cell in study.plan(Scale("full")) if cell.measurement is not None}
    for module, _, name in (each.function.partition(":") for each in found):
        assert hasattr(getattr(import_module(module), name), "stored_as")


# Tallies


@pytest.mark.parametrize(
    ("successes", "trials", "low", "high"),
    # As statsmodels' proportion_confint(method="wilson") has them.
    [(0, 10, 0.0, 0.2775), (10, 10, 0.7225, 1.0), (77, 100, 0.6785, 0.8416), (1, 2, 0.0945, 0.9055)],
)
def test_wilson(successes: int, trials: int, low: float, high: float) -> None:
    assert Proportion(successes, trials).interval() == pytest.approx((low, high), abs=1e-4)


def test_an_interval() -> None:
    interval = Interval(0.2, 0.4)
    assert [share in interval for share in (0.3, 0.5)] == [True, False]
    assert [interval.overlaps(Interval(low, 0.6)) for low in (0.4, 0.41)] == [True, False]
    assert [interval.side_of(share) for share in (0.1, 0.2, 0.4, 0.5)] == [
        "above",
        "around",
        "around",
        "below",
    ]
    assert str(Interval(0.678, 0.842)) == "68–84 %"
    assert Proportion(0, 0).interval() == (0, 1)
    for trials in range(1, 500):
        assert (Proportion(0, trials).interval().low, Proportion(trials, trials).interval().high) == (0, 1)


def test_a_tally() -> None:
    tally = Tally.of([3.0, -1.0, 0.0, 64.0]) + Tally(losses=1)
    assert (tally.wins, tally.draws, tally.losses, tally.games) == (2, 1, 2, 5)
    assert str(tally) == "2/2/1"
    assert tally.points == 2.5
    assert Proportion.scored(tally).value == 0.5
    assert 0.5 in Proportion.scored(tally).interval()


def test_intervals_that_hold_together_are_wider() -> None:
    """In 95 of 100 cases all four hold of shares that are exactly a half."""
    random, held = Random(2), 0
    for _ in range(1000):
        tallies = [
            Tally(wins := sum(random.random() < 0.5 for _ in range(100)), 0, 100 - wins) for _ in "1234"
        ]
        held += all(0.5 in Proportion.won(tally).interval(among=4) for tally in tallies)
    assert held > 930
    assert Proportion(60, 100).interval(among=1) == Proportion(60, 100).interval()


# Ratios


def test_a_ratio_of_sums() -> None:
    """By hand: r = 1/2, the rests are 0.5, -0.5 and 0, so σ = √(0.5 · 3/2)/12 and t = 4.303."""
    ratio = ratio_of_sums([2.5, 1.5, 2.0], [4.0, 4.0, 4.0])
    reach = math.exp(4.303 * math.sqrt(0.75) / 12 / 0.5)
    assert (ratio.value, ratio.low, ratio.high) == pytest.approx((0.5, 0.5 / reach, 0.5 * reach))
    assert str(ratio.times(2)) == "1.0 (0.5–1.9)"
    assert [ratio.side_of(value) for value in (0.2, 0.5, 1.0)] == ["above", "around", "below"]
    assert ratio_of_sums([0.0, 0.0], [1.0, 1.0]) == Ratio(0.0, 0.0, 0.0)
    alone = mean([3.0])  # one sample does not say how sure it is
    assert (str(alone), alone.side_of(1), ratio_point("x", alone)) == ("3.00", "around", Point("x", 3.0))


def test_the_interval_of_a_mean_holds_for_four_samples() -> None:
    random, held = Random(4), 0
    for _ in range(2000):
        found = mean([random.lognormvariate(0.0, 0.3) for _ in range(4)])
        held += found.low <= math.exp(0.3**2 / 2) <= found.high
    assert 0.93 * 2000 < held < 0.97 * 2000
    for freedom, t in ((1, 12.706), (2, 4.303), (5, 2.571), (9, 2.262), (19, 2.093), (299, 1.968)):
        assert student_95(freedom) == pytest.approx(t, rel=0.006)


# Results


def game(black: str, white: str, result: float) -> Game:
    """Four moves, the first of the opening and the last a pass; move n takes n nodes and n/10 seconds."""
    moves = (*map(sk.parse_square, ("b1", "a1", "d3")), sk.PASS)
    notes = sk.Record("reversi4", None, moves, (), (None, 0.2, 0.3, 0.4), (None, 2, 3, 4), result=result)
    return Game(Fixture(black, white, "reversi4"), notes)


def test_a_result_sees_its_player_in_both_colours() -> None:
    """Where it meets itself, black is meant. The opening and passes are no effort."""
    result = CellResult("a", 3, (game("a", "b", 4.0), game("b", "a", 6.0), game("b", "a", 0.0)))
    assert [*map(str, (result.as_black, result.as_white, result.tally))] == ["1/0/0", "0/1/1", "1/1/1"]
    assert result.mean_margin == pytest.approx(-2 / 3)
    assert result.is_complete
    assert str(CellResult("a", 1, (game("a", "a", -2.0),)).tally) == "0/1/0"
    begun, empty = CellResult("a", 2, (game("a", "b", 4.0),)), CellResult("a", 5)
    assert (begun.nodes_per_move(), begun.seconds_per_move()) == (3, pytest.approx(0.3))
    assert not begun.is_complete
    assert empty.tally == Tally()
    assert empty.mean_margin is empty.nodes_per_move() is empty.seconds_per_move() is None


# Numbers and names


NUMBERS = [
    *(number, (1170,), "1170", (-120,), "−120", (1e6,), "1 000 000", (999.6,), "1000", (12345.6,), "12 346"),
    *(number, (16.21,), "16.2", (-0.06532,), "−0.0653", (100.0,), "100", (28.0,), "28.0", (0.0,), "0"),
    *(per_cent, (0.5,), "50 %", (0.996,), "99.6 %", (2935 / 2940,), "99.8 %", (1.0,), "100 %"),
    *(per_cent, (0.004,), "0.4 %", (0.0,), "0 %", (0.012,), "1 %"),
    *(with_interval, (0.5865, 0.577, 0.596), "0.587 (0.577–0.596)", (1.1, 0.886, 1.36), "1.10 (0.89–1.36)"),
    *(with_interval, (429.0, 157.0, 1170.0), "430 (160–1170)", (100.0, 96.3, 100.0), "100 (96–100)"),
    *(with_interval, (0.06526, 0.064, 0.0667), "0.0653 (0.0640–0.0667)", (2.0, 2.0, 2.0), "2"),
    *(with_interval, (2.0, 2.0 - 1e-15, 2.0 + 1e-15), "2", (26.3, -4.87, 57.4), "30 (0 to 60)"),
    *(with_interval, (26, -5, 57), "26 (−5 to 57)"),
    *(in_per_cent, (0.587, 0.577, 0.596), "59 % (58–60 %)", (1.0, 0.9904, 1.0), "100 % (99.0–100 %)"),
    *(in_per_cent, (0.009, 0.006, 0.015), "0.9 % (0.6–1.5 %)"),  # not 0.9 % (0.6–2 %)
    *(in_per_cent, (0.999, 0.997, 0.99996), "99.9 % (99.7–100.0 %)", (0.0, 0.0, 0.0019), "0 % (0–0.2 %)"),
    *(in_per_cent, (1.038, 1.016, 1.06), "104 % (102–106 %)"),
    *(margin, (2.876,), "+2.9", (-0.04,), "+0.0", (-7.25,), "−7.2", (59.7,), "+59.7", (None,), None),
    *(points, (150.5,), "150.5", (3.0,), "3", (12345.5,), "12 345.5"),
]
"""Ways to write numbers, each with its arguments and what is written; only all is a hundred per cent."""


def test_numbers_as_they_are_written() -> None:
    wrong, write, cases = [], number, iter(NUMBERS)
    for each in cases:
        if callable(each):
            write = each
        elif write(*each) != (text := next(cases)):
            wrong.append((write.__name__, each, write(*each), text))
    assert wrong == []


def test_a_share_is_written_alike_in_a_table_and_behind_a_plot() -> None:
    tally = Tally(174, 0, 26)  # its interval alone would leave tenths
    plot = Plot("Score", "x", "score, %", (Series("one", (score_point(1, tally),)),), in_per_cent=True)
    assert as_table(plot).rows == ((1, scored(tally)),) == ((1, "87 % (82–91 %)"),)


# What tables share


def test_a_note_stands_once_and_words_are_explained() -> None:
    tables = [
        Table(title, ("player", "as printed"), (("a", "3/2/1 (20–80 %)"),), ("Both.", title))
        for title in ("one", "two")
    ]
    assert [table.notes for table in once(tables) if isinstance(table, Table)] == [("Both.", "one"), ("two",)]
    assert list(explained_words(tables)) == ["as printed", "67/29/4", "(55–63 %)"]
    assert explained_words([Table("bare", ("player", "nowhere"), ())]) == {}
    text = chapter(STUDY, tables)
    assert text.count("Both.") == 1
    assert text.index("- *as printed*: the program") < text.index("### one")


def test_a_player_as_people_name_it() -> None:
    names = {
        "random": "random",
        "engine:level=4": "engine level 4",
        "montai:score=discs,playouts=500": "montAI(500) by discs",
        "uct:playouts=16000": "UCT(16 000)",
        "ssai:x=7": "SSAI X=7",
        "rvlai:match=share,as_printed=true,mended=true": "RvlAI by shares as printed mended",
        "weak:as_printed=true,last_six=best": "weak as printed best last six",
    }
    assert {spec: readable(spec) for spec in names} == names


# Exhibits

TABLE = """\
### Wins

| board | W/L/D | margin |
|-------|-------|--------|
| 丸い  | 3/1/0 | 2.50   |
| a\\|b  | 0/0/0 | –      |

Greedy's.
"""


def test_a_table_in_markdown() -> None:
    rows = (("丸い", "3/1/0", 2.5), ("a|b", "0/0/0", None))
    assert markdown([Table("Wins", ("board", "W/L/D", "margin"), rows, ("Greedy's.",))]) == TABLE
    with pytest.raises(ValueError, match="table 't': 2 columns, but a row has 1"):
        Table("t", ("a", "b"), ((1,),))


def test_a_plot_as_a_table() -> None:
    lines = Series("one", (Point(1, 0.5, 0.4, 0.6), Point(2, 12345.6))), Series("two", (Point(2, 0.25),))
    rows = (1, "0.50 (0.40–0.60)", None), (2, "12 346", "0.250")
    plot = Plot("Strength", "depth", "score", lines)
    assert as_table(plot) == Table("Strength (score)", ("depth", "one", "two"), rows)
