"""Two people, two browsers, one game: by an invitation's link, with a spectator."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, expect
from visit import Visit, Visiting, served


def invite(host: Visit, board: str = "4×4", name: str = "Ken") -> str:
    """Makes an invitation by the dialog; its link."""
    host.button("Play a friend by link…").first.click()
    dialog = host.page.locator("dialog")
    dialog.get_by_label("Board").select_option(label=board)
    dialog.get_by_label("Your name").fill(name)
    host.button("Make the link").click()
    return str(host.page.get_by_label("Send this link").input_value())


def visit_link(visiting: Visiting, link: str, **options: Any) -> Visit:
    friend = visiting(**options)
    friend.page.goto(link)
    return friend


def join(friend: Visit, name: str) -> None:
    friend.page.get_by_label("Your name").fill(name)
    friend.button("Play").click()
    friend.page.wait_for_selector("[role=grid]")


def play_out(*people: Visit) -> None:
    """Whoever has a move makes it, until the end."""
    made = len(people[0].moves())
    while not people[0].page.locator(".ended").count():
        mover = next(each for each in people if each.page.locator(".cell.is-legal").count())
        mover.page.locator(".cell.is-legal").first.click()
        for each in people:
            each.wait_for_moves(made + 1)
        made = len(people[0].moves())  # with a pass, if there was one


def test_two_people_play_one_game(visiting: Visiting) -> None:
    host = visiting()
    link = invite(host)
    friend = visit_link(visiting, link)
    expect(friend.page.get_by_text("Ken invites you to a game.")).to_be_visible()
    assert friend.violations() == []
    join(friend, "Aki")
    expect(host.page.locator(".side.across")).to_contain_text("Aki")
    expect(friend.page.locator(".side.across")).to_contain_text("Ken")
    assert host.page.locator("[role=tab]").count() == 0  # nobody is helped
    square = host.legal()[0]
    host.cell(square).click()
    friend.wait_for_moves(1)
    assert friend.moves() == [square]

    host.button("Let others watch…").click()
    watch = str(host.page.get_by_label("Link for spectators").input_value())
    spectator = visit_link(visiting, watch)
    expect(spectator.page.get_by_text("You are watching Ken (Black) and Aki (White)")).to_be_visible()
    assert spectator.page.locator(".cell.is-legal").count() == 0
    late = visit_link(visiting, link)
    expect(late.page.get_by_role("alert")).to_contain_text("somebody else has the seat")

    host.button("Offer a draw").click()
    expect(friend.page.get_by_text("Ken offers a draw.").first).to_be_visible()
    friend.button("Decline").click()
    friend.cell(friend.legal()[0]).click()
    spectator.wait_for_moves(2)
    host.page.reload()  # and comes back to the game
    host.wait_for_moves(2)
    play_out(host, friend)
    expect(spectator.page.locator(".ended")).to_be_visible()
    for each in (host, friend):
        assert each.page.locator("[role=tab]").count() > 1
        assert each.violations() == []
    host.button("Rematch").click()
    expect(friend.page.get_by_text("Ken would like a rematch.").first).to_be_visible()
    friend.button("Rematch").click()
    for each in (host, friend):
        expect(each.page.locator(".moves")).to_have_count(0)
    assert friend.legal()  # colours are swapped
    friend.page.goto(f"{friend.address}#games")
    expect(friend.page.locator(".game-row")).to_contain_text("Ken")


@pytest.mark.long
@pytest.mark.parametrize("width", [360, 1280])
def test_an_invitation_fits_and_is_understood(visiting: Visiting, width: int) -> None:
    host = visiting(viewport={"width": width, "height": 740})
    link = invite(host)
    assert host.overhang() <= 0
    assert host.violations() == []
    friend = visit_link(visiting, link, viewport={"width": width, "height": 740}, locale="ja")
    expect(friend.page.get_by_text("Kenさんから対局に招待されています。")).to_be_visible()
    assert friend.overhang() <= 0
    friend.page.goto(f"{friend.address}#join=abc")
    expect(friend.page.get_by_role("alert")).to_contain_text("このリンクは使えません")
    friend.complaints.clear()  # the browser's own line about the refusal


@pytest.mark.long
def test_both_go_on_by_themselves_after_the_server_was_killed(launched: Browser, tmp_path: Path) -> None:
    with served(tmp_path) as server:
        host, friend = Visit(launched, server.address), Visit(launched, server.address)
        host.open()
        link = invite(host, "6×6")
        friend.page.goto(link)
        join(friend, "Aki")
        host.cell(host.legal()[0]).click()
        friend.wait_for_moves(1)
        server.kill()
        expect(friend.page.get_by_text("Connection lost")).to_be_visible()
        server.start()
        expect(friend.page.get_by_text("Connection lost")).to_be_hidden()
        friend.cell(friend.legal()[0]).click()
        host.wait_for_moves(2)
        assert host.moves() == friend.moves()
        assert host.legal()
        for each in (host, friend):
            each.close()
