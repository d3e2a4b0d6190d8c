"""Who meets whom: four rivals against a ladder of opponents, and the published results of the first."""

from __future__ import annotations

from shirokuro.lab.report.entries import tally_of
from shirokuro.lab.run.plan import Cell, Scale
from shirokuro.lab.run.result import Results
from shirokuro.lab.run.series import TURNS, Turn, one_sided
from shirokuro.lab.statistics.proportion import Proportion
from shirokuro.matches.fixture import Fixture
from shirokuro.matches.rating import Tally
from shirokuro.replications.rival.characters import character_cells
from shirokuro.replications.rival.demonstration import demonstration_cells
from shirokuro.replications.rival.ladders import HELD_OUT, ITSELF, LADDER, SQUARE, STRANGERS, ladder_cells
from shirokuro.replications.rival.playing import EQUAL, EVEN, RivalMode, played, tally_of_games
from shirokuro.replications.rival.program_variants import PRINTED, variant_pairs

STUDIED = {"as printed": PRINTED, "as described": "rvlai"}
"""The study's own player."""
NOW: dict[str, RivalMode] = {"equal strength": EQUAL, "even score": EVEN}
"""The rival of today."""
RIVALS = {**STUDIED, **NOW}
OTHERS = (*(opponent for opponent in LADDER if opponent != ITSELF), *HELD_OUT)
"""A player always scores half against itself over both colours."""
PRINTED_OPPONENTS = ("strong:as_printed=true", "weak:as_printed=true")
"""Further opponents of the printed rival. The study's opponents use the rival's search but are not printed
themselves; if they share the printed search, they share its faults."""
PUBLISHED: dict[Turn, dict[str, int]] = {
    "first": {"random": 74, ITSELF: 58, "strong": 62, "weak": 46},
    "second": {"random": 80, ITSELF: 43, "strong": 44, "weak": 46},
}
"""Table 1: RvlAI's wins of 100; it does not give draws."""
OPPONENTS = (*PUBLISHED["first"], *PRINTED_OPPONENTS)
"""Those of table 1."""
COMPARED = sum(map(len, PUBLISHED.values()))
"""The number of a rival's rows that are compared with a published one."""


def plan(scale: Scale) -> list[Cell]:
    """The study's rival on the ladder, against the printed opponents and in other variants; our own rival."""
    ladder = [(rival, opponent) for rival in STUDIED.values() for opponent in (*LADDER, *HELD_OUT)]
    printed = [(PRINTED, opponent) for opponent in PRINTED_OPPONENTS]
    cells = []
    for rival, opponent in dict.fromkeys([*ladder, *printed, *variant_pairs()]):
        # Most games are played where the study's rival meets the study's opponents.
        if rival not in STUDIED.values() or opponent not in (*OTHERS, *OPPONENTS):
            games = scale.count(2, 20, 400)
        elif published(opponent, "first") is not None:
            games = scale.count(20, 100, 1000)
        else:
            games = scale.count(1, 10, 200)
        fixture = Fixture(rival, rival if opponent == ITSELF else opponent, seed=scale.seed)
        for turn in TURNS:
            cells.append(Cell(_name(rival, opponent, turn), one_sided(fixture, turn, games), player=rival))
    return [*cells, *ladder_cells(scale), *character_cells(scale), *demonstration_cells(scale)]


def _name(rival: str, opponent: str, turn: Turn) -> str:
    return f"{rival} against {opponent} {turn}"


def tally(results: Results, rival: str, opponent: str, turn: Turn) -> Tally:
    """A rival's tally, moving first or second."""
    if rival in NOW.values():
        mode: RivalMode = EQUAL if rival == EQUAL else EVEN
        ladder = STRANGERS if opponent in HELD_OUT else SQUARE
        return tally_of_games(played(results, ladder.series(opponent, mode))[TURNS.index(turn) :: 2])
    found = tally_of(results, _name(rival, opponent, turn))
    # In games of a player against itself, the tally is black's.
    is_mirrored = opponent == ITSELF and turn == "second"
    return Tally(found.losses, found.draws, found.wins) if is_mirrored else found


def both(results: Results, rival: str, opponent: str) -> Tally:
    """A rival's tally in both colours."""
    first, second = (tally(results, rival, opponent, turn) for turn in TURNS)
    return first + second


def published(opponent: str, turn: Turn) -> Proportion | None:
    """The published result against an opponent of the study's depth, whatever its search."""
    wins = None if ":depth=" in opponent else PUBLISHED[turn].get(opponent.partition(":")[0])
    return None if wins is None else Proportion(wins, 100)
