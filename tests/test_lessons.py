"""The lessons: every answer is really best, and what the texts say of squares is true on the board."""

from __future__ import annotations

import re
from functools import cache
from itertools import pairwise

import pytest

import shirokuro as sk
from shirokuro.practice.lessons import Lesson, LessonPosition, lessons

MOST_EXACT = 15
"""Empty squares up to which the values are exact."""
DEPTH = 12
SQUARE = re.compile(r"(?<![A-Za-z])[a-h][1-8](?![0-9])")


def is_exact(position: LessonPosition) -> bool:
    return position.line.count("-") <= MOST_EXACT


PLACES = [(lesson, number) for lesson in lessons().values() for number in range(1, len(lesson.positions) + 1)]
ASKED = [(lesson, number) for lesson, number in PLACES if lesson.positions[number - 1].accepted]
EXACT = [(lesson, number) for lesson, number in ASKED if is_exact(lesson.positions[number - 1])]
SEARCHED = [place for place in ASKED if place not in EXACT]


def board_of(position: LessonPosition) -> sk.Board:
    return sk.Board(position.board, position.line)


@cache
def values(position: LessonPosition, depth: int | None) -> dict[str, int]:
    """What the moves are worth, best first."""
    with sk.Engine(table_mib=16) as engine:
        limits = sk.Limits() if depth is None else sk.Limits(depth=depth)
        return {sk.move_name(m): r.value for m, r in engine.analyze(board_of(position), limits).items()}


def names(squares: object) -> set[str]:
    return {sk.square_name(square) for square in squares}  # type: ignore[attr-defined]


def region(board: sk.Board, square: str) -> set[str]:
    """The empty cells joined to one by king's steps."""
    empty, found, waiting = names(board.empties()), set[str](), [square]
    while waiting:
        here = waiting.pop()
        found.add(here)
        waiting += [each for each in beside(here) & empty if each not in found]
    return found


def beside(square: str) -> set[str]:
    file, rank = ord(square[0]), int(square[1])
    return {f"{chr(file + x)}{rank + y}" for x in (-1, 0, 1) for y in (-1, 0, 1) if x or y}


def holds(board: sk.Board, verb: str, arguments: list[str]) -> bool:
    """Whether a claim is true: `cells`, or a square and a number or cells."""
    first, others = (arguments[0], {*arguments[1:]}) if arguments else ("", set())
    cells = {*arguments}
    match verb:
        case "can":
            return cells <= names(board.legal_moves)
        case "cannot":
            return not cells & names(board.legal_moves)
        case "moves":
            return len(board.legal_moves) == int(first)
        case "passes":
            return board.must_pass()
        case "turns":
            return len(board.flips(first)) == int(arguments[1])
        case "turned":
            return names(board.flips(first)) == others
        case "takes":
            return others <= names(board.flips(first))
        case "black" | "white":
            return cells <= names(board.discs(sk.Colour[verb.upper()]))
        case "empty":
            return cells <= names(board.empties())
        case "open":
            return len(beside(first) & names(board.empties())) == int(arguments[1])
        case "region":
            return len(region(board, first)) == int(arguments[1])
        case "stable" | "wall":
            feature = getattr(sk.features(board), verb)
            return cells <= names(feature.black.squares) | names(feature.white.squares)
    raise AssertionError(f"{verb}: no such claim")


def check_claim(position: LessonPosition, claim: str) -> bool:
    board = board_of(position)
    if claim.startswith("after "):
        moves, claim = claim.removeprefix("after ").split(": ")
        board.extend(moves.split())
    verb, *arguments = claim.split()
    return holds(board, verb, arguments)


def value_claims(position: LessonPosition) -> list[str]:
    return [claim for claim in position.claims if claim.split()[0] in ("loses", "ends", "others")]


@pytest.mark.parametrize(("lesson", "number"), ASKED)
def test_what_is_said_of_the_board_is_true(lesson: Lesson, number: int) -> None:
    position = lesson.positions[number - 1]
    false = [
        claim
        for claim in position.claims
        if claim not in value_claims(position) and not check_claim(position, claim)
    ]
    assert false == []


def check_values(position: LessonPosition) -> None:
    found = values(position, None if is_exact(position) else DEPTH)
    others = [value for move, value in found.items() if move not in position.accepted]
    assert min(found[move] for move in position.accepted) - max(others) == position.lead
    best = max(found.values())
    for claim in value_claims(position):
        match claim.split():
            case ["loses", move, least]:
                assert best - found[move] >= int(least), claim
            case ["ends", value]:
                assert (is_exact(position), best) == (True, int(value)), claim
            case ["others", "lose"]:
                assert is_exact(position), claim
                assert max(others) < 0, claim


@pytest.mark.parametrize(("lesson", "number"), EXACT)
def test_answers_are_exactly_the_best(lesson: Lesson, number: int) -> None:
    check_values(lesson.positions[number - 1])


@pytest.mark.parametrize(("lesson", "number"), SEARCHED)
def test_answers_are_best_at_a_glance(lesson: Lesson, number: int) -> None:
    """A search of six plies; the long tests search deeper."""
    position = lesson.positions[number - 1]
    assert {*[*values(position, 6)][: len(position.accepted)]} == {*position.accepted}


@pytest.mark.long
@pytest.mark.parametrize(("lesson", "number"), SEARCHED)
def test_answers_are_the_best(lesson: Lesson, number: int) -> None:
    check_values(lesson.positions[number - 1])


@pytest.mark.parametrize(("lesson", "number"), PLACES)
def test_every_square_in_a_text_is_checked_and_the_same_in_all_languages(lesson: Lesson, number: int) -> None:
    position = lesson.positions[number - 1]
    checked = {*position.accepted, *SQUARE.findall(" ".join(position.claims))}
    for text in (lesson.task(number), lesson.done(number)):
        squares = {*SQUARE.findall(text.text("en"))}
        assert squares == {*SQUARE.findall(text.text("ja"))}
        assert squares <= checked


@pytest.mark.parametrize(("lesson", "number"), PLACES)
def test_a_position_asks_for_what_can_be_played(lesson: Lesson, number: int) -> None:
    position = lesson.positions[number - 1]
    board = board_of(position)
    moves = names(board.legal_moves)
    assert {*position.accepted} < moves
    if position.turns is not None:
        assert position.turns in {len(board.flips(move)) for move in moves}
        assert len(moves) > 0
    side = {sk.BLACK: ("Black", "黒番"), sk.WHITE: ("White", "白番")}[board.turn]
    task = lesson.task(number)
    if position.accepted:
        assert side[0] in task.text("en")
        assert side[1] in task.text("ja")


def test_there_are_ten_lessons_and_three_for_the_rim_after_the_rules() -> None:
    kinds = [(lesson.is_round, lesson.name.endswith("rules")) for lesson in lessons().values()]
    assert kinds == [(False, True), *[(False, False)] * 10, (True, True), *[(True, False)] * 3]
    assert {3 <= len(lesson.positions) <= 6 for lesson in lessons().values()} == {True}
    assert all(first != second for first, second in pairwise([*lessons()]))
