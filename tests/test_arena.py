"""sk.match: fair, repeatable whatever the number of workers, and not to be spoilt by a player."""

from __future__ import annotations

import json
import math
import os
import tomllib
from collections import Counter
from dataclasses import replace
from itertools import islice
from pathlib import Path
from typing import Any

import pytest
from strange_players import (
    BadlyClosing,
    Closing,
    Crasher,
    Interrupter,
    Killer,
    Learner,
    OddCrasher,
    Sleeper,
    Staying,
    Strange,
    Unsendable,
)

import shirokuro as sk
from shirokuro.matches.fixture import Fixture, Game
from shirokuro.matches.match_runner import MatchProgress
from shirokuro.matches.rating import Tally
from shirokuro.matches.schedule import Terms, fixtures, pairings
from shirokuro.opening_names.named_openings import NAMES

NAMED = tomllib.loads(NAMES.read_text(encoding="utf-8"))
QUICK = {"variant": "reversi4"}
either = pytest.mark.parametrize("jobs", [1, 2])


def played(result: sk.MatchResult) -> list[sk.Record]:
    """The games without their thinking times."""
    return [replace(record, seconds=()) for record in result.records]


def faults(result: sk.MatchResult) -> list[str]:
    """The notes of the games, up to the move."""
    return [str(record.note).partition(" at ")[0] for record in result.records]


# Adjudication


@either
def test_games_end_with_the_exact_result_once_they_are_solved(jobs: int) -> None:
    rule = sk.Adjudication(solve=10)
    result = sk.match("greedy", "random", 8, 3, variant="reversi6", adjudication=rule, jobs=jobs)
    ended = [
        record for record in result.records if record.end is not None and record.end.cause == "adjudicated"
    ]
    assert len(ended) == len([record for record in result.records if not record.board().is_over()]) > 0
    for record in ended:
        board = record.board()
        value = sk.solve(board).value
        assert record.result == (value if board.turn == sk.BLACK else -value)
        assert len(board.empties()) <= 10
    assert not result.forfeits


class Sure(Strange):
    """Values every move as if one side had won by 30 discs."""

    def __init__(self, winner: sk.Colour) -> None:
        self.winner = winner

    def choose(
        self, board: sk.Board, limits: sk.Limits | None = None, stop: sk.Stop | None = None
    ) -> sk.Choice:
        return sk.Choice(board.legal_moves[0], value=30 if board.turn == self.winner else -30)


def test_games_end_once_both_players_see_the_same_winner() -> None:
    for winner in sk.Colour:
        rule = sk.Adjudication(discs=30, moves=3)
        result = sk.match(Sure(winner), Sure(winner), 2, adjudication=rule, openings=[""], **QUICK)
        for record in result.records:
            assert record.result == (30 if winner == sk.BLACK else -30)
            seen = "both players saw 30 discs for 3 moves"
            assert record.note == f"{winner.opponent} lost by adjudication: {seen}"
            assert len([move for move in record.moves if move != sk.PASS]) == 6
    contrary = sk.match(Sure(sk.BLACK), Sure(sk.WHITE), 2, adjudication=rule, openings=[""], **QUICK)
    assert all(record.board().is_over() for record in contrary.records)


def test_an_adjudication_belongs_to_the_game() -> None:
    plain, ruled = (
        next(fixtures("greedy", "random", Terms(adjudication=rule))) for rule in (None, sk.Adjudication(4))
    )
    assert plain != ruled
    assert "adjudication" not in plain.key()  # so games of older stores are found
    assert '"adjudication":{"discs":0.0,"moves":3,"solve":4}' in ruled.key()


# The schedule


def test_colours_are_swapped_on_each_opening() -> None:
    terms = Terms(games=10, openings=("f5", "f5d6", "f5f4"), limits=(sk.Limits(depth=1), sk.Limits(depth=2)))
    games = list(fixtures("greedy", "random", terms))
    assert len(games) == len({game.seed for game in games}) == 10
    for one, other in zip(games[::2], games[1::2], strict=True):
        assert (one.black, one.white) == (other.white, other.black) == ("greedy", "random")
        assert one.opening == other.opening
        assert one.limits == other.limits[::-1] == terms.limits


def test_with_memory_each_game_follows_the_one_before() -> None:
    games = list(fixtures("greedy", "random", Terms(games=4, memory=True)))
    assert [game.after for game in games] == ["", *(game.digest() for game in games[:-1])]
    assert [game.number for game in games] == [0, 1, 2, 3]
    assert [game.by_colour(("greedy", "random")) for game in games] == [(g.black, g.white) for g in games]


def test_no_opening_comes_again_before_all_were_used() -> None:
    openings = tuple("abcde")
    drawn = list(islice(Terms(openings=openings).drawn_openings(), 20))
    assert all(sorted(drawn[at : at + 5]) == list(openings) for at in range(0, 20, 5))
    assert drawn == list(islice(Terms(openings=openings).drawn_openings(), 20))
    assert drawn != list(islice(Terms(openings=openings, seed=1).drawn_openings(), 20))


def test_the_shipped_openings_are_used_if_none_are_given() -> None:
    used = {game.opening for game in fixtures("random", "random", Terms(games=8, variant="nip"))}
    assert len(used) == 4
    assert used <= set(sk.openings("nip"))


@pytest.mark.parametrize(("repeat", "counts"), [(1, [1] * 8), (2, [2] * 4), (4, [4] * 2)])
def test_openings_are_repeated_as_often_as_wished(repeat: int, counts: list[int]) -> None:
    games = fixtures("random", "random", Terms(games=8, openings=tuple("abcdefgh"), repeat=repeat))
    assert list(Counter(game.opening for game in games).values()) == counts


def test_pairings() -> None:
    assert pairings(["a", "b", "c"]) == [("a", "b"), ("a", "c"), ("b", "c")]
    assert pairings(["a", "b", "c"], gauntlet=True) == [("a", "b"), ("a", "c")]
    with pytest.raises(ValueError, match="named twice"):
        pairings(["a", "b", "a"])


# Matches


def test_a_match_depends_on_its_seed_alone() -> None:
    first = sk.match("greedy", "random", games=15, seed=3, **QUICK)
    for jobs in (1, 2):
        assert played(first) == played(sk.match("greedy", "random", games=15, seed=3, jobs=jobs, **QUICK))
    assert played(first) != played(sk.match("greedy", "random", games=15, seed=4, **QUICK))
    assert (first.tally.games, first.is_interrupted) == (15, False)
    alike = sk.match("random", "random", games=6, openings=[""])
    assert len({record.moves for record in alike.records}) == 6


def test_greedy_beats_random_and_the_other_way_round() -> None:
    there = sk.match("greedy", "random", games=200, variant="nip24")
    back = sk.match("random", "greedy", games=200, variant="nip24")
    assert there.elo > 0 > back.elo
    assert there.mean_margin > 0 > back.mean_margin


@either
def test_a_player_that_crashes_loses_and_the_match_goes_on(jobs: int) -> None:
    result = sk.match("random", Crasher(), games=6, jobs=jobs, openings=["", "b1a1"], **QUICK)
    assert (result.wins, result.mean_margin, len(result.forfeits)) == (6, 16, 6)
    assert str(result).startswith(
        "Forfeits | 6 of 6 games, 6 of crasher; the first in game 1: white raised ZeroDivisionError at move 8"
    )


def test_a_player_that_ends_its_process_loses_and_the_match_goes_on() -> None:
    result = sk.match("random", Killer(), games=2, jobs=2, openings=["b1a1"], **QUICK)
    assert (result.wins, result.mean_margin, result.efforts[0].moves) == (2, 16, 0)
    notes = [record.note for record in result.records]
    assert notes == ["white ended its process at move 8", "black ended its process at move 7"]
    assert [len(record.moves) for record in result.records] == [7, 6]
    assert {record.black for record in result.records} == {"random", "killer"}
    assert [sk.Record.from_json(record.to_json()) for record in result.records] == [*result.records]


def test_a_player_that_never_answers_loses_by_its_clock_and_the_match_goes_on() -> None:
    terms = {"jobs": 2, "openings": ["b1a1"], "clock": sk.Clock(0.5), **QUICK}
    result = sk.match(Sleeper(), "random", games=2, **terms)
    assert result.losses == 2
    assert [record.note.partition(":")[0] for record in result.records] == [
        "black overran its clock at move 7",
        "white overran its clock at move 8",
    ]
    assert all("its process was ended" in record.note for record in result.records)
    with pytest.raises(sk.PlayerError, match="overran its clock at move"):
        sk.match(Sleeper(), "random", games=2, strict=True, **terms)


def test_in_a_worker_nobody_has_pressed_ctrl_c() -> None:
    result = sk.match("random", Interrupter(), games=2, jobs=2, **QUICK)
    assert not result.is_interrupted
    assert faults(result) == ["white raised KeyboardInterrupt", "black raised KeyboardInterrupt"]


@either
def test_a_strict_match_ends_with_the_first_fault(jobs: int) -> None:
    with pytest.raises(sk.PlayerError, match=r"at move .: out of ideas .*, line") as error:
        sk.match("random", Crasher(), games=6, jobs=jobs, strict=True, **QUICK)
    assert "\n" not in str(error.value)


def test_ctrl_c_keeps_what_was_played() -> None:
    seen: list[MatchProgress] = []

    def interrupt(standing: MatchProgress) -> None:
        seen.append(standing)
        if standing.done == 5:
            raise KeyboardInterrupt

    for jobs in (1, 2):
        result = sk.match("random", "random", games=1000, jobs=jobs, progress=interrupt, **QUICK)
        assert (result.is_interrupted, result.tally.games) == (True, 5)
    assert [standing.done for standing in seen] == [1, 2, 3, 4, 5] * 2
    assert sk.match("random", Interrupter(), games=4, **QUICK).tally.games == 0


@either
@pytest.mark.parametrize("length", [{"games": 10_000}, {"sprt": sk.Sprt(0, 1)}])
def test_a_stop_keeps_what_was_played(jobs: int, length: Any) -> None:
    stop = sk.Stop()

    def watch(standing: MatchProgress) -> None:
        if standing.done == 9:
            stop.set()

    result = sk.match("random", "random", jobs=jobs, stop=stop, progress=watch, **length, **QUICK)
    assert (result.is_interrupted, result.accepted) == (True, None)
    assert 9 <= result.tally.games < 1000
    assert all(record.result is not None for record in result.records)


def test_a_test_ends_the_match_at_the_same_game_for_any_number_of_jobs() -> None:
    sprt = sk.Sprt(0, 100)
    one = sk.match("greedy", "random", games=5000, sprt=sprt, variant="nip24")
    assert (one.accepted, one.is_interrupted, one.tally.games % 2) == ("elo1", False, 0)
    assert one.tally.games < 2000
    assert played(one) == played(sk.match("greedy", "random", 5000, sprt=sprt, variant="nip24", jobs=2))
    *_, llr, _ = str(one).splitlines()[1].replace(",", "").split()
    assert llr == "elo1"


def test_a_test_without_games_goes_on_until_it_decides() -> None:
    seen: list[MatchProgress] = []
    terms = {"sprt": sk.Sprt(-10, 60), "variant": "nip12", "openings": [""]}
    result = sk.match("random", "random", jobs=2, progress=seen.append, **terms)
    assert result.accepted is not None
    assert result.tally.games > 100
    assert (result.is_interrupted, seen[0].total) == (False, None)
    assert played(result) == played(sk.match("random", "random", 5000, **terms))


class OnlyNip(Strange):
    variants = ("nip",)


@pytest.mark.parametrize(
    ("second", "terms", "message"),
    [
        ("random", {"games": 0}, "games is a whole number, 1…1000000, not 0"),
        ("random", {"variant": "revers"}, "no variant 'revers'"),
        ("random", {"openings": ["f5", "x9"]}, "is not a square"),
        ("random", {"openings": ["X" * 64]}, "the game is over after the opening"),
        ("random", {"openings": ["a1"]}, "illegal move a1"),
        (OnlyNip(), {}, "onlynip does not play reversi: nip"),
        (type("Local", (Strange,), {})(), {"jobs": 2}, "cannot be sent to other processes"),
    ],
    ids=str,
)
def test_wrong_terms_are_refused_before_the_first_game(second: Any, terms: Any, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        sk.match("random", second, **terms)


# The life of a player


@pytest.fixture
def notes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    """What players have noted: `made` and `closed`, each with how often."""
    path = tmp_path / "notes"
    monkeypatch.setenv("CLOSING_NOTES", str(path))
    return lambda: Counter(line.split()[0] for line in path.read_text().splitlines())


def still_open() -> dict[str, Counter[str]]:
    """By process, what its players noted, where not all of them were closed."""
    noted: dict[str, Counter[str]] = {}
    for line in Path(os.environ["CLOSING_NOTES"]).read_text().splitlines():
        word, process = line.split()
        noted.setdefault(process, Counter())[word] += 1
    return {process: words for process, words in noted.items() if words["made"] != words["closed"]}


@pytest.mark.parametrize("entrant", ["strange_players.Closing", Closing, BadlyClosing])
def test_a_player_that_is_made_for_a_game_is_closed_after_it(entrant: Any, notes: Any) -> None:
    for jobs in (1, 2):
        assert not sk.match(entrant, "random", games=4, jobs=jobs, **QUICK).forfeits
        assert still_open() == {}
        assert notes()["made"] >= 4 * jobs
    before = notes()["made"]
    sk.play("random", entrant, **QUICK)
    assert notes() == {"made": before + 1, "closed": before + 1}


@pytest.mark.parametrize(("entrant", "memory"), [("strange_players.Staying", True), (Staying, False)])
def test_a_player_that_stays_plays_all_games_and_is_closed_after_the_last(
    entrant: Any, memory: bool, notes: Any
) -> None:
    sk.match(entrant, "random", games=4, memory=memory, **QUICK)
    assert notes() == {"made": 1, "closed": 1}
    sk.match(entrant, entrant, games=4, **QUICK)
    assert notes() == {"made": 3, "closed": 3}
    forfeits = sk.match(entrant, "random", games=40, jobs=2, **QUICK).forfeits
    assert (forfeits, still_open()) == ((), {})  # a worker that is late is ended, and closes nothing
    assert notes()["made"] <= 3 + 3  # one here, one in each process


def test_a_player_that_left_threads_behind_is_closed_too(notes: Any) -> None:
    assert not sk.match("strange_players.StayingThreader", "random", games=4, jobs=2, **QUICK).forfeits
    assert still_open() == {}
    assert notes()["made"] >= 2


def test_an_object_plays_all_games_and_stays_the_callers_to_close(notes: Any) -> None:
    player = Closing()
    sk.match(player, "random", games=4, **QUICK)
    sk.play(player, player, **QUICK)
    assert notes() == {"made": 1}
    assert sk.match(player, "random", games=40, jobs=2, **QUICK).first == "closing"
    assert notes()["made"] == 1
    assert notes()["closed"] <= 2  # the copies of two processes


def test_players_are_closed_when_a_match_is_interrupted(notes: Any) -> None:
    assert sk.match(Staying, Interrupter(), games=4, **QUICK).is_interrupted
    assert notes() == {"made": 1, "closed": 1}


# Memory


LEARNING = {"openings": [""], "memory": True, **QUICK}


def known_to(result: sk.MatchResult) -> list[float | None]:
    """How many games the learner, who is the first player, remembered in each game."""
    return [record.values[number % 2] for number, record in enumerate(result.records)]


@pytest.mark.parametrize("learner", [Learner(), Learner, "strange_players.Learner"])
def test_memory_is_carried_only_on_request(learner: Any) -> None:
    assert known_to(sk.match(learner, "random", games=4, **LEARNING)) == [0, 1, 2, 3]
    assert known_to(sk.match(learner, "random", games=4, openings=[""], **QUICK)) == [0, 0, 0, 0]


def test_players_that_learn_play_in_order_on_any_number_of_jobs() -> None:
    with pytest.warns(UserWarning, match="more jobs make this match no faster"):
        result = sk.match(Learner(), "random", games=5, jobs=2, **LEARNING)
    assert known_to(result) == [0, 1, 2, 3, 4]
    assert played(result) == played(sk.match(Learner(), "random", games=5, **LEARNING))


@pytest.mark.filterwarnings("error")
def test_players_that_do_not_learn_need_no_order() -> None:
    result = sk.match("greedy", "random", games=4, memory=True, jobs=2, **QUICK)
    assert played(result) == played(sk.match("greedy", "random", games=4, **QUICK))


class Forgetful(Learner):
    def learn(self, record: sk.Record) -> Any:
        raise MemoryError("full")


@pytest.mark.filterwarnings("ignore:players that learn")
@pytest.mark.parametrize(
    ("learner", "jobs", "fault"),
    [
        (Unsendable(), 1, "learned what cannot be sent to other processes"),
        (Unsendable(), 2, "learned what cannot be sent to other processes"),
        (Forgetful(), 1, "raised MemoryError"),
    ],
)
def test_learning_that_fails_loses_the_game(learner: Any, jobs: int, fault: str) -> None:
    result = sk.match("random", learner, games=2, jobs=jobs, **LEARNING)
    assert (result.wins, result.mean_margin) == (2, 16)
    assert faults(result) == [f"white {fault}", f"black {fault}"]


@pytest.mark.filterwarnings("ignore:players that learn")
def test_nobody_learns_from_a_game_that_was_lost_by_a_fault() -> None:
    assert len(sk.match(Learner(), Killer(), games=3, jobs=2, **LEARNING).forfeits) == 3
    assert sk.match(Learner(), Crasher(4), games=3, **LEARNING).wins == 3
    assert known_to(sk.match(Learner(), OddCrasher(), games=4, **LEARNING)) == [0, 1, 1, 2]


def test_a_test_and_a_stop_end_matches_of_players_that_learn() -> None:
    assert sk.match(Learner(), "random", sprt=sk.Sprt(-300, 300), **LEARNING).accepted is not None
    stop = sk.Stop()
    result = sk.match(Learner(), "random", 1000, stop=stop, progress=lambda _: stop.set(), **LEARNING)
    assert (result.tally.games, result.is_interrupted) == (1, True)


# What a result says


def result_of(*games: tuple[int, float | sk.Record], **more: Any) -> sk.MatchResult:
    """Of games by number, each with its margin or its record."""
    records = ((n, each if isinstance(each, sk.Record) else sk.Record(result=each)) for n, each in games)
    numbered = tuple(Game(Fixture("a", "b").numbered(number), record) for number, record in records)
    return sk.MatchResult("a", "b", numbered, **more)


def begun(moves: str, result: float) -> sk.Record:
    return sk.Record(moves=tuple(sk.Board.parse(moves).move_stack), result=result)


def test_wins_are_the_first_players_whatever_its_colour() -> None:
    result = result_of((0, 10), (1, 10), (2, 0), (3, -6), (4, -2), (5, 4))
    assert (result.wins, result.draws, result.losses) == (2, 1, 3)
    assert result.by_colour == {sk.BLACK: Tally(1, 1, 1), sk.WHITE: Tally(1, 0, 2)}
    assert result.mean_margin == (10 - 10 + 0 + 6 - 2 - 4) / 6
    assert result.pentanomial == (1, 0, 1, 1, 0)
    assert result.score().points == 2.5


def test_games_by_the_last_opening_with_a_name() -> None:
    """Images and other orders are the same opening; margins are the first player's."""
    played = ("f5d6c3d3c4", 8), ("c4e3f6e6f5", 2), ("f5f6e6f4e3", -4), ("f5", 6), ("f5d6c4d3c3", 0)
    result = result_of(*((number, begun(*each)) for number, each in enumerate(played)))
    tiger, cow, unnamed = result.by_opening
    assert (tiger.name, tiger.tally, tiger.mean_margin) == ("Tiger", Tally(1, 1, 1), 2)
    assert (cow.name, cow.tally, cow.mean_margin) == ("Cow", Tally(0, 0, 1), -4)
    assert (unnamed.opening, unnamed.tally) == (None, Tally(0, 0, 1))
    counts = {"games": 3, "wins": 1, "draws": 1, "losses": 1, "mean_margin": 2.0}
    names = {"english": ["Tiger"], "japanese": ["虎定石", "虎"]}
    assert result.summary()["by_opening"][0] == {**names, "moves": "f5d6c3d3c4", **counts}


def test_the_openings_most_played_are_listed() -> None:
    """Ten by name, the others together, games without a name last."""
    moves = [*sorted(NAMED)[:12] * 2, "f5"]
    result = result_of(*((number, begun(each, 2)) for number, each in enumerate(moves)))
    lines = result.openings_text().splitlines()
    assert len(lines) == 12
    assert lines[-2] == "Opening others | N: 4 W: 2 L: 2 D: 0, +0.00 discs a game"
    assert lines[-1] == "Opening no name | N: 1 W: 1 L: 0 D: 0, +2.00 discs a game"
    for unnamed in (result_of((0, begun("f5", 2))), sk.match("greedy", "random", 20, variant="nip12")):
        assert (unnamed.by_opening, unnamed.openings_text()) == ((), "")


def test_a_game_whose_twin_is_missing_makes_no_pair_and_a_test_waits_for_it() -> None:
    """An interrupted match may lack a long game and have many short ones that began after it."""
    assert result_of((0, 1), (2, 1), (3, -1), (5, -1)).pentanomial == (0, 0, 0, 0, 1)
    won = [(number, (1, -1)[number % 2]) for number in range(40)]
    test = sk.Sprt(0, 200)
    assert result_of(*won, sprt=test).accepted == "elo1"
    result = result_of(*won[:3], *won[4:], sprt=test, is_interrupted=True)
    assert result.tested == (0, 0, 0, 0, 1)
    assert result.pentanomial == (0, 0, 0, 0, 19)
    assert (result.accepted, result.llr) == (None, test.llr((0, 0, 0, 0, 1)))


def test_games_that_were_played_before_are_counted() -> None:
    """Five openings bring players that leave nothing to chance to ten games, however many are asked for."""
    players, openings = ("engine:depth=2", "engine:depth=1"), sk.openings("reversi4")[:5]
    result = sk.match(*players, 24, openings=openings, **QUICK)
    assert result.repeats == result.summary()["repeats"] == 14
    assert "Repeats | 14 games went like earlier ones" in str(result)
    assert "Repeats" not in str(sk.match(*players, 10, openings=openings, **QUICK))


def test_the_lines_that_people_paste() -> None:
    margins = (1, 1, 1, 1, 0, 1, -1, -1, 1, 0)  # pairs of 1, 1, ½, 1 and 1½ points
    result = result_of(*((number, margins[number % 10]) for number in range(100)), sprt=sk.Sprt(0, 5))
    assert str(result).splitlines()[:4] == [
        "Elo | 0.0 +- 30.7 (95%)",
        f"LLR | {result.llr:.2f} (-2.94, 2.94) [0.00, 5.00]",
        "Games | N: 100 W: 40 L: 40 D: 20",
        "Penta | [0, 10, 30, 10, 0]",
    ]


def test_effort_is_counted_for_each_player() -> None:
    def record(*nodes: int | None) -> sk.Record:
        moves = (sk.F5, sk.D6, sk.C3, sk.PASS, sk.D3)
        return sk.Record(moves=moves, nodes=nodes, seconds=tuple(n and n / 10 for n in nodes), result=0.0)

    first, second = result_of((0, record(None, 2, 3, 4, 5)), (1, record(None, 20, 30, 40, 50))).efforts
    assert (first.moves, first.nodes) == (3, 3 + 5 + 20)
    assert (second.moves, second.nodes) == (3, 2 + 30 + 50)
    assert first.seconds_per_move == pytest.approx(2.8 / 3)


def test_a_summary_is_json_even_where_nothing_was_lost() -> None:
    result = result_of(*((number, (1, -1)[number % 2]) for number in range(8)))
    assert result.elo == math.inf
    summary = json.loads(json.dumps(result.summary(), allow_nan=False))
    assert summary["elo"] is None
    assert summary["elo_interval"][0] > 0
    assert result_of().summary()["games"] == 0
    assert "Games | N: 0" in str(result_of())
