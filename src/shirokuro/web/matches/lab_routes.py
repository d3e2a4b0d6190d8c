"""Read-only access to the games of the laboratory stores that the server was started with."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query

from shirokuro.web.matches.lab_stores import LabQuery
from shirokuro.web.matches.values import LabCellList, LabGameList, LabStoreList
from shirokuro.web.matches.views import lab_game
from shirokuro.web.state import Owner, Server
from shirokuro.web.values import GameView

router = APIRouter(prefix="/stores", tags=["stores"])
MOST_LISTED = 200


@router.get("")
async def list_stores(server: Server, owner: Owner) -> LabStoreList:
    """The stores and their runs."""
    return LabStoreList(stores=await server.searches.answer(owner, lambda _: server.lab_stores.listing()))


@router.get("/{store}/runs/{run}")
async def show_run(server: Server, owner: Owner, store: str, run: str) -> LabCellList:
    """The cells of a run. A cell is a set of games, or a measurement, which has no games."""
    return await server.searches.answer(owner, lambda _: server.lab_stores.cells(store, run))


@router.get("/{store}/games")
async def list_lab_games(
    server: Server,
    owner: Owner,
    store: str,
    run: Annotated[str, Query(max_length=200)] = "",
    cell: Annotated[str, Query(max_length=500)] = "",
    after: Annotated[int, Query(ge=0, lt=2**31)] = 0,
    limit: Annotated[int, Query(ge=1, le=MOST_LISTED)] = 50,
) -> LabGameList:
    """Games of a cell, a run or the whole store, page by page."""
    query = LabQuery(run, cell, after, limit)
    return await server.searches.answer(owner, lambda _: server.lab_stores.games(store, query))


@router.get("/{store}/games/{key}")
async def show_lab_game(server: Server, owner: Owner, store: str, key: str) -> GameView:
    """One game, in the form that every game is shown in."""
    return await server.searches.answer(owner, lambda _: lab_game(key, server.lab_stores.game(store, key)))
