"""Sees to it that nothing is read on the event loop, where everybody else would wait for it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from typing import Any
from unittest.mock import patch

from shirokuro import notation
from shirokuro.web.library import text_games

READERS = ((notation, "parse"), (notation, "render"), (text_games, "parse_wthor"))
"""What reads or writes whole games: modules and their functions."""

SHORT = 200
"""Characters that are read in a moment, as the openings of a match are; people may send more."""


@dataclass
class LoopWatch:
    """What was read, and what of it on an event loop."""

    calls: list[str] = field(default_factory=list)
    on_loop: list[str] = field(default_factory=list)

    def watched(self, name: str, function: Callable[..., Any]) -> Callable[..., Any]:
        def call(*arguments: Any, **options: Any) -> Any:
            self.calls.append(name)
            if asyncio._get_running_loop() is not None and not _is_short(arguments[0]):
                self.on_loop.append(name)
                raise AssertionError(f"{name} was called on the event loop")
            return function(*arguments, **options)

        return call


def _is_short(given: object) -> bool:
    return isinstance(given, str) and len(given) <= SHORT


@contextmanager
def loop_watched() -> Iterator[LoopWatch]:
    """While a server runs, none of the readers may be called on its event loop."""
    watch = LoopWatch()
    with ExitStack() as patches:
        for module, name in READERS:
            original = getattr(module, name)
            patches.enter_context(patch.object(module, name, watch.watched(name, original)))
        yield watch
    assert not watch.on_loop
