"""Routes of an owner's data: export, import, deletion and codes."""

from __future__ import annotations

import time
from typing import Any

from fastapi import APIRouter, Response

from shirokuro.web.library.values import Imported, OwnedFile
from shirokuro.web.owners.imports import Imports
from shirokuro.web.state import Owner, Server, Token
from shirokuro.web.values import DeviceCode

router = APIRouter(prefix="/mine", tags=["mine"])


@router.get("", response_model=OwnedFile)
async def export_everything(server: Server, owner: Owner) -> Response:
    """All data of the owner as one JSON file."""
    tables = await server.store.everything(owner)
    fields: dict[str, Any] = {"format": "shirokuro-mine", "version": 1, "made": time.time(), "tables": tables}
    text = await server.readers.read(lambda: OwnedFile(**fields).model_dump_json())
    headers = {"Content-Disposition": 'attachment; filename="shirokuro.json"'}
    return Response(text, media_type="application/json", headers=headers)


@router.post("")
async def import_part(server: Server, owner: Owner, file: OwnedFile) -> Imported:
    """Imports rows of such a file after checking them; long files are sent in parts."""
    return await Imports(server, owner).take(file)


@router.delete("", status_code=204)
async def delete_everything(server: Server, owner: Owner) -> None:
    """Deletes all data of the owner for good; the token becomes invalid."""
    await server.delete_owner(owner)


@router.post("/code", status_code=201)
async def give_code(server: Server, owner: Owner, token: Token) -> DeviceCode:
    """Makes a code for a second device, for `POST /api/owners/code`; the previous code becomes invalid."""
    code = server.codes.give(owner, token)
    return DeviceCode(code=code, seconds=server.settings.code_seconds)
