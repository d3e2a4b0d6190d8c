"""The NBoard server: carries out lines in order; a `ping` ends the current search and is answered."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace
from functools import partial

from shirokuro import PASS, Board, Choice, Stop, parse_move
from shirokuro.errors import InvalidMoveError, NotationError
from shirokuro.notation.ggf import parse_ggf
from shirokuro.players.answer import clean
from shirokuro.players.engine_player import EnginePlayer
from shirokuro.players.rival.rival import Rival
from shirokuro.protocol.nboard_search import NBoardSearch, SearchDepth
from shirokuro.protocol.nboard_text import answer_line, one_word
from shirokuro.protocol.served_game import ServedGame
from shirokuro.protocol.thinking import EndableThinking, Saying, ThinkingTask
from shirokuro.protocol.wire import Wire

ENDING = ("ping", "quit", "set game", "move", "go", "hint", "analyze")
"""Commands that end an earlier search."""
COUNT_IN_DISCS = (EnginePlayer, Rival)
"""Players whose values NBoard can show."""
MOST_DEPTH = 64
NAME = "Shirokuro"


class NBoardServer:
    """One program's game. NBoard's depth applies to hints and, if no player was named, to moves."""

    def __init__(self, served: ServedGame, wire: Wire, threads: int, is_by_depth: bool) -> None:
        self._served = served
        self._wire = wire
        self._search = NBoardSearch(threads, SearchDepth())
        self._is_by_depth = is_by_depth
        self._thinking = EndableThinking(wire.write)
        self._line = 0
        """The number of the current line."""
        self._lines_read = 0
        self._answered: set[int] = set()
        """Lines that were answered as soon as they were read."""

    def serve(self) -> None:
        """Serves until `quit`, the end of the input, or a broken output."""
        for line in self._wire.lines(self._arrived, lambda: self._thinking.end_before(sys.maxsize)):
            self._line += 1
            command, words = _command(line)
            if command == "quit":
                return
            if self._line not in self._answered:
                with _complaining(command, self._wire.write):
                    self._obey(command, words)

    def _arrived(self, line: str) -> None:
        """Runs in the reading thread: ends the search that goes on. If its player does not listen, answers a
        ping in its place, or quits."""
        self._lines_read += 1
        command, words = _command(line)
        if command not in ENDING or self._thinking.end_before(self._lines_read):
            return
        if command == "ping":
            self._answered.add(self._lines_read)
            self._pong(words)
        if command == "quit":
            os._exit(0)  # the player blocks the main thread, and nothing is left to wait for

    def _obey(self, command: str, words: str) -> None:
        """Carries out a command; `nboard`, `set contempt` and unknown ones change nothing."""
        board = self._served.board
        match command:
            case "set depth":
                depth = min(max(_number(words), 1), MOST_DEPTH)
                self._search = replace(self._search, depth=SearchDepth(depth))
                self._wire.write(f"set myname {self._name()}")
            case "set game":  # the position at the end of a GGF game
                games = parse_ggf(words)
                if len(games) != 1:
                    raise NotationError(f"one game was expected, there are {len(games)}")
                self._served.put(Board.from_text(games[0]))
            case "move":  # a square or PA; NBoard appends its own value and time
                move = parse_move(words.partition("/")[0].strip())
                if board.must_pass() and move != PASS:
                    board.push(PASS)
                board.push(move)
            case "hint":
                hint = partial(self._search.hint, board.copy(), max(_number(words), 1))
                self._think("hint", "analysing", hint)
            case "analyze":
                self._think("analyze", "analysing the game", partial(self._search.analyze, board.copy()))
            case "go":  # answers a move without making it
                if board.is_over():
                    raise ValueError("the game is over")
                self._think("go", f"{self._name()} is thinking", self._choose)
            case "learn":
                try:
                    self._served.learn()
                finally:
                    self._wire.write("learned")
            case "ping":
                self._pong(words)

    def _think(self, command: str, doing: str, work: ThinkingTask) -> None:
        """Does work that a ping ends; an error is sent only if the answer is still awaited."""

        def complaining(stop: Stop, say: Saying) -> None:
            with _complaining(command, say):
                say(f"status {doing}")
                work(stop, say)
                if command != "go":  # the answer to `go` has its own status
                    say("status")

        self._thinking.run(self._line, complaining)

    def _pong(self, words: str) -> None:
        self._wire.write(f"pong {clean(words)}".rstrip())

    def _choose(self, stop: Stop, say: Saying) -> None:
        board = self._served.board.copy()
        is_searched = self._is_by_depth and not board.must_pass()
        if is_searched:
            found = self._search.search(board, stop, say)
            choice = Choice(found.pv[0], found.value, found.pv, found.nodes, found.seconds)
        else:
            choice = self._served.choose(None, stop)
        is_in_discs = isinstance(self._served.player, COUNT_IN_DISCS)
        answer = answer_line(choice.move, choice.value if is_in_discs else None, choice.seconds)
        stats = f"nodestats {choice.nodes} {choice.seconds:.2f}"
        if say(f"{stats}\n{answer}\nstatus {self._name()} is waiting"):
            self._served.chose(len(board.move_stack), choice.move)

    def _name(self) -> str:
        own = str(self._search.depth.plies) if self._is_by_depth else f"-{self._served.player.name}"
        return one_word(f"{NAME}{own}")


def serve_nboard(served: ServedGame, wire: Wire, threads: int = 1, is_by_depth: bool = False) -> None:
    NBoardServer(served, wire, threads, is_by_depth).serve()


@contextmanager
def _complaining(command: str, say: Callable[[str], object]) -> Iterator[None]:
    """Reports errors in the status line; raises a lost connection."""
    try:
        yield
    except OSError:
        raise
    except Exception as error:
        say(f"status {command}: {clean(str(error)) or type(error).__name__}")


def _command(line: str) -> tuple[str, str]:
    """A command and its words; the first version of the protocol said a move without `move`."""
    words = line.strip().split(maxsplit=2)
    if words[:1] == ["set"]:
        return " ".join(words[:2]), "".join(words[2:])
    if len(words) == 1 and len(word := words[0].partition("/")[0]) == 2:
        with suppress(InvalidMoveError):
            parse_move(word)
            return "move", words[0]
    return "".join(words[:1]), line.strip()[len(words[0]) :].strip() if words else ""


def _number(words: str) -> int:
    try:
        return int(words.split()[0]) if len(words) < 20 else MOST_DEPTH
    except (ValueError, IndexError):
        raise ValueError(f"a number is needed, not {clean(words)[:20]!r}") from None
