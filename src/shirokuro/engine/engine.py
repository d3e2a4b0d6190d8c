"""The engine as Python values: limits, results, searching and solving."""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from operator import index
from pathlib import Path
from typing import Any, Literal, Self, TypedDict, Unpack, cast

from shirokuro import _core
from shirokuro.board.board import SCORINGS, Board, Scoring, board_of
from shirokuro.engine.deepening import EXACT_LEVEL, MODES, Look, Mode, looks
from shirokuro.engine.evaluation import Evaluator
from shirokuro.engine.value import Kind, Value
from shirokuro.errors import shown
from shirokuro.squares.move_repr import move_repr
from shirokuro.squares.square import PASS, move_name
from shirokuro.words.message import Message

Stop = _core.Stop
DontCare = Literal["off", "full-lines", "wide"]
DONT_CARE: tuple[DontCare, ...] = ("off", "full-lines", "wide")
TABLE_FROM = 6
"""The solver looks positions up from so many empty cells on…"""
TABLE_FROMS = range(1, 14)
"""…and may be told otherwise; from 13 on the tree above the endgame does, whatever it is told."""
FULL_WINDOW = (-64, 64)
PLAIN_WORDS = ("B", "b", "c", "Q", "L")
"""Formats of buffers that hold bytes or unsigned words."""
MOST_THREADS = 1024
# No board has more cells; more seconds are thirty years.
MOST = {"depth": 64, "nodes": 2**63 - 1, "seconds": 10**9}


@dataclass(frozen=True, slots=True)
class Limits:
    """How much one search may use; `Limits()` caps nothing.

    Wherever limits are taken, `depth=`, `nodes=` and `seconds=` may be given instead.
    """

    depth: int | None = None
    nodes: int | None = None
    seconds: float | None = None

    def __post_init__(self) -> None:
        for name, most in MOST.items():
            value = getattr(self, name)
            if value is None:
                continue
            if not hasattr(value, "__float__" if name == "seconds" else "__index__"):
                kind = "number" if name == "seconds" else "whole number"
                raise ValueError(f"{name}: a {kind} is needed, not {shown(value)}")
            if not 0 < value <= most:
                raise ValueError(f"{name}: more than 0 and at most {most} is possible, not {value}")
            if type(value) not in (int, float):  # numbers of NumPy and the like become Python's own
                object.__setattr__(self, name, float(value) if name == "seconds" else index(value))

    def tightened(self, other: Limits) -> Limits:
        """The stricter of both, limit by limit."""
        return Limits(*(_least(getattr(self, name), getattr(other, name)) for name in MOST))


class Caps(TypedDict, total=False):
    """The limits as words of their own: `seconds=1` stands for `limits=Limits(seconds=1)`."""

    depth: int | None
    nodes: int | None
    seconds: float | None


def given_limits(limits: Limits | None, caps: Caps) -> Limits | None:
    """The limits given as a value or as `depth=`, `nodes=` and `seconds=`; None where there are none."""
    if unknown := caps.keys() - MOST.keys():
        raise TypeError(f"no argument {min(unknown)!r}: limits are {', '.join(MOST)}")
    if limits is not None and not isinstance(limits, Limits):
        raise TypeError(f"limits: Limits(depth=…, nodes=…, seconds=…) is needed, not {shown(limits)}")
    if all(cap is None for cap in caps.values()):
        return limits
    if limits is not None:
        raise TypeError(f"limits are given twice: by limits= and by {', '.join(f'{name}=' for name in caps)}")
    return Limits(**caps)


DEFAULT_LIMITS = Limits(seconds=1)
"""What a search or an analysis may use where nobody says."""


@dataclass(frozen=True, slots=True)
class Counters:
    """How the tables were used."""

    probes: int = 0
    hits: int = 0
    cuts: int = 0
    stores: int = 0


@dataclass(frozen=True, slots=True)
class Result:
    """What a search found. Values are in discs, for the side to move.

    `kind` says how far to trust the value: `exact`, `wld` (only its sign counts), `selective` (searched to
    the end, right to `confidence` per cent), `depth` (a look-ahead of so many plies, selective unless that
    depth was asked for at full confidence), or `bound` (an exact search that its limits or its window ended:
    the true value lies in `lower`…`upper`). A `depth` or a `bound` has no confidence.
    """

    value: int
    move: int | None
    """The best move; PASS where one must pass, None when the game is over."""
    pv: tuple[int, ...]
    depth: int
    nodes: int
    seconds: float
    kind: Kind
    lower: int
    upper: int
    confidence: int | None = None
    counters: Counters = Counters()

    def __repr__(self) -> str:
        return move_repr(self)

    def __str__(self) -> str:
        line = " ".join(move_name(move) for move in self.pv)
        return f"{self.verdict()} ({self.badge()}) {line}".rstrip()

    def as_value(self) -> Value:
        """The value and how certain it is, without the search that found it."""
        return Value.searched(self.value, self.kind, self.depth, self.confidence)

    def verdict(self) -> str:
        """The value as a person reads it: `+4`, or `win`, `draw`, `loss` where only that is known."""
        return str(self.as_value())

    def badge(self) -> Message:
        """How certain the value is, in a word or two."""
        if self.kind == "bound":
            return Message("kinds.between", lower=f"{self.lower:+d}", upper=f"{self.upper:+d}")
        return self.as_value().badge()

    @property
    def certainty(self) -> int:
        """The rank of the value: of two results of one position, keep the one that ranks higher."""
        return self.as_value().certainty


OnResult = Callable[[Result], object]
"""Called with the result so far while a search deepens."""


class Engine:
    """Threads and a table that searches share; searches from several Python threads wait for each other.

    Its `evaluator` values positions short of the end; exact values do not depend on it. `weights` is a file
    of your own for the evaluator `trained`, used on the board that it was made for.
    The table lies in `memory`, if given, and `table_mib` means nothing then: a writable, contiguous buffer of
    bytes (bytearray, mmap, shared memory, a NumPy array of uint8 or uint64), all zero at first. It is used in
    place, never copied, from its first address that is a multiple of 64. Engines of several threads or
    processes may share it, if all of them get the same bytes, for one board, scoring, evaluator and
    `dont_care`: what one has read, the others know.
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
        if memory is not None:
            _check_memory(memory)
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
        progress: OnResult | None = None,
        **caps: Unpack[Caps],
    ) -> Result:
        """The best move found within the limits; None means a second, `Limits()` no limit at all."""
        limits = given_limits(limits, caps)
        job = _Job("move", limits or DEFAULT_LIMITS, stop, scoring, progress)
        return self._run(board_of(board), job)

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
        level: int = EXACT_LEVEL,
        window: tuple[int, int] = FULL_WINDOW,
        progress: OnResult | None = None,
        **caps: Unpack[Caps],
    ) -> Result:
        """The value under perfect play, or only who wins (`wld`); a `bound` if the limits end it first.

        Without limits it searches to the end, however long that takes. A `level` of 0, 1 or 2 asks only for a
        faster, selective search; `confidence` says how often one like it is right. With a `window` only
        values inside it are told apart: any other is a `bound`, found sooner. Positions with fewer empty
        cells than `table_from` are not looked up. `dont_care` names the discs that the table's keys leave
        out, since no later move can turn them: `off`, `full-lines` or `wide`; it changes the work alone.
        """
        _check_level(level)
        _choose("mode", mode, MODES)
        _choose("dont_care", dont_care, DONT_CARE)
        if not -64 <= window[0] < window[1] <= 64:
            raise ValueError(f"window: two values between -64 and 64, the lower first, not {window}")
        if table_from not in TABLE_FROMS:
            raise ValueError(f"table_from: 1…{TABLE_FROMS[-1]} are possible, not {table_from}")
        limits = given_limits(limits, caps)
        if limits is not None and limits.depth is not None:
            raise ValueError("limits: a solver reads to the end, whatever the depth")
        job = _Job(mode, limits or Limits(), stop, scoring, progress, dont_care, level, window, table_from)
        return self._run(board_of(board), job)

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

        Without limits (None) they get a second; `Limits()` searches to the end. They are deepened together,
        two plies at a time, then read to the end: selectively where an exact reading takes long, then
        exactly, or with the mode `wld` only for who wins. All results are of the last look that every move
        has got, so that they can be compared. A first look is there even if the limits or `stop` end it at
        once. `progress` gets the results so far after each search.
        """
        _choose("mode", mode, MODES)
        board = board_of(board)
        job = _Job(mode, given_limits(limits, caps) or DEFAULT_LIMITS, stop, scoring)
        results: dict[int, Result] = {}
        for results in self._deepen(board, board.choices(), job):
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
        level: int = EXACT_LEVEL,
        **caps: Unpack[Caps],
    ) -> dict[int, Result]:
        """A result for each of some moves, as `analyze` gives it for all; stopped, only the first look.

        With a `level` of 0, 1 or 2 looking ahead is selective, as for `solve`: sooner there, less sure.
        """
        _check_level(level)
        limits = given_limits(limits, caps) or DEFAULT_LIMITS
        # Without other limits nothing but a stop keeps it from its depth, so it goes there at once.
        is_gradual = limits.nodes is not None or limits.seconds is not None
        job = _Job("exact", limits, stop, scoring, level=level, is_gradual=is_gradual)
        *_, results = {}, *self._deepen(board_of(board), tuple(dict.fromkeys(map(index, moves))), job)
        return results

    def clear(self) -> None:
        """Forgets all that was searched."""
        with self._used_by_this_thread():
            self._open().clear()

    def close(self) -> None:
        """Ends the threads and frees the table."""
        self._core = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()

    def _open(self) -> _core.Engine:
        if self._core is None:
            raise ValueError("this engine was closed")
        return self._core

    def _deepen(self, board: Board, moves: tuple[int, ...], job: _Job) -> Iterator[dict[int, Result]]:
        """After each search, the results of the last look that all moves have got, best first."""
        budget = _Budget(job.limits)
        results: dict[int, Result] = {}
        for look in _looks(board, job):
            found: dict[int, Result] = {}
            for move in moves:
                asked = replace(job, limits=budget.left(), is_assured=not results)
                after = self._after(board, move, look, asked)
                if after is None:
                    return
                budget.spend(after)
                found[move] = _with_work_of(results.get(move), after)
                yield results if len(found) < len(moves) else _best_first(found)
            results = _best_first(found)

    def _after(self, board: Board, move: int, look: Look, job: _Job) -> Result | None:
        """What a move is worth by one look; None if the limits forbid it."""
        child = board.copy(stack=False)
        child.push(move)
        # A pass is no ply to the engine, and looking ahead begins with one.
        depth = look.depth if move == PASS else max(look.depth - 1, 1)
        level = job.level if look.depth < len(board.empties()) else look.level
        limits = replace(job.limits, depth=depth)
        after = self._run(child, replace(job, goal=look.goal, level=level, limits=limits))
        is_there = after.kind == "exact" or self._is_done(after, child, replace(look, depth=depth))
        return _before(move, after) if is_there else None

    def _is_done(self, found: Result, board: Board, look: Look) -> bool:
        """Whether a search that may have been stopped came to its end."""
        if look.level < EXACT_LEVEL:
            claims = self._evaluator.on(board.variant_name).percent_right
            return found.kind == "selective" and found.confidence == claims[look.level]
        return found.kind == look.goal or (found.kind == "depth" and found.depth >= look.depth)

    @contextmanager
    def _used_by_this_thread(self) -> Iterator[None]:
        """A thread that calls the engine while it uses it would wait for itself."""
        caller = threading.get_ident()
        if caller in self._users:
            raise ValueError("a progress callback or signal handler cannot call the engine it interrupts")
        try:
            self._users.add(caller)  # in here, since Ctrl-C may come just after it
            yield
        finally:
            self._users.discard(caller)

    def _run(self, board: Board, job: _Job) -> Result:
        _choose("scoring", job.scoring, SCORINGS)
        limits, progress = job.limits, job.progress
        with self._used_by_this_thread():
            found = self._open().run(
                board,
                self._evaluator.on(board.variant_name),
                job.goal,
                job.scoring,
                job.dont_care,
                limits.depth or 0,
                limits.nodes or 0,
                limits.seconds or 0.0,
                job.stop,
                None if progress is None else lambda found: progress(_result(found)),
                job.level,
                (limits.depth or 1) if job.is_assured else 1,
                *job.window,
                job.table_from,
            )
        return _result(found)


@dataclass(frozen=True, slots=True)
class _Job:
    goal: str
    limits: Limits
    stop: Stop | None
    scoring: Scoring
    progress: OnResult | None = None
    dont_care: DontCare = "off"
    level: int = EXACT_LEVEL
    window: tuple[int, int] = FULL_WINDOW
    table_from: int = TABLE_FROM
    is_gradual: bool = True
    """Whether moves that are compared are deepened step by step."""
    is_assured: bool = False
    """Whether it looks as far as its limits' depth even if something else ends it."""


class _Budget:
    """What several searches may use together."""

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._began = time.perf_counter()
        self._nodes = 0

    def spend(self, result: Result) -> None:
        self._nodes += result.nodes

    def left(self) -> Limits:
        """The limits of the next search; next to none if all is used up."""
        nodes, seconds = self._limits.nodes, self._limits.seconds
        return Limits(
            nodes=None if nodes is None else max(nodes - self._nodes, 1),
            seconds=None if seconds is None else max(seconds + self._began - time.perf_counter(), 1e-9),
        )


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
    read only for who wins, which is found sooner.
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
        reach = min(reach, limits.depth + 6)  # what looking ahead remembers is that much less
    return table_for_empties(reach, limits)


def table_for_empties(empties: int, limits: Limits | None = None) -> int:
    """MiB that reading to the end can use, by the empties left and by what a thread fills within limits."""
    mib = 1 if empties <= 14 else 16 if empties <= 18 else 64 if empties <= 22 else 512
    if limits is not None and limits.seconds is not None:
        mib = min(mib, int(64 * min(limits.seconds, 8)))
    if limits is not None and limits.nodes is not None:
        mib = min(mib, limits.nodes >> 14)  # 64 bytes for each node, where two of them find room
    return max(mib, 1)


def _least(one: Any, other: Any) -> Any:
    return other if one is None else one if other is None else min(one, other)


def _check_memory(memory: object) -> None:
    """Whether it is one writable piece of bytes or words; the core then takes it as it is."""
    needed = "memory: a writable buffer of bytes is needed (bytearray, mmap, an array of uint8 or uint64)"
    try:
        view = memoryview(memory)  # type: ignore[arg-type]  # that is the question
    except (TypeError, ValueError):  # the second: memory that was closed, or of a kind without bytes
        raise TypeError(f"{needed}, not {type(memory).__name__}") from None
    if view.format.lstrip("@=<") not in PLAIN_WORDS:
        raise TypeError(f"{needed}, not items of the format {view.format!r}")
    if view.readonly:
        raise ValueError(f"{needed}: this {type(memory).__name__} can only be read")
    if not view.c_contiguous:
        raise ValueError(f"{needed}: this one has gaps, so it would have to be copied")


def _check_level(level: int) -> None:
    if level not in range(EXACT_LEVEL + 1):
        raise ValueError(f"level: 0…{EXACT_LEVEL} are possible, not {level}")


def _choose(name: str, value: str, choices: tuple[str, ...]) -> None:
    if value not in choices:
        raise ValueError(f"{name}: no {value!r}, there are {', '.join(choices)}")


def memory_mib() -> int:
    """The memory of the machine; where it does not tell, as much as any has."""
    try:
        return os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE") >> 20
    except (AttributeError, ValueError, OSError):
        return 2**20


def _looks(board: Board, job: _Job) -> Iterable[Look]:
    """All looks at the moves of a board, or the first and the last."""
    found = looks(job.limits.depth, len(board.empties()), cast(Mode, job.goal))
    return found if job.is_gradual else dict.fromkeys((found[0], found[-1]))


def _before(move: int, after: Result) -> Result:
    """The result of a position from that of the position after a move."""
    return replace(
        after,
        value=-after.value,
        move=move,
        pv=(move, *after.pv),
        depth=after.depth + (move != PASS),
        lower=-after.upper,
        upper=-after.lower,
    )


def _with_work_of(earlier: Result | None, result: Result) -> Result:
    """The result with what the search before it cost."""
    if earlier is None:
        return result
    return replace(result, nodes=result.nodes + earlier.nodes, seconds=result.seconds + earlier.seconds)


def _best_first(results: dict[int, Result]) -> dict[int, Result]:
    return dict(sorted(results.items(), key=lambda item: (-item[1].value, item[0])))


def _result(found: _core.Result) -> Result:
    counters = found.counters
    return Result(
        value=found.value,
        move=found.pv[0] if found.pv else None,
        pv=tuple(found.pv),
        depth=found.depth,
        nodes=found.nodes,
        seconds=found.seconds,
        kind=cast(Kind, found.kind.name),
        lower=found.lower,
        upper=found.upper,
        confidence=found.confidence,
        counters=Counters(counters.probes, counters.hits, counters.cuts, counters.stores),
    )
