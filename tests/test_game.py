"""sk.play: whole games, seeds, clocks, and what becomes of players that misbehave."""

from __future__ import annotations

import itertools
import math
import pickle
import re
from dataclasses import replace
from fractions import Fraction
from functools import wraps
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from strange_players import (
    Answerer,
    Crasher,
    Interrupter,
    LyingInt,
    Meddler,
    Moody,
    Nameless,
    Raiser,
    Strange,
    Unprintable,
    Unspeakable,
    Word,
)

import shirokuro as sk
from shirokuro.matches.fixture import Fixture
from shirokuro.matches.game import play_fixture
from shirokuro.seed import seed_in_game

LIMITS = sk.Limits(depth=3)
STOP = sk.Stop()


def without_times(record: sk.Record) -> sk.Record:
    return replace(record, seconds=())


def test_a_game_is_played_to_its_end(variant: str) -> None:
    told: list[tuple[sk.Board, sk.Choice]] = []
    record = sk.play("random", "greedy", variant=variant, seed=3, on_move=lambda *move: told.append(move))
    board = record.board()
    assert [choice.move for _, choice in told] == list(record.moves)
    assert told[-1][0] == board
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
    pairs = ("random", "random"), ("random:seed=1", "random"), ("random", "random:seed=1")
    assert len({sk.play(*pair, seed=1).moves[:12] for pair in pairs}) == 3
    assert seed_in_game(1, sk.BLACK, 0) != seed_in_game(1, sk.WHITE, 0)


def test_a_board_with_moves_goes_on_and_stays_as_it_is() -> None:
    board = sk.Board.parse("f5d6c3")
    record = sk.play("random", "random", board)
    assert record.moves[:3] == tuple(board.move_stack)
    assert record.values[:3] == record.seconds[:3] == record.nodes[:3] == (None, None, None)
    assert record.start is None
    assert len(board.move_stack) == 3
    other = sk.Board("nip", board_line := "X" * 20 + "O" * 10 + "-" * 22 + " X")
    assert sk.play("random", "random", other).start == sk.Position.parse(board_line)
    assert sk.play("random", "random", sk.Board("reversi4", "XXXXXXXXXXXXXXXX X")).result == 16
    with pytest.raises(ValueError, match="the board is nip, not reversi"):
        sk.play("random", "random", sk.Board("nip"), variant="reversi")


class Listener(sk.Player):
    """Notes what it may use."""

    def __init__(self, seen: list[sk.Limits | None]) -> None:
        self.seen = seen

    def choose(self, board: sk.Board, limits: sk.Limits | None = None, stop: Any = None) -> int:
        self.seen.append(limits)
        return board.legal_moves[0]


@pytest.mark.parametrize("given", [None, (LIMITS, LIMITS), (LIMITS, None), (LIMITS, sk.Limits(nodes=5))])
def test_limits_reach_the_players(given: Any) -> None:
    """Where nobody set any they get None; an engine then searches for a second and not for ever."""
    seen: list[list[sk.Limits | None]] = [[], []]
    sk.play(*map(Listener, seen), limits=given, variant="nip12")
    assert [set(limits) for limits in seen] == [{each} for each in given or (None, None)]


def test_one_pair_of_limits_and_a_clock_reach_the_players() -> None:
    seen: list[sk.Limits | None] = []
    sk.play(Listener(seen), "random", clock=sk.Clock(60), limits=sk.Limits(depth=3, seconds=2.5))
    assert all(limits and limits.depth == 3 and 0 < (limits.seconds or 0) <= 2.5 for limits in seen)


# Players that misbehave


def reads_back(record: sk.Record) -> bool:
    return sk.Record.from_json(record.to_json()) == record


ILLEGAL = "played an illegal move at move 2: "
NO_MOVE = "answered no move at move 2: "
STRANGE = "answered what cannot be recorded at move 2: "


def choice(**fields: Any) -> sk.Choice:
    return sk.Choice(sk.F6, **fields)


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        (sk.A1, f"{ILLEGAL}a1, where"),
        (sk.Choice(sk.A1), f"{ILLEGAL}a1, where there are "),
        (sk.Choice(sk.PASS), f"{ILLEGAL}pass, where there are f4 d6 f6"),
        (sk.Choice(99), f"{ILLEGAL}99, where"),
        (sk.Choice(-1), f"{ILLEGAL}-1, where"),
        (10**5000, f"{ILLEGAL}something of the type int, where"),
        (LyingInt(sk.A1), f"{ILLEGAL}a1, where"),
        (None, f"{NO_MOVE}None, where a square, its name or a Choice is wanted"),
        ("z9", f"{NO_MOVE}'z9'"),
        ("\ud800", f"{NO_MOVE}'\\ud800'"),
        (True, f"{NO_MOVE}True"),
        (4.5, f"{NO_MOVE}4.5"),
        (Unprintable(), f"{NO_MOVE}something of the type Unprintable, where"),
        (sk.Choice(Unprintable()), f"{NO_MOVE}something of the type Unprintable"),
        (Moody(sk.F6), "raised ZeroDivisionError at move 2: division by zero"),
        (choice(value="x"), f"{STRANGE}value 'x'"),
        (choice(value=10**5000), f"{STRANGE}value "),
        (choice(nodes=10**5000), f"{STRANGE}nodes "),
        (choice(nodes=math.inf), f"{STRANGE}nodes inf"),
        (choice(nodes=-1), f"{STRANGE}nodes -1"),
        (choice(nodes=None), f"{STRANGE}nodes None"),
        (choice(pv=itertools.count()), f"{STRANGE}pv "),
        (choice(note=5), f"{STRANGE}note 5"),
    ],
    ids=lambda value: "answer",  # pytest would write the numbers out
)
def test_a_player_that_answers_no_legal_move_loses(answer: Any, words: str) -> None:
    record = sk.play("random", Answerer(0, answer), sk.Board.parse("f5"))
    assert (record.result, record.moves) == (64, (sk.F5,))
    assert record.note.startswith(f"white {words}")
    assert reads_back(record)


@pytest.mark.parametrize(
    "answer",
    [
        sk.F6,
        "f6",
        "F6",
        Word("f6"),
        LyingInt(sk.F6),
        np.int64(sk.F6),
        sk.Choice("f6"),  # type: ignore[arg-type]
        sk.Choice(sk.F6, np.float32(1.5), ["f6", sk.D6], np.int64(7)),  # type: ignore[arg-type]
        sk.Choice(sk.F6, Fraction(3, 2), nodes=True),
        sk.Choice(sk.F6, math.inf, nodes=3.0),  # type: ignore[arg-type]
        sk.Choice(LyingInt(sk.F6), nodes=LyingInt(3), note=Word("hm\ud800")),
    ],
)
def test_a_square_its_name_or_a_choice_is_an_answer(answer: Any) -> None:
    told: list[sk.Choice] = []
    board = sk.Board.parse("f5")
    record = sk.play("random", Answerer(1, answer), board, on_move=lambda _, choice: told.append(choice))
    assert record.moves[1] == sk.F6
    assert {type(part) for part in (*record.moves, record.nodes[1], told[0].move, *told[0].pv)} == {int}
    assert (type(told[0].note), told[0].note in ("", "hm")) == (str, True)
    assert reads_back(record)


@pytest.mark.parametrize(
    ("error", "words"),
    [
        (ZeroDivisionError("out of\n  ideas"), "raised ZeroDivisionError at move 7: out of ideas"),
        (SystemExit(3), "raised SystemExit at move 7: 3"),
        (GeneratorExit(), "raised GeneratorExit at move 7"),
        (RecursionError("deep"), "raised RecursionError at move 7: deep"),
        (Unspeakable(), "raised Unspeakable at move 7: its message cannot be read"),
        (ValueError("\ud800\x07" + "x" * 5000), f"raised ValueError at move 7: {'x' * 199}…"),
    ],
)
def test_whatever_a_player_raises_is_its_loss(error: BaseException, words: str) -> None:
    record = sk.play(Raiser(6, error), "random")
    assert (record.result, record.note, len(record.moves)) == (-64, f"black {words}", 6)
    assert reads_back(record)
    assert sk.play("random", Raiser(6, error), variant="nip").result == 52


def test_nobody_is_asked_to_pass() -> None:
    """A player that knows of no passes plays whole games."""

    class Simple:
        def choose(self, board: sk.Board) -> int:
            return board.legal_moves[0]

    games = [sk.play(Simple(), "random", seed=seed, variant="reversi6") for seed in range(20)]
    assert any(sk.PASS in record.moves for record in games)
    assert {(record.black, record.note) for record in games} == {("Simple", "")}


@pytest.mark.parametrize(
    "knows",
    [
        lambda board: True,
        lambda board, limits: limits == LIMITS,
        lambda board, stop: stop is STOP,
        lambda board, limits=None, stop=None: (limits, stop) == (LIMITS, STOP),
        lambda board, stop=None, limits=None: (limits, stop) == (LIMITS, STOP),
        lambda board, l, s: (l, s) == (LIMITS, STOP),  # noqa: E741
        lambda board, plies=4: plies == 4,
        lambda board, *, limits: limits == LIMITS,
        lambda board, **rest: rest == {"limits": LIMITS, "stop": STOP},
        lambda *rest: True,
    ],
)
def test_a_player_takes_what_it_wants_to_know(knows: Any) -> None:
    @wraps(knows)  # with the same signature
    def choose(*given: Any, **named: Any) -> int:
        return sk.F5 if knows(*given, **named) else sk.A1

    record = sk.play(SimpleNamespace(choose=choose, name="me"), "random", limits=LIMITS, stop=STOP)
    assert record.moves[0] == sk.F5


@pytest.mark.parametrize(
    ("player", "complaint"),
    [
        ("rndom", "no player 'rndom'"),
        (5, "5 is no player: it has no choose"),
        (SimpleNamespace(choose=lambda: 1), "cannot be asked"),
        (SimpleNamespace(choose=lambda board: 1, name=5), "the name of a player is a text, not 5"),
        (SimpleNamespace(choose=lambda board: 1, variants=["chess"]), "no variant 'chess'"),
        (SimpleNamespace(choose=lambda board: 1, variants="nip"), "does not play reversi: nip"),
        (SimpleNamespace(choose=lambda board: 1, variants=5), "the variants of a player are names of boards"),
        (SimpleNamespace(choose=lambda board: 1, variants=[5]), "no variant"),
        (Nameless(), "raised ZeroDivisionError: division by zero"),
    ],
)
def test_what_is_no_player_is_refused_at_once(player: Any, complaint: str) -> None:
    with pytest.raises(ValueError, match=complaint):
        sk.play(player, "random")


def test_the_base_class_has_the_defaults() -> None:
    class Corner(sk.Player):
        def choose(self, board: sk.Board, limits: Any = None, stop: Any = None) -> str:
            return sk.square_name(min(board.legal_moves))

    for entrant in (Corner(), Corner):
        record = sk.play(entrant, "random", variant="nip12")
        assert (record.black, record.note) == ("Corner", "")
    with pytest.raises(TypeError, match="choose"):
        sk.Player()  # type: ignore[abstract]


@pytest.mark.parametrize("method", ["with_seed", "prepare"])
def test_what_goes_wrong_before_the_first_move_costs_the_game(method: str) -> None:
    def fail(self: object, given: object) -> None:
        raise LookupError("no luck")

    unlucky = type("Unlucky", (Strange,), {method: fail})()
    assert sk.play("random", unlucky, variant="nip12").note == "white raised LookupError at move 1: no luck"


def test_strict_raises_the_first_fault_and_says_where() -> None:
    said = "black raised ZeroDivisionError at move 7: out of ideas"
    with pytest.raises(sk.PlayerError, match=said) as error:
        sk.play(Crasher(), "random", strict=True)
    assert re.search(r"strange_players\.py, line \d+\)$", str(error.value))
    assert isinstance(error.value.__cause__, ZeroDivisionError)
    assert str(pickle.loads(pickle.dumps(error.value))) == str(error.value)
    with pytest.raises(sk.PlayerError, match=f"white {NO_MOVE}None"):
        sk.play("random", Answerer(0, None), sk.Board.parse("f5"), strict=True)
    assert sk.play("greedy", "random", strict=True).note == ""


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
    assert record.note == "white overran its clock at move 8: 0.3 s where 0.1 of 1+0 were left"
    assert (record.result, record.seconds) == (64, (0, 0.3, 0, 0.3, 0, 0.3, 0))
    assert sk.play(slow, "random", clock=sk.Clock(1)).note.startswith("black overran its clock at move 7")
    assert sk.play("random", slow, clock=sk.Clock(1, increment=0.3)).note == "", "what comes back is enough"
    assert sk.play("random", slow).note == ""


def test_a_player_cannot_touch_the_game() -> None:
    record = sk.play(Meddler(0), Strange())
    assert (record.note, record.board().is_over()) == ("", True)


def test_values_that_are_no_numbers_are_not_recorded() -> None:
    record = sk.play("random", Answerer(0, sk.Choice(sk.F6, value=math.nan)), sk.Board.parse("f5"))
    assert record.values[1] is None


def test_a_stop_ends_the_game_without_a_result() -> None:
    stop = sk.Stop()

    def tell(board: sk.Board, _: sk.Choice) -> None:
        if len(board.move_stack) == 9:
            stop.set()

    record = sk.play("random", "random", stop=stop, on_move=tell)
    assert (record.result, record.note, len(record.moves)) == (None, "stopped after 9 moves", 9)
    assert reads_back(record)


def test_an_interrupt_goes_through() -> None:
    with pytest.raises(KeyboardInterrupt):
        sk.play(Interrupter(), "random")


# Clocks and fixtures


def test_clocks_are_read_and_written() -> None:
    for text, clock in (("60", sk.Clock(60)), ("1.5+0.25", sk.Clock(1.5, 0.25))):
        assert sk.Clock.parse(text) == sk.Clock.parse(str(clock)) == clock
    for text in ("", "x", "0", "-1", "5+", "5+-1", "nan", "inf", "1+inf"):
        with pytest.raises(ValueError, match="is not a clock"):
            sk.Clock.parse(text)


def allotment(clock: sk.Clock, left: float, empties: int) -> tuple[float, float]:
    """The share of a move, and the most that it may take."""
    limits = clock.allotment(left, empties)
    return limits.seconds, limits.most_seconds


@pytest.mark.parametrize("clock", [sk.Clock(10), sk.Clock(10, 1), sk.Clock(0.1, 5)])
@pytest.mark.parametrize("takes_most", [False, True])
def test_a_side_that_keeps_to_its_allotments_never_overruns(clock: sk.Clock, takes_most: bool) -> None:
    left = clock.seconds
    for empties in range(60, 0, -2):
        seconds, most = allotment(clock, left, empties)
        assert 0 < seconds <= most < left
        left += clock.increment - (most if takes_most else seconds)
    assert 0 < allotment(clock, 0, 1)[0] <= 0.001


def test_shares_are_even_and_some_are_kept_for_the_end() -> None:
    clock = sk.Clock(10)
    left, shares = clock.seconds, []
    for empties in range(52, 12, -2):
        shares.append(allotment(clock, left, empties)[0])
        left -= shares[-1]
    assert shares == pytest.approx([shares[0]] * len(shares))
    assert left == pytest.approx(4 * shares[0])
    assert allotment(clock, left, 12)[0] < shares[0], "a game that is not solved by then goes on for a while"


def test_players_prepare_before_their_clock_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each variant once. On this clock only loading takes time, a minute."""
    told: list[str] = []

    class Loader:
        def prepare(self, variant: str) -> None:
            told.append(variant)

        def choose(self, board: sk.Board) -> int:
            told.append("asked")
            return board.legal_moves[0]

    monkeypatch.setattr("time.perf_counter", lambda: 60.0 * told.count("nip12"))
    assert sk.play(Loader(), "random", variant="nip12", clock=sk.Clock(1)).note == ""
    assert (told[0], {*told[1:]}) == ("nip12", {"asked"})


def test_limits_of_each_move_go_before_the_clock() -> None:
    clock, of_each = sk.Clock(10), sk.Limits(depth=7, seconds=0.1)
    assert clock.allotment(10, 50, of_each) == of_each
    within = clock.allotment(10, 50, sk.Limits(depth=7, seconds=0.6))
    assert (within.depth, within.most_seconds) == (7, 0.6)
    assert (within.seconds or 0) < 0.6


def test_a_fixture_defines_its_game() -> None:
    """Its opening is moves or a position."""
    fixture = Fixture("random", "greedy", "nip", "d3c3", seed=7, limits=(sk.Limits(depth=1), sk.Limits()))
    record = play_fixture(pickle.loads(pickle.dumps(fixture))).record
    assert without_times(record) == without_times(play_fixture(fixture).record)
    assert (record.variant, record.seed, record.moves[:2]) == ("nip", 7, (sk.D3, sk.C3))
    line = sk.Board.parse("f5d6").line()
    assert play_fixture(Fixture("random", "random", opening=line)).record.start == sk.Position.parse(line)


def test_the_key_of_a_fixture_is_canonical_text() -> None:
    fixture = Fixture("random", "greedy", clock=sk.Clock(60, 0.5))
    limits = (sk.Limits(seconds=1), sk.Limits(seconds=1.0))
    assert len({Fixture("a", "b", limits=(each, each)).key() for each in limits}) == 1
    others: dict[str, Any] = {"white": "random", "black": "greedy", "variant": "nip", "opening": "f5"}
    others |= {"seed": 1, "clock": None, "limits": (sk.Limits(depth=2), sk.Limits())}
    changed = [replace(fixture, **{name: value}) for name, value in others.items()]
    assert len({each.key() for each in (fixture, *changed)}) == len(others) + 1


def test_a_game_after_another_is_defined_by_it_and_needs_its_memory() -> None:
    """Its number decides only the colours. The game before decides what its players remember."""
    game = Fixture("random", "greedy", "nip12")
    following = replace(game, after=game.digest(), number=1, memory=(None, None))
    assert following.key() != game.key() == replace(game, number=3, memory=(1, 2)).key()
    assert following == replace(following, number=2, memory=None)
    assert play_fixture(following).record.result is not None
    with pytest.raises(ValueError, match="begins with what its players remember"):
        play_fixture(replace(following, memory=None))


def test_the_key_of_a_fixture_stays_as_it_is() -> None:
    """Stores find games by it. With another text they would find none of their games again."""
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
