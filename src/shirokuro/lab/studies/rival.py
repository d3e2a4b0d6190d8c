"""Study D, the rival: table 1, and rivals on a ladder of opponents that each should meet at its own level."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from shirokuro.game import Fixture
from shirokuro.lab.exhibit import Entry, Exhibit, Findings, Plot, Point, Series, Table
from shirokuro.lab.readable import readable
from shirokuro.lab.replication import Replica, replication
from shirokuro.lab.series import TURNS, Turn, one_sided
from shirokuro.lab.share import Share
from shirokuro.lab.side_by_side import in_per_cent, listed, score_point, scored, tally_of
from shirokuro.lab.study import Cell, Results, Scale
from shirokuro.lab.tally import Interval, Tally

PRINTED = "rvlai:as_printed=true"
RIVALS = {
    "as printed": PRINTED,
    "as described": "rvlai",
}
"""A better rival takes its seat with a line here."""
ITSELF = "itself"
LADDER = (
    "weak",
    "engine:level=0",
    "random",
    "greedy",
    "engine:level=2",
    "value-map",
    ITSELF,
    "engine:level=4",
    "montai:playouts=100",
    "strong",
    "engine:level=6",
    "engine:level=8",
    "engine:level=10",
)
"""From the weakest to the strongest, roughly."""
OTHERS = tuple(opponent for opponent in LADDER if opponent != ITSELF)
"""Against oneself both colours together come to half by nature."""
PRINTED_OPPONENTS = ("strong:as_printed=true", "weak:as_printed=true")
"""Whom the printed rival meets as well. The study's two search as the rival does, and are not printed
themselves: who shares its search shares its faults."""
OPPONENTS = (*LADDER, *PRINTED_OPPONENTS)
PUBLISHED: dict[Turn, dict[str, Share]] = {
    "first": {
        "random": Share(74, 100),
        ITSELF: Share(58, 100),
        "strong": Share(62, 100),
        "weak": Share(46, 100),
    },
    "second": {
        "random": Share(80, 100),
        ITSELF: Share(43, 100),
        "strong": Share(44, 100),
        "weak": Share(46, 100),
    },
}
"""Table 1: RvlAI's wins of 100; how many of the others were drawn it does not say."""
MEASURED = tuple(PUBLISHED["first"])
SHARING = ("random", ITSELF, *PRINTED_OPPONENTS)
"""The same, where those who search do so as the printed rival does."""
AIM = Interval(0.45, 0.55)
"""What the study means by about half."""


class Rival:
    """Whether a player can win half its games against everybody."""

    name = "rival"
    title = "The rival: as strong as whoever it meets"
    question = "Can a player win half its games against everybody?"
    source = "study D: オセロにおけるライバルAIの作成 (Making a rival AI for Othello, 2017)"

    def plan(self, scale: Scale) -> Sequence[Cell]:
        scale = Scale(games=scale.count(20, 200, 1000), seed=scale.seed)
        pairs = [(rival, opponent) for rival in RIVALS.values() for opponent in LADDER]
        pairs += [(PRINTED, opponent) for opponent in PRINTED_OPPONENTS]
        return [_cell(*pair, turn, scale) for pair in pairs for turn in TURNS]

    def exhibits(self, results: Results) -> Sequence[Exhibit]:
        return [
            *(_published_table(results, turn) for turn in TURNS),
            _verdicts(results),
            _plot(results),
            Findings(tuple(_findings(results)), _answer(results)),
        ]


STUDY = Rival()


def _name(rival: str, opponent: str, turn: Turn) -> str:
    return f"{rival} against {opponent} {turn}"


def _cell(rival: str, opponent: str, turn: Turn, scale: Scale) -> Cell:
    fixture = Fixture(rival, rival if opponent == ITSELF else opponent, seed=scale.seed)
    return Cell(_name(rival, opponent, turn), one_sided(fixture, turn, scale.games or 0), player=rival)


def _tally(results: Results, rival: str, opponent: str, turn: Turn) -> Tally:
    tally = tally_of(results, _name(rival, opponent, turn))
    # Where a player meets itself black's wins are counted.
    is_mirrored = opponent == ITSELF and turn == "second"
    return Tally(tally.losses, tally.draws, tally.wins) if is_mirrored else tally


def _both(results: Results, rival: str, opponent: str) -> Tally:
    first, second = (_tally(results, rival, opponent, turn) for turn in TURNS)
    return first + second


def _published(opponent: str, turn: Turn) -> Share | None:
    """Of an opponent, however it searches."""
    return PUBLISHED[turn].get(opponent.partition(":")[0])


# Tables


def _published_table(results: Results, turn: Turn) -> Table:
    return Table(
        f"Games won by the rival, moving {turn} (table 1)",
        ("opponent", "published", *RIVALS),
        tuple(_published_row(results, opponent, turn) for opponent in OPPONENTS),
        (
            "The rival finds out how good its opponent's last move was among all he had, and plays the move "
            "that is as good among its own. weak always plays the worst move, strong the best.",
            "The study's strong and weak opponents search as its rival does and are not printed themselves. "
            "The printed rival meets them as described, and with the search of its own listing.",
            "In brackets 95 % intervals.",
        ),
    )


def _published_row(results: Results, opponent: str, turn: Turn) -> tuple[Entry, ...]:
    published = _published(opponent, turn)
    ours = (Share.won(_tally(results, rival, opponent, turn)) for rival in RIVALS.values())
    return (
        readable(opponent),
        None if published is None else in_per_cent(published),
        *map(in_per_cent, ours),
    )


def _verdicts(results: Results) -> Table:
    columns = (column for form in RIVALS for column in (form, "half?"))
    rows = []
    for opponent in OTHERS:
        tallies = [_both(results, rival, opponent) for rival in RIVALS.values()]
        entries = (entry for tally in tallies for entry in (scored(tally), verdict(tally)))
        rows.append((readable(opponent), *entries))
    return Table(
        "The rival's points in both colours: does it win half?",
        ("opponent", *columns),
        tuple(rows),
        (
            "A draw is half a point. yes: the whole 95 % interval lies within 45–55 %; no: none of it; "
            "open: more games would tell.",
            "Published of ten people, ten games a side: two near half when moving first, five when second.",
            "Even a true half lands within 45–55 of 100 games in 73 of 100 cases only.",
        ),
    )


def verdict(tally: Tally) -> Entry:
    """Whether a player wins half: yes, no or open."""
    if not tally.games:
        return None
    interval = tally.interval()
    if interval.low in AIM and interval.high in AIM:
        return "yes"
    return "open" if interval.overlaps(AIM) else "no"


def _plot(results: Results) -> Plot:
    series = [Series(form, tuple(_points(results, rival))) for form, rival in RIVALS.items()]
    return Plot(
        "The rival's score on the ladder",
        "opponent, from weak to strong",
        "score of the rival, %",
        tuple(series),
        "bar",
        level=50,
        notes=("A perfect rival stands at 50 everywhere.",),
    )


def _points(results: Results, rival: str) -> Iterator[Point]:
    for opponent in OTHERS:
        tally = _both(results, rival, opponent)
        if tally.games:
            yield score_point(readable(opponent), tally)


# Findings


def _answer(results: Results) -> str:
    """To the study's question, as far as the figures go."""
    verdicts = {form: list(_words(results, rival).values()) for form, rival in RIVALS.items()}
    for form, words in verdicts.items():
        if words and words.count("yes") == len(words):
            return f"Yes: {form} it wins half against all of {len(words)} opponents."
    missed = [f"{words.count('no')} of {len(words)} {form}" for form, words in verdicts.items() if words]
    return f"Not yet: of its opponents it surely misses half against {listed(missed)}." if missed else ""


def _words(results: Results, rival: str) -> dict[str, Entry]:
    """Whether it wins half, by opponent."""
    found = {opponent: _both(results, rival, opponent) for opponent in OTHERS}
    return {opponent: verdict(tally) for opponent, tally in found.items() if tally.games}


def _findings(results: Results) -> Iterator[str]:
    for form, rival in RIVALS.items():
        whom = ", against opponents as described," if rival == PRINTED else ""
        yield from replication(f"The rival {form}{whom}", _replicas(results, rival, MEASURED))
    sharing = _replicas(results, PRINTED, SHARING)
    if any(each.ours.whole for each in sharing if each.opponent in map(readable, PRINTED_OPPONENTS)):
        yield from replication("The rival as printed, against opponents that search as it does,", sharing)
    for form, rival in RIVALS.items():
        yield from _aim(results, form, rival)


def _replicas(results: Results, rival: str, opponents: Iterable[str]) -> list[Replica]:
    return [
        Replica(readable(opponent), turn, Share.won(_tally(results, rival, opponent, turn)), published)
        for opponent in opponents
        for turn in TURNS
        if (published := _published(opponent, turn))
    ]


def _aim(results: Results, form: str, rival: str) -> Iterator[str]:
    """Whom it meets at his level, whom it does not, and on which side it misses."""
    words = _words(results, rival)
    half, unclear, missed = (
        [opponent for opponent, word in words.items() if word == wanted] for wanted in ("yes", "open", "no")
    )
    weaker = [o for o in missed if _both(results, rival, o).interval().low > AIM.high]
    stronger = [o for o in missed if o not in weaker]
    groups = {
        "wins half against": half,
        f"scores more than {100 * AIM.high:.0f} % against": weaker,
        f"scores less than {100 * AIM.low:.0f} % against": stronger,
        "may win half against": unclear,
    }
    parts = [f"{verb} {listed(map(readable, group))}" for verb, group in groups.items() if group]
    if parts:
        yield f"The rival {form} {'; it '.join(parts)}."
