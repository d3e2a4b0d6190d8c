"""What studies measure beside games: on random positions, and with a clock."""

from __future__ import annotations

import os
import time
from dataclasses import dataclass
from random import Random

from shirokuro.board.board import Board
from shirokuro.lab.run.plan import Json, stored_as
from shirokuro.lab.run.series import series
from shirokuro.matches.fixture import Fixture
from shirokuro.matches.game import play_fixture
from shirokuro.players.registry import player as player_named
from shirokuro.squares.colour import BLACK, WHITE
from shirokuro.squares.square import PASS


@dataclass(frozen=True, slots=True)
class PositionSample:
    """Which positions: of what board, how far into the game, and from which seed."""

    variant: str
    empties: int
    seed: int


def random_boards(sample: PositionSample, number: int, first: int = 0) -> list[Board]:
    """Boards of random games that are not over: a number of the sample's, from its board `first` on."""
    random = Random(f"{sample.seed} {sample.variant} {sample.empties}")
    boards: list[Board] = []
    while len(boards) < first + number:
        board = Board(sample.variant)
        while len(board.empties()) > sample.empties and not board.is_over():
            board.push(random.choice(board.legal_moves) if board.legal_moves else PASS)
        if not board.is_over():
            boards.append(board)
    return boards[first:]


@stored_as("shirokuro.lab.timing:time_games")
def time_games(black: str, white: str, games: int, seed: int) -> Json:
    """Seconds of each game from the first move to the last, and what each side thought in it."""
    seconds, thought = [], []
    first, *others = series(Fixture(black, white, seed=seed), games + 1)
    play_fixture(first)  # whatever is made on first use shall not count
    for fixture in others:
        began = time.perf_counter()
        game = play_fixture(fixture)
        seconds.append(time.perf_counter() - began)
        thought.append([game.seconds(BLACK), game.seconds(WHITE)])
    return {"seconds": seconds, "thought": thought}


@stored_as("shirokuro.lab.timing:time_choices")
def time_choices(specs: list[str], positions: int, empties: int, seed: int) -> Json:
    """What each player takes for its choice, and what it chooses, on random boards.

    Board by board, so that whatever else slows the machine slows all players alike.
    """
    players = {spec: player_named(spec) for spec in specs}
    seconds: dict[str, list[float]] = {spec: [] for spec in specs}
    moves: dict[str, list[int]] = {spec: [] for spec in specs}
    for board in random_boards(PositionSample("reversi", empties, seed), positions):
        for spec, player in players.items():
            choice = player.choose(board)
            seconds[spec].append(choice.seconds)
            moves[spec].append(choice.move)
    return {"seconds": seconds, "moves": moves, "processors": os.cpu_count()}
