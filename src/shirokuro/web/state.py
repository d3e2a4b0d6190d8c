"""The parts of a running server, and how requests access them."""

from __future__ import annotations

import asyncio
import logging
import time
from dataclasses import dataclass
from typing import Annotated

from fastapi import Depends, Header
from fastapi.requests import HTTPConnection

from shirokuro.proofs.own_proofs import OwnProofs, own_proofs
from shirokuro.web.experience.experiences import Experiences
from shirokuro.web.friends.friends import Friends
from shirokuro.web.games.games import Games
from shirokuro.web.games.live_game import GameServices, LiveGame
from shirokuro.web.games.roster import Roster
from shirokuro.web.library.games_library import GamesLibrary
from shirokuro.web.matches.lab_stores import LabStores
from shirokuro.web.matches.matches import Matches
from shirokuro.web.openings.trees import Openings
from shirokuro.web.owners.blocked import BlockedOwners
from shirokuro.web.owners.device_codes import DeviceCodes
from shirokuro.web.owners.owners import Owners
from shirokuro.web.practice.curve import Curves
from shirokuro.web.practice.library_puzzles import LibraryPuzzles
from shirokuro.web.practice.practice_log import PracticeLog
from shirokuro.web.review.analyst import Analyst
from shirokuro.web.review.drills import Drills
from shirokuro.web.rivals.rivals import Rivals
from shirokuro.web.server.health import Health
from shirokuro.web.settings import WebSettings
from shirokuro.web.store.store import GameStore
from shirokuro.web.threads.readers import Readers
from shirokuro.web.threads.searches import Searches

TIDY_SECONDS = 20.0
READ_ONLY = "Games can be read and exported, but not played; make room and start the server again."
_LOG = logging.getLogger("shirokuro.web")


@dataclass(frozen=True, slots=True)
class ServerState:
    """The parts of a running server."""

    settings: WebSettings
    roster: Roster
    store: GameStore
    searches: Searches
    readers: Readers
    owners: Owners
    rivals: Rivals
    experiences: Experiences
    games: Games
    proofs: OwnProofs
    analyst: Analyst
    drills: Drills
    practice: PracticeLog
    curves: Curves
    library_puzzles: LibraryPuzzles
    matches: Matches
    lab_stores: LabStores
    openings: Openings
    library: GamesLibrary
    health: Health
    blocked: BlockedOwners
    codes: DeviceCodes
    friends: Friends

    @classmethod
    def open(cls, settings: WebSettings, store: GameStore | None = None) -> ServerState:
        roster = Roster(settings)
        store = store or GameStore(settings.file)
        if store.is_read_only:
            _LOG.warning("%s: %s. %s", settings.file, store.trouble, READ_ONLY)
        searches, readers = Searches(settings), Readers()
        rivals = Rivals(store, searches, roster, settings.names_a_client)
        experiences = Experiences(settings, searches)
        games = Games(
            GameServices(settings, store, searches, experiences, time.time()), roster, rivals, readers
        )
        proofs = own_proofs()
        proofs.variants()  # logs broken files now
        analyst = Analyst(settings, searches, proofs)
        drills = Drills(store, settings.drills_a_client, settings.now)
        matches = Matches(settings, store, games, roster)
        owners, library = Owners(settings, store), GamesLibrary(settings)
        return cls(
            settings,
            roster,
            store,
            searches,
            readers,
            owners,
            rivals,
            experiences,
            games,
            proofs,
            analyst,
            drills,
            PracticeLog(store, settings.now),
            Curves(store, searches),
            LibraryPuzzles(library.games, searches),
            matches,
            LabStores(settings.stores),
            Openings(library.games),
            library,
            Health(store),
            BlockedOwners(store),
            DeviceCodes(settings),
            Friends(store, games),
        )

    async def delete_owner(self, owner: str) -> None:
        """Deletes an owner and all data, in the store first, so that nothing in progress adds more."""
        with self.owners.leaving(owner):
            await self.store.delete_everything(owner)
            self.matches.forget_all(owner)
            await self.games.forget_all(owner)
            self.searches.end_all(owner)
            await self.experiences.forget_all(owner)
            self.codes.forget(owner)

    def stop(self) -> None:
        """Ends all searches, so that waiting requests are answered. The store has every game."""
        self.matches.close()
        self.games.close()
        self.searches.stop()

    def close(self) -> None:
        self.stop()
        self.searches.close()
        self.readers.close()
        self.library.games.close()
        self.store.close()

    async def owner_with(self, token: str) -> str:
        """Returns the owner of a token; refuses blocked owners."""
        owner = await self.owners.find(token)
        self.blocked.check(owner)
        return owner

    async def tidy(self) -> None:
        """Resumes matches, then tidies up regularly while the server runs."""
        if not self.store.is_read_only:
            await self.matches.resume()
        while True:
            await self.owners.tidy()
            await asyncio.sleep(TIDY_SECONDS)
            self.matches.tidy()
            self.games.tidy()


async def state_of(connection: HTTPConnection) -> ServerState:
    """Asynchronous, because FastAPI calls other dependencies in a thread each."""
    state: ServerState = connection.app.state.server
    return state


Server = Annotated[ServerState, Depends(state_of)]


Authorization = Annotated[str, Header(max_length=200)]
"""`Bearer TOKEN`."""


async def token_of(authorization: Authorization = "") -> str:
    """The owner's token from the header."""
    return authorization.removeprefix("Bearer ").strip()


Token = Annotated[str, Depends(token_of)]


async def owner_of(connection: HTTPConnection, authorization: Authorization = "") -> str:
    """The owner who makes the request. It has no dependencies, since each level of them costs time."""
    server: ServerState = connection.app.state.server
    return await server.owner_with(await token_of(authorization))


Owner = Annotated[str, Depends(owner_of)]


async def game_of(connection: HTTPConnection, game: str, authorization: Authorization = "") -> LiveGame:
    """The game in the path, if it belongs to the owner."""
    server: ServerState = connection.app.state.server
    return await server.games.find(await owner_of(connection, authorization), game)


AskedGame = Annotated[LiveGame, Depends(game_of)]
