"""Every sentence of an explanation is true: read as a person reads it, and checked on the positions.

The checks know the sentence, the position and the two lines, and play them by the slow rules. They check what
a sentence says of its line, that it is not so in the other line, and what it draws on the board.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator
from itertools import accumulate, islice, pairwise
from random import Random

import pytest
import reference
import slow_features
from reference import Game
from test_explainer import CORNER, line, random_boards
from test_stability import stable_discs

import shirokuro as sk
from shirokuro.explanation.expected_line import ExpectedLine
from shirokuro.explanation.explainer import TERMS, facts
from shirokuro.explanation.reason_text import capitalised
from shirokuro.words.message import catalogue

SIDES = {"black": "X", "white": "O"}
BOARDS = ("reversi", "reversi6", "reversi4", "nip", "nip24+loop")
SQUARES = "[a-h][1-8](?:, [a-h][1-8])*"
LINE = r"[a-h1-8pas …]+"
PLACES = {
    **dict.fromkeys(("side", "opponent"), "black|white"),
    **dict.fromkeys(("move", "better", "at", "other_at", "first", "last", "second", "corner"), "[a-h][1-8]"),
    **dict.fromkeys(("left", "other", "turned", "open", "other_turned", "discs"), r"\d+"),
    **dict.fromkeys(("line", "other_line"), LINE),
    "squares": rf"{SQUARES}|\d+ unsafe moves",
    "edge": "top|bottom|left|right",
    "later": r"in the end|just after the move|one move later|\d+ moves later",
}
"""What stands in each place of a sentence."""
SENTENCES = {
    key.removeprefix("reasons."): text
    for key, text in catalogue("en").items()
    if key.startswith("reasons.") and text.endswith(".")
}


def pattern(form: str) -> re.Pattern[str]:
    """Finds what was filled into a sentence."""
    seen: set[str] = set()

    def filled(part: str) -> str:
        if not (place := re.fullmatch(r"\{(\w+)(?::(.*))?\}", part)):
            return re.escape(part)
        name, plural = place.groups()
        if plural or name in seen:
            return f"(?:{plural})" if plural else f"(?P={name})"
        seen.add(name)
        return f"(?P<{name}>{PLACES[name]})"

    return re.compile("".join(map(filled, re.split(r"(\{[^}]*\})", SENTENCES[form]))), re.IGNORECASE)


FORM = re.compile(r"(\w+?)_(harm|missed)(?:_(\w+))?")
PATTERNS = {form: pattern(form) for form in SENTENCES}


class Told:
    """A sentence and all that is needed to check it."""

    def __init__(
        self, board: sk.Board, played: tuple[int, ...], best: tuple[int, ...], reason: sk.Reason
    ) -> None:
        discs, turn = board.line().split()
        rules = reference.RULES[board.variant_name]
        self.before = Game(rules, dict(zip(rules.cells, discs, strict=True)), turn)
        self.mover, self.reason = turn, reason
        moves = [[*map(sk.move_name, line)] for line in (played, best)]
        self.move, self.better = moves[0][0], moves[1][0]
        self.line, self.other = reversed(moves) if reason.is_missed else moves
        self.games, self.others = ([*accumulate(line, after, initial=self.before)] for line in
                                   (self.line, self.other))  # fmt: skip
        self.loser, self.winner = turn, self.before.opponent
        if reason.is_missed:
            self.loser, self.winner = self.winner, self.loser
        self.turning = [*map(sk.move_name, reason.line)]

    @property
    def at(self) -> Game:
        """The position after the turning ply."""
        return self.games[len(self.turning)]

    def by(self, side: str, *, in_other: bool = False) -> Iterator[tuple[int, str]]:
        line, games = (self.other, self.others) if in_other else (self.line, self.games)
        return ((ply, move) for ply, move in enumerate(line, 1) if games[ply - 1].turn == side)

    def are_over(self) -> bool:
        return self.games[-1].is_over() and self.others[-1].is_over()


def after(game: Game, move: str) -> Game:
    assert game.must_pass() if move == "pass" else move in game.legal_moves()
    return game.after_pass() if move == "pass" else game.after(move)


def moves_of(game: Game, side: str) -> list[str]:
    return slow_features.seen_by(game, side).legal_moves()


def squares_of(text: str) -> set[str]:
    return set(text.split(", "))


def corners(game: Game) -> set[str]:
    return {edge[end] for edge in slow_features.edges(game) for end in (0, -1)}


def is_beside(one: str, other: str) -> str:
    """`c` in a row or column, `x` diagonally, or nothing."""
    steps = sorted((abs(ord(one[0]) - ord(other[0])), abs(ord(one[1]) - ord(other[1]))))
    return {(0, 1): "c", (1, 1): "x"}.get((steps[0], steps[1]), "")


def safe_moves(game: Game) -> set[str]:
    """Moves that neither lie beside an empty corner nor open a corner."""
    before = set(moves_of(game, game.opponent)) & corners(game)
    empty = [corner for corner in corners(game) if game.discs[corner] == "-"]
    return {
        move
        for move in game.legal_moves()
        if not any(is_beside(move, corner) for corner in empty)
        and set(game.after(move).legal_moves()) & corners(game) <= before
    }


def stable(game: Game, side: str) -> set[str]:
    return {cell for cell in stable_discs(game, ring_condition=True) if game.discs[cell] == side}


def line_says(text: str, line: list[str]) -> bool:
    said = text.split()
    if "…" not in said:
        return said == line
    place = said.index("…")
    return said[:place] == line[:place] and said[place + 1 :] == line[-(len(said) - place - 1) :]


# By kind, whether what is said is so, and not so in the other line


def check_corner(told: Told, found: dict[str, str], form: str) -> None:
    corner = found["squares"]
    assert corner in corners(told.before)
    assert told.turning[-1] == corner
    assert told.games[len(told.turning) - 1].turn == told.winner
    end = told.others[-1]
    assert end.discs[corner] != told.winner
    assert corner not in moves_of(end, told.winner)
    could = corner in moves_of(told.before, told.winner)
    if form in ("c", "x"):
        assert is_beside(told.move, corner) == form
        assert told.before.discs[corner] == "-"
    if form == "now":
        assert told.turning == [corner]
    elif not told.reason.is_missed:
        assert could == (form == "left")


def check_open(told: Told, found: dict[str, str], form: str) -> None:
    corner = found["squares"]
    assert told.at.turn == told.winner
    assert corner in set(told.at.legal_moves()) & corners(told.before)
    assert told.others[-1].discs[corner] != told.winner
    if form:
        assert is_beside(told.move, corner) == form
        assert told.at.discs[corner] == "-"
    assert not any(corner in game.legal_moves() for game in told.others[1:] if game.turn == told.winner)


def check_x_square(told: Told, found: dict[str, str], form: str) -> None:
    def played(line: list[str], games: list[Game]) -> list[tuple[int, str, str]]:
        return [
            (ply, move, corner)
            for ply, (move, game) in enumerate(zip(line, games, strict=False), 1)
            for corner in corners(told.before)
            if game.turn == told.loser and game.discs[corner] == "-" and move != "pass"
            if is_beside(move, corner) == "x"
        ]

    at = found.get("at", told.move)
    assert (len(told.turning), at, found["corner"]) in played(told.line, told.games)
    assert (len(told.turning) == 1) == (form == "now")
    assert not played(told.other, told.others)


def check_wedge(told: Told, found: dict[str, str], form: str) -> None:
    (edge,) = [edge for edge in slow_features.edges(told.before) if found["at"] in edge]
    place = edge.index(found["at"])
    assert {edge[place - 1], edge[place + 1]} == {found["first"], found["second"]}
    assert found["corner"] in (edge[0], edge[-1])
    ply = told.line.index(found["at"]) + 1
    assert told.games[ply - 1].turn == told.winner
    for game in told.games[ply - 1 : ply + 1]:
        assert game.discs[found["first"]] == game.discs[found["second"]] == told.loser
    assert told.turning[-1] == found["corner"]
    assert told.line.index(found["corner"]) >= ply
    assert told.games[len(told.turning) - 1].turn == told.winner
    assert told.others[-1].discs[found["corner"]] != told.winner


def check_unsafe(told: Told, found: dict[str, str], form: str) -> None:
    legal = set(told.at.legal_moves())
    assert told.at.turn == told.loser
    assert not safe_moves(told.at)
    said = found["squares"]
    assert (squares_of(said) == legal) if "unsafe" not in said else int(said.split()[0]) == len(legal)
    for game in told.others[1 : len(told.turning) + 1]:
        assert game.turn != told.loser or not game.legal_moves() or safe_moves(game)


def check_left(told: Told, found: dict[str, str], count: Callable[[Game], set[str]]) -> None:
    other = told.others[len(told.turning)]
    assert told.at.turn == other.turn == told.loser
    assert int(found["left"]) == len(count(told.at)) < len(count(other)) == int(found["other"])
    assert line_says(found["other_line"], told.other[: len(told.turning)])


def quiet_moves(game: Game) -> set[str]:
    """Moves that open at most two empty cells, as the sentence says."""
    return {move for move in game.legal_moves() if len(slow_features.opened(game, move)) <= 2}


def check_answer(told: Told, found: dict[str, str], form: str) -> None:
    (answer, game), (other, elsewhere) = (told.line[1], told.games[1]), (told.other[1], told.others[1])
    assert (told.turning[-1], found["at"], found["other_at"]) == (answer, answer, other)
    assert game.turn == elsewhere.turn == told.winner
    assert answer in quiet_moves(game)
    assert int(found["open"]) == len(slow_features.opened(game, answer)) < int(found["other"])
    assert int(found["other"]) == len(slow_features.opened(elsewhere, other))


def check_frontier(told: Told, found: dict[str, str], form: str) -> None:
    def discs(game: Game) -> set[str]:
        own = [cell for cell in game.rules.cells if game.discs[cell] == told.loser]
        return {
            cell
            for cell in own
            if any(game.discs[near] == "-" for near in slow_features.neighbours(game, cell))
        }

    other = told.others[len(told.turning)]
    assert int(found["discs"]) == len(discs(told.at)) > len(discs(other)) == int(found["other"])
    assert line_says(found["other_line"], told.other[: len(told.turning)])


def check_opens(told: Told, found: dict[str, str], form: str) -> None:
    def opened(move: str) -> tuple[int, int]:
        turned = told.before.flips(move)
        now = told.before.after(move)
        return len(turned), len({cell for disc in turned for cell in slow_features.beside(now, disc)})

    assert (int(found["turned"]), int(found["open"])) == opened(told.move)
    assert (int(found["other_turned"]), int(found["other"])) == opened(told.better)
    assert int(found["open"]) > int(found["other"])


def check_pass(told: Told, found: dict[str, str], form: str) -> None:
    assert told.turning[-1] == "pass"
    assert told.games[len(told.turning) - 1].turn == told.loser
    here = [ply for ply, move in told.by(told.loser) if move == "pass" and ply <= len(told.turning)]
    there = [ply for ply, move in told.by(told.loser, in_other=True) if move == "pass"]
    assert len(here) > len(there)


def region_of(told: Told, cell: str) -> set[str]:
    empty = {each for each in told.before.rules.cells if told.before.discs[each] == "-"}
    (found,) = [set(group) for group in slow_features.groups(told.before, empty) if cell in group]
    return found


def check_region(told: Told, found: dict[str, str], form: str) -> None:
    region = squares_of(found["squares"])
    assert region == region_of(told, min(region))
    here, there = ([(ply, game.turn) for ply, (move, game) in enumerate(zip(line, games, strict=False), 1)
                    if move in region] for line, games in
                   ((told.line, told.games), (told.other, told.others)))  # fmt: skip
    assert len(here) == len(there) == len(region)
    assert here[-1] == (len(told.turning), told.winner)
    assert there[-1][1] == told.loser


def check_access(told: Told, found: dict[str, str], form: str) -> None:
    cells = squares_of(found["squares"])
    region = region_of(told, min(cells))

    def is_shut_out(line: list[str], games: list[Game], wanted: set[str] | None) -> bool:
        plies = [ply for ply, move in enumerate(line, 1) if move in region]
        return any(
            {games[first - 1].turn, games[second - 1].turn} == {told.winner}
            and (wanted is None or {line[first - 1], line[second - 1]} == wanted)
            and not any(
                game.turn == told.loser and set(game.legal_moves()) & region
                for game in games[first : second - 1]
            )
            for first, second in pairwise(plies)
        )

    assert len(cells) == 2
    assert cells <= region
    assert is_shut_out(told.line[: len(told.turning)], told.games, cells)
    assert not is_shut_out(told.other, told.others, None)


def last_mover(line: list[str], games: list[Game]) -> str:
    assert games[-1].is_over()
    return [game.turn for game, move in zip(games, line, strict=False) if move != "pass"][-1]


def check_last_move(told: Told, found: dict[str, str], form: str) -> None:
    assert last_mover(told.line, told.games) == told.winner
    assert last_mover(told.other, told.others) == told.loser


def check_edge(told: Told, found: dict[str, str], form: str) -> None:
    numbers = {"top": 0, "left": 0, "bottom": -1, "right": -1}
    cells = told.before.rules.cells
    axis = 1 if found["edge"] in ("top", "bottom") else 0
    wanted = sorted({cell[axis] for cell in cells})[numbers[found["edge"]]]
    edge = {cell for cell in cells if cell[axis] == wanted}
    if found["later"].lower() == "in the end":
        assert told.are_over()
        here, there = told.games[-1], told.others[-1]
    else:
        later = {"just after the move": 0, "one move later": 1}.get(found["later"].lower())
        plies = 1 + (int(found["later"].split()[0]) if later is None else later)
        here, there = told.games[plies], told.others[plies]
    assert squares_of(found["squares"]) == stable(here, told.winner) & edge
    assert len(squares_of(found["squares"])) == int(found["discs"])
    assert int(found["other"]) == len(stable(there, told.winner) & edge) < int(found["discs"])
    count = [len(stable(game, told.winner) & edge) > int(found["other"]) for game in told.games]
    assert count[len(told.turning)]
    assert not any(count[1 : len(told.turning)])


def check_rim(told: Told, found: dict[str, str], form: str) -> None:
    ring = told.before.rules.ring

    def runs(move: str, game: Game) -> Iterator[list[str]]:
        if move in ring:
            place = ring.index(move)
            onward = ring[place + 1 :] + ring[:place]
            for way in (onward, onward[::-1]):
                turned = [cell in game.flips(move) for cell in way]
                yield way[: turned.index(False)] if False in turned else way

    assert told.turning[-1] == found["first"]
    game = told.games[len(told.turning) - 1]
    assert game.turn == told.winner
    (run,) = [run for run in runs(found["first"], game) if run and run[-1] == found["last"]
              and len(run) == int(found["discs"])]  # fmt: skip
    assert not any(
        len(each) >= len(run)
        for ply, move in told.by(told.winner, in_other=True)
        for each in runs(move, told.others[ply - 1])
    )


def check_for_good(told: Told, found: dict[str, str], form: str) -> None:
    assert told.are_over()
    for cell in squares_of(found["squares"]):
        assert told.games[-1].discs[cell] == told.winner
        assert told.others[-1].discs[cell] == told.loser


CHECKS: dict[str, Callable[[Told, dict[str, str], str], None]] = {
    "corner": check_corner,
    "open": check_open,
    "x_square": check_x_square,
    "wedge": check_wedge,
    "unsafe": check_unsafe,
    "safe": lambda told, found, _: check_left(told, found, safe_moves),
    "moves": lambda told, found, _: check_left(told, found, lambda game: set(game.legal_moves())),
    "quiet": lambda told, found, _: check_left(told, found, quiet_moves),
    "answer": check_answer,
    "opens": check_opens,
    "frontier": check_frontier,
    "pass": check_pass,
    "region": check_region,
    "access": check_access,
    "last_move": check_last_move,
    "edge": check_edge,
    "rim": check_rim,
    "for_good": check_for_good,
}
"""By the kind of a sentence, whether it is true."""


def check(board: sk.Board, played: tuple[int, ...], best: tuple[int, ...], reason: sk.Reason) -> str:
    """Whether a reason is true, in what it says and what it draws; the form of its sentence."""
    told = Told(board, played, best, reason)
    forms = set()
    for message in (reason.message, reason.to_you):
        form = message.key.removeprefix("reasons.")
        match = PATTERNS[form].fullmatch(capitalised(message))
        assert match is not None
        found = match.groupdict()
        kind, how, shape = FORM.fullmatch(form.removesuffix("_you")).groups()  # type: ignore[union-attr]
        assert how == ("missed" if reason.is_missed else "harm")
        names = {"side": told.mover, "opponent": told.before.opponent}
        assert all(SIDES[found[name].lower()] == side for name, side in names.items() if name in found)
        assert (found.get("move", told.move), found.get("better", told.better)) == (told.move, told.better)
        assert told.turning == told.line[: reason.ply]
        if "line" in found:
            assert line_says(found["line"], told.turning)
        CHECKS[kind](told, found, shape or "")
        forms.add(form.removesuffix("_you"))
        check_drawing(told, found)
    (form,) = forms
    return form


def check_drawing(told: Told, found: dict[str, str]) -> None:
    """The tinted cells are those of the sentence; arrows go from the turning move to discs it turns."""
    cells = {sk.square_name(square) for square, _ in told.reason.cells}
    if re.fullmatch(SQUARES, found.get("squares", "")):
        assert squares_of(found["squares"]) == cells
    game = told.games[len(told.turning) - 1]
    for start, end in told.reason.arrows:
        assert sk.square_name(start) == told.turning[-1]
        assert sk.square_name(end) in game.flips(told.turning[-1])


def random_line(board: sk.Board, move: int, random: Random) -> tuple[int, ...]:
    """A move and what might follow it, of any length; corners are taken where they can be, as in play."""
    line, now, length = [move], board.copy(stack=False), random.choice((1, 2, 2, 3, 5, 9, 12, 60))
    now.push(move)
    while len(line) < length and not now.is_over():
        legal = list(now.legal_moves) or [sk.PASS]
        near = [each for each in legal if each in (0, 5, 7, 40, 45, 56, 63)]
        line.append(random.choice(near or legal))
        now.push(line[-1])
    return tuple(line)


def told_of(board: sk.Board, random: Random) -> Iterator[str]:
    """All that could be said of two lines, whether it is chosen or not, is true; the forms that were said."""
    first, second = random.sample(list(board.legal_moves), 2)
    played, best = random_line(board, first, random), random_line(board, second, random)
    for fact in facts(ExpectedLine.on(board, played), ExpectedLine.on(board, best)):
        yield check(board, played, best, sk.Reason.of(fact, board.turn, (first, second)))


@pytest.mark.parametrize("variant", BOARDS)
def test_what_is_said_of_any_two_lines_is_true(variant: str) -> None:
    random, said = Random(f"lines {variant}"), Counter[str]()
    for seed in range(20):
        for board in random_boards(variant, seed)[seed % 3 :: 3]:
            said.update(told_of(board, random))
        if sum(said.values()) >= 20:
            return
    raise AssertionError(said)


@pytest.mark.long
def test_what_is_said_of_many_lines_is_true() -> None:
    """On all boards, until every sentence there is was said and checked, and far more than 500 in all."""
    wanted, said = {form for form in SENTENCES if not form.endswith("_you")}, Counter[str]()
    for seed in range(100, 200):
        for variant in BOARDS:
            random = Random(f"lines {variant} {seed}")
            for board in random_boards(variant, seed):
                said.update(told_of(board, random))
        if wanted == set(said) and sum(said.values()) > 2000:
            return
    raise AssertionError((wanted - set(said), said))


def explained(seeds: range) -> Iterator[str]:
    """The forms of the sentences that explanations give, each checked."""
    for seed in seeds:
        for variant in BOARDS:
            for board in random_boards(variant, seed)[2::6]:
                for move in [*board.legal_moves][:3]:
                    judged = sk.judge(board, move, sk.Limits(depth=2 + move % 4))
                    explanation = sk.explain(board, judged)
                    for reason in explanation.reasons:
                        yield check(board, *explanation.lines, reason)


def test_what_explanations_say_is_true() -> None:
    assert len([*explained(range(7, 8))]) >= 30


@pytest.mark.long
def test_what_500_reasons_say_is_true() -> None:
    assert len([*islice(explained(range(20, 200)), 500)]) == 500


def test_the_checks_find_what_is_false() -> None:
    """A sentence about another corner, side, number or line is not accepted."""
    played, best = line("b2 a1"), line("e3 f4")
    against = facts(ExpectedLine.on(CORNER, played), ExpectedLine.on(CORNER, best))
    (fact,) = [each for each in against if each.kind == "corner"]
    reason = sk.Reason.of(fact, CORNER.turn, (played[0], best[0]))
    assert check(CORNER, played, best, reason) == "corner_harm_x"
    for other in (line("b2"), best):
        with pytest.raises((AssertionError, IndexError)):
            check(CORNER, other, best, reason)
    with pytest.raises(AssertionError):
        check(CORNER, played, played, reason)


LATER = sk.Board.from_cells(["e5", "a3", "a4"], ["a2", "d4", "e4", "d5"])
"""Black may take the corner a1 now or later; white cannot prevent it."""


@pytest.mark.parametrize("mine", ["e3 f4", "e3 f4 a1"])
def test_a_corner_that_is_taken_a_little_later_is_taken(mine: str) -> None:
    """Two plies of the better line and more of the other: the corner falls in both, or lies open."""
    found = facts(ExpectedLine.on(LATER, line(mine)), ExpectedLine.on(LATER, line("a1 f5")))
    assert "corner" not in {fact.kind for fact in found}


def test_every_kind_has_a_term_and_a_check() -> None:
    assert set(TERMS) == set(CHECKS)
