"""What a clock measures: games one after the other, and several players' choices on the same boards."""

from __future__ import annotations

import os
import time

from shirokuro.colour import BLACK, WHITE
from shirokuro.fixture import Fixture
from shirokuro.game import play_fixture
from shirokuro.lab.run.plan import Json
from shirokuro.lab.run.series import series
from shirokuro.lab.studies.positions import Sample, random_boards
from shirokuro.players.registry import player as player_named


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


def time_choices(specs: list[str], positions: int, empties: int, seed: int) -> Json:
    """What each player takes for its choice, and what it chooses, on random boards.

    Board by board, so that whatever else slows the machine slows all players alike.
    """
    players = {spec: player_named(spec) for spec in specs}
    seconds: dict[str, list[float]] = {spec: [] for spec in specs}
    moves: dict[str, list[int]] = {spec: [] for spec in specs}
    for board in random_boards(Sample("reversi", empties, seed), positions):
        for spec, player in players.items():
            choice = player.choose(board)
            seconds[spec].append(choice.seconds)
            moves[spec].append(choice.move)
    return {"seconds": seconds, "moves": moves, "processors": os.cpu_count()}
