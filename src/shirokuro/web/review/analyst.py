"""Analyses positions and moves in the thread pool, and caches the results."""

from __future__ import annotations

import asyncio
import time
from collections import deque
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace

from shirokuro import (
    PASS,
    Board,
    Colour,
    Judgement,
    Limits,
    Record,
    Result,
    Stop,
    judge,
    near_best,
    parse_move,
)
from shirokuro.engine.best_first import BestFirst, MoveStep
from shirokuro.engine.deepening import Mode
from shirokuro.engine.engine import table_for
from shirokuro.engine.pool import ENGINES
from shirokuro.engine.value import Value
from shirokuro.explanation.reviewer import MARKS, ReviewEffort, judgement_of
from shirokuro.people.peers import Peers, peers
from shirokuro.proofs.best_known import KnownPosition, KnownPositions
from shirokuro.proofs.own_proofs import OwnProofs
from shirokuro.proofs.solved import SolvedJudgement, solved_judgement, solved_results
from shirokuro.web.refusal import invalid
from shirokuro.web.settings import WebSettings
from shirokuro.web.threads.searches import Searches
from shirokuro.words.message import Message

MoveResults = Mapping[int, Result]
OnKnown = Callable[[KnownPosition], None]
Ratings = Mapping[Colour, float]
"""The ratings of the sides with whose moves a review compares."""
OnJudged = Callable[[Judgement, Peers | None], None]
FIRST = ReviewEffort(depth=12, confidence=2)
"""For the first pass over a game: some hundredths of a second a move."""
REFINEMENTS = (ReviewEffort(16, 2, 24), ReviewEffort(20, 1, 24))
"""What a review does next in the background, to every move that is not known as well."""
AT_ONCE = 2
"""Moves that it then looks at together."""
LEAST_MISTAKE = min(least for least, _ in MARKS)
"""Only moves that lose this many discs have a mark."""


@dataclass(slots=True)
class Speed:
    """Nodes and seconds of the current turn of an analysis, counted in the thread that searches."""

    threads: int = 1
    _nodes: int = 0
    _in_step: int = 0
    _began: float = 0.0

    def begin(self, threads: int) -> None:
        self.threads, self._nodes, self._in_step, self._began = threads, 0, 0, time.perf_counter()

    def note(self, found: Result) -> None:
        """Takes what the current search has found so far."""
        self._in_step = found.nodes

    def end_step(self, nodes: int) -> None:
        self._nodes, self._in_step = self._nodes + nodes, 0

    @property
    def nodes_a_second(self) -> int:
        seconds = time.perf_counter() - self._began
        return round((self._nodes + self._in_step) / seconds) if seconds > 0 else 0


@dataclass(frozen=True, slots=True)
class AnalysisStep:
    """What an analysis without end searches just now."""

    move: int
    depth: int
    speed: Speed


OnStep = Callable[[KnownPosition, AnalysisStep], None]


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

    async def deepen(self, owner: str, task: AnalysisTask, hear: OnStep) -> KnownPosition:
        """Improves the values of all moves in the background until they are exact or the caller leaves.

        The best move is ahead of the others. `hear` gets each improvement and each step that begins.
        """
        known = self._known.of(task.board, task.mode)
        await self.look_up(task, known)
        loop, table = asyncio.get_running_loop(), min(self._settings.table_mib, table_for(task.board))
        speed = Speed()

        def take(step: MoveStep) -> None:
            if step.result is not None:
                known.add({step.move: step.result})
            hear(known, AnalysisStep(step.move, step.depth, speed))

        def work(stop: Stop, threads: int) -> None:
            speed.begin(threads)
            with ENGINES.lend(threads, table) as engine:
                deepened = BestFirst(engine, task.board.copy(), stop, task.mode, speed.note)
                for step in deepened.run(dict(known.results)):
                    if step.result is not None:
                        speed.end_step(step.result.nodes)
                    loop.call_soon_threadsafe(take, step)

        with suppress(TimeoutError):
            async with asyncio.timeout(self._settings.endless_seconds):
                # A turn ends early if other work needs the thread; then another turn begins.
                while not (task.board.is_over() or known.is_settled):
                    await self._searches.in_background(owner, work)
                    await asyncio.sleep(0)  # the last steps arrive
        return known

    async def judge(self, owner: str, board: Board, move: int) -> Judgement:
        """Finds what one move lost, if nothing is known about it yet."""
        return (await self._judge(owner, board, move, None))[0]

    async def _judge(
        self, owner: str, board: Board, move: int, rating: float | None
    ) -> tuple[Judgement, Peers | None]:
        """The best known judgement of a move, and what people of a rating would have played."""
        solved = await self._solved(board, move)
        known, here = self._known.of(board), board.copy()
        before = solved or known.judged.get(move)
        if before is not None and rating is None:
            return _at(before, board), None

        def look(stop: Stop) -> tuple[Judgement, Peers | None]:
            limits = Limits(depth=FIRST.depth, seconds=self._settings.review_seconds)
            judged = before or judge(here, move, limits, effort=FIRST, stop=stop)
            return judged, _peers(here, judged, rating)

        judged, found = await self._searches.answer(owner, look)
        if solved is None:
            judged = known.add_judgement(judged)
        return _at(judged, board), found

    async def _solved(self, board: Board, move: int) -> SolvedJudgement | None:
        return await asyncio.to_thread(solved_judgement, self._proofs, board, move)

    async def review(
        self, owner: str, record: Record, hear: OnJudged, ratings: Ratings | None = None
    ) -> tuple[Judgement, ...]:
        """Finds what each move lost, last move first, so that only new moves of a game are searched."""
        judged = []
        for board, move in _backwards(record):
            rating = None if ratings is None or move == PASS else ratings.get(board.turn)
            found = await self._judge(owner, board, move, rating)
            judged.append(found[0])
            hear(*found)
        return tuple(reversed(judged))

    async def refine(
        self,
        owner: str,
        record: Record,
        hear: Callable[[Judgement | None, Peers | None], None],
        ratings: Ratings,
    ) -> None:
        """Searches the moves of a review deeper, in the background.

        `hear` gets what is better known after each step, or None.
        """
        waiting = deque((effort, *place) for effort in REFINEMENTS for place in _backwards(record))

        async def work() -> None:
            while waiting:
                effort, board, move = waiting.popleft()
                hear(*await self._refined(owner, (board, move), effort, ratings.get(board.turn)))

        async with asyncio.TaskGroup() as group:
            for _ in range(AT_ONCE):
                group.create_task(work())

    async def _refined(
        self, owner: str, place: tuple[Board, int], effort: ReviewEffort, rating: float | None
    ) -> tuple[Judgement | None, Peers | None]:
        board, move = place
        known, here = self._known.of(board), board.copy()
        before = known.judged.get(move)
        is_exact = len(board.empties()) <= effort.exact_from
        wanted = Value(0, "exact") if is_exact else Value(0, "depth", effort.depth)
        if before is None or before.as_value().certainty >= wanted.certainty or move == PASS:
            return None, None

        def look(stop: Stop, _: int) -> tuple[Judgement | None, Peers | None]:
            judged = judge(here, move, effort=effort, stop=stop)
            if stop.is_set() and judged.kind != "exact":
                return None, None  # other work needed the thread
            return judged, _peers(here, judged, rating)

        judged, found = await self._searches.in_background(owner, look, most_threads=1)
        if judged is None or known.add_judgement(judged) is not judged:
            return None, None
        return _at(judged, board), found

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


def _backwards(record: Record) -> list[tuple[Board, int]]:
    """The moves of a game with the boards before them, the last one first."""
    return [*zip(record.boards(), record.moves, strict=False)][::-1]


def _at(judged: Judgement, board: Board) -> Judgement:
    """A judgement of this position, at its place in this game."""
    return replace(judged, ply=len(board.move_stack) + 1)


def _peers(board: Board, judged: Judgement, rating: float | None) -> Peers | None:
    if rating is None or judged.move == PASS:
        return None
    return peers(board, rating, {judged.best: 0, judged.move: judged.loss})


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
