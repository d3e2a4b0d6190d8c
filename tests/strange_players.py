"""Players that misbehave, to see that games and matches bear it; where workers find them too."""

from __future__ import annotations

import os
from dataclasses import dataclass
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
