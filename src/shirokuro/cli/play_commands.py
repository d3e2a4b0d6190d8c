"""What a person may type in `shirokuro play`; each method `do_…` is a command."""

from __future__ import annotations

from difflib import get_close_matches
from pathlib import Path
from unicodedata import normalize

import shirokuro
from shirokuro import Colour, Judgement, Position, Result, move_name, player
from shirokuro.cli.board_view import View
from shirokuro.cli.long_work import ProgressBar, stop_on_interrupt
from shirokuro.cli.play_rival import RememberedRival
from shirokuro.cli.play_turns import called, time_of
from shirokuro.cli.review_text import table, totals
from shirokuro.cli.screen import Screen
from shirokuro.errors import words_of
from shirokuro.matches.hints import evaluation, hints
from shirokuro.matches.interactive_game import PlayedGame, rival_side
from shirokuro.matches.saved_game import GameFiles
from shirokuro.players.levels import LEVELS
from shirokuro.proofs.own_proofs import own_proofs
from shirokuro.words.translation import both, filled, translated

HINTS_SHOWN = 5
MOST_DIGITS = 9


class PlayCommands:
    """The commands of one game."""

    def __init__(self, game: PlayedGame, screen: Screen, rival: RememberedRival | None = None) -> None:
        self._game = game
        self._screen = screen
        self._rival = rival
        self._marks_hints = False
        self._hinted: dict[Position, dict[int, Result]] = {}
        self._files = GameFiles()
        self.is_leaving = False

    def obey(self, words: str) -> None:
        """A move or a command; whatever is wrong with it is said, and the game stays as it was."""
        first, *rest = words.split(maxsplit=1) or [""]
        word = normalize("NFKC", first).lower()  # wide letters, as Japanese keyboards write them, are letters
        command = getattr(self, f"do_{ALIASES.get(word, word)}", None)
        try:
            if command is not None:
                command("".join(rest).strip())
            elif self._game.is_over():
                raise ValueError("the game is over: undo, new, review, save FILE or quit")
            else:
                move = normalize("NFKC", words).strip()
                self._game.push(MOVES.get(move, move))
        except (ValueError, OSError) as error:
            near = get_close_matches(word, COMMANDS, 1) if command is None and len(word) > 2 else []
            words, language = words_of(error), self._screen.language
            words = f"{words}; did you mean {near[0]!r}?" if near else words
            said = translated(words, language)
            if said == words and language != "en":  # it stays English, within a sentence that people can read
                said = filled("not done: {reason}", language, reason=words)
            self._screen.explain(said)

    def view(self) -> View:
        """The board with the marks that the person asked for."""
        game = self._game
        if self._marks_hints and game.waits():
            values = {move: f"{result.value:+d}" for move, result in self._hints().items()}
            return View(game.board, values)
        return View(game.board, shows_moves=game.waits())

    def _hints(self) -> dict[int, Result]:
        """What is known of each move, best first; found out once a position."""
        board = self._game.board
        if board.position not in self._hinted:
            with self._screen.thinking("looking for hints"):
                self._hinted[board.position] = hints(board, own_proofs()).results
        return self._hinted[board.position]

    def do_moves(self, _: str) -> None:
        """where you may play"""
        names = " ".join(self._game.board.legal_moves.names())
        self._screen.say(names or translated("none", self._screen.language))

    def do_hint(self, rest: str) -> None:
        """what the engine thinks of your moves; hint on, hint off: as marks"""
        if rest in ("on", "off"):
            self._marks_hints = rest == "on"
            self._screen.tell("hints are on" if self._marks_hints else "hints are off")
            return
        if rest:
            raise ValueError(f"hint takes on, off or nothing, not {rest!r}")
        self._refuse_if_over()
        for result in list(self._hints().values())[:HINTS_SHOWN]:
            names = [*map(move_name, result.pv[:8])]
            text = "  {move} {value} discs ({kind}): {line}"
            value, line = f"{result.value:+3d}", " ".join(names)
            self._screen.tell(text, move=names[0], value=value, kind=result.badge(), line=line)

    def do_eval(self, _: str) -> None:
        """who the engine thinks is ahead, and the moves that it expects"""
        self._refuse_if_over()
        with self._screen.thinking("looking ahead"):
            result = evaluation(self._game.board)
        text, line = "{side} to move: {value} ({kind}) {line}", " ".join(map(move_name, result.pv))
        side, value, kind = self._game.board.turn, result.verdict(), result.badge()
        self._screen.tell(text, side=side, value=value, kind=kind, line=line)

    def do_undo(self, rest: str) -> None:
        """back to your last choice; undo 3 goes back three times"""
        self._game.learn()  # a game that is over counts as it ended
        was_open = self._game.learning == "open"
        self._game.undo(_times("undo", rest))
        if was_open and rival_side(self._game.seats) is not None:
            self._screen.tell("a move was taken back: the rival will not count this game")

    def do_redo(self, rest: str) -> None:
        """takes an undo back; redo 3 takes three"""
        self._game.redo(_times("redo", rest))

    def do_clock(self, _: str) -> None:
        """the time that is left, or without --clock the time used"""
        text = "black has {black} left, white has {white} left"
        if self._game.clock is None:
            text = "black has thought for {black}, white has thought for {white}"
        self._screen.tell(text, **{str(side): time_of(self._game, side) for side in Colour})

    def do_review(self, _: str) -> None:
        """what each move so far lost; Ctrl-C ends it"""
        board = self._game.board
        if not board.move_stack:
            raise ValueError("there is no move to review yet")
        total, language = len(board.move_stack), self._screen.language

        def show(judged: Judgement) -> None:
            words = f"{judged.ply}. {move_name(judged.move)}{judged.mark} {judged.value:+d}"
            bar.show(total - judged.ply + 1, words)  # a game is judged from its end

        with stop_on_interrupt() as stop, ProgressBar(total, language=language) as bar:
            found = shirokuro.review(self._game.record(), progress=show, stop=stop)
        self._screen.say("\n".join([*table(found, language), *totals(found, language)]))

    def do_new(self, rest: str) -> None:
        """a new game; new nip: on that board"""
        left = self._game.text()
        with self._screen.thinking("learning from the game"):
            self._game.begin_again(rest or self._game.board.variant_name)
        self._screen.tell("the game you left: {moves}" if left else "a new game", moves=left)

    def do_level(self, rest: str) -> None:
        """level 7: your opponent becomes the engine at that level, 0 to 20"""
        numbers = {name: i for i, level in enumerate(LEVELS) for name in both(level.name).values() if name}
        number = numbers[rest] if rest in numbers else _number("level", rest)
        engine = player(f"engine:level={number}")
        if not any(self._game.seats.values()):
            raise ValueError("two people play: nobody has a level")
        self._game.learn()
        self._game.change_opponent(engine)
        self._screen.tell("your opponent is now {player}", player=called(engine, self._screen.language))

    def do_rival(self, _: str) -> None:
        """what the rival takes you for, and its record against you"""
        if self._rival is None:
            raise ValueError("the rival does not play here")
        self._rival.tell_knowledge(self._game, self._screen)

    def do_resign(self, _: str) -> None:
        """give the game up"""
        self._refuse_if_over()
        self._game.resign()

    def do_save(self, rest: str) -> None:
        """save FILE: as .ggf, .json or .wtb say; other names get a transcript"""
        self._files.save(self._game.record(), _path("save", rest))
        self._screen.tell("saved to {file}", file=rest)

    def do_load(self, rest: str) -> None:
        """load FILE: go on with the game or position in it"""
        left = self._game.text()
        self._game.go_on_from(self._files.load(_path("load", rest), self._game.board.variant_name))
        self._screen.tell("the game you left: {moves}" if left else "loaded {file}", moves=left, file=rest)

    def do_help(self, _: str) -> None:
        """what you can type"""
        language = self._screen.language
        head = translated("Type a move such as f5, or", language)
        rows = (f"  {name:7} {translated(words, language)}" for name, words in HELP.items())
        self._screen.explain("\n".join([head, *rows, self._screen.legend]))

    def do_quit(self, _: str) -> None:
        """leave; the moves are printed, so nothing is lost"""
        self.is_leaving = True

    def _refuse_if_over(self) -> None:
        if self._game.is_over():
            raise ValueError(f"the game is over: {self._game.result()}")


COMMANDS = tuple(name.removeprefix("do_") for name in vars(PlayCommands) if name.startswith("do_"))
ALIASES = {
    "exit": "quit",
    "q": "quit",
    "?": "help",
    "": "help",
    "合法手": "moves",
    "ヒント": "hint",
    "評価": "eval",
    "待った": "undo",
    "進む": "redo",
    "時計": "clock",
    "検討": "review",
    "新規": "new",
    "レベル": "level",
    "ライバル": "rival",
    "投了": "resign",
    "保存": "save",
    "読込": "load",
    "ヘルプ": "help",
    "終了": "quit",
}
MOVES = {"パス": "pass"}
HELP = {name: getattr(PlayCommands, f"do_{name}").__doc__ or "" for name in COMMANDS}


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
