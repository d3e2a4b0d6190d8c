"""Study E, Monte Carlo for reversi: tables 2 and 3, strength over playouts, and UCT."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from shirokuro.game import Fixture
from shirokuro.lab.elo import elo_plot
from shirokuro.lab.exhibit import Entry, Exhibit, Findings, Plot, Series, Table
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
TREES = (100, 1000)
"""Playouts of the flat player that a tree meets."""
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
    return f"uct:playouts={playouts}"


FORMS = {
    "as described, by wins": (montai(500), montai(100)),
    "as described, by discs": (montai(500, "discs"), montai(100, "discs")),
    "now: UCT": (uct(500 * CANDIDATES), montai(100)),
}
"""The programs of a column: montAI(500), and montAI(100)."""


class MonteCarlo:
    """How far random games carry on the square board."""

    name = "monte-carlo"
    title = "Monte Carlo for reversi"
    source = "study E: モンテカルロ法を用いたオセロAI (2016)"

    def plan(self, scale: Scale) -> Sequence[Cell]:
        return [*_published_cells(scale), *_growth_cells(scale), *_tree_cells(scale)]

    def exhibits(self, results: Results) -> Sequence[Exhibit]:
        square = [result for name, result in results.items() if not name.startswith("nip")]
        return [
            _published_table(results),
            _growth_plot(results),
            _tree_table(results),
            elo_plot("The players on 8x8", square),
            Findings(tuple(_findings(results))),
        ]


STUDY = MonteCarlo()


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


def _growth_name(board: str, playouts: int) -> str:
    return f"{board}: {FACTOR * playouts} against {playouts}"


def _growth_cells(scale: Scale) -> Iterator[Cell]:
    games = scale.count(40, 200, 1000)
    for board in BOARDS:
        for playouts in scale.choose(BASES, (*BASES, MOST_PLAYOUTS), (*BASES, MOST_PLAYOUTS)):
            fixture = Fixture(montai(FACTOR * playouts), montai(playouts), board, seed=scale.seed)
            yield Cell(_growth_name(board, playouts), both_colours(fixture, games))


def _growth(results: Results, board: str) -> dict[int, Tally]:
    found = {n: tally_of(results, _growth_name(board, n)) for n in (*BASES, MOST_PLAYOUTS)}
    return {playouts: tally for playouts, tally in found.items() if tally.games}


def _growth_plot(results: Results) -> Plot:
    series = (
        Series(board, tuple(score_point(n, tally) for n, tally in _growth(results, board).items()))
        for board in BOARDS
    )
    return Plot(
        f"Strength over playouts: {FACTOR}N against N",
        "N",
        "score in %",
        tuple(series),
        log_x=True,
        notes=("Both colours.",),
    )


# A tree in place of a list


def _tree_name(board: str, playouts: int) -> str:
    return f"{board}: tree of {CANDIDATES * playouts} against {playouts}"


def _tree_cells(scale: Scale) -> Iterator[Cell]:
    games = scale.count(20, 200, 1000)
    for board in BOARDS:
        for playouts in TREES:
            fixture = Fixture(uct(CANDIDATES * playouts), montai(playouts), board, seed=scale.seed)
            yield Cell(_tree_name(board, playouts), both_colours(fixture, games))


def _tree_table(results: Results) -> Table:
    rows = (
        (board, uct(CANDIDATES * n), montai(n), scored(tally), results[_tree_name(board, n)].mean_margin)
        for board in BOARDS
        for n in TREES
        if (tally := tally_of(results, _tree_name(board, n))).games
    )
    return Table(
        "UCT against flat Monte Carlo, about as many random games a move",
        ("board", "player", "opponent", "score", "mean margin"),
        tuple(rows),
        ("Both colours. Points, a draw being half of one, with 95 % intervals.",),
    )


# Findings


def _findings(results: Results) -> Iterator[str]:
    for form in list(FORMS)[:2]:
        yield from _replication(results, form)
    yield from _strength(results)
    yield from _tree(results)


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
    for board in BOARDS:
        found = {n: tally.interval() for n, tally in _growth(results, board).items()}
        better = [f"{FACTOR * n} over {n}" for n, interval in found.items() if interval.low > 0.5]
        if better:
            yield f"On {board} more playouts are stronger: {listed(better)}."
        if len(better) < len(found):
            rest = [f"{FACTOR * n} over {n}" for n, interval in found.items() if interval.low <= 0.5]
            yield f"On {board} it is not decided whether more playouts are stronger: {listed(rest)}."


def _tree(results: Results) -> Iterator[str]:
    for board in BOARDS:
        for n in TREES:
            tally = tally_of(results, _tree_name(board, n))
            if not tally.games or 0.5 in tally.interval():
                continue
            verb = "beats" if tally.interval().low > 0.5 else "loses to"
            yield f"On {board} {uct(CANDIDATES * n)} {verb} {montai(n)}: {Share.scored(tally)} points."
