"""Owners and their tokens; the server stores only digests of tokens."""

from __future__ import annotations

import asyncio
import re
import secrets
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from hashlib import sha256

from shirokuro.web.experience.folders import ExperienceFolders
from shirokuro.web.refusal import RefusedError, busy, no_owner, too_many
from shirokuro.web.server.caller import caller
from shirokuro.web.server.guard import Rates
from shirokuro.web.settings import WebSettings
from shirokuro.web.store.store import FULL, GameStore, OwnerRoom
from shirokuro.words.message import Message

TOKEN_BYTES = 24
MOST_KNOWN = 10_000
"""Owners cached in memory."""
KNOWN_SECONDS = 60.0
"""How long an owner is cached; another program may delete it meanwhile."""
NOTED_SECONDS = 300.0
"""The time between two updates of an owner's last request in the store."""
TIDY_SECONDS = 3600.0
FULL_SECONDS = 20.0
"""The time before a full store is checked again for owners to remove."""
_TOKEN = re.compile(r"[A-Za-z0-9_-]{20,64}")


class Owners:
    """Owners by token. An owner's id is the digest, so a stolen store gives no access."""

    def __init__(self, settings: WebSettings, store: GameStore) -> None:
        self._settings = settings
        self._store = store
        self._folders = ExperienceFolders(settings.file)
        self._rates = Rates(settings.owners_an_hour / 3600, settings.owners_a_client)
        self._known: dict[str, float] = {}
        """When each was last found in the store, by `time.monotonic`."""
        self._connected: Counter[str] = Counter()
        self._leaving: set[str] = set()
        self._tidied = -TIDY_SECONDS
        self._full_until = 0.0

    async def create(self) -> str:
        """Creates an owner and returns its token."""
        if not self._rates.allow(caller().address):
            raise too_many(Message("refusals.new_owners"), 60)
        if time.monotonic() < self._full_until:
            raise busy(FULL, 20)
        token = secrets.token_urlsafe(TOKEN_BYTES)
        now, settings = time.time(), self._settings
        unused_before = now - settings.unused_owner_seconds
        connected = {*self._connected}
        room = OwnerRoom(now, settings.owners, unused_before, lambda: connected | {*self._folders.owners()})
        try:
            await self._store.add_owner(digest(token), room)
        except RefusedError as refusal:
            if refusal.text == FULL:  # the search for unused owners is slow
                self._full_until = time.monotonic() + FULL_SECONDS
            raise
        return token

    async def find(self, token: str) -> str:
        """The owner of a token."""
        if not _TOKEN.fullmatch(token):
            raise no_owner()
        owner = digest(token)
        await self.check(owner)
        return owner

    async def check(self, owner: str) -> None:
        """Refuses owners that are deleted or being deleted."""
        if owner in self._leaving:
            raise no_owner()
        if time.monotonic() - self._known.get(owner, -KNOWN_SECONDS) < KNOWN_SECONDS:
            return
        asked, now = await self._store.asked(owner), time.time()
        if asked is None or owner in self._leaving:
            self._known.pop(owner, None)
            raise no_owner()
        self._known.pop(owner, None)
        self._known[owner] = time.monotonic()
        while len(self._known) > MOST_KNOWN:
            del self._known[next(iter(self._known))]
        if now - asked > NOTED_SECONDS:
            with suppress(RefusedError):  # reading must work on a full disk
                await self._store.note_asked(owner, now)

    @contextmanager
    def connected(self, owner: str) -> Iterator[None]:
        """Protects an owner from removal while a page is connected."""
        self._connected[owner] += 1
        try:
            yield
        finally:
            self._connected[owner] -= 1
            if not self._connected[owner]:
                del self._connected[owner]

    @contextmanager
    def leaving(self, owner: str) -> Iterator[None]:
        """Treats an owner as unknown while it is being deleted."""
        self._leaving.add(owner)
        self._known.pop(owner, None)
        try:
            yield
        finally:
            self._leaving.discard(owner)

    async def tidy(self) -> None:
        """Regularly deletes owners without data, and the files of deleted owners."""
        if self._store.is_read_only or time.monotonic() - self._tidied < TIDY_SECONDS:
            return
        self._tidied = time.monotonic()
        with suppress(RefusedError, OSError):  # it is tried again later
            before = time.time() - self._settings.unused_owner_days * 86400
            folders = await asyncio.to_thread(
                self._folders.changed
            )  # first, since owners may be added meanwhile
            await self._store.drop_unused(before, {*self._connected, *folders})
            known, began = await self._store.all_owners(), await self._store.first_owner()
            for owner, changed in folders.items():
                if (
                    owner not in known and changed > began
                ):  # else it may belong to a store that was here before
                    await asyncio.to_thread(self._folders.delete, owner)


def digest(token: str) -> str:
    """The id of the owner of a token."""
    return sha256(token.encode()).hexdigest()
