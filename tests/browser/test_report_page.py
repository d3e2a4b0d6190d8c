"""The report in a real browser: every board it shows is the one that the game came to."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from browser import Browser, browser
from reported import games_of, report_in

import shirokuro as sk
from shirokuro.lab.report.page import write_page

pytestmark = pytest.mark.long

SHOWN = """
const all = (selector) => [...document.querySelectorAll(selector)];
const names = (selector) => all(selector).map((disc) => disc.dataset.square).sort();
return {
  black: names("#board .disc.black"), white: names("#board .disc.white"),
  turned: names("#board .turned"), last: names("#board .last-move"),
  counts: ["black", "white"].map((colour) => document.querySelector(`#${colour} output`).textContent),
  ply: document.getElementById("ply").value, said: document.getElementById("said").textContent,
};
"""
SLIDE = f"""
const slider = document.getElementById("ply"), shown = () => {{{SHOWN}}};
return [...Array(Number(slider.max) + 1).keys()].map((ply) => {{
  slider.value = ply;
  slider.dispatchEvent(new Event("input"));
  return shown();
}});
"""
CHOOSE = """
const select = document.getElementById(arguments[0]);
select.value = arguments[1];
select.dispatchEvent(new Event("change"));
return select.selectedOptions[0].textContent;
"""
TEXT = "return document.querySelector(arguments[0]).textContent"


class Report:
    """The page in the browser, and the games that it should show, cell by cell."""

    def __init__(self, shown_in: Browser, folder: Path) -> None:
        self.browser = shown_in
        chapters = report_in(folder)
        samples = [sample for chapter in chapters for sample in chapter.samples]
        self.cells = [[game.record for game in sample.games] for sample in samples]
        assert sum(map(len, self.cells)) == len(games_of(chapters))
        self.file = folder / "report.html"
        write_page(chapters, self.file)
        shown_in.open(self.file)

    def choose(self, cell: int, game: int) -> sk.Record:
        self.browser.run(CHOOSE, "cell", cell)
        self.browser.run(CHOOSE, "game", game)
        return self.cells[cell][game]

    def shown(self) -> dict[str, Any]:
        shown: dict[str, Any] = self.browser.run(SHOWN)
        return shown


@pytest.fixture(scope="module")
def report(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Report]:
    with browser() as opened:
        yield Report(opened, tmp_path_factory.mktemp("report"))


@pytest.fixture(autouse=True)
def silence(report: Report) -> Iterator[None]:
    """No test may leave a complaint on the console."""
    yield
    assert report.browser.complaints() == []


def expected(record: sk.Record) -> Iterator[dict[str, Any]]:
    """What is to be seen before each move and after the last."""
    before = None
    for ply, board in enumerate(record.boards()):
        move = None if before is None or board.peek() == sk.PASS else board.peek()
        turned = [] if before is None else before.discs(before.turn.opponent) & board.discs(before.turn)
        yield {
            "black": sorted(board.black().names()),
            "white": sorted(board.white().names()),
            "turned": sorted(map(sk.square_name, turned)),
            "last": [] if move is None else [sk.square_name(move)],
            "counts": [str(len(board.black())), str(len(board.white()))],
            "ply": str(ply),
        }
        before = board


def assert_shown(report: Report, wanted: dict[str, Any]) -> None:
    shown = report.shown()
    assert {name: shown[name] for name in wanted} == wanted


def test_every_ply_of_every_game_by_the_slider(report: Report) -> None:
    """Not by clicks, of which there would be hundreds; the next tests click."""
    for cell, records in enumerate(report.cells):
        for game, record in enumerate(records):
            report.choose(cell, game)
            for shown, wanted in zip(report.browser.run(SLIDE), expected(record), strict=True):
                assert {name: shown[name] for name in wanted} == wanted


def test_a_game_by_its_buttons(report: Report) -> None:
    record = report.choose(1, 0)
    assert record.variant == "nip12"
    boards = list(expected(record))
    assert_shown(report, boards[0])
    for wanted in boards[1:]:
        report.browser.click("#forward")
        assert_shown(report, wanted)
    report.browser.click("#first")
    assert_shown(report, boards[0])
    report.browser.click("#last")
    report.browser.click("#back")
    assert_shown(report, boards[-2])


def test_a_game_by_its_keys_and_its_list(report: Report) -> None:
    boards = list(expected(report.choose(0, 1)))
    for _ in range(3):
        report.browser.press("#copy", "right")
    assert_shown(report, boards[3])
    report.browser.press("#copy", "left")
    assert_shown(report, boards[2])
    report.browser.click("#moves tr:nth-child(5)")
    assert_shown(report, boards[5])
    report.browser.press("body", "left")
    assert_shown(report, boards[4])


def test_keys_do_nothing_where_the_board_is_not_seen(report: Report) -> None:
    boards = list(expected(report.choose(0, 1)))
    report.browser.run("scrollTo(0, 0)")
    report.browser.press("body", "right")
    assert_shown(report, boards[0])


def test_what_stands_beside_the_board(report: Report) -> None:
    record = report.choose(2, 0)  # the forfeited one
    report.browser.click("#last")
    assert report.shown()["said"].endswith(f"End: {record.note}.")
    assert report.browser.run(TEXT, "#black .name") == record.black
    assert report.browser.run(TEXT, "#white .name") == record.white
    record = report.choose(0, 0)
    rows = report.browser.run(
        "return [...document.querySelectorAll('#moves tr')].map((row) => row.children[2].textContent)"
    )
    assert rows == ["pass" if move == sk.PASS else sk.square_name(move) for move in record.moves]
    assert (
        report.browser.run("return document.getElementById('transcript').value")
        == record.board().transcript()
    )


def test_the_name_of_the_opening(report: Report) -> None:
    """Also where the game shown before had one and this one has none."""
    games = [(cell, game) for cell, games in enumerate(report.cells) for game in range(len(games))]
    names = [str(sk.opening(report.choose(*game)) or "") for game in games]
    assert all(names) != any(names)
    for game, name in zip([*games, *reversed(games)], [*names, *reversed(names)], strict=True):
        report.choose(*game)
        assert report.browser.run(TEXT, "#opening") == (name and f"Opening: {name}")


def test_a_study_leads_to_its_games(report: Report) -> None:
    report.browser.click("#study-odd-one .look a")
    assert report.browser.run("return document.getElementById('cell').value") == "2"


@pytest.mark.parametrize("width", [360, 1200])
def test_nothing_hangs_over_the_edge(report: Report, width: int) -> None:
    report.browser.resize(width, 900)
    page = "document.documentElement"
    screen, room, wide = report.browser.run(f"return [innerWidth, {page}.clientWidth, {page}.scrollWidth]")
    assert screen == width
    assert wide <= room


HINTS = """
const frames = [...document.querySelectorAll(".hint + .scroll")].filter((frame) => frame.checkVisibility());
const isCut = (frame) => frame.scrollWidth > frame.clientWidth + 1;
const hints = () => frames.map((frame) => [isCut(frame), !frame.previousElementSibling.hidden]);
return new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(hints()))));
"""
"""Whether each table is cut and has a hint, once the browser has told the page of scrolling and resizing."""


def test_where_a_table_is_cut_a_hint_says_so_until_it_was_scrolled(report: Report) -> None:
    report.browser.resize(1200, 900)
    assert not any(hint for _, hint in report.browser.run(HINTS))
    report.browser.resize(360, 900)
    hints = report.browser.run(HINTS)
    assert all(is_cut == hint for is_cut, hint in hints)
    assert any(hint for _, hint in hints)
    report.browser.run("document.querySelectorAll('.scroll').forEach((frame) => frame.scrollTo(9, 0))")
    assert not any(hint for _, hint in report.browser.run(HINTS))
