"""What is around the screens: titles, the way back, new games from anywhere, the colour of the window."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import expect
from visit import Visiting

TITLES = {
    "#play": "Play",
    "#learn=nip": "Learn Nip’s rim",
    "#games": "Games",
    "#paste": "Paste",
    "#watch": "Watch",
    "#openings": "Openings",
}


def test_one_sees_where_one_is_and_comes_back(visiting: Visiting) -> None:
    visit = visiting()
    for place, title in TITLES.items():
        visit.page.evaluate("place => location.hash = place", place)
        expect(visit.page).to_have_title(f"{title} – Shirokuro 白黒")
    visit.page.evaluate("location.hash = '#games'")
    visit.sit("reversi6", "")
    visit.page.locator("#tab-analysis").click()
    expect(visit.page).to_have_title("Analysis – Shirokuro 白黒")
    visit.page.locator("#tab-game").click()
    visit.page.go_back()  # not through the tabs
    expect(visit.page).to_have_title("Games – Shirokuro 白黒")
    visit.page.keyboard.press("n")
    expect(visit.page.get_by_role("dialog")).to_contain_text("New game")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_window_has_the_colour_of_the_page(visiting: Visiting, scheme: str) -> None:
    visit = visiting(color_scheme=scheme)
    colours = """() => [getComputedStyle(document.body).backgroundColor, ...[...document.querySelectorAll(
      "meta[name=theme-color]")].filter((each) => matchMedia(each.media).matches).map((each) => {
        const shown = document.body.appendChild(document.createElement("i"));
        shown.style.color = each.content;
        return getComputedStyle(shown).color;
    })]"""
    page, window = visit.page.evaluate(colours)
    assert page == window
    visit.page.keyboard.press("m")
    visit.page.wait_for_function("() => document.documentElement.dataset.theme")
    page, window = visit.page.evaluate(colours)
    assert page == window


def test_a_finger_across_the_board_steps_and_a_picture_is_shared(visiting: Visiting) -> None:
    visit = visiting(viewport={"width": 390, "height": 740}, has_touch=True)
    visit.sit("reversi6", "")
    visit.play(visit.legal()[0])
    box = visit.page.locator(".place").bounding_box()
    assert box is not None
    touch = """([x, y, by]) => {
      const place = document.querySelector(".place");
      const at = (x) => [new Touch({identifier: 1, target: place, clientX: x, clientY: y})];
      place.dispatchEvent(new TouchEvent("touchstart", {touches: at(x), bubbles: true}));
      place.dispatchEvent(new TouchEvent("touchend", {changedTouches: at(x + by), bubbles: true}));
    }"""
    shown, here = visit.shown(), [box["x"] + 150, box["y"] + 100]
    visit.page.evaluate(touch, [*here, 90])
    expect(visit.page.locator(".live")).to_contain_text("Looking at move 1 of 2")
    visit.page.evaluate(touch, [*here, 20])  # a finger that trembles
    visit.page.evaluate(touch, [*here, -90])
    expect(visit.page.locator(".live")).not_to_contain_text("Looking at")
    assert visit.shown() == shown
    visit.page.locator(".share").click()
    with visit.page.expect_download() as saved:
        visit.button("Share a picture").click()
    content = Path(saved.value.path()).read_bytes()
    assert [int.from_bytes(content[at : at + 4]) for at in (16, 20)] == [1080, 1350]
