"""The coach of a game against a player."""

from __future__ import annotations

from fastapi import APIRouter

from shirokuro import move_name
from shirokuro.people.coach import coached_moves
from shirokuro.web.games.coach_values import CoachAsked, CoachView, MoveAdvice
from shirokuro.web.games.live_game import LiveGame
from shirokuro.web.refusal import RefusedError
from shirokuro.web.state import AskedGame, Owner, Server
from shirokuro.words.message import Message

router = APIRouter(prefix="/games", tags=["games"])
UNKNOWN_RATING = 800.0
"""Somebody of whom nothing is known is taken for a casual player."""


@router.post("/{game}/coach")
async def coach(server: Server, owner: Owner, live: AskedGame, asked: CoachAsked) -> CoachView:
    """The moves of the position that the coach asks about or praises. To look at them is no help yet."""
    _check_opponent(live)
    board = await live.choice()
    known = await server.rivals.rating(owner, asked.name)
    rating = UNKNOWN_RATING if known is None else known
    found = await server.searches.answer(owner, lambda stop: coached_moves(board, rating, stop))
    moves = [
        MoveAdvice(move=move_name(move), loss=each.loss, advice=each.advice) for move, each in found.items()
    ]
    return CoachView(ply=len(board.move_stack), rating=round(rating), moves=moves)


@router.post("/{game}/coach/asked", status_code=204)
async def coach_asked(live: AskedGame) -> None:
    """Notes that the coach has asked about a move; the game then does not count for the rival."""
    _check_opponent(live)
    await live.note_help("coach")


def _check_opponent(live: LiveGame) -> None:
    """Two people are not coached against each other."""
    if [*live.played.seats.values()].count(None) != 1:
        raise RefusedError(409, "not_now", Message("refusals.no_coach"))
