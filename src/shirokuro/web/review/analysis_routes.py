"""Values all moves of a position, and plays lines of moves."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter

from shirokuro import Board, parse_move
from shirokuro.proofs.best_known import KnownPosition
from shirokuro.web.games.games import read_game
from shirokuro.web.refusal import invalid
from shirokuro.web.review import views as review_views
from shirokuro.web.review.analyst import AnalysisTask
from shirokuro.web.review.values import AnalysisAsked, LineAsked, PlaceAsked, PlayedLine, PositionAnalysis
from shirokuro.web.server.conversation import Conversation, Unfollow, read
from shirokuro.web.state import Owner, Server, ServerState

router = APIRouter(tags=["analysis"])
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


async def analyse_live(conversation: Conversation, number: int, message: dict[str, Any]) -> Unfollow:
    """Sends the analysis as it improves, until it is final; a new request ends the previous one."""
    asked = read(AnalysisAsked, message)
    board = await board_of(conversation.server, asked)
    await conversation.server.games.note_analysis(conversation.owner, board)
    conversation.end_others("analyse", number)

    def tell(known: KnownPosition, is_final: bool = False) -> None:
        body = review_views.analysis(board, known, is_final).model_dump_json()
        conversation.tell("analysis", number, body)

    async def search() -> None:
        analyst, task = conversation.server.analyst, AnalysisTask(board, asked.mode)
        seconds = asked.seconds or SECONDS
        tell(await analyst.analyse(conversation.owner, task, seconds, tell), is_final=True)

    return conversation.work(number, search)
