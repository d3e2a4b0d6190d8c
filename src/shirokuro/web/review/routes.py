"""Reviews games, judges tried moves and explains mistakes."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter

from shirokuro import Board, Judgement, Record, explain
from shirokuro.web.games.games import read_game
from shirokuro.web.review import views as review_views
from shirokuro.web.review.analysis_routes import board_of
from shirokuro.web.review.analyst import legal_move
from shirokuro.web.review.values import (
    GameReview,
    MoveAsked,
    MoveExplanation,
    ReviewAsked,
    ReviewProgress,
    TriedMove,
)
from shirokuro.web.server.conversation import Conversation, Unfollow, read
from shirokuro.web.state import Owner, Server, ServerState

router = APIRouter(tags=["reviews"])


async def _record(server: ServerState, owner: str, asked: ReviewAsked) -> Record:
    """The game asked about: a stored game of the caller, or the one in the text."""
    if asked.game is not None:
        live = await server.games.find(owner, asked.game)
        await live.note_help("analysis")
        return await live.record()
    begun = await read_game(server.readers, asked.board, asked.text)
    return Record.from_board(begun) if isinstance(begun, Board) else begun


@router.post("/reviews")
async def review(server: Server, owner: Owner, asked: ReviewAsked) -> GameReview:
    """What each move of a game lost; `review` on the socket sends this move by move."""
    record = await _record(server, owner, asked)
    judged = await server.analyst.review(owner, record, lambda _: None)
    return review_views.game_review(record, judged)


@router.post("/tries")
async def try_move(server: Server, owner: Owner, asked: MoveAsked) -> TriedMove:
    """What a move loses, and whether it is near the best."""
    board = await board_of(server, asked)
    return review_views.tried_move(*await server.analyst.attempt(owner, board, legal_move(board, asked.move)))


@router.post("/explanations")
async def explain_move(server: Server, owner: Owner, asked: MoveAsked) -> MoveExplanation:
    """Why a move lost discs, in all languages, and the numbers after it and after the best move."""
    board = await board_of(server, asked)
    judged = await server.analyst.judge(owner, board, legal_move(board, asked.move))
    return review_views.explanation(await server.searches.answer(owner, lambda _: explain(board, judged)))


async def review_live(conversation: Conversation, number: int, message: dict[str, Any]) -> Unfollow:
    """Sends a judgement of each move, last one first, then each side's totals."""
    server, owner = conversation.server, conversation.owner
    record = await _record(server, owner, read(ReviewAsked, message))
    conversation.end_others("review", number)
    done = 0

    def tell(judged: Judgement) -> None:
        nonlocal done
        done += 1
        told = ReviewProgress(judged=review_views.judged_move(judged), done=done, of=len(record.moves))
        conversation.tell("judgement", number, told.model_dump_json(), replaces=False)

    async def search() -> None:
        judged = await server.analyst.review(owner, record, tell)
        conversation.tell("reviewed", number, review_views.totals(record, judged).model_dump_json())

    return conversation.work(number, search)
