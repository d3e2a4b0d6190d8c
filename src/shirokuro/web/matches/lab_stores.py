"""Reads runs, cells and games from the laboratory stores that the server was started with."""

from __future__ import annotations

from collections.abc import Generator, Iterable, Iterator, Sequence
from contextlib import closing, contextmanager
from itertools import islice
from pathlib import Path
from typing import NamedTuple

from shirokuro.lab.run.database import StoreError
from shirokuro.lab.run.plan import Cell
from shirokuro.lab.run.store import FILE_NAME, Store
from shirokuro.lab.run.task import digest
from shirokuro.lab.study import Run
from shirokuro.lab.study_index import recall, recall_all
from shirokuro.matches.fixture import Game
from shirokuro.web.matches.values import LabCell, LabCellList, LabGame, LabGameList, LabRun, LabStore
from shirokuro.web.refusal import RefusedError, not_found
from shirokuro.web.views import in_words
from shirokuro.words.message import Message


class LabQuery(NamedTuple):
    """Selects the games to list."""

    run: str = ""
    """Empty for all games of the store."""
    cell: str = ""
    after: int = 0
    limit: int = 50


class LabStores:
    """The stores by name. All methods read files, so call them in a thread."""

    def __init__(self, paths: Iterable[Path]) -> None:
        self._paths: dict[str, Path] = {}
        for path in paths:
            name = plain = path.resolve().name if path.is_dir() else path.stem
            number = 1
            while name in self._paths:
                number += 1
                name = f"{plain}-{number}"
            self._paths[name] = store_file(path)

    def listing(self) -> list[LabStore]:
        found = []
        for name in self._paths:
            with self._opened(name) as store:
                titles = [(run.study.name, in_words(run.study.title)) for run in recall_all(store)]
                runs = [LabRun(name=run, title=title) for run, title in titles]
                found.append(LabStore(name=name, games=store.counts()[0], runs=runs))
        return found

    def cells(self, name: str, run: str) -> LabCellList:
        """The cells of a run, and how many games of each were played."""
        with self._opened(name) as store:
            found, done = _recalled(store, run), store.keys()
            cells = [
                LabCell(
                    name=cell.name,
                    player=cell.subject(),
                    planned=len(cell.fixtures),
                    played=sum(digest(fixture.key()) in done for fixture in cell.fixtures),
                )
                for cell in found.plan
            ]
        title, question = in_words(found.study.title), in_words(found.study.question)
        return LabCellList(title=title, question=question, cells=cells)

    def games(self, name: str, query: LabQuery) -> LabGameList:
        """One page of games, in the order of the run's plan or, without a run, of the store."""
        with self._opened(name) as store:
            games = _planned(store, query) if query.run else store.games(query.after)
            with closing(games):
                page = [
                    LabGame(
                        key=digest(game.fixture.key()).hex(),
                        board=game.fixture.variant,
                        black=game.fixture.black,
                        white=game.fixture.white,
                        margin=game.record.result,
                        moves=len(game.record.moves),
                        opening=game.fixture.opening,
                    )
                    for game in islice(games, query.limit + 1)
                ]
        is_last = len(page) <= query.limit
        following = None if is_last else query.after + query.limit
        return LabGameList(games=page[: query.limit], next=following)

    def game(self, name: str, key: str) -> Game:
        with self._opened(name) as store:
            try:
                found = store.found(bytes.fromhex(key))
            except ValueError:
                found = None
        if found is None:
            raise not_found("game")
        return found

    @contextmanager
    def _opened(self, name: str) -> Iterator[Store]:
        if name not in self._paths:
            raise not_found("store")
        try:
            with Store(self._paths[name], create=False) as store:
                yield store
        except StoreError:
            raise RefusedError(503, "store", Message("refusals.lab_store", name=name), 10) from None


def store_file(path: Path) -> Path:
    """The file of a store; a folder has it under its default name."""
    return path / FILE_NAME if path.is_dir() else path


def _recalled(store: Store, run: str) -> Run:
    try:
        return recall(store, run)
    except ValueError:
        raise not_found("run") from None


def _planned(store: Store, query: LabQuery) -> Generator[Game, None, None]:
    plan: Sequence[Cell] = _recalled(store, query.run).plan
    if query.cell:
        plan = [cell for cell in plan if cell.name == query.cell]
        if not plan:
            raise not_found("cell")
    with closing(store.played(plan)) as games:
        yield from islice(games, query.after, None)
