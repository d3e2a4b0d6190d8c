"""The rival in a real browser: met first, its card, its report afterwards, and what it remembers by name."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Locator, expect
from visit import Visit, Visiting

RIVAL = "rival:nodes=2000"


def begun(visit: Visit, board: str = "reversi4", spec: str = RIVAL, **fields: Any) -> str:
    """A game against the rival, on the table."""
    seats = {"black": "person", "white": spec}
    made = visit.ask("POST", "/games", {"board": board, "seats": seats, "seed": 1} | fields)
    visit.page.evaluate("id => location.hash = `game=${id}`", made["id"])
    visit.page.wait_for_selector(".record")
    return str(made["id"])


def play_on(visit: Visit, most: int = 100) -> None:
    """To the end, or so many moves."""
    for _ in range(most):
        legal = visit.legal()
        if not legal:
            break
        made = visit.page.locator(".moves button").count()
        visit.page.keyboard.type(legal[0])
        visit.wait_for_moves(made + 1)


def play_out(visit: Visit, **fields: Any) -> str:
    key = begun(visit, **fields)
    play_on(visit)
    visit.page.wait_for_selector(".saying")
    return key


def games(visit: Visit) -> dict[str, int]:
    """How many it remembers, by name."""
    return {each["name"]: each["games"] for each in visit.ask("GET", "/rivals", None)["rivals"]}


def card(visit: Visit) -> Locator:
    return visit.page.locator(".side.across")


def test_a_newcomer_meets_the_rival_which_reports_when_the_game_is_over(visiting: Visiting) -> None:
    visit = visiting()
    expect(visit.page.get_by_role("radio", name="Rival")).to_be_checked()
    visit.legal()
    visit.page.keyboard.press("n")
    dialog = visit.page.locator("dialog")
    opponents = dialog.locator(".option > label input")
    expect(opponents.first).to_be_checked()
    expect(dialog.get_by_role("radio", name="Rival")).to_be_checked()
    dialog.get_by_label("Even score", exact=True).check()
    dialog.get_by_label("Your strength", exact=True).check()
    dialog.get_by_label("Character").select_option("calm")
    dialog.get_by_label("4×4", exact=True).check()
    assert visit.violations() == []
    visit.button("Start").click()
    dialog.wait_for(state="detached")
    play_on(visit, 2)
    expect(card(visit)).to_contain_text("First game")
    assert "discs lost per move" not in visit.page.locator("main").inner_text()
    play_on(visit)
    expect(visit.page.locator(".saying").first).to_contain_text("Discs lost per move in this game")
    expect(card(visit)).to_contain_text(re.compile(r"level: \d+"))
    expect(card(visit)).to_contain_text(re.compile(r"Average loss per move: \d+\.\d discs \(±\d+\.\d\)"))
    expect(visit.page.locator(".record")).to_contain_text(re.compile(r"as Black \d won, \d drawn, \d lost"))
    visit.button("What each move lost").click()
    visit.page.locator(".rival-report > summary").click()
    expect(visit.page.locator(".curve svg[role=img]")).to_have_attribute(
        "aria-label", re.compile(r"You: \d+ in total.*Rival: \d+ in total")
    )
    visit.page.get_by_text("As a table").click()
    assert visit.page.locator(".curve tbody tr").count() > 5
    assert visit.violations() == []


def test_what_it_remembers_is_shown_named_and_forgotten_after_a_question(visiting: Visiting) -> None:
    visit = visiting()
    play_out(visit)
    asked = visit.page.locator(".ask-name")
    asked.get_by_label("Your name").fill("  Aki   Mori ")
    asked.get_by_label("Your name").press("Enter")
    expect(asked).to_have_count(0)
    visit.page.locator(".record").click()
    dialog = visit.page.locator("dialog")
    expect(dialog.locator("table")).to_contain_text("1 game")
    assert games(visit) == {"Aki Mori": 1}
    assert visit.violations() == []
    visit.button("Forget me").click()
    visit.button("Cancel").click()
    assert games(visit) == {"Aki Mori": 1}
    visit.button("Forget me").click()
    visit.button("Forget me").click()
    expect(dialog).to_contain_text("No games with you yet.")
    assert games(visit) == {}
    visit.page.keyboard.press("Escape")
    expect(visit.page.locator(".record")).to_contain_text("First game")
    visit.open()
    visit.legal()
    visit.page.keyboard.press("n")
    expect(dialog.get_by_label("Your name")).to_have_value("Aki Mori")


@pytest.mark.long
def test_a_game_counts_once_after_reload_in_two_windows_and_after_undo(visiting: Visiting) -> None:
    visit = visiting()
    key = play_out(visit)
    visit.page.reload()
    visit.page.wait_for_selector(".saying")
    other = visit.page.context.new_page()
    other.goto(f"{visit.address}#game={key}")
    other.wait_for_selector(".saying")
    assert games(visit) == {"you": 1}
    visit.page.keyboard.press("u")
    expect(visit.page.locator(".body")).to_contain_text("This game has already been counted.")
    play_on(visit)
    visit.page.wait_for_selector(".saying")
    assert games(visit) == {"you": 1}


@pytest.mark.long
def test_a_game_in_which_a_move_was_taken_back_says_that_it_does_not_count(visiting: Visiting) -> None:
    visit = visiting()
    begun(visit)
    play_on(visit, 2)
    visit.legal()
    visit.page.keyboard.press("u")
    expect(visit.page.locator(".live")).to_contain_text("this game no longer counts")
    expect(visit.page.locator(".body")).to_contain_text("a move was taken back")
    play_on(visit)
    visit.page.wait_for_selector(".saying")
    assert games(visit) == {}


@pytest.mark.long
def test_a_game_that_is_given_up_says_that_it_does_not_count(visiting: Visiting) -> None:
    visit = visiting()
    begun(visit)
    visit.button("Resign").click()
    visit.page.locator("dialog").get_by_role("button", name="Resign").click()
    expect(visit.page.locator(".body")).to_contain_text("it was not played to its end")
    assert games(visit) == {}


@pytest.mark.long
def test_another_name_is_another_person(visiting: Visiting) -> None:
    visit = visiting()
    dialog = visit.page.locator("dialog")
    visit.legal()
    for name in ("Aki", "Ben"):
        visit.page.keyboard.press("n")
        dialog.get_by_label("Your name").fill(name)
        dialog.get_by_label("4×4", exact=True).check()
        visit.button("Start").click()
        dialog.wait_for(state="detached")
        play_on(visit)
        visit.page.wait_for_selector(".saying")
    visit.button("Again, colours swapped").click()
    expect(visit.page.locator(".side.near")).to_have_attribute("aria-label", "White")
    play_on(visit)
    visit.page.wait_for_selector(".saying")
    assert games(visit) == {"Aki": 1, "Ben": 2}


@pytest.mark.long
def test_a_rival_that_watches_nobody(visiting: Visiting) -> None:
    visit = visiting()
    visit.legal()
    visit.page.evaluate("location.hash = 'watch'")
    rival = visit.page.get_by_role("radio", name="Rival").first
    rival.check()
    expect(visit.page.get_by_label("Your name")).to_have_count(0)


@pytest.mark.long
@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("locale", ["en-GB", "ja-JP"])
@pytest.mark.parametrize("width", [320, 1280])
def test_nothing_sticks_out_and_nothing_is_to_be_said_against_it(
    visiting: Visiting, scheme: str, locale: str, width: int
) -> None:
    visit = visiting(color_scheme=scheme, locale=locale, viewport={"width": width, "height": 700})
    play_out(visit, board="nip12")
    for look in ("#tab-game", "#tab-review"):
        visit.page.locator(look).click()
        if look == "#tab-review":
            visit.page.locator(".rival-report > summary").click()
        visit.page.wait_for_selector(".saying")
        assert (visit.overhang(), visit.violations()) == (0, [])
    visit.page.locator("#tab-game").click()
    visit.page.locator(".record").click()
    visit.page.wait_for_selector(".remembered table")
    assert (visit.overhang(), visit.violations()) == (0, [])
    inside = "() => { const d = document.querySelector('dialog'); return d.scrollWidth - d.clientWidth; }"
    assert visit.page.evaluate(inside) <= 0


@pytest.mark.long
def test_the_board_stays_where_it_is_while_the_rival_learns_and_thinks(visiting: Visiting) -> None:
    visit = visiting(viewport={"width": 320, "height": 640})
    begun(visit, board="reversi6")
    board = visit.page.locator(".board")
    before = board.bounding_box()
    play_on(visit)
    visit.page.wait_for_selector(".saying")
    assert board.bounding_box() == before
