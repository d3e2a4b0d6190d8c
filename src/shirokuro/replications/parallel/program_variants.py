"""Variants of the programs of parallel reversi, and how well each fits the published figures."""

from __future__ import annotations

from collections.abc import Callable
from math import exp, log10

from shirokuro.lab.exhibit import Entry, Table
from shirokuro.lab.report.entries import tally_of, won
from shirokuro.lab.run.result import Results
from shirokuro.lab.run.series import TURNS, Turn
from shirokuro.lab.statistics.proportion import Proportion
from shirokuro.lab.statistics.rounding import number
from shirokuro.replications.fitting import Group, PublishedCell
from shirokuro.replications.parallel import cells
from shirokuro.replications.parallel.published import MACHINES, WIN_TABLES, Program, columns

DECISIVE = 20
"""The likelihood ratio from which on one of two explanations is accepted."""
NameOfCell = Callable[[int, Turn], str]
"""The name of the cell with a variant's games at an X."""

AS_MEANT = "sample program as meant"
IN_GAMES = "sample program drifting in each game"
IN_RUNS = f"sample program drifting through {cells.RUN} games"
AT_FIVE = f"{IN_RUNS}, presearch 5"
SAMPLED: dict[str, NameOfCell] = {
    AS_MEANT: lambda x, turn: cells.against_random(cells.sampled(x), turn),
    IN_GAMES: lambda x, turn: cells.against_random(cells.drifting(x), turn),
    IN_RUNS: lambda x, turn: cells.in_one_run(cells.drifting(x), turn),
    AT_FIVE: lambda x, turn: cells.in_one_run(cells.drifting_at_five(x), turn),
}
"""The listing over the evaluation of its sample program."""
AT_TWO = f"{IN_RUNS}, presearch 2"
DESCRIBED: dict[str, NameOfCell] = {"as described": lambda x, turn: cells.against_random(cells.ssai(x), turn)}
PROGRAM_VARIANTS: dict[Program, dict[str, NameOfCell]] = {
    "SSAI": {
        "as printed": lambda x, turn: cells.against_random(cells.ssai_printed(x), turn),
        **SAMPLED,
        AT_TWO: lambda x, turn: cells.in_one_run(cells.drifting(1), turn),
        **DESCRIBED,
    },
    "MSAI": {
        "as printed": lambda x, turn: cells.against_random(cells.MSAI_PRINTED, turn),
        **DESCRIBED,
    },
}


def groups(results: Results) -> list[Group]:
    """A group per program: its games on both machines and in both colours, to be explained together."""
    found = []
    for program, variants in PROGRAM_VARIANTS.items():
        places = [
            (table, turn, x, tally.wins)
            for (machine, turn), table in WIN_TABLES.items()
            for x, tally in columns(machine, turn, program)
        ]
        published = [
            PublishedCell(f"table {table}", f"{program}, X={x}", wins) for table, _, x, wins in places
        ]
        measured = {
            variant: [_measured(results, name(x, turn)) for _, turn, x, _ in places]
            for variant, name in variants.items()
        }
        found.append(Group(program, published, measured))
    return found


def _measured(results: Results, name: str) -> Proportion:
    return Proportion.won(tally_of(results, name))


# Tables


def sampled_table(results: Results, turn: Turn) -> Table:
    """The results with the listing's sample program, by X."""
    rows: list[tuple[Entry, ...]] = []
    for x in range(1, cells.MOST_PRINTED + 1):
        known = (dict(columns(machine, turn, "SSAI")).get(x) for machine in MACHINES)
        ours = [won(tally_of(results, name(x, turn))) for name in SAMPLED.values()]
        if any(ours):
            rows.append((x, *map(won, known), *ours))
    tables = " and ".join(str(WIN_TABLES[machine, turn]) for machine in MACHINES)
    return Table(
        f"SSAI's listing over the evaluation of its sample program, moving {turn} (tables {tables})",
        ("X", *(f"published, {machine}" for machine in MACHINES), *SAMPLED),
        tuple(rows),
        (
            "The sample program is that of the study's reference [1], from which the listing comes. It adds "
            "three edges into its table's entry for the first, so the table drifts with every evaluation.",
            f"A table is new in each game, or carried through {cells.RUN} games. The presearch is X+1 plies "
            "deep as in the listing, or 5 as in table 1 where this is said. With a presearch of 2 at every "
            "X, all X are like X=1.",
        ),
    )


def swapped_table(results: Results) -> Table:
    """Whether the server's two tables fit better the other way round."""
    rows: list[tuple[Entry, ...]] = []
    for program, variants in PROGRAM_VARIANTS.items():
        for variant, name in variants.items():
            if found := _both_ways(results, program, name):
                titled, swapped = found
                logarithms = (f"{each * log10(exp(1)):.1f}".replace("-", "−") for each in found)
                rows.append((program, variant, *logarithms, number(exp(titled - swapped))))
    return Table(
        "Tables 7 and 9 as titled, or swapped",
        ("program", "variant", "log likelihood as titled", "swapped", "as titled over swapped"),
        tuple(rows),
        (
            "Section 4.3 is titled as moving second (後攻) and says in its text that the programs move first "
            "(先攻). Table 7 is taken for moving second, table 9 for moving first; swapped, the other way "
            "round.",
            f"Logarithms to base 10. A likelihood that is less than {DECISIVE} times the other's decides "
            "little.",
        ),
    )


def swapping(results: Results) -> str:
    """Whether tables 7 and 9 were swapped, by SSAI's best variant; nothing if none was measured in full."""
    best = groups(results)[0].best()
    found = None if best is None else _both_ways(results, "SSAI", PROGRAM_VARIANTS["SSAI"][best])
    if found is None:
        return ""
    ratio, said = exp(found[0] - found[1]), "which decides little"
    if not 1 / DECISIVE < ratio < DECISIVE:
        said = "so they are not swapped" if ratio > 1 else "so they are swapped"
    return (
        f"Under the variant that fits SSAI's wins best, tables 7 and 9 are {number(ratio)} times as likely "
        f"as they are titled as the other way round, {said}."
    )


def _both_ways(results: Results, program: Program, name: NameOfCell) -> tuple[float, float] | None:
    """The logarithms of the likelihoods of the server's tables, as titled and swapped.

    None unless all was measured.
    """
    found = []
    for turns in (TURNS, TURNS[::-1]):
        fits = [
            PublishedCell("", "", tally.wins).fit(_measured(results, name(x, turn)))
            for title, turn in zip(TURNS, turns, strict=True)
            for x, tally in columns("server", title, program)
        ]
        if None in fits:
            return None
        found.append(sum(fit.log_likelihood for fit in fits if fit is not None))
    titled, swapped = found
    return titled, swapped
