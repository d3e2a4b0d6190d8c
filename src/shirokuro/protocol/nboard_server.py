"""The NBoard server: obeys lines in order; a `ping` ends what is being thought about, and is answered."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Mapping
from dataclasses import replace

from shirokuro import PASS, Board, Choice, Stop, parse_move
from shirokuro.errors import InvalidMoveError, NotationError
from shirokuro.notation.ggf import parse_ggf
from shirokuro.players.answer import clean
from shirokuro.players.engine_player import EnginePlayer
from shirokuro.players.rival.rival import Rival
from shirokuro.protocol.nboard_search import NBoardSearch, SearchDepth
from shirokuro.protocol.nboard_text import answer_line, one_word
from shirokuro.protocol.served_game import ServedGame
from shirokuro.protocol.thinking import EndableThinking, Saying, Work
from shirokuro.protocol.wire import Wire

ENDING = ("ping", "quit", "set game", "move", "go", "hint", "analyze")
"""What ends the thinking that was asked for before it."""
COUNT_IN_DISCS = (EnginePlayer, Rival)
"""Players whose values NBoard can show."""
MOST_DEPTH = 64
NAME = "Shirokuro"


class NBoardServer:
    """One program's game; NBoard's depth is that of hints and, if nobody named a player, of moves too."""

    def __init__(self, served: ServedGame, wire: Wire, threads: int, is_by_depth: bool) -> None:
        self._served = served
        self._wire = wire
        self._search = NBoardSearch(threads, SearchDepth())
        self._is_by_depth = is_by_depth
        self._thinking = EndableThinking(wire.write)
        self._line = 0
        """The number of the line that is being obeyed."""
        self._lines_read = 0
        self._answered: set[int] = set()
        """Lines that were answered when they were read."""
        self._commands: Mapping[str, Callable[[str], None]] = {
            "set depth": self._set_depth,
            "set game": self._set_game,
            "move": self._move,
            "hint": self._hint,
            "go": self._go,
            "analyze": self._analyze,
            "learn": self._learn,
            "ping": self._ping,
        }
        """All that do something; `nboard` and `set contempt` are heard and change nothing."""

    def serve(self) -> None:
        """Until `quit`, the end of the input, or nobody reads the answers."""
        for line in self._wire.lines(self._arrived, lambda: self._thinking.end_before(sys.maxsize)):
            self._line += 1
            command, words = _command(line)
            if command == "quit":
                return
            if command in self._commands and self._line not in self._answered:
                self._obey(command, words)

    def _arrived(self, line: str) -> None:
        """In the thread that reads: ends what is being thought about, and answers for a player that does not
        listen."""
        self._lines_read += 1
        command, words = _command(line)
        if command not in ENDING or self._thinking.end_before(self._lines_read):
            return
        if command == "ping":
            self._answered.add(self._lines_read)
            self._ping(words)
        if command == "quit":
            os._exit(0)  # the player keeps the main thread, and nobody waits for it

    def _obey(self, command: str, words: str) -> None:
        """What goes wrong is told in the status line."""
        try:
            self._commands[command](words)
        except OSError:
            raise
        except Exception as error:
            self._wire.write(_complaint(command, error))

    def _think(self, command: str, work: Work) -> None:
        """Does work that a ping ends; what goes wrong in it is told as long as somebody waits for it."""

        def told(stop: Stop, say: Saying) -> None:
            try:
                work(stop, say)
            except OSError:
                raise
            except Exception as error:
                say(_complaint(command, error))

        self._thinking.run(self._line, told)

    def _set_depth(self, words: str) -> None:
        depth = min(max(_number(words), 1), MOST_DEPTH)
        self._search = replace(self._search, depth=SearchDepth(depth))
        self._wire.write(f"set myname {self._name()}")

    def _set_game(self, words: str) -> None:
        """The position at the end of a game in GGF."""
        games = parse_ggf(words)
        if len(games) != 1:
            raise NotationError(f"one game was expected, there are {len(games)}")
        self._served.put(Board.from_text(games[0]))

    def _move(self, words: str) -> None:
        """A square, or PA; values and times after it are NBoard's own."""
        move, board = parse_move(words.partition("/")[0].strip()), self._served.board
        if board.must_pass() and move != PASS:
            board.push(PASS)
        board.push(move)

    def _ping(self, words: str) -> None:
        """The thinking has ended when this is obeyed."""
        self._wire.write(f"pong {clean(words)}".rstrip())

    def _hint(self, words: str) -> None:
        board, count = self._served.board.copy(), max(_number(words), 1)

        def work(stop: Stop, say: Saying) -> None:
            say("status analysing")
            self._search.hint(board, count, stop, say)
            say("status")

        self._think("hint", work)

    def _analyze(self, words: str) -> None:
        board = self._served.board.copy()

        def work(stop: Stop, say: Saying) -> None:
            say("status analysing the game")
            self._search.analyze(board, stop, say)
            say("status")

        self._think("analyze", work)

    def _go(self, words: str) -> None:
        """Says a move without making it."""
        if self._served.board.is_over():
            raise ValueError("the game is over")
        self._think("go", self._choose)

    def _choose(self, stop: Stop, say: Saying) -> None:
        board = self._served.board.copy()
        say(f"status {self._name()} is thinking")
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

    def _learn(self, words: str) -> None:
        try:
            self._served.learn()
        finally:
            self._wire.write("learned")

    def _name(self) -> str:
        own = str(self._search.depth.plies) if self._is_by_depth else f"-{self._served.player.name}"
        return one_word(f"{NAME}{own}")


def serve_nboard(served: ServedGame, wire: Wire, threads: int = 1, is_by_depth: bool = False) -> None:
    NBoardServer(served, wire, threads, is_by_depth).serve()


def _complaint(command: str, error: Exception) -> str:
    return f"status {command}: {clean(str(error)) or type(error).__name__}"


def _command(line: str) -> tuple[str, str]:
    """A command and its words; the first version of the protocol said a move without `move`."""
    words = line.strip().split(maxsplit=2)
    if words[:1] == ["set"]:
        return " ".join(words[:2]), "".join(words[2:])
    if len(words) == 1 and _is_move(words[0].partition("/")[0]):
        return "move", words[0]
    return "".join(words[:1]), line.strip()[len(words[0]) :].strip() if words else ""


def _is_move(word: str) -> bool:
    try:
        parse_move(word)
    except InvalidMoveError:
        return False
    return len(word) == 2


def _number(words: str) -> int:
    try:
        return int(words.split()[0]) if len(words) < 20 else MOST_DEPTH
    except (ValueError, IndexError):
        raise ValueError(f"a number is needed, not {clean(words)[:20]!r}") from None
