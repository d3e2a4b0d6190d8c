"""The JSON values of texts, files, exports and an owner's own data."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field, field_validator

from shirokuro import Board
from shirokuro.library.query import GameWinner, LibraryQuery
from shirokuro.web.review.values import PlaceAsked
from shirokuro.web.values import (
    LONGEST_GAME,
    Asked,
    BoardName,
    GameView,
    OpeningName,
    PastedText,
    Told,
    Words,
)

LONGEST_FILE = 200_000
"""In characters, for a text with many games."""
MOST_SHOWN = 50
"""The most games in one answer."""

FileText = Annotated[str, Field(max_length=LONGEST_FILE, examples=["f5d6c3"])]
Offset = Annotated[int, Field(ge=0, le=2**31)]
Count = Annotated[int, Field(ge=1, le=MOST_SHOWN)]
SearchWords = Annotated[str, Field(max_length=100)]


MOST_TABLES = 30
"""The most games in an owner's file."""
Rows = Annotated[list[dict[str, Any]], Field(fail_fast=True)]
"""The first unknown one is reported, and no other."""


class TextAsked(Asked):
    text: FileText
    """Transcripts, position lines, OBF, GGF or JSON lines."""
    board: BoardName | None = None
    """The board; without it the one that the text names or, if it names none, one on which it is possible."""
    search: SearchWords = ""
    first: Offset = 0
    limit: Count = 20


class TextProblem(Told):
    """An error in a text, and its place."""

    text: Words
    line: int | None = None
    column: int | None = None
    game: int | None = None
    """The number of the game that has an impossible move."""


class TextGame(Told):
    """A game or position that was read but not stored."""

    number: int
    game: GameView
    """Its `id` is null; `legal` has the moves of the side to move."""
    text: str
    """The game on one line, as the interface accepts it."""
    place: str
    date: str
    result: float | None
    """Black's discs less White's, as the source says or the end of the game shows."""
    remarks: list[Words]
    """Why no game can lead to its first position."""


class TextGames(Told):
    games: list[TextGame]
    found: int
    """The number of games that match the search."""
    total: int
    problems: list[TextProblem]


class LibraryFilter(Asked):
    """Which games of the library to find; every condition has to be met."""

    player: SearchWords = ""
    """Words of the name of either player."""
    opponent: SearchWords = ""
    place: SearchWords = ""
    """Words of the tournament's name."""
    first_year: Annotated[int, Field(ge=0, le=9999)] | None = None
    last_year: Annotated[int, Field(ge=0, le=9999)] | None = None
    winner: GameWinner = ""

    def query(self, *positions: Board) -> LibraryQuery:
        return LibraryQuery(**self.model_dump(), positions=positions)


class LibraryGamesAsked(PlaceAsked):
    """Games that came to a position, or with `everywhere` all games of the library."""

    games: LibraryFilter = Field(default_factory=LibraryFilter)
    everywhere: bool = False


class LibraryPageAsked(LibraryGamesAsked):
    first: Offset = 0
    limit: Count = 20


class LibraryExportAsked(LibraryGamesAsked):
    format: Literal["ggf", "sgf", "pgn", "json", "transcript"]


class ListedGame(Told):
    """A game of the library."""

    number: int
    board: str
    black: str
    white: str
    place: str
    date: str
    result: float | None
    moves: int
    ply: int | None
    """When it came to the position."""
    opening: OpeningName | None


class ListedGames(Told):
    """The latest years first."""

    games: list[ListedGame]
    total: int


class LibraryState(Told):
    games: int
    first_year: int | None
    last_year: int | None
    can_import: bool
    """Whether the page may add games; of a server for others, only its administrator."""
    most_bytes: int
    """The largest file."""


class AddedToLibrary(Told):
    added: int
    known: int
    left_out: int
    """Games without moves or with an illegal one."""
    is_whole: bool
    """Whether nothing ended it early."""
    problems: list[TextProblem]


ExportFormat = Literal["text", "ggf", "json", "svg", "svg-animated"]


class ExportAsked(Asked):
    board: BoardName = "reversi"
    text: PastedText
    format: ExportFormat
    ply: Annotated[int, Field(ge=0, le=LONGEST_GAME)] | None = None
    """The position that `svg` shows, by default the last one."""


class OwnedFile(Asked):
    """What `GET /api/mine` returns, or a part of it."""

    format: Literal["shirokuro-mine"]
    version: Literal[1]
    made: float | None = None
    tables: dict[str, Rows]
    """The rows by table."""

    @field_validator("tables", mode="before")
    @classmethod
    def _check_tables(cls, tables: Any) -> Any:
        if isinstance(tables, dict) and len(tables) > MOST_TABLES:
            raise ValueError(f"up to {MOST_TABLES} tables, not {len(tables)}")
        return tables


class Imported(Told):
    added: int
    known: int
    """The rows that were there already."""
