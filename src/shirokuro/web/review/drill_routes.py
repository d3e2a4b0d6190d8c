"""Drills: the caller's own mistakes, which come back days later."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query

from shirokuro import Board, parse_move
from shirokuro.web.refusal import RefusedError
from shirokuro.web.review import views as review_views
from shirokuro.web.review.analysis_routes import board_of
from shirokuro.web.review.analyst import LEAST_MISTAKE, legal_move
from shirokuro.web.review.drills import Mistake, StoredDrill
from shirokuro.web.review.values import DrillAnswer, DrillList, DrillTry, DrillView, NewDrill
from shirokuro.web.state import Owner, Server
from shirokuro.web.views import side_of
from shirokuro.words.message import Message

router = APIRouter(prefix="/drills", tags=["drills"])
MOST_LISTED = 100


@router.get("")
async def list_drills(
    server: Server,
    owner: Owner,
    limit: Annotated[int, Query(ge=1, le=MOST_LISTED)] = 20,
    also_later: bool = False,
) -> DrillList:
    """The caller's drills that are due, or with `also_later` all of them, and the number of both."""
    due, kept, following = await server.drills.counts(owner)
    waiting = await server.drills.waiting(owner, limit, also_later=also_later)
    drills = await server.readers.read(lambda: [_view(drill) for drill in waiting])
    return DrillList(drills=drills, due=due, kept=kept, next=following)


@router.post("")
async def keep_drill(server: Server, owner: Owner, asked: NewDrill) -> DrillView:
    """Keeps a mistake as a drill; an existing drill stays as it is."""
    board = await board_of(server, asked)
    judged = await server.analyst.judge(owner, board, legal_move(board, asked.move))
    if judged.loss < LEAST_MISTAKE:
        raise RefusedError(
            409, "no_mistake", Message("refusals.loses_less", move=asked.move, discs=LEAST_MISTAKE)
        )
    mistake = Mistake(judged.move, judged.best, judged.loss)
    kept = await server.drills.keep(owner, board, mistake, asked.again)
    return await server.readers.read(lambda: _view(kept))


@router.post("/{drill}/answers")
async def answer_drill(server: Server, owner: Owner, drill: str, asked: DrillTry) -> DrillAnswer:
    """Judges an answer; if the drill was due, this sets the day on which it comes back."""
    found = await server.drills.find(owner, drill)
    board = await server.readers.read(lambda: Board.parse(found.line, found.board))
    told = {parse_move(found.move): parse_move(found.best)}
    judged, near = await server.analyst.attempt(owner, board, legal_move(board, asked.move), told)
    tried = review_views.tried_move(judged, near)
    answered, counted = await server.drills.answer(found, tried.accepted)
    if asked.day is not None:
        await server.practice.note_day(owner, asked.day, tried.accepted)
    view = await server.readers.read(lambda: _view(answered))
    return DrillAnswer(tried=tried, drill=view, counted=counted)


@router.delete("/{drill}", status_code=204)
async def remove_drill(server: Server, owner: Owner, drill: str) -> None:
    """Removes a drill; it no longer comes back."""
    await server.drills.remove(owner, drill)


def _view(drill: StoredDrill) -> DrillView:
    return DrillView(
        id=drill.id,
        board=drill.board,
        text=drill.line,
        side=side_of(Board.parse(drill.line, drill.board).turn),
        move=drill.move,
        loss=drill.loss,
        mark=review_views.mark_of(drill.loss),
        is_kept=bool(drill.is_kept),
        due=drill.due,
        right=drill.right,
    )
