"""How likely published figures are under measured variants, and which variant explains them."""

from __future__ import annotations

from fractions import Fraction
from math import comb, exp, inf
from typing import Any

import pytest

from shirokuro.lab.exhibit import PublishedCells
from shirokuro.lab.report.head import explained_words
from shirokuro.lab.statistics.fit import fit_of_count, fit_of_mean, predicted, probability_of_sum, two_sided
from shirokuro.lab.statistics.proportion import Proportion
from shirokuro.lab.statistics.ratio import Ratio, mean
from shirokuro.lab.statistics.rounding import probability
from shirokuro.replications.fitting import (
    Group,
    PublishedCell,
    PublishedMean,
    all_fitting,
    fit_tables,
    fitted,
)

# Counts


def urn(measured: Proportion, games: int) -> list[Fraction]:
    """The slow way, without the formula: each ball drawn from an urn adds one of its kind."""
    chances = [Fraction(1)]
    for drawn in range(games):
        below = Fraction(measured.whole + 1 + drawn)
        following = [Fraction(0)] * (drawn + 2)
        for wins, chance in enumerate(chances):
            win = (Fraction(measured.part) + Fraction(1, 2) + wins) / below
            following[wins + 1] += chance * win
            following[wins] += chance * (1 - win)
        chances = following
    return chances


@pytest.mark.parametrize("measured", [Proportion(0, 1), Proportion(7, 10), Proportion(30, 30)])
def test_counts_to_come_follow_polyas_urn(measured: Proportion) -> None:
    slow = urn(measured, 12)
    assert predicted(measured, 12) == pytest.approx([float(each) for each in slow])
    for count, own in enumerate(slow):
        found = fit_of_count(Proportion(count, 12), measured)
        assert found.probability == pytest.approx(float(sum(each for each in slow if each <= own)))
        assert exp(found.log_likelihood) == pytest.approx(float(own))


def test_a_form_that_is_known_exactly_leaves_the_binomial_distribution() -> None:
    """As the exact binomial test has it: 8 of 10 or more, or 2 or fewer, are 112 of 1024 cases."""
    measured = Proportion(10**9, 2 * 10**9)
    assert predicted(measured, 10) == pytest.approx([comb(10, count) / 1024 for count in range(11)])
    assert fit_of_count(Proportion(8, 10), measured).probability == pytest.approx(112 / 1024)
    assert fit_of_count(Proportion(5, 10), measured).probability == pytest.approx(1)
    with_half_points = Proportion(50.5, 101)
    assert fit_of_count(Proportion(5, 10), with_half_points).probability == pytest.approx(1)


def test_the_fewer_games_a_form_was_measured_in_the_less_is_excluded() -> None:
    found = [
        fit_of_count(Proportion(83, 100), Proportion(share * games // 100, games)).probability
        for share, games in ((70, 100), (70, 1000), (70, 100_000), (100, 1000))
    ]
    assert found == sorted(found, reverse=True)
    assert found[0] > 0.03
    assert found[-1] < 1e-9


def test_many_small_differences_to_one_side_are_seen_in_the_sum() -> None:
    published = (Proportion(57, 100),) * 12
    apart = tuple(Proportion(500 + place, 1000 + 2 * place) for place in range(12))
    assert all(fit_of_count(published[0], variant).probability > 0.1 for variant in apart)
    assert probability_of_sum(published, apart) < 1e-3
    assert probability_of_sum(published[:1], apart[:1]) == fit_of_count(published[0], apart[0]).probability


def test_cells_of_one_measurement_share_its_error() -> None:
    published, measured = (Proportion(57, 100),) * 12, Proportion(50, 100)
    together = fit_of_count(Proportion(12 * 57, 1200), measured).probability
    assert probability_of_sum(published, (measured,) * 12) == pytest.approx(together)
    independent = tuple(Proportion(50 * n, 100 * n) for n in range(1, 13))
    assert probability_of_sum(published, independent) < together


def test_the_sum_of_two_is_that_of_all_pairs() -> None:
    one, other = Proportion(3, 7), Proportion(9, 11)
    sums = [0.0] * 12
    for first, chance in enumerate(predicted(one, 5)):
        for second, beside in enumerate(predicted(other, 6)):
            sums[first + second] += chance * beside
    found = probability_of_sum((Proportion(4, 5), Proportion(5, 6)), (one, other))
    assert found == pytest.approx(two_sided(sums, 9))


# Means


def test_a_mean_at_the_end_of_an_interval() -> None:
    """With very many samples of theirs, the end of the 95 % interval has 5 %; with as many as ours, more."""
    measured = Ratio(100.0, 80.0, 125.0)
    for end in (80.0, 125.0):
        assert fit_of_mean(end, measured, 1e12).probability == pytest.approx(0.05)
    assert fit_of_mean(125.0, measured).probability == pytest.approx(0.1658, abs=1e-4)
    assert fit_of_mean(100.0, measured).probability == 1
    assert fit_of_mean(100.0, measured).log_likelihood > fit_of_mean(110.0, measured).log_likelihood


def test_a_mean_without_spread_says_nothing() -> None:
    cell = PublishedMean("table 1", "positions", "2 520 182")
    for measured in (None, mean([3.0]), mean([3.0, 3.0]), Ratio(0.0, 0.0, 0.0), Ratio(1.0, 0.5, inf)):
        assert cell.fit(measured) is None
    found = cell.fit(Ratio(2_520_182.0, 2_000_000.0, 3_000_000.0))
    assert found is not None
    assert found.probability == 1


# Groups

CELLS = (PublishedCell("table 2", "first", 83), PublishedCell("table 2", "second", 86))
RIGHT = (Proportion(820, 1000), Proportion(850, 1000))
HALF_RIGHT = (Proportion(820, 1000), Proportion(500, 1000))
WRONG = (Proportion(100, 1000), Proportion(100, 1000))
OTHER_HALF = (Proportion(500, 1000), Proportion(850, 1000))
UNKNOWN = (Proportion(0, 0), Proportion(0, 0))


def test_one_form_that_fits_all_cells_explains_them() -> None:
    """One that fits a cell alone is consistent with it; several for several cells explain nothing."""
    cases: list[tuple[dict[str, Any], str]] = [
        ({"half": HALF_RIGHT, "right": RIGHT, "none": UNKNOWN}, "right explained, right explained"),
        ({"half": HALF_RIGHT, "wrong": WRONG}, "half consistent, half not explained"),
        ({"half": HALF_RIGHT, "other": OTHER_HALF}, "half consistent, other consistent"),
        ({"part": (RIGHT[0], Proportion(0, 0))}, "part consistent"),  # it was not measured everywhere
        ({"unknown": UNKNOWN}, ""),
    ]
    for variants, found in cases:
        cells = fitted(Group("a program", CELLS, variants))
        assert ", ".join(f"{cell.variant} {cell.verdict}" for cell in cells) == found


def test_a_form_with_few_games_is_not_judged() -> None:
    """It would fit nearly anything."""
    assert CELLS[0].fit(Proportion(3, 4)) is None
    assert CELLS[0].fit(Proportion(83, 100)) is not None


def test_a_cell_is_no_more_consistent_among_many() -> None:
    """Its group fails; a probability of 2 % is doubtful, however many others there are."""
    cells = [PublishedCell("table 9", str(row), 61 if row == 0 else 95) for row in range(10)]
    group = Group("a", cells, {"one": [Proportion(5000, 10_000)] * 10})
    assert [cell.verdict for cell in fitted(group)] == ["not explained"] * 10


def test_one_of_many_cells_may_be_off_by_chance() -> None:
    """A probability of 2 % alone is doubtful, of four cells it is not."""
    off, variant = PublishedCell("table 9", "off", 61), Proportion(5000, 10_000)
    found = off.fit(variant)
    assert found is not None
    assert 0.01 < found.probability < 0.05
    others = [PublishedCell("table 9", f"row {row}", 47) for row in range(3)]
    assert not Group("alone", [off], {"variant": [variant]}).is_explained
    assert Group("together", [off, *others], {"variant": [variant] * 4}).is_explained


def test_cells_that_all_lean_to_one_side_are_not_explained() -> None:
    cells = [PublishedCell("table 2", f"X = {x}", 57) for x in range(12)]
    variant = [Proportion(5000, 10_000)] * 12
    assert fit_of_count(cells[0].share, variant[0]).probability > 0.15
    assert not Group("a program", cells, {"variant": variant}).is_explained


def test_several_forms_that_fit_are_all_named() -> None:
    one = Group("a program", CELLS, {"right": RIGHT, "wrong": WRONG})
    assert all_fitting(one) == []
    two = Group("a program", CELLS, {"right": RIGHT, "wrong": WRONG, "as good": RIGHT})
    assert all_fitting(two) == ["2 of 3 variants fit all published figures together: right; as good."]


def test_the_table_of_cells() -> None:
    """What was not measured has none."""
    assert fit_tables([Group("a program", CELLS, {"unknown": UNKNOWN})]) == []
    groups = [
        Group("montAI", CELLS, {"right": RIGHT, "wrong": WRONG}),
        Group("the search", [PublishedMean("table 1", "hit rate", "16.21")], {"ours": [Ratio(16, 15, 17)]}),
    ]
    (table,) = fit_tables(groups)
    assert isinstance(table, PublishedCells)
    assert table.rows == (
        ("table 2: first", "83 of 100", "right", "82 % of 1000 (79–84 %)", "0.90", "explained"),
        ("table 2: second", "86 of 100", "right", "85 % of 1000 (83–87 %)", "0.89", "explained"),
        ("table 1: hit rate", "16.21", "ours", "16 (15–17)", "0.77", "explained"),
    )
    assert table.notes[0] == "montAI: of 2 variants, right fits all cells together best (probability 1.0)."
    assert {"probability", "explained", "published"} <= set(explained_words([table]))
    assert "consistent" not in explained_words([table])


def test_probabilities_as_people_read_them() -> None:
    texts = {0.4321: "0.43", 0.3: "0.30", 0.0123: "0.012", 1.0: "1.0", 0.00002: "< 0.0001"}
    assert {value: probability(value) for value in texts} == texts
