"""The engine: searching, solving and comparing moves, on threads and a table that searches share."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from enum import Enum
from operator import index
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, Self, TypeVar, Unpack, overload

from shirokuro import _core
from shirokuro.board.board import SCORINGS, Board, Scoring, board_of
from shirokuro.engine.analysis import Analysers, Analysis, Found
from shirokuro.engine.deepening import FULL_CONFIDENCE, MODES, DeepeningStep, Mode, deepening_steps
from shirokuro.engine.evaluation import Evaluator
from shirokuro.engine.limits import DEFAULT_LIMITS, MOST_THREADS, Budget, Caps, Limits, Stop, given_limits
from shirokuro.engine.result import OnResult, Result
from shirokuro.engine.table_memory import check_memory, memory_mib, table_for_empties
from shirokuro.squares.square import PASS

DontCare = Literal["off", "full-lines", "wide"]
DONT_CARE: tuple[DontCare, ...] = ("off", "full-lines", "wide")
TABLE_FROM = 6
"""The empty cells from which on the solver looks positions up …"""
TABLE_FROMS = range(1, 14)
"""… and what may be asked for instead; from 13 on the search above the solver looks up in any case."""
FULL_WINDOW = (-64, 64)
CoreEnum = TypeVar("CoreEnum", bound=Enum)


class Engine:
    """Threads and a table that searches share; searches from several Python threads wait for each other.

    Its `evaluator` values positions short of the end; exact values do not depend on it. `weights` is a file
    of your own for the evaluator `trained`, used on the board that it was made for.
    The table lies in `memory`, if given, and `table_mib` means nothing then: a writable, contiguous buffer of
    bytes (bytearray, mmap, shared memory, a NumPy array of uint8 or uint64), all zero at first. It is used in
    place, never copied, from its first address that is a multiple of 64. Engines of several threads or
    processes may share it, if all of them get the same bytes, for one board, scoring, evaluator and
    `dont_care`: each uses what the others have found.
    The threads end when the engine is closed or forgotten; `with Engine(threads=4) as engine:` closes it.
    """

    def __init__(
        self,
        threads: int = 1,
        table_mib: float = 64,
        evaluator: str = "trained",
        weights: str | Path | None = None,
        memory: object | None = None,
    ) -> None:
        if not 1 <= threads <= MOST_THREADS:
            raise ValueError(f"threads: 1…{MOST_THREADS} are possible, not {threads}")
        most = memory_mib()
        if not 0 < table_mib <= most:
            raise ValueError(f"table_mib: more than 0 and at most {most} is possible, not {table_mib}")
        self._evaluator = Evaluator(evaluator, weights)
        self.threads = threads
        self.evaluator = evaluator
        self.weights = weights
        self._users: set[int] = set()
        self._analysers = Analysers()
        if memory is not None:
            check_memory(memory)
        core = _core.Engine(threads, int(table_mib * 2**20), memory)
        self.table_mib = table_mib if memory is None else core.table_bytes / 2**20
        self._core: _core.Engine | None = core

    def search(
        self,
        board: Board | str,
        limits: Limits | None = None,
        stop: Stop | None = None,
        *,
        scoring: Scoring = "winner",
        confidence: int = FULL_CONFIDENCE,
        progress: OnResult | None = None,
        **caps: Unpack[Caps],
    ) -> Result:
        """The best move found within the limits; None means a second, `Limits()` no limit at all.

        With a `confidence` of 0, 1 or 2 the search to a depth is selective, as in `compare`.
        """
        limits = given_limits(limits, caps) or DEFAULT_LIMITS
        task = search_task(limits, stop, scoring, confidence=_checked(confidence))
        return self._run(board_of(board), task, progress)

    def solve(
        self,
        board: Board | str,
        mode: Mode = "exact",
        limits: Limits | None = None,
        stop: Stop | None = None,
        *,
        scoring: Scoring = "winner",
        dont_care: DontCare = "off",
        table_from: int = TABLE_FROM,
        confidence: int = FULL_CONFIDENCE,
        window: tuple[int, int] = FULL_WINDOW,
        progress: OnResult | None = None,
        **caps: Unpack[Caps],
    ) -> Result:
        """The value under perfect play, or only who wins (`wld`); a `bound` if the limits end it first.

        Without limits it searches to the end, however long that takes. A `confidence` of 0, 1 or 2 asks only
        for a faster, selective search; that of the result says how often one like it is right. With a
        `window` only values inside it are distinguished: any other is a `bound`, found sooner. Positions with
        fewer empty cells than `table_from` are not looked up. `dont_care` names the discs that the table's
        keys leave out, since no later move can turn them: `off`, `full-lines` or `wide`; it changes the work
        alone.
        """
        if not -64 <= window[0] < window[1] <= 64:
            raise ValueError(f"window: two values between -64 and 64, the lower first, not {window}")
        if table_from not in TABLE_FROMS:
            raise ValueError(f"table_from: 1…{TABLE_FROMS[-1]} are possible, not {table_from}")
        limits = given_limits(limits, caps) or Limits()
        if limits.depth is not None:
            raise ValueError("limits: a solver searches to the end, whatever the depth")
        task = search_task(
            limits,
            stop,
            scoring,
            goal=enum_value("mode", mode, MODES, _core.Goal),
            dont_care=enum_value("dont_care", dont_care, DONT_CARE, _core.DontCare),
            table_from=table_from,
            confidence=_checked(confidence),
            alpha=window[0],
            beta=window[1],
        )
        return self._run(board_of(board), task, progress)

    def analyze(
        self,
        board: Board | str,
        limits: Limits | None = None,
        stop: Stop | None = None,
        *,
        mode: Mode = "exact",
        scoring: Scoring = "winner",
        progress: Callable[[dict[int, Result]], object] | None = None,
        **caps: Unpack[Caps],
    ) -> dict[int, Result]:
        """A result for every legal move (or for the pass), best first; all of them share the limits.

        Without limits (None) they get a second; `Limits()` searches to the end. The moves are deepened
        together, two plies at a time, then searched to the end: selectively where an exact search takes long,
        then exactly, or with the mode `wld` only for who wins. All results are of the last step that every
        move has got, so that they can be compared. The first step is completed even if the limits or `stop`
        end it at once. `progress` gets the results so far after each search.
        """
        one_of("mode", mode, MODES)
        board = board_of(board)
        asked = _CompareTask(given_limits(limits, caps) or DEFAULT_LIMITS, stop, scoring)
        steps = deepening_steps(asked.limits.depth, len(board.empties()), mode)
        results: dict[int, Result] = {}
        for results in self._deepen(board, board.choices(), steps, asked):
            if progress is not None and results:
                progress(results)
        return results

    def compare(
        self,
        board: Board | str,
        moves: Iterable[int],
        limits: Limits | None = None,
        stop: Stop | None = None,
        *,
        scoring: Scoring = "winner",
        confidence: int = FULL_CONFIDENCE,
        **caps: Unpack[Caps],
    ) -> dict[int, Result]:
        """A result for each of some moves, as `analyze` gives it for all; stopped, only the first step.

        With a `confidence` of 0, 1 or 2 the search is selective, as in `solve`: sooner done, less sure.
        """
        board, limits = board_of(board), given_limits(limits, caps) or DEFAULT_LIMITS
        steps = deepening_steps(limits.depth, len(board.empties()), "exact")
        if limits.nodes is None and limits.seconds is None:
            # Nothing but a stop keeps it from its depth, so it goes there at once.
            steps = [*dict.fromkeys((steps[0], steps[-1]))]
        asked = _CompareTask(limits, stop, scoring, _checked(confidence))
        *_, results = {}, *self._deepen(board, tuple(dict.fromkeys(map(index, moves))), steps, asked)
        return results

    if TYPE_CHECKING:  # at run time `overload` would keep this module for ever

        @overload
        def analysis(
            self,
            board: Board | str,
            limits: Limits | None = None,
            *,
            scoring: Scoring = "winner",
            every_move: Literal[False] = False,
            **caps: Unpack[Caps],
        ) -> Analysis[Result]: ...

        @overload
        def analysis(
            self,
            board: Board | str,
            limits: Limits | None = None,
            *,
            scoring: Scoring = "winner",
            every_move: Literal[True],
            **caps: Unpack[Caps],
        ) -> Analysis[dict[int, Result]]: ...

    def analysis(
        self,
        board: Board | str,
        limits: Limits | None = None,
        *,
        scoring: Scoring = "winner",
        every_move: bool = False,
        **caps: Unpack[Caps],
    ) -> Analysis[Result] | Analysis[dict[int, Result]]:
        """For `for` and `async for`: each `Result` as the search deepens, until nothing is left to find.

        With `every_move` each is a result for every legal move, best first, as `analyze` gives them. Leaving
        the loop ends the search; limits may end it earlier. In its loop a thread cannot call the engine;
        others wait.
        """
        board, limits = board_of(board).copy(), given_limits(limits, caps) or Limits()
        one_of("scoring", scoring, SCORINGS)

        def deepen(stop: Stop, found: Found[Result]) -> None:
            seen: list[Result] = []

            def report(result: Result) -> None:
                seen.append(result)
                found(result)

            end = self.search(board, limits, stop, scoring=scoring, progress=report)
            effort = {name: getattr(end, name) for name in ("nodes", "seconds", "counters")}
            if not stop.is_set() and not (seen and replace(seen[-1], **effort) == end):
                found(end)

        def deepen_moves(stop: Stop, found: Found[dict[int, Result]]) -> None:
            seen: list[dict[int, Result]] = [{}]

            def report(results: dict[int, Result]) -> None:
                if results != seen[-1]:  # it is called after each search, with the results of the last step
                    seen.append(results)
                    found(results)

            self.analyze(board, limits, stop, scoring=scoring, progress=report)

        if every_move:
            return Analysis(deepen_moves, self._analysers)
        return Analysis(deepen, self._analysers)

    def clear(self) -> None:
        """Forgets all that was searched."""
        with self._open() as core:
            core.clear()

    def close(self) -> None:
        """Ends the threads and frees the table."""
        self._core = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()

    def _deepen(
        self, board: Board, moves: tuple[int, ...], steps: list[DeepeningStep], asked: _CompareTask
    ) -> Iterator[dict[int, Result]]:
        """After each search, the results of the last step that all moves have got, best first."""
        budget = Budget(asked.limits)
        results: dict[int, Result] = {}
        for step in steps:
            is_short = step.depth < len(board.empties())
            found: dict[int, Result] = {}
            for move in moves:
                child = board.copy(stack=False)
                child.push(move)
                # A pass is no ply to the engine, and no search is shorter than one.
                depth = step.depth if move == PASS else max(step.depth - 1, 1)
                task = search_task(
                    budget.left(depth),
                    asked.stop,
                    asked.scoring,
                    goal=step.goal,
                    confidence=asked.confidence if is_short else step.confidence,
                    assured=1 if results else depth,
                )
                result = self._run(child, task)
                if not self._is_complete(result, child, replace(step, depth=depth)):
                    return
                budget.spend(result.nodes)
                nodes, seconds = result.nodes, result.seconds
                if earlier := results.get(move):
                    nodes, seconds = nodes + earlier.nodes, seconds + earlier.seconds
                found[move] = replace(result.before(move), nodes=nodes, seconds=seconds)
                yield results if len(found) < len(moves) else _best_first(found)
            results = _best_first(found)

    def _is_complete(self, found: Result, board: Board, step: DeepeningStep) -> bool:
        """Whether a search that may have been stopped came to its end."""
        if found.kind == "exact":
            return True
        if step.confidence < FULL_CONFIDENCE:
            claims = self._evaluator.on(board.variant_name).percent_right
            return found.kind == "selective" and found.confidence == claims[step.confidence]
        return found.kind == step.goal.name or (found.kind == "depth" and found.depth >= step.depth)

    @contextmanager
    def _open(self) -> Iterator[_core.Engine]:
        """The core's engine for this thread, which would wait for itself if it were using it already."""
        caller = threading.get_ident()
        if caller in self._users:
            raise ValueError("a progress callback or signal handler cannot call the engine it interrupts")
        self._analysers.check(caller)
        try:
            self._users.add(caller)  # in here, since Ctrl-C may come just after it
            if self._core is None:
                raise ValueError("this engine was closed")
            yield self._core
        finally:
            self._users.discard(caller)

    def _run(self, board: Board, task: _core.SearchTask, progress: OnResult | None = None) -> Result:
        report = None if progress is None else lambda found: progress(Result.from_core(found))
        with self._open() as core:
            evaluation = self._evaluator.on(board.variant_name)
            return Result.from_core(core.search(board, evaluation, task, report))


@dataclass(frozen=True, slots=True)
class _CompareTask:
    """What a comparison of moves is asked, apart from the moves."""

    limits: Limits
    stop: Stop | None
    scoring: Scoring
    confidence: int = FULL_CONFIDENCE


def search_task(limits: Limits, stop: Stop | None, scoring: Scoring, **more: Any) -> _core.SearchTask:
    """The task of one search, in which 0 is no limit."""
    return _core.SearchTask(
        depth=limits.depth or 0,
        nodes=limits.nodes or 0,
        seconds=limits.seconds or 0.0,
        stop=stop,
        scoring=enum_value("scoring", scoring, SCORINGS, _core.Scoring),
        **more,
    )


def one_of(what: str, word: str, words: tuple[str, ...]) -> str:
    """The word; a ValueError unless it is one of the words."""
    if word not in words:
        raise ValueError(f"{what}: no {word!r}, there are {', '.join(words)}")
    return word


def enum_value(what: str, word: str, words: tuple[str, ...], values: type[CoreEnum]) -> CoreEnum:
    """The core's value for one of some words, such as `full-lines`."""
    return values[one_of(what, word, words).replace("-", "_").replace(" ", "_")]


def solve(
    board: Board | str,
    threads: int = 1,
    mode: Mode = "exact",
    scoring: Scoring = "winner",
    limits: Limits | None = None,
    **caps: Unpack[Caps],
) -> Result:
    """The value of a board under perfect play, on an engine made for it; keep an `Engine` to solve many."""
    board, limits = board_of(board), given_limits(limits, caps)
    with Engine(threads, table_for(board)) as engine:
        return engine.solve(board, mode, limits, scoring=scoring)


def analyze(
    board: Board | str,
    limits: Limits | None = None,
    threads: int = 1,
    scoring: Scoring = "winner",
    *,
    mode: Mode = "exact",
    **caps: Unpack[Caps],
) -> dict[int, Result]:
    """A result for every legal move (or for the pass), best first; all of them share the limits.

    Without limits (None) they get a second; `Limits()` searches to the end. With the mode `wld` the end is
    searched only for who wins, which is found sooner.
    """
    board, limits = board_of(board), given_limits(limits, caps)
    with Engine(threads, table_for(board, limits or DEFAULT_LIMITS)) as engine:
        return engine.analyze(board, limits, mode=mode, scoring=scoring)


def evaluate(board: Board | str, evaluator: str = "trained", weights: str | Path | None = None) -> int:
    """A static evaluation, without look-ahead, in discs for the side to move.

    `weights` is a file of your own for the evaluator `trained`; it must be of this board.
    """
    board = board_of(board)
    return _core.evaluate(board, Evaluator(evaluator, weights).only_on(board.variant_name))


def table_for(board: Board, limits: Limits | None = None) -> int:
    """MiB that a search of a board can use; one that is larger than it need be takes longer to fill."""
    reach = len(board.empties())
    if limits is not None and limits.depth is not None:
        reach = min(reach, limits.depth + 6)  # a search to a depth stores that much less
    return table_for_empties(reach, limits)


def _checked(confidence: int) -> int:
    if confidence not in range(FULL_CONFIDENCE + 1):
        raise ValueError(f"confidence: 0…{FULL_CONFIDENCE} are possible, not {confidence}")
    return confidence


def _best_first(results: dict[int, Result]) -> dict[int, Result]:
    return dict(sorted(results.items(), key=lambda item: (-item[1].value, item[0])))
