"""The engine as Python values: limits, results, searching and solving."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Literal, Self, cast

from shirokuro import _core
from shirokuro.board import SCORINGS, Board, Scoring
from shirokuro.square import PASS, move_name

Stop = _core.Stop
_Found = tuple[int, int, int, list[int], int, int, int, float, str, tuple[int, int, int, int]]
Kind = Literal["exact", "wld", "selective", "depth", "bound"]
Mode = Literal["exact", "wld"]
DontCare = Literal["off", "full-lines", "wide"]
MODES: tuple[Mode, ...] = ("exact", "wld")
DONT_CARE: tuple[DontCare, ...] = ("off", "full-lines", "wide")


@dataclass(frozen=True, slots=True)
class Limits:
    """How much one search may use; `Limits()` caps nothing."""

    depth: int | None = None
    nodes: int | None = None
    seconds: float | None = None

    def __post_init__(self) -> None:
        for name in ("depth", "nodes", "seconds"):
            value = getattr(self, name)
            if value is not None and not 0 < value < 2**63:
                raise ValueError(f"{name}: more than 0 is needed, not {value}")


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

    `kind` says what the value is worth: `exact`, `wld` (only its sign counts), `selective` (read to the
    end, right to `confidence` per cent), `depth` (looked so many plies ahead), or `bound` (an exact search
    that its limits ended: the true value lies in `lower`…`upper`).
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
    confidence: int = 100
    counters: Counters = Counters()

    def __str__(self) -> str:
        line = " ".join(move_name(move) for move in self.pv)
        return f"{self.value:+d} ({self.badge()}) {line}".rstrip()

    def badge(self) -> str:
        """What the value is worth, in a word."""
        match self.kind:
            case "depth":
                return f"depth {self.depth}"
            case "selective":
                return f"selective, {self.confidence} %"
            case "bound":
                return f"between {self.lower:+d} and {self.upper:+d}"
        return self.kind


Progress = Callable[[Result], object]


class Engine:
    """Threads and a table that searches share; searches from several Python threads wait for each other.

    The threads end when the engine is closed or forgotten; `with Engine(threads=4) as engine:` closes it.
    """

    def __init__(self, threads: int = 1, table_mib: float = 64) -> None:
        if not 1 <= threads <= 1024:
            raise ValueError(f"threads: 1…1024 are possible, not {threads}")
        if not 0 < table_mib <= 2**20:
            raise ValueError(f"table_mib: more than 0 and at most 2^20 are possible, not {table_mib}")
        self.threads = threads
        self.table_mib = table_mib
        self._core: _core.Engine | None = _core.Engine(threads, int(table_mib * 2**20))

    def search(
        self,
        board: Board,
        limits: Limits | None = None,
        stop: Stop | None = None,
        *,
        scoring: Scoring = "winner",
        progress: Progress | None = None,
    ) -> Result:
        """The best move found within the limits; without any the game is read to its end."""
        return self._run(board, _Job("move", limits, stop, scoring, progress))

    def solve(
        self,
        board: Board,
        mode: Mode = "exact",
        limits: Limits | None = None,
        stop: Stop | None = None,
        *,
        scoring: Scoring = "winner",
        dont_care: DontCare = "off",
        progress: Progress | None = None,
    ) -> Result:
        """The value under perfect play, or only who wins (`wld`); a `bound` if the limits end it first."""
        _choose("mode", mode, MODES)
        _choose("dont_care", dont_care, DONT_CARE)
        if limits is not None and limits.depth is not None:
            raise ValueError("limits: a solver reads to the end, whatever the depth")
        return self._run(board, _Job(mode, limits, stop, scoring, progress, dont_care))

    def analyze(
        self,
        board: Board,
        limits: Limits | None = None,
        stop: Stop | None = None,
        *,
        scoring: Scoring = "winner",
        progress: Callable[[dict[int, Result]], object] | None = None,
    ) -> dict[int, Result]:
        """A result for every legal move (or for the pass), best first; all of them share the limits."""
        moves = list(board.legal_moves) or ([PASS] if board.must_pass() else [])
        results: dict[int, Result] = {}
        share = _share(limits, len(moves))
        for move in moves:
            child = board.copy(stack=False)
            child.push(move)
            results[move] = _before(move, self.search(child, share, stop, scoring=scoring))
            if progress is not None:
                progress(_best_first(results))
        return _best_first(results)

    def clear(self) -> None:
        """Forgets all that was searched."""
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

    def _run(self, board: Board, job: _Job) -> Result:
        _choose("scoring", job.scoring, SCORINGS)
        limits = job.limits or Limits()
        progress = job.progress
        found = self._open().run(
            board,
            job.goal,
            job.scoring,
            job.dont_care,
            limits.depth or 0,
            limits.nodes or 0,
            limits.seconds or 0.0,
            job.stop,
            None if progress is None else lambda found: progress(_result(found)),
        )
        return _result(found)


@dataclass(frozen=True, slots=True)
class _Job:
    goal: str
    limits: Limits | None
    stop: Stop | None
    scoring: Scoring
    progress: Progress | None
    dont_care: DontCare = "off"


def solve(
    board: Board,
    threads: int = 1,
    mode: Mode = "exact",
    scoring: Scoring = "winner",
    limits: Limits | None = None,
) -> Result:
    """The value of a board under perfect play, on an engine made for it; keep an `Engine` to solve many."""
    with Engine(threads, table_for(board)) as engine:
        return engine.solve(board, mode, limits, scoring=scoring)


def analyze(board: Board, limits: Limits | None = None, threads: int = 1) -> dict[int, Result]:
    """A result for every legal move, best first."""
    with Engine(threads, table_for(board)) as engine:
        return engine.analyze(board, limits)


def evaluate(board: Board) -> int:
    """The engine's guess without looking ahead, in discs for the side to move."""
    return _core.evaluate(board)


def table_for(board: Board) -> int:
    """MiB that reading a board to its end can use; making a large table takes longer than a small ending."""
    empties = len(board.empties())
    return 1 if empties <= 14 else 16 if empties <= 18 else 64 if empties <= 22 else 512


def _choose(name: str, value: str, choices: tuple[str, ...]) -> None:
    if value not in choices:
        raise ValueError(f"{name}: no {value!r}, there are {', '.join(choices)}")


def _share(limits: Limits | None, moves: int) -> Limits | None:
    """What one of several moves may use; a move is a ply, but looking ahead begins with one."""
    if limits is None or moves == 0:
        return limits
    return Limits(
        None if limits.depth is None else max(limits.depth - 1, 1),
        None if limits.nodes is None else max(limits.nodes // moves, 1),
        None if limits.seconds is None else limits.seconds / moves,
    )


def _before(move: int, after: Result) -> Result:
    """The result of a position from that of the position after a move."""
    return replace(
        after,
        value=-after.value,
        move=move,
        pv=(move, *after.pv),
        depth=after.depth + 1,
        lower=-after.upper,
        upper=-after.lower,
    )


def _best_first(results: dict[int, Result]) -> dict[int, Result]:
    return dict(sorted(results.items(), key=lambda item: -item[1].value))


def _result(found: _Found) -> Result:
    value, lower, upper, pv, depth, confidence, nodes, seconds, kind, counters = found
    return Result(
        value=value,
        move=pv[0] if pv else None,
        pv=tuple(pv),
        depth=depth,
        nodes=nodes,
        seconds=seconds,
        kind=cast(Kind, kind),
        lower=lower,
        upper=upper,
        confidence=confidence,
        counters=Counters(*counters),
    )
