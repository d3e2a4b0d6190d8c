"""Deepens all moves of a position without end: the best move first, the others behind it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from shirokuro.board.board import Board
from shirokuro.engine.deepening import (
    FULL_CONFIDENCE,
    NEAR_END,
    SELECTIVE_FROM,
    DeepeningStep,
    Mode,
    deepening_steps,
)
from shirokuro.engine.engine import Engine
from shirokuro.engine.limits import Limits, Stop
from shirokuro.engine.result import OnResult, Result
from shirokuro.squares.square import PASS

LEAD = 3
"""Steps that the best move is ahead of the move that was searched least."""
CONFIDENCE = 1
"""That of searches to a depth: selective ones see twice as far in the same time."""


@dataclass(frozen=True, slots=True)
class MoveStep:
    """A move and the depth to which it is searched; the result once that is done."""

    move: int
    depth: int
    result: Result | None = None


@dataclass(slots=True)
class BestFirst:
    """All moves of a position with the best results so far, and the steps that are left for each."""

    engine: Engine
    board: Board
    stop: Stop
    mode: Mode = "exact"
    progress: OnResult | None = None
    """Gets what a search has found so far, after each of its passes."""

    def run(self, known: Mapping[int, Result]) -> Iterator[MoveStep]:
        """Every step as it begins and with its result, until all moves are solved or `stop` is set.

        Steps that could not improve what is `known` are left out. Next is the move that looks best, until it
        is `LEAD` steps ahead; then those that were searched least catch up by one.
        """
        steps = _steps(len(self.board.empties()), self.mode)
        results, moves = dict(known), self.board.choices()
        done = {move: _steps_done(steps, results.get(move), self.mode) for move in moves}
        while left := [move for move in moves if done[move] < len(steps)]:
            least = min(done[move] for move in left)
            # A move without a value comes first; `left` has the moves in the order of the board.
            by_value = sorted(left, key=lambda each: -results[each].value if each in results else -100)
            best = max(results, key=lambda each: results[each].value, default=by_value[0])
            is_due = best in left and done[best] < least + LEAD and least > 0
            move = best if is_due else next(each for each in by_value if done[each] == least)
            step = steps[done[move]]
            yield MoveStep(move, step.depth)
            result = self._search(move, step)
            if result is None:
                return
            done[move] += 1
            if move not in results or result.certainty >= results[move].certainty:
                results[move] = result
            yield MoveStep(move, step.depth, result)

    def _search(self, move: int, step: DeepeningStep) -> Result | None:
        """One step of a move; None if it was stopped."""
        child = self.board.copy(stack=False)
        child.push(move)
        if step.depth < len(self.board.empties()):
            # A pass is no ply to the engine, and no search is shorter than one.
            limits = Limits(depth=step.depth if move == PASS else max(step.depth - 1, 1))
            found = self.engine.search(
                child, limits, self.stop, confidence=CONFIDENCE, progress=self.progress
            )
            is_done = found.kind != "depth" or found.depth >= (limits.depth or 0)
        else:
            confidence, mode = step.confidence, self.mode if step.confidence == FULL_CONFIDENCE else "exact"
            found = self.engine.solve(
                child, mode, stop=self.stop, confidence=confidence, progress=self.progress
            )
            is_done = found.kind in ({"exact", mode} if confidence == FULL_CONFIDENCE else SOLVED)
        return found.before(move) if is_done or not self.stop.is_set() else None


SOLVED = {"selective", "exact"}


def _steps(empties: int, mode: Mode) -> list[DeepeningStep]:
    """Those of an analysis; far from the end with more depths, since selective ones cost so little."""
    steps = deepening_steps(None, empties, mode)
    if empties < SELECTIVE_FROM:
        return steps
    depths = range(2 + empties % 2, empties - NEAR_END + 1, 2)
    return [*map(DeepeningStep, depths), *(step for step in steps if step.depth == empties)]


def _steps_done(steps: list[DeepeningStep], known: Result | None, mode: Mode) -> int:
    """How many of the steps could not improve a known result."""
    if known is None or known.kind == "bound":
        return 0
    if known.kind in ("exact", mode):
        return len(steps)
    short = [step for step in steps if step.goal.name == "best_move"]
    if known.kind == "depth":
        return sum(step.depth <= known.depth for step in short)
    return len(short) if known.kind == "selective" else 0
