"""The rival in the terminal: its memory of a person, and its messages to them."""

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
"""The name under which it remembers a person who gives none."""


class RememberedRival:
    """The rival of a person, with its memory of them in a file."""

    def __init__(self, game: PlayedGame, name: str | None) -> None:
        self._name = NAME if name is None else name
        self._file = MemoryFile()
        self._told = ""
        side = rival_side(game.seats)
        if side is not None:
            game.memory, game.remember = {side: self._file.load(self._name)}, self._save

    def options(self, game: PlayedGame) -> list[str]:
        """The options that restore the same person."""
        return [] if self._name == NAME or rival_side(game.seats) is None else ["--name", self._name]

    def _save(self, memory: Mapping[Colour, object]) -> None:
        """Saves what it remembers now."""
        for each in memory.values():
            if isinstance(each, RivalMemory):
                self._file.save(self._name, each)

    def tell_knowledge(self, game: PlayedGame, screen: Screen) -> None:
        """Prints its current estimate of the person, and its record against them."""
        side, rival = _found(game)
        known = rival.knowledge(game.board, side)
        screen.explain(*([*knowledge_messages(known, rival.memory)] or [Message("rival.unknown")]))

    def tell_result(self, game: PlayedGame, screen: Screen) -> None:
        """Prints its report once after each finished game against it."""
        is_played_out = game.is_over() and game.end is None
        if rival_side(game.seats) is None or not is_played_out or game.learning == "done":
            return
        moves = game.text()
        if moves != self._told:
            side, rival = _found(game)
            screen.explain(*report_messages(rival.report(game.record(), side)))
        self._told = moves


def _found(game: PlayedGame) -> tuple[Colour, Rival]:
    """The rival's side, and the rival with its memory from before this game."""
    side = rival_side(game.seats)
    rival = None if side is None else game.seats[side]
    if side is None or not isinstance(rival, Rival):
        raise ValueError(Message("rival.not_here"))
    memory = game.memory.get(side)
    return side, rival.with_memory(memory) if isinstance(memory, RivalMemory) else rival
