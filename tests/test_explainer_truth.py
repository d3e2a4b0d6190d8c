"""Every sentence of an explanation is true: read as a person reads it, and checked on the positions.

The checks know the sentence, the position and the two lines, and play them by the slow rules.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import accumulate
from random import Random
from statistics import mean

import pytest
import reference
import slow_features
from reference import Game
from test_stability import stable_discs

import shirokuro as sk
from shirokuro.explanation.consequence import Consequence
from shirokuro.explanation.explainer import MEASURES, consequences
from shirokuro.explanation.reason_text import sentence, sentences_text
from shirokuro.words.message import catalogue

SIDES = {"black": "X", "white": "O"}
BOARDS = ("reversi", "reversi6", "reversi4", "nip", "nip24+loop")


class Told:
    """A sentence and all that is needed to check it."""

    def __init__(self, board: sk.Board, mine: tuple[int, ...], best: tuple[int, ...], text: str) -> None:
        discs, turn = board.line().split()
        rules = reference.RULES[board.variant_name]
        self.before = Game(rules, dict(zip(rules.cells, discs, strict=True)), turn)
        self.lines = {"mine": [*map(sk.move_name, mine)], "best": [*map(sk.move_name, best)]}
        self.games = {
            name: [*accumulate(line, played, initial=self.before)][1:] for name, line in self.lines.items()
        }
        self.side, self.opponent = turn, self.before.opponent
        self.text = text
        found = re.search(
            r"in the next (\d+) plies|in the next (ply)|(\d+) plies later|(one ply) later", text, re.I
        )
        number = next(filter(None, found.groups()), "") if found else ""
        self.plies = int(number) if number.isdecimal() else 1 if number else 0

    def seen(self, line: str) -> list[Game]:
        """The positions that the sentence says it speaks of."""
        assert len(self.games[line]) > self.plies
        return self.games[line][: self.plies + 1]


def played(game: Game, move: str) -> Game:
    if move == "pass":
        assert game.must_pass()
        return game.after_pass()
    assert move in game.legal_moves()
    return game.after(move)


def moves_of(game: Game, side: str) -> list[str]:
    return slow_features.seen_by(game, side).legal_moves()


def number_of(counts: slow_features.Counts) -> int:
    return sum(counts.values())


def corners(game: Game) -> list[str]:
    return [edge[0] for edge in slow_features.edges(game)] + [slow_features.edges(game)[2][-1]]


def beside_corner(game: Game, square: str, kind: str) -> str:
    """The corner of a C or an X square."""

    def distance(corner: str) -> tuple[int, int]:
        return abs(ord(corner[0]) - ord(square[0])), abs(ord(corner[1]) - ord(square[1]))

    (found,) = {
        corner for corner in corners(game) if sorted(distance(corner)) == ([0, 1] if kind == "C" else [1, 1])
    }
    return found


def has_disc(game: Game, square: str, side: str, kind: str) -> bool:
    """Whether a disc of the side lies there beside an empty corner."""
    return game.discs[square] == side and game.discs[beside_corner(game, square, kind)] == "-"


def takes(told: Told, line: str, side: str, corner: str) -> bool:
    """Whether the side has the corner at the end of a line, or may take it there."""
    end = told.games[line][-1]
    return end.discs[corner] == side or corner in moves_of(end, side)


def check_corner(told: Told, found: dict[str, str], there: str, side: str) -> None:
    elsewhere = "mine" if there == "best" else "best"
    squares = found["squares"].split(", ")
    assert all(corner in corners(told.before) for corner in squares)
    line = found["line"].split()
    assert line[-1] in squares
    if "…" not in line:
        assert told.lines[there][: len(line)] == line
        assert told.games[there][len(line) - 1].discs[line[-1]] == side
    assert all(told.games[there][-1].discs[corner] == side for corner in squares)
    assert not any(takes(told, elsewhere, side, corner) for corner in squares)


def check_means(told: Told, found: dict[str, str], count: Callable[[Game, str], int]) -> None:
    wanted = [
        f"{mean(count(game, side) for game in told.seen(line)):.1f}"
        for line in ("mine", "best")
        for side in (told.side, told.opponent)
    ]
    assert [found[name] for name in ("own", "theirs", "best_own", "best_theirs")] == wanted


def safe_moves(game: Game, side: str) -> int:
    """Moves that neither lie beside an empty corner nor open a corner."""
    seen = slow_features.seen_by(game, side)
    opponent = seen.opponent
    before = set(moves_of(game, opponent)) & set(corners(game))
    risky = {
        near
        for corner in corners(game)
        if game.discs[corner] == "-"
        for near in slow_features.neighbours(game, corner)
    }
    return sum(
        not set(seen.after(move).legal_moves()) & set(corners(game)) - before
        for move in seen.legal_moves()
        if move not in risky
    )


def turned_openness(told: Told, line: str) -> int:
    move = told.lines[line][0]
    after = told.games[line][0]
    return len({cell for disc in told.before.flips(move) for cell in slow_features.beside(after, disc)})


def check_wing(told: Told, found: dict[str, str]) -> None:
    wing = tuple(found["squares"].split(", "))
    (edge,) = [edge for edge in slow_features.edges(told.before) if set(wing) <= set(edge)]
    ends = (edge[0], edge[-1])

    def leaves(line: str) -> bool:
        after = told.games[line][0]
        stands = {frozenset(each) for each in slow_features.figures(after, told.side, 3)}
        return frozenset(wing) in stands and any(
            after.discs[corner] == "-" and takes(told, line, told.opponent, corner) for corner in ends
        )

    after, end = told.games["mine"][0], told.games["mine"][-1]
    assert leaves("mine")
    assert any(after.discs[corner] == "-" and end.discs[corner] == told.opponent for corner in ends)
    assert not leaves("best")


def check_mountain(told: Told, found: dict[str, str], there: str, side: str) -> None:
    mountain = frozenset(found["squares"].split(", "))
    for line in ("mine", "best"):
        stands = {frozenset(each) for each in slow_features.figures(told.seen(line)[-1], side, 2)}
        assert (mountain in stands) == (line == there)


def check_disc(told: Told, found: dict[str, str], there: str, side: str, kind: str) -> None:
    elsewhere = "mine" if there == "best" else "best"
    for square in found["squares"].split(", "):
        assert any(has_disc(game, square, side, kind) for game in told.seen(there))
        assert not any(has_disc(game, square, side, kind) for game in told.seen(elsewhere))


def check_at_once(told: Told, found: dict[str, str], kind: str) -> None:
    move = told.lines["mine"][0]
    assert found["move"] == move
    assert beside_corner(told.before, move, kind) == found["corners"]
    assert has_disc(told.games["mine"][0], move, told.side, kind)


def check_stable(told: Told, found: dict[str, str]) -> None:
    def count(game: Game, side: str) -> int:
        return sum(game.discs[cell] == side for cell in stable_discs(game, ring_condition=True))

    wanted = [
        str(count(told.seen(line)[-1], side))
        for line in ("mine", "best")
        for side in (told.side, told.opponent)
    ]
    assert [found[name] for name in ("own", "theirs", "best_own", "best_theirs")] == wanted


def odd_regions(told: Told, line: str) -> list[int]:
    game = told.games[line][0]
    empty = {cell for cell in game.rules.cells if game.discs[cell] == "-"}
    return sorted(len(group) for group in slow_features.groups(game, empty) if len(group) % 2)


def check_odd(told: Told, found: dict[str, str]) -> None:
    assert int(found["own"]) == len(odd_regions(told, "mine"))
    assert sorted(map(int, found["sizes"].split(", "))) == odd_regions(told, "mine")
    assert int(found["best_own"]) == len(odd_regions(told, "best"))


def last_mover(told: Told, line: str) -> str:
    assert told.games[line][-1].is_over()
    before = [told.before, *told.games[line]]
    return [game.turn for game, move in zip(before, told.lines[line], strict=False) if move != "pass"][-1]


def check_last_move(told: Told, found: dict[str, str]) -> None:
    assert last_mover(told, "mine") == told.opponent
    assert last_mover(told, "best") == told.side


def passes(told: Told, line: str, side: str) -> int:
    before = [told.before, *told.games[line]]
    return sum(
        game.turn == side and move == "pass" for game, move in zip(before, told.lines[line], strict=False)
    )


def check_passes(told: Told, found: dict[str, str], there: str, side: str) -> None:
    names = ("own", "best_own") if side == told.side else ("theirs", "best_theirs")
    for name, line in zip(names, ("mine", "best"), strict=True):
        assert int(found[name]) == passes(told, line, side)
    line = found["line"].split()
    assert line[-1] == "pass"
    if "…" not in line:
        assert told.lines[there][: len(line)] == line


def check_openness_of_moves(told: Told, found: dict[str, str]) -> None:
    assert int(found["own"]) == turned_openness(told, "mine")
    assert int(found.get("best_own") or 0) == turned_openness(told, "best")


CHECKS: dict[str, Callable[[Told, dict[str, str]], None]] = {
    "corners_own": lambda told, found: check_corner(told, found, "best", told.side),
    "corners_theirs": lambda told, found: check_corner(told, found, "mine", told.opponent),
    "c": lambda told, found: check_means(
        told, found, lambda game, side: number_of(slow_features.c(game, side))
    ),
    "c_at_once": lambda told, found: check_at_once(told, found, "C"),
    "c_own": lambda told, found: check_disc(told, found, "mine", told.side, "C"),
    "c_theirs": lambda told, found: check_disc(told, found, "best", told.opponent, "C"),
    "x": lambda told, found: check_means(
        told, found, lambda game, side: number_of(slow_features.x(game, side))
    ),
    "x_at_once": lambda told, found: check_at_once(told, found, "X"),
    "x_own": lambda told, found: check_disc(told, found, "mine", told.side, "X"),
    "x_theirs": lambda told, found: check_disc(told, found, "best", told.opponent, "X"),
    "move_openness": check_openness_of_moves,
    "move_openness_inside": check_openness_of_moves,
    "openness": lambda told, found: check_means(
        told, found, lambda game, side: number_of(slow_features.openness(game, side))
    ),
    "mobility": lambda told, found: check_means(told, found, lambda game, side: len(moves_of(game, side))),
    "safe_moves": lambda told, found: check_means(told, found, safe_moves),
    "stable": check_stable,
    "wing": check_wing,
    "mountain_own": lambda told, found: check_mountain(told, found, "best", told.side),
    "mountain_theirs": lambda told, found: check_mountain(told, found, "mine", told.opponent),
    "odd_regions": check_odd,
    "last_move": check_last_move,
    "passes_own": lambda told, found: check_passes(told, found, "mine", told.side),
    "passes_theirs": lambda told, found: check_passes(told, found, "best", told.opponent),
}
"""By the form of a sentence, whether it is true."""


SQUARES = "[a-h][1-8](?:, [a-h][1-8])*"
PLACES = {
    **dict.fromkeys(("side", "opponent"), "black|white"),
    **dict.fromkeys(("move", "better"), "[a-h][1-8]"),
    **dict.fromkeys(("own", "theirs", "best_own", "best_theirs"), r"\d+(?:\.\d)?"),
    **dict.fromkeys(("squares", "corners"), SQUARES),
    **dict.fromkeys(
        ("during", "later"), r"just after the move|in the next (?:ply|\d+ plies)|(?:one ply|\d+ plies) later"
    ),
    "line": "[^)]+",
    "sizes": r"\d+(?:, \d+)*",
}
"""What stands in each place of a sentence."""


SENTENCES = {
    key.removeprefix("reasons."): re.sub(r"\{\w+:[^|]*\|([^}]*)\}", r"\1", text)
    for key, text in catalogue("en").items()
    if key.startswith("reasons.") and text.endswith(".")
}
"""By form, with their nouns in the plural."""


def pattern(form: str) -> re.Pattern[str]:
    """Finds what was filled into a sentence, also where one of something lost its s."""
    text = re.escape(SENTENCES[form]).replace(r"\ ", " ")
    text = re.sub(r"(empty\\? cell|stable\\? disc|odd\\? empty\\? region)s", r"\1s?", text)
    seen: set[str] = set()

    def place(found: re.Match[str]) -> str:
        name = found[1]
        if name in seen:
            return f"(?P={name})"
        seen.add(name)
        return f"(?P<{name}>{PLACES[name]})"

    return re.compile(re.sub(r"\\\{(\w+)\\\}", place, text), re.IGNORECASE)


PATTERNS = {form: pattern(form) for form in SENTENCES}


def read(text: str) -> tuple[str, dict[str, str]]:
    """The form of a sentence and what it says; the longest form that fits is meant."""
    fits = [(form, found) for form, each in PATTERNS.items() if (found := each.fullmatch(text))]
    form, found = max(fits, key=lambda pair: len(SENTENCES[pair[0]]))
    return form, found.groupdict()


def check(board: sk.Board, mine: tuple[int, ...], best: tuple[int, ...], text: str) -> str:
    """Whether a sentence is true; its form."""
    form, found = read(text)
    told = Told(board, mine, best, text)
    names = {"side": told.side, "opponent": told.opponent}
    assert all(SIDES[found[name].lower()] == symbol for name, symbol in names.items() if name in found)
    for name, line in (("move", "mine"), ("better", "best")):
        assert found.get(name, told.lines[line][0]) == told.lines[line][0]
    CHECKS[form](told, found)
    return form


def random_line(board: sk.Board, move: int, random: Random) -> tuple[int, ...]:
    """A move and what might follow it, of any length; corners are taken where they can be, as in play."""
    line, after, length = [move], board.copy(stack=False), random.choice((1, 2, 2, 3, 5, 9, 12, 60))
    after.push(move)
    while len(line) < length and not after.is_over():
        legal = list(after.legal_moves) or [sk.PASS]
        near = [each for each in legal if each in (0, 5, 7, 40, 45, 56, 63)]
        line.append(random.choice(near or legal))
        after.push(line[-1])
    return tuple(line)


def boards(variant: str, seed: int) -> list[sk.Board]:
    random, board, found = Random(f"{variant} {seed}"), sk.Board(variant), list[sk.Board]()
    while not board.is_over():
        found.append(board.copy(stack=False))
        board.push(random.choice(list(board.legal_moves)) if board.legal_moves else sk.PASS)
    return [each for each in found if len(each.legal_moves) > 1]


def is_worse(feature: str, mine: Consequence, best: Consequence) -> bool:
    difference = mine.measured[feature].number - best.measured[feature].number
    return difference > 0 if MEASURES[feature].is_bad else difference < 0


def told_of(board: sk.Board, random: Random) -> dict[str, int]:
    """All that could be said of two lines is true; how often each form was said."""
    said: dict[str, int] = {}
    first, second = random.sample(list(board.legal_moves), 2)
    lines = random_line(board, first, random), random_line(board, second, random)
    mine, best = consequences(board, *lines)
    for feature in mine.measured.keys() & best.measured.keys():
        if is_worse(feature, mine, best):
            form = check(board, *lines, sentences_text([sentence(feature, mine, best)], "en"))
            said[form] = said.get(form, 0) + 1
    return said


@pytest.mark.parametrize("variant", BOARDS)
def test_what_is_said_of_any_two_lines_is_true(variant: str) -> None:
    said: dict[str, int] = {}
    for seed in range(2):
        random = Random(f"lines {variant} {seed}")
        for board in boards(variant, seed)[seed::4]:
            for form, times in told_of(board, random).items():
                said[form] = said.get(form, 0) + times
    assert sum(said.values()) > 10


@pytest.mark.long
def test_what_is_said_of_many_lines_is_true() -> None:
    """On all boards, until every sentence there is was said and checked many times."""
    said: dict[str, int] = dict.fromkeys(SENTENCES, 0)
    for seed in range(100, 200):
        for variant in BOARDS:
            random = Random(f"lines {variant} {seed}")
            for board in boards(variant, seed):
                for form, times in told_of(board, random).items():
                    said[form] += times
    assert min(said.values()) >= 3, said


@pytest.mark.parametrize("variant", BOARDS)
def test_what_explanations_say_is_true(variant: str) -> None:
    for board in boards(variant, 7)[2::6]:
        for move in [*board.legal_moves][:3]:
            judged = sk.judge(board, move, sk.Limits(depth=2 + move % 4))
            for reason in sk.explain(board, judged).reasons:
                for text in re.findall(r".+?\.(?= [A-Z]|$| [a-h][1-8])", reason.sentence()):
                    check(board, judged.played_pv or (judged.move,), judged.pv, text.strip())


def line(moves: str) -> tuple[int, ...]:
    return tuple(map(sk.parse_move, moves.split()))


def test_a_disc_of_a_wing_is_still_on_its_c_square() -> None:
    """By number it is no C disc after g8, but nobody may say that it is not there."""
    board = sk.Board.from_cells(["e5", "d6", "b8", "c8", "d8", "e8"], ["d5", "e6", "c7", "d7", "f8"])
    mine, best = consequences(board, line("f6"), line("g8"))
    text = sentences_text([sentence("c", mine, best)], "en")
    assert "has not" not in text
    assert check(board, line("f6"), line("g8"), text) == "c"


LATER = sk.Board.from_cells(["e5", "a3", "a4"], ["a2", "d4", "e4", "d5"])
"""Black may take the corner a1 now or later; white cannot prevent it."""


@pytest.mark.parametrize("mine", ["e3 f4", "e3 f4 a1"])
def test_a_corner_that_is_taken_a_little_later_is_taken(mine: str) -> None:
    """Two plies of the better line and more of the other: the corner falls in both, or lies open."""
    pair = consequences(LATER, line(mine), line("a1 f5"))
    assert pair[0].measured["corners"].number == pair[1].measured["corners"].number == 0
