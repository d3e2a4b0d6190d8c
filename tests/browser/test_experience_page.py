"""An engine with experience in a real browser: chosen in the dialog, shown afterwards, and forgotten."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect
from test_rival_page import play_on
from visit import Visit


@pytest.mark.long
def test_an_engine_learns_from_a_game_and_forgets_it(visiting: Callable[..., Visit]) -> None:
    visit = visiting()
    visit.page.keyboard.press("n")
    dialog = visit.page.locator("dialog")
    dialog.get_by_label("4×4", exact=True).check()
    dialog.get_by_label("The engine").check()
    dialog.get_by_label("experience").select_option("games here")
    visit.button("Start").click()
    dialog.wait_for(state="detached")
    play_on(visit)
    visit.page.evaluate("location.hash = 'games'")
    own = visit.page.locator(".own")
    expect(own.get_by_text("Engine experience “mine”, games learned: 1")).to_be_visible()
    own.get_by_role("button", name="Forget it").click()
    visit.page.locator("dialog").get_by_role("button", name="Forget it").click()
    expect(own.get_by_text("Engine experience “mine”")).to_have_count(0)
    assert visit.ask("GET", "/experiences", None) == {"experiences": []}
    assert visit.complaints == []
