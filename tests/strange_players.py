"""Players that misbehave, to see that games and matches bear it; where workers find them too."""

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
    name = "strange"
    variants = tuple(sk.VARIANTS)

    def choose(self, board: sk.Board, limits: sk.Limits | None = None, stop: sk.Stop | None = None) -> Any:
        if len(board.move_stack) >= self.ply:
            return self.misbehave(board)
        return sk.Choice(board.legal_moves[0] if board.legal_moves else sk.PASS)

    def misbehave(self, board: sk.Board) -> Any:
        return sk.Choice(board.legal_moves[0] if board.legal_moves else sk.PASS)


class Crasher(Strange):
    name = "crasher"

    def misbehave(self, board: sk.Board) -> Any:
        raise ZeroDivisionError("out of\n  ideas")


@dataclass(frozen=True)
class Answerer(Strange):
    """Answers what it was told to."""

    answer: Any = None
    name = "answerer"

    def misbehave(self, board: sk.Board) -> Any:
        return self.answer


@dataclass(frozen=True)
class Raiser(Strange):
    """Raises what it was told to."""

    error: BaseException | type[BaseException] = ZeroDivisionError
    name = "raiser"

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
    """A text that is not one of ours."""

    __slots__ = ()


class Unprintable:
    def __repr__(self) -> str:
        raise SystemExit


class Unspeakable(Exception):  # noqa: N818
    def __str__(self) -> str:
        raise LookupError


class Moody(sk.Choice):
    """A choice that cannot be looked at."""

    @property
    def value(self) -> float:  # type: ignore[override]
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
    """Never answers; from `ply` on, that is."""

    name = "sleeper"

    def misbehave(self, board: sk.Board) -> Any:
        while True:
            pass


class Silent(Strange):
    """Answers when it is told to, from `ply` on."""

    name = "silent"
    told = threading.Event()

    def misbehave(self, board: sk.Board) -> Any:
        self.told.wait()
        return super().misbehave(board)


class Threader(Strange):
    """Leaves a thread behind that never ends."""

    name = "threader"

    def misbehave(self, board: sk.Board) -> Any:
        threading.Thread(target=threading.Event().wait).start()
        return super().misbehave(board)


class Meddler(Strange):
    """Changes the board that it is shown."""

    name = "meddler"

    def misbehave(self, board: sk.Board) -> Any:
        choice = super().misbehave(board)
        board.push(choice.move)
        return choice


class Killer(Strange):
    """Ends the process that it runs in, as a crash of native code does."""

    name = "killer"

    def misbehave(self, board: sk.Board) -> Any:
        os._exit(9)


class Interrupter(Strange):
    """Stands for the person who presses Ctrl-C."""

    name = "interrupter"

    def misbehave(self, board: sk.Board) -> Any:
        raise KeyboardInterrupt


@dataclass(frozen=True)
class Learner(Strange):
    """Remembers the results of its games, and says so in the values of its moves."""

    memory: tuple[float | None, ...] = ()
    name = "learner"

    def choose(
        self, board: sk.Board, limits: sk.Limits | None = None, stop: sk.Stop | None = None
    ) -> sk.Choice:
        return sk.Choice(super().choose(board, limits, stop).move, value=len(self.memory))

    def learn(self, record: sk.Record) -> tuple[float | None, ...]:
        return (*self.memory, record.result)

    def with_memory(self, memory: tuple[float | None, ...]) -> Learner:
        return replace(self, memory=memory)


class Unsendable(Learner):
    def learn(self, record: sk.Record) -> Any:
        return lambda: record


class OddCrasher(Strange):
    """Has faults with black only, which it has in every other game."""

    def misbehave(self, board: sk.Board) -> Any:
        return super().misbehave(board) if board.turn == sk.WHITE else 1 / 0


class Closing(Strange):
    """Writes into a file whenever one is made, plays a game through, or is closed."""

    name = "closing"

    def __init__(self, ply: int = 100) -> None:
        object.__setattr__(self, "ply", ply)
        self.note("made")

    def choose(self, board: sk.Board, limits: sk.Limits | None = None, stop: sk.Stop | None = None) -> Any:
        return board.legal_moves[0]

    def close(self) -> None:
        self.note("closed")

    def note(self, word: str) -> None:
        with open(os.environ["CLOSING_NOTES"], "a") as notes:
            notes.write(f"{word} {os.getpid()}\n")


class Staying(Closing):
    """Plays all games of a match."""

    name = "staying"
    stays = True


class StayingThreader(Staying):
    """Leaves threads behind that never end."""

    def choose(self, board: sk.Board, limits: sk.Limits | None = None, stop: sk.Stop | None = None) -> Any:
        threading.Thread(target=threading.Event().wait).start()
        return super().choose(board, limits, stop)


class BadlyClosing(Closing):
    name = "badly closing"

    def close(self) -> None:
        super().close()
        raise ZeroDivisionError


class Seedless(Strange):
    """Cannot be given a seed."""

    name = "seedless"

    def with_seed(self, seed: int) -> Any:
        raise ZeroDivisionError
