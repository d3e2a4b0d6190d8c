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
from shirokuro.replications.rival.cells import (
    COMPARED,
    OPPONENTS,
    OTHERS,
    RIVALS,
    STUDIED,
    both,
    plan,
    published,
    tally,
)
from shirokuro.replications.rival.characters import character_tables
from shirokuro.replications.rival.demonstration import demonstration
from shirokuro.replications.rival.findings import findings
from shirokuro.replications.rival.fits import fit_exhibits, fit_findings
from shirokuro.replications.rival.ladders import SHOWN
from shirokuro.replications.rival.tables import half, ladder_tables
from shirokuro.words.message import Message

CERTAINTY = (
    "Our games can be played again, move for move; the intervals allow for chance alone. The class that "
    "holds the board is not printed, nor are the study's strong and weak opponents: what we say of the "
    "listing is said of it as we complete it. No people played against our rival for this."
)


class RivalStudy:
    """Whether a player can win half its games against everybody."""

    name = "rival"
    title = Message("studies.rival")
    question = Message("studies.rival_question")
    method = (
        "The study's rival, as the text describes it and as its printed program computes, and our own rival "
        "play the study's opponents and a ladder of others, up to a strong engine, with both colours. Other "
        "forms that the study's program may have had play its four opponents: ranks, shares or values are "
        "matched, one fault of the listing is mended, the opponents end their games otherwise. "
        "Players that err as people do stand in for people."
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

    plan = staticmethod(plan)

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
    for opponent in OPPONENTS:
        theirs = published(opponent, turn)
        ours: list[Entry] = []
        for form, rival in RIVALS.items():
            won = Proportion.won(tally(results, rival, opponent, turn))
            ours += [in_per_cent(won)] + ([verdict(won, theirs, COMPARED)] if form in STUDIED else [])
        rows.append((readable(opponent), None if theirs is None else published_share(theirs), *ours))
    return Table(
        f"Games won by the rival, moving {turn} (table 1)",
        ("opponent", "published", *with_verdicts(RIVALS, STUDIED)),
        tuple(rows),
        (
            "The study's rival ranks its opponent's last move among all that were possible and plays its own "
            "move of that rank. weak always plays the worst move, strong the best. Now: `rival` with 20 000 "
            "nodes a move and a memory of its opponent.",
            "The study's strong and weak opponents search as its rival does; their programs are not printed. "
            "The printed rival meets them as described, and with the search of its own listing.",
        ),
    )


def _verdicts(results: Results) -> Table:
    columns = (column for form in RIVALS for column in (form, "half?"))
    rows = []
    for opponent in OTHERS:
        tallies = [both(results, rival, opponent) for rival in RIVALS.values()]
        entries = (entry for points in tallies for entry in (scored(points), half(points)))
        rows.append((readable(opponent), *entries))
    return Table(
        "The rival's points in both colours: does it win half?",
        ("opponent", *columns),
        tuple(rows),
        (
            "A draw is half a point. “yes”: the 95 % interval lies within 45–55 %; “no”: it lies above "
            "(more) or below (less); “open”: it overlaps, and more games would tell.",
            "Even a player that truly wins half wins 45–55 of 100 games in only 73 of 100 cases.",
        ),
    )


def _plot(results: Results) -> Plot:
    series = []
    for form, rival in RIVALS.items():
        scores = {opponent: both(results, rival, opponent) for opponent in OTHERS}
        points = (score_point(readable(each), score) for each, score in scores.items() if score.games)
        series.append(Series(form, tuple(points)))
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
    """To the study's question, as far as the figures go."""
    verdicts = {
        form: [word for opponent in OTHERS if (word := half(both(results, rival, opponent)))]
        for form, rival in RIVALS.items()
    }
    for form, words in verdicts.items():
        if words and words.count("yes") == len(words):
            return f"Yes: {form} it wins half against all {len(words)} opponents."
    missed = [
        f"{sum(word.startswith('no') for word in words)} of {len(words)} {form}"
        for form, words in verdicts.items()
        if words
    ]
    return f"Not yet: of its opponents, it clearly misses half against {listed(missed)}." if missed else ""
