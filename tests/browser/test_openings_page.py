"""Openings in a real browser: walked by name and by moves, drilled, and played on from."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect
from visit import Visit, Visiting, discs, replayed

TIGER = ["f5", "d6", "c3", "d3", "c4"]


def walk(visit: Visit, place: str = "openings") -> None:
    visit.page.goto(f"{visit.address}#{place}")
    visit.page.wait_for_selector(".is-openings [role=grid]")


def title(visit: Visit, text: str) -> None:
    expect(visit.page.locator(".is-openings h1")).to_have_text(text)


def test_an_opening_is_found_walked_and_played(visiting: Visiting) -> None:
    visit = visiting()
    visit.open()
    walk(visit)
    visit.page.get_by_placeholder("Tiger").fill("虎定石")
    visit.page.keyboard.press("Enter")
    title(visit, "Tiger")
    assert visit.shown() == discs(replayed("reversi", TIGER))
    expect(visit.page.locator(".tree [aria-current]")).to_contain_text("Tiger")
    expect(visit.page.locator(".crumbs")).to_contain_text("Perpendicular Opening")
    visit.page.locator(".is-openings [role=grid]").focus()
    visit.page.keyboard.type("f4")
    title(visit, "Unnamed")
    visit.page.keyboard.type("f6")
    title(visit, "Stephenson")
    visit.page.keyboard.press(",")
    title(visit, "Unnamed")
    visit.page.keyboard.press(".")
    title(visit, "Stephenson")
    assert visit.violations() == []
    visit.page.locator(".crumbs").get_by_role("button", name="Tiger", exact=True).click()
    title(visit, "Tiger")
    visit.button("Play from this position").click()
    visit.page.wait_for_selector(".moves")
    visit.legal()
    assert visit.moves()[:5] == TIGER
    assert visit.complaints == []


def test_a_drill_comes_back_to_what_was_missed(visiting: Visiting) -> None:
    """On 4x4, whose book is complete: what is missed at first is answered as it was told."""
    visit = visiting()
    visit.open()
    walk(visit, "openings&board=reversi4")
    visit.button("Drill this").click()
    told: list[str] = []
    for _ in range(60):
        visit.page.wait_for_selector(".is-drilling .cell.is-legal, .is-drilling .button.key")
        heading = visit.page.locator(".is-openings h1").inner_text()
        if heading == "Drill complete":
            break
        if visit.button("Next J").is_visible():
            told += re.findall(r"Good here: (\w+)", visit.page.locator(".is-drilling .body").inner_text())
            visit.page.keyboard.press("j")
            visit.button("Next J").wait_for(state="detached")
        else:
            visit.cell(told.pop(0) if heading.startswith("Missed") else visit.legal()[0]).click()
    told_at_the_end = visit.page.locator(".is-drilling .body").inner_text()
    assert "correct on the first try." in told_at_the_end
    kept = visit.ask("GET", "/drills", None)["kept"]
    assert kept > 0
    assert f"{kept} position" in told_at_the_end
    visit.button("Back to the openings").click()
    title(visit, "Openings")
    assert visit.complaints == []


@pytest.mark.long
@pytest.mark.parametrize("width", [320, 768, 1280])
@pytest.mark.parametrize("locale", ["en-GB", "ja-JP"])
@pytest.mark.parametrize("place", ["openings", "openings=f5d6c3d3c4", "openings&board=nip12"])
def test_nothing_sticks_out(visiting: Visiting, width: int, locale: str, place: str) -> None:
    visit = visiting(viewport={"width": width, "height": 800}, locale=locale)
    visit.open()
    walk(visit, place)
    visit.page.wait_for_selector(".is-openings .known, .tree")
    assert visit.overhang() == 0
    assert visit.violations() == []


@pytest.mark.long
def test_a_bad_address_leads_to_the_start(visiting: Visiting) -> None:
    visit = visiting()
    visit.open()
    visit.page.goto(f"{visit.address}#openings=f5z9")
    visit.page.wait_for_selector(".notice")
    title(visit, "Openings")
    (complaint,) = visit.complaints
    assert "422" in complaint
    visit.complaints.clear()  # the browser says itself that the server refused it


@pytest.mark.long
def test_names_that_are_nearly_right_are_suggested(visiting: Visiting) -> None:
    visit = visiting()
    visit.open()
    walk(visit)
    visit.page.get_by_placeholder("Tiger").fill("tigr")
    visit.page.get_by_role("button", name="Tiger", exact=True).first.click()
    visit.page.locator(".found button").first.click()
    title(visit, "Tiger")
