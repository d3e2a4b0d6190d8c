"""Values all moves of a position, and plays lines of moves."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

from fastapi import APIRouter

from shirokuro import Board, parse_move
from shirokuro.proofs.best_known import KnownPosition
from shirokuro.web.games.games import read_game
from shirokuro.web.refusal import invalid
from shirokuro.web.review import views as review_views
from shirokuro.web.review.analyst import AnalysisStep, AnalysisTask, OnStep
from shirokuro.web.review.values import (
    AnalysisAsked,
    LineAsked,
    PeopleAsked,
    PeopleHereView,
    PlaceAsked,
    PlayedLine,
    PositionAnalysis,
)
from shirokuro.web.server.conversation import Conversation, Unfollow, read
from shirokuro.web.state import Owner, Server, ServerState
from shirokuro.words.message import Message

router = APIRouter(tags=["analysis"])
PAUSE = 0.1
"""Seconds between two messages about an analysis that deepens."""
SECONDS = 3.0
"""The seconds of an analysis if the caller names none."""


async def board_of(server: ServerState, asked: PlaceAsked) -> Board:
    """The position asked about, with the moves that led to it if the text has them."""
    begun = await read_game(server.readers, asked.board, asked.text)
    return begun if isinstance(begun, Board) else begun.board()


@router.post("/analysis")
async def analyse(server: Server, owner: Owner, asked: AnalysisAsked) -> PositionAnalysis:
    """The value of every move, how many of them keep the result, and the counts of both sides."""
    board = await board_of(server, asked)
    await server.games.note_analysis(owner, board)
    known = await server.analyst.analyse(owner, AnalysisTask(board, asked.mode), asked.seconds or SECONDS)
    return review_views.analysis(board, known, is_final=True)


@router.post("/lines")
async def play_line(server: Server, owner: Owner, asked: LineAsked) -> PlayedLine:
    """Plays moves from a position: the discs that each turns, and the legal moves at the end."""
    board = await board_of(server, asked)
    try:
        return review_views.played_line(board, [parse_move(move) for move in asked.moves])
    except ValueError as error:
        raise invalid(error) from None


@router.post("/people")
async def people(server: Server, owner: Owner, asked: PeopleAsked) -> PeopleHereView:
    """What people of a rating play in a position, and how hard it is for them."""
    board = await board_of(server, asked)
    if board.is_over():
        raise invalid(Message("refusals.game_over"))
    return await server.searches.answer(owner, lambda _: review_views.people(board, asked.rating))


async def analyse_live(conversation: Conversation, number: int, message: dict[str, Any]) -> Unfollow:
    """Sends the analysis as it improves, until it is final; a new request ends the previous one."""
    asked = read(AnalysisAsked, message)
    server, owner = conversation.server, conversation.owner
    board = await board_of(server, asked)
    await server.games.note_analysis(owner, board)
    conversation.end_others("analyse", number)
    task = AnalysisTask(board, asked.mode)

    def tell(known: KnownPosition, is_final: bool = False, now: AnalysisStep | None = None) -> None:
        conversation.tell(
            "analysis", number, review_views.analysis(board, known, is_final, now).model_dump_json()
        )

    async def search() -> None:
        if asked.seconds is not None:
            tell(await server.analyst.analyse(owner, task, asked.seconds, tell), is_final=True)
            return
        tell(await server.analyst.deepen(owner, task, _seldom(tell)), is_final=True)

    return conversation.work(number, search)


def _seldom(tell: Callable[[KnownPosition, bool, AnalysisStep], None]) -> OnStep:
    """Passes on the newest state a few times a second: the first steps of an analysis are much quicker."""
    loop, newest = asyncio.get_running_loop(), list[tuple[KnownPosition, AnalysisStep]]()

    def send() -> None:
        known, now = newest[-1]
        newest.clear()
        tell(known, False, now)

    def hear(known: KnownPosition, now: AnalysisStep) -> None:
        if not newest:
            loop.call_later(PAUSE, send)
        newest.append((known, now))

    return hear
