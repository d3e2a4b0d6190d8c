"""Limits the number of running processes of external engines."""

from __future__ import annotations

import threading

from shirokuro import Board, Choice, ExternalEngine, Limits, Player, Stop
from shirokuro.players.checked import CheckedPlayer


class EngineSeats:
    """The running engines, the least recently used first."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._running: dict[ExternalEngine, None] = {}
        self._lock = threading.Lock()

    def seat(self, engine: ExternalEngine) -> SeatedEngine:
        return SeatedEngine(engine, self)

    def take(self, engine: ExternalEngine) -> None:
        """Lets an engine run. Idle engines beyond the limit are closed; they start again when needed."""
        with self._lock:
            self._running.pop(engine, None)
            idle = [each for each in self._running if not each.is_asked]
            ended = idle[: max(len(self._running) + 1 - self._most, 0)]
            for each in ended:
                del self._running[each]
            self._running[engine] = None
        for each in ended:
            each.close()

    def leave(self, engine: ExternalEngine) -> None:
        with self._lock:
            is_running = self._running.pop(engine, self) is None
        if is_running:  # in a thread, since closing may take long
            threading.Thread(target=engine.close).start()


class SeatedEngine(Player):
    """An external engine in one game."""

    stays = True

    def __init__(self, engine: ExternalEngine, seats: EngineSeats) -> None:
        self.name = engine.name
        self.variants = engine.variants
        self._engine = engine
        self._seats = seats

    def prepare(self, variant: str) -> None:
        self._seats.take(self._engine)
        self._engine.prepare(variant)

    def choose(self, board: Board, limits: Limits | None = None, stop: Stop | None = None) -> Choice:
        self._seats.take(self._engine)
        return self._engine.choose(board, limits, stop)

    def close(self) -> None:
        self._seats.leave(self._engine)


def is_external(player: Player | None) -> bool:
    """Whether it is an external engine, which cannot report its best move so far."""
    return isinstance(player, CheckedPlayer) and isinstance(player.own, SeatedEngine)
