"""Matches: any player against any other, watched live, with score, Elo and every game."""

from __future__ import annotations

import asyncio
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Depends, Query, Response

from shirokuro import notation
from shirokuro.board.record import ended_record
from shirokuro.matches.saved_game import SavedGame
from shirokuro.web.matches.live_match import LiveMatch
from shirokuro.web.matches.values import MatchAsked, MatchList, MatchOpenings, MatchView, NewMatch, NewPace
from shirokuro.web.matches.views import match_openings, match_summary
from shirokuro.web.server.conversation import Conversation, Unfollow, read
from shirokuro.web.state import Owner, Server

router = APIRouter(prefix="/matches", tags=["matches"])
MOST_LISTED = 100
MEDIA = {"ggf": "text/plain; charset=utf-8", "json": "application/x-ndjson"}


async def match_of(server: Server, owner: Owner, match: str) -> LiveMatch:
    """The match in the path, if it belongs to the caller."""
    return await server.matches.find(owner, match)


AskedMatch = Annotated[LiveMatch, Depends(match_of)]


@router.post("", status_code=201)
async def create_match(server: Server, owner: Owner, asked: NewMatch) -> MatchView:
    """Creates a match. It continues without a viewer until it is done, paused or cancelled."""
    return (await server.matches.create(owner, asked)).view()


@router.get("")
async def list_matches(
    server: Server,
    owner: Owner,
    before: Annotated[float | None, Query(allow_inf_nan=False)] = None,
    limit: Annotated[int, Query(ge=1, le=MOST_LISTED)] = 20,
) -> MatchList:
    """The caller's matches, latest first."""
    found = await server.matches.listed(owner, before, limit + 1)
    summaries = await server.readers.read(
        lambda: [match_summary(row, games, server.roster) for row, games in found[:limit]]
    )
    return MatchList(matches=summaries, more=len(found) > limit)


@router.get("/{match}")
async def show_match(match: AskedMatch) -> MatchView:
    """The current state of a match."""
    return match.view()


@router.delete("/{match}", status_code=204)
async def delete_match(server: Server, owner: Owner, match: str) -> None:
    """Deletes a match and its games for good."""
    await server.matches.delete(owner, match)


@router.post("/{match}/pace")
async def change_pace(server: Server, match: AskedMatch, asked: NewPace) -> MatchView:
    """Sets the seconds per move; 0 is as fast as the players can, null pauses."""
    await server.matches.change_pace(match, asked.pace)
    return match.view()


@router.post("/{match}/step")
async def step(server: Server, match: AskedMatch) -> MatchView:
    """Plays one move of each game in progress, then pauses."""
    await server.matches.change_pace(match, None, is_step=True)
    return match.view()


@router.post("/{match}/cancel")
async def cancel_match(match: AskedMatch) -> MatchView:
    """Ends a match early; finished games are kept."""
    await match.cancel()
    return match.view()


@router.get("/{match}/openings")
async def show_openings(server: Server, match: AskedMatch) -> MatchOpenings:
    """The first player's results by the opening of each finished game."""
    finished = await server.matches.store.finished_games(match.row.id)
    return await asyncio.to_thread(match_openings, finished)


@router.get("/{match}/export")
async def export_match(
    server: Server, match: AskedMatch, form: Annotated[Literal["ggf", "json"], Query(alias="format")] = "ggf"
) -> Response:
    """All games of a match in one file: GGF, or JSON lines with one game per line."""
    states = await server.matches.store.saved_games(match.row.id)

    def rendered() -> str:
        games = map(SavedGame.from_json, states)
        records = [game.record if game.end is None else ended_record(game.record, game.end) for game in games]
        return str(notation.render([record.to_text() for record in records], form))

    return Response(await server.readers.read(rendered), media_type=MEDIA[form])


async def follow_match(conversation: Conversation, number: int, message: dict[str, Any]) -> Unfollow:
    """Sends the match now and after each game, the moves of its games, and the thinking in the first."""
    asked = read(MatchAsked, message)
    match = await conversation.server.matches.find(conversation.owner, asked.match)

    def hear(kind: str, body: str, game: str) -> None:
        conversation.outbox.put(kind, number, body, game)

    match.greet(hear)
    return lambda: match.followers.discard(hear)
