"""The rival in the terminal: what it remembers of a person, and what it says to them."""

from __future__ import annotations

from collections.abc import Mapping

from shirokuro import Colour
from shirokuro.cli.screen import Screen
from shirokuro.matches.interactive_game import PlayedGame, rival_side
from shirokuro.players.rival.memory import RivalMemory
from shirokuro.players.rival.memory_file import MemoryFile
from shirokuro.players.rival.rival import Rival
from shirokuro.players.rival.rival_text import knowledge_messages, report_messages
from shirokuro.words.message import Message

NAME = "you"
"""Whom it remembers if nobody says a name."""


class RememberedRival:
    """The rival of a person, with a memory of them that lies in a file."""

    def __init__(self, game: PlayedGame, name: str | None) -> None:
        self._name = NAME if name is None else name
        self._file = MemoryFile()
        self._told = ""
        side = rival_side(game.seats)
        if side is not None:
            game.memory, game.remember = {side: self._file.load(self._name)}, self._save

    def options(self, game: PlayedGame) -> list[str]:
        """What brings the same person back to it."""
        return [] if self._name == NAME or rival_side(game.seats) is None else ["--name", self._name]

    def _save(self, memory: Mapping[Colour, object]) -> None:
        """Keeps what it remembers now."""
        for each in memory.values():
            if isinstance(each, RivalMemory):
                self._file.save(self._name, each)

    def tell_knowledge(self, game: PlayedGame, screen: Screen) -> None:
        """What it takes the person for by now, and its record."""
        side, rival = _found(game)
        known = rival.knowledge(game.board, side)
        screen.explain(*([*knowledge_messages(known.strength, rival.memory)] or [Message("rival.unknown")]))

    def tell_result(self, game: PlayedGame, screen: Screen) -> None:
        """What it aimed at, once after each game that was played out against it."""
        is_played_out = game.is_over() and game.end is None
        if rival_side(game.seats) is None or not is_played_out or game.learning == "done":
            return
        moves = game.text()
        if moves != self._told:
            side, rival = _found(game)
            screen.explain(*report_messages(rival.report(game.record(), side)))
        self._told = moves


def _found(game: PlayedGame) -> tuple[Colour, Rival]:
    """The rival of the person, as it was before this game, and its side."""
    side = rival_side(game.seats)
    rival = None if side is None else game.seats[side]
    if side is None or not isinstance(rival, Rival):
        raise ValueError(Message("rival.not_here"))
    memory = game.memory.get(side)
    return side, rival.with_memory(memory) if isinstance(memory, RivalMemory) else rival
