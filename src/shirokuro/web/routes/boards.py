"""The boards and how they are drawn."""

from __future__ import annotations

import gzip
from functools import cache

from fastapi import APIRouter, Request, Response

from shirokuro.web import views
from shirokuro.web.values import BoardList

router = APIRouter(tags=["boards"])


@cache
def _boards() -> bytes:
    return views.boards().model_dump_json().encode()


@cache
def _packed_boards() -> bytes:
    return gzip.compress(_boards())


@router.get("/boards", response_model=BoardList)
async def list_boards(request: Request) -> Response:
    """Every board: its cells as paths, their neighbours, and the discs that it starts with."""
    headers = {"Cache-Control": "no-cache", "Vary": "Accept-Encoding"}
    if "gzip" not in request.headers.get("accept-encoding", ""):
        return Response(_boards(), media_type="application/json", headers=headers)
    packed = headers | {"Content-Encoding": "gzip"}
    return Response(_packed_boards(), media_type="application/json", headers=packed)
