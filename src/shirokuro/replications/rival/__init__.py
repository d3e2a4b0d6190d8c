"""The rival: table 1, and rivals against opponents from the weakest to the strongest."""

from __future__ import annotations

from collections.abc import Sequence

from shirokuro.lab.exhibit import Entry, Exhibit, Findings, Plot, Series, Table
from shirokuro.lab.report.entries import in_per_cent, listed, published_share, readable, score_point, scored
from shirokuro.lab.run.result import Results
from shirokuro.lab.run.series import TURNS, Turn
from shirokuro.lab.statistics.proportion import Proportion
from shirokuro.lab.study import Paper
from shirokuro.replications.fitting import verdict, with_verdicts
from shirokuro.replications.rival import cells
from shirokuro.replications.rival.cells import OTHERS, RIVALS, STUDIED
from shirokuro.replications.rival.characters import character_tables
from shirokuro.replications.rival.demonstration import demonstration
from shirokuro.replications.rival.findings import findings
from shirokuro.replications.rival.fits import fit_exhibits, fit_findings
from shirokuro.replications.rival.ladders import SHOWN, called
from shirokuro.replications.rival.tables import half, ladder_tables
from shirokuro.words.message import Message

CERTAINTY = (
    "Our games can be repeated move for move; the intervals allow for chance alone. Neither the class that "
    "holds the board nor the study's strong and weak opponents are printed: what we say of the listing is "
    "true of it as we complete it. No people played against our rival for this."
)


class RivalStudy:
    """Whether a player can win half its games against everybody."""

    name = "rival"
    title = Message("studies.rival")
    question = Message("studies.rival_question")
    method = (
        "The study's rival, as the text describes it and as its printed program computes, and our own, with "
        "equal strength and with an even score, play the study's opponents and a ladder of others, up to a "
        "strong engine and some that no constant of ours was chosen on, with both colours. Other variants "
        "that the study's program may have had play its four opponents: they match ranks, shares or values, "
        "one fault of the listing is mended, or the opponents end their games differently. Players that err "
        "as people do stand in for people."
    )
    paper = Paper(
        "Matsumura (松村 憲樹)",
        "2017",
        "オセロにおけるライバル AI の作成について",
        "On making a rival AI for Othello",
        "Graduation thesis, Kindai University",
        "Of 100 games moving first and 100 moving second, RvlAI won 74 and 80 against a random player, 58 "
        "and 43 against itself, 62 and 44 against an opponent that always plays the best move of the same "
        "search, 46 and 46 against one that always plays the worst. Of ten people, two came near half in "
        "ten games first, five in ten games second. The text concludes that the aim, half against "
        "everybody, was missed.",
    )

    plan = staticmethod(cells.plan)

    def exhibits(self, results: Results) -> Sequence[Exhibit]:
        return [
            *(_published_table(results, turn) for turn in TURNS),
            *fit_exhibits(results),
            _verdicts(results),
            _plot(results),
            *(table for ladder in SHOWN for table in ladder_tables(results, ladder)),
            *character_tables(results),
            *demonstration(results),
            Findings((*fit_findings(results), *findings(results)), _answer(results), CERTAINTY),
        ]


STUDY = RivalStudy()


def _published_table(results: Results, turn: Turn) -> Table:
    rows = []
    for opponent in cells.OPPONENTS:
        theirs = cells.published(opponent, turn)
        ours: list[Entry] = []
        for variant, rival in RIVALS.items():
            won = Proportion.won(cells.tally(results, rival, opponent, turn))
            ours += [in_per_cent(won)] + (
                [verdict(won, theirs, cells.COMPARED)] if variant in STUDIED else []
            )
        rows.append((readable(opponent), None if theirs is None else published_share(theirs), *ours))
    return Table(
        f"Games won by the rival, moving {turn} (table 1)",
        ("opponent", "published", *with_verdicts(RIVALS, STUDIED)),
        tuple(rows),
        (
            "The study's rival ranks its opponent's last move among all that were possible and plays its own "
            "move of that rank. weak always plays the worst move, strong the best. Equal strength and even "
            "score: the two modes of `rival`, the second with a memory of its opponent.",
            "The study's strong and weak opponents search as its rival does; their programs are not printed. "
            "The printed rival meets them as described, and with the search of its own listing.",
        ),
    )


def _verdicts(results: Results) -> Table:
    columns = (column for variant in RIVALS for column in (variant, "half?"))
    rows = []
    for opponent in OTHERS:
        tallies = [cells.both(results, rival, opponent) for rival in RIVALS.values()]
        entries = (entry for points in tallies for entry in (scored(points), half(points)))
        rows.append((called(opponent), *entries))
    return Table(
        "The rival's points in both colours: does it win half?",
        ("opponent", *columns),
        tuple(rows),
        (
            "A draw is half a point. “yes”: the 95 % interval lies within 45–55 %; “no”: it lies above "
            "(more) or below (less); “open”: it overlaps, and more games would tell.",
            "Even a player that truly wins half its games wins 45–55 of 100 in only 73 of 100 cases.",
        ),
    )


def _plot(results: Results) -> Plot:
    series = []
    for variant, rival in RIVALS.items():
        scores = {opponent: cells.both(results, rival, opponent) for opponent in OTHERS}
        points = (score_point(called(each), score) for each, score in scores.items() if score.games)
        series.append(Series(variant, tuple(points)))
    return Plot(
        "The rival's score on the ladder",
        "opponent, from weak to strong",
        "score of the rival, %",
        tuple(series),
        "bar",
        reference=50,
        in_per_cent=True,
        notes=("A perfect rival scores 50 % against everybody.",),
    )


def _answer(results: Results) -> str:
    """The answer to the study's question, as far as the figures allow."""
    verdicts = {
        variant: [word for opponent in OTHERS if (word := half(cells.both(results, rival, opponent)))]
        for variant, rival in RIVALS.items()
    }
    for variant, words in verdicts.items():
        if words and words.count("yes") == len(words):
            return f"Yes: {variant} it wins half against all {len(words)} opponents."
    missed = [
        f"{sum(word.startswith('no') for word in words)} of {len(words)} {variant}"
        for variant, words in verdicts.items()
        if words
    ]
    return f"Not yet: of its opponents, it clearly misses half against {listed(missed)}." if missed else ""
