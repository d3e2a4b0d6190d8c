"""The don't-care experiment: right values at every masking and table size, and counters that add up."""

from __future__ import annotations

from random import Random
from typing import Any, cast

import pytest
import samples
from samples import endgame

import shirokuro as sk
from shirokuro.engine import studies
from shirokuro.engine.studies import DontCareRun, dont_care_experiment


def endgames(variant: str, games: int, most: int = 9) -> list[sk.Board]:
    random = Random(variant)
    most = min(most, len(sk.VARIANTS[variant].cells) - 4)
    return [endgame(variant, random.randint(1, most), random) for _ in range(games)]


def without_time(run: DontCareRun) -> tuple[int, ...]:
    return run.value, run.positions, run.probes, run.hits, run.cuts, run.stores, run.emptyings


def test_values_are_exact(variant: str) -> None:
    for board in endgames(variant, 4):
        value = sk.solve(board, scoring="plain").value
        for masking in studies.MASKINGS:
            for table_bytes in (1, 500, 10_000, studies.TABLE_BYTES):
                assert dont_care_experiment(board, masking, table_bytes=table_bytes).value == value, board


def test_small_boards_from_the_start() -> None:
    for name, value in (("reversi4", -8), ("nip12", 2), ("nip12+loop", 2)):
        for masking in studies.MASKINGS:
            assert dont_care_experiment(sk.Board(name), masking).value == value


def minimax(board: sk.Board, seen: dict[sk.Position, int]) -> int:
    """The value of a board; counts in `seen` how often each position was searched."""
    seen[board.position] = seen.get(board.position, 0) + 1
    if board.is_over():
        return board.final_value("plain")
    best = -64
    for move in board.legal_moves or [sk.PASS]:
        board.push(move)
        best = max(best, -minimax(board, seen))
        board.pop()
    return best


def test_counters_of_a_position_with_one_move() -> None:
    """A root and a finished game: only the root is looked up and stored."""
    board = endgame("reversi", 1, Random(3))
    while not board.legal_moves:
        board.push_pass()
    run = dont_care_experiment(board)
    assert without_time(run)[1:] == (2, 1, 0, 0, 1, 0)


def test_a_finished_game_is_counted_not_searched() -> None:
    board = samples.finished("reversi4")
    run = dont_care_experiment(board)
    assert (run.value, run.positions, run.stores) == (board.final_value("plain"), 1, 0)


def test_counters_add_up(variant: str) -> None:
    for board in endgames(variant, 12, most=7):
        seen: dict[sk.Position, int] = {}
        value = minimax(board.copy(), seen)
        for run in (dont_care_experiment(board, masking) for masking in studies.MASKINGS):
            assert run.value == value
            assert sum(seen.values()) >= run.positions >= run.probes >= run.hits >= run.cuts
            assert run.stores <= min(len(seen), run.probes - run.cuts)
            assert run.emptyings == 0


def test_masking_saves_positions() -> None:
    boards = [endgame("reversi", 11, Random(seed)) for seed in range(10)]
    off, full_lines, wide = (
        sum(dont_care_experiment(board, masking).positions for board in boards)
        for masking in studies.MASKINGS
    )
    assert wide < full_lines < off


def test_a_small_table_is_emptied_and_costs_positions() -> None:
    board = endgame("nip", 11, Random(8))
    large, small = (dont_care_experiment(board, table_bytes=size) for size in (studies.TABLE_BYTES, 2_000))
    assert small.value == large.value
    assert small.positions > large.positions
    assert small.emptyings > large.emptyings == 0


def test_bad_input() -> None:
    board = endgame("reversi4", 3, Random(1))
    with pytest.raises(ValueError, match="masking: no 'some'"):
        dont_care_experiment(board, cast(Any, "some"))
    with pytest.raises(ValueError, match="masking: no ''"):
        studies.dont_care_discs(board, cast(Any, ""))
    for table_bytes in (0, -1, 2**40):
        with pytest.raises(ValueError, match="table_bytes"):
            dont_care_experiment(board, table_bytes=table_bytes)


def experiments(board: sk.Board) -> list[int]:
    """What the don't-care searches give, with their counters."""
    found: list[int] = []
    for masking in studies.MASKINGS:
        found += without_time(dont_care_experiment(board, masking))
        found.append(int(studies.dont_care_discs(board, masking)))
    return found


def look_ahead(board: sk.Board) -> list[float]:
    """What ssai's, nipevt's and the rival's searches give, node for node."""
    found: list[float] = []
    for measure in studies.MEASURES:
        values = studies.move_values(board, measure, 3)
        found += [values.nodes, *(each.points for each in values.candidates)]
    if not board.variant.ring:
        choice = studies.alpha_beta(board, studies.Depths(2, 5, 8, 6))
        found += [choice.move, choice.value, choice.nodes, studies.RivalListing(4).alphabeta(board)]
    return found


def results() -> list[list[float]]:
    """What this process's kernel gives on some boards of every variant; test_kernels compares it."""
    boards = [board for variant in sk.VARIANTS for board in endgames(variant, 10)]
    boards += [samples.random_board(variant, plies, plies) for variant in sk.VARIANTS for plies in (2, 5, 7)]
    with_a_move = [board for board in boards if board.legal_moves]
    return [*map(experiments, boards[: 10 * len(sk.VARIANTS)]), *map(look_ahead, with_a_move)]
