"""`sk.ExternalEngine`: a program that speaks GTP or NBoard, as a player and for analysis."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Protocol, Self, Unpack

from shirokuro.board.board import Board, board_of
from shirokuro.engine.limits import Caps, Limits, Stop, given_limits
from shirokuro.errors import ExternalEngineError
from shirokuro.players.answer import Choice, clean
from shirokuro.players.external.child import Child, IsStopped
from shirokuro.players.external.conversation_log import ConversationLog
from shirokuro.players.external.engine_setup import (
    USUAL_VARIANTS,
    Dialect,
    EngineSetup,
    Patience,
    texts,
    words_of_command,
)
from shirokuro.players.external.gtp_client import GtpClient
from shirokuro.players.external.nboard_client import NBoardClient
from shirokuro.players.player import Player
from shirokuro.squares.square import PASS, move_name
from shirokuro.words.message import Message

SUMMARY = Message("engines.external")
"""A description for lists of players."""
QUIT_SECONDS = 1.0
"""Seconds after `quit` until it is killed."""


class _Client(Protocol):
    """Speaks a protocol with an engine."""

    title: str
    farewell: str

    def greet(self) -> None: ...
    def begin(self, variant: str) -> None: ...
    def choose(self, board: Board, limits: Limits | None, is_stopped: IsStopped) -> Choice: ...
    def stops_thinking(self) -> bool:
        """Tells an engine to stop thinking; false if its protocol has no way to do so."""
        ...


_CLIENTS: dict[Dialect, Callable[[Child, EngineSetup], _Client]] = {"gtp": GtpClient, "nboard": NBoardClient}


class ExternalEngine(Player):
    """A program of somebody else that plays.

        with sk.ExternalEngine("gtp-rhino --level=5", "gtp") as engine:
            engine.choose(board)

    It is started when it is first needed, stays for all games, and is ended by `close`, at the end of a
    `with` block, and in any case with our process. Silence beyond its `patience`, an illegal move, a crash or
    words that its protocol does not have are an ExternalEngineError; the program is ended then, its log is
    kept among the user's data, and the next question starts it anew.
    """

    stays = True

    def __init__(
        self,
        command: str | Sequence[str],
        protocol: Dialect = "gtp",
        *,
        name: str = "",
        folder: str | Path | None = None,
        variants: Collection[str] = USUAL_VARIANTS,
        lines: Collection[str] = (),
        patience: Patience | None = None,
    ) -> None:
        place = None if folder is None else Path(folder).expanduser()
        words, boards, own = words_of_command(command), texts("variants", variants), texts("lines", lines)
        self._be(EngineSetup(words, protocol, place, boards, own, patience or Patience()), name)

    @classmethod
    def of(cls, setup: EngineSetup, name: str = "") -> Self:
        """The engine of a set-up, as `engines.toml` describes it."""
        engine = cls.__new__(cls)
        engine._be(setup, name)
        return engine

    def _be(self, setup: EngineSetup, name: str) -> None:
        setup.program()  # report a wrong command now
        self.setup = setup
        self.name = name or Path(setup.command[0]).name
        self.variants = setup.variants
        self._log = ConversationLog(self.name)
        self._child: Child | None = None
        self._client: _Client | None = None
        self._speaks = threading.RLock()
        self._is_closing = False

    def __reduce__(self) -> tuple[object, ...]:
        return ExternalEngine.of, (self.setup, self.name)

    def __enter__(self) -> Self:
        with self._speaking():
            return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @property
    def title(self) -> str:
        """Its own name and version; empty until it has started."""
        return "" if self._client is None else clean(self._client.title)

    @property
    def process_id(self) -> int | None:
        """The id of its process; None if it is not running."""
        return None if self._child is None else self._child.process_id

    @property
    def is_asked(self) -> bool:
        """Whether it is being asked something."""
        if self._speaks.acquire(blocking=False):
            self._speaks.release()
            return False
        return True

    def prepare(self, variant: str) -> None:
        """Starts the engine if necessary, and sets up that board."""
        with self._speaking() as client:
            client.begin(variant)

    def choose(
        self,
        board: Board | str,
        limits: Limits | None = None,
        stop: Stop | None = None,
        **caps: Unpack[Caps],
    ) -> Choice:
        """The engine's move; PASS if it must pass. The board stays as it is."""
        board, limits = self._playable(board), given_limits(limits, caps)
        if board.must_pass():
            return Choice(PASS)
        began = time.perf_counter()
        with self._speaking() as client:
            choice = client.choose(board, limits, self._asked_to_stop(stop))
            if choice.move not in board.legal_moves:
                details = (
                    f"{move_name(choice.move)}, where there are {' '.join(map(move_name, board.legal_moves))}"
                )
                raise ExternalEngineError("played an illegal move", details)
        return choice.timed(time.perf_counter() - began)

    def analyze(
        self,
        board: Board | str,
        limits: Limits | None = None,
        stop: Stop | None = None,
        **caps: Unpack[Caps],
    ) -> dict[int, Choice]:
        """What it thinks of the moves, best first: values in discs for the side to move, and its pv.

        The `note` is the depth as it says it; `100%` is a value that is exact. NBoard alone has values.
        Without limits in seconds it thinks for a second.
        """
        board, limits = self._playable(board), given_limits(limits, caps)
        if self.setup.protocol != "nboard":
            raise ValueError(f"{self.name} gives no values: NBoard has them, GTP has not")
        with self._speaking() as client:
            assert isinstance(client, NBoardClient)
            return client.analyze(board, limits or Limits(), self._asked_to_stop(stop))

    def close(self) -> None:
        """Ends the program; the next question starts it again."""
        self._is_closing = True
        with self._speaks:
            self._is_closing = False
            child, client, self._child, self._client = self._child, self._client, None, None
            if child is not None and client is not None:
                child.end(client.farewell, QUIT_SECONDS)

    def _playable(self, board: Board | str) -> Board:
        board = board_of(board)
        if board.variant.name not in self.variants:
            raise ValueError(f"{self.name} does not play {board.variant}: {', '.join(self.variants)}")
        if board.is_over():
            raise ValueError("the game is over: there is nothing to choose")
        return board

    def _asked_to_stop(self, stop: Stop | None) -> IsStopped:
        return lambda: self._is_closing or (stop is not None and stop.is_set())

    @contextmanager
    def _speaking(self) -> Iterator[_Client]:
        """Lends the client of the running engine; after a fault the engine is killed."""
        with self._speaks:
            try:
                yield self._client or self._start()
            except InterruptedError:
                # Stops its thinking, or kills it if it cannot be stopped.
                try:
                    if self._client is None or not self._client.stops_thinking():
                        self._drop()
                except ExternalEngineError:
                    self._drop()
                raise ExternalEngineError("was stopped") from None
            except ExternalEngineError as fault:
                self._drop()
                kept = self._log.keep(str(fault))
                details = "; ".join(filter(None, (fault.details, kept and f"its log: {kept}")))
                raise ExternalEngineError(fault.kind, details) from None
            except BaseException:
                self._drop()
                raise

    def _start(self) -> _Client:
        command = (self.setup.program(), *self.setup.command[1:])
        self._child = Child(command, self.setup.folder, self._log)
        client = _CLIENTS[self.setup.protocol](self._child, self.setup)
        client.greet()
        self._client = client
        return client

    def _drop(self) -> None:
        """Kills the engine, whose state is unknown."""
        child, self._child, self._client = self._child, None, None
        if child is not None:
            child.end_now()
