"""Performs a task in any process: takes a game or a measurement, returns the result as text."""

from __future__ import annotations

import json
import time
from dataclasses import dataclass
from hashlib import sha256

from shirokuro.lab.run.plan import Task
from shirokuro.matches.fixture import Fixture, Game, Memory
from shirokuro.matches.game import lost_fixture, play_fixture
from shirokuro.workers.origin import Origin, here
from shirokuro.workers.worker_slot import Attempt


@dataclass(frozen=True, slots=True)
class TaskResult:
    """The result of a task."""

    text: str
    """The record of a game, or the value of a measurement, as JSON."""
    seconds: float
    """Elapsed time."""
    origin: Origin
    margin: float | None = None
    """The margin of a game, black minus white."""
    memory: Memory | None = None
    """The memory of the players after a game."""


def digest(key: str) -> bytes:
    """The digest of a task's key, by which the store finds it."""
    return sha256(key.encode()).digest()


def perform(task: Task) -> TaskResult:
    """Does the work."""
    began = time.perf_counter()
    if isinstance(task, Fixture):
        game = play_fixture(task)
        return _game_result(game, time.perf_counter() - began)
    value = task.take()
    return TaskResult(json.dumps(value), time.perf_counter() - began, here())


def forfeit(task: Task, attempt: Attempt) -> TaskResult | None:
    """The result of a game whose player ended its process or had to be killed with it."""
    game = lost_fixture(task, attempt) if isinstance(task, Fixture) else None
    return None if game is None else _game_result(game, 0.0)


def _game_result(game: Game, seconds: float) -> TaskResult:
    return TaskResult(game.record.to_json(), seconds, here(), game.record.result, game.memory)


def kind_of(task: Task) -> str:
    """Tasks of one kind take about equally long."""
    if isinstance(task, Fixture):
        return " ".join([task.variant, *sorted((task.black, task.white))])
    return task.name or task.function
