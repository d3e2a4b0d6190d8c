"""The public names of the package, which `shirokuro` itself hands out on first use."""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from shirokuro import notation, square
from shirokuro.analysis import Keeping, keeping, near_best
from shirokuro.board import Board, Outcome, Status, perft
from shirokuro.book.book_file import Book
from shirokuro.book.entry import BookEntry, BookMove, PlayedMove
from shirokuro.book.experience.experience import Experience
from shirokuro.book.experience.reading import LearningEffort
from shirokuro.book.named_openings import Opening, opening
from shirokuro.book.openings import openings
from shirokuro.clock import Allotment, Clock
from shirokuro.colour import BLACK, WHITE, Colour
from shirokuro.engine import Counters, Engine, Limits, Result, Stop, analyze, evaluate, solve
from shirokuro.errors import (
    BookError,
    ExternalEngineError,
    IllegalMoveError,
    InvalidMoveError,
    InvalidPositionError,
    NotationError,
    PlayerError,
    UnknownVariantError,
)
from shirokuro.explainer import Comparison, Explanation, Reason, explain
from shirokuro.feature import Feature, Features, features
from shirokuro.game import play
from shirokuro.players.player import Choice, Player
from shirokuro.players.registry import PLAYERS, player
from shirokuro.position import Position
from shirokuro.record import Record, read, write
from shirokuro.reviewer import Judgement, Review, judge, review
from shirokuro.square import *  # noqa: F403  # the 64 squares by name, and what is about them
from shirokuro.square import SquareSet
from shirokuro.variant import VARIANTS, Variant

if TYPE_CHECKING:
    from shirokuro import batch
    from shirokuro.arena import match
    from shirokuro.match_result import MatchResult
    from shirokuro.players.external.engine_setup import Patience
    from shirokuro.players.external.external_engine import ExternalEngine
    from shirokuro.sprt import Sprt

__all__ = [
    "BLACK",
    "PLAYERS",
    "VARIANTS",
    "WHITE",
    "Allotment",
    "Board",
    "Book",
    "BookEntry",
    "BookError",
    "BookMove",
    "Choice",
    "Clock",
    "Colour",
    "Comparison",
    "Counters",
    "Engine",
    "Experience",
    "Explanation",
    "ExternalEngine",
    "ExternalEngineError",
    "Feature",
    "Features",
    "IllegalMoveError",
    "InvalidMoveError",
    "InvalidPositionError",
    "Judgement",
    "Keeping",
    "LearningEffort",
    "Limits",
    "MatchResult",
    "NotationError",
    "Opening",
    "Outcome",
    "Patience",
    "PlayedMove",
    "Player",
    "PlayerError",
    "Position",
    "Reason",
    "Record",
    "Result",
    "Review",
    "Sprt",
    "Status",
    "Stop",
    "UnknownVariantError",
    "Variant",
    "analyze",
    "batch",
    "evaluate",
    "explain",
    "features",
    "judge",
    "keeping",
    "match",
    "near_best",
    "notation",
    "opening",
    "openings",
    "perft",
    "play",
    "player",
    "read",
    "review",
    "solve",
    "write",
]
__all__ += square.__all__

NAMES = frozenset(("__all__", *__all__))
"""All that `shirokuro` hands out."""

# The public classes live where a user finds them, also in tracebacks and pickles.
SquareSet.__module__ = "shirokuro"
Stop.__module__ = "shirokuro"


# Imported on first use: NumPy, which `batch` alone needs, and what only matches or other programs need.
_LATER = {
    "ExternalEngine": "shirokuro.players.external.external_engine",
    "Patience": "shirokuro.players.external.engine_setup",
    "match": "shirokuro.arena",
    "MatchResult": "shirokuro.match_result",
    "Sprt": "shirokuro.sprt",
}


def __getattr__(name: str) -> Any:
    if name == "batch":
        return import_module("shirokuro.batch")
    if name in _LATER:
        return getattr(import_module(_LATER[name]), name)
    raise AttributeError(f"module 'shirokuro' has no attribute {name!r}")
