"""Imports files of games into a library, a part at a time."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from shirokuro.engine.limits import Stop
from shirokuro.errors import message_of
from shirokuro.library.library import AddedGames, Library
from shirokuro.notation.detection import iterate
from shirokuro.notation.values import Notated
from shirokuro.words.message import Message
from shirokuro.workers.progress import Progress

AT_ONCE = 8192
"""Games that are stored together: what is stored stays, whatever happens to the rest."""
TABLES = (".jou", ".trn")
"""Files of names, which are read with the games beside them."""
ENDINGS = (".wtb", ".ggf", ".sgf", ".pgn", ".txt", ".json", ".jsonl")
"""The files that are taken from a folder."""


@dataclass(frozen=True, slots=True)
class ImportProgress(Progress):
    """How far an import is, in files; what became of the games so far."""

    games: AddedGames = field(default_factory=AddedGames)
    problems: tuple[Message | str, ...] = ()
    """Why files were not read to their end."""


def import_files(
    library: Library, paths: Iterable[str | Path], stop: Stop | None = None
) -> Iterator[ImportProgress]:
    """Imports files, and all files of folders; a file that cannot be read costs no other one.

    It may be stopped, or killed, at any time: the same import then adds the rest.
    """
    files = _files(paths)
    problems: list[Message | str] = []
    waiting: list[Notated] = []
    games = AddedGames()

    def progress(done: int) -> ImportProgress:
        return ImportProgress(done, len(files), games, tuple(problems))

    done = 0
    for done, path in enumerate(files):
        for game in _games(path, problems):
            waiting.append(game)
            if len(waiting) >= AT_ONCE:
                games = games.joined(library.add(waiting))
                waiting.clear()
                yield progress(done)
            if stop is not None and stop.is_set():
                break
        if stop is not None and stop.is_set():
            break
    else:
        done = len(files)
    games = games.joined(library.add(waiting))
    yield progress(done)


def _games(path: Path, problems: list[Message | str]) -> Iterator[Notated]:
    """The games of a file, up to the first that cannot be read."""
    try:
        yield from iterate(path)
    except (ValueError, OSError) as error:
        problems.append(message_of(error))


def _files(paths: Iterable[str | Path]) -> Sequence[Path]:
    """The files of games, those of folders by name; a path that is not there is an error at once."""
    found = []
    for path in map(Path, paths):
        if path.is_dir():
            games = sorted(each for each in path.iterdir() if each.suffix.lower() in ENDINGS)
            if not games:
                raise ValueError(Message("library.no_files", folder=str(path), endings=", ".join(ENDINGS)))
            found += games
        elif path.suffix.lower() not in TABLES:
            path.stat()
            found.append(path)
    return found
