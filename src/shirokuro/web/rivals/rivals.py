"""The rival of each person: what it remembers by name, and what it says of a game.

The memory belongs to an owner, like games and drills, so nobody finds another's by guessing a name. A game
that is over is counted when somebody next asks for anything that it changes; whether it counts is stored
together with its last move.
"""

from __future__ import annotations

from dataclasses import replace

from shirokuro import Board, Colour, Record
from shirokuro.matches.interactive_game import PERSON, rival_side
from shirokuro.matches.saved_game import SavedGame
from shirokuro.players.rival.memory import RivalMemory
from shirokuro.players.rival.rival import Rival
from shirokuro.web.games.live_game import LiveGame
from shirokuro.web.games.roster import Roster
from shirokuro.web.refusal import invalid, not_found, too_many
from shirokuro.web.rivals import views as rival_views
from shirokuro.web.rivals.store import (
    FinishedRivalGame,
    RivalStore,
    StoredRivalGame,
    StoredRivalMemory,
)
from shirokuro.web.rivals.values import RivalGameState, RivalGameView, RivalMemoryView
from shirokuro.web.store.store import GameStore
from shirokuro.web.threads.searches import Searches
from shirokuro.web.views import side_of
from shirokuro.words.message import Message

MOST_NODES = 40_000
"""Nodes for the report; the moves that the rival plays are limited by time instead."""


class Rivals:
    """The rivals' memories and reports."""

    def __init__(self, store: GameStore, searches: Searches, roster: Roster, most: int) -> None:
        self._store = store
        self._rows = RivalStore(store)
        self._searches = searches
        self._roster = roster
        self._most = most
        """The most names that an owner may have."""

    # Games

    async def seat(self, live: LiveGame, name: str) -> None:
        """Gives the rival of a new game its memory of the person; does nothing if no rival plays."""
        side = rival_side(live.played.seats)
        if side is None:
            return
        await self.count(live.owner)
        known = await self._rows.memory(live.owner, name)
        await self._check_bounds(known)
        board = live.played.board
        is_whole = board == Board(board.variant_name) and not (board.move_stack or live.played.handicap_discs)
        standing: RivalGameState = "playing" if is_whole else "elsewhere"
        live.rival = StoredRivalGame(live.id, live.owner, name, known.memory, standing)
        live.played.memory = {side: known.value}

    async def seat_again(self, live: LiveGame) -> None:
        """Does the same for a game loaded from the store."""
        side = rival_side(live.played.seats)
        live.rival = None if side is None else await self._rows.game(live.id)
        if side is not None and live.rival is not None:
            live.played.memory = {side: live.rival.value}

    async def name_in(self, live: LiveGame) -> str | None:
        """The memory of the person who plays the rival in this game."""
        row = None if live.rival is None else await self._rows.game(live.id)
        return None if row is None else row.name

    async def view(self, live: LiveGame) -> RivalGameView:
        """The estimated strength and the record; after the game also what both sides lost."""
        record = await live.record()
        await self.count(live.owner)
        row = await self._rows.game(live.id)
        side = rival_side(live.played.seats)
        if row is None or side is None:
            raise not_found("rival")
        known = await self._rows.memory(live.owner, row.name)
        rival = _bounded(live.played.seats[side]).with_memory(row.value)
        return await self._searches.answer(live.owner, lambda _: _view(rival, side, record, (row, known)))

    # Memory

    async def rating(self, owner: str, name: str) -> float | None:
        """The estimated rating of a person; None if the rival has seen no game of theirs."""
        await self.count(owner)
        known = (await self._rows.memory(owner, name)).value.knowledge
        return known.model.rating[0] if known.strength.moves else None

    async def count(self, owner: str) -> None:
        """Adds every finished game to the memory, each once."""
        if self._store.is_read_only:
            return
        for game in await self._rows.finished(owner):
            while not await self._count(game):
                pass  # another game changed the memory meanwhile

    async def _count(self, game: FinishedRivalGame) -> bool:
        known = await self._rows.memory(game.rival.owner, game.rival.name)
        after = await self._searches.part_of_game(
            game.rival.owner, lambda _: self._learned(game, known.value)
        )
        return await self._rows.count(game.rival, known, after)

    async def all(self, owner: str) -> list[RivalMemoryView]:
        await self.count(owner)
        return [rival_views.remembered(row.name, row.value) for row in await self._rows.memories(owner)]

    async def forget(self, owner: str, name: str) -> None:
        await self.count(owner)
        if name not in [row.name for row in await self._rows.memories(owner)]:
            raise not_found("rival")
        await self._rows.forget(owner, name)

    async def rename(self, owner: str, name: str, to: str) -> None:
        await self.count(owner)
        await self._rows.rename(owner, name, to)

    # Import

    async def import_memory(self, owner: str, row: StoredRivalMemory) -> bool:
        """Stores an imported memory, unless there is one of this name."""
        row = row._replace(owner=owner)
        await self._check_bounds(row)
        return await self._rows.add_memory(row)

    async def import_game(self, owner: str, row: StoredRivalGame) -> bool:
        """Stores the state of an imported game; it is not counted: another server may have done so."""
        key, is_there = await self._store.name_for(owner, row.game)
        if not is_there:
            raise invalid("its game is not there")
        standing: RivalGameState = "read" if row.standing in ("playing", "over") else row.standing
        return await self._rows.add_game(row._replace(game=key, owner=owner, standing=standing))

    # Details

    def _learned(self, game: FinishedRivalGame, known: RivalMemory) -> RivalMemory:
        """The memory after a game, learned from what was remembered when the game began."""
        side = Colour.BLACK if game.white == PERSON else Colour.WHITE
        record = SavedGame.from_json(game.state).record
        rival = _bounded(self._roster.seat((game.black, game.white)[side], game.rival.owner))
        return rival.with_memory(known).report(record, side).memory

    async def _check_bounds(self, row: StoredRivalMemory) -> None:
        names = [each.name for each in await self._rows.memories(row.owner)]
        if row.name not in names and len(names) >= self._most:
            raise too_many(Message("refusals.your_names", most=self._most), 60)


def _bounded(seat: object) -> Rival:
    """The rival of a seat, as it judges a game for the report."""
    if not isinstance(seat, Rival):
        raise not_found("rival")
    return replace(seat, nodes=min(seat.nodes, MOST_NODES))


def _view(
    rival: Rival, side: Colour, record: Record, rows: tuple[StoredRivalGame, StoredRivalMemory]
) -> RivalGameView:
    """The report on a game; runs in a thread of the pool."""
    game, known = rows
    board = record.board()
    report = rival.report(record, side) if board.is_over() else None
    knowledge = rival.knowledge(board, side) if report is None else report.memory.knowledge
    return RivalGameView(
        name=game.name,
        side=side_of(side),
        standing=game.standing,
        strength=rival_views.strength(knowledge),
        record=rival_views.record_of(known.value),
        report=None if report is None else rival_views.report_view(report, record),
    )
