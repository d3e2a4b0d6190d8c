"""Takes games and drills of an exported file back in, and believes nothing but what the rules allow."""

from __future__ import annotations

import json
from typing import Annotated, Any

from pydantic import Field, ValidationError

from shirokuro import Board, Record
from shirokuro.web.drills import StoredDrill
from shirokuro.web.refusal import RefusedError, invalid
from shirokuro.web.shelf_values import Imported, OwnedFile
from shirokuro.web.state import ServerState
from shirokuro.web.store import StoredGame
from shirokuro.web.values import LONGEST_GAME, Asked, BoardName, MoveName, Spec

MOST_ROWS = 100
"""In one request."""
LONGEST_STATE = 40_000

Moment = Annotated[float, Field(ge=0, le=1e11)]


class OwnedGame(Asked):
    """The fields of a stored game that are taken as they are; all others follow from them."""

    id: Annotated[str, Field(min_length=16, max_length=64, pattern=r"^[A-Za-z0-9_-]+$")]
    board: BoardName
    black: Spec
    white: Spec
    clock: Annotated[str, Field(max_length=30)] | None
    seed: Annotated[int, Field(ge=0, lt=2**32)]
    state: Annotated[str, Field(max_length=LONGEST_STATE)]
    revision: Annotated[int, Field(ge=0, lt=2**40)]
    started: Moment
    updated: Moment

    def row(self) -> StoredGame:
        """As it can be replayed; what follows from the moves is found then."""
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
    is_kept: Annotated[int, Field(ge=0, le=1)]

    def row(self) -> StoredDrill:
        """A place in which both moves are possible."""
        board = Board(self.board, self.line)
        if board.line() != self.line:
            raise ValueError("its position is not written as we write it")
        for move in (self.move, self.best):
            board.push(move)
            board.pop()
        return StoredDrill(**self.model_dump(), id="", owner="")


class Imports:
    """One request of one owner."""

    def __init__(self, server: ServerState, owner: str) -> None:
        self._server = server
        self._owner = owner

    async def take(self, file: OwnedFile) -> Imported:
        """All of it is checked before any of it is taken."""
        games, drills = file.tables.get("game", []), file.tables.get("drill", [])
        if len(games) + len(drills) > MOST_ROWS:
            raise invalid(f"up to {MOST_ROWS} rows at a time, not {len(games) + len(drills)}")
        taken = [_checked(f"game {n}", OwnedGame, row) for n, row in enumerate(games, 1)]
        practised = [_checked(f"drill {n}", OwnedDrill, row) for n, row in enumerate(drills, 1)]
        added = [await self._add(f"game {n}", game) for n, game in enumerate(taken, 1)]
        added += [await self._server.drills.take(self._owner, drill) for drill in practised]
        return Imported(added=sum(added), known=len(added) - sum(added))

    async def _add(self, name: str, row: StoredGame) -> bool:
        try:
            return await self._server.games.import_game(self._owner, row)
        except (ValueError, TypeError, KeyError) as error:
            raise invalid(f"{name}: {error}") from None
        except RefusedError as refusal:
            text = f"{name}: {refusal.text}"
            raise RefusedError(refusal.status, refusal.code, text, refusal.retry_after) from None


def _checked(name: str, kind: type[OwnedGame] | type[OwnedDrill], fields: dict[str, Any]) -> Any:
    """A row of a file as a row of ours."""
    try:
        known = {field: fields[field] for field in kind.model_fields if field in fields}
        return kind.model_validate(known).row()
    except ValidationError as error:
        first = error.errors()[0]
        raise invalid(f"{name}, {'.'.join(map(str, first['loc']))}: {first['msg']}") from None
    except (ValueError, TypeError, KeyError, RecursionError) as error:
        raise invalid(f"{name}: {error}") from None


def _check_state(text: str, board: str) -> None:
    """Places of undo lie within the moves; the rest is replayed."""
    state = json.loads(text)
    if not isinstance(state, dict) or {*state} != {"record", "places", "forfeit"}:
        raise ValueError("its state has a record, places and a forfeit")
    if not isinstance(state["record"], str):
        raise ValueError("its record is a text")
    record, places, forfeit = Record.from_json(state["record"]), state["places"], state["forfeit"]
    if record.variant != board:
        raise ValueError(f"it is played on {record.variant}, not {board}")
    most = min(len(record.moves), LONGEST_GAME)
    if not isinstance(places, list) or not 1 <= len(places) <= LONGEST_GAME:
        raise ValueError("its places are a list of whole numbers")
    if any(type(place) is not int or not 0 <= place <= most for place in places) or places[-1] != most:
        raise ValueError("its places do not lie in the game")
    if forfeit is not None and not _is_forfeit(forfeit):
        raise ValueError("its forfeit is a side and a reason")


def _is_forfeit(forfeit: object) -> bool:
    if not isinstance(forfeit, list) or len(forfeit) != 2:
        return False
    side, reason = forfeit
    return type(side) is int and side in (0, 1) and isinstance(reason, str) and len(reason) <= 300
