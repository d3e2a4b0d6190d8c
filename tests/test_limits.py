"""Limits: as a value or as words of their own, wherever they are taken; and what is said of wrong ones."""

from __future__ import annotations

import inspect
import math
import re
from collections.abc import Callable
from decimal import Decimal
from typing import Any

import pytest
from numpy import float64, int64

import shirokuro as sk
from shirokuro.engine import playouts as playout
from shirokuro.engine.limits import Caps, given_limits
from shirokuro.players.checked import CheckedPlayer

END = sk.Board("reversi4")
"""Small enough that every call ends at once."""


class FirstMove(sk.Player):
    """Remembers the limits that it gets."""

    limits: sk.Limits | None = None

    def choose(self, board: sk.Board, limits: sk.Limits | None = None, stop: sk.Stop | None = None) -> int:
        self.limits = limits
        return board.legal_moves[0]


def engine(method: str, *rest: Any) -> Callable[..., object]:
    """What a method of an engine finds: the value if it solves, otherwise depths."""

    def found(**words: Any) -> object:
        with sk.Engine(table_mib=1) as one:
            result = getattr(one, method)(END, *rest, **words)
        if method == "solve":
            return result.value
        return [each.depth for each in (result.values() if isinstance(result, dict) else [result])]

    return found


def player(use: Callable[..., object]) -> Callable[..., object]:
    """The limits that a player gets where it is asked for a move."""

    def found(**words: Any) -> object:
        first = FirstMove()
        use(first, **words)
        return first.limits

    return found


ALL: dict[str, Callable[..., object]] = {
    "Engine.search": engine("search"),
    "Engine.analyze": engine("analyze"),
    "Engine.compare": engine("compare", END.legal_moves),
    "analyze": lambda **words: [each.depth for each in sk.analyze(END, **words).values()],
    "review": lambda **words: str(sk.review("f5d6c3", **words)),
    "judge": lambda **words: str(sk.judge("f5d6c3", "d3", **words)),
    "explain": lambda **words: str(sk.explain("f5d6c3", "d3", **words)),
    "play": player(lambda first, **words: sk.play(first, "random", "reversi4", **words)),
    "match": player(lambda first, **words: sk.match(first, "random", 2, variant="reversi4", **words)),
    "Checked.choose": player(lambda first, **words: CheckedPlayer(first).choose(END, **words)),
    "Registered.choose": lambda **words: sk.player("engine").choose(END, **words).move,
    "Engine.solve": engine("solve"),
    "solve": lambda **words: sk.solve(END, **words).value,
    "batch.solve": lambda **words: [
        *sk.batch.solve(sk.batch.from_boards([END]), variant="reversi4", **words)[0]
    ],
    "playout.try_moves": lambda **words: playout.try_moves(END, 10, **words),
    "playout.grow_tree": lambda **words: playout.grow_tree(END, 10, **words),
}
SOLVERS = {"Engine.solve", "solve", "batch.solve"}


@pytest.mark.parametrize("name", ALL)
def test_limits_may_be_words_of_their_own_given_once(name: str) -> None:
    words: Caps = {"nodes": 1_000_000} if name in SOLVERS else {"depth": 2, "nodes": 1_000_000}
    assert ALL[name](**words) == ALL[name](limits=sk.Limits(**words))
    with pytest.raises(TypeError, match=r"^limits are given twice: by limits= and by nodes=$"):
        ALL[name](limits=sk.Limits(nodes=9), nodes=9)
    with pytest.raises(TypeError, match=r"^limits: Limits\(depth=…, nodes=…, seconds=…\) is needed, not 2$"):
        ALL[name](limits=2)
    with pytest.raises(TypeError, match=r"^no argument 'timeout': limits are depth, nodes, seconds$"):
        ALL[name](timeout=1)


def test_whatever_takes_limits_takes_the_words() -> None:
    """Found by itself: functions and methods of the public names with a parameter `limits`."""
    without = []
    for name in sk.__all__:
        value = getattr(sk, name)
        members = (
            vars(value).values()
            if inspect.isclass(value)
            else (getattr(sk.batch, each) for each in sk.batch.__all__)
            if name == "batch"
            else ()
        )
        for each in (value, *members):
            if inspect.isfunction(each) and "limits" in inspect.signature(each).parameters:
                is_written_by_users = each is sk.Player.choose or each is sk.Clock.allotment
                if not is_written_by_users and "caps" not in inspect.signature(each).parameters:
                    without.append(each.__qualname__)
    assert without == []


def test_a_pair_of_limits_has_two() -> None:
    limits: Any = (sk.Limits(depth=1),) * 3
    with pytest.raises(TypeError, match=r"^limits: a pair is black's and white's, not 3$"):
        sk.play("random", "random", limits=limits)


def test_nothing_given_is_no_limits() -> None:
    assert given_limits(None, {}) is given_limits(None, {"depth": None, "seconds": None}) is None
    assert given_limits(sk.Limits(), {"depth": None}) == sk.Limits()


def test_wrong_limits_are_refused() -> None:
    words: dict[str, Any]
    for words, message in (
        ({"seconds": "1"}, "seconds: a number is needed, not '1'"),
        ({"seconds": [1]}, "seconds: a number is needed, not [1]"),
        ({"seconds": math.nan}, "seconds: more than 0 and at most 1000000000 is possible, not nan"),
        ({"depth": 1.5}, "depth: a whole number is needed, not 1.5"),
        ({"depth": "3"}, "depth: a whole number is needed, not '3'"),
        ({"nodes": 2.5}, "nodes: a whole number is needed, not 2.5"),
        ({"nodes": 0}, "nodes: more than 0 and at most 9223372036854775807 is possible, not 0"),
    ):
        with pytest.raises(ValueError, match=f"^{re.escape(message)}$"):
            sk.Limits(**words)


def test_numbers_of_all_kinds_are_limits() -> None:
    numbers: Any = (1, 0.5, float64(0.5), Decimal("0.5"))
    assert {type(sk.Limits(seconds=each).seconds) for each in numbers} <= {int, float}
    assert sk.Limits(depth=int64(3)) == sk.Limits(3)  # type: ignore[arg-type]
