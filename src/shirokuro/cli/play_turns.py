"""The turns of `shirokuro play` that no person takes, what stands beside the board, and watching."""

from __future__ import annotations

import math

from shirokuro import PASS, Choice, Colour, move_name
from shirokuro.cli.board_view import View
from shirokuro.cli.keys import Keys, pressed_keys
from shirokuro.cli.screen import Screen
from shirokuro.played_game import PlayedGame, name_of

PAUSE, NEXT, LEAVE = " ", "\r\n", "q"
KEYS = "space pauses, Enter plays the next move at once, q leaves"


def advance(game: PlayedGame, screen: Screen) -> None:
    """A pass, or the move of an AI."""
    side = game.board.turn
    if game.board.must_pass():
        game.push(PASS)
        screen.say(f"{side} cannot move and passes")
    else:
        _make(game, screen, _think(game, screen))


def watch(game: PlayedGame, screen: Screen, pace: float) -> None:
    """The whole game, each position for some seconds at least; keys pause it, hurry it and end it."""
    with pressed_keys() as keys:
        if keys.are_there:
            screen.explain(KEYS)
        spectator = _Spectator(keys, screen, pace)
        screen.show(View(game.board, shows_moves=False), beside(game))
        while not game.is_over():
            if not _watch_turn(game, screen, spectator):
                return
            screen.show(View(game.board, shows_moves=False), beside(game))


class _Spectator:
    """A person who watches, and decides when the next move is shown."""

    def __init__(self, keys: Keys, screen: Screen, pace: float) -> None:
        self._keys = keys
        self._screen = screen
        self._pace = pace
        self._is_paused = False

    def lets_go_on(self, seconds: float) -> bool:
        """Waits for what is left of the pace, or as long as the game is paused; false if they leave."""
        while True:
            wait = None if self._is_paused else max(self._pace - seconds, 0.0)
            key = self._keys.wait(wait, PAUSE + NEXT + LEAVE)
            if key != PAUSE:
                return key != LEAVE
            self._is_paused = not self._is_paused
            if self._is_paused:
                self._screen.explain("paused: space goes on, Enter plays one move, q leaves")
            else:
                self._screen.say("going on")
                return True


def _watch_turn(game: PlayedGame, screen: Screen, spectator: _Spectator) -> bool:
    """A turn, thought out while the position before is still on the screen; false if they leave."""
    if game.board.must_pass():
        advance(game, screen)
        return True
    choice = _think(game, screen)
    if not spectator.lets_go_on(choice.seconds):
        return False
    _make(game, screen, choice, _thought(choice))
    return True


def _think(game: PlayedGame, screen: Screen) -> Choice:
    with screen.thinking(f"{name_of(game.seats[game.board.turn])} is thinking"):
        return game.think()


def _make(game: PlayedGame, screen: Screen, choice: Choice, thought: str = "") -> None:
    side = game.board.turn
    game.push(choice.move, choice)
    if game.forfeit is None:
        screen.say(f"{side} plays {move_name(choice.move)}{thought}")


def _thought(choice: Choice) -> str:
    """What it thinks of its move: only for spectators."""
    value = "" if choice.value is None else f"{choice.value:+g}"
    words = ", ".join(filter(None, (value, choice.note)))
    return f" ({words})" if words else ""


def prompt(game: PlayedGame) -> str:
    """What a person is asked with."""
    return (
        f"{game.result()}; undo, new, review, save FILE or quit" if game.is_over() else str(game.board.turn)
    )


def beside(game: PlayedGame) -> list[str]:
    """What stands at the side of the board."""
    board = game.board
    made = sum(move != PASS for move in board.move_stack)
    state = f"over after {made} moves" if game.is_over() else f"move {made + 1}, {board.turn} to move"
    return ["", *(_side(game, side) for side in Colour), "", f"{board.variant}, {state}"]


def _side(game: PlayedGame, side: Colour) -> str:
    discs, name = len(game.board.discs(side)), name_of(game.seats[side])
    return f"{side.symbol} {side}  {discs:2}  {time_of(game, side)}  {name}"


def time_of(game: PlayedGame, side: Colour) -> str:
    """What is left on a side's clock; without one, how long it has thought."""
    left = game.left(side)
    minutes, seconds = divmod(int(game.used(side)) if left is None else math.ceil(left), 60)
    return f"{minutes}:{seconds:02}"
