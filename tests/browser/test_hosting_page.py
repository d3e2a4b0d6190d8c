"""The page of a club in a real browser: on a second device, below a path, and for somebody blocked."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect
from visit import Server, Visit, Visiting, served

from shirokuro.cli import main


def play_one(visit: Visit, board: str) -> None:
    visit.begin(board)
    visit.cell(visit.legal()[0]).click()
    visit.legal()


def games(visit: Visit) -> None:
    visit.page.goto(f"{visit.address}#games")
    visit.page.wait_for_selector(".game-row")


def shown_code(visit: Visit, name: str) -> str:
    visit.button(name).click()
    code = visit.page.locator("output.device-code")
    expect(code).to_be_visible()  # before, the dialog does not hear Escape
    return code.inner_text()


def status_of_games(visit: Visit) -> int:
    token = visit.page.evaluate("localStorage.getItem('shirokuro.token')")
    headers = {"Authorization": f"Bearer {token}"}
    return visit.page.request.get(f"{visit.address}api/games", headers=headers).status


def test_a_code_takes_the_games_to_a_second_device(visiting: Visiting) -> None:
    first, second = visiting(), visiting()
    play_one(first, "6×6")
    play_one(second, "Nip 12")
    games(first)
    code = shown_code(first, "Show a code")
    assert first.violations() == []
    games(second)
    second.button("Type a code").click()
    assert second.violations() == []
    expect(second.button("Use these games here")).to_be_disabled()
    second.page.get_by_label("Code", exact=True).fill(code.lower())
    second.button("Use these games here").click()
    rows = second.page.locator(".game-row")
    expect(rows).to_have_count(2)
    expect(rows.filter(has_text="6×6")).to_have_count(1)
    first.page.reload()
    expect(first.page.locator(".game-row")).to_have_count(2)
    tokens = [visit.page.evaluate("localStorage.getItem('shirokuro.token')") for visit in (first, second)]
    assert tokens[0] == tokens[1]
    rows.filter(has_text="6×6").locator("a").click()
    second.cell(second.legal()[0]).click()


def test_codes_are_spoken_of_in_japanese_and_a_wrong_one_changes_nothing(
    launched: Browser, server: Server
) -> None:
    visit = Visit(launched, server.address, locale="ja")
    visit.open()
    visit.page.goto(f"{visit.address}#games")
    code = shown_code(visit, "コードを表示")
    assert len(code) == 11
    visit.page.keyboard.press("Escape")
    before = visit.page.evaluate("localStorage.getItem('shirokuro.token')")
    for typed, said in (
        ("00000-00000", "コードが正しくない"),
        (code, "このブラウザーで作ったコードです"),
    ):
        visit.button("コードを入力").click()
        visit.page.get_by_label("コード", exact=True).fill(typed)
        visit.page.keyboard.press("Enter")
        expect(visit.page.locator(".own .note")).to_contain_text(said)
    assert visit.page.evaluate("localStorage.getItem('shirokuro.token')") == before
    assert all("404" in complaint for complaint in visit.complaints)  # the browser's own word of the refusal
    visit.close()


def test_the_page_below_a_path_asks_for_nothing_outside_it(launched: Browser, tmp_path: Path) -> None:
    with served(tmp_path, "--root-path", "/club/shirokuro") as server:
        visit = Visit(launched, server.address)
        asked: list[str] = []
        visit.page.on("request", lambda request: asked.append(request.url))
        visit.page.on("websocket", lambda socket: asked.append(socket.url.replace("ws:", "http:")))
        visit.open()
        play_one(visit, "6×6")
        games(visit)
        visit.close()
        assert visit.complaints == []
        assert server.address.endswith("/club/shirokuro/")
        assert any(url.endswith("/api/live") for url in asked)
        assert [url for url in asked if not url.startswith((server.address, "data:", "blob:"))] == []


@pytest.mark.long
def test_somebody_who_is_blocked_hears_of_it_and_has_the_games_afterwards(
    launched: Browser, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with served(tmp_path) as server:
        owners = ["web", "owners", "--file", str(server.file)]
        visit = Visit(launched, server.address)
        visit.open()
        play_one(visit, "6×6")
        assert main(owners) == 0
        key = capsys.readouterr().out.splitlines()[1].split()[0]
        assert main([*owners, "block", key]) == 0
        expect(visit.page.get_by_text("has blocked you")).to_be_visible()
        assert main([*owners, "unblock", key]) == 0
        visit.page.goto(f"{visit.address}#games")
        while status_of_games(visit) == 403:
            visit.page.wait_for_timeout(50)
        visit.page.reload()
        expect(visit.page.locator(".game-row")).to_have_count(1)
        visit.close()
