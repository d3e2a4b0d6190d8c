"""Flat Monte Carlo and UCT: the random games are fair, what is proven is true, and both stop when told."""

from __future__ import annotations

import threading
from collections.abc import Callable
from math import sqrt
from random import Random
from typing import Any

import pytest
import reference

import shirokuro as sk
from shirokuro.engine.playouts import VERDICTS, Tree, Verdict, grow_tree, try_moves


def ending(variant: str, empties: int, random: Random) -> sk.Board:
    """A board out of a random game with so many empty cells and a move to choose."""
    while True:
        board = sk.Board(variant)
        while len(board.empties()) > empties and not board.is_over():
            board.push(random.choice(board.legal_moves) if board.legal_moves else sk.PASS)
        if board.legal_moves:
            return board


def endings(variant: str, most: int, number: int) -> list[sk.Board]:
    random = Random(variant)
    most = min(most, len(sk.VARIANTS[variant].cells) - 4)
    return [ending(variant, random.randint(2, most), random) for _ in range(number)]


# Flat Monte Carlo


def mean_of_random_play(game: reference.Game, side: str) -> tuple[float, float]:
    """The mean of +1, 0, −1 and of the disc difference, for a side, if both play at random."""
    if game.is_over():
        margin = game.margin("plain") * (1 if side == reference.BLACK else -1)
        return float((margin > 0) - (margin < 0)), float(margin)
    if game.must_pass():
        return mean_of_random_play(game.after_pass(), side)
    means = [mean_of_random_play(game.after(move), side) for move in game.legal_moves()]
    return sum(score for score, _ in means) / len(means), sum(discs for _, discs in means) / len(means)


def replayed(board: sk.Board) -> reference.Game:
    game = reference.new_game(board.variant.name)
    for move in board.move_stack:
        game = game.after_pass() if move == sk.PASS else game.after(sk.move_name(move))
    return game


def test_means_are_those_of_random_play(variant: str) -> None:
    """Within five standard deviations of what the slow reference reckons over all games."""
    games = 20_000
    for board in endings(variant, 5, 4):
        here = replayed(board)
        trials = try_moves(board, games, seed=1).moves
        assert [trial.move for trial in trials] == list(board.legal_moves)
        for trial in trials:
            score, discs = mean_of_random_play(here.after(sk.move_name(trial.move)), here.turn)
            cells = len(board.variant.cells)
            assert trial.games == games
            assert trial.wins + trial.draws + trial.losses == games
            assert abs(trial.score - score) < 5 / sqrt(games)
            assert abs(trial.mean_discs - discs) < 5 * cells / sqrt(games)


def test_trials_do_not_depend_on_threads(variant: str) -> None:
    board = sk.Board(variant)
    one, three = (try_moves(board, 700, seed=4, threads=threads) for threads in (1, 3))
    assert one == three
    assert try_moves(board, 700, seed=5) != one


def test_a_node_limit_is_shared_equally() -> None:
    trials = try_moves(sk.Board(), 500, limits=sk.Limits(nodes=1000))
    assert [trial.games for trial in trials.moves] == [250] * 4
    assert trials.is_capped
    assert not try_moves(sk.Board(), 500, limits=sk.Limits(nodes=2000)).is_capped


def test_more_games_begin_with_the_same() -> None:
    """A capped player has played the first games of an uncapped one."""
    few, many = (try_moves(sk.Board("nip12"), playouts, seed=2).moves[0] for playouts in (1, 2))
    assert abs(many.discs - few.discs) <= 12
    assert few.wins <= many.wins


# UCT


def outcome(value: int) -> Verdict:
    return "win" if value > 0 else "loss" if value < 0 else "draw"


@pytest.mark.parametrize("solve_empties", [0, 4])
def test_proofs_agree_with_the_solver(variant: str, solve_empties: int) -> None:
    for board in endings(variant, 8, 4):
        tree = grow_tree(board, 1_000_000, solve_empties=solve_empties)
        truth = outcome(sk.solve(board, mode="wld").value)
        assert tree.best.proven == truth
        for branch in tree.moves:
            after = board.copy()
            after.push(branch.move)
            value = VERDICTS.index(outcome(-sk.solve(after, mode="wld").value))
            assert VERDICTS.index(branch.least) <= value <= VERDICTS.index(branch.most)


def only_winning_move(board: sk.Board) -> int | None:
    winning = [move for move, result in sk.analyze(board).items() if result.value > 0]
    return winning[0] if len(winning) == 1 and len(board.legal_moves) > 2 else None


@pytest.mark.parametrize("name", ["reversi", "nip", "reversi6", "nip24"])
def test_the_only_winning_move_is_found(name: str) -> None:
    """By random games alone, without solver and evaluation, where no other move wins."""
    found = 0
    random = Random(name)
    while found < 3:
        board = ending(name, 9, random)
        if (move := only_winning_move(board)) is not None:
            found += 1
            tree = grow_tree(board, 200_000, seed=found, solve_empties=0, prior=0)
            assert tree.pv[0] == move
            assert tree.best.proven == "win"


def test_with_few_empties_the_margin_is_exact(variant: str) -> None:
    for board in endings(variant, 8, 4):
        tree = grow_tree(board)
        assert tree.best.mean_margin == sk.solve(board).value
        assert all(branch.proven for branch in tree.moves)
        assert not tree.is_capped


def test_one_thread_repeats_itself(variant: str) -> None:
    board = sk.Board(variant)
    tree = grow_tree(board, 2000, seed=8)
    assert tree == grow_tree(board, 2000, seed=8)
    assert [branch.move for branch in tree.moves] == list(board.legal_moves)
    assert tree.playouts <= 2000


def test_the_line_is_playable(variant: str) -> None:
    board = sk.Board(variant)
    board.extend(grow_tree(board, 3000).pv)
    assert board.move_stack


def test_a_node_limit_caps_the_playouts() -> None:
    tree = grow_tree(sk.Board(), 5000, limits=sk.Limits(nodes=300))
    assert tree.playouts == 300
    assert tree.is_capped
    assert sum(branch.visits for branch in tree.moves) == 300


# Stopping


WORK: list[Callable[..., Any]] = [try_moves, grow_tree]


@pytest.mark.parametrize("work", WORK)
@pytest.mark.parametrize("threads", [1, 3])
def test_a_stop_from_another_thread_ends_the_work(work: Callable[..., Any], threads: int) -> None:
    """Without the stop this would take minutes; the test ends because the work does."""
    stop, results = sk.Stop(), []
    thread = threading.Thread(
        target=lambda: results.append(work(sk.Board(), 10**7, threads=threads, stop=stop))
    )
    thread.start()
    stop.set()
    thread.join()
    assert results[0].is_capped


@pytest.mark.parametrize("work", WORK)
def test_a_deadline_ends_the_work(work: Callable[..., Any]) -> None:
    assert work(sk.Board("nip"), 10**7, limits=sk.Limits(seconds=0.01)).is_capped


@pytest.mark.parametrize("work", WORK)
def test_bad_input_is_refused(work: Callable[..., Any]) -> None:
    for bad in ({"playouts": 0}, {"playouts": 10**8}, {"threads": 0}, {"threads": 5000}):
        with pytest.raises(ValueError, match=f"{next(iter(bad))}: 1…"):
            work(sk.Board(), **bad)
    with pytest.raises(ValueError, match="no legal move"):
        work("X" * 64 + " O")


def test_bad_parameters_of_a_tree_are_refused() -> None:
    with pytest.raises(ValueError, match="solve_empties: 0…11"):
        grow_tree(sk.Board(), solve_empties=12)
    with pytest.raises(ValueError, match="prior: 0…1000"):
        grow_tree(sk.Board(), prior=-1)


# Kernels


def seen(tree: Tree) -> list[object]:
    return [tree.pv, tree.nodes, [[branch.move, branch.visits, branch.score] for branch in tree.moves]]


def results() -> list[object]:
    """What this process's kernel gives on every variant; test_kernels compares it."""
    boards = [board for name in sk.VARIANTS for board in (sk.Board(name), *endings(name, 14, 2))]
    return [
        [[[trial.wins, trial.discs] for trial in try_moves(board, 60).moves], seen(grow_tree(board, 400))]
        for board in boards
    ]
