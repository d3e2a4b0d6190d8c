"""How to start an external engine and speak to it, as a checked value."""

from __future__ import annotations

import os
import shlex
import shutil
from collections.abc import Collection, Sequence
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Literal, get_args

from shirokuro.errors import ExternalEngineError, nearest, shown
from shirokuro.squares.variant import find_variant
from shirokuro.words.message import Message

Dialect = Literal["gtp", "nboard"]
DIALECTS: tuple[Dialect, ...] = get_args(Dialect)
GAMES_FOLDERS = ("/usr/games", "/usr/local/games")
"""Debian's folder for games; it is not in every PATH."""
USUAL_VARIANTS = ("reversi",)
"""The boards of an engine by default."""
MOST_SECONDS = 10**6


@dataclass(frozen=True, slots=True)
class Patience:
    """The seconds that an engine may take; beyond them it loses."""

    start: float = 20.0
    """From its start to its first answer."""
    answer: float = 5.0
    """To answer commands that need no search."""
    think: float = 120.0
    """For one move, whatever the limits of the game; a clock may be shorter."""

    def __post_init__(self) -> None:
        for each in fields(self):
            value = getattr(self, each.name)
            if isinstance(value, bool) or not isinstance(value, int | float) or not 0 < value <= MOST_SECONDS:
                raise ValueError(f"{each.name}: seconds, more than 0, not {shown(value)}")


@dataclass(frozen=True, slots=True)
class EngineSetup:
    """An external program that plays, and how to speak to it."""

    command: tuple[str, ...]
    """The program and its arguments."""
    protocol: Dialect = "gtp"
    folder: Path | None = None
    """Its working directory; None for ours."""
    variants: tuple[str, ...] = USUAL_VARIANTS
    lines: tuple[str, ...] = ()
    """Lines sent to it when it has started."""
    patience: Patience = Patience()

    def __post_init__(self) -> None:
        if not self.command or not all(isinstance(word, str) and word for word in self.command[:1]):
            raise ValueError("command: a program is needed")
        if any("\0" in word for word in self.command):
            raise ValueError("command: no program is named so")
        if self.protocol not in DIALECTS:
            raise ValueError(f"no protocol {shown(self.protocol)}: {nearest(str(self.protocol), DIALECTS)}")
        if not self.variants:
            raise ValueError("variants: the names of boards are needed")
        object.__setattr__(self, "variants", tuple(find_variant(name).name for name in self.variants))
        for line in self.lines:
            if not line.strip() or not line.isprintable():
                raise ValueError(f"lines: a line of text is needed, not {shown(line)}")

    def program(self) -> str:
        """The path of the program; an ExternalEngineError if there is none."""
        if self.folder is not None and not self.folder.is_dir():
            raise ExternalEngineError(Message("engines.no_folder", name=self.folder))
        name = os.path.expanduser(self.command[0])
        if os.sep in name:
            name = str(Path(self.folder or Path.cwd(), name))
        found = shutil.which(name, path=os.pathsep.join((os.environ.get("PATH", ""), *GAMES_FOLDERS)))
        if found is None:
            raise ExternalEngineError(Message("engines.no_program", name=f"{self.command[0]!r}"))
        return os.path.abspath(found)


def words_of_command(command: str | Sequence[str]) -> tuple[str, ...]:
    """A command as a shell splits it, or split already."""
    try:
        return tuple(shlex.split(command) if isinstance(command, str) else command)
    except ValueError as error:
        raise ValueError(f"command: {command!r} cannot be split into words: {error}") from None


def texts(name: str, value: object) -> tuple[str, ...]:
    """A list of texts; a single text is a list of one."""
    if isinstance(value, str):
        return (value,)
    if not isinstance(value, Collection) or not all(isinstance(each, str) for each in value):
        raise ValueError(f"{name}: a list of texts is needed, not {shown(value)}")
    return tuple(value)
