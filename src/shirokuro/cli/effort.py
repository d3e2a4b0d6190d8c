"""Options that say how much the engine may use, and results as JSON."""

from __future__ import annotations

import argparse
from collections.abc import Iterable

from shirokuro import Limits, Result, move_name


def add_engine(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--threads", type=int, default=1, metavar="N", help="threads to search on (default 1)"
    )
    parser.add_argument("--table", type=float, metavar="MIB", help="size of the table (default: what pays)")


def add_limits(parser: argparse.ArgumentParser, each: str, *, depth: bool) -> None:
    """Limits for `each` position or move; a solver takes no depth."""
    if depth:
        parser.add_argument("--depth", type=int, metavar="PLIES", help="how far to look ahead")
    parser.add_argument("--seconds", type=float, metavar="S", help=f"time for {each}")
    parser.add_argument("--nodes", type=int, metavar="N", help=f"nodes for {each}")


def limits_of(arguments: argparse.Namespace) -> Limits | None:
    """The limits asked for; None if there are none."""
    limits = Limits(getattr(arguments, "depth", None), arguments.nodes, arguments.seconds)
    return None if limits == Limits() else limits


def rate(nodes: int, seconds: float) -> int:
    """Nodes a second."""
    return int(nodes / max(seconds, 1e-9))


def names(moves: Iterable[int]) -> list[str]:
    return [move_name(move) for move in moves]


def fields(result: Result) -> dict[str, object]:
    """A result for a program to read."""
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
        "pv": names(result.pv),
    }
