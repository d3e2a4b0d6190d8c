"""The model of people: how well it plays, errs and guesses as they do."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from statistics import mean, median

from shirokuro.lab.exhibit import Entry, Exhibit, Findings, Table
from shirokuro.lab.report.entries import in_per_cent, scored, tally_of
from shirokuro.lab.report.standings import elo_plot
from shirokuro.lab.run.result import Results
from shirokuro.lab.statistics.proportion import Proportion
from shirokuro.lab.statistics.ratio import ratio_of_sums
from shirokuro.lab.statistics.rounding import number, per_cent
from shirokuro.matches.rating import elo_of
from shirokuro.studies.people import cells
from shirokuro.studies.people.cells import NEIGHBOURS, RATINGS, values_of
from shirokuro.studies.people.tournament import BY_VALUES, GROUPS, SIZES, area
from shirokuro.words.message import Message

CERTAINTY = (
    "Games of `person` can be repeated move for move; the intervals allow for chance alone. Nobody was asked "
    "whether it plays like people, and the games to compare it with are those of tournament players on 8x8."
)
MEETINGS = {cells.meeting(one, other): (one, other) for one, other in NEIGHBOURS}
ASKED = (140, 260)
"""The Elo that 200 points of rating should be worth."""
ENOUGH = 100
"""The fewest games from which anything is said about two players."""


class PeopleStudy:
    """Whether the model of people does as people do."""

    name = "people"
    title = Message("studies.people")
    question = Message("studies.people_question")
    method = (
        "`person` plays neighbours 200 points apart, and itself; positions of its games are judged for five "
        "ratings. Where $SHIROKURO_DATA has tournament games, those of 2014 and 2015, which the model was "
        "not trained on, are guessed move by move, and their players' losses and ratings stand beside its "
        "own."
    )
    paper = None

    plan = staticmethod(cells.plan)

    def exhibits(self, results: Results) -> Sequence[Exhibit]:
        return [
            _strength(results),
            elo_plot("Strength of person by rating", [results[name] for name in MEETINGS if name in results]),
            _losses(results),
            _difficulty(results),
            *_moves(results),
            *_foreseen(results),
            *_ratings(results),
            Findings(tuple(_findings(results)), _answer(results), CERTAINTY),
        ]


STUDY = PeopleStudy()


def _strength(results: Results) -> Table:
    rows = []
    for name in MEETINGS:
        tally = tally_of(results, name)
        figures: tuple[Entry, ...] = (None, None, None)
        if tally.games:
            elos = [_elo(score) for score in Proportion.scored(tally).interval()]
            figures = (str(tally), scored(tally), f"{elos[0]} to {elos[1]}")
        rows.append((name, *figures))
    return Table(
        "Strength: neighbours, 200 points apart",
        ("person", "W/L/D", "score, 95 %", "Elo, 95 %"),
        tuple(rows),
        ("Between people 200 points are worth 200 Elo; 140 to 260 are asked of `person`.",),
    )


def _elo(score: float) -> str:
    return f"{elo_of(score):.0f}".replace("-", "−").replace("inf", "∞")


def _losses(results: Results) -> Table:
    rows = []
    for rating in RATINGS:
        own, people = (_sides(results, cells.lost_name(rating, who)) for who in ("person", "people"))
        row: list[Entry] = [str(rating)]
        for part, shown in ((0, "{:.2f}".format), (2, per_cent)):
            means = [_a_move(sides, part) for sides in (own, people)]
            row += [
                *(None if value is None else shown(value) for value in means),
                _times(own, means[1], part),
            ]
        rows.append(tuple(row))
    return Table(
        "What moves lose, beside people within 50 points",
        ("rating", "loss a move", "people", "times", "losses of 8 or more", "people", "times"),
        tuple(rows),
        (
            "In discs, by searches of 8 plies, exact from 18 empties on; forced moves do not count. `person` "
            "plays against itself. Within 10 % of people is asked; the interval is that of `person` alone.",
        ),
    )


def _sides(results: Results, name: str) -> list[list[int]]:
    """What each side of each game lost: discs, choices, blunders."""
    return [side for piece in values_of(results, name) for side in piece]


def _a_move(sides: list[list[int]], part: int) -> float | None:
    """Discs or blunders of all sides, for each of their moves."""
    return sum(side[part] for side in sides) / sum(side[1] for side in sides) if sides else None


def _times(own: list[list[int]], of_people: float | None, part: int) -> str | None:
    """Its mean, divided by that of people; None where one of them is unknown or nothing."""
    if not of_people or not sum(side[part] for side in own):
        return None
    return str(ratio_of_sums([side[part] for side in own], [side[1] * of_people for side in own]))


def _difficulty(results: Results) -> Table:
    boards = [board for piece in values_of(results, "difficulty") for board in piece]
    rows = []
    for place, rating in enumerate(RATINGS):
        figures: tuple[Entry, ...] = (None, None, None)
        if boards:
            keeps, loss, blunder = (mean(board[place][part] for board in boards) for part in range(3))
            figures = (per_cent(keeps), f"{loss:.2f}", per_cent(blunder))
        rows.append((str(rating), len(boards), *figures))
    return Table(
        "How hard positions are, by rating",
        ("rating", "positions", "keeps the result", "mean loss", "loss of 8 or more"),
        tuple(rows),
        (
            "One position of each of some games of `person` at 1500, from ply 10 to 50, as `difficulty` "
            "expects it, with moves valued 8 plies ahead.",
        ),
    )


def _moves(results: Results) -> Iterator[Table]:
    """How often moves of tournaments were guessed; nothing without them."""
    groups: dict[str, list[float]] = defaultdict(lambda: [0.0] * 4)
    tenths = [[0.0] * 3 for _ in range(10)]
    for piece in values_of(results, "moves"):
        for name, sums in piece["groups"].items():
            groups[name] = [one + other for one, other in zip(groups[name], sums, strict=True)]
        tenths = [
            [one + other for one, other in zip(*pair, strict=True)]
            for pair in zip(tenths, piece["tenths"], strict=True)
        ]
    if not groups:
        return
    rows = []
    for name in filter(groups.__contains__, GROUPS):
        count, right, three, loss = groups[name]
        among = None if name == BY_VALUES else per_cent(three / count)
        shares = (in_per_cent(Proportion(right, int(count))), among, f"{loss / count:.3f}")
        rows.append((name, *shares))
    yield Table(
        "Moves of tournaments guessed",
        ("positions", "best guess right", "among the first three", "log-loss"),
        tuple(rows),
        (
            "The first move is left out, since the records turn every game so that it begins f5. By values: "
            "as on boards without games of people.",
        ),
    )
    yield Table(
        "Calibration: how often moves of a chance were played",
        ("chance", "moves", "said", "played"),
        tuple(
            (f"{10 * place}–{10 * place + 10} %", number(int(count)), _share(said, count), _share(was, count))
            for place, (count, said, was) in enumerate(tenths)
        ),
    )


def _share(part: float, whole: float) -> str | None:
    return f"{100 * part / whole:.1f} %" if whole else None


def _foreseen(results: Results) -> Iterator[Table]:
    """How well losses were foreseen; nothing without tournament games."""
    scored_ones = [(chance, lost) for piece in values_of(results, "losses") for chance, lost in piece]
    if scored_ones:
        found = area(scored_ones)
        yield Table(
            "Losses of eight discs foreseen",
            ("positions", "lost", "AUC"),
            (
                (
                    len(scored_ones),
                    sum(lost for _, lost in scored_ones),
                    None if found is None else f"{found:.3f}",
                ),
            ),
            ("Losses by searches of 12 plies, exact from 20 empties; 0.72 is asked.",),
        )


def _ratings(results: Results) -> Iterator[Table]:
    """How far ratings from moves are off; nothing without tournament games."""
    misses = [miss for piece in values_of(results, "ratings") for miss in piece]
    if misses:
        yield Table(
            "Ratings from the moves of games",
            ("games", "players", "median error"),
            tuple(
                (size, len(misses), f"{median(miss[place] for miss in misses):.0f} points")
                for place, size in enumerate(SIZES)
            ),
            (
                "Beside the rating that explains the results of all their other games since 2012. Most of "
                "these players' games were part of the training. 100 and 70 points are asked.",
            ),
        )


def _findings(results: Results) -> Iterator[str]:
    """What the figures show, where there are enough of them."""
    for name in MEETINGS:
        tally = tally_of(results, name)
        low, high = (elo_of(score) for score in Proportion.scored(tally).interval())
        if tally.games >= ENOUGH and (high < ASKED[0] or low > ASKED[1]):
            side = "less" if high < ASKED[0] else "more"
            yield f"{name}: 200 points are worth {side} than the {ASKED[0]} to {ASKED[1]} Elo that are asked."


def _answer(results: Results) -> str:
    table = next(_moves(results), None)
    if table is None:
        return ""
    _, right, _, loss = table.rows[0]
    return f"Its best guess is right in {right}, with a log-loss of {loss}."
