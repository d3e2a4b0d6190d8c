"""Reviews games, judges tried moves and explains mistakes."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter
from pydantic import BaseModel

from shirokuro import Board, Colour, Judgement, Record, explain
from shirokuro.people.peers import Peers
from shirokuro.web.games.games import read_game
from shirokuro.web.games.live_game import LiveGame
from shirokuro.web.review import views as review_views
from shirokuro.web.review.analysis_routes import board_of
from shirokuro.web.review.analyst import REFINEMENTS, legal_move
from shirokuro.web.review.side_ratings import side_ratings
from shirokuro.web.review.values import (
    GameReview,
    MoveAsked,
    MoveExplanation,
    RefinementProgress,
    ReviewAsked,
    ReviewProgress,
    TriedMove,
)
from shirokuro.web.server.conversation import Conversation, Unfollow, read
from shirokuro.web.state import Owner, Server, ServerState

router = APIRouter(tags=["reviews"])


async def _record(server: ServerState, owner: str, asked: ReviewAsked) -> tuple[Record, LiveGame | None]:
    """The game asked about: a stored game of the caller, or the one in the text."""
    if asked.game is not None:
        live = await server.games.find(owner, asked.game)
        await live.note_help("analysis")
        return await live.record(), live
    begun = await read_game(server.readers, asked.board, asked.text)
    return Record.from_board(begun) if isinstance(begun, Board) else begun, None


@router.post("/reviews")
async def review(server: Server, owner: Owner, asked: ReviewAsked) -> GameReview:
    """What each move of a game lost; `review` on the socket sends this move by move."""
    record, _ = await _record(server, owner, asked)
    judged = await server.analyst.review(owner, record, lambda *_: None)
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
    """Sends a judgement of each move, last one first, then each side's totals, then better judgements."""
    server, owner = conversation.server, conversation.owner
    asked = read(ReviewAsked, message)
    record, live = await _record(server, owner, asked)
    conversation.end_others("review", number)
    judged: list[Judgement] = []
    steps = 0

    def tell(kind: str, told: BaseModel) -> None:
        conversation.tell(kind, number, told.model_dump_json(), replaces=False)

    def hear(found: Judgement, peers: Peers | None) -> None:
        judged.append(found)
        seen = review_views.judged_move(found, peers)
        tell("judgement", ReviewProgress(judged=seen, done=len(judged), of=len(record.moves)))

    def hear_better(found: Judgement | None, peers: Peers | None) -> None:
        nonlocal steps
        steps += 1
        seen = None if found is None else review_views.judged_move(found, peers)
        of = len(REFINEMENTS) * len(record.moves)
        tell("refinement", RefinementProgress(judged=seen, done=steps, of=of))

    async def search() -> None:
        ratings = await side_ratings(server, owner, (record, live), asked.name)
        compared = {Colour.BLACK: ratings.black.rating, Colour.WHITE: ratings.white.rating}
        found = await server.analyst.review(owner, record, hear, compared)
        tell("reviewed", review_views.totals(record, found, ratings))
        if asked.refine:
            await server.analyst.refine(owner, record, hear_better, compared)

    return conversation.work(number, search)
