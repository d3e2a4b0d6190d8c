"""The library of games: searched by everybody, added to by whoever sits at the server's machine."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Path, Request, Response

from shirokuro.library.query import LibraryQuery
from shirokuro.web.library.games_library import own_game
from shirokuro.web.library.text_games import text_game
from shirokuro.web.library.text_routes import BINARY, Length
from shirokuro.web.library.values import (
    AddedToLibrary,
    LibraryExportAsked,
    LibraryGamesAsked,
    LibraryPageAsked,
    LibraryState,
    ListedGames,
    TextGame,
)
from shirokuro.web.review.analysis_routes import board_of
from shirokuro.web.state import Owner, Server, ServerState
from shirokuro.web.store.store import GameQuery
from shirokuro.web.values import BoardName

router = APIRouter(prefix="/library", tags=["library"])
ENDINGS = {"ggf": "ggf", "sgf": "sgf", "pgn": "pgn", "json": "jsonl", "transcript": "txt"}
"""The ending of a file by its format."""
FILE = {200: {"description": "The games.", "content": {"text/plain": {}}}}


@router.get("")
async def library_state(server: Server, owner: Owner) -> LibraryState:
    """How many games there are, of which years, and who may add some."""
    return await server.readers.read(server.library.state)


@router.post("/games")
async def library_games(server: Server, owner: Owner, asked: LibraryPageAsked) -> ListedGames:
    """A page of the games that came to a position, in any symmetry, and meet all conditions."""
    query = await _query(server, asked)
    return await server.readers.read(lambda: server.library.search(query, asked))


@router.get("/games/{number}")
async def library_game(
    server: Server, owner: Owner, number: Annotated[int, Path(ge=1, lt=2**32)]
) -> TextGame:
    """One game, in the form of those that are read from texts."""
    return await server.readers.read(lambda: text_game(number, server.library.game(number).record))


@router.post("/export", response_class=Response, responses=FILE)  # type: ignore[arg-type]
async def export_library(server: Server, owner: Owner, asked: LibraryExportAsked) -> Response:
    """The games that a search finds, as a file."""
    query = await _query(server, asked)
    form = asked.format
    text = await server.searches.answer(owner, lambda stop: server.library.exported(query, form, stop))
    name = f'attachment; filename="games.{ENDINGS[form]}"'
    return Response(text, media_type="text/plain; charset=utf-8", headers={"Content-Disposition": name})


@router.post("/files", openapi_extra=BINARY)
async def add_library_file(
    server: Server,
    owner: Owner,
    request: Request,
    players: Length = 0,
    places: Length = 0,
    board: BoardName = "",
) -> AddedToLibrary:
    """Adds the games of a file in any format that it does not have.

    `board` is for texts that name none. The tables of players (.jou) and places (.trn) may follow a WTHOR
    file, in this order, with their lengths in bytes. What was added when the client goes away stays.
    """
    server.library.check_writable()
    data = await request.body()
    return await server.searches.answer(
        owner, lambda stop: server.library.add_file(data, (players, places), stop, board)
    )


@router.post("/own")
async def add_own_games(server: Server, owner: Owner) -> AddedToLibrary:
    """Adds the visitor's own games that are over."""
    server.library.check_writable()
    query = GameQuery(limit=server.settings.games_a_client)
    rows = [row for row in await server.store.games(owner, query) if row.winner]
    return await server.searches.answer(
        owner, lambda stop: server.library.add([own_game(row).to_text() for row in rows], stop)
    )


async def _query(server: ServerState, asked: LibraryGamesAsked) -> LibraryQuery:
    if asked.everywhere:
        return asked.games.query()
    return asked.games.query(await board_of(server, asked))
