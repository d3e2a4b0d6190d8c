"""Reads games and positions from pasted texts and WTHOR files, without storing them."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query, Request

from shirokuro import NotationError, Stop
from shirokuro.web.library.text_games import chosen, problem_of, read_file, read_text
from shirokuro.web.library.values import MOST_SHOWN, TextAsked, TextGames
from shirokuro.web.refusal import invalid
from shirokuro.web.state import Owner, Server

router = APIRouter(tags=["texts"])
Length = Annotated[int, Query(ge=0, le=2**31)]


@router.post("/texts")
async def read_texts(server: Server, owner: Owner, asked: TextAsked) -> TextGames:
    """Reads any text; errors are part of the answer, since people ask while they type."""

    def read(_: Stop) -> TextGames:
        try:
            values = read_text(asked.text, asked.board)
        except NotationError as error:
            return TextGames(games=[], found=0, total=0, problems=[problem_of(error)])
        except ValueError as error:
            raise invalid(error) from None
        return chosen(values, asked.search, asked.first, asked.limit)

    return await server.searches.answer(owner, read)


BINARY = {
    "requestBody": {
        "required": True,
        "content": {"application/octet-stream": {"schema": {"type": "string", "format": "binary"}}},
    }
}


@router.post("/wthor", openapi_extra=BINARY)
async def read_wthor(
    server: Server,
    owner: Owner,
    request: Request,
    search: Annotated[str, Query(max_length=100)] = "",
    first: Annotated[int, Query(ge=0, le=2**31)] = 0,
    limit: Annotated[int, Query(ge=1, le=MOST_SHOWN)] = 20,
    players: Length = 0,
    places: Length = 0,
) -> TextGames:
    """The games of the WTHOR file in the body.

    The tables of players (.jou) and places (.trn) may follow it, in this order, with `players` and `places`
    as
    their lengths in bytes.
    """
    data = await request.body()

    def read(_: Stop) -> TextGames:
        try:
            values = read_file(data, players, places)
        except NotationError as error:
            return TextGames(games=[], found=0, total=0, problems=[problem_of(error)])
        return chosen(values, search, first, limit)

    return await server.searches.answer(owner, read)
