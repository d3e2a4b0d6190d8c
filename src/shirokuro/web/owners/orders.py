"""What whoever runs the server orders through its store, done every few seconds while it runs."""

from __future__ import annotations

import asyncio
import logging

from shirokuro.web.owners.blocked import DELETED, OBEY_SECONDS
from shirokuro.web.owners.routes import delete_everything
from shirokuro.web.settings import WebSettings
from shirokuro.web.state import ServerState

_LOG = logging.getLogger("shirokuro.web")


async def obey(server: ServerState) -> None:
    """As long as the server runs; what fails is tried again."""
    while True:
        try:
            await obey_once(server)
        except Exception as error:  # a full disk, a damaged store
            _LOG.warning("orders of the administrator cannot be carried out now: %s", error)
        await asyncio.sleep(OBEY_SECONDS)


async def obey_once(server: ServerState) -> None:
    """Refuses whom it must, and deletes whom it must as they would themselves."""
    ordered = await server.blocked.read()
    for owner in server.blocked:
        server.matches.forget_all(owner)
    for owner in ordered:
        server.blocked.end_sockets(owner, DELETED)
        await delete_everything(server, owner)
        await server.blocked.forget(owner)


def obey_without_server(settings: WebSettings) -> None:
    """Carries the orders out on a store that no server has; ValueError if one has it."""

    async def work() -> None:
        server = ServerState.open(settings)
        try:
            await obey_once(server)
        finally:
            server.close()

    asyncio.run(work())
