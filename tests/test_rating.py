"""Elo from scores, the sequential test, and the fit over many players: known values and error rates."""

from __future__ import annotations

import math
from collections import Counter
from random import Random

import pytest

from shirokuro.matches.rating import Score, elo_of, estimate, fit, moments, score_of
from shirokuro.matches.sprt import Sprt

# Elo


def test_elo_and_score_are_each_others_inverse() -> None:
    for score, elo in ((0.5, 0), (0.75, 190.848), (10 / 11, 400), (0.25, -190.848)):
        assert elo_of(score) == pytest.approx(elo, abs=0.001)
        assert score_of(elo) == pytest.approx(score, abs=1e-5)


def test_the_moments_of_a_score() -> None:
    assert moments((1, 0, 1)) == (0.5, 0.25)
    assert moments((0, 0, 4, 0, 0)) == (0.5, 0)
    assert moments((1, 0, 0, 0, 3)) == (0.75, 0.1875)


def test_an_estimate_as_testing_frameworks_print_it() -> None:
    """1000 games, of which 300 won and 250 lost: by hand, the error of the score is 0.02298."""
    found = estimate((250, 450, 300))
    assert str(found) == "17.4 +- 16.0 (95%)"
    assert found.low == pytest.approx(elo_of(0.525 - 0.02298), abs=0.1)
    assert found.high == pytest.approx(elo_of(0.525 + 0.02298), abs=0.1)


def test_pairs_that_level_out_narrow_the_interval() -> None:
    alone = estimate((100, 0, 100))
    level = estimate((100, 0, 100), (5, 0, 90, 0, 5))
    alike = estimate((100, 0, 100), (50, 0, 0, 0, 50))
    assert level.elo == alone.elo == alike.elo == 0
    assert level.error < alone.error < alike.error
    assert estimate((100, 0, 100), (25, 0, 50, 0, 25)).error == pytest.approx(alone.error, rel=0.01)


def test_nothing_but_wins_bounds_the_difference_from_below() -> None:
    won, lost = estimate((0, 0, 100), (0, 0, 0, 0, 50)), estimate((100, 0, 0))
    assert won.elo == math.inf
    assert won.low == pytest.approx(566.2, abs=0.1)
    assert str(won) == "inf, > 566.2 (95%)"
    assert str(lost) == "-inf, < -566.2 (95%)"
    nearly = estimate((1, 0, 19))
    assert 0 < nearly.low < nearly.elo < nearly.high < math.inf
    assert estimate((0, 10, 0)).error > estimate((0, 100, 0)).error > 0
    assert estimate((0, 0, 0)).error == math.inf


def test_intervals_hold_in_95_of_100_cases() -> None:
    random = Random(5)
    held = 0
    for _ in range(1000):
        wins = sum(random.random() < 0.6 for _ in range(200))
        found = estimate((200 - wins, 0, wins))
        held += found.low <= elo_of(0.6) <= found.high
    assert 930 <= held <= 970


@pytest.mark.parametrize("chances", [(10, 4, 45, 6, 35), (35, 2, 20, 3, 40), (2, 20, 50, 24, 4)])
def test_intervals_hold_for_a_few_pairs_too(chances: tuple[int, ...]) -> None:
    """Openings that favour neither side, openings that suit one player, and many draws."""
    random, true, held = Random(6), elo_of(moments(chances)[0]), 0
    for _ in range(2000):
        pairs = Counter(random.choices(range(5), chances, k=10))
        counts = tuple(pairs[i] for i in range(5))
        points = sum(i * count for i, count in enumerate(counts))
        found = estimate((20 - points // 2 - points % 2, points % 2, points // 2), counts)
        held += found.low <= true <= found.high
    assert held > 0.925 * 2000


# The sequential test


def test_known_ratios() -> None:
    """The first two are from fastchess's own tests. Results turned round turn the ratio round."""
    for test, pairs, llr in (
        (Sprt(0.5, 2.5), (223, 9863, 21279, 10037, 246), -3.07),
        (Sprt(0, 2), (871, 26175, 55983, 26678, 821), -4.98),
        (Sprt(0, 5), (0, 0, 0, 0, 0), 0),
    ):
        assert test.llr(pairs) == pytest.approx(llr, abs=0.01)
        turned = Sprt(-test.elo1, -test.elo0)
        assert turned.llr(pairs[::-1]) == pytest.approx(-test.llr(pairs))


def test_known_ratios_of_normalised_elo() -> None:
    """From matches that fastchess ended, with what it printed."""
    for elo0, elo1, pairs, llr in (
        (0, 5, (307, 619, 1202, 725, 353), 2.95),
        (0, 10, (40, 67, 295, 123, 54), 2.95),
        (-5, 5, (29, 80, 142, 101, 60), 2.97),
        (40, 45, (120, 246, 645, 386, 302), 2.95),
    ):
        assert Sprt(elo0, elo1, model="normalized").llr(pairs) == pytest.approx(llr, abs=0.01)


def test_the_ratio_is_that_of_the_likeliest_distributions() -> None:
    """Against a search for them on a grid, with three possible scores, of which two then follow."""
    test, seen = Sprt(0, 60), (30, 20, 50)

    def most_likely(mean: float) -> float:
        best = -math.inf
        for step in range(1, 20_000):
            draw = step / 20_000
            win = mean - draw / 2
            chances = (1 - draw - win, draw, win)
            if min(chances) > 0:
                best = max(best, sum(n * math.log(p) for n, p in zip(seen, chances, strict=True)))
        return best

    assert test.llr(seen) == pytest.approx(most_likely(score_of(60)) - most_likely(0.5), abs=1e-4)


def test_bounds_and_the_line_that_people_paste() -> None:
    assert Sprt().bounds == pytest.approx((-2.944, 2.944), abs=0.001)
    assert Sprt(alpha=0.05, beta=0.1).bounds == pytest.approx((-2.251, 2.890), abs=0.001)
    assert Sprt(0.5, 2.5).line((223, 9863, 21279, 10037, 246)) == "-3.07 (-2.94, 2.94) [0.50, 2.50]"


def decision(random: Random, test: Sprt, elo: float) -> str:
    """How a match ends whose games are independent and never drawn."""
    pairs, chance = [0] * 5, score_of(elo)
    while (accepted := test.accepted(pairs)) is None:
        pairs[2 * ((random.random() < chance) + (random.random() < chance))] += 1
    return accepted


def test_the_test_errs_no_more_often_than_it_was_told_to() -> None:
    random, test, runs = Random(1), Sprt(0, 200, alpha=0.1, beta=0.1), 300
    wrong = sum(decision(random, test, 0) == "elo1" for _ in range(runs))
    missed = sum(decision(random, test, 200) == "elo0" for _ in range(runs))
    assert 0 < wrong < 0.14 * runs
    assert 0 < missed < 0.14 * runs


def test_tests_are_read() -> None:
    assert Sprt.parse("elo0=0,elo1=5,alpha=0.05,beta=0.05") == Sprt()
    assert Sprt.parse("elo0=-5,elo1=0") == Sprt(-5, 0)
    assert Sprt.parse("elo1=10 elo0=2 model=normalized") == Sprt(2, 10, model="normalized")


def test_impossible_tests_are_refused() -> None:
    for complaint, *texts in (
        ("a test is written elo0=0", "", "elo2=5", "elo0"),
        ("elo0 is a number, not 'x'", "elo0=x"),
        ("a test needs elo0 < elo1, both within ±4000, not 5 and 0", "elo0=5,elo1=0"),
        ("a test needs elo0 < elo1, both within ±4000, not 0 and 7000", "elo0=0,elo1=7000"),
        ("a test needs elo0 < elo1", "elo0=-200000", "elo0=nan"),
        ("alpha and beta are risks", "alpha=0.6,beta=0.6", "alpha=0"),
    ):
        for text in texts:
            with pytest.raises(ValueError, match=complaint):
                Sprt.parse(text)


# One fit over many players


def test_two_players_get_the_difference_that_their_score_shows() -> None:
    strong, weak = fit([Score("weak", "strong", 250, 1000)])
    assert (strong.name, weak.name) == ("strong", "weak")
    assert strong.elo == pytest.approx(-weak.elo)
    assert strong.elo - weak.elo == pytest.approx(elo_of(0.75), abs=1)
    assert 2 * strong.error == pytest.approx(estimate((250, 0, 750)).error, rel=0.02)
    assert (strong.points, strong.games) == (750, 1000)


def test_strength_is_found_again_from_results() -> None:
    true = {"a": 150.0, "b": 50.0, "c": 0.0, "d": -200.0}
    random, results = Random(3), []
    for first in true:
        for second in true:
            if first < second:
                chance = score_of(true[first] - true[second])
                results.append(Score(first, second, sum(random.random() < chance for _ in range(400)), 400))
    ratings = fit(results)
    assert [rating.name for rating in ratings] == ["a", "b", "c", "d"]
    assert sum(rating.elo for rating in ratings) == pytest.approx(0, abs=1e-6)
    assert all(abs(rating.elo - true[rating.name]) < 2 * rating.error for rating in ratings)
    assert all(10 < rating.error < 40 for rating in ratings)


def test_players_that_won_all_or_never_met_are_rated_all_the_same() -> None:
    champion, *_, loser = fit([Score("champion", "loser", 5000, 5000), Score("x", "y", 1, 2)])
    assert (champion.name, loser.name) == ("champion", "loser")
    assert 500 < champion.elo < 3000
    assert champion.error > 200
    assert fit([]) == []
