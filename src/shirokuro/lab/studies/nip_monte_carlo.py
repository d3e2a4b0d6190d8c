"""Study B, Monte Carlo for Nip: tables 1 and 3, without the random opening, and against the engine."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from shirokuro.game import Fixture
from shirokuro.lab.elo import elo_plot
from shirokuro.lab.exhibit import Entry, Exhibit, Findings, Table
from shirokuro.lab.result import CellResult
from shirokuro.lab.series import both_colours, series
from shirokuro.lab.share import Share
from shirokuro.lab.side_by_side import agreement, listed, scored, tally_of, won
from shirokuro.lab.study import Cell, Results, Scale
from shirokuro.lab.tally import Tally

PRINTED = "nip-mc:as_printed=true"
DESCRIBED = "nip-mc"
ALL_THROUGH = "nip-mc:random_until=48"
"""Without the random opening: from the first of the 48 moves on."""
MORE_PLAYOUTS = "nip-mc:random_until=48,playouts=1600"
UCT = "uct:playouts=10000"
ENGINES = tuple(f"engine:level={level}" for level in (1, 3, 5, 8))
CHALLENGERS = {
    "Monte Carlo as printed": PRINTED,
    "Monte Carlo as described": DESCRIBED,
    "Monte Carlo without the random opening": ALL_THROUGH,
    "Monte Carlo with 1600 playouts throughout": MORE_PLAYOUTS,
    "UCT with 10000 playouts a move": UCT,
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
    source = "study B: モンテカルロ法によるニッププログラム (2014)"

    def plan(self, scale: Scale) -> Sequence[Cell]:
        return [*_published_cells(scale), *_engine_cells(scale)]

    def exhibits(self, results: Results) -> Sequence[Exhibit]:
        return [
            _published_table(results),
            _engine_table(results),
            elo_plot("The players of Nip", _engine_results(results)),
            Findings(tuple(_findings(results))),
        ]


STUDY = NipMonteCarlo()


def _name(black: str, white: str) -> str:
    return f"{black} – {white}"


def _match_name(player: str, engine: str) -> str:
    return f"{player} against {engine}"


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
        for engine in ENGINES:
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
            "In brackets the 95 % interval of the share that black won.",
            "As printed Nipevt is as printed too. Published are 100 games a row.",
        ),
    )


def _published_row(results: Results, pairing: Pairing) -> tuple[Entry, ...]:
    ours = (won(_form_tally(results, pairing, form)) for form in FORMS)
    return (_name(pairing.black, pairing.white), won(pairing.published), *ours)


def _engine_results(results: Results) -> list[CellResult]:
    names = (_match_name(player, engine) for player in CHALLENGERS.values() for engine in ENGINES)
    return [results[name] for name in names if name in results]


def _engine_table(results: Results) -> Table:
    rows = (
        (label, *(scored(tally_of(results, _match_name(player, engine))) for engine in ENGINES))
        for label, player in CHALLENGERS.items()
    )
    return Table(
        "Against the engine, in both colours",
        ("player", *ENGINES),
        tuple(rows),
        ("The player's points, a draw being half of one, with 95 % intervals.",),
    )


# Findings


def _findings(results: Results) -> Iterator[str]:
    for form in ("as printed", "as described"):
        yield from _replication(results, form)
    yield from _random_opening(results)
    yield from _beaten(results)


def _replication(results: Results, form: str) -> Iterator[str]:
    tallies = {pairing: _form_tally(results, pairing, form) for pairing in PUBLISHED}
    found = {each: agreement(tally, each.published, len(tallies)) for each, tally in tallies.items()}
    differing = [_name(each.black, each.white) for each, word in found.items() if word == "differs"]
    agreeing = [_name(each.black, each.white) for each, word in found.items() if word == "agrees"]
    if differing:
        yield f"The programs {form} are not those that were measured: they differ in {listed(differing)}."
    if agreeing:
        yield f"With the programs {form} chance can explain what was published for {listed(agreeing)}."


def _random_opening(results: Results) -> Iterator[str]:
    """Monte Carlo's share of the wins against Nipevt, both colours, with and without it."""
    with_it, without = (
        _against_nipevt(results, form) for form in ("as described", "without the random opening")
    )
    if not with_it.whole or not without.whole:
        return
    figures = f"{with_it} against Nipevt with it, {without} without"
    if not without.differs_from(with_it):
        yield f"Whether the random opening costs anything is not decided: {figures}."
    elif without.value > with_it.value:
        yield f"The random opening costs games: Monte Carlo wins {figures}."
    else:
        yield f"The random opening helps: Monte Carlo wins {figures}."


def _against_nipevt(results: Results, form: str) -> Share:
    as_black, as_white = (_form_tally(results, pairing, form) for pairing in PUBLISHED[2:])
    return Share(as_black.wins + as_white.losses, as_black.games + as_white.games)


def _beaten(results: Results) -> Iterator[str]:
    for label, player in CHALLENGERS.items():
        tallies = {engine: tally_of(results, _match_name(player, engine)) for engine in ENGINES}
        found = {engine: tally.interval(len(tallies)) for engine, tally in tallies.items()}
        beaten = [engine for engine, interval in found.items() if interval.low > 0.5]
        beats = [engine for engine, interval in found.items() if interval.high < 0.5]
        if beaten:
            yield f"{label} beats {beaten[-1]}" + (f" and loses to {beats[0]}." if beats else ".")
        elif beats:
            yield f"{label} loses to {beats[0]}."
