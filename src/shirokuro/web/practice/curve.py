"""Measures an owner's finished games: the rating that their moves show, and what they lost on average.

Each game is measured once, in the queue of searches, and the result is stored. Games with help, with undone
moves, with moves read from a text or from a set-up position are stored with no moves and do not count.
"""

from __future__ import annotations

import json
import sqlite3
from functools import partial
from typing import NamedTuple

from shirokuro import PASS, Board, Colour, Limits, Record, Stop
from shirokuro.engine.engine import table_for
from shirokuro.engine.pool import ENGINES
from shirokuro.matches.interactive_game import HELP_NOTES, PERSON
from shirokuro.matches.saved_game import SavedGame
from shirokuro.people.strength import ASKED, chances_of_moves, estimated_rating, evidence
from shirokuro.web.store.store import GameStore
from shirokuro.web.threads.searches import Searches

DEPTH = 8
"""The plies that moves are looked ahead for."""
LATEST = 100
"""The games that count."""
AT_ONCE = 3
"""Games measured for one request."""
WINDOW = 10
"""Each point of the curve rests on so many games."""
FEWEST_MOVES = 20
_WAITING = (
    "SELECT id, state, black, updated FROM (SELECT * FROM game WHERE owner = ?1 AND board = 'reversi' AND"
    " result != '' AND moves >= ?2 AND (black = ?3) + (white = ?3) = 1"
    " AND id NOT IN (SELECT game FROM match_game) ORDER BY updated DESC LIMIT ?4)"
    " WHERE id NOT IN (SELECT game FROM measured_game WHERE owner = ?1)"
)


class MeasuredGame(NamedTuple):
    """A row of the table of measured games."""

    owner: str
    game: str
    ended: float
    moves: int
    """The person's moves that were a choice; 0 if the game does not count."""
    lost: int
    """The discs that these moves lost together."""
    evidence: str
    """What they say of the rating, as JSON."""


class CurvePoint(NamedTuple):
    """What an owner's last games showed at some time."""

    ended: float
    rating: float
    error: float
    loss: float
    """Discs a move."""


class Curves:
    """The measured games of all owners."""

    def __init__(self, store: GameStore, searches: Searches) -> None:
        self._store = store
        self._searches = searches

    async def measure(self, owner: str) -> int:
        """Measures some of the games that are not measured yet; returns how many are left."""
        waiting = await self._store.read(_WAITING, owner, FEWEST_MOVES, PERSON, LATEST)
        for key, state, black, ended in waiting[:AT_ONCE]:
            side = Colour.BLACK if black == PERSON else Colour.WHITE
            moves, lost, sums = await self._searches.answer(owner, partial(_measured, state, side))
            row = MeasuredGame(owner, key, ended, moves, lost, json.dumps(sums))
            await self._store.change(partial(_save, row))
        return max(len(waiting) - AT_ONCE, 0)

    async def points(self, owner: str) -> list[CurvePoint]:
        """One point for each game that counts, earliest first."""
        sql = "SELECT * FROM measured_game WHERE owner = ? AND moves > 0 ORDER BY ended DESC LIMIT ?"
        games = [MeasuredGame(*row) for row in await self._store.read(sql, owner, LATEST)][::-1]
        return [_point(games[max(0, end - WINDOW) : end]) for end in range(1, len(games) + 1)]


def _point(games: list[MeasuredGame]) -> CurvePoint:
    found = [json.loads(game.evidence) for game in games]
    rating, error = estimated_rating([sum(each) for each in zip(*found, strict=True)])
    moves = sum(game.moves for game in games)
    return CurvePoint(games[-1].ended, rating, error, sum(game.lost for game in games) / moves)


def _measured(state: str, side: Colour, stop: Stop) -> tuple[int, int, list[float]]:
    """A side's moves that were a choice, the discs that they lost, and what they say of its rating."""
    saved = SavedGame.from_json(state)
    if not _counts(saved, side):
        return 0, 0, [0.0] * len(ASKED)
    chances = [*chances_of_moves(saved.record, side)]
    return len(chances), _lost(saved.record, side, stop), evidence(chances)


def _counts(saved: SavedGame, side: Colour) -> bool:
    """Whether the person found all moves of the side here, without help."""
    record = saved.record
    is_plain = record.start is None and not record.handicap_discs and len(saved.places) == 1
    own = [
        seconds for board, seconds in zip(record.boards(), record.seconds, strict=False) if board.turn == side
    ]
    return is_plain and record.note not in HELP_NOTES.values() and bool(own) and None not in own


def _lost(record: Record, side: Colour, stop: Stop) -> int:
    limits, lost = Limits(depth=DEPTH), 0
    with ENGINES.lend(1, table_for(Board(record.variant), limits)) as engine:
        for board, move in zip(record.boards(), record.moves, strict=False):
            if board.turn == side and move != PASS and len(board.legal_moves) > 1:
                found = engine.analyze(board, limits, stop)
                lost += max(result.value for result in found.values()) - found[move].value
    return lost


def _save(row: MeasuredGame, database: sqlite3.Connection) -> None:
    database.execute("INSERT OR REPLACE INTO measured_game VALUES (?, ?, ?, ?, ?, ?)", row)
