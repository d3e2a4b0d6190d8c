"""The turns of `shirokuro play` that no person takes, what stands beside the board, and watching."""

from __future__ import annotations

import math

from shirokuro import PASS, Choice, Colour, Player, PlayerError, move_name
from shirokuro.cli.board_view import View
from shirokuro.cli.keys import Keys, pressed_keys
from shirokuro.cli.opening_view import opening_beside
from shirokuro.cli.screen import Screen
from shirokuro.errors import raise_damage
from shirokuro.matches.interactive_game import PlayedGame, name_of
from shirokuro.words.translation import Language, filled, translated

PAUSE, NEXT, LEAVE = " ", "\r\n", "q"
KEYS = "space pauses, Enter plays the next move at once, q leaves"
PAUSED = "paused: space goes on, Enter plays one move, q leaves"


def advance(game: PlayedGame, screen: Screen) -> None:
    """A pass, or the move of an AI."""
    side = game.board.turn
    if game.board.must_pass():
        game.push(PASS)
        screen.tell("{side} cannot move and passes", side=side)
    elif (choice := _think(game, screen)) is not None:
        _make(game, screen, choice)


def watch(game: PlayedGame, screen: Screen, pace: float) -> None:
    """The whole game, each position for some seconds at least; keys pause it, hurry it and end it."""
    with pressed_keys() as keys:
        if keys.are_there:
            screen.explain(translated(KEYS, screen.language))
        spectator = _Spectator(keys, screen, pace)
        screen.show(View(game.board, shows_moves=False), beside(game, screen.language))
        while not game.is_over():
            if game.board.must_pass():
                advance(game, screen)
            elif (choice := _think(game, screen)) is not None:  # while the position before is on the screen
                if not spectator.lets_go_on(choice.seconds):
                    return
                value = "" if choice.value is None else f"{choice.value:+g}"
                thought = ", ".join(filter(None, (value, translated(choice.note, screen.language))))
                _make(game, screen, choice, thought)
            screen.show(View(game.board, shows_moves=False), beside(game, screen.language))


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
                self._screen.explain(translated(PAUSED, self._screen.language))
            else:
                self._screen.tell("going on")
                return True


def _think(game: PlayedGame, screen: Screen) -> Choice | None:
    """What the player chooses; None where it made a mistake, which costs it the game."""
    name = called(game.seats[game.board.turn], screen.language)
    try:
        with screen.thinking("{player} is thinking", player=name):
            return game.think()
    except PlayerError as fault:
        raise_damage(fault)
        game.lose(f"made a mistake: {fault}")
        return None


def _make(game: PlayedGame, screen: Screen, choice: Choice, thought: str = "") -> None:
    side = game.board.turn
    game.push(choice.move, choice)
    if game.forfeit is not None:
        return
    if thought:
        screen.tell(
            "{side} plays {move} ({thought})", side=side, move=move_name(choice.move), thought=thought
        )
    else:
        screen.tell("{side} plays {move}", side=side, move=move_name(choice.move))


def prompt(game: PlayedGame, language: Language) -> str:
    """What a person is asked with."""
    if game.is_over():
        text = "{message}; undo, new, review, save FILE or quit>"
        return filled(text, language, message=game.result())
    return filled("{side}>", language, side=game.board.turn)


def called(player: Player | None, language: Language) -> str:
    """A player as people call it."""
    return translated(name_of(player), language)


def beside(game: PlayedGame, language: Language) -> list[str]:
    """What stands at the side of the board."""
    board, lines = game.board, [""]
    for side in Colour:
        name, discs = translated(str(side), language), len(board.discs(side))
        player = called(game.seats[side], language)
        lines.append(f"{side.symbol} {name}  {discs:2}  {time_of(game, side)}  {player}")
    made = sum(move != PASS for move in board.move_stack)
    if game.is_over():
        state = filled("{board}, over after {count} moves", language, board=board.variant, count=made)
    else:
        text = "{board}, move {number}, {side} to move"
        state = filled(text, language, board=board.variant, number=made + 1, side=board.turn)
    return [*lines, "", state, *opening_beside(board, language)]


def time_of(game: PlayedGame, side: Colour) -> str:
    """What is left on a side's clock; without one, how long it has thought."""
    left = game.left(side)
    minutes, seconds = divmod(int(game.used(side)) if left is None else math.ceil(left), 60)
    return f"{minutes}:{seconds:02}"
