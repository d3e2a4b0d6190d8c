"""Imports an owner's rows from an exported file, after checking them."""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable
from typing import Annotated, Any, Literal

from pydantic import Field, ValidationError

from shirokuro import Board, Record
from shirokuro.board.end import AGREED
from shirokuro.practice.lessons import lessons
from shirokuro.practice.puzzles import puzzles
from shirokuro.web.library.values import Imported, OwnedFile
from shirokuro.web.matches.store import StoredMatch, StoredMatchGame
from shirokuro.web.practice.practice_log import (
    StoredLearnedPosition,
    StoredPracticeAnswer,
    StoredPracticeDay,
)
from shirokuro.web.refusal import RefusedError, invalid
from shirokuro.web.review.drills import StoredDrill
from shirokuro.web.rivals.store import StoredRivalGame, StoredRivalMemory, read_memory, written
from shirokuro.web.rivals.values import RivalGameState
from shirokuro.web.state import ServerState
from shirokuro.web.store.store import StoredGame
from shirokuro.web.values import LONGEST_GAME, Asked, BoardName, Day, MoveName, PlayerName, Spec

MOST_ROWS = 100
"""In one request."""
LONGEST_STATE = 40_000
LONGEST_MEMORY = 4000
LONGEST_THOUGHT = 1e9
"""The longest time for a move: some thirty years."""
GREATEST_VALUE = 1e9
"""The largest value of a move, in discs or the player's own unit."""

Moment = Annotated[float, Field(ge=0, le=1e11)]
Name = Annotated[str, Field(min_length=16, max_length=64, pattern=r"^[A-Za-z0-9_-]+$")]
Seed = Annotated[int, Field(ge=0, lt=2**32)]
Truth = Annotated[int, Field(ge=0, le=1)]
Take = Callable[[str, Any], Awaitable[bool]]
"""Stores a row of an owner; false if it is stored already."""


class OwnedGame(Asked):
    """The imported fields of a stored game; the others follow from them."""

    id: Name
    board: BoardName
    black: Spec
    white: Spec
    clock: Annotated[str, Field(max_length=30)] | None
    seed: Seed
    state: Annotated[str, Field(max_length=LONGEST_STATE)]
    revision: Annotated[int, Field(ge=0, lt=2**40)]
    started: Moment
    updated: Moment

    def row(self) -> StoredGame:
        """The row to replay, which fills the fields that follow from the moves."""
        _check_state(self.state, self.board)
        follows = {"moves": 0, "result": "", "opening_en": "", "opening_ja": "", "winner": "", "words": ""}
        fields: dict[str, Any] = self.model_dump() | follows
        return StoredGame(**fields, owner="", turn_began=self.updated)


class OwnedDrill(Asked):
    """The fields of a stored drill."""

    board: BoardName
    line: Annotated[str, Field(max_length=80)]
    move: MoveName
    best: MoveName
    loss: Annotated[int, Field(ge=0, le=128)]
    right: Annotated[int, Field(ge=0, le=1000)]
    due: Moment
    made: Moment
    is_kept: Truth

    def row(self) -> StoredDrill:
        """The row, after checking that both moves are legal."""
        board = Board(self.board, self.line)
        if board.line() != self.line:
            raise ValueError("its position is not written as we write it")
        for move in (self.move, self.best):
            board.push(move)
            board.pop()
        return StoredDrill(**self.model_dump(), id="", owner="")


MOST_A_DAY = 100_000


class OwnedPracticeDay(Asked):
    """A day with practice."""

    day: Day
    answered: Annotated[int, Field(ge=1, le=MOST_A_DAY)]
    right: Annotated[int, Field(ge=0, le=MOST_A_DAY)]

    def row(self) -> StoredPracticeDay:
        return StoredPracticeDay(owner="", **self.model_dump())


class OwnedPracticeAnswer(Asked):
    """An answer to a puzzle of the package."""

    line: Annotated[str, Field(max_length=80)]
    is_right: Truth
    answered: Moment

    def row(self) -> StoredPracticeAnswer:
        if self.line not in puzzles():
            raise ValueError("there is no such puzzle")
        return StoredPracticeAnswer(owner="", **self.model_dump())


class OwnedLearnedPosition(Asked):
    """A position of a lesson that was solved."""

    lesson: Annotated[str, Field(max_length=40)]
    position: Annotated[int, Field(ge=1, le=100)]

    def row(self) -> StoredLearnedPosition:
        if self.lesson not in lessons() or self.position > len(lessons()[self.lesson].positions):
            raise ValueError("there is no such position of a lesson")
        return StoredLearnedPosition(owner="", **self.model_dump())


class OwnedMatch(Asked):
    """The fields of a stored match, which is imported paused."""

    id: Name
    board: BoardName
    first: Spec
    second: Spec
    games: Annotated[int, Field(ge=1, le=10_000)]
    seed: Seed
    state: Literal["going", "done", "cancelled"]
    started: Moment
    updated: Moment

    def row(self) -> StoredMatch:
        return StoredMatch(**self.model_dump(), owner="", pace=None)


class OwnedMatchGame(Asked):
    """The number of a game in its match; its result follows from the game."""

    match: Name
    number: Annotated[int, Field(ge=0, lt=10_000)]
    game: Name

    def row(self) -> StoredMatchGame:
        return StoredMatchGame(**self.model_dump(), owner="", margin=None, black=0, white=0, moves=0)


Remembered = Annotated[str, Field(max_length=LONGEST_MEMORY)]


class OwnedRivalMemory(Asked):
    """What a rival remembers of a name."""

    name: PlayerName
    memory: Remembered

    def row(self) -> StoredRivalMemory:
        return StoredRivalMemory("", self.name, _checked_memory(self.memory))


class OwnedRivalGame(Asked):
    """The state of a game against the rival, and the rival's memory at its start."""

    game: Name
    name: PlayerName
    memory: Remembered
    standing: RivalGameState

    def row(self) -> StoredRivalGame:
        return StoredRivalGame(self.game, "", self.name, _checked_memory(self.memory), self.standing)


Owned = (
    OwnedGame
    | OwnedDrill
    | OwnedPracticeDay
    | OwnedPracticeAnswer
    | OwnedLearnedPosition
    | OwnedMatch
    | OwnedMatchGame
    | OwnedRivalMemory
    | OwnedRivalGame
)


class Imports:
    """One import of one owner."""

    def __init__(self, server: ServerState, owner: str) -> None:
        self._owner = owner
        self._readers = server.readers
        self._kinds: tuple[tuple[str, type[Owned], Take], ...] = (
            ("game", OwnedGame, server.games.import_game),
            ("drill", OwnedDrill, server.drills.take),
            ("practice_day", OwnedPracticeDay, server.practice.take_day),
            ("practice_answer", OwnedPracticeAnswer, server.practice.take_answer),
            ("learned_position", OwnedLearnedPosition, server.practice.take_learned),
            ("played_match", OwnedMatch, server.matches.import_match),
            ("match_game", OwnedMatchGame, server.matches.import_game),
            ("rival_memory", OwnedRivalMemory, server.rivals.import_memory),
            ("rival_game", OwnedRivalGame, server.rivals.import_game),
        )
        """Tables in the order of their dependencies."""

    async def take(self, file: OwnedFile) -> Imported:
        """Checks all rows, then stores them."""
        count = sum(len(file.tables.get(table, [])) for table, _, _ in self._kinds)
        if count > MOST_ROWS:
            raise invalid(f"up to {MOST_ROWS} rows at a time, not {count}")
        rows = await self._readers.read(lambda: self._checked(file))
        added = [await self._add(name, take, row) for name, take, row in rows]
        return Imported(added=sum(added), known=len(added) - sum(added))

    def _checked(self, file: OwnedFile) -> list[tuple[str, Take, Any]]:
        """The checked rows with their names and the functions that store them."""
        return [
            (f"{table} {number}", take, _checked(f"{table} {number}", kind, row))
            for table, kind, take in self._kinds
            for number, row in enumerate(file.tables.get(table, []), 1)
        ]

    async def _add(self, name: str, take: Take, row: Any) -> bool:
        try:
            return await take(self._owner, row)
        except (ValueError, TypeError, KeyError) as error:
            raise invalid(f"{name}: {error}") from None
        except RefusedError as refusal:
            text = f"{name}: {refusal.text}"
            raise RefusedError(refusal.status, refusal.code, text, refusal.retry_after) from None


def _checked(name: str, kind: type[Owned], fields: dict[str, Any]) -> Any:
    """Converts and checks a row."""
    try:
        known = {field: fields[field] for field in kind.model_fields if field in fields}
        return kind.model_validate(known).row()
    except ValidationError as error:
        first = error.errors()[0]
        raise invalid(f"{name}, {'.'.join(map(str, first['loc']))}: {first['msg']}") from None
    except (ValueError, TypeError, KeyError, RecursionError) as error:
        raise invalid(f"{name}: {error}") from None


def _checked_memory(text: str) -> str:
    """Validates a rival's memory and rewrites it in our form."""
    return written(read_memory(text))


def _check_state(text: str, board: str) -> None:
    """Checks a game's notes and undo history; the moves are checked by replaying them."""
    state = json.loads(text)
    if not isinstance(state, dict) or {*state} != {"record", "places", "forfeit"}:
        raise ValueError("its state has a record, places and a forfeit")
    if not isinstance(state["record"], str):
        raise ValueError("its record is a text")
    record, places, forfeit = Record.from_json(state["record"]), state["places"], state["forfeit"]
    if record.variant != board:
        raise ValueError(f"it is played on {record.variant}, not {board}")
    if any(value is not None and abs(value) > GREATEST_VALUE for value in record.values):
        raise ValueError("no move has such a value")
    if any(seconds is not None and seconds > LONGEST_THOUGHT for seconds in record.seconds):
        raise ValueError("nobody thinks about a move for so long")
    most = min(len(record.moves), LONGEST_GAME)
    if not isinstance(places, list) or not 1 <= len(places) <= LONGEST_GAME:
        raise ValueError("its places are a list of whole numbers")
    if any(type(place) is not int or not 0 <= place <= most for place in places) or places[-1] != most:
        raise ValueError("its places do not lie in the game")
    match forfeit:
        case None | [None, AGREED.reason]:
            pass
        case [int(side), str(reason)] if type(side) is int and side in (0, 1) and len(reason) <= 300:
            pass
        case _:
            raise ValueError("its forfeit is a side and a reason")
