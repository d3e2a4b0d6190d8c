"""Solving through a store: right whoever works, nothing lost or counted twice when killed."""

from __future__ import annotations

import os
import re
import signal
import sqlite3
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest
from samples import random_board, reference_game
from test_lab_cluster import WORKER, Processes, cluster_of
from test_solver import brute_force

import shirokuro as sk
from shirokuro.board.position_key import board_of_key, following, key_of
from shirokuro.cli import main
from shirokuro.errors import StoreError
from shirokuro.proofs.proof_store import ProofStore
from shirokuro.proofs.proof_tree import Division, ProofTree
from shirokuro.proofs.solver import Goal, Solver, proven_line, solve
from shirokuro.proofs.task import BoundResult, BoundTask, Ordering, OrderingResult, SolvingTask, work
from shirokuro.workers.executors import work_on

SMALL = Division(leaf=12, depth=4)
VALUES = {"reversi4": -10, "nip12": 2, "nip12+loop": 2, "nip24": 4, "nip24+loop": -8}
"""Of the starts, as the engine and the books have them."""


def solved(
    board: sk.Board, path: Path, division: Division = SMALL, jobs: int = 1, goal: Goal = "value"
) -> Solver:
    with ProofStore(path, board) as store, work_on(jobs) as pool:
        solver = Solver(store, division, goal)
        for _ in solve(solver, pool):
            pass
    assert solver.is_done
    return solver


def bounds(solver: Solver) -> tuple[int, int]:
    return solver.tree.root.lower, solver.tree.root.upper


@pytest.mark.parametrize(("variant", "value"), VALUES.items())
def test_the_value_of_small_boards(variant: str, value: int, tmp_path: Path) -> None:
    board = sk.Board(variant)
    leaf = len(board.empties()) * 6 // 10
    solver = solved(board, tmp_path / "a.proof", Division(leaf, 4))
    assert bounds(solver) == (value, value)
    for move in proven_line(solver.tree, board):
        board.push(move)
    assert (board.is_over(), board.margin()) == (True, value)


@pytest.mark.parametrize("variant", ["nip12", "nip12+loop", pytest.param("reversi4", marks=pytest.mark.long)])
def test_every_bound_holds(variant: str, tmp_path: Path) -> None:
    known: dict[str, int] = {}
    for number, leaf in enumerate((0, 3, 7)):
        solved(sk.Board(variant), tmp_path / str(number), Division(leaf, 2))
        with ProofStore(tmp_path / str(number)) as store:
            for row in store.positions():
                board = board_of_key(variant, row.key)
                assert row.lower <= brute_force(reference_game(board), "winner", known) <= row.upper


@pytest.mark.parametrize(
    "variant", ["nip24+loop", *(pytest.param(name, marks=pytest.mark.long) for name in ("reversi6", "nip32"))]
)
def test_positions_with_passes_and_either_side_to_move(variant: str, tmp_path: Path) -> None:
    empties, values = 9, set[int]()
    plies = len(sk.Board(variant).empties()) - empties
    for seed in range(12):
        board = random_board(variant, plies + seed % 3, seed)
        if board.is_over():
            continue
        value = sk.solve(board).value
        solver = solved(board, tmp_path / str(seed), Division(leaf=4, depth=2))
        assert bounds(solver) == (value, value)
        values.add(value)
    assert len(values) > 4


def test_who_wins_comes_first(tmp_path: Path) -> None:
    winner = solved(sk.Board("nip24"), tmp_path / "winner", goal="winner")
    assert 0 < winner.tree.root.lower <= 4 < winner.tree.root.upper
    with ProofStore(tmp_path / "winner", sk.Board("nip24")) as store, work_on(1) as pool:
        seen = [*solve(Solver(store, SMALL), pool)]
    assert all(progress.lower > 0 for progress in seen)
    assert (seen[-1].lower, seen[-1].upper, seen[-1].left) == (4, 4, 0)


def test_a_drawn_position(tmp_path: Path) -> None:
    boards = (random_board("reversi6", 22, seed) for seed in range(200))
    board = next(each for each in boards if not each.is_over() and sk.solve(each).value == 0)
    for goal in ("winner", "value"):
        assert bounds(solved(board, tmp_path / goal, Division(4, 2), goal=goal)) == (0, 0)  # type: ignore[arg-type]


def test_two_workers_find_the_same(tmp_path: Path) -> None:
    solver = solved(sk.Board("nip24"), tmp_path / "a.proof", Division(10, 4), jobs=2)
    assert bounds(solver) == (4, 4)
    with ProofStore(tmp_path / "a.proof") as store:
        totals = store.totals()
        assert totals.solved == sum(row.is_solved for row in store.positions())
        assert sum(count for _, count in store.origins()) == totals.solved
        assert totals.nodes == sum(row.nodes for row in store.positions()) > 0


def test_no_more_is_given_out_than_is_of_use(tmp_path: Path) -> None:
    """Once all tasks that a test needs are given out, others only for workers that would be idle."""
    with ProofStore(tmp_path / "a.proof", sk.Board("nip24")) as store:
        solver = Solver(store, Division(10, 4))
        solver.workers = 3
        given = [next(solver)]
        assert list(solver) == []  # nothing is known before the first ordering search
        assert isinstance(given[0], Ordering)
        while not isinstance(given[-1], BoundTask):
            solver.take(given[-1], work(given[-1]))
            given.append(next(solver))
        more = list(solver)
        assert len(more) == 3  # with the first, one for each and one for who is done first
        assert len({task.key for task in (given[-1], *more)}) == 1 + len(more)


@pytest.mark.parametrize(("seconds", "bundle"), [(1e-4, 32), (0.0045, 4), (1.0, 1)])
def test_short_tasks_travel_together(tmp_path: Path, seconds: float, bundle: int) -> None:
    def timed(task: SolvingTask) -> OrderingResult | BoundResult:
        result = work(task)
        return replace(result, cost=replace(result.cost, seconds=seconds))

    with ProofStore(tmp_path / "a.proof", sk.Board("nip24")) as store, work_on(1) as pool:
        solver, seen = Solver(store, Division(12, 4)), [1]
        for _ in solve(solver, pool, timed):
            seen.append(solver.bundle)
    assert len(seen) > 200
    assert seen[200] == bundle
    assert max(seen) == seen[200]


def test_workers_part_where_all_moves_have_to_be_refuted() -> None:
    """They share out the replies to the move that should win, and none tries another one in its place."""
    tree = ProofTree(sk.Board("nip24"), Division(14, 3))
    tree.ask(0)
    for guesses in ([20], [10, -20, 10]):  # one first move, which loses; of the answers the second is best
        node, _ = tree.next_task() or pytest.fail("nothing to do")
        tree.order(node, guesses[: len(tree.boards_after(node))])
    (first,) = tree.root.after or ()
    best = min(first.after or (), key=lambda each: each.guess)
    node, _ = tree.next_task() or pytest.fail("nothing to do")
    assert node is best
    replies = tree.boards_after(best)
    tree.order(node, [20] * len(replies))
    taken = [(tree.next_task() or pytest.fail("nothing to do"))[0] for _ in replies]
    assert {node.key for node in taken} == replies.keys()
    assert [each.workers for each in best.after or ()] == [1] * len(replies)
    for node in taken:
        tree.order(node, [0 for _ in tree.boards_after(node)])
    assert all(each.workers == 0 for each in tree.nodes.values())


def test_threads_of_one_worker_share_a_table() -> None:
    """As those of a cluster's worker do."""
    tree = ProofTree(sk.Board("nip24"), Division(18, 4))
    tree.ask(0)
    while isinstance(task := (tree.next_task() or pytest.fail("nothing to do"))[1], Ordering):
        node = next(node for node in tree.nodes.values() if node.is_away)
        tree.order(node, [0 for _ in tree.boards_after(node)])
    with ThreadPoolExecutor(2) as threads:
        first = threads.submit(work, task).result()
        with ThreadPoolExecutor(1) as another:
            second = another.submit(work, task).result()
    assert (first.lower, first.upper) == (second.lower, second.upper)  # type: ignore[union-attr]
    assert second.cost.nodes < first.cost.nodes / 2


def test_an_interrupted_run_goes_on(tmp_path: Path) -> None:
    board, path, tasks, solver = sk.Board("nip24"), tmp_path / "a.proof", 0, None
    while solver is None or not solver.is_done:
        with ProofStore(path, board) as store, work_on(1) as pool:
            solver, before = Solver(store, SMALL), store.totals()
            for number, _ in enumerate(solve(solver, pool)):
                tasks += 1
                if number == 40:
                    break
            assert store.totals().nodes > before.nodes
    assert bounds(solver) == (4, 4)
    solved(board, tmp_path / "whole.proof")
    with ProofStore(path) as store, ProofStore(tmp_path / "whole.proof") as other:
        assert store.totals().positions < 3 * other.totals().positions
        assert store.totals().solved <= tasks


def test_a_store_takes_few_bytes(tmp_path: Path) -> None:
    path = tmp_path / "a.proof"
    solved(sk.Board("nip24"), path)
    with ProofStore(path) as store:
        positions = store.totals().positions
    with closing(sqlite3.connect(path)) as database, database:
        database.execute("VACUUM")
    assert path.stat().st_size / positions < 200


KILLED = """
import os, signal, sys
from shirokuro.cli import main
from shirokuro.proofs.solver import Solver
take, left = Solver.take, [int(sys.argv[1])]
def counted(*words):
    take(*words)
    left[0] -= 1
    if not left[0]:
        os.kill(os.getpid(), signal.SIGKILL)
Solver.take = counted
if __name__ == "__main__":
    sys.exit(main(sys.argv[2:]))
"""


@pytest.mark.parametrize("cycles", [2, pytest.param(20, marks=pytest.mark.long)])
def test_a_killed_run_goes_on(cycles: int, tmp_path: Path) -> None:
    path, random = tmp_path / "a.proof", Random(1)
    command = ["solve", "nip24", "--store", str(path), "--leaf", "11"]
    script, stored = tmp_path / "killed.py", 0
    script.write_text(KILLED)
    for cycle in range(cycles):
        kept = random.randint(5, 60)
        words = [sys.executable, str(script), str(kept), *command, "--jobs", str(1 + cycle % 2)]
        ended = subprocess.run(words, capture_output=True, text=True)
        assert ended.returncode == -signal.SIGKILL, ended.stderr
        with ProofStore(path) as store:
            rows = [*store.positions()]
            assert sum(row.nodes > 0 for row in rows) <= stored + kept
            stored = sum(row.nodes > 0 for row in rows)
    assert bounds(solved(sk.Board("nip24"), path, Division(11, 4))) == (4, 4)


@pytest.mark.parametrize("cycles", [1, pytest.param(20, marks=pytest.mark.long)])
def test_workers_may_die(cycles: int, tmp_path: Path) -> None:
    for cycle in range(cycles):
        with ProofStore(tmp_path / str(cycle), sk.Board("nip24")) as store, work_on(2) as pool:
            solver = Solver(store, Division(11, 4))
            for number, _ in enumerate(solve(solver, pool)):
                if number in (20, 100):
                    os.kill(_workers(pool)[number % 2], signal.SIGKILL)
            assert bounds(solver) == (4, 4)
            assert store.totals().solved == sum(row.is_solved for row in store.positions())


def _workers(pool: object) -> list[int]:
    return [process.pid for process in pool._workers._workers()]  # type: ignore[attr-defined]


@pytest.mark.long
def test_a_cluster_and_its_loss(tmp_path: Path) -> None:
    path, board = tmp_path / "a.proof", sk.Board("nip24")

    def run(processes: Processes, loses: bool) -> Solver:
        with ProofStore(path, board) as store, work_on(cluster=processes.address) as pool:
            solver = Solver(store, Division(11, 4))
            for number, _ in enumerate(solve(solver, pool)):
                if loses and number == 20:
                    processes.workers[0].kill()
                if loses and number == 40:
                    processes.scheduler.kill()
        return solver

    with cluster_of(WORKER, WORKER) as processes, pytest.raises(ConnectionError, match="scheduler was lost"):
        run(processes, loses=True)
    with cluster_of(WORKER) as processes:
        assert bounds(run(processes, loses=False)) == (4, 4)


def test_one_run_at_a_time(tmp_path: Path) -> None:
    board, path = sk.Board("nip12"), tmp_path / "a.proof"
    complaint = "another program is at work on this proof"
    with ProofStore(path, board), pytest.raises(StoreError, match=complaint):
        ProofStore(path, board)


def test_a_full_disk_leaves_the_store_intact(tmp_path: Path) -> None:
    board, path = sk.Board("nip24"), tmp_path / "a.proof"
    with ProofStore(path, board) as store, work_on(1) as pool:
        (pages,) = store._database.execute("PRAGMA page_count").fetchone()
        store._database.execute(f"PRAGMA max_page_count = {pages + 2}")
        with pytest.raises(StoreError, match=r"a\.proof: database or disk is full"):
            for _ in solve(Solver(store, SMALL), pool):
                pass
    assert bounds(solved(board, path)) == (4, 4)


def test_stores_that_are_none(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path, newer, foreign, text = (tmp_path / name for name in ("a", "newer", "foreign", "text"))
    solved(sk.Board("nip12"), path)
    solved(sk.Board("nip12"), newer)
    with closing(sqlite3.connect(newer)) as database, database:
        database.execute("PRAGMA user_version = 9")
    with closing(sqlite3.connect(foreign)) as database, database:
        database.execute("CREATE TABLE a (b)")
    text.write_text("not a database, but long enough to be read twice\n" * 20)
    for words, told in (
        (["nip24", "--store", str(path)], "a proof of nip12 from its start, not of this"),
        (["nip12+loop", "--store", str(path)], "a proof of nip12 from its start, not of this"),
        (["nip12", "--store", str(newer)], "this proof is of version 9; this program reads 2"),
        (["nip12", "--store", str(foreign)], "this is a database, but no proof"),
        (["nip12", "--store", str(text)], "this is no proof, or it is damaged: file is not a database"),
        (["nip12", "--store", str(tmp_path / "no" / "a")], "there is no folder"),
        (["nip12", "nip24", "--store", str(path)], "a store has one position"),
        (["nip12", "--store", str(path), "--threads", "2"], "--threads does not go with --store"),
        (["nip12", "--store", str(path), "--dont-care", "wide"], "--dont-care does not go with --store"),
        (["nip12", "--store", str(path), "--scoring", "plain"], "with --store the winner gets the empties"),
        (["nip12", "--store", str(path), "--leaf", "-1"], "leaf is a whole number, 0…64, not -1"),
        (["nip12", "--store", str(tmp_path / "b"), "--jobs", "0"], "jobs: 1 or more are possible, not 0"),
        (["nip12", "--leaf", "4"], "--leaf and --cluster need --store FILE"),
        (["--", "X" * 12, "--store", str(path)], ""),
    ):
        assert main(["solve", *words]) == 2
        err = capsys.readouterr().err
        assert told in err
        assert err.count("\n") == 1
    with ProofStore(path) as store:
        assert store.variant == "nip12"


def test_the_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["solve", "nip24", "--store", str(tmp_path / "a.proof"), "--jobs", "1"]
    assert main([*words, "--wld"]) == 0
    told = "nip24: black wins, {} for black, who is to move\nline: c2 "
    assert capsys.readouterr().out.startswith(told.format("+2…+24"))
    assert main(words) == 0
    first = capsys.readouterr().out
    assert first.startswith(told.format("+4"))
    assert main(words) == 0
    assert capsys.readouterr().out == first


def test_progress_for_who_reads_a_file(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    words = ["solve", "nip24", "--jobs", "1", "--store"]
    assert main([*words, str(tmp_path / "a.proof")]) == 0
    assert capsys.readouterr().err == ""  # sooner done than a line is due
    monkeypatch.setattr("shirokuro.cli.solve_store.LOG_SECONDS", 0)
    assert main([*words, str(tmp_path / "b.proof")]) == 0
    lines = capsys.readouterr().err.splitlines()
    form = r"[\d,]+ positions solved: [+-]\d+…[+-]\d+, testing [+-]\d+(, \d+ s to \d+ s left for it)?"
    assert all(re.fullmatch(form, line) for line in lines)
    assert "+4…+4" in lines[-1]


@pytest.mark.parametrize(
    "variant",
    ["nip24", *(pytest.param(name, marks=pytest.mark.long) for name in ("nip12+loop", "nip24+loop"))],
)
def test_the_engine_plays_perfectly_by_a_proof(variant: str, tmp_path: Path) -> None:
    leaf = len(sk.Board(variant).empties()) // 2
    solved(sk.Board(variant), tmp_path / "a.proof", Division(leaf, 4))
    player = f"engine:level=1,proof={tmp_path}/a.proof"
    notes = set[str]()
    for seed in range(2):
        assert sk.play(player, "random", variant=variant, seed=seed).board().margin() >= VALUES[variant]
        assert sk.play("greedy", player, variant=variant, seed=seed).board().margin() <= VALUES[variant]
    board = sk.Board(variant)
    while not board.is_over():
        choice = sk.player(player).choose(board)
        notes.add(choice.note)
        assert choice.value is None or choice.value == VALUES[variant] * (-1 if board.turn else 1)
        board.push(choice.move)
    assert board.margin() == VALUES[variant]
    assert {"proven", "exact"} <= notes


def test_a_proof_that_says_nothing_leaves_the_engine_to_search(tmp_path: Path) -> None:
    solved(sk.Board("nip24"), tmp_path / "a.proof")
    player = sk.player(f"engine:level=3,proof={tmp_path}/a.proof")
    assert "depth" in player.choose(sk.Board("nip32")).note
    assert player.choose(sk.Board("nip24")).note == "proven"
    for path, told in ((tmp_path / "no", "no"), (Path(__file__), "this is no proof")):
        with pytest.raises((ValueError, OSError), match=told):
            sk.player(f"engine:proof={path}")


def test_ctrl_c_says_how_to_go_on(tmp_path: Path) -> None:
    command = ["solve", "reversi6", "--store", str(tmp_path / "a.proof"), "--jobs", "2"]
    script = tmp_path / "interrupted.py"
    script.write_text(KILLED.replace("SIGKILL", "SIGINT"))
    done = subprocess.run([sys.executable, str(script), "8", *command], capture_output=True, text=True)
    assert done.returncode == 130
    assert f"interrupted; to go on: shirokuro solve reversi6 --store {tmp_path}/a.proof" in done.stderr
    with ProofStore(tmp_path / "a.proof") as store:
        assert sum(row.nodes > 0 for row in store.positions()) >= 8


def test_efforts_are_those_of_the_moves() -> None:
    """After any sequence of ordering searches they are those counted anew from the ends of the lines."""
    board = sk.Board("nip24")
    tree, random = ProofTree(board, Division(14, 3)), Random(5)
    tree.ask(0)
    for _ in range(200):
        node, task = tree.next_task() or (None, None)
        if node is None:
            break
        if isinstance(task, Ordering):
            tree.order(node, [random.randint(-9, 9) for _ in tree.boards_after(node)])
        elif random.random() < 0.5:
            tree.take_bounds(node, task.least, tree.cells)  # type: ignore[union-attr]
        else:
            tree.take_bounds(node, -tree.cells, task.least - 1)  # type: ignore[union-attr]
    found = {node: node.state() for node in tree.nodes.values()}
    tree.ask(0)
    assert {node: node.state() for node in tree.nodes.values()} == found


def test_positions_after_a_move_are_joined_by_symmetry() -> None:
    tree = ProofTree(sk.Board("nip24"), SMALL)
    assert len(tree.boards_after(tree.root)) == 1
    keys = {key_of(after) for _, after in following(sk.Board("nip24"))}
    assert keys == tree.boards_after(tree.root).keys()
