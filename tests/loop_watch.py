"""Checks that nothing is read on the event loop, where everybody else would wait for it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from typing import Any
from unittest.mock import patch

from shirokuro import notation
from shirokuro.web.library import text_games

READERS = ((notation, "parse"), (notation, "render"), (text_games, "parse_wthor"))
"""What reads or writes whole games: modules and their functions."""

SHORT = 200
"""Characters that are read in a moment, as the openings of a match are; people may send more."""


@contextmanager
def loop_watched() -> Iterator[list[str]]:
    """Yields the names of the readers that are called; none may be called on an event loop meanwhile."""
    calls, on_loop = list[str](), list[str]()

    def watched(name: str, function: Callable[..., Any]) -> Callable[..., Any]:
        def call(*arguments: Any, **options: Any) -> Any:
            calls.append(name)
            is_short = isinstance(arguments[0], str) and len(arguments[0]) <= SHORT
            if asyncio._get_running_loop() is not None and not is_short:
                on_loop.append(name)
                raise AssertionError(f"{name} was called on the event loop")
            return function(*arguments, **options)

        return call

    with ExitStack() as patches:
        for module, name in READERS:
            patches.enter_context(patch.object(module, name, watched(name, getattr(module, name))))
        yield calls
    assert not on_loop
