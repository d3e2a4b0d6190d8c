"""What can be wrong with input; every class is a ValueError whose text names the place.

What a person at the page or in `shirokuro play` can meet is raised with a Message, as in
`ValueError(Message(key, name=value))`, and said in their language by `words_of`; other errors are English.
"""

from __future__ import annotations

import errno
from collections.abc import Collection
from difflib import get_close_matches

from shirokuro.words.message import Language, Message, text_of


class InvalidMoveError(ValueError):
    """Text or a number that names no move at all."""


class IllegalMoveError(ValueError):
    """A move that the rules do not allow on this board."""


def illegal_move(reason: str, move: str, board: str, side: str, ply: int) -> IllegalMoveError:
    """What the core raises for a move that a board refused; a `ply` above 0 is its number among several."""
    message = Message(f"errors.{reason}", move=move, board=board, side=Message(f"sides.{side}"))
    return IllegalMoveError(at_move(ply, message) if ply else message)


def at_move(ply: int, message: Message | str) -> Message:
    """The same complaint with the number of the move in front."""
    return Message("errors.at", place=Message("places.move", number=ply), message=message)


class InvalidPositionError(ValueError):
    """Discs that cannot lie on this board."""


class UnknownVariantError(ValueError):
    """A name that no variant has."""


class NotationError(ValueError):
    """Text or bytes that are not what they should be; `place` says where."""

    def __init__(self, reason: Message | str, place: Message | str = "") -> None:
        super().__init__(Message("errors.at", place=place, message=reason) if place else reason)
        self.reason = reason
        """What is wrong there."""
        self.place = place

    def at(self, place: Message | str) -> NotationError:
        """The same complaint, seen from outside: `place` goes in front."""
        return NotationError(message_of(self), place)


class BookError(ValueError):
    """A file that is no book, or none that this program can read."""


class StoreError(BookError, OSError):
    """A file that data are kept in cannot be opened, read, changed or written; what it holds is as it was."""


class StoreInUseError(StoreError):
    """Another program is at work on a file or a folder that only one may work on at a time."""


class PlayerError(ValueError):
    """A player did what players must not do: raised something, or gave an answer that is no legal move."""

    def __init__(self, kind: Message | str, details: str = "") -> None:
        super().__init__(kind, details)
        self.kind = kind
        """What it did, as `played an illegal move`."""
        self.details = details

    def __str__(self) -> str:
        return f"{self.kind}: {self.details}" if self.details else str(self.kind)


def raise_damage(fault: PlayerError) -> None:
    """Raises what is wrong with a book or a proof of the player: no fault of its play, and no loss."""
    if isinstance(fault.__cause__, BookError):
        raise fault.__cause__ from None


class ExternalEngineError(PlayerError):
    """An engine of somebody else was silent, ended, or wrote what its protocol does not have."""


def shown(value: object) -> str:
    """As much of a value as a message can hold."""
    try:
        text = repr(value)
    except ValueError:  # Python writes no number of more than 4300 digits
        return "a number of thousands of digits"
    return text if len(text) <= 60 else f"{text[:59]}…"


def nearest(name: str, names: Collection[str]) -> Message:
    """What may have been meant by a name that is none: `did you mean 'nip'?`, or all there are."""
    if near := get_close_matches(name, names, 1):
        return Message("names.near", name=repr(near[0]))
    return Message("names.there_are", names=", ".join(names)) if names else Message("names.none")


_OF_FILES = {
    errno.ENOENT: "errors.no_such_file",
    errno.EACCES: "errors.permission_denied",
    errno.EISDIR: "errors.is_directory",
}


def message_of(error: Exception) -> Message | str:
    """What went wrong as a person says it: `games.ggf: No such file or directory`, without a number."""
    if isinstance(error, OSError) and error.strerror:
        if error.filename and error.errno in _OF_FILES:
            return Message(_OF_FILES[error.errno], file=error.filename)
        return f"{error.filename}: {error.strerror}" if error.filename else error.strerror
    first = error.args[0] if error.args else None
    return first if isinstance(first, Message) and not any(error.args[1:]) else str(error)


def words_of(error: Exception, language: Language = "en") -> str:
    """The same in a language; in English if it is said in English alone."""
    return text_of(message_of(error), language)
