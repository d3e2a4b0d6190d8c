"""Practise: today's set, endgames against the clock and lessons in a real browser."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import expect
from visit import Visit, Visiting

import shirokuro as sk
from shirokuro.practice.lessons import Lesson, lessons
from shirokuro.practice.puzzles import BOARD, Puzzle, puzzles

expect.set_options(timeout=20_000)  # a search waits for its turn


def on_board(visit: Visit) -> Puzzle:
    """The puzzle on the board."""
    visit.legal()
    shown = visit.shown()
    for puzzle in puzzles().values():
        cells = puzzle.line.split()[0]
        sides = {"black": "X", "white": "O"}
        found = {
            side: sorted(
                f"{'abcdefgh'[at % 8]}{at // 8 + 1}" for at, cell in enumerate(cells) if cell == disc
            )
            for side, disc in sides.items()
        }
        if found == shown:
            return puzzle
    raise AssertionError("no puzzle is on the board")


def test_the_days_set_is_answered(visiting: Visiting) -> None:
    visit = visiting()
    page = visit.page
    page.evaluate("location.hash = 'practise'")
    expect(page.locator(".lessons li")).to_have_count(len(lessons()))
    expect(page.locator(".practise")).to_contain_text("Finish a game on 8×8 without help")
    assert visit.violations() == []
    page.get_by_role("link", name="Begin").click()
    for number in range(1, 6):
        expect(page.locator(".is-drill header")).to_contain_text(f"{number} of 5")
        if number == 2:
            visit.button("Show the answer").click()
            expect(page.locator(".trial")).to_contain_text("It was")
        else:
            visit.cell(on_board(visit).best).click()
            expect(page.locator(".tried")).to_contain_text("is the best move.")
        if number == 1:
            page.locator(".line button").nth(1).click()
            expect(page.locator(".line [aria-current]")).to_have_count(1)
            assert visit.violations() == []
        visit.button("Next").click()
    expect(page.locator(".lead")).to_have_text("4 of 5 right.")
    visit.button("Back to Practise").click()
    expect(page.locator(".practise")).to_contain_text("Done for today.")
    expect(page.locator(".practise")).to_contain_text("1 day in a row")


@pytest.mark.long
def test_an_endgame_against_the_clock(visiting: Visiting) -> None:
    visit = visiting()
    page = visit.page
    page.evaluate("location.hash = 'practise'")
    page.get_by_role("radio", name="6", exact=True).check()
    page.get_by_role("radio", name="0:30").check()
    page.clock.install()
    page.get_by_role("link", name="Solve endgames").click()
    puzzle = on_board(visit)
    assert puzzle.empties == 6
    expect(page.get_by_role("timer")).to_have_text("0:30")
    page.clock.run_for(31_000)
    expect(page.locator(".trial")).to_contain_text(f"It was {puzzle.best}")
    assert visit.violations() == []


@pytest.mark.long
def test_an_endgame_is_played_to_its_end(visiting: Visiting) -> None:
    visit = visiting()
    page = visit.page
    page.evaluate("location.hash = 'practise=endgames&empties=10'")
    puzzle = on_board(visit)
    side = sk.Board(BOARD, puzzle.line).turn
    played = 0
    while visit.page.locator(".cell.is-legal").count():
        shown = visit.shown()
        found = sk.analyze(sk.Board.from_cells(shown["black"], shown["white"], side), sk.Limits())
        best = sk.move_name(next(iter(found)))
        visit.cell(best).click()
        expect(page.locator(".tried")).to_contain_text(f"{best} is the best move.")
        played += 1
        if visit.button("Play on").count():
            visit.button("Play on").click()
            page.wait_for_selector(".cell.is-legal, .line [aria-current]")
    assert played > 1
    assert visit.violations() == []


@pytest.mark.long
def test_finished_games_make_a_curve(visiting: Visiting) -> None:
    visit = visiting()
    for seed in range(2):
        seats = {"black": "person", "white": "greedy"}
        game = visit.ask("POST", "/games", {"board": "reversi", "seats": seats, "seed": seed})
        while not game["is_over"]:
            body = {"move": game["legal"][0]["move"], "ply": game["ply"]}
            visit.ask("POST", f"/games/{game['id']}/moves", body)
            game = visit.ask("GET", f"/games/{game['id']}?wait=30", None)
    visit.page.evaluate("location.hash = 'practise'")
    expect(visit.page.locator(".curve")).to_have_count(2)
    visit.page.locator(".practise .folded summary").click()
    expect(visit.page.locator(".practise .stats tbody tr")).to_have_count(2)
    assert visit.violations() == []


def solve(visit: Visit, lesson: Lesson) -> None:
    for number, position in enumerate(lesson.positions, 1):
        visit.page.locator(
            f".is-lesson .steps [aria-label='Position {number} of {len(lesson.positions)}']"
        ).wait_for()
        visit.legal()
        visit.cell(position.accepted[0]).click()
        expect(visit.page.locator(".lesson .mark")).to_be_visible()
        if number < len(lesson.positions):
            visit.button("Next").click()


def test_a_lesson_and_a_wrong_move_in_it(visiting: Visiting) -> None:
    lesson = next(lesson for lesson in lessons().values() if all(each.accepted for each in lesson.positions))
    visit = visiting(f"#learn={lesson.name}")
    wrong = next(move for move in visit.legal() if move not in lesson.positions[0].accepted)
    visit.cell(wrong).click()
    expect(visit.page.locator(".lesson")).to_contain_text(f"{wrong} loses")
    assert visit.violations() == []
    visit.button("Try again").click()
    solve(visit, lesson)
    assert visit.violations() == []
    visit.page.evaluate("location.hash = 'practise'")
    expect(visit.page.locator(f".lessons a[href='#learn={lesson.name}']")).to_contain_text("done")


@pytest.mark.long
@pytest.mark.parametrize("name", [name for name in lessons() if not name.endswith("rules")])
def test_every_lesson_is_solved_as_it_says(visiting: Visiting, name: str) -> None:
    solve(visiting(f"#learn={name}"), lessons()[name])


@pytest.mark.long
@pytest.mark.parametrize("width", [320, 768, 1280])
@pytest.mark.parametrize("locale", ["en-GB", "ja-JP"])
@pytest.mark.parametrize("place", ["practise", "practise=today", "practise=endgames", "learn=corners"])
def test_nothing_sticks_out(visiting: Visiting, width: int, locale: str, place: str) -> None:
    options: dict[str, Any] = {"viewport": {"width": width, "height": 800}, "locale": locale}
    visit = visiting(**options, color_scheme="dark" if width == 768 else "light")
    visit.page.evaluate("place => location.hash = place", place)
    visit.page.wait_for_selector(".lessons li, .is-drill")
    assert visit.overhang() <= 0
    assert visit.violations() == []
