"""sk.play: whole games, seeds, clocks, and what becomes of players that misbehave."""

from __future__ import annotations

import json
import math
import pickle
from dataclasses import replace
from typing import Any

import pytest
from strange_players import Answerer, Crasher, Interrupter, Meddler, Strange

import shirokuro as sk
from shirokuro.fixture import Fixture
from shirokuro.game import play_fixture


def without_times(record: sk.Record) -> sk.Record:
    return replace(record, seconds=())


def test_a_game_is_played_to_its_end(variant: str) -> None:
    record = sk.play("random", "greedy", variant=variant, seed=3)
    board = record.board()
    assert board.is_over()
    assert record.result == board.margin()
    assert (record.variant, record.black, record.white, record.seed) == (variant, "random", "greedy", 3)
    assert record.note == ""
    assert len(record.values) == len(record.seconds) == len(record.nodes) == len(record.moves)
    assert sk.Record.from_json(record.to_json()) == record


def test_the_same_seed_gives_the_same_game() -> None:
    games = [without_times(sk.play("random", "random", seed=seed)) for seed in (1, 1, 2)]
    assert games[0] == games[1]
    assert games[0].moves != games[2].moves


def test_luck_depends_on_the_colour_and_on_the_players_own_seed() -> None:
    openings = {
        sk.play("random", "random", seed=1).moves[:12],
        sk.play("random:seed=1", "random", seed=1).moves[:12],
        sk.play("random", "random:seed=1", seed=1).moves[:12],
    }
    assert len(openings) == 3


def test_a_board_with_moves_goes_on_and_stays_as_it_is() -> None:
    board = sk.Board.parse("f5d6c3")
    record = sk.play("random", "random", board)
    assert record.moves[:3] == tuple(board.move_stack)
    assert record.values[:3] == record.seconds[:3] == record.nodes[:3] == (None, None, None)
    assert record.start is None
    assert len(board.move_stack) == 3
    other = sk.Board("nip", board_line := "X" * 20 + "O" * 10 + "-" * 22 + " X")
    assert sk.play("random", "random", other).start == sk.Position.parse(board_line)


def test_a_finished_board_has_its_result() -> None:
    board = sk.Board("reversi4", "XXXXXXXXXXXXXXXX X")
    assert sk.play("random", "random", board).result == 16


def test_wrong_pairings_are_refused() -> None:
    with pytest.raises(ValueError, match="the board is nip, not reversi"):
        sk.play("random", "random", sk.Board("nip"), variant="reversi")
    with pytest.raises(ValueError, match="no player 'rndom'"):
        sk.play("rndom", "random")

    class OnlyNip(Strange):
        variants = ("nip",)

    with pytest.raises(ValueError, match="strange does not play reversi: nip"):
        sk.play(OnlyNip(), "random")


def test_every_move_is_told() -> None:
    told: list[tuple[sk.Board, sk.Choice]] = []
    record = sk.play("random", "greedy", on_move=lambda board, choice: told.append((board, choice)))
    assert [choice.move for _, choice in told] == list(record.moves)
    assert told[-1][0] == record.board()


def test_limits_reach_the_players() -> None:
    seen: list[sk.Limits | None] = []

    class Listener(Strange):
        def choose(self, board: sk.Board, limits: sk.Limits | None = None, stop: Any = None) -> Any:
            seen.append(limits)
            return super().choose(board, limits, stop)

    sk.play(Listener(), "random", limits=sk.Limits(depth=3), variant="nip12")
    assert set(seen) == {sk.Limits(depth=3)}
    seen.clear()
    sk.play("random", Listener(), limits=(None, sk.Limits(nodes=5)), variant="nip12")
    assert set(seen) == {sk.Limits(nodes=5)}
    seen.clear()
    sk.play(Listener(), "random", clock=sk.Clock(60), limits=sk.Limits(depth=3, seconds=2.5))
    assert all(limits and limits.depth == 3 and 0 < (limits.seconds or 0) <= 2.5 for limits in seen)


# Players that misbehave


def reads_back(record: sk.Record) -> bool:
    return sk.Record.from_json(record.to_json()) == record


def test_a_player_that_raises_loses() -> None:
    record = sk.play(Crasher(), "random")
    assert record.result == -64
    assert record.note == "black raised ZeroDivisionError at move 7: out of ideas"
    assert len(record.moves) == 6
    assert reads_back(record)
    assert sk.play("random", Crasher(), variant="nip").result == 52


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        (sk.Choice(sk.A1), "white played an illegal move at move 2: a1, where there are "),
        (sk.Choice(sk.PASS), "white played an illegal move at move 2: pass, where there are f4 d6 f6"),
        (sk.Choice(99), "white played an illegal move at move 2: 99, where"),
        (sk.Choice(-1), "white played an illegal move at move 2: -1, where"),
        (sk.Choice("f6"), "white answered no move at move 2: Choice(move='f6'"),  # type: ignore[arg-type]
        (None, "white answered no move at move 2: None"),
        (sk.F6, "white answered no move at move 2: 45"),
        (sk.Choice(sk.F6, value="x"), "white answered what cannot be recorded at move 2: Choice("),  # type: ignore[arg-type]
        (sk.Choice(sk.F6, nodes=None), "white answered what cannot be recorded at move 2"),  # type: ignore[arg-type]
    ],
)
def test_a_player_that_answers_no_legal_move_loses(answer: Any, words: str) -> None:
    record = sk.play("random", Answerer(0, answer), sk.Board.parse("f5"))
    assert record.result == 64
    assert record.note.startswith(words)
    assert record.moves == (sk.F5,)


@pytest.fixture
def slow(monkeypatch: pytest.MonkeyPatch) -> Strange:
    """A player that takes 0.3 s a move, by a clock on which nothing else takes any time."""
    now = 0.0

    class Slow(Strange):
        name = "slow"

        def choose(self, board: sk.Board, limits: sk.Limits | None = None, stop: Any = None) -> Any:
            nonlocal now
            now += 0.3
            return super().choose(board, limits, stop)

    monkeypatch.setattr("time.perf_counter", lambda: now)
    return Slow()


def test_a_player_that_overruns_its_clock_loses(slow: Strange) -> None:
    record = sk.play("random", slow, clock=sk.Clock(1))
    assert record.result == 64
    assert record.note == "white overran its clock at move 8: 0.3 s where 0.1 of 1+0 were left"
    assert record.seconds == (0, 0.3, 0, 0.3, 0, 0.3, 0)
    assert sk.play(slow, "random", clock=sk.Clock(1)).note.startswith("black overran its clock at move 7")


def test_an_increment_comes_back_after_each_move(slow: Strange) -> None:
    assert sk.play("random", slow, clock=sk.Clock(1, increment=0.3)).note == ""
    assert sk.play("random", slow).note == ""


def test_a_player_cannot_touch_the_game() -> None:
    record = sk.play(Meddler(0), Strange())
    assert record.note == ""
    assert record.board().is_over()


def test_values_that_are_no_numbers_are_not_recorded() -> None:
    board = sk.Board.parse("f5")
    record = sk.play("random", Answerer(0, sk.Choice(sk.F6, value=math.nan)), board)
    assert record.values[1] is None


def test_a_stop_ends_the_game_without_a_result() -> None:
    stop = sk.Stop()
    record = sk.play(
        "random", "random", stop=stop, on_move=lambda board, _: len(board.move_stack) == 9 and stop.set()
    )
    assert record.result is None
    assert record.note == "stopped after 9 moves"
    assert len(record.moves) == 9
    assert reads_back(record)


def test_an_interrupt_goes_through() -> None:
    with pytest.raises(KeyboardInterrupt):
        sk.play(Interrupter(), "random")


# Clocks and fixtures


@pytest.mark.parametrize(("text", "clock"), [("60", sk.Clock(60)), ("1.5+0.25", sk.Clock(1.5, 0.25))])
def test_clocks_are_read_and_written(text: str, clock: sk.Clock) -> None:
    assert sk.Clock.parse(text) == clock
    assert sk.Clock.parse(str(clock)) == clock


@pytest.mark.parametrize("text", ["", "x", "0", "-1", "5+", "5+-1", "nan", "inf", "1+inf"])
def test_impossible_clocks_are_refused(text: str) -> None:
    with pytest.raises(ValueError, match="no clock"):
        sk.Clock.parse(text)


@pytest.mark.parametrize("clock", [sk.Clock(10), sk.Clock(10, 1), sk.Clock(0.1, 5)])
def test_a_side_that_keeps_to_its_allotments_never_overruns(clock: sk.Clock) -> None:
    left = clock.seconds
    for empties in range(60, 0, -2):
        seconds = clock.allotment(left, empties)
        assert 0 < seconds < left
        left += clock.increment - seconds
    assert clock.allotment(0, 1) > 0


def test_a_fixture_defines_its_game() -> None:
    fixture = Fixture("random", "greedy", "nip", "d3c3", seed=7, limits=(sk.Limits(depth=1), sk.Limits()))
    record = play_fixture(pickle.loads(pickle.dumps(fixture)))
    assert without_times(record) == without_times(play_fixture(fixture))
    assert record.moves[:2] == (sk.D3, sk.C3)
    assert (record.variant, record.seed) == ("nip", 7)


def test_a_fixture_may_begin_with_a_position() -> None:
    line = sk.Board.parse("f5d6").line()
    assert play_fixture(Fixture("random", "random", opening=line)).start == sk.Position.parse(line)


def test_the_key_of_a_fixture_is_canonical_text() -> None:
    fixture = Fixture("random", "greedy", clock=sk.Clock(60, 0.5))
    assert fixture.key() == Fixture("random", "greedy", clock=sk.Clock(60, 0.5)).key()
    limits = (sk.Limits(seconds=1), sk.Limits(seconds=1.0))
    assert len({Fixture("a", "b", limits=(each, each)).key() for each in limits}) == 1
    fields = json.loads(fixture.key())
    assert list(fields) == sorted(fields)
    assert fields["clock"] == {"seconds": 60, "increment": 0.5}
    changed = [
        replace(fixture, white="random"),
        replace(fixture, black="greedy"),
        replace(fixture, variant="nip"),
        replace(fixture, opening="f5"),
        replace(fixture, seed=1),
        replace(fixture, limits=(sk.Limits(depth=2), sk.Limits())),
        replace(fixture, clock=None),
    ]
    assert len({fixture.key(), *(each.key() for each in changed)}) == len(changed) + 1


def test_the_key_of_a_fixture_stays_as_it_is() -> None:
    """Stores know games by it: with another text all of them would be strangers."""
    limits = sk.Limits(depth=3), sk.Limits(nodes=500, seconds=2)
    fixture = Fixture("a:x=1", "b", "nip", "c3", 7, limits, sk.Clock(60, 0))
    assert fixture.key() == (
        '{"black":"a:x=1","clock":{"increment":0.0,"seconds":60.0},"limits":[{"depth":3,"nodes":null,'
        '"seconds":null},{"depth":null,"nodes":500,"seconds":2.0}],"opening":"c3","seed":7,'
        '"variant":"nip","white":"b"}'
    )
    assert Fixture("a", "b").key() == (
        '{"black":"a","clock":null,"limits":[{"depth":null,"nodes":null,"seconds":null},{"depth":null,'
        '"nodes":null,"seconds":null}],"opening":"","seed":0,"variant":"reversi","white":"b"}'
    )
