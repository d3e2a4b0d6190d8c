"""Limits on the work of a search, and the token that stops it."""

from __future__ import annotations

import time
from dataclasses import dataclass
from operator import index
from typing import Any, TypedDict

from shirokuro import _core
from shirokuro.errors import shown

Stop = _core.Stop
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

        def least(one: Any, two: Any) -> Any:
            return two if one is None else one if two is None else min(one, two)

        return Limits(*(least(getattr(self, name), getattr(other, name)) for name in MOST))


DEFAULT_LIMITS = Limits(seconds=1)
"""What a search or an analysis may use if no limits are given."""


class Caps(TypedDict, total=False):
    """Limits as keyword arguments: `seconds=1` stands for `limits=Limits(seconds=1)`."""

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


class Budget:
    """Limits of nodes and seconds that several searches share."""

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._began = time.perf_counter()
        self._nodes = 0

    def spend(self, nodes: int) -> None:
        self._nodes += nodes

    def left(self, depth: int) -> Limits:
        """The limits of the next search, to a depth; next to none if all is used up."""
        nodes, seconds = self._limits.nodes, self._limits.seconds
        return Limits(
            depth,
            nodes=None if nodes is None else max(nodes - self._nodes, 1),
            seconds=None if seconds is None else max(seconds + self._began - time.perf_counter(), 1e-9),
        )
