"""Solved boards in a real browser: where boards are chosen, and while one plays and studies."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from playwright.sync_api import expect
from visit import Server, Visiting

from shirokuro.cli import main


@pytest.fixture(scope="module")
def proof(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """As a user makes one; white wins by 8."""
    path = tmp_path_factory.mktemp("solved") / "loop.proof"
    assert main(["solve", "nip24+loop", "--store", str(path), "--jobs", "1"]) == 0
    return path


def test_boards_say_how_they_end_and_positions_are_solved_at_once(
    visiting: Visiting, server: Server, proof: Path
) -> None:
    folder = server.file.parent / "proofs"
    folder.mkdir(exist_ok=True)
    (folder / "broken.proof").write_text("no proof")
    visit = visiting()
    page = visit.page
    expect(page.locator(".strip button", has_text="4×4")).to_contain_text("solved: White wins by 10")
    expect(page.locator(".strip button", has_text="Nip")).not_to_contain_text("solved")
    shutil.copy(proof, folder)
    page.reload()
    page.wait_for_selector("[role=grid]")
    page.keyboard.press("n")
    dialog = page.locator("dialog")
    nip24 = dialog.get_by_label("Nip 24", exact=True)
    expect(nip24).to_have_accessible_description("solved: Black wins by 4")
    nip24.check()
    dialog.get_by_text("loop rule").click()
    expect(nip24).to_have_accessible_description("solved: White wins by 8")
    expect(dialog.get_by_label("8×8", exact=True)).to_have_accessible_description("")
    assert visit.violations() == []
    dialog.get_by_label("Two players, one screen").check()
    visit.button("Start").click()
    dialog.wait_for(state="detached")
    page.keyboard.press("i")
    expect(page.locator(".value .word").first).to_have_text("solved")
    expect(page.locator(".value .number").first).to_have_text("−8")
    page.locator("#tab-analysis").click()
    expect(page.locator(".best-value")).to_contain_text("−8")
    expect(page.locator(".best-value .badge")).to_have_text("solved")
    expect(page.locator(".verdict")).not_to_contain_text("so far")
    assert visit.violations() == []
    page.keyboard.press("l")
    expect(page.locator(".best-value .badge")).to_have_text("証明済み")


@pytest.mark.long
@pytest.mark.parametrize("width", [320, 1280])
@pytest.mark.parametrize("locale", ["en-GB", "ja-JP"])
def test_nothing_sticks_out(visiting: Visiting, width: int, locale: str) -> None:
    scheme = "dark" if width == 320 else "light"
    visit = visiting(viewport={"width": width, "height": 800}, locale=locale, color_scheme=scheme)
    visit.page.wait_for_selector(".strip small")
    assert visit.overhang() <= 0
    visit.page.keyboard.press("n")
    visit.page.wait_for_selector("dialog small")
    assert visit.overhang() <= 0
    assert visit.violations() == []
