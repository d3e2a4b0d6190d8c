"""sk.batch: the same as Board on many positions, whatever the threads; and no answer to nonsense."""

from __future__ import annotations

import signal
import sys
import threading
from collections.abc import Callable, Iterator
from functools import cache
from random import Random
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from test_studies import endgames

import shirokuro as sk
from shirokuro import Board
from shirokuro.board.board import SCORINGS, Scoring
from shirokuro.engine import batch
from shirokuro.engine.evaluation import EVALUATORS

POSITIONS = 13_000
START = batch.from_boards([Board()])


@cache
def sample(variant: str) -> tuple[list[Board], NDArray[np.uint64]]:
    """Boards of random games, ends and forced passes included; over all variants, POSITIONS of them."""
    random, boards = Random(variant), [Board(variant)]
    while len(boards) * len(sk.VARIANTS) < POSITIONS:
        board = boards[-1].copy()
        if board.is_over():
            board = Board(variant)
        board.push(random.choice(board.legal_moves) if board.legal_moves else sk.PASS)
        boards.append(board)
    return boards, batch.from_boards(boards)


def words(sets: list[sk.SquareSet]) -> NDArray[np.uint64]:
    return np.array([int(squares) for squares in sets], dtype=np.uint64)


# Equal to Board


def test_from_boards_has_own_and_opp(variant: str) -> None:
    boards, positions = sample(variant)
    assert positions.shape == (len(boards), 2)
    assert positions.dtype == np.uint64
    assert (positions[:, 0] == words([board.position.own for board in boards])).all()
    assert (positions[:, 1] == words([board.position.opp for board in boards])).all()


def test_legal_and_is_over_equal_board(variant: str) -> None:
    boards, positions = sample(variant)
    for threads in (0, 1, 3):
        masks = batch.legal(positions, variant=variant, threads=threads)
        assert masks.dtype == np.uint64
        assert (masks == words([board.legal_moves for board in boards])).all()
        over = batch.is_over(positions, variant=variant, threads=threads)
        assert over.dtype == np.bool_
        assert over.tolist() == [board.is_over() for board in boards]


def test_play_equals_board(variant: str) -> None:
    random = Random(variant)
    boards = [board.copy() for board in sample(variant)[0] if not board.is_over()]
    before = batch.from_boards(boards)
    moves = [random.choice(board.legal_moves) if board.legal_moves else sk.PASS for board in boards]
    for board, move in zip(boards, moves, strict=True):
        board.push(move)
    for threads in (0, 1, 3):
        after = batch.play(before, moves, variant=variant, threads=threads)
        assert (after == batch.from_boards(boards)).all()


def test_transform_equals_board(variant: str) -> None:
    boards, positions = sample(variant)
    for symmetry in sk.Symmetry:
        images = [board.copy(stack=False).transform(symmetry) for board in boards]
        assert (batch.transform(positions, symmetry, variant=variant) == batch.from_boards(images)).all()


@pytest.mark.parametrize("turn", sk.Colour)
def test_boards_of_positions_have_them_again(variant: str, turn: sk.Colour) -> None:
    _, positions = sample(variant)
    boards = batch.to_boards(positions[:2000], turn=turn, variant=variant)
    assert (batch.from_boards(boards) == positions[:2000]).all()
    assert {(board.variant.name, board.turn) for board in boards} == {(variant, turn)}


def test_positions_are_made_of_boards_or_texts() -> None:
    boards = [Board.parse("f5d6"), Board()]
    assert (batch.from_boards(["f5d6", Board().line()]) == batch.from_boards(boards)).all()
    with pytest.raises(TypeError, match="a board or its text is needed, not int"):
        batch.from_boards([3])  # type: ignore[list-item]


@pytest.mark.parametrize("evaluator", EVALUATORS)
def test_evaluate_equals_evaluate(variant: str, evaluator: str) -> None:
    boards, positions = sample(variant)
    for threads in (0, 1, 3):
        values = batch.evaluate(positions, evaluator, variant=variant, threads=threads)
        assert values.dtype == np.int8
        assert values.tolist() == [sk.evaluate(board, evaluator) for board in boards]


@pytest.mark.parametrize("scoring", SCORINGS)
def test_playouts_of_forced_games_are_what_board_plays(variant: str, scoring: Scoring) -> None:
    """Where no side has a choice until the end, the random game is the only game."""
    forced = []
    for board in sample(variant)[0]:
        end = board.copy()
        while len(end.legal_moves) == 1 or end.must_pass():
            end.push(end.legal_moves[0] if end.legal_moves else sk.PASS)
        if end.is_over():
            forced.append((board, end.margin(scoring) * (1 if board.turn == sk.BLACK else -1)))
    assert len(forced) > 20
    positions = batch.from_boards(board for board, _ in forced)
    margins = batch.playout(positions, scoring=scoring, variant=variant)
    assert margins.tolist() == [margin for _, margin in forced]


# Playouts


def test_playouts_depend_on_the_seed_alone(variant: str) -> None:
    _, positions = sample(variant)
    first = batch.playout(positions, seed=7, variant=variant, threads=1)
    assert first.dtype == np.int8
    for threads in (0, 1, 2, 5):
        assert (batch.playout(positions, seed=7, variant=variant, threads=threads) == first).all()
    assert (batch.playout(positions, seed=8, variant=variant) != first).any()


def test_each_position_has_a_stream_of_its_own(variant: str) -> None:
    many = batch.from_boards([Board(variant)] * 1000)
    assert len(np.unique(batch.playout(many, variant=variant))) > 3
    by_seed = [batch.playout(many, seed=seed, variant=variant).tolist() for seed in (0, 1, 2, 2**64 - 1)]
    assert all(a != b for i, a in enumerate(by_seed) for b in by_seed[:i])


@pytest.mark.parametrize("variant", ["reversi", "nip"])
def test_playouts_are_uniform_as_boards_random_games_are(variant: str) -> None:
    """Means of 2 000 and 20 000 games differ by less than five standard errors."""
    random, margins = Random(variant), []
    for _ in range(2_000):
        board = Board(variant)
        while not board.is_over():
            board.push(random.choice(board.legal_moves) if board.legal_moves else sk.PASS)
        margins.append(board.margin())
    found = batch.playout(batch.from_boards([Board(variant)] * 20_000), seed=1, variant=variant)
    error = np.std(margins) * (1 / 2_000 + 1 / 20_000) ** 0.5
    assert abs(float(found.mean()) - np.mean(margins)) < 5 * error
    assert abs(float(found.std()) / float(np.std(margins)) - 1) < 0.1


def test_random_games_are_those_of_playout_with_their_moves(every_variant: str) -> None:
    games = batch.random_games(300, seed=7, first=5, variant=every_variant)
    start = batch.from_boards([Board(every_variant)])
    margins = batch.playout(start.repeat(305, axis=0), seed=7, variant=every_variant)
    assert (games.margins == margins[5:]).all()
    for row, margin in zip(games.moves[:40], games.margins, strict=False):
        board = Board(every_variant)
        squares = [int(square) for square in row if square != batch.NO_MOVE]
        board.extend(squares)
        assert board.is_over()
        assert board.margin() == margin
        assert (row[len(squares) :] == batch.NO_MOVE).all()


def test_a_random_game_depends_on_its_number_alone() -> None:
    whole = batch.random_games(9000, seed=7, threads=2)
    part = batch.random_games(100, seed=7, first=8900, threads=1)
    assert (whole.moves[8900:] == part.moves).all()
    assert (batch.random_games(100, seed=8, first=8900).moves != part.moves).any()


def test_other_threads_run_during_a_playout() -> None:
    usual, stop, steps = sys.getswitchinterval(), threading.Event(), [0]

    def count() -> None:
        while not stop.wait(0.001):
            steps[0] += 1

    counter = threading.Thread(target=count)
    counter.start()
    sys.setswitchinterval(1000)  # another thread runs only if the playout lets it
    try:
        before = steps[0]
        batch.playout(START.repeat(300_000, axis=0), threads=1)
        assert steps[0] > before
    finally:
        sys.setswitchinterval(usual)
        stop.set()
        counter.join()


# Solving


@pytest.mark.parametrize("scoring", SCORINGS)
def test_solve_equals_solve(variant: str, scoring: Scoring) -> None:
    boards = endgames(variant, 40)
    values = [sk.solve(board, scoring=scoring).value for board in boards]
    for threads in (0, 1, 3):
        found = batch.solve(batch.from_boards(boards), scoring=scoring, variant=variant, threads=threads)
        assert (found.values.dtype, found.moves.dtype) == (np.int8, np.uint8)
        assert found.values.tolist() == values
        assert found.solved.all()


def test_solve_names_best_moves_and_who_wins(variant: str) -> None:
    boards = [*endgames(variant, 40), *sample(variant)[0][:200]]
    before = batch.from_boards(board for board in boards if len(board.empties()) < 10)
    found = batch.solve(before, variant=variant)
    assert (batch.solve(before, "wld", variant=variant).values == np.sign(found.values)).all()
    over = batch.is_over(before, variant=variant)
    assert ((found.moves == batch.NO_MOVE) == over).all()
    after = batch.play(before[~over], found.moves[~over], variant=variant)
    assert (batch.solve(after, variant=variant).values == -found.values[~over]).all()


def test_what_limits_end_stays_unsolved() -> None:
    easy, hard = Board.parse("--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X"), Board()
    found = batch.solve(batch.from_boards([hard, easy, hard]), limits=sk.Limits(nodes=200_000))
    assert found.values.tolist() == [batch.UNSOLVED, 18, batch.UNSOLVED]
    assert found.moves.tolist() == [batch.NO_MOVE, sk.G8, batch.NO_MOVE]
    assert found.solved.tolist() == [False, True, False]
    with pytest.raises(ValueError, match="a solver searches to the end"):
        batch.solve(START, limits=sk.Limits(depth=3))


@pytest.mark.parametrize("threads", [1, 3])
def test_a_stop_keeps_what_was_solved(threads: int) -> None:
    """The start would never be solved; what stands before it is."""
    easy = endgames("reversi", 6)
    positions, stop, told = batch.from_boards([*easy, *[Board()] * threads]), sk.Stop(), []

    def progress(done: int, total: int) -> None:
        told.append((done, total))
        if done == len(easy):
            stop.set()

    found = batch.solve(positions, stop=stop, threads=threads, progress=progress)
    assert found.solved.tolist() == [True] * len(easy) + [False] * threads
    assert told == sorted(told)
    assert told[-1] == (len(easy), len(positions))
    assert not batch.solve(positions, stop=stop).solved.any()


@pytest.mark.parametrize("threads", [1, 2])
def test_what_progress_raises_ends_the_work(threads: int) -> None:
    def progress(done: int, total: int) -> None:
        raise RuntimeError("enough")

    with pytest.raises(RuntimeError, match="enough"):
        batch.solve(START.repeat(2, axis=0), threads=threads, progress=progress)


class AlarmError(Exception):
    """Raised by the clock, as Ctrl-C is by the keyboard."""


@pytest.fixture
def set_alarm() -> Iterator[Callable[[], object]]:
    def ring(*_: object) -> None:
        raise AlarmError

    usual = signal.signal(signal.SIGALRM, ring)
    yield lambda: signal.setitimer(signal.ITIMER_REAL, 0.01)
    signal.setitimer(signal.ITIMER_REAL, 0)
    signal.signal(signal.SIGALRM, usual)


@pytest.mark.parametrize("threads", [1, 3])
def test_a_signal_ends_a_solve(threads: int, set_alarm: Callable[[], object]) -> None:
    set_alarm()
    with pytest.raises(AlarmError):
        batch.solve(START.repeat(2, axis=0), threads=threads)


def test_a_signal_ends_playouts_before_all_are_played(
    monkeypatch: pytest.MonkeyPatch, set_alarm: Callable[[], object]
) -> None:
    held = np.full(1_000_000, -128, dtype=np.int8)
    many = START.repeat(len(held), axis=0)
    monkeypatch.setattr(np, "empty", lambda *_, **__: set_alarm() and held)
    with pytest.raises(AlarmError):
        batch.playout(many, threads=1)
    assert held[-1] == -128


# Arrays as they come


def test_empty_arrays_and_fewer_positions_than_threads() -> None:
    for nothing in (np.array([]), np.empty((0, 2), dtype=np.uint64)):
        assert batch.legal(nothing).shape == (0,)
        assert batch.play(nothing, []).shape == (0, 2)
        assert batch.playout(nothing).shape == (0,)
        assert batch.transform(nothing, 1).shape == (0, 2)
        assert batch.is_over(nothing).shape == batch.evaluate(nothing).shape == (0,)
        assert batch.to_boards(nothing) == []
        assert batch.solve(nothing).solved.shape == (0,)
    assert batch.from_boards([]).shape == (0, 2)
    assert batch.legal([]).shape == (0,)
    assert batch.legal(START.repeat(3, axis=0), threads=16).tolist() == [int(Board().legal_moves)] * 3


def test_inputs_stay_as_they_are() -> None:
    _, sampled = sample("nip")
    positions = sampled[:1000].copy()
    positions.setflags(write=False)
    moves = np.array([sk.D3], dtype=np.uint8)
    batch.legal(positions, variant="nip")
    batch.playout(positions, variant="nip")
    image = batch.transform(positions, sk.Symmetry.IDENTITY, variant="nip")
    image[:] = 0
    batch.play(START, moves)
    assert (positions == sampled[:1000]).all()
    assert moves.tolist() == [sk.D3]
    assert (batch.from_boards([Board()]) == START).all()


def test_layout_and_integer_type_do_not_matter() -> None:
    _, positions = sample("reversi")
    masks = batch.legal(positions)
    assert (batch.legal(positions[::-1]) == masks[::-1]).all()
    assert (batch.legal(positions[::3]) == masks[::3]).all()
    for same in (np.asfortranarray(positions), positions.astype(">u8"), positions.astype(np.int64)):
        assert (batch.legal(same) == masks).all()
    moves = np.array([[sk.F5, 0], [sk.D3, 0]])[:, 0]
    played = batch.play(START.repeat(2, axis=0), moves)
    assert (played == batch.from_boards([Board.parse("f5"), Board.parse("d3")])).all()
    corner = Board.from_cells(["a1", "h8"], ["b1"])  # h8 is the word's highest bit
    assert batch.legal([[int(corner.own), int(corner.opp)]]).tolist() == [int(corner.legal_moves)]


# Bad input

THREE = START.repeat(3, axis=0)
OVERLAP = THREE.copy()
OVERLAP[1, 0] = OVERLAP[1, 1]
OUTSIDE = batch.from_boards([Board("nip"), Board("nip"), Board.from_cells(["a1"], [])])

ALL: list[Callable[..., Any]] = [
    batch.legal,
    batch.is_over,
    batch.evaluate,
    batch.playout,
    batch.solve,
    lambda positions, **options: batch.transform(positions, 1, **options),
    lambda positions, **options: batch.play(positions, [sk.D3] * 3, **options),
]


@pytest.mark.parametrize(
    ("positions", "options", "error", "message"),
    [
        (OVERLAP, {}, sk.InvalidPositionError, "position 1: discs overlap"),
        (OUTSIDE, {"variant": "nip"}, sk.InvalidPositionError, r"position 2: .*outside nip"),
        (THREE, {"variant": "nipp"}, sk.UnknownVariantError, "did you mean 'nip'"),
        (THREE, {"threads": -1}, ValueError, "threads: 1…1024"),
        (THREE, {"threads": 10**9}, ValueError, "threads: 1…1024"),
        (THREE[0], {}, ValueError, r"shape \(n, 2\) is needed, this one has \(2,\)"),
        (THREE.reshape(2, 3), {}, ValueError, r"this one has \(2, 3\)"),
        (THREE.reshape(3, 2, 1), {}, ValueError, r"this one has \(3, 2, 1\)"),
        (THREE.astype(float), {}, ValueError, "unsigned 64-bit integers are needed, not float64"),
        ([["d3", "d4"]], {}, ValueError, "unsigned 64-bit integers are needed"),
        ([[-1, 2]], {}, ValueError, "unsigned 64-bit integers are needed"),
        ([[2**64, 2]], {}, ValueError, "unsigned 64-bit integers are needed"),
        ([[1, 2], [3]], {}, ValueError, "unsigned 64-bit integers are needed"),
        (None, {}, ValueError, "unsigned 64-bit integers are needed"),
    ],
)
def test_bad_positions_are_named(
    positions: Any, options: dict[str, Any], error: type[ValueError], message: str
) -> None:
    for call in ALL:
        with pytest.raises(error, match=message):
            call(positions, **options)


@pytest.mark.parametrize(
    ("moves", "error", "message"),
    [
        ([sk.F5, sk.A1, sk.F5], sk.IllegalMoveError, "position 1: illegal move a1"),
        ([sk.F5, sk.F5, sk.PASS], sk.IllegalMoveError, "position 2: illegal move pass"),
        ([sk.D4, sk.F5, sk.A1], sk.IllegalMoveError, "position 0: illegal move d4"),
        ([sk.F5, sk.F5, 65], sk.InvalidMoveError, "position 2: 65 is not a square"),
        ([sk.F5, -1, sk.F5], sk.InvalidMoveError, "position 1: -1 is not a square"),
        ([sk.F5, 256 + sk.F5, sk.F5], sk.InvalidMoveError, "position 1: 293 is not a square"),
        ([sk.F5, sk.F5], ValueError, "different lengths"),
        ([[sk.F5, sk.F5, sk.F5]], ValueError, "moves: a list of integers is needed"),
        (["f5", "f5", "f5"], ValueError, "moves: a list of integers is needed"),
        ([37.0, 37.0, 37.0], ValueError, "moves: a list of integers is needed"),
    ],
)
def test_bad_moves_are_named(moves: Any, error: type[ValueError], message: str) -> None:
    for threads in (1, 2):
        with pytest.raises(error, match=message):
            batch.play(THREE, moves, threads=threads)


OVER = batch.from_boards([Board("reversi4", "X" * 16 + " O")])
ANY: Any = batch


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: batch.play(OVER, [sk.PASS], variant="reversi4"), "position 0: illegal move pass"),
        (lambda: batch.playout(THREE, seed=-1), "seed: 0…"),
        (lambda: batch.playout(THREE, seed=2**64), "seed: 0…"),
        (lambda: batch.random_games(3, seed=-1), "seed: 0…"),
        (lambda: batch.random_games(-3), "not -3 from number 0"),
        (lambda: batch.random_games(3, first=-1), "not 3 from number -1"),
        (lambda: batch.random_games(3, variant="rerversi"), "reversi"),
        (lambda: ANY.playout(THREE, scoring="best"), "scoring: no 'best'"),
        (lambda: batch.to_boards(OVERLAP), "position 1: "),
        (lambda: batch.evaluate(THREE, "best"), "evaluator: no 'best', there are trained,"),
        (lambda: ANY.solve(THREE, "both"), "mode: no 'both', there are exact, wld"),
        (lambda: batch.transform(THREE, -1), "not a valid Symmetry"),
        (lambda: batch.transform(THREE, 8), "not a valid Symmetry"),
    ],
)
def test_bad_options_are_named(call: Callable[[], object], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        call()


# NumPy's own numbers where Python's are taken


@pytest.mark.parametrize("kind", [np.uint64, np.int64, np.uint8, lambda number: np.array(number, np.uint32)])
def test_numpy_integers_are_masks_and_squares(kind: Callable[[int], Any]) -> None:
    assert sk.SquareSet(kind(0b101)) == sk.SquareSet(["a1", "c1"])
    assert kind(sk.D3) in Board().legal_moves
    assert kind(sk.A1) not in Board().legal_moves
    assert Board().legal_moves[kind(0)] == sk.D3
    assert sk.square_name(kind(sk.D3)) == sk.move_name(kind(sk.D3)) == "d3"
    board = Board()
    board.push(kind(sk.D3))
    assert board.disc_at(kind(sk.D3)) == sk.BLACK
    assert sk.perft(Board(), kind(3)) == 56


def test_masks_of_arrays_become_sets() -> None:
    (mask,) = batch.legal(START)
    assert sk.SquareSet(mask) == Board().legal_moves
    assert sk.SquareSet(np.uint64(2**64 - 1)) == sk.SquareSet(range(64))
    assert sk.SquareSet(np.array([sk.D3, sk.C4, sk.F5, sk.E6])) == Board().legal_moves
    with pytest.raises(sk.InvalidMoveError, match="-5 is no mask of 64 squares"):
        sk.SquareSet(np.int64(-5))
    for wrong in (1.0, np.float64(1)):
        with pytest.raises(TypeError):
            sk.SquareSet(wrong)  # type: ignore[arg-type]
        assert wrong not in sk.SquareSet(range(64))
    assert Board().legal_moves not in sk.SquareSet(range(64))


def test_numpy_numbers_are_limits_threads_seeds_and_moves() -> None:
    limits = sk.Limits(depth=np.int64(2), nodes=np.uint64(1000), seconds=np.float32(0.5))
    assert repr(limits) == "Limits(depth=2, nodes=1000, seconds=0.5)"
    with pytest.raises(ValueError, match="depth: a whole number is needed"):
        sk.Limits(depth=np.float64(2))  # type: ignore[arg-type]
    with sk.Engine(threads=np.int64(1), table_mib=np.int64(1)) as engine:
        found = engine.compare(Board(), np.array([sk.D3, sk.C4]), sk.Limits(depth=np.int64(2)))
    assert "np." not in repr(found)


def test_numpy_numbers_in_records_and_as_seeds() -> None:
    record = sk.play("random", "random", seed=np.int64(3))
    assert record.moves == sk.play("random", "random", seed=3).moves
    assert sk.Record.from_json(record.to_json()) == record
    values, nodes = (np.float32(1.5),), (np.int64(3),)
    odd = sk.Record(moves=(sk.F5,), values=values, nodes=nodes, seed=np.uint64(7))  # type: ignore[arg-type]
    assert sk.Record.from_json(odd.to_json()) == odd
