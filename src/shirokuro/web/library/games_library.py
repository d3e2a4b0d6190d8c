"""What the page's server does with the library of games: everybody may search it, few may add to it."""

from __future__ import annotations

import logging
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from datetime import UTC, datetime

from shirokuro import NotationError, Record, Stop, notation
from shirokuro.board.record import ended_record
from shirokuro.errors import StoreError, message_of
from shirokuro.library.importing import AT_ONCE
from shirokuro.library.library import AddedGames, Library
from shirokuro.library.query import LibraryGame, LibraryQuery
from shirokuro.matches.saved_game import SavedGame
from shirokuro.notation.detection import parse_bytes
from shirokuro.notation.wthor import is_wthor
from shirokuro.storage.sqlite_file import cannot_write
from shirokuro.web import views
from shirokuro.web.library.text_games import problem_of, read_file
from shirokuro.web.library.values import (
    AddedToLibrary,
    LibraryPageAsked,
    LibraryState,
    ListedGame,
    ListedGames,
    TextProblem,
)
from shirokuro.web.refusal import RefusedError, invalid
from shirokuro.web.settings import WebSettings
from shirokuro.web.store.store import StoredGame
from shirokuro.words.message import Message

_LOG = logging.getLogger("shirokuro.web")


class GamesLibrary:
    """The library of the server's host. Call it in a thread, since it reads a file."""

    def __init__(self, settings: WebSettings) -> None:
        self.games = Library(settings.library, settings.library_games)
        self._settings = settings

    def state(self) -> LibraryState:
        with _refusing():
            first, last = self.games.years() or (None, None)
            return LibraryState(
                games=len(self.games),
                first_year=first,
                last_year=last,
                can_import=self._settings.is_private,
                most_bytes=self._settings.library_bytes,
            )

    def search(self, query: LibraryQuery, asked: LibraryPageAsked) -> ListedGames:
        with _refusing():
            found = self.games.search(query, asked.first, asked.limit)
            return ListedGames(games=[*map(listed, found.games)], total=found.total)

    def game(self, number: int) -> LibraryGame:
        with _refusing():
            found = self.games.game(number)
        if found is None:
            raise RefusedError(404, "not_found", Message("refusals.no_such", thing=Message("things.game")))
        return found

    def exported(self, query: LibraryQuery, form: str, stop: Stop) -> str:
        """The games that a query finds, in a format of texts."""
        most, texts = self._settings.exported_games, list[notation.Notated]()
        with _refusing():
            if self.games.search(query, limit=0).total > most:
                raise invalid(Message("refusals.many_exported", most=most))
            for game in self.games.games(query):
                if stop.is_set():
                    break
                texts.append(game.record.to_text())
        try:
            return str(notation.render(texts, form))
        except NotationError as error:
            raise invalid(error) from None

    def check_writable(self) -> None:
        """Only somebody at this machine may add games by the page."""
        if not self._settings.is_private:
            raise RefusedError(403, "not_private", Message("refusals.library_of_all"))

    def add_file(self, data: bytes, tables: tuple[int, int], stop: Stop, board: str = "") -> AddedToLibrary:
        """Adds the games of a file, behind which tables of names may stand, part by part until the stop."""
        try:
            head = len(data) - sum(tables)
            if head >= 0 and is_wthor(data[:head]):
                games: list[notation.Notated] = [*read_file(data, *tables)]
            else:
                games = parse_bytes(data, board or None, notation.parse)
        except NotationError as error:
            return _added(AddedGames(), problems=[problem_of(error)])
        except ValueError as error:  # no such board
            raise invalid(error) from None
        if not games:
            problem = TextProblem(text=views.in_words(Message("refusals.no_game_in_file")))
            return _added(AddedGames(), problems=[problem])
        return self.add(games, stop)

    def add(self, games: Sequence[notation.Notated], stop: Stop) -> AddedToLibrary:
        added = AddedGames()
        with _refusing():
            for first in range(0, len(games), AT_ONCE):
                if stop.is_set():
                    return _added(added, is_whole=False)
                try:
                    added = added.joined(self.games.add(games[first : first + AT_ONCE]))
                except StoreError:
                    raise
                except ValueError as error:  # it is full
                    problem = TextProblem(text=views.in_words(message_of(error)))
                    return _added(added, is_whole=False, problems=[problem])
        return _added(added)


def listed(game: LibraryGame) -> ListedGame:
    record = game.record
    return ListedGame(
        number=game.number,
        board=record.variant,
        black=record.black,
        white=record.white,
        place=record.place,
        date=record.date,
        result=record.result,
        moves=len(record.moves),
        ply=game.ply,
        opening=views.opening_name(record),
    )


def own_game(row: StoredGame) -> Record:
    """A finished game of the server's store; its players are named by their specs."""
    saved = SavedGame.from_json(row.state)
    record = saved.record if saved.end is None else ended_record(saved.record, saved.end)
    day = datetime.fromtimestamp(row.started, UTC).strftime("%Y-%m-%d")
    return replace(
        record, black=record.black or row.black, white=record.white or row.white, date=record.date or day
    )


def _added(
    games: AddedGames, *, is_whole: bool = True, problems: list[TextProblem] | None = None
) -> AddedToLibrary:
    return AddedToLibrary(**games._asdict(), is_whole=is_whole and not problems, problems=problems or [])


@contextmanager
def _refusing() -> Iterator[None]:
    """Tells visitors in their language what is wrong with the file, and the log what SQLite says."""
    try:
        yield
    except (StoreError, OSError) as error:
        _LOG.error("the library: %s", error)
        if cannot_write(error):
            raise RefusedError(507, "not_stored", Message("refusals.library_disk"), 60) from None
        raise RefusedError(503, "library", Message("refusals.library_damaged"), 60) from None
