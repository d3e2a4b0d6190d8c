"""Routes of games."""

from __future__ import annotations

from typing import Annotated, Literal

from fastapi import APIRouter, Body, Query, Response

from shirokuro.matches.hints import hints
from shirokuro.matches.saved_game import SavedGame
from shirokuro.web import views
from shirokuro.web.friends.people import People
from shirokuro.web.games.live_game import LiveGame
from shirokuro.web.refusal import RefusedError
from shirokuro.web.review import views as review_views
from shirokuro.web.rivals.values import RivalGameView
from shirokuro.web.state import AskedGame, Owner, Server, ServerState
from shirokuro.web.store.store import GameQuery, StoredGame
from shirokuro.web.values import (
    GameList,
    GameSummary,
    GameView,
    MoveValuesView,
    NewGame,
    NewMove,
    Rematch,
    Seat,
    Seats,
    Words,
)
from shirokuro.web.views import in_words

router = APIRouter(prefix="/games", tags=["games"])
MOST_LISTED = 100


async def answer(live: LiveGame, owner: str = "", status: int = 200) -> Response:
    """The game as its owner sees it."""
    return Response(await live.told(owner), status, media_type="application/json")


@router.post("/{game}/moves", response_model=GameView)
async def make_move(live: AskedGame, owner: Owner, asked: NewMove) -> Response:
    """A person's move, stored before the answer. The server makes forced passes."""
    await live.move(asked.move, asked.ply, owner)
    return await answer(live, owner)


@router.post("", status_code=201, response_model=GameView)
async def create_game(server: Server, owner: Owner, asked: NewGame) -> Response:
    """Creates a game between people, players or both, from the start or from any position or game as text."""
    return await answer(await server.games.create(owner, asked), status=201)


@router.get("")
async def list_games(
    server: Server,
    owner: Owner,
    search: Annotated[str, Query(max_length=100)] = "",
    board: Annotated[str, Query(max_length=20)] = "",
    result: Literal["", "won", "lost", "drawn", "unfinished"] = "",
    since: Annotated[float | None, Query(allow_inf_nan=False)] = None,
    before: Annotated[float | None, Query(allow_inf_nan=False)] = None,
    limit: Annotated[int, Query(ge=1, le=MOST_LISTED)] = 20,
) -> GameList:
    """Your games, latest first; `search` finds boards, players, openings, days and moves."""
    query = GameQuery(search, board, result, since, before, limit + 1)
    rows, found = await server.store.games(owner, query), await server.store.count_found(owner, query)
    seats = await server.friends.seats([row.id for row in rows])
    people = {row.id: people for row in rows if (people := seats.get(row.id))}
    games = await server.readers.read(
        lambda: [_summary(server, owner, row, people.get(row.id)) for row in rows[:limit]]
    )
    return GameList(games=games, more=len(rows) > limit, found=found)


def _summary(server: ServerState, owner: str, row: StoredGame, people: People | None) -> GameSummary:
    saved = SavedGame.from_json(row.state)
    board = saved.record.root()
    board.extend(saved.record.moves[: saved.places[0]], insert_passes=False)
    seats = Seats(black=_seat(server, row, row.black), white=_seat(server, row, row.white))
    seats = seats if people is None else people.seen_by(people.side_of(owner), seats)
    return GameSummary(
        id=row.id,
        board=row.board,
        black=seats.black,
        white=seats.white,
        moves=row.moves,
        line=board.line(),
        result=row.result,
        winner=row.winner,  # type: ignore[arg-type]
        started=row.started,
        updated=row.updated,
        opening=Words({"en": row.opening_en, "ja": row.opening_ja}) if row.opening_en else None,
    )


def _seat(server: ServerState, row: StoredGame, spec: str) -> Seat:
    """The view of a seat; an own player may no longer be available."""
    try:
        return views.seat(server.roster.seat(spec, row.owner), spec)
    except RefusedError:
        return Seat.of("player", spec, in_words(spec), in_words(""))


@router.get("/{game}", response_model=GameView)
async def show_game(
    live: AskedGame, owner: Owner, wait: Annotated[float, Query(ge=0, le=30, allow_inf_nan=False)] = 0.0
) -> Response:
    """The current game; `wait` answers when nobody else is to move, or after so many seconds."""
    await live.wait(wait, owner)
    return await answer(live, owner)


@router.delete("/{game}", status_code=204)
async def delete_game(server: Server, owner: Owner, game: str) -> None:
    """Deletes a game for good."""
    await server.games.delete(owner, game)


@router.post("/{game}/undo", response_model=GameView)
async def undo(server: Server, live: AskedGame) -> Response:
    """Goes back to a person's last choice."""
    await server.games.undo(live)
    return await answer(live)


@router.post("/{game}/redo", response_model=GameView)
async def redo(live: AskedGame) -> Response:
    """Reverts an undo."""
    await live.redo()
    return await answer(live)


@router.post("/{game}/resign", response_model=GameView)
async def resign(live: AskedGame, owner: Owner) -> Response:
    """The person resigns; with two people at one browser, the one to move."""
    await live.resign(owner)
    return await answer(live, owner)


@router.post("/{game}/stop", response_model=GameView)
async def stop(live: AskedGame) -> Response:
    """Makes the thinking player play its best move so far."""
    await live.thinking.stop()
    return await answer(live)


@router.post("/{game}/again", status_code=201, response_model=GameView)
async def play_again(
    server: Server,
    live: AskedGame,
    asked: Annotated[Rematch, Body()] = Rematch(),  # noqa: B008
) -> Response:
    """Creates a game of the same players, by default with colours swapped."""
    return await answer(await server.games.again(live, asked), status=201)


@router.get("/{game}/rival")
async def show_rival(server: Server, live: AskedGame) -> RivalGameView:
    """The rival's estimate of the person and the record; after the game, also what both sides lost."""
    return await server.rivals.view(live)


@router.post("/{game}/hint")
async def hint(server: Server, owner: Owner, live: AskedGame) -> MoveValuesView:
    """The value of each move, best first: proven, from the book or from a search."""
    board = await live.choice()
    await live.note_help("hint")
    known = await server.searches.answer(owner, lambda stop: hints(board, server.proofs, stop))
    return MoveValuesView(values=review_views.move_values(known))
