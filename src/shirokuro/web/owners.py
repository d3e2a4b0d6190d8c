"""Whose games are whose: a secret for each visitor, of which the server keeps only a digest."""

from __future__ import annotations

import re
import secrets
import time
from hashlib import sha256

from shirokuro.web.refusal import RefusedError
from shirokuro.web.settings import WebSettings
from shirokuro.web.store import GameStore

TOKEN_BYTES = 24
MOST_KNOWN = 10_000
"""Owners that are remembered without asking the store."""
_TOKEN = re.compile(r"[A-Za-z0-9_-]{20,64}")


class Owners:
    """Owners by their tokens. An owner's name is the digest, so a stolen store opens nothing."""

    def __init__(self, settings: WebSettings, store: GameStore) -> None:
        self._most = settings.owners
        self._store = store
        self._known: dict[str, None] = {}

    async def create(self) -> str:
        """The token of a new owner."""
        token = secrets.token_urlsafe(TOKEN_BYTES)
        await self._store.add_owner(_digest(token), time.time(), self._most)
        return token

    async def find(self, token: str) -> str:
        """The owner of a token."""
        owner = _digest(token) if _TOKEN.fullmatch(token) else ""
        if owner and owner in self._known:
            return owner
        if not owner or not await self._store.has_owner(owner):
            raise RefusedError(
                401, "no_owner", "this needs the token of an owner: POST /api/owners gives one"
            )
        self._known[owner] = None
        while len(self._known) > MOST_KNOWN:
            del self._known[next(iter(self._known))]
        return owner

    def forget(self, owner: str) -> None:
        self._known.pop(owner, None)


def _digest(token: str) -> str:
    return sha256(token.encode()).hexdigest()
