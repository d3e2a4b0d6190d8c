"""How each variant of the study's program fits table 1, and the published results against people."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from shirokuro.lab.exhibit import Entry, Table
from shirokuro.lab.run.result import Results
from shirokuro.lab.run.series import TURNS
from shirokuro.lab.statistics.proportion import Proportion
from shirokuro.lab.statistics.rounding import probability
from shirokuro.replications.fitting import Group, PublishedCell, fit_tables
from shirokuro.replications.rival.cells import PUBLISHED, tally
from shirokuro.replications.rival.ladders import ITSELF
from shirokuro.replications.rival.program_variants import PROGRAM_VARIANTS, SLIPPED, ProgramVariant

STUDIED = ("random", ITSELF, "strong", "weak")
VARIANTS_NOTE = (
    "Variants. As printed: the listing. Mended: the listing, but the rival finds its opponent's last move "
    "among the moves that were legal. As described: the search of the text. All match ranks unless they "
    "match shares (ranks in proportion) or values. The opponents search as the rival does; best or worst "
    "last six: in the last six turns they count discs, as the rival's text or its listing does."
)
PEOPLE_NOTE = (
    "As published; the figure itself, with the number of people for each number of wins, is not in our "
    "copy. The text does not say whether the person or the rival moves first. Against a rival that truly "
    "wins half its games, on average 4.5 of ten people win 5 or 6 of ten; in one case of ten no more than "
    "two do."
)


def group(
    results: Results,
    opponents: Sequence[str] = STUDIED,
    variants: Mapping[str, ProgramVariant] = PROGRAM_VARIANTS,
) -> Group:
    """The cells of table 1 against some opponents, which one program produced."""
    places = [(name, turn) for name in opponents for turn in TURNS]
    cells = [
        PublishedCell("table 1", f"{turn} against {name}", PUBLISHED[turn][name]) for name, turn in places
    ]
    won = {
        name: [
            Proportion.won(tally(results, variant.rival, variant.opponent(opponent), turn))
            for opponent, turn in places
        ]
        for name, variant in variants.items()
    }
    return Group("RvlAI", cells, won)


def fit_exhibits(results: Results) -> Iterator[Table]:
    """What explains table 1, once a variant has played, and the published results against people."""
    whole = group(results)
    for table in fit_tables([whole]):
        yield table
        published = _in_pairs([cell.share for cell in whole.cells if isinstance(cell, PublishedCell)])
        rows: list[tuple[Entry, ...]] = [("published", None, *published, None)]
        for variant, measured in whole.variants.items():
            shares = [each for each in measured if isinstance(each, Proportion)]
            together = whole.together(variant)
            shown = None if together is None else probability(together)
            rows.append((variant, min(share.whole for share in shares), *_in_pairs(shares), shown))
        yield Table(
            "What each variant makes of table 1: games won in per cent, first and second",
            ("variant", "games a cell", *STUDIED, "probability of all eight"),
            tuple(rows),
            (VARIANTS_NOTE,),
        )
    yield Table(
        "Ten people, ten games a side (figure 3)",
        ("moving", "people who won about half", "what else is said"),
        (
            ("first", "2 of 10", "most won 2 or 3 games"),
            ("second", "5 of 10", "these won 5 or 6 games"),
        ),
        (PEOPLE_NOTE,),
    )


def _in_pairs(figures: Sequence[Proportion]) -> Iterator[Entry]:
    """First and second against each opponent; None if one of them was not played."""
    for first, second in zip(figures[::2], figures[1::2], strict=True):
        is_known = first.whole and second.whole
        yield f"{100 * first.value:.0f} and {100 * second.value:.0f}" if is_known else None


def fit_findings(results: Results) -> Iterator[str]:
    """How much of table 1 some variant explains, once all variants have played."""
    if any(group(results).together(variant) is None for variant in PROGRAM_VARIANTS):
        return
    yield _told("Table 1", group(results))
    for name in ("weak", "random"):
        others = [each for each in STUDIED if each != name]
        yield _told(f"Table 1 without {name}", group(results, others))
    yield _told(
        "Table 1 if weak's sign slipped, so that it plays as strong does", group(results, variants=SLIPPED)
    )


def _told(what: str, cells: Group) -> str:
    best = cells.best() or ""
    does = "explains" if cells.is_explained else "comes nearest and does not explain"
    found = probability(cells.together(best) or 0)
    return (
        f"{what}: as we complete the listing, of {len(cells.variants)} variants “{best}” {does} the "
        f"{len(cells.cells)} figures together, with probability {found}."
    )
