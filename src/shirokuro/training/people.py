"""From a folder of tournament games to the file of the model of people."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path

from shirokuro.training.people_file import write_people
from shirokuro.training.people_games import LAST_YEAR, add_values, positions_of, read_games, validation_of
from shirokuro.training.people_network import PeopleTrainer, load_torch
from shirokuro.training.settings import PeopleSettings

Report = Callable[[int, str, int], object]
"""Gets what is done, of what, and of how many."""


@dataclass(frozen=True, slots=True)
class PeopleResult:
    """How well the trained model guesses the moves of the games kept back."""

    positions: int
    right: float
    log_loss: float

    def __str__(self) -> str:
        guesses = f"best guess right {100 * self.right:.1f} %, log-loss {self.log_loss:.3f}"
        return f"{self.positions:,} positions; on the games kept back {guesses}"


def train_people(
    folder: Path,
    out: Path,
    settings: PeopleSettings,
    threads: int = 0,
    report: Report = lambda done, what, whole: None,
) -> PeopleResult:
    """Rates the players, values the moves and trains; the file is written whole, at the end."""
    load_torch()  # before the long work
    games = [game for game in read_games(folder) if game.year <= LAST_YEAR]
    positions = positions_of(games)
    if not len(positions):
        raise ValueError(f"{folder}: there are no games of people up to {LAST_YEAR} here")
    add_values(positions, threads, lambda done: report(done, "positions valued", len(positions)))
    trainer = PeopleTrainer(positions, validation_of(positions), settings)
    found = trainer.run(lambda step, steps, loss: report(step, f"steps, loss {loss:.3f}", steps))
    result = PeopleResult(len(positions), found.right, found.log_loss)
    note = asdict(settings) | asdict(result) | {"games": len(games), "samples": found.samples}
    write_people(out, found.policy, found.values, note)
    return result
