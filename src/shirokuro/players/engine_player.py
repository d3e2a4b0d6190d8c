"""`engine`: the engine at a level from 0 to 20, or within limits of its own."""

from __future__ import annotations

from contextlib import AbstractContextManager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Literal, Self

from shirokuro.board.board import Board
from shirokuro.board.record import Record
from shirokuro.books.book_file import Book
from shirokuro.engine.engine import Engine, table_for
from shirokuro.engine.evaluation import Evaluator
from shirokuro.engine.limits import MOST, MOST_THREADS, Limits, Stop
from shirokuro.engine.pool import ENGINES
from shirokuro.engine.result import OnResult, Result
from shirokuro.experience.experience import Experience
from shirokuro.experience.experience_file import Known
from shirokuro.parameters.parameter import parameter, seed_parameter
from shirokuro.players.answer import Choice
from shirokuro.players.clock import Allotment
from shirokuro.players.from_book import book_choice, is_solved
from shirokuro.players.levels import LEVELS
from shirokuro.players.pace import EnoughError, Pace
from shirokuro.players.person import TABLE_MIB, choose_as_person
from shirokuro.players.player import BuiltinPlayer, dice, side_in
from shirokuro.proofs.own_proofs import own_proofs
from shirokuro.proofs.proof import Proof
from shirokuro.words.message import Message

LARGEST_TABLE = 64
"""In MiB; clearing a larger table takes longer than it saves in the seconds of a move."""
NODES_A_SECOND = 15_000_000
"""A rough speed of one thread, used only to choose the size of the table."""
QUICK_LEVEL = 8
"""Up to this level it answers within a tenth of a second."""
BOOK_LEVEL = 10
"""From this level on it uses its book against people."""


@dataclass(frozen=True)
class EnginePlayer(BuiltinPlayer):
    """The engine. Its value is in discs.

    Levels 0 to 9 play like people of a rating, as `person` does. Tournament games show nobody as weak as
    levels 0 to 5, so these are guesses. From 10 on a level sets how far it looks ahead. `depth`, `nodes` or
    `seconds` replace the level: the engine then plays as well as it can within them. Every search begins with
    an empty table, so nothing depends on earlier moves or games.
    Where it has a book of the board and knows the position from it, it answers at once, drawing by its seed
    among the moves that are hardly worse than the best; `auto` does so where people play, from level 10 on.
    There it also plays by the proofs that lie with the user's own data (docs/solving.md).
    With an experience it plays what that found best, and learns from games (docs/experience.md). Its memory
    is how much of the experience it knows.
    """

    spec_name = "engine"
    summary = Message("players.engine")
    origin = "this project"

    level: int = parameter(10, Message("parameters.level"), least=0, most=len(LEVELS) - 1)
    depth: int = parameter(0, Message("parameters.engine_depth"), least=0, most=64)
    nodes: int = parameter(0, Message("parameters.engine_nodes"), least=0, most=MOST["nodes"])
    seconds: float = parameter(0.0, Message("parameters.engine_seconds"), least=0, most=MOST["seconds"])
    threads: int = parameter(1, Message("parameters.engine_threads"), least=1, most=MOST_THREADS)
    evaluator: Literal["trained", "hand", "squares", "features"] = parameter(
        "trained", Message("parameters.evaluator")
    )
    weights: str = parameter("", Message("parameters.weights"))
    book: Literal["auto", "true", "false"] = parameter("auto", Message("parameters.book"))
    spread: int = parameter(1, Message("parameters.engine_spread"), least=0, most=64)
    proof: str = parameter("", Message("parameters.proof"))
    experience: str = parameter("", Message("parameters.experience"))
    seed: int = seed_parameter()
    memory: Known | None = field(default=None, repr=False)
    experience_folder: Path | None = field(default=None, repr=False, compare=False)
    is_for_people: bool = field(default=False, repr=False, compare=False)
    progress: OnResult | None = field(default=None, repr=False, compare=False)

    def __post_init__(self) -> None:
        super().__post_init__()
        for name in ("weights", "experience", "proof"):
            if "," in getattr(self, name):
                raise ValueError(f"engine: {name} is a path without a comma, not {getattr(self, name)!r}")
        Evaluator(self.evaluator, self.weights or None)  # report errors before the game
        if self.proof:
            Proof.load(self.proof)
        if self.learns:
            self.own_experience().check()

    @property
    def level_name(self) -> Message | str:
        """The name of its level; empty if the level has none or limits replace it."""
        return LEVELS[self.level].name if self._own_limits() == Limits() else ""

    @property
    def is_quick(self) -> bool:
        return self.level <= QUICK_LEVEL and self._own_limits() == Limits()

    def with_progress(self, progress: OnResult) -> Self:
        return replace(self, progress=progress)

    def for_people(self) -> Self:
        return replace(self, is_for_people=True)

    @property
    def spec(self) -> str:
        """Empty for a player with a memory, which a specification cannot hold."""
        return self.name if self.memory is None and self.experience_folder is None else ""

    @property
    def learns(self) -> bool:
        return bool(self.experience)

    def own_experience(self) -> Experience:
        """The experience that it plays by, if it learns."""
        return Experience(self.experience, folder=self.experience_folder)

    def with_memory(self, memory: Known) -> Self:
        """The player with this much of its experience."""
        return replace(self, memory=memory)

    def learn(self, record: Record) -> Known:
        """Adds a game to its experience."""
        return self.own_experience().learn(record, side_in(record, self.name))

    def prepare(self, variant: str) -> None:
        if self.learns:
            self.own_experience().moves(Board(variant), self.memory)
        self._own_book(variant)
        Evaluator(self.evaluator, self.weights or None).on(variant)

    def pick(self, board: Board, limits: Limits, stop: Stop | None) -> Choice:
        if len(board.legal_moves) == 1:
            return Choice(board.legal_moves[0], note=Message("notes.only_move"))
        known = self._from_proof(board, limits, stop) or self._from_memory(board)
        if known is not None:
            return known
        rating = LEVELS[self.level].rating
        if rating is not None and self._own_limits() == Limits():
            with self._lent(TABLE_MIB) as engine:
                return choose_as_person(engine, board, rating, self.seed, limits, stop)
        wanted, empties = self._wanted(board), len(board.empties())
        allowed = wanted.tightened(limits)
        with self._lent(_table(board, allowed)) as engine:
            result = self._search(engine, board, limits, stop)
        is_whole = result.kind == "exact" or result.depth >= (wanted.depth or empties)
        is_whole |= wanted.nodes is not None and result.nodes >= wanted.nodes
        is_capped = allowed != wanted and not is_whole
        note = Message("notes.kind_capped", kind=result.badge()) if is_capped else result.badge()
        return Choice(result.pv[0], result.value, result.pv, result.nodes, note=note)

    def _from_proof(self, board: Board, limits: Limits, stop: Stop | None) -> Choice | None:
        """A move that keeps what is proven; near the end of a proof, the best one by solving."""
        found: tuple[int, int] | None = None
        if self.proof:
            proof = Proof.load(self.proof)
            if proof.variant != board.variant_name:
                return None
            if len(board.empties()) <= proof.leaf:
                with self._lent(_table(board, limits)) as engine:
                    result = engine.solve(board, "exact", limits, stop)
                return Choice(result.pv[0], result.value, result.pv, result.nodes, note=result.badge())
            found = proof.best(board)
        elif self._uses_own_proofs() and len(board.empties()) > LEVELS[-1].exact:
            found = own_proofs().best(board)
        return (
            None if found is None else Choice(found[0], found[1], (found[0],), note=Message("notes.proven"))
        )

    def _from_memory(self, board: Board) -> Choice | None:
        """The answer of its experience, else of its book."""
        found = self.own_experience().moves(board, self.memory) if self.learns else None
        if found is not None:
            move = dice(self.seed, board).choice(found.moves)
            return Choice(move, found.value, (move,), note=Message("notes.experience"))
        book = self._own_book(board.variant_name)
        return None if book is None else book_choice(book, board, self.spread, dice(self.seed, board))

    def _own_book(self, variant: str) -> Book | None:
        """The book that it plays from; None if it has none or may not use it."""
        uses = self._meets_people() if self.book == "auto" else self.book == "true"
        return Book.shipped(variant) if uses else None

    def _uses_own_proofs(self) -> bool:
        """Never in a match of programs, which must not depend on the data of a user."""
        return self._meets_people() and self.book != "false"

    def _meets_people(self) -> bool:
        """Whether it plays against people, at a level that may use books and proofs."""
        return self.is_for_people and self.level >= BOOK_LEVEL and self._own_limits() == Limits()

    def _lent(self, table_mib: int) -> AbstractContextManager[Engine]:
        return ENGINES.lend(self.threads, table_mib, self.evaluator, self.weights or None)

    def _own_limits(self) -> Limits:
        """The limits that its parameters set instead of a level."""
        return Limits(self.depth or None, self.nodes or None, self.seconds or None)

    def _wanted(self, board: Board) -> Limits:
        """The limits that it has without those of the game."""
        own, empties = self._own_limits(), len(board.empties())
        if own != Limits():
            return own
        if self.level >= BOOK_LEVEL and empties <= LEVELS[-1].exact:
            # A proof, or a book that it was asked for, has led to an ending that can be solved: this one.
            book = self._own_book(board.variant_name) if self.book == "true" else None
            by_proof = self._uses_own_proofs() and board.variant_name in own_proofs().variants()
            if by_proof or (book is not None and is_solved(book)):
                return LEVELS[-1].limits(empties)
        return LEVELS[self.level].limits(empties)

    def _search(self, engine: Engine, board: Board, limits: Limits, stop: Stop | None) -> Result:
        """The best move within the limits; on a clock, as soon as that move is stable enough."""
        wanted = self._wanted(board)
        allowed = wanted.tightened(limits)
        if not isinstance(limits, Allotment) or allowed.seconds != limits.seconds:
            return engine.search(board, allowed, stop, progress=self.progress)
        most = wanted.tightened(replace(limits, seconds=limits.most_seconds))
        pace = Pace(limits)

        def progress(result: Result) -> None:
            if self.progress is not None:
                self.progress(result)
            pace(result)

        try:
            return engine.search(board, most, stop, progress=progress)
        except EnoughError as enough:
            return enough.result


def _table(board: Board, limits: Limits) -> int:
    """MiB of a new table; clearing it must not take longer than the search."""
    nodes = min(limits.nodes or NODES_A_SECOND * 60, int((limits.seconds or 60) * NODES_A_SECOND))
    return max(1, min(table_for(board, limits), nodes >> 16, LARGEST_TABLE))
