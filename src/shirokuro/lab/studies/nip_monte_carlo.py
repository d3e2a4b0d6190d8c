"""Study B, Monte Carlo for Nip: tables 1 and 3, without the random opening, and against the engine."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from shirokuro.game import Fixture
from shirokuro.lab.elo import elo_plot
from shirokuro.lab.exhibit import Entry, Exhibit, Findings, Table
from shirokuro.lab.readable import readable
from shirokuro.lab.replication import Replica, replication
from shirokuro.lab.result import CellResult
from shirokuro.lab.series import both_colours, series
from shirokuro.lab.share import Share
from shirokuro.lab.side_by_side import listed, scored, tally_of, won
from shirokuro.lab.study import Cell, Results, Scale
from shirokuro.lab.tally import Tally

PRINTED = "nip-mc:as_printed=true"
DESCRIBED = "nip-mc"
ALL_THROUGH = "nip-mc:random_until=48"
"""Without the random opening: from the first of the 48 moves on."""
MORE_PLAYOUTS = "nip-mc:random_until=48,playouts=1600"
UCT = "uct:playouts=10000"
LEVELS = (1, 3, 5, 8)
"""Of the engine."""
CHALLENGERS = {
    "Monte Carlo as printed": PRINTED,
    "Monte Carlo as described": DESCRIBED,
    "Monte Carlo without the random opening": ALL_THROUGH,
    "Monte Carlo with 1600 playouts throughout": MORE_PLAYOUTS,
    "UCT with 10 000 playouts a move": UCT,
    "Nipevt as described": "nipevt",
}


@dataclass(frozen=True, slots=True)
class Pairing:
    """A row of the study: black, white, and black's wins, draws and losses of 100."""

    black: str
    white: str
    published: Tally

    def players(self, monte_carlo: str, nipevt: str) -> tuple[str, str]:
        """With its two programs in one form or another."""
        forms = {"MC": monte_carlo, "Nipevt": nipevt}
        return forms.get(self.black, self.black), forms.get(self.white, self.white)

    def replica(self, ours: Tally) -> Replica:
        """Monte Carlo's games won, here and published; the tallies are black's."""
        if self.black == "MC":
            return Replica(self.white, "first", Share.won(ours), Share.won(self.published))
        lost, published = Share(ours.losses, ours.games), Share(self.published.losses, self.published.games)
        return Replica(self.black, "second", lost, published)


PUBLISHED = (
    Pairing("MC", "random", Tally(81, 0, 19)),
    Pairing("random", "MC", Tally(28, 1, 71)),
    Pairing("MC", "Nipevt", Tally(63, 0, 37)),
    Pairing("Nipevt", "MC", Tally(43, 2, 55)),
)
"""Table 1 (against random) and table 3 (against Nipevt)."""
FORMS = {
    "as printed": (PRINTED, "nipevt:as_printed=true"),
    "as described": (DESCRIBED, "nipevt"),
    "without the random opening": (ALL_THROUGH, "nipevt"),
}
"""The programs of a column: Monte Carlo, and Nipevt."""


class NipMonteCarlo:
    """How far random games carry on the round board."""

    name = "nip-monte-carlo"
    title = "Monte Carlo for Nip"
    question = "How far do random games carry on the round board?"
    source = "study B: モンテカルロ法によるニッププログラム (A Nip program by the Monte Carlo method, 2014)"

    def plan(self, scale: Scale) -> Sequence[Cell]:
        return [*_published_cells(scale), *_engine_cells(scale)]

    def exhibits(self, results: Results) -> Sequence[Exhibit]:
        return [
            _published_table(results),
            _engine_table(results),
            elo_plot("The players of Nip", _engine_results(results), _label),
            Findings(tuple(_findings(results)), _answer(results)),
        ]


STUDY = NipMonteCarlo()


def _name(black: str, white: str) -> str:
    return f"{black} – {white}"


def _engine(level: int) -> str:
    return f"engine:level={level}"


def _match_name(player: str, engine: str) -> str:
    return f"{player} against {engine}"


def _label(player: str) -> str:
    """A player as the tables call it."""
    return next((label for label, spec in CHALLENGERS.items() if spec == player), readable(player))


def _published_cells(scale: Scale) -> Iterator[Cell]:
    games = scale.count(100, 400, 1000)
    for pairing in PUBLISHED:
        for form in FORMS.values():
            black, white = pairing.players(*form)
            fixture = Fixture(black, white, "nip", seed=scale.seed)
            yield Cell(_name(black, white), series(fixture, games))


def _engine_cells(scale: Scale) -> Iterator[Cell]:
    games = scale.count(20, 200, 1000)
    for challenger in CHALLENGERS.values():
        for engine in map(_engine, LEVELS):
            fixture = Fixture(challenger, engine, "nip", seed=scale.seed)
            yield Cell(_match_name(challenger, engine), both_colours(fixture, games))


def _form_tally(results: Results, pairing: Pairing, form: str) -> Tally:
    return tally_of(results, _name(*pairing.players(*FORMS[form])))


def _published_table(results: Results) -> Table:
    return Table(
        "Black's wins, losses and draws (tables 1 and 3)",
        ("black – white", "published", *FORMS),
        tuple(_published_row(results, pairing) for pairing in PUBLISHED),
        (
            "MC plays at random until 16 moves remain, then judges each move by 100 random games. Nipevt "
            "reads four plies and values squares. As printed Nipevt is as printed too.",
            "In brackets the 95 % interval of the share that black won.",
        ),
    )


def _published_row(results: Results, pairing: Pairing) -> tuple[Entry, ...]:
    ours = (won(_form_tally(results, pairing, form)) for form in FORMS)
    return (_name(pairing.black, pairing.white), won(pairing.published), *ours)


def _engine_results(results: Results) -> list[CellResult]:
    names = (_match_name(player, _engine(level)) for player in CHALLENGERS.values() for level in LEVELS)
    return [results[name] for name in names if name in results]


def _engine_table(results: Results) -> Table:
    rows = (
        (label, *(scored(tally_of(results, _match_name(player, _engine(level)))) for level in LEVELS))
        for label, player in CHALLENGERS.items()
    )
    return Table(
        "Points against the engine, in both colours",
        ("player", *(f"level {level}" for level in LEVELS)),
        tuple(rows),
        ("A draw is half a point; in brackets 95 % intervals. docs/levels.md says what the levels are.",),
    )


# Findings

_NAMED = ("Monte Carlo as described", "UCT with 10 000 playouts a move")
"""Whose strength is in the answer."""


def _answer(results: Results) -> str:
    """To the study's question, as far as the figures go."""
    replicas = [each for each in _replicas(results, "as described") if each.ours.whole]
    shares = {opponent: _won_of(replicas, opponent) for opponent in ("random", "Nipevt")}
    known = [f"{share} against {opponent}" for opponent, share in shares.items() if share.whole]
    games = [f"As described Monte Carlo wins {listed(known)}."] if known else []
    return " ".join([*games, *_places(results, _NAMED)])


def _won_of(replicas: Sequence[Replica], opponent: str) -> Share:
    """In both colours."""
    return sum((each.ours for each in replicas if each.opponent == opponent), Share(0, 0))


def _findings(results: Results) -> Iterator[str]:
    for form in ("as printed", "as described"):
        yield from replication(f"Monte Carlo {form}", _replicas(results, form))
    yield from _random_opening(results)
    yield from _places(results, CHALLENGERS)


def _replicas(results: Results, form: str) -> list[Replica]:
    """Monte Carlo's games, whichever colour it had."""
    return [pairing.replica(_form_tally(results, pairing, form)) for pairing in PUBLISHED]


def _random_opening(results: Results) -> Iterator[str]:
    """Monte Carlo's share of the wins against Nipevt, both colours, with and without it."""
    with_it, without = (
        _won_of(_replicas(results, form), "Nipevt") for form in ("as described", "without the random opening")
    )
    if not with_it.whole or not without.whole:
        return
    figures = f"{with_it} against Nipevt with it, {without} without"
    if not without.differs_from(with_it):
        yield f"Whether the random opening costs anything is not decided: Monte Carlo wins {figures}."
    elif without.value > with_it.value:
        yield f"The random opening costs games: Monte Carlo wins {figures}."
    else:
        yield f"The random opening helps: Monte Carlo wins {figures}."


def _places(results: Results, labels: Iterable[str]) -> Iterator[str]:
    """Between which levels of the engine each stands, those of the same strength together."""
    groups: dict[str, list[str]] = {}
    for label in labels:
        if place := _place(results, CHALLENGERS[label]):
            groups.setdefault(place, []).append(label)
    for place, alike in groups.items():
        yield f"{listed(alike)} {'are' if alike[1:] else 'is'} {place}."


def _place(results: Results, player: str) -> str:
    tallies = {level: tally_of(results, _match_name(player, _engine(level))) for level in LEVELS}
    sides = {level: tally.interval(len(LEVELS)).side_of(0.5) for level, tally in tallies.items()}
    beaten = [level for level, side in sides.items() if side == "above"]
    beats = [level for level, side in sides.items() if side == "below"]
    if beaten and beats:
        return f"between the engine's levels {beaten[-1]} and {beats[0]}"
    if beaten:
        return f"above the engine's level {beaten[-1]}"
    return f"below the engine's level {beats[0]}" if beats else ""
