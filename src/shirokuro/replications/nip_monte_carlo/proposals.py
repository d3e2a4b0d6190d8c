"""The study's proposals: an opening by knowledge, and an opponent that takes the rim late."""

from __future__ import annotations

from collections.abc import Iterator

from shirokuro.lab.exhibit import Table
from shirokuro.lab.report.entries import scored, tally_of
from shirokuro.lab.run.plan import Cell, Scale
from shirokuro.lab.run.result import Results
from shirokuro.lab.run.series import both_colours, from_openings
from shirokuro.lab.statistics.proportion import Proportion
from shirokuro.matches.fixture import Fixture

LATE_RIM = "nipevt:rim_from=16"
PLAYERS = {
    "Monte Carlo as described": "nip-mc",
    "Monte Carlo without the random opening": "nip-mc:random_until=48",
    "Monte Carlo, opening by evaluation": "nip-mc:opening=evaluation",
    "Monte Carlo from 8 empties, before by evaluation": "nip-mc:random_until=8,opening=evaluation",
    "Nipevt with the rim late": LATE_RIM,
}
FROM_THE_START = {
    "Monte Carlo, opening by evaluation, from the start": "nip-mc:opening=evaluation",
    "Monte Carlo, opening by book and evaluation, from the start": "nip-mc:opening=book",
}
"""The book knows hardly any of the level openings."""
OPPONENTS = {
    "Monte Carlo as described": "nip-mc",
    "Nipevt as described": "nipevt",
    "Nipevt with the rim late": LATE_RIM,
}


def proposal_cells(scale: Scale) -> Iterator[Cell]:
    games = scale.count(20, 200, 1000)
    for player, is_start in _players():
        for opponent in OPPONENTS.values():
            if player != opponent:
                fixture = Fixture(player, opponent, "nip", seed=scale.seed)
                begun = both_colours if is_start else from_openings
                yield Cell(_name(player, opponent, is_start), begun(fixture, games))


def _players() -> Iterator[tuple[str, bool]]:
    """The players, and whether their games begin at the start position."""
    yield from ((player, False) for player in PLAYERS.values())
    yield from ((player, True) for player in FROM_THE_START.values())


def _name(player: str, opponent: str, is_start: bool) -> str:
    return f"{player} against {opponent} from {'the start' if is_start else 'openings'}"


def proposal_table(results: Results) -> Table:
    rows = []
    for name, (player, is_start) in zip((*PLAYERS, *FROM_THE_START), _players(), strict=True):
        tallies = (tally_of(results, _name(player, each, is_start)) for each in OPPONENTS.values())
        rows.append((name, *map(scored, tallies)))
    return Table(
        "The study's proposals: points in both colours",
        ("player", *(f"against {opponent}" for opponent in OPPONENTS)),
        tuple(rows),
        (
            "Where no start is named, games begin with our own level openings, hardly any of which are in "
            "the book. Monte Carlo then plays at random until 16 empties, or as its name says. The "
            "evaluation is that of our engine, one ply ahead.",
            "Nipevt with the rim late avoids the rim until 16 empties, and then weighs it as the study "
            "does. This number and the 8 empties were chosen in matches with other seeds.",
        ),
    )


def proposal_findings(results: Results) -> Iterator[str]:
    """How much an opening by knowledge gains, and whether the late rim is a harder opponent."""
    by_evaluation, by_book = (
        _score(results, f"nip-mc:opening={opening}", "nip-mc", is_start=True)
        for opening in ("evaluation", "book")
    )
    if by_evaluation.whole and by_book.whole:
        yield (
            f"With an evaluation in place of its random opening, Monte Carlo scores {by_evaluation} against "
            f"itself as described; with a book and the evaluation, it scores {by_book}."
        )
    late, usual = _score(results, "nip-mc", LATE_RIM), _score(results, "nip-mc", "nipevt")
    if not late.whole or not usual.whole:
        return
    scores = f"it scores {late} against Nipevt with the rim late, {usual} against the study's Nipevt"
    if not late.differs_from(usual):
        yield f"It is open whether a map that takes the rim late is harder for Monte Carlo: {scores}."
    elif late.value < usual.value:
        yield f"As the study supposed, a map that takes the rim late is harder for Monte Carlo: {scores}."
    else:
        yield f"A map that takes the rim late is easier, not harder, for Monte Carlo: {scores}."


def _score(results: Results, player: str, opponent: str, *, is_start: bool = False) -> Proportion:
    return Proportion.scored(tally_of(results, _name(player, opponent, is_start)))
