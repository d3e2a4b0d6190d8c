"""What can be wrong with input; every class is a ValueError whose message names the place."""

from __future__ import annotations

from collections.abc import Collection
from difflib import get_close_matches


class InvalidMoveError(ValueError):
    """Text or a number that names no move at all."""


class IllegalMoveError(ValueError):
    """A move that the rules do not allow on this board."""


class InvalidPositionError(ValueError):
    """Discs that cannot lie on this board."""


class UnknownVariantError(ValueError):
    """A name that no variant has."""


class NotationError(ValueError):
    """Text or bytes that are not what they should be; `place` says where, in words."""

    def __init__(self, message: str, place: str = "") -> None:
        super().__init__(f"{place}: {message}" if place else message)
        self.place = place

    def at(self, place: str) -> NotationError:
        """The same complaint, seen from outside: `place` goes in front."""
        return NotationError(str(self), place)


class BookError(ValueError):
    """A file that is no book, or none that this program can read."""


class StoreError(BookError, OSError):
    """A file that data are kept in cannot be opened, read, changed or written; what it holds is as it was."""


class StoreInUseError(StoreError):
    """Another program is at work on a file or a folder that only one may work on at a time."""


class PlayerError(ValueError):
    """A player did what players must not do: raised something, or gave an answer that is no legal move."""

    def __init__(self, deed: str, details: str = "") -> None:
        super().__init__(deed, details)
        self.deed = deed
        self.details = details

    def __str__(self) -> str:
        return f"{self.deed}: {self.details}" if self.details else self.deed


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


def nearest(name: str, names: Collection[str]) -> str:
    """What may have been meant by a name that is none: `did you mean 'nip'?`, or all there are."""
    if near := get_close_matches(name, names, 1):
        return f"did you mean {near[0]!r}?"
    return f"there are {', '.join(names)}" if names else "it has none"


def words_of(error: Exception) -> str:
    """What went wrong as a person says it: `games.ggf: No such file or directory`, without a number."""
    if not isinstance(error, OSError) or not error.strerror:
        return str(error)
    return f"{error.filename}: {error.strerror}" if error.filename else error.strerror
