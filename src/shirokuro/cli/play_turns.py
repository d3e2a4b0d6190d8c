"""The AI's turns in `shirokuro play`, the lines beside the board, and watching."""

from __future__ import annotations

import math

from shirokuro import PASS, Choice, Colour, PlayerError, move_name
from shirokuro.cli.board_view import View
from shirokuro.cli.keys import Keys, pressed_keys
from shirokuro.cli.opening_view import opening_beside
from shirokuro.cli.screen import Screen
from shirokuro.errors import raise_damage
from shirokuro.matches.interactive_game import PlayedGame, name_of
from shirokuro.words.message import Language, Message, text_of

PAUSE, NEXT, LEAVE = " ", "\r\n", "q"


def advance(game: PlayedGame, screen: Screen) -> None:
    """Makes a pass or the move of an AI."""
    side = game.board.turn
    if game.board.must_pass():
        game.push(PASS)
        screen.tell(Message("game.passes", side=side))
    elif (choice := _think(game, screen)) is not None:
        _make(game, screen, choice)


def watch(game: PlayedGame, screen: Screen, pace: float) -> None:
    """Shows the whole game, each position for at least `pace` seconds; keys pause, advance or end it."""
    with pressed_keys() as keys:
        if keys.are_there:
            screen.explain(Message("game.keys"))
        spectator = _Spectator(keys, screen, pace)
        screen.show(View(game.board, shows_moves=False), beside(game, screen.language))
        while not game.is_over():
            if game.board.must_pass():
                advance(game, screen)
            elif (choice := _think(game, screen)) is not None:  # while the position before is on the screen
                if not spectator.lets_go_on(choice.seconds):
                    return
                value = "" if choice.value is None else f"{choice.value:+g}"
                thought = ", ".join(filter(None, (value, text_of(choice.note, screen.language))))
                _make(game, screen, choice, thought)
            screen.show(View(game.board, shows_moves=False), beside(game, screen.language))


class _Spectator:
    """A person who watches and decides when the next move is shown."""

    def __init__(self, keys: Keys, screen: Screen, pace: float) -> None:
        self._keys = keys
        self._screen = screen
        self._pace = pace
        self._is_paused = False

    def lets_go_on(self, seconds: float) -> bool:
        """Waits for the rest of the pace, or while the game is paused; False if they leave."""
        while True:
            wait = None if self._is_paused else max(self._pace - seconds, 0.0)
            key = self._keys.wait(wait, PAUSE + NEXT + LEAVE)
            if key != PAUSE:
                return key != LEAVE
            self._is_paused = not self._is_paused
            if self._is_paused:
                self._screen.explain(Message("game.paused"))
            else:
                self._screen.tell(Message("game.goes_on"))
                return True


def _think(game: PlayedGame, screen: Screen) -> Choice | None:
    """The player's choice; None after a fault, which loses the game."""
    try:
        with screen.thinking(Message("game.thinking", player=name_of(game.seats[game.board.turn]))):
            return game.think()
    except PlayerError as fault:
        raise_damage(fault)
        game.lose("mistake", details=str(fault))
        return None


def _make(game: PlayedGame, screen: Screen, choice: Choice, thought: str = "") -> None:
    side = game.board.turn
    game.push(choice.move, choice)
    if game.end is not None:
        return
    if thought:
        screen.tell(Message("game.plays_thought", side=side, move=move_name(choice.move), thought=thought))
    else:
        screen.tell(Message("game.plays", side=side, move=move_name(choice.move)))


def prompt(game: PlayedGame, language: Language) -> str:
    """The prompt for a person."""
    if game.is_over():
        return Message("game.prompt_over", message=game.result()).text(language)
    return Message("game.prompt", side=game.board.turn).text(language)


def beside(game: PlayedGame, language: Language) -> list[str]:
    """The lines beside the board."""
    board, lines = game.board, [""]
    for side in Colour:
        name, discs = text_of(side, language), len(board.discs(side))
        player = text_of(name_of(game.seats[side]), language)
        lines.append(f"{side.symbol} {name}  {discs:2}  {time_of(game, side)}  {player}")
    made = sum(move != PASS for move in board.move_stack)
    if game.is_over():
        state = Message("game.state_over", board=board.variant, count=made).text(language)
    else:
        state = Message("game.state", board=board.variant, number=made + 1, side=board.turn).text(language)
    return [*lines, "", state, *opening_beside(board, language)]


def time_of(game: PlayedGame, side: Colour) -> str:
    """The time left on a side's clock; without a clock, the time used."""
    left = game.left(side)
    minutes, seconds = divmod(int(game.used(side)) if left is None else math.ceil(left), 60)
    return f"{minutes}:{seconds:02}"
