"""Exports a game in other formats and as pictures; the page itself draws PNG."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query, Response

from shirokuro import Record, Stop, notation
from shirokuro.web.games.games import read_game
from shirokuro.web.library.values import ExportAsked, ExportFormat
from shirokuro.web.refusal import invalid
from shirokuro.web.state import AskedGame, Owner, Server
from shirokuro.web.values import LONGEST_GAME

router = APIRouter(tags=["exports"])
KINDS = {
    "text": ("text/plain; charset=utf-8", "txt"),
    "ggf": ("text/plain; charset=utf-8", "ggf"),
    "json": ("application/x-ndjson", "jsonl"),
    "svg": ("image/svg+xml", "svg"),
    "svg-animated": ("image/svg+xml", "svg"),
}
PICTURE_SIZE = 720
ANSWER = {
    200: {"description": "The file.", "content": {media.partition(";")[0]: {} for media, _ in KINDS.values()}}
}


@router.get("/games/{game}/export", response_class=Response, responses=ANSWER)  # type: ignore[arg-type]
async def export_game(
    server: Server,
    owner: Owner,
    live: AskedGame,
    form: Annotated[ExportFormat, Query(alias="format")],
    ply: Annotated[int | None, Query(ge=0, le=LONGEST_GAME)] = None,
) -> Response:
    """A stored game as a file; `ply` chooses the position of an `svg`."""
    return await _exported(server, owner, await live.record(), form, ply)


@router.post("/export", response_class=Response, responses=ANSWER)  # type: ignore[arg-type]
async def export_text(server: Server, owner: Owner, asked: ExportAsked) -> Response:
    """The same for a game that is not stored."""
    begun = await read_game(server.readers, asked.board, asked.text)
    record = begun if isinstance(begun, Record) else Record.from_board(begun)
    return await _exported(server, owner, record, asked.format, asked.ply)


async def _exported(
    server: Server, owner: str, record: Record, form: ExportFormat, ply: int | None
) -> Response:
    def work(_: Stop) -> str:
        try:
            return written(record, form, ply)
        except ValueError as error:
            raise invalid(error) from None

    text = await server.searches.answer(owner, work)
    media, suffix = KINDS[form]
    name = f"{record.variant}.{suffix}".replace("+", "-")
    return Response(text, media_type=media, headers={"Content-Disposition": f'attachment; filename="{name}"'})


def written(record: Record, form: ExportFormat, ply: int | None = None) -> str:
    """A game in one of the formats."""
    if form == "svg":
        return record.svg(ply, size=PICTURE_SIZE)
    if form == "svg-animated":
        return record.animated_svg(size=PICTURE_SIZE)
    if form == "text":
        return plain_text(record)
    return str(notation.render([record.to_text()], form))


def plain_text(record: Record) -> str:
    """The game as text: moves, a position line or, where both are needed, GGF."""
    if record.start is None:
        return f"{record.board().transcript()}\n"
    if not record.moves:
        return f"{record.root().line()}\n"
    return str(notation.render([record.to_text()], "ggf"))
