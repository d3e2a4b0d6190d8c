"""What crosses between server and page about texts, files, exports and all of one's own."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field, field_validator

from shirokuro.web.values import LONGEST_GAME, Asked, BoardName, GameView, PastedText, Told, Words

LONGEST_FILE = 200_000
"""Characters of a text with many games."""
MOST_SHOWN = 50
"""Games of one answer."""

FileText = Annotated[str, Field(max_length=LONGEST_FILE, examples=["f5d6c3"])]
Offset = Annotated[int, Field(ge=0, le=2**31)]
Count = Annotated[int, Field(ge=1, le=MOST_SHOWN)]
SearchWords = Annotated[str, Field(max_length=100)]


MOST_TABLES = 30
"""Of a file of one's own; it has fewer."""
Rows = Annotated[list[dict[str, Any]], Field(fail_fast=True)]
"""The first that is none is told of, and no other."""


class TextAsked(Asked):
    text: FileText
    """Transcripts, position lines, OBF, GGF or JSON lines."""
    board: BoardName | None = None
    """What it is played on; without it the text itself says so, or whatever board it is possible on."""
    search: SearchWords = ""
    first: Offset = 0
    limit: Count = 20


class TextProblem(Told):
    """What cannot be read, and where."""

    text: Words
    line: int | None = None
    column: int | None = None
    game: int | None = None
    """The number of the game whose moves are not possible."""


class TextGame(Told):
    """A game or a position that was read; nothing is stored."""

    number: int
    game: GameView
    """With `id` null; `legal` has the moves of whoever is to move."""
    text: str
    """All of it on one line, to be sent again."""
    place: str
    date: str
    result: float | None
    """Black minus white, as its source says or its end shows."""
    remarks: list[Words]
    """Why no game can have led to the position it begins with."""


class TextGames(Told):
    games: list[TextGame]
    found: int
    """How many games the search finds."""
    total: int
    problems: list[TextProblem]


ExportFormat = Literal["text", "ggf", "json", "svg", "svg-animated"]


class ExportAsked(Asked):
    board: BoardName = "reversi"
    text: PastedText
    format: ExportFormat
    ply: Annotated[int, Field(ge=0, le=LONGEST_GAME)] | None = None
    """The position that `svg` shows; the last one without it."""


class OwnedFile(Asked):
    """What `GET /api/mine` gives, or a part of it."""

    format: Literal["shirokuro-mine"]
    version: Literal[1]
    made: float | None = None
    tables: dict[str, Rows]
    """By table; all that are exported are taken back."""

    @field_validator("tables", mode="before")
    @classmethod
    def _check_tables(cls, tables: Any) -> Any:
        if isinstance(tables, dict) and len(tables) > MOST_TABLES:
            raise ValueError(f"up to {MOST_TABLES} tables, not {len(tables)}")
        return tables


class Imported(Told):
    added: int
    known: int
    """What was there already."""
