"""The commands of `shirokuro play`; each method `do_…` is one."""

from __future__ import annotations

from difflib import get_close_matches
from pathlib import Path
from unicodedata import normalize

import shirokuro
from shirokuro import Colour, Judgement, Position, Result, move_name, player
from shirokuro.cli.board_view import View
from shirokuro.cli.long_work import ProgressBar, stop_on_interrupt
from shirokuro.cli.play_rival import RememberedRival
from shirokuro.cli.play_turns import time_of
from shirokuro.cli.review_text import reasons, table, totals
from shirokuro.cli.screen import Screen
from shirokuro.errors import message_of
from shirokuro.matches.hints import evaluation, hints
from shirokuro.matches.interactive_game import Help, PlayedGame, name_of, rival_side
from shirokuro.matches.saved_game import GameFiles
from shirokuro.players.levels import LEVELS
from shirokuro.proofs.own_proofs import own_proofs
from shirokuro.words.message import Message, in_all_languages

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
        """Carries out a move or a command; after an error, prints it and leaves the game unchanged."""
        first, *rest = words.split(maxsplit=1) or [""]
        word = normalize("NFKC", first).lower()  # accepts the wide letters of Japanese keyboards
        command = getattr(self, f"do_{ALIASES.get(word, word)}", None)
        try:
            if command is not None:
                command("".join(rest).strip())
            elif self._game.is_over():
                raise ValueError(Message("errors.game_over_commands"))
            else:
                move = normalize("NFKC", words).strip()
                self._game.push(MOVES.get(move, move))
        except (ValueError, OSError) as error:
            near = get_close_matches(word, COMMANDS, 1) if command is None and len(word) > 2 else []
            said = message_of(error)
            if isinstance(said, str) and self._screen.language != "en":
                said = Message(
                    "errors.not_done", reason=said
                )  # an English reason within a translated sentence
            if near:
                said = Message(
                    "errors.did_mean", message=said, near=Message("names.near", name=repr(near[0]))
                )
            self._screen.explain(said)

    def view(self) -> View:
        """The board with the requested marks."""
        game = self._game
        if self._marks_hints and game.waits():
            values = {move: f"{result.value:+d}" for move, result in self._hints().items()}
            return View(game.board, values)
        return View(game.board, shows_moves=game.waits())

    def _hints(self) -> dict[int, Result]:
        """The result of each move, best first; searched once per position."""
        board = self._game.board
        self._take_help("hint")
        if board.position not in self._hinted:
            with self._screen.thinking(Message("game.looking_hints")):
                self._hinted[board.position] = hints(board, own_proofs()).results
        return self._hinted[board.position]

    def do_moves(self, _: str) -> None:
        names = " ".join(self._game.board.legal_moves.names())
        self._screen.say(names or Message("game.none").text(self._screen.language))

    def do_hint(self, rest: str) -> None:
        if rest in ("on", "off"):
            self._marks_hints = rest == "on"
            self._screen.tell(Message("game.hints_on") if self._marks_hints else Message("game.hints_off"))
            return
        if rest:
            raise ValueError(Message("errors.hint_takes", word=f"{rest!r}"))
        self._refuse_if_over()
        for result in list(self._hints().values())[:HINTS_SHOWN]:
            names = [*map(move_name, result.pv[:8])]
            value, line = f"{result.value:+3d}", " ".join(names)
            self._screen.tell(
                Message("game.hint", move=names[0], value=value, kind=result.badge(), line=line)
            )

    def do_eval(self, _: str) -> None:
        self._refuse_if_over()
        self._take_help("analysis")
        with self._screen.thinking(Message("game.looking_ahead")):
            result = evaluation(self._game.board)
        line, fields = (
            " ".join(map(move_name, result.pv)),
            {"value": result.verdict(), "kind": result.badge()},
        )
        self._screen.tell(Message("game.evaluation", side=self._game.board.turn, line=line, **fields))

    def do_undo(self, rest: str) -> None:
        self._game.learn()  # a game that is over counts as it ended
        was_open = self._game.learning == "open"
        self._game.undo(_times("undo", rest))
        if was_open:
            self._tell_help("taken_back")

    def do_redo(self, rest: str) -> None:
        self._game.redo(_times("redo", rest))

    def do_clock(self, _: str) -> None:
        key = "game.clock_used" if self._game.clock is None else "game.clock_left"
        self._screen.tell(Message(key, **{str(side): time_of(self._game, side) for side in Colour}))

    def do_review(self, _: str) -> None:
        board = self._game.board
        if not board.move_stack:
            raise ValueError(Message("errors.nothing_to_review"))
        self._take_help("analysis")
        total, language = len(board.move_stack), self._screen.language

        def show(judged: Judgement) -> None:
            words = f"{judged.ply}. {move_name(judged.move)}{judged.mark} {judged.value:+d}"
            bar.show(total - judged.ply + 1, words)  # a game is judged from its end

        with stop_on_interrupt() as stop, ProgressBar(total, language=language) as bar:
            found = shirokuro.review(self._game.record(), progress=show, stop=stop)
        people = [side for side, seat in self._game.seats.items() if seat is None]
        you = people[0] if len(people) == 1 else None
        rows = [*table(found, language), *totals(found, language), *reasons(found, language, you)]
        self._screen.say("\n".join(rows))

    def do_new(self, rest: str) -> None:
        left = self._game.text()
        with self._screen.thinking(Message("game.learning")):
            self._game.begin_again(rest or self._game.board.variant_name)
        self._screen.tell(Message("game.game_left" if left else "game.new_game", moves=left))

    def do_level(self, rest: str) -> None:
        numbers = {
            name: i
            for i, level in enumerate(LEVELS)
            for name in in_all_languages(level.name).values()
            if name
        }
        number = numbers[rest] if rest in numbers else _number("level", rest)
        engine = player(f"engine:level={number}")
        if not any(self._game.seats.values()):
            raise ValueError(Message("errors.no_level"))
        self._game.learn()
        self._game.change_opponent(engine)
        self._screen.tell(Message("game.opponent_now", player=name_of(engine)))

    def do_rival(self, _: str) -> None:
        if self._rival is None:
            raise ValueError(Message("rival.not_here"))
        self._rival.tell_knowledge(self._game, self._screen)

    def do_resign(self, _: str) -> None:
        self._refuse_if_over()
        self._game.resign()

    def do_save(self, rest: str) -> None:
        self._files.save(self._game.record(), _path("save", rest))
        self._screen.tell(Message("game.saved", file=rest))

    def do_load(self, rest: str) -> None:
        left = self._game.text()
        self._game.go_on_from(self._files.load(_path("load", rest), self._game.board.variant_name))
        self._screen.tell(Message("game.game_left" if left else "game.loaded", moves=left, file=rest))

    def do_help(self, _: str) -> None:
        language = self._screen.language
        rows = (f"  {name:7} {Message(f'commands.{name}').text(language)}" for name in COMMANDS)
        self._screen.explain(Message("commands.heading"), *rows, self._screen.legend)

    def do_quit(self, _: str) -> None:
        self.is_leaving = True

    def _take_help(self, kind: Help) -> None:
        if self._game.take_help(kind):
            self._tell_help(kind)

    def _tell_help(self, kind: Help) -> None:
        """Tells once that the rival will not count the game."""
        if rival_side(self._game.seats) is not None:
            self._screen.tell(Message(f"rival.{kind}"))

    def _refuse_if_over(self) -> None:
        if self._game.is_over():
            raise ValueError(Message("errors.game_over", message=self._game.result()))


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


def _times(command: str, text: str) -> int:
    times = _number(command, text or "1")
    if times < 1:
        raise ValueError(Message("errors.needs_positive", command=command, number=text))
    return times


def _number(command: str, text: str) -> int:
    if not text.isdecimal() or len(text) > MOST_DIGITS:
        key = "errors.needs_number_not" if text else "errors.needs_number"
        raise ValueError(Message(key, command=command, text=repr(text)))
    return int(text)


def _path(command: str, text: str) -> Path:
    if not text:
        raise ValueError(Message("errors.needs_file", command=command, again=command))
    return Path(text).expanduser()
