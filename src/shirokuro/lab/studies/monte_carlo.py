"""Study E, Monte Carlo for reversi: tables 2 and 3, strength over playouts, and UCT."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from shirokuro.game import Fixture
from shirokuro.lab.elo import elo_plot
from shirokuro.lab.exhibit import Entry, Exhibit, Findings, Plot, Series, Table
from shirokuro.lab.result import CellResult
from shirokuro.lab.series import Turn, both_colours, one_sided
from shirokuro.lab.share import Share
from shirokuro.lab.side_by_side import agreement, listed, score_point, scored, tally_of, won
from shirokuro.lab.study import Cell, Results, Scale
from shirokuro.lab.tally import Tally

FACTOR = 4
"""How many times the playouts one side has where strength over playouts is asked."""
MOST_PLAYOUTS = 1600
CANDIDATES = 10
"""Moves to choose among, roughly: with so many times montAI's playouts UCT plays as many random games."""
BASES = (25, 100, 400)
BOARDS = ("reversi", "nip")


@dataclass(frozen=True, slots=True)
class Row:
    """A row of the study: montAI(500) against somebody, and its wins and losses of 100."""

    turn: Turn
    opponent: str
    published: Tally


PUBLISHED = (
    Row("first", "random", Tally(wins=83, losses=17)),
    Row("second", "random", Tally(wins=86, losses=14)),
    Row("first", "montAI(100)", Tally(wins=73, losses=27)),
    Row("second", "montAI(100)", Tally(wins=79, losses=21)),
)
"""Table 2 (against random) and table 3 (against montAI(100)); no draws are listed."""


def montai(playouts: int, score: str = "wins") -> str:
    return f"montai:playouts={playouts}" + (f",score={score}" if score != "wins" else "")


def uct(playouts: int) -> str:
    """With so many playouts for each move, as montAI would count."""
    return f"uct:playouts={CANDIDATES * playouts}"


FAMILIES: dict[str, tuple[str, Callable[[int], str]]] = {
    "montAI on 8x8": ("reversi", montai),
    "montAI on Nip": ("nip", montai),
    "UCT on 8x8": ("reversi", uct),
}
"""Whose strength over playouts is asked, and on what board."""


FORMS = {
    "as described, by wins": (montai(500), montai(100)),
    "as described, by discs": (montai(500, "discs"), montai(100, "discs")),
    "now: UCT": (uct(500), montai(100)),
}
"""The programs of a column: montAI(500), and montAI(100)."""


class MonteCarlo:
    """How far random games carry on the square board."""

    name = "monte-carlo"
    title = "Monte Carlo for reversi"
    source = "study E: モンテカルロ法を用いたオセロAI (2016)"

    def plan(self, scale: Scale) -> Sequence[Cell]:
        return [*_published_cells(scale), *_growth_cells(scale), *_match_cells(scale)]

    def exhibits(self, results: Results) -> Sequence[Exhibit]:
        square = [result for result in results.values() if _is_square(result)]
        return [
            _published_table(results),
            _growth_plot(results),
            _match_table(results),
            elo_plot("The players on 8x8", square),
            Findings(tuple(_findings(results))),
        ]


STUDY = MonteCarlo()


def _is_square(result: CellResult) -> bool:
    return any(game.fixture.variant == "reversi" for game in result.games)


# The study's tables


def _players(row: Row, form: str) -> tuple[str, str]:
    many, few = FORMS[form]
    return many, "random" if row.opponent == "random" else few


def _cell_name(row: Row, form: str) -> str:
    player, opponent = _players(row, form)
    return f"{player} against {opponent} {row.turn}"


def _published_cells(scale: Scale) -> Iterator[Cell]:
    games = scale.count(50, 400, 1000)
    for row in PUBLISHED:
        for form in FORMS:
            player, opponent = _players(row, form)
            fixtures = one_sided(Fixture(player, opponent, seed=scale.seed), row.turn, games)
            yield Cell(_cell_name(row, form), fixtures, player=player)


def _published_table(results: Results) -> Table:
    return Table(
        "montAI(500) (tables 2 and 3)",
        ("moves", "opponent", "published", "as printed", *FORMS),
        tuple(_published_row(results, row) for row in PUBLISHED),
        (
            "Wins/losses/draws, and in brackets the 95 % interval of the share won.",
            "As printed there is no player: the listing does not compile and lacks the loop over candidates.",
            f"UCT has {500 * CANDIDATES} playouts a move, about what montAI(500) has in all; "
            "it meets montAI(100) by wins.",
        ),
    )


def _published_row(results: Results, row: Row) -> tuple[Entry, ...]:
    ours = (won(tally_of(results, _cell_name(row, form))) for form in FORMS)
    return (row.turn, row.opponent, won(row.published), None, *ours)


# Strength over playouts


def _growth_name(family: str, playouts: int) -> str:
    return f"{family}: {FACTOR * playouts} against {playouts}"


def _growth_cells(scale: Scale) -> Iterator[Cell]:
    games = scale.count(40, 200, 1000)
    for name, (board, player) in FAMILIES.items():
        for playouts in scale.choose(BASES, (*BASES, MOST_PLAYOUTS), (*BASES, MOST_PLAYOUTS)):
            fixture = Fixture(player(FACTOR * playouts), player(playouts), board, seed=scale.seed)
            yield Cell(_growth_name(name, playouts), both_colours(fixture, games))


def _growth(results: Results, family: str) -> dict[int, Tally]:
    found = {n: tally_of(results, _growth_name(family, n)) for n in (*BASES, MOST_PLAYOUTS)}
    return {playouts: tally for playouts, tally in found.items() if tally.games}


def _growth_plot(results: Results) -> Plot:
    series = (
        Series(name, tuple(score_point(n, tally) for n, tally in _growth(results, name).items()))
        for name in FAMILIES
    )
    return Plot(
        f"Strength over playouts: {FACTOR}N against N",
        "N",
        "score in %",
        tuple(series),
        log_x=True,
        notes=(
            f"Both colours. N is montAI's, for each move; UCT has {CANDIDATES}N for all of them together.",
        ),
    )


# A tree in place of a list, discs in place of wins


def _rivals(scale: Scale) -> list[tuple[str, str]]:
    """Who meets flat Monte Carlo that counts wins."""
    trees = scale.choose(BASES[1:], (*BASES[1:], MOST_PLAYOUTS), (*BASES[1:], MOST_PLAYOUTS))
    return [*((uct(n), montai(n)) for n in trees), (montai(500, "discs"), montai(500))]


def _match_name(board: str, player: str, opponent: str) -> str:
    return f"{board}: {player} against {opponent}"


def _match_cells(scale: Scale) -> Iterator[Cell]:
    games = scale.count(20, 200, 1000)
    for board in BOARDS:
        for player, opponent in _rivals(scale):
            fixture = Fixture(player, opponent, board, seed=scale.seed)
            yield Cell(_match_name(board, player, opponent), both_colours(fixture, games))


def _matches(results: Results) -> Iterator[tuple[str, str, str, CellResult]]:
    for board in BOARDS:
        for player, opponent in _rivals(Scale()):
            result = results.get(_match_name(board, player, opponent))
            if result is not None and result.games:
                yield board, player, opponent, result


def _match_table(results: Results) -> Table:
    return Table(
        "UCT, and judging by discs, against flat Monte Carlo with about as many random games a move",
        ("board", "player", "opponent", "score", "mean margin"),
        tuple(
            (board, player, opponent, scored(result.tally), result.mean_margin)
            for board, player, opponent, result in _matches(results)
        ),
        ("Both colours. Points, a draw being half of one, with 95 % intervals.",),
    )


# Findings


def _findings(results: Results) -> Iterator[str]:
    for form in list(FORMS)[:2]:
        yield from _replication(results, form)
    yield from _strength(results)
    yield from _decided(results)


def _replication(results: Results, form: str) -> Iterator[str]:
    found = [(row, tally_of(results, _cell_name(row, form))) for row in PUBLISHED]
    words = [(row, tally, agreement(tally, row.published)) for row, tally in found]
    agreeing = [f"{row.opponent}, moving {row.turn}" for row, _, word in words if word == "agrees"]
    if agreeing:
        yield f"{form.capitalize()}, chance can explain what was published against {listed(agreeing)}."
    for row, tally, word in words:
        if word == "differs":
            better = "better" if Share.won(tally).value > Share.won(row.published).value else "worse"
            yield (
                f"{form.capitalize()}, montAI(500) does {better} than published against {row.opponent}, "
                f"moving {row.turn}: {Share.won(tally)} against {Share.won(row.published)}."
            )


def _strength(results: Results) -> Iterator[str]:
    for family in FAMILIES:
        found = {n: tally.interval() for n, tally in _growth(results, family).items()}
        better = [f"{FACTOR * n} over {n}" for n, interval in found.items() if interval.low > 0.5]
        rest = [f"{FACTOR * n} over {n}" for n, interval in found.items() if interval.low <= 0.5]
        if better:
            yield f"{family}: more playouts are stronger, {listed(better)}."
        if rest:
            yield f"{family}: it is not decided whether more playouts are stronger, {listed(rest)}."


def _decided(results: Results) -> Iterator[str]:
    for board, player, opponent, result in _matches(results):
        if 0.5 in result.tally.interval():
            continue
        verb = "beats" if result.tally.interval().low > 0.5 else "loses to"
        yield f"On {board} {player} {verb} {opponent}: {Share.scored(result.tally)} points."
