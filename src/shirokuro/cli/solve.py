"""`shirokuro solve`: solves positions, and checks them against the scores in their file."""

from __future__ import annotations

import argparse
import json
import sys
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from shirokuro import Board, Engine, Result, Stop, move_name
from shirokuro.cli import solve_store
from shirokuro.cli.arguments import (
    POSITIONS,
    Subparsers,
    add_engine,
    add_jobs,
    add_limits,
    add_variant,
    limits_of,
    read_positions,
)
from shirokuro.cli.interrupt import INTERRUPTED
from shirokuro.cli.long_work import ProgressBar, stop_on_interrupt
from shirokuro.engine.deepening import Mode
from shirokuro.engine.engine import DONT_CARE, table_for
from shirokuro.notation import PositionText
from shirokuro.words.counted import plural

HEADING = "  no  empties   value           nodes   seconds    nodes/s  pv"


def add_to(verbs: Subparsers) -> None:
    parser = verbs.add_parser(
        "solve",
        description="Prints the value of each position under perfect play and the line that leads to it. "
        "Scores in the file (OBF) are checked: exit code 1 if any differs.",
    )
    parser.add_argument("source", nargs="*", default=["-"], help=f"{POSITIONS} (default -)")
    add_variant(parser)
    parser.add_argument("--wld", action="store_true", help="only who wins: win, draw or loss")
    parser.add_argument(
        "--dont-care",
        choices=DONT_CARE,
        default="off",
        help="which discs the keys of the hash table leave out",
    )
    add_engine(parser)
    add_limits(parser, "each position", depth=False)
    parser.add_argument("--json", action="store_true", help="one JSON object per line for each position")
    parser.add_argument(
        "--store",
        type=Path,
        metavar="FILE",
        help="solve one large position with many workers; all proven results are kept in this file",
    )
    parser.add_argument(
        "--leaf", type=int, metavar="N", help="with --store: empties from which one worker solves a position"
    )
    add_jobs(parser, "with --store: tasks")
    parser.set_defaults(run=run)


@dataclass(frozen=True, slots=True)
class Problem:
    """A position to solve, and its score in the source."""

    number: int
    board: Board
    score: int | None


@dataclass(frozen=True, slots=True)
class Answer:
    problem: Problem
    result: Result
    is_right: bool | None
    """None without a score to compare with."""


def run(arguments: argparse.Namespace) -> int:
    if arguments.store is not None:
        return solve_store.run(arguments)
    if arguments.leaf is not None or arguments.cluster is not None:
        raise ValueError("--leaf and --cluster need --store FILE")
    problems = read_problems(arguments)
    enough = max(table_for(problem.board) for problem in problems)
    with (
        stop_on_interrupt() as stop,
        Engine(arguments.threads, enough if arguments.table is None else arguments.table) as engine,
    ):
        answers = _solve_all(problems, arguments, engine, stop)
        wrong = [answer for answer in answers if answer.is_right is False]
        if wrong:
            places = ", ".join(
                f"{each.problem.number} ({each.result.verdict()}, not {each.problem.score:+d})"
                for each in wrong
            )
            print(f"shirokuro solve: {len(wrong)} of {len(answers)} not as scored: {places}", file=sys.stderr)
        return INTERRUPTED if stop.is_set() else 1 if wrong else 0


def read_problems(arguments: argparse.Namespace) -> list[Problem]:
    """All positions of all sources, in order."""
    values = [value for source in arguments.source for value in read_positions(source, arguments.variant)]
    if not values:
        raise ValueError("there is no position to solve")
    problems = []
    for number, value in enumerate(values, 1):
        scores = value.scores if isinstance(value, PositionText) else ()
        problems.append(Problem(number, Board.from_text(value), scores[0][1] if scores else None))
    return problems


def _solve_all(
    problems: list[Problem], arguments: argparse.Namespace, engine: Engine, stop: Stop
) -> list[Answer]:
    """Prints each answer when it is found; when stopped, the last one is what is known so far."""
    answers: list[Answer] = []
    mode: Mode = "wld" if arguments.wld else "exact"
    solve = partial(engine.solve, mode=mode, limits=limits_of(arguments), stop=stop)
    how = {"scoring": arguments.scoring, "dont_care": arguments.dont_care}

    def show(result: Result) -> None:
        bar.show(len(answers), f"{result.verdict()} ({result.badge()})")

    if not arguments.json:
        print(HEADING, flush=True)
    with ProgressBar(len(problems)) as bar:
        for problem in problems:
            result = solve(problem.board, **how, progress=show)
            answer = Answer(problem, result, is_right(problem, result, arguments.scoring))
            answers.append(answer)
            if arguments.json:
                place = {"variant": problem.board.variant_name, "line": problem.board.line()}
                check = {} if problem.score is None else {"score": problem.score, "right": answer.is_right}
                speed = {"nodes_per_second": rate(result.nodes, result.seconds)}
                found = {"number": problem.number, **place, **fields(result), **speed, **check}
                print(json.dumps(found), flush=True)
            else:
                print(_row(answer), flush=True)
            if stop.is_set():
                break
    if not arguments.json:
        nodes = sum(answer.result.nodes for answer in answers)
        seconds = sum(answer.result.seconds for answer in answers)
        solved = sum(answer.result.kind != "bound" for answer in answers)
        checked = sum(answer.is_right is not None for answer in answers)
        work = f"{nodes:,} {plural(nodes, 'node')}, {seconds:.3f} s, {rate(nodes, seconds):.3g} nodes/s"
        print(f"{solved} of {len(answers)} solved, {checked} checked; {work}")
    return answers


def is_right(problem: Problem, result: Result, scoring: str) -> bool | None:
    """Whether a result agrees with the source's score, which gives the empties to the winner."""
    score = problem.score
    if score is None or scoring != "winner":
        return None
    if result.kind == "bound":
        return None if result.lower <= score <= result.upper else False
    if result.kind == "wld":
        return (result.value > 0, result.value < 0) == (score > 0, score < 0)
    return result.value == score


def _row(answer: Answer) -> str:
    result = answer.result
    value = f"{result.lower:+d}…{result.upper:+d}" if result.kind == "bound" else result.verdict()
    speed = rate(result.nodes, result.seconds)
    row = f"{answer.problem.number:4} {len(answer.problem.board.empties()):8} {value:>7}"
    row += f" {result.nodes:15,} {result.seconds:9.3f} {speed:10.3g}  {' '.join(map(move_name, result.pv))}"
    return row.rstrip() + ("" if answer.is_right is not False else f"  should be {answer.problem.score:+d}")


def rate(nodes: int, seconds: float) -> int:
    """Nodes per second."""
    return int(nodes / max(seconds, 1e-9))


def fields(result: Result) -> dict[str, object]:
    """A result as JSON fields."""
    return {
        "value": result.value,
        "move": None if result.move is None else move_name(result.move),
        "kind": result.kind,
        "lower": result.lower,
        "upper": result.upper,
        "depth": result.depth,
        "confidence": result.confidence,
        "nodes": result.nodes,
        "seconds": round(result.seconds, 6),
        "pv": [*map(move_name, result.pv)],
    }
