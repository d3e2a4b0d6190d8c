"""What a person may type in `shirokuro play`; each method `do_…` is a command."""

from __future__ import annotations

from difflib import get_close_matches
from pathlib import Path

import shirokuro
from shirokuro import Colour, Result, move_name, player
from shirokuro.cli.board_view import View
from shirokuro.cli.long_work import ProgressBar, stop_on_interrupt
from shirokuro.cli.play_turns import time_of
from shirokuro.cli.review_text import table, totals
from shirokuro.cli.screen import Screen
from shirokuro.errors import words_of
from shirokuro.played_game import PlayedGame, name_of
from shirokuro.players.levels import LEVELS

HINTS_SHOWN = 5
MOST_DIGITS = 9


class PlayCommands:
    """The commands of one game."""

    def __init__(self, game: PlayedGame, screen: Screen) -> None:
        self._game = game
        self._screen = screen
        self._marks_hints = False
        self.is_leaving = False

    def obey(self, words: str) -> None:
        """A move or a command; whatever is wrong with it is said, and the game stays as it was."""
        word, _, rest = words.strip().partition(" ")
        command = getattr(self, f"do_{ALIASES.get(word.lower(), word.lower())}", None)
        try:
            if command is not None:
                command(rest.strip())
            else:
                self._move(words)
        except (ValueError, OSError) as error:
            near = get_close_matches(word.lower(), COMMANDS, 1) if command is None and len(word) > 2 else []
            words = words_of(error)
            self._screen.explain(f"{words}; did you mean {near[0]!r}?" if near else words)

    def view(self) -> View:
        """The board with the marks that the person asked for."""
        game = self._game
        if self._marks_hints and game.waits():
            values = {move: f"{result.value:+d}" for move, result in self._hints().items()}
            return View(game.board, values)
        return View(game.board, shows_moves=game.waits())

    def _move(self, words: str) -> None:
        if self._game.is_over():
            raise ValueError("the game is over: undo, new, review, save FILE or quit")
        self._game.push(words)

    def _hints(self) -> dict[int, Result]:
        with self._screen.thinking("looking for hints"):
            return self._game.hints()

    def do_moves(self, _: str) -> None:
        """where you may play"""
        self._screen.say(" ".join(self._game.board.legal_moves.names()) or "none")

    def do_hint(self, rest: str) -> None:
        """what the engine thinks of your moves; hint on, hint off: as marks"""
        if rest in ("on", "off"):
            self._marks_hints = rest == "on"
            self._screen.say(f"hints are {rest}")
            return
        if rest:
            raise ValueError(f"hint takes on, off or nothing, not {rest!r}")
        self._refuse_if_over()
        for result in list(self._hints().values())[:HINTS_SHOWN]:
            names = [*map(move_name, result.pv[:8])]
            value = f"{result.value:+3d} discs ({result.badge()})"
            self._screen.say(f"  {names[0]} {value}: {' '.join(names)}")

    def do_eval(self, _: str) -> None:
        """who the engine thinks is ahead, and the moves that it expects"""
        self._refuse_if_over()
        with self._screen.thinking("looking ahead"):
            result = self._game.evaluation()
        self._screen.say(f"{self._game.board.turn} to move: {result}")

    def do_undo(self, rest: str) -> None:
        """back to your last choice; undo 3 goes back three times"""
        self._game.undo(_times("undo", rest))

    def do_redo(self, rest: str) -> None:
        """takes an undo back; redo 3 takes three"""
        self._game.redo(_times("redo", rest))

    def do_clock(self, _: str) -> None:
        """the time that is left, or without --clock the time used"""
        what = "has thought for" if self._game.clock is None else "has"
        left = "" if self._game.clock is None else " left"
        self._screen.say(", ".join(f"{side} {what} {time_of(self._game, side)}{left}" for side in Colour))

    def do_review(self, _: str) -> None:
        """what each move so far lost; Ctrl-C ends it"""
        board = self._game.board
        if not board.move_stack:
            raise ValueError("there is no move to review yet")
        total = len(board.move_stack)
        with stop_on_interrupt() as stop, ProgressBar(total) as bar:
            found = shirokuro.review(
                self._game.record(),
                progress=lambda judged: bar.show(total - judged.ply + 1, str(judged)),
                stop=stop,
            )
        self._screen.say("\n".join([*table(found), *totals(found)]))

    def do_new(self, rest: str) -> None:
        """a new game; new nip: on that board"""
        left = self._game.text()
        self._game.begin_again(rest or self._game.board.variant_name)
        self._screen.say(f"the game you left: {left}" if left else "a new game")

    def do_level(self, rest: str) -> None:
        """level 7: your opponent becomes the engine at that level, 0 to 20"""
        numbers = {level.name: number for number, level in enumerate(LEVELS) if level.name}
        number = numbers[rest] if rest in numbers else _number("level", rest)
        engine = player(f"engine:level={number}")
        if not any(self._game.seats.values()):
            raise ValueError("two people play: nobody has a level")
        self._game.change_opponent(engine)
        self._screen.say(f"your opponent is now {name_of(engine)}")

    def do_resign(self, _: str) -> None:
        """give the game up"""
        self._refuse_if_over()
        self._game.resign()

    def do_save(self, rest: str) -> None:
        """save FILE: as .ggf, .json or .wtb say; other names get a transcript"""
        self._game.save(_path("save", rest))
        self._screen.say(f"saved to {rest}")

    def do_load(self, rest: str) -> None:
        """load FILE: go on with the game or position in it"""
        left = self._game.text()
        self._game.load(_path("load", rest))
        self._screen.say(f"the game you left: {left}" if left else f"loaded {rest}")

    def do_help(self, _: str) -> None:
        """what you can type"""
        self._screen.explain(f"Type a move such as f5, or\n{HELP}\n{self._screen.legend}")

    def do_quit(self, _: str) -> None:
        """leave; the moves are printed, so nothing is lost"""
        self.is_leaving = True

    def _refuse_if_over(self) -> None:
        if self._game.is_over():
            raise ValueError(f"the game is over: {self._game.result()}")


COMMANDS = tuple(name.removeprefix("do_") for name in vars(PlayCommands) if name.startswith("do_"))
ALIASES = {"exit": "quit", "q": "quit", "?": "help", "": "help"}
HELP = "\n".join(f"  {name:7} {getattr(PlayCommands, f'do_{name}').__doc__}" for name in COMMANDS)


def _times(command: str, text: str) -> int:
    times = _number(command, text or "1")
    if times < 1:
        raise ValueError(f"{command} needs a number from 1 on, not {text}")
    return times


def _number(command: str, text: str) -> int:
    if not text.isdecimal() or len(text) > MOST_DIGITS:
        raise ValueError(f"{command} needs a number, not {text!r}" if text else f"{command} needs a number")
    return int(text)


def _path(command: str, text: str) -> Path:
    if not text:
        raise ValueError(f"{command} needs the name of a file: {command} game.ggf")
    return Path(text).expanduser()
