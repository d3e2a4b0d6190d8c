"""Analyses positions and moves in the thread pool, and caches the results."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from shirokuro import PASS, Board, Judgement, Limits, Record, Result, Stop, judge, near_best, parse_move
from shirokuro.engine.deepening import Mode
from shirokuro.engine.engine import table_for
from shirokuro.engine.pool import ENGINES
from shirokuro.explanation.reviewer import DEPTH, MARKS, judgement_of
from shirokuro.proofs.best_known import KnownPosition, KnownPositions
from shirokuro.proofs.own_proofs import OwnProofs
from shirokuro.proofs.solved import SolvedJudgement, solved_judgement, solved_results
from shirokuro.web.refusal import invalid
from shirokuro.web.settings import WebSettings
from shirokuro.web.threads.searches import Searches
from shirokuro.words.message import Message

MoveResults = Mapping[int, Result]
OnKnown = Callable[[KnownPosition], None]
LEAST_MISTAKE = min(least for least, _ in MARKS)
"""Only moves that lose this many discs have a mark."""


@dataclass(frozen=True, slots=True)
class AnalysisTask:
    """The key of an analysis: the position, and whether it is searched for discs or only for who wins."""

    board: Board
    mode: Mode = "exact"


class Analyst:
    """Called by the event loop only; the searches run in the pool."""

    def __init__(self, settings: WebSettings, searches: Searches, proofs: OwnProofs) -> None:
        self._settings = settings
        self._searches = searches
        self._proofs = proofs
        self._known = KnownPositions(settings.known_positions)

    async def analyse(
        self, owner: str, task: AnalysisTask, seconds: float, hear: OnKnown | None = None
    ) -> KnownPosition:
        """Finds the best known value of every move; `hear` gets each improvement, known values first."""
        known = self._known.of(task.board, task.mode)
        seconds = min(seconds, self._settings.analysis_seconds)
        await self.look_up(task, known)
        if task.board.is_over() or known.is_settled or known.seconds >= seconds:
            return known
        if hear is not None and known.results:
            hear(known)
        loop = asyncio.get_running_loop()

        def add(results: MoveResults) -> None:
            known.add(results)
            if hear is not None:
                hear(known)

        def take(results: MoveResults) -> None:  # in the thread of the search
            loop.call_soon_threadsafe(add, results)

        known.add(await self._search(owner, task, seconds, take))
        known.seconds = max(known.seconds, seconds)
        return known

    async def look_up(self, task: AnalysisTask, known: KnownPosition) -> None:
        """Adds the proven values of a position, which need no search."""
        found = await asyncio.to_thread(self._proofs.find, task.board)
        if found is not None and found != known.proven:
            known.proven = found
            known.add(await asyncio.to_thread(solved_results, self._proofs, task.board, found, task.mode))

    async def _search(
        self, owner: str, task: AnalysisTask, seconds: float, hear: Callable[[MoveResults], None]
    ) -> MoveResults:
        limits, board = Limits(seconds=seconds), task.board.copy()
        table = min(self._settings.table_mib, table_for(board, limits))

        def look(stop: Stop) -> MoveResults:
            told: MoveResults = {}

            def progress(results: MoveResults) -> None:
                nonlocal told
                if results is not told:  # it is called for each move; a new deepening step has new results
                    told = results
                    hear(results)

            with ENGINES.lend(1, table) as engine:
                return engine.analyze(board, limits, stop, mode=task.mode, progress=progress)

        return await self._searches.answer(owner, look)

    async def judge(self, owner: str, board: Board, move: int) -> Judgement:
        """Finds what one move lost."""
        known, ply = self._known.of(board), len(board.move_stack) + 1
        if (solved := await self._solved(board, move)) is not None:
            return solved
        if move not in known.judged:
            limits = Limits(depth=DEPTH, seconds=self._settings.review_seconds)
            here = board.copy()
            known.judged[move] = await self._searches.answer(
                owner, lambda stop: judge(here, move, limits, stop=stop)
            )
        return replace(known.judged[move], ply=ply)

    async def _solved(self, board: Board, move: int) -> SolvedJudgement | None:
        return await asyncio.to_thread(solved_judgement, self._proofs, board, move)

    async def review(
        self, owner: str, record: Record, hear: Callable[[Judgement], None]
    ) -> tuple[Judgement, ...]:
        """Finds what each move lost, last move first, so that only new moves of a game are searched."""
        boards = [*record.boards()][:-1]
        judged = []
        for board, move in reversed([*zip(boards, record.moves, strict=True)]):
            judged.append(await self.judge(owner, board, move))
            hear(judged[-1])
        return tuple(reversed(judged))

    async def attempt(
        self, owner: str, board: Board, move: int, found: dict[int, int] | None = None
    ) -> tuple[Judgement, tuple[int, ...]]:
        """Finds what a tried move loses, and which moves count as near the best.

        Both follow from one analysis and from what a review said of the position; `found` has the mistakes
        and
        best moves of that review, if they were kept.
        """
        results = (await self.analyse(owner, AnalysisTask(board), self._settings.review_seconds)).results
        judged = self._known.of(board).judged
        told = {each.move: each.best for each in judged.values() if each.loss >= LEAST_MISTAKE} | (
            found or {}
        )
        candidates = dict.fromkeys([*near_best(results), *told.values()])
        near = tuple(each for each in candidates if each not in told)
        best = max(results.values(), key=lambda result: result.value)
        told_before = judged.get(move) or await self._solved(board, move)
        return told_before or judgement_of(board, move, best, results[move]), near


def legal_move(board: Board, name: str) -> int:
    """Parses a legal move; a pass is refused, since it is never a choice."""
    try:
        move = parse_move(name)
        if move == PASS or not board.is_legal(move):
            board.copy().push(move)  # raises the error that says why the move is illegal
            raise ValueError(Message("refusals.forced_pass"))
    except ValueError as error:
        raise invalid(error) from None
    return move
