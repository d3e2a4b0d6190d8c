"""The route of the boards."""

from __future__ import annotations

import asyncio
import gzip
from functools import lru_cache

from fastapi import APIRouter, Request, Response

from shirokuro.proofs.proven import Bounds
from shirokuro.proofs.solved import solved_starts
from shirokuro.web import views
from shirokuro.web.state import Server
from shirokuro.web.values import BoardList

router = APIRouter(tags=["boards"])


Solved = tuple[tuple[str, Bounds], ...]
"""Boards with proven bounds for the value of their start."""


@lru_cache(4)
def _boards(solved: Solved, *, is_packed: bool) -> bytes:
    text = views.boards(dict(solved)).model_dump_json().encode()
    return gzip.compress(text) if is_packed else text


@router.get("/boards", response_model=BoardList)
async def list_boards(server: Server, request: Request) -> Response:
    """Every board: cells as paths, neighbours, initial discs, and the proven winner of perfect play if there
    is one."""
    solved = tuple((await asyncio.to_thread(solved_starts, server.proofs)).items())
    headers = {"Cache-Control": "no-cache", "Vary": "Accept-Encoding"}
    is_packed = "gzip" in request.headers.get("accept-encoding", "")
    headers |= {"Content-Encoding": "gzip"} if is_packed else {}
    return Response(_boards(solved, is_packed=is_packed), media_type="application/json", headers=headers)
