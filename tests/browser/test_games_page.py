"""Games in a real browser: paste and export, the link, the list, set-up, and all of one's own."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Download, expect
from visit import Visit, Visiting, discs, replayed

import shirokuro as sk
from shirokuro.notation.wthor import format_wthor

MOVES = "f5d6c3d3c4f4f6g5e6d7"
NAMES = [MOVES[at : at + 2] for at in range(0, len(MOVES), 2)]


def go(visit: Visit, place: str, selector: str) -> None:
    visit.page.goto(f"{visit.address}#{place}")
    visit.page.wait_for_selector(selector)


def paste(visit: Visit, text: str) -> None:
    go(visit, "paste", "#pasted")
    visit.page.fill("#pasted", text)


def saved(visit: Visit, act: Callable[[], None]) -> Download:
    with visit.page.expect_download() as waiting:
        act()
    return waiting.value


def export(visit: Visit, what: str) -> bytes:
    """A file of the export dialog, which is open."""
    download = saved(visit, visit.button(f"Save: {what}").click)
    return Path(download.path()).read_bytes()


def assert_shows(visit: Visit, moves: list[str], variant: str = "reversi") -> None:
    visit.page.wait_for_selector("[role=grid]")
    assert visit.shown() == discs(replayed(variant, moves))


def test_a_text_is_pasted_exported_and_restored_by_its_link(visiting: Visiting) -> None:
    visit = visiting()
    paste(visit, "f5d6 z9")
    expect(visit.page.locator(".problem")).to_contain_text("Line 1, column 6:")
    visit.page.fill("#pasted", MOVES)
    expect(visit.page.locator(".only")).to_contain_text("10 moves")
    assert visit.violations() == []
    visit.button("Show").click()
    expect(visit.page.locator(".moves button")).to_have_count(len(NAMES))
    assert_shows(visit, NAMES)

    visit.page.locator(".moves button").nth(6).click()
    expect(visit.page.locator(".moves [aria-current]")).to_contain_text("f6")
    visit.button("Export, link").click()
    assert visit.violations() == []
    assert export(visit, "Text").decode() == f"{MOVES}\n"
    for form in ("GGF", "JSON"):
        (value,) = sk.notation.parse(export(visit, form).decode())
        assert sk.Record.from_text(value).moves == sk.Record.from_board(MOVES).moves
    assert export(visit, "SVG").decode() == sk.Record.from_board(MOVES).svg(7, size=720)
    assert b"@keyframes" in export(visit, "Animated SVG")
    assert export(visit, "PNG").startswith(b"\x89PNG")

    link = visit.page.locator("#export-link").input_value()
    other = visiting(link.removeprefix(visit.address))
    expect(other.page.locator(".moves button")).to_have_count(len(NAMES))
    assert_shows(other, NAMES[:7])
    other.button("Play from here").click()
    other.button("Start").click()
    expect(other.page.locator(".moves button")).to_have_count(7)
    assert other.moves() == NAMES[:7]
    board = replayed("reversi", NAMES[:7])
    assert other.legal() == [sk.square_name(move) for move in board.legal_moves]


# The link


@pytest.mark.long
@pytest.mark.parametrize("variant", ["nip", "nip+loop", "reversi6"])
def test_links_of_other_boards_and_starts(visiting: Visiting, variant: str) -> None:
    record = sk.play("random", "random", seed=3, variant=variant)
    boards = [*record.boards()]
    begun = sk.Record(variant, boards[4].position, record.moves[4:])
    visit = visiting()
    paste(visit, begun.to_json())
    visit.button("Show").click()
    expect(visit.page.locator(".moves button")).to_have_count(len(begun.moves))
    visit.page.locator(".moves button").nth(8).click()
    visit.button("Export, link").click()
    link = visit.page.locator("#export-link").input_value()
    other = visiting(link.removeprefix(visit.address))
    expect(other.page.locator(".moves [aria-current]")).to_contain_text("9")
    assert other.shown() == discs(boards[13])


@pytest.mark.long
@pytest.mark.parametrize("link", ["g=reversi~f5f5~1", "g=chess~~0", "g=nip~zz~1", "g=reversi~XO.f5~0"])
def test_a_broken_link_is_told_of_and_one_can_play(visiting: Visiting, link: str) -> None:
    visit = visiting(f"#{link}")
    expect(visit.page.get_by_role("alert")).to_contain_text("This link cannot be read.")
    assert visit.legal() != []


# The list


def played(visit: Visit, board: str, moves: int) -> None:
    visit.begin(board)
    for _ in range(moves):
        visit.cell(visit.legal()[0]).click()
        visit.legal()


@pytest.mark.long
def test_games_are_listed_searched_opened_and_deleted(visiting: Visiting) -> None:
    visit = visiting()
    played(visit, "6×6", 2)
    played(visit, "Nip 12", 1)
    go(visit, "games", ".game-row")
    rows = visit.page.locator(".game-row")
    expect(rows).to_have_count(2)
    visit.page.get_by_role("searchbox").fill("random 6x6")
    expect(rows).to_have_count(1)
    expect(rows).to_contain_text("6×6")
    visit.page.get_by_role("searchbox").fill("tiger")
    expect(visit.page.locator(".nothing")).to_contain_text("No games match.")
    visit.page.get_by_role("searchbox").fill("")
    visit.page.get_by_label("Board").select_option("nip12")
    expect(rows).to_have_count(1)
    visit.page.get_by_role("radio", name="Won").check()
    expect(rows).to_have_count(0)
    visit.page.get_by_role("radio", name="All").check()
    visit.page.get_by_role("button", name="More: ").click()
    visit.button("Delete").click()
    visit.page.locator("dialog").get_by_role("button", name="Delete").click()
    expect(rows).to_have_count(0)
    visit.page.get_by_label("Board").select_option("")
    expect(rows).to_have_count(1)
    rows.locator("a").click()
    visit.wait_for_moves(4)
    assert_shows(visit, visit.moves(), "reversi6")


@pytest.mark.long
def test_everything_is_saved_deleted_and_read_in_again(visiting: Visiting, tmp_path: Path) -> None:
    visit = visiting()
    played(visit, "6×6", 2)
    moves = visit.moves()
    go(visit, "games", ".game-row")
    file = tmp_path / "mine.json"
    saved(visit, visit.button("Save everything").click).save_as(file)
    assert len(json.loads(file.read_text())["tables"]["game"]) == 1
    visit.button("Delete everything").click()
    visit.page.locator("dialog").get_by_role("button", name="Delete everything").click()
    expect(visit.page.locator(".nothing")).to_contain_text("No games yet.")
    visit.page.get_by_label("Restore from file").set_input_files(file)
    expect(visit.page.locator(".own")).to_contain_text("Restored: 1. Already here: 0.")
    visit.page.locator(".game-row a").click()
    visit.wait_for_moves(len(moves))
    assert_shows(visit, moves, "reversi6")


# Files


@pytest.mark.long
def test_a_wthor_file_is_searched_and_a_game_of_it_shown(visiting: Visiting, tmp_path: Path) -> None:
    played_games = [sk.play("random", "random", seed=seed) for seed in range(30)]
    records = [
        sk.Record(moves=each.moves, result=each.margin(), black=f"Ada {n}", white="Bob", date="2001")
        for n, each in enumerate(played_games)
    ]
    for suffix, data in zip(("wtb", "jou", "trn"), format_wthor([r.to_text() for r in records]), strict=True):
        (tmp_path / f"WTH.{suffix}").write_bytes(data)
    visit = visiting()
    go(visit, "games", ".list-head")
    visit.page.get_by_label("Open files").set_input_files(sorted(tmp_path.iterdir()))
    rows = visit.page.locator(".game-row")
    expect(rows).to_have_count(20)
    visit.button("Show more").click()
    expect(rows).to_have_count(30)
    visit.page.get_by_role("searchbox").fill("ada 27")
    expect(rows).to_have_count(1)
    rows.locator("button").click()
    expect(visit.page.locator(".side").first).to_contain_text("Bob")
    assert_shows(visit, [sk.move_name(move) for move in records[27].moves])


@pytest.mark.long
def test_one_of_several_games_is_chosen_and_the_wrong_one_told_of(visiting: Visiting) -> None:
    visit = visiting()
    paste(visit, "f5d6c3\n\nf5f5\n\nd3c5")
    expect(visit.page.locator(".problem")).to_contain_text("Game 2:")
    visit.page.locator(".game-row button").nth(1).click()
    assert_shows(visit, ["d3", "c5"])


# Set-up


@pytest.mark.long
def test_a_position_is_set_up_by_keyboard_and_played(visiting: Visiting) -> None:
    visit = visiting()
    go(visit, "setup", ".set-up [role=grid]")
    visit.button("Clear").click()
    expect(visit.page.locator(".set-up")).to_contain_text("there are no discs")
    visit.cell("a1").focus()
    visit.page.keyboard.press("Enter")  # black
    visit.page.keyboard.press("ArrowRight")
    for _ in range(2):  # white
        visit.page.keyboard.press("Enter")
    expect(visit.page.locator(".set-up")).to_contain_text("Black has 1 move.")
    expect(visit.page.locator("#line")).to_have_value("XO" + "-" * 62 + " X")
    visit.button("Mirror").click()
    assert visit.shown() == {"black": ["h1"], "white": ["g1"]}
    visit.button("Rotate").click()
    assert visit.shown() == {"black": ["h8"], "white": ["h7"]}
    visit.button("Play from here").click()
    visit.page.locator("dialog").get_by_role("button", name="Start").click()
    visit.page.locator("dialog").wait_for(state="detached")
    assert visit.legal() == ["h6"]
    visit.cell("h6").click()
    expect(visit.page.locator(".ended b")).to_contain_text("won")


@pytest.mark.long
def test_a_brush_and_another_board(visiting: Visiting) -> None:
    visit = visiting()
    go(visit, "setup", ".set-up [role=grid]")
    visit.page.locator(".set-up select").select_option("nip")
    visit.page.get_by_role("radio", name="White").first.check()
    for square in ("e1", "f1", "e4"):
        visit.cell(square).click()
    assert visit.shown() == {"black": ["d5"], "white": ["d4", "e1", "e4", "e5", "f1"]}
    visit.page.keyboard.press("4")
    visit.cell("e1").click()
    assert visit.shown()["white"] == ["d4", "e4", "e5", "f1"]
    expect(visit.page.locator(".set-up")).to_contain_text("a disc is not connected to the centre")


# Everywhere


SCREENS = {"games": ".own", "paste": "#pasted", "setup": ".set-up [role=grid]"}


@pytest.mark.long
@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("language", ["en-GB", "ja-JP"])
@pytest.mark.parametrize("width", [320, 768, 1280])
def test_screens_are_accessible_and_fit(visiting: Visiting, theme: str, language: str, width: int) -> None:
    options: dict[str, Any] = {"color_scheme": theme, "locale": language}
    visit = visiting(viewport={"width": width, "height": 700}, **options)
    visit.cell(visit.legal()[0]).click()
    visit.legal()
    for place, selector in SCREENS.items():
        go(visit, place, selector)
        if place == "paste":
            visit.page.fill("#pasted", f"{MOVES}\n\nf5f5\n\nd3c5")
            visit.page.wait_for_selector(".game-row")
        assert visit.violations() == [], place
        assert visit.overhang() == 0, place
    go(visit, f"g=reversi~{MOVES}~4", ".share")
    visit.page.locator(".share").click()
    assert visit.violations() == []
    assert visit.overhang() == 0


SEEN = "all => all.filter((each) => each.getBoundingClientRect().width > 5).length"


@pytest.mark.parametrize(("motion", "count"), [("reduce", len(NAMES) + 4), ("no-preference", 4)])
def test_a_moving_picture_is_still_for_whoever_wants_that(launched: Browser, motion: Any, count: int) -> None:
    page = launched.new_page(reduced_motion=motion)
    page.set_content(sk.Record.from_board(MOVES).animated_svg())
    assert page.locator("svg .disc").evaluate_all(SEEN) == count
    page.close()
