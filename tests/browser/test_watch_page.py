"""Watch in a real browser: players against each other, paused, stepped, scrubbed; a small match."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, expect
from visit import Visit, Visiting, discs, replayed, served

from shirokuro.cli import main


def set_up(visit: Visit, board: str, games: int = 1) -> None:
    """Random against greedy, by the form."""
    page = visit.page
    page.goto(f"{visit.address}#watch")
    page.get_by_label(board, exact=True).check()
    page.get_by_label(str(games), exact=True).check()
    for title, player in (("First player", "random"), ("Second player", "greedy")):
        chosen = page.get_by_role("group", name=title)
        chosen.get_by_label("A simple player").check()
        chosen.locator("select").first.select_option(player)
    visit.button("Watch").click()
    page.wait_for_selector(".controls")


def assert_shows(visit: Visit, variant: str, moves: list[str]) -> None:
    board = discs(replayed(variant, moves))
    white, black = visit.page.locator(".count").all()
    expect(white).to_have_text(str(len(board["white"])))
    expect(black).to_have_text(str(len(board["black"])))
    assert visit.shown() == board


def test_a_game_is_watched_paused_stepped_and_scrubbed_by_keyboard(visiting: Visiting) -> None:
    visit = visiting()
    set_up(visit, "4×4")
    page = visit.page
    page.keyboard.press("p")
    expect(visit.button("Play")).to_be_visible()
    before = visit.moves() if page.locator(".moves").count() else []
    visit.button("One move forward").focus()
    page.keyboard.press("Enter")
    visit.wait_for_moves(len(before) + 1)
    moves = visit.moves()
    assert moves[: len(before)] == before
    assert_shows(visit, "reversi4", moves)
    page.keyboard.press(",")
    assert_shows(visit, "reversi4", moves[:-1])
    page.keyboard.press(".")
    assert_shows(visit, "reversi4", moves)
    page.locator("#speed").focus()
    page.keyboard.press("End")
    expect(page.locator(".controls output")).to_have_text("fastest")
    visit.button("Play").focus()
    page.keyboard.press("p")
    page.wait_for_selector(".ended")
    board = replayed("reversi4", visit.moves())
    assert board.is_over()
    assert_shows(visit, "reversi4", visit.moves())
    page.keyboard.press("p")  # once more from the start
    expect(visit.button("Pause")).to_be_visible()
    page.wait_for_selector(".ended")


def test_a_preset_begins_at_once(visiting: Visiting) -> None:
    visit = visiting()
    visit.page.goto(f"{visit.address}#watch")
    preset = visit.page.get_by_role("button", name="The rival AI")
    expect(preset).to_contain_text("RvlAI against Best by square weights, 8×8, 10 games")
    assert visit.violations() == []
    preset.click()
    expect(visit.page.locator(".duel")).to_contain_text("RvlAI")
    visit.wait_for_moves(2)
    assert visit.violations() == []
    boards = visit.page.locator(".live-boards a")
    expect(boards).to_have_count(4)
    expect(visit.page.locator(".live-boards li:has(.face.black):has(.face.white)")).to_have_count(4)
    boards.nth(2).click()
    expect(boards.nth(2)).to_have_attribute("aria-current", "true")
    expect(visit.page.locator(".match-games [aria-current]")).to_contain_text("3")
    visit.button("Pause").click()
    expect(visit.button("Play")).to_be_visible()
    assert visit.page.locator(".count").all_inner_texts()[::-1] == boards.nth(2).inner_text().split()[1:3]


@pytest.mark.long
@pytest.mark.parametrize(
    "options",
    [
        {"viewport": {"width": 1280, "height": 800}},
        {"viewport": {"width": 320, "height": 640}, "color_scheme": "dark"},
    ],
)
def test_a_match_with_its_figures_and_games(visiting: Visiting, options: dict[str, Any]) -> None:
    visit = visiting(**options)
    page = visit.page
    page.goto(f"{visit.address}#watch")
    page.wait_for_selector(".match-form")
    assert visit.violations() == []
    assert visit.overhang() == 0
    set_up(visit, "Nip 12", 10)
    page.locator("#speed").focus()
    page.keyboard.press("End")
    expect(page.locator(".controls output")).to_have_text("fastest")
    page.wait_for_function("() => document.querySelectorAll('.chart rect').length === 10")
    wins, losses = (int(part) for part in page.locator(".duel .score").inner_text().split("–"))
    assert page.locator(".chart .up").count() == wins
    assert wins + losses <= 10
    expect(page.locator(".duel + .note")).to_contain_text("10 of 10 games")
    assert visit.violations() == []
    assert visit.overhang() == 0
    page.locator(".match-games a").nth(2).click()
    expect(page.locator(".match-games [aria-current]")).to_contain_text("8")
    page.wait_for_function(
        "() => document.querySelector('.match-games [aria-current]') && document.querySelector('.ended')"
    )
    assert replayed("nip12", visit.moves()).is_over()
    for name, mark in (("Save GGF", "(;GM["), ("Save JSON", '"variant":"nip12"')):
        with page.expect_download() as download:
            visit.button(name).click()
        assert download.value.path().read_text().count(mark) == 10
    page.keyboard.press("l")
    assert visit.overhang() == 0
    page.goto(f"{visit.address}#watch")
    page.wait_for_selector(".with-button")
    assert visit.violations() == []
    page.locator(".with-button button").click()
    page.locator("dialog .key").click()
    page.wait_for_selector(".with-button", state="detached")


@pytest.mark.long
def test_a_killed_server_goes_on_with_the_match(visiting: Visiting, server: Any) -> None:
    visit = visiting()
    set_up(visit, "6×6", 10)
    page = visit.page
    visit.wait_for_moves(len(visit.moves()) + 2)
    server.kill()
    page.wait_for_selector(".notice")
    server.start()
    visit.wait_for_moves(len(visit.moves()) + 1)
    visit.complaints.clear()  # the browser complains of the lost connection


@pytest.mark.long
def test_games_of_the_laboratory_are_opened(launched: Browser, tmp_path: Path) -> None:
    store = str(tmp_path / "lab.sqlite")
    games = ["--variant", "nip24", "--games", "2", "--jobs", "1", "--store", store]
    assert main(["lab", "tournament", "random", "greedy", "value-map", *games]) == 0
    with served(tmp_path, "--store", store) as server:
        visit = Visit(launched, server.address, viewport={"width": 320, "height": 640}, locale="ja-JP")
        visit.page.goto(f"{server.address}#watch")
        for place in ("lab", "tournament", "random – greedy"):
            visit.page.locator(".match-games b", has_text=place).first.click()
            visit.page.get_by_role("heading", name=place).wait_for()
            visit.page.wait_for_selector(".match-games .dot-disc")
            assert visit.violations() == []
            assert visit.overhang() == 0
        visit.page.locator(".match-games a").last.click()
        visit.page.wait_for_selector(".ended")
        assert replayed("nip24", visit.moves()).is_over()
        assert visit.violations() == []
        assert visit.complaints == []
        visit.close()
