"""Players that misbehave, to see that games and matches bear it; workers import them from here."""

from __future__ import annotations

import os
import threading
from dataclasses import dataclass, replace
from typing import Any

import shirokuro as sk


@dataclass(frozen=True)
class Strange:
    """Plays the first legal move until its `ply`, and then does what its class is for."""

    ply: int = 6
    variants = tuple(sk.VARIANTS)

    @property
    def name(self) -> str:
        return type(self).__name__.lower()

    def choose(self, board: sk.Board, limits: sk.Limits | None = None, stop: sk.Stop | None = None) -> Any:
        return self.misbehave(board) if len(board.move_stack) >= self.ply else self.first(board)

    def first(self, board: sk.Board) -> sk.Choice:
        return sk.Choice(board.legal_moves[0] if board.legal_moves else sk.PASS)

    misbehave = first


class Crasher(Strange):
    def misbehave(self, board: sk.Board) -> Any:
        raise ZeroDivisionError("out of\n  ideas")


@dataclass(frozen=True)
class Answerer(Strange):
    """Gives a fixed answer."""

    answer: Any = None

    def misbehave(self, board: sk.Board) -> Any:
        return self.answer


@dataclass(frozen=True)
class Raiser(Strange):
    """Raises a given error."""

    error: BaseException | type[BaseException] = ZeroDivisionError

    def misbehave(self, board: sk.Board) -> Any:
        raise self.error


class LyingInt(int):
    """Claims to be equal to everything, and to be another number."""

    def __eq__(self, other: object) -> bool:
        return True

    def __ne__(self, other: object) -> bool:
        return False

    def __hash__(self) -> int:
        return 5

    def __index__(self) -> int:
        return 7


class Word(str):
    """A subclass of str."""

    __slots__ = ()


class Unprintable:
    def __repr__(self) -> str:
        raise SystemExit


class Unspeakable(Exception):  # noqa: N818
    def __str__(self) -> str:
        raise LookupError


class Moody(sk.Choice):
    """A choice whose value cannot be read."""

    @property
    def value(self) -> float:
        return 1 / 0

    @value.setter
    def value(self, value: Any) -> None:
        pass


class Nameless:
    """Fails before the first game."""

    @property
    def name(self) -> str:
        return str(1 / 0)

    def choose(self, board: sk.Board) -> int:
        return board.legal_moves[0]


class Sleeper(Strange):
    """Never answers from `ply` on."""

    def misbehave(self, board: sk.Board) -> Any:
        while True:
            pass


class Silent(Strange):
    """From `ply` on, answers only when it is told to."""

    told = threading.Event()

    def misbehave(self, board: sk.Board) -> Any:
        self.told.wait()
        return self.first(board)


class Meddler(Strange):
    """Changes the board that it is shown."""

    def misbehave(self, board: sk.Board) -> Any:
        choice = self.first(board)
        board.push(choice.move)
        return choice


class Killer(Strange):
    """Ends the process that it runs in, as a crash of native code does."""

    def misbehave(self, board: sk.Board) -> Any:
        os._exit(9)


class Interrupter(Strange):
    """Stands for the person who presses Ctrl-C."""

    def misbehave(self, board: sk.Board) -> Any:
        raise KeyboardInterrupt


@dataclass(frozen=True)
class Learner(Strange):
    """Remembers the results of its games; the value of each move is how many it remembers."""

    memory: tuple[float | None, ...] = ()

    def choose(self, board: sk.Board, limits: sk.Limits | None = None, stop: sk.Stop | None = None) -> Any:
        return sk.Choice(self.first(board).move, value=len(self.memory))

    def learn(self, record: sk.Record) -> Any:
        return (*self.memory, record.result)

    def with_memory(self, memory: tuple[float | None, ...]) -> Learner:
        return replace(self, memory=memory)


class Unsendable(Learner):
    def learn(self, record: sk.Record) -> Any:
        return lambda: record


class OddCrasher(Strange):
    """Has faults with black only, which it has in every other game."""

    def misbehave(self, board: sk.Board) -> Any:
        return self.first(board) if board.turn == sk.WHITE else 1 / 0


class Closing(Strange):
    """Writes into a file when one is made and when one is closed."""

    def __init__(self) -> None:
        self.note("made")

    def close(self) -> None:
        self.note("closed")

    def note(self, word: str) -> None:
        with open(os.environ["CLOSING_NOTES"], "a") as notes:
            notes.write(f"{word} {os.getpid()}\n")


class Staying(Closing):
    """Plays all games of a match."""

    stays = True


class StayingThreader(Staying):
    """Leaves threads behind that never end."""

    def misbehave(self, board: sk.Board) -> Any:
        threading.Thread(target=threading.Event().wait).start()
        return self.first(board)


class BadlyClosing(Closing):
    def close(self) -> None:
        super().close()
        raise ZeroDivisionError


class Seedless(Strange):
    """Cannot be given a seed."""

    def with_seed(self, seed: int) -> Any:
        raise ZeroDivisionError
