"""The library in a real browser: filled from files, searched by moves and by names, and read."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect
from visit import Server, Visit, Visiting, discs, replayed, served

import shirokuro as sk
from shirokuro.notation.wthor import format_wthor

TEXTS = ("f5d6c3d3c4f4", "f5d6c4d3c5f4", "f5f6e6f4e3c5")


@pytest.fixture
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One of its own for each test, with an empty library."""
    with served(tmp_path_factory.mktemp("home")) as started:
        yield started


@pytest.fixture
def files(tmp_path: Path) -> Path:
    """A year of WTHOR with two games and its tables, another format with one game, and what is no game."""
    games = [
        replace(
            sk.Record.from_board(text),
            black=f"Ann {number}",
            white="Bob",
            place="Cup",
            date="1999",
            result=8.0 - 8 * number,
        )
        for number, text in enumerate(TEXTS)
    ]
    wthor = format_wthor([replace(each, theoretical=0.0).to_text() for each in games[:2]])
    for name, data in zip(("WTH_1999.wtb", "WTHOR.JOU", "WTHOR.TRN"), wthor, strict=True):
        (tmp_path / name).write_bytes(data)
    sk.write(tmp_path / "games.pgn", games[2:])
    (tmp_path / "letter.txt").write_text("Dear Ann")
    return tmp_path


def walk(visit: Visit, place: str = "openings&tab=games") -> None:
    visit.page.goto(f"{visit.address}#{place}")
    visit.page.wait_for_selector(".is-openings [role=grid]")


def choose(visit: Visit, folder: Path, *names: str) -> None:
    """Chooses files for the library, by default all of a folder."""
    chosen = [folder / name for name in names] or sorted(folder.iterdir())
    visit.page.locator(".add-games input[type=file]").set_input_files(chosen)


def test_a_library_is_filled_searched_by_moves_and_read(visiting: Visiting, files: Path) -> None:
    visit = visiting()
    walk(visit)
    expect(visit.page.locator(".add-games")).to_contain_text("French Othello Federation")
    choose(visit, files)
    report = visit.page.locator(".add-games [role=status]")
    expect(report).to_contain_text("3 games added, 0 known already.")
    expect(report.locator(".problem")).to_contain_text("letter.txt")
    for square in ("f5", "d6"):
        visit.page.locator(f".is-legal[data-square={square}]").click()
    expect(visit.page.locator(".library-list li")).to_have_count(2)
    expect(visit.page.locator(".said")).to_contain_text("2 games, Black scored 75 %")
    expect(visit.page.locator(".known tr", has_text="c3")).to_contain_text("100 %")
    visit.page.get_by_placeholder("Player's name").fill("ann 0")
    expect(visit.page.locator(".library-list li")).to_have_count(1)
    expect(visit.page.locator(".said")).to_contain_text("1 games, Black scored 100 %")
    assert visit.violations() == []
    visit.page.locator(".library-list button").click()
    visit.page.wait_for_selector(".moves")
    assert "".join(visit.moves()) == TEXTS[0]
    assert visit.shown() == discs(replayed("reversi", ["f5", "d6"]))
    assert visit.complaints == []


@pytest.mark.long
def test_what_is_wrong_with_files_is_said(visiting: Visiting, files: Path) -> None:
    visit = visiting()
    walk(visit)
    report = visit.page.locator(".add-games [role=status]")
    for names, said in (
        (("WTH_1999.wtb",), "Choose WTHOR.JOU and WTHOR.TRN together with it"),
        (("WTHOR.JOU",), "This file only has names."),
        (("letter.txt",), "Line 1:"),
    ):
        choose(visit, files, *names)
        expect(report).to_contain_text(said)
        expect(report).to_contain_text("0 games added")
    visit.page.goto(f"{visit.address}#paste")
    visit.page.locator(".paste input[type=file]").set_input_files(sorted(files.iterdir()))
    expect(report).to_contain_text("3 games added, 0 known already.")
    visit.page.locator(".save-games select").select_option("sgf")
    with visit.page.expect_download() as saving:
        visit.button("Save these games").click()
    assert saving.value.suggested_filename == "games.sgf"
    assert len([*sk.read(saving.value.path(), None)]) == 3
    choose(visit, files)
    expect(report).to_contain_text("0 games added, 3 known already.")
    visit.page.goto(f"{visit.address}#paste")
    visit.page.locator("#pasted").fill("c4b4")
    visit.page.get_by_label("Board").select_option("nip12")
    visit.button("Keep in the library").click()
    expect(report).to_contain_text("1 games added")


@pytest.mark.long
def test_the_engine_values_what_the_book_does_not_have(visiting: Visiting) -> None:
    """After a bad move: the value of every move is Black's, and the board has them too."""
    visit = visiting()
    walk(visit, "openings=e6d6c3f4d7c5g4")
    expect(visit.page.locator(".known tr")).not_to_have_count(0)
    expect(visit.page.locator(".said .badge")).to_contain_text(re.compile("depth|exact"))
    assert visit.page.locator(".known tr").count() == visit.page.locator(".cell.is-legal").count()


@pytest.mark.long
def test_one_s_own_games_and_a_stop(visiting: Visiting, files: Path) -> None:
    """The second file is held until the reader has stopped."""
    visit = visiting()
    game = visit.ask("POST", "/games", {"seats": {"black": "person", "white": "random"}, "text": "f5d6"})
    visit.ask("POST", f"/games/{game['id']}/resign", {})
    walk(visit)
    visit.button("Add my own games").click()
    report = visit.page.locator(".add-games [role=status]")
    expect(report).to_contain_text("1 games added")
    held = []
    visit.page.route("**/api/library/files*", lambda route: held.append(route))
    choose(visit, files, "games.pgn", "letter.txt")
    visit.button("Stop").click()
    expect(report).to_contain_text("Stopped. 0 games added")
    assert len(held) == 1
    visit.page.unroute("**/api/library/files*")
    visit.complaints.clear()  # the browser says that the request was ended


@pytest.mark.long
@pytest.mark.parametrize("width", [320, 768, 1280])
@pytest.mark.parametrize("locale", ["en-GB", "ja-JP"])
def test_nothing_sticks_out(launched: Browser, tmp_path: Path, width: int, locale: str) -> None:
    """Of a full library, an empty one, and one of a server for others."""
    library = sk.Library(tmp_path / "library.sqlite")
    with served(tmp_path, "--name", "club.example") as server:
        visit = Visit(launched, server.address, viewport={"width": width, "height": 800}, locale=locale)
        for is_empty in (True, False):
            visit.open()
            walk(visit, "openings=f5&tab=games")
            visit.page.wait_for_selector(".add-games")
            assert visit.page.locator(".add-games .button").count() == 0  # its administrator adds games
            assert visit.overhang() == 0
            assert visit.violations() == []
            if is_empty:
                name = "Somebody with a Long Name and Another"
                games = [sk.Record.from_board(text) for text in TEXTS]
                library.add(replace(each, black=name, white=name, result=2.0) for each in games)
        visit.close()
