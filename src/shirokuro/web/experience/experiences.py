"""The experience of engines on the page: files of each owner's own, which nobody else can name or fill.

A game is put into the file before its last move is stored, so that none is lost; its positions are searched
afterwards, when there is time.
"""

from __future__ import annotations

import asyncio
import logging
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path

from shirokuro import BookError, Colour, Experience, Stop
from shirokuro.experience.experience import experience_names, experience_path
from shirokuro.matches.interactive_game import PlayedGame
from shirokuro.players.engine_player import EnginePlayer
from shirokuro.web.experience.folders import ExperienceFolders
from shirokuro.web.experience.values import ExperienceView
from shirokuro.web.refusal import RefusedError, invalid, not_found, too_many
from shirokuro.web.settings import WebSettings
from shirokuro.web.threads.searches import Searches
from shirokuro.words.message import Message

_LOG = logging.getLogger("shirokuro.web")


class Experiences:
    """What engines learned from each owner's games."""

    def __init__(self, settings: WebSettings, searches: Searches) -> None:
        self._folders = ExperienceFolders(settings.file)
        self._searches = searches
        self._files = _SearchedFiles()
        self._most_names, self._most_games = settings.experiences_a_client, settings.experience_games

    def folder(self, owner: str) -> Path:
        return self._folders.of(owner)

    def check(self, owner: str, played: PlayedGame) -> None:
        """Refuses a new name if the owner has the most allowed."""
        for _, experience in _learners(played):
            names = experience_names(self.folder(owner))
            if not experience.path.exists() and len(names) >= self._most_names:
                raise too_many(Message("refusals.your_experiences", most=self._most_names), 60)

    async def keep(self, played: PlayedGame) -> None:
        """Adds a finished game to the experience of each engine that learns from it."""
        if played.end is None and played.board.is_over() and played.learning == "open":
            for side, experience in _learners(played):
                await asyncio.to_thread(self._keep, experience, played, side)

    def search(self, owner: str, played: PlayedGame) -> None:
        """Starts searching the added games; if the server is busy, the next game does it."""
        for _, experience in _learners(played):
            with suppress(RefusedError):
                self._searches.other(owner, partial(self._catch_up, experience))

    async def all(self, owner: str) -> list[ExperienceView]:
        names = await asyncio.to_thread(experience_names, self.folder(owner))
        return [await asyncio.to_thread(self._view, owner, name) for name in names]

    async def forget(self, owner: str, name: str) -> None:
        try:
            path = experience_path(name, self.folder(owner))
        except BookError as error:
            raise invalid(error) from None
        if not path.exists():
            raise not_found("experience")
        await asyncio.to_thread(self._forget, path)

    async def forget_all(self, owner: str) -> None:
        await asyncio.to_thread(self._forget_all, owner)

    def _catch_up(self, experience: Experience, stop: Stop) -> None:
        """Ignores a damaged file, which is reported when a game is played with it."""
        with self._files.searching(experience.path, stop), suppress(BookError):
            experience.catch_up(stop)

    def _forget(self, path: Path) -> None:
        with self._files.free(path):
            _remove(path)

    def _forget_all(self, owner: str) -> None:
        with self._files.free(self.folder(owner)):
            self._folders.delete(owner)

    def _keep(self, experience: Experience, played: PlayedGame, side: Colour) -> None:
        games = sum(games for games, _ in experience.counts().values())
        if games < self._most_games:
            experience.keep(played.record(), side)

    def _view(self, owner: str, name: str) -> ExperienceView:
        """An experience that cannot be read shows no games, but can be deleted."""
        try:
            counts = Experience(name, folder=self.folder(owner)).counts()
        except BookError as error:
            _LOG.warning("an experience cannot be read: %s", error)
            counts = {}
        return ExperienceView(name=name, games=sum(games for games, _ in counts.values()))


class _SearchedFiles:
    """The files that are being searched now, none of which may be deleted meanwhile.

    SQLite keeps a log beside its file, and whoever closes the file last removes the log by its name. A search
    that outlived its file would leave a log behind, or remove that of a new file of the same name.
    """

    def __init__(self) -> None:
        self._stops: list[tuple[Path, Stop]] = []
        self._ended = threading.Condition()

    @contextmanager
    def searching(self, file: Path, stop: Stop) -> Iterator[None]:
        with self._ended:
            self._stops.append((file, stop))
        try:
            yield
        finally:
            with self._ended:
                self._stops.remove((file, stop))
                self._ended.notify_all()

    @contextmanager
    def free(self, path: Path) -> Iterator[None]:
        """Ends the searches of a file or a folder, and lets none begin until the end of the block."""
        with self._ended:
            while stops := [stop for file, stop in self._stops if file.is_relative_to(path)]:
                for stop in stops:
                    stop.set()
                self._ended.wait()
            yield


def _remove(path: Path) -> None:
    """Deletes an experience, readable or not: all files of these folders are the server's own."""
    try:
        Experience(path).reset()
    except BookError:
        for file in path.parent.glob(f"{path.name}*"):
            file.unlink(missing_ok=True)


def _learners(played: PlayedGame) -> Iterator[tuple[Colour, Experience]]:
    """The sides that learn, with their experiences."""
    for side, player in played.seats.items():
        if isinstance(player, EnginePlayer) and player.learns:
            yield side, player.own_experience()
