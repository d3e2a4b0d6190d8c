"""Measurements of studies besides games: on random positions, and of times."""

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
    """Random positions: of which board, with how many empties, and from which seed."""

    variant: str
    empties: int
    seed: int


def random_boards(sample: PositionSample, number: int, first: int = 0) -> list[Board]:
    """Boards of a sample, from its board `first` on; none of these games is over."""
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
    """The seconds of each game, and the thinking time of each side."""
    seconds, thought = [], []
    first, *others = series(Fixture(black, white, seed=seed), games + 1)
    play_fixture(first)  # warm up: what is built on first use must not count
    for fixture in others:
        began = time.perf_counter()
        game = play_fixture(fixture)
        seconds.append(time.perf_counter() - began)
        thought.append([game.seconds(BLACK), game.seconds(WHITE)])
    return {"seconds": seconds, "thought": thought}


@stored_as("shirokuro.lab.timing:time_choices")
def time_choices(specs: list[str], positions: int, empties: int, seed: int) -> Json:
    """The time and the choice of each player on random boards.

    Players alternate board by board, so that a busy machine slows all of them equally.
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
