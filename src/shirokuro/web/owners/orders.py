"""Carries out the administrator's orders from the store every few seconds."""

from __future__ import annotations

import asyncio
import logging

from shirokuro.web.owners.blocked import DELETED, OBEY_SECONDS
from shirokuro.web.owners.routes import delete_everything
from shirokuro.web.settings import WebSettings
from shirokuro.web.state import ServerState

_LOG = logging.getLogger("shirokuro.web")


async def obey(server: ServerState) -> None:
    """Runs as long as the server; failed orders are tried again."""
    while True:
        try:
            await obey_once(server)
        except Exception as error:  # a full disk, a damaged store
            _LOG.warning("orders of the administrator cannot be carried out now: %s", error)
        await asyncio.sleep(OBEY_SECONDS)


async def obey_once(server: ServerState) -> None:
    """Updates the blocked owners and deletes owners as ordered."""
    ordered = await server.blocked.read()
    for owner in server.blocked:
        server.matches.forget_all(owner)
    for owner in ordered:
        server.blocked.end_sockets(owner, DELETED)
        await delete_everything(server, owner)
        await server.blocked.forget(owner)


def obey_without_server(settings: WebSettings) -> None:
    """Carries out the orders on a store that no server uses; ValueError if one does."""

    async def work() -> None:
        server = ServerState.open(settings)
        try:
            await obey_once(server)
        finally:
            server.close()

    asyncio.run(work())
