"""Shows the tree of openings with the values of a book and the results of games, and runs opening drills."""

from __future__ import annotations

import asyncio
from random import Random
from typing import Annotated

from fastapi import APIRouter, Query

from shirokuro import Board, Book, Colour
from shirokuro.opening_names.opening_drill import BookVerdict, OpeningDrill
from shirokuro.opening_names.opening_search import nearest_names, openings_with
from shirokuro.web.openings import views as opening_views
from shirokuro.web.openings.values import OpeningAsked, OpeningsFound, OpeningView, StepAsked, StepTaken
from shirokuro.web.refusal import RefusedError, invalid
from shirokuro.web.review.analysis_routes import board_of
from shirokuro.web.review.analyst import legal_move
from shirokuro.web.review.drills import Mistake
from shirokuro.web.state import Owner, Server, ServerState
from shirokuro.words.message import Message

router = APIRouter(prefix="/openings", tags=["openings"])
MOST_FOUND = 20


@router.post("")
async def show_opening(server: Server, owner: Owner, asked: OpeningAsked) -> OpeningView:
    """A position: its openings so far, its value, the known moves, and the openings that follow."""
    board = await board_of(server, asked)
    query = None if asked.games is None else asked.games.query()
    return await server.readers.read(lambda: server.openings.view(board, query))


@router.get("")
async def search_openings(
    server: Server, owner: Owner, search: Annotated[str, Query(min_length=1, max_length=60)]
) -> OpeningsFound:
    """Finds openings by part of a name, in English or Japanese."""

    def look() -> OpeningsFound:
        found = openings_with(search)
        labels = [opening_views.label(each) for each in found[:MOST_FOUND]]
        return OpeningsFound(openings=labels, nearest=[] if found else nearest_names(search))

    return await server.readers.read(look)


@router.post("/steps")
async def take_step(server: Server, owner: Owner, asked: StepAsked) -> StepTaken:
    """One step of a drill: the book judges the answer and plays on to the next question."""
    board = await board_of(server, asked)
    move = None if asked.move is None else legal_move(board, asked.move)
    drill = OpeningDrill(await _book_of(server, board), Colour[asked.side.upper()], Random(asked.seed))
    try:
        step = drill.step(board, move)
    except ValueError as error:
        raise invalid(error) from None
    is_kept = asked.keep and step.verdict is not None and await _keep(server, owner, board, step.verdict)
    return opening_views.step_taken(step, is_kept=is_kept)


async def _book_of(server: ServerState, board: Board) -> Book:
    book = await asyncio.to_thread(Book.shipped, board.variant_name)
    if book is None:
        raise RefusedError(409, "no_book", Message("refusals.no_book", board=board.variant_name))
    return book


async def _keep(server: ServerState, owner: str, board: Board, verdict: BookVerdict) -> bool:
    """Keeps a miss as a drill, unless the book does not have the move: then nobody knows what it loses."""
    if verdict.is_accepted or verdict.loss is None:
        return False
    mistake = Mistake(verdict.move, verdict.good[0].move, verdict.loss)
    return bool((await server.drills.keep(owner, board, mistake)).is_kept)
