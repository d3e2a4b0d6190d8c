"""The public names of the package, which `shirokuro` itself hands out on first use."""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from shirokuro import notation, people
from shirokuro.board.board import Board, Outcome, Status, perft
from shirokuro.board.game_files import read, write
from shirokuro.board.game_tree import GameNode, GameTree
from shirokuro.board.position import Position
from shirokuro.board.record import Record
from shirokuro.books.book_file import Book
from shirokuro.books.entry import BookEntry, BookMove, PlayedMove
from shirokuro.engine.analysis import Analysis
from shirokuro.engine.engine import Engine, analyze, evaluate, solve
from shirokuro.engine.features import Feature, Features, features
from shirokuro.engine.limits import Limits, Stop
from shirokuro.engine.result import Counters, Result
from shirokuro.engine.value import Value
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
from shirokuro.experience.effort import LearningEffort
from shirokuro.experience.experience import Experience
from shirokuro.explanation.analysis import Keeping, keeping, near_best
from shirokuro.explanation.explainer import Comparison, Explanation, Reason, explain
from shirokuro.explanation.reviewer import Judgement, Review, judge, review
from shirokuro.opening_names.level_openings import openings
from shirokuro.opening_names.named_openings import Opening, opening
from shirokuro.players.answer import Choice
from shirokuro.players.clock import Allotment, Clock
from shirokuro.players.player import Player
from shirokuro.players.registry import PLAYERS, player
from shirokuro.squares import square
from shirokuro.squares.colour import BLACK, WHITE, Colour
from shirokuro.squares.marks import Arrow
from shirokuro.squares.square import *  # noqa: F403  # the 64 squares by name, and what is about them
from shirokuro.squares.square import SquareSet
from shirokuro.squares.variant import VARIANTS, Variant

if TYPE_CHECKING:
    from shirokuro.engine import batch
    from shirokuro.library.library import Library
    from shirokuro.matches.adjudication import Adjudication
    from shirokuro.matches.game import play
    from shirokuro.matches.match_result import MatchResult
    from shirokuro.matches.match_runner import match
    from shirokuro.matches.sprt import Sprt
    from shirokuro.players.external.engine_setup import Patience
    from shirokuro.players.external.external_engine import ExternalEngine

__all__ = [
    "BLACK",
    "PLAYERS",
    "VARIANTS",
    "WHITE",
    "Adjudication",
    "Allotment",
    "Analysis",
    "Arrow",
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
    "GameNode",
    "GameTree",
    "IllegalMoveError",
    "InvalidMoveError",
    "InvalidPositionError",
    "Judgement",
    "Keeping",
    "LearningEffort",
    "Library",
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
    "Value",
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
    "people",
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


# Imported on first use: NumPy, which `batch` and `Library` need, and what only games or other programs need.
_LATER = {
    "Library": "shirokuro.library.library",
    "ExternalEngine": "shirokuro.players.external.external_engine",
    "Patience": "shirokuro.players.external.engine_setup",
    "match": "shirokuro.matches.match_runner",
    "MatchResult": "shirokuro.matches.match_result",
    "play": "shirokuro.matches.game",
    "Adjudication": "shirokuro.matches.adjudication",
    "Sprt": "shirokuro.matches.sprt",
}


def __getattr__(name: str) -> Any:
    if name == "batch":
        return import_module("shirokuro.engine.batch")
    if name in _LATER:
        return getattr(import_module(_LATER[name]), name)
    raise AttributeError(f"module 'shirokuro' has no attribute {name!r}")
