"""Analysis, review, tries and drills in a real browser."""

from __future__ import annotations

import sqlite3
from dataclasses import replace
from typing import Any

import pytest
from playwright.sync_api import expect
from visit import Server, Visiting

import shirokuro as sk
from shirokuro.people.peers import peers

expect.set_options(timeout=20_000)  # a search waits for its turn

LONG = "d3c3c4e3f4c5c6c7d6e6d2f3f2g3f5c1c2g4d1f1b1e2g5h5b3a3b4a4d7e1g1d8b5a5h3h2"
"""With 24 empties: who wins is soon known, by how much is not."""
SHORT = sk.play("greedy", "random", seed=2, variant="reversi4").board().transcript()


CHIPS = 4
"""The most mistakes that are listed at once: the three that mattered most and one of the others."""


def judged(text: str = SHORT, board: str = "reversi4") -> list[sk.Judgement]:
    """Black's mistakes, by the library; first those that people of the same rating would have avoided."""
    record = sk.Record.from_board(sk.Board.parse(text, board))
    rating = round(sk.people.rating([replace(record, black="black", white="white")], "black")[0])
    boards = [*record.boards()]

    def importance(each: sk.Judgement) -> float:
        return each.loss - peers(boards[each.ply - 1], rating, {each.best: 0, each.move: each.loss}).loss

    found = [each for each in sk.review(record).moves if each.side == sk.BLACK and each.mark]
    return sorted(found, key=importance, reverse=True)


def near(mistake: sk.Judgement, text: str = SHORT, board: str = "reversi4") -> list[str]:
    """The moves that a try accepts."""
    position = [*sk.Record.from_board(sk.Board.parse(text, board)).boards()][mistake.ply - 1]
    return [sk.move_name(move) for move in sk.near_best(sk.analyze(position, sk.Limits()))]


def test_a_game_is_reviewed_and_a_mistake_tried_again(visiting: Visiting) -> None:
    visit = visiting()
    visit.sit("reversi4", SHORT, "review")
    page, mistakes = visit.page, judged()
    expect(page.locator(".chip")).to_have_count(min(len(mistakes), CHIPS))
    expect(page.locator(".judged h2")).to_contain_text(f"{mistakes[0].ply} {sk.move_name(mistakes[0].move)}")
    expect(page.locator(".why :is(li, p)").first).to_be_visible()
    expect(page.locator(".summary dd").first).to_contain_text("%")
    expect(page.locator(".summary .note")).to_contain_text("estimated from this game")
    reason = page.locator(".reason").first
    reason.click()
    expect(reason).to_have_attribute("aria-pressed", "true")
    expect(page.locator(".arrows path").first).to_be_visible()
    expect(page.locator(".kept")).to_contain_text("tomorrow")
    assert visit.violations() == []
    page.keyboard.press("x")
    expect(page.locator(".after").first).to_have_attribute("aria-pressed", "true")
    page.keyboard.press("j")
    expect(page.locator(".judged h2")).to_contain_text(f"{mistakes[1].ply} {sk.move_name(mistakes[1].move)}")
    page.keyboard.press("t")
    accepted = near(mistakes[1])
    wrong = next(move for move in visit.legal() if move not in accepted)
    visit.cell(wrong).click()
    expect(page.locator(".tried li")).to_contain_text(f"{wrong} loses")
    visit.cell(accepted[0]).click()
    expect(page.locator(".tried")).to_contain_text(f"{accepted[0]} is the best move.")
    expect(page.locator("[role=status]")).to_contain_text(f"{accepted[0]} is the best move.")
    assert visit.violations() == []


def test_values_stand_on_the_board_and_the_graph_is_scrubbed(visiting: Visiting) -> None:
    visit = visiting()
    visit.sit("reversi4", SHORT, "analysis")
    page = visit.page
    slider = page.get_by_role("slider")
    slider.press("Home")
    page.locator("#tab-analysis").focus()
    for _ in range(4):
        page.keyboard.press(".")
    expected = sk.analyze(sk.Board.parse(SHORT[:8], "reversi4"), sk.Limits())
    expect(page.locator(".value")).to_have_count(len(expected))
    best = next(iter(expected.values()))
    expect(page.locator(".best-value")).to_contain_text(f"{best.value:+d}".replace("-", "−"))
    expect(page.locator(".best-value")).to_contain_text("solved")
    expect(page.locator(".lines > li")).to_have_count(min(len(expected), 3))
    expect(page.locator(".chances li").first).to_be_visible()
    page.get_by_label("Rating").select_option("1900")
    expect(page.locator(".people")).to_contain_text("rated 1900")
    assert visit.violations() == []
    page.keyboard.press("v")
    expect(page.locator(".value")).to_have_count(0)
    slider.press("Home")
    expect(page.locator(".heading").first).to_contain_text("Move 1, Black to play")
    slider.press("v")  # a slider takes no letters
    expect(page.locator(".value")).to_have_count(4)
    page.locator(".line button").nth(1).focus()
    page.wait_for_function("() => document.querySelectorAll('.board .disc').length === 6")


def test_who_wins_is_proved_where_discs_take_long(visiting: Visiting) -> None:
    visit = visiting()
    visit.sit("reversi", LONG, "analysis")
    page = visit.page
    visit.button("Prove who wins").click()
    expect(page.locator(".best-value")).to_contain_text("win")
    expect(page.locator(".best-value .badge")).to_have_text("win or loss")
    expect(page.locator(".verdict")).not_to_contain_text("so far")
    assert visit.violations() == []
    visit.button("Values in discs").click()
    expect(page.locator(".best-value .badge")).not_to_have_text("win or loss")
    expect(page.locator(".chances li").first).to_be_visible()
    # The panel scrolls beside the board, the page does not.
    page.set_viewport_size({"width": 1280, "height": 640})
    assert page.evaluate("document.documentElement.scrollHeight - innerHeight") <= 0


def test_a_drill_comes_back_and_is_answered(visiting: Visiting, server: Server) -> None:
    visit = visiting()
    visit.sit("reversi4", SHORT, "review")
    page = visit.page
    expect(page.locator(".kept")).to_contain_text("tomorrow")
    mistakes = judged()
    page.wait_for_function(
        "n => document.querySelectorAll('.chip').length === n", arg=min(len(mistakes), CHIPS)
    )
    with sqlite3.connect(server.file) as database:
        database.execute("UPDATE drill SET due = 0")
    database.close()
    page.goto(f"{visit.address}#practise=today")
    expect(page.locator(".is-drill header")).to_contain_text("1 of 5")
    expect(page.locator(".is-drill header")).to_contain_text("You played")
    assert visit.violations() == []
    visit.button("Show the answer").click()
    expect(page.locator(".trial")).to_contain_text("It was")
    expect(page.locator(".kept").first).to_contain_text("tomorrow")
    visit.button("Next").click()


@pytest.mark.long
def test_a_review_by_keyboard_alone(visiting: Visiting) -> None:
    visit = visiting()
    visit.sit("reversi4", SHORT, "game")
    page, mistakes = visit.page, judged()
    page.locator("#tab-game").focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    expect(page.locator("#tab-review")).to_be_focused()
    expect(page.locator(".chip")).to_have_count(min(len(mistakes), CHIPS))
    expect(page.locator(".judged h2")).to_contain_text(str(mistakes[0].ply))  # once all are known
    page.keyboard.press("t")
    visit.legal()
    page.keyboard.type(near(mistakes[0])[0])
    expect(page.locator(".tried li")).to_have_count(1)
    page.keyboard.press("Escape")
    visit.button("Show the refutation").press("Enter")
    page.keyboard.press(".")
    expect(page.locator(".line [aria-current]")).to_contain_text(sk.move_name(mistakes[0].played_pv[1]))
    page.keyboard.press("j")
    expect(page.locator(".judged h2")).to_contain_text(str(mistakes[1].ply))
    page.keyboard.press("k")
    expect(page.locator(".judged h2")).to_contain_text(str(mistakes[0].ply))


@pytest.mark.long
def test_a_phone_shows_what_matters_beside_the_board(visiting: Visiting) -> None:
    visit = visiting(viewport={"width": 320, "height": 640})
    visit.sit("reversi4", SHORT, "review")
    page, mistake = visit.page, judged()[0]
    expect(page.locator(".live")).to_contain_text(f"{mistake.ply} {sk.move_name(mistake.move)} lost")
    counts = [int(text) for text in page.locator(".count").all_inner_texts()]
    shown = visit.shown()
    assert sorted(counts) == sorted(len(discs) for discs in shown.values())
    page.keyboard.press("t")
    expect(page.locator(".live")).to_have_text("Find a better move.")
    visit.cell(near(mistake)[0]).click()
    expect(page.locator(".live")).to_contain_text("is the best move.")


@pytest.mark.long
def test_no_mistake_is_shown_before_all_are_known_unless_one_stops(visiting: Visiting) -> None:
    visit = visiting()
    long_game = sk.play("greedy", "greedy", seed=1).board().transcript()
    visit.sit("reversi", long_game, "review")
    visit.page.wait_for_selector(".chip")
    expect(visit.page.locator(".progress-row")).to_have_count(1)
    assert visit.page.locator(".judged").count() == 0
    visit.button("Stop").click()
    expect(visit.page.locator(".judged h2")).to_be_visible()


@pytest.mark.long
@pytest.mark.parametrize("width", [320, 768, 1280])
@pytest.mark.parametrize("locale", ["en-GB", "ja-JP"])
@pytest.mark.parametrize("tab", ["analysis", "review"])
def test_nothing_sticks_out(visiting: Visiting, width: int, locale: str, tab: str) -> None:
    options: dict[str, Any] = {"viewport": {"width": width, "height": 800}, "locale": locale}
    visit = visiting(**options, color_scheme="dark" if width == 768 else "light")
    visit.sit("reversi4", SHORT, tab)
    visit.page.wait_for_selector(".graph, .chip")
    assert visit.overhang() <= 0
    assert visit.violations() == []


@pytest.mark.long
def test_nip_is_reviewed_with_what_is_defined_there(visiting: Visiting) -> None:
    visit = visiting()
    text = sk.play("greedy", "random", seed=2, variant="nip12").board().transcript()
    visit.sit("nip12", text, "analysis")
    visit.page.keyboard.press(",")
    rows = visit.page.locator(".stats tbody th")
    for row in ("Contacts", "Walls", "Pulls", "One-disc moves"):
        expect(rows.filter(has_text=row)).to_have_count(1)
    expect(rows.filter(has_text="Wings")).to_have_count(0)
    visit.page.locator("#tab-review").click()
    expect(visit.page.locator(".chip")).to_have_count(min(len(judged(text, "nip12")), CHIPS))
    assert visit.violations() == []


@pytest.mark.long
def test_another_game_is_reviewed_from_its_beginning(visiting: Visiting) -> None:
    visit = visiting()
    visit.sit("reversi4", SHORT, "review")
    expect(visit.page.locator(".chip")).to_have_count(min(len(judged()), CHIPS))
    visit.page.keyboard.press("j")
    visit.page.keyboard.press("t")
    expect(visit.page.locator(".trial")).to_be_visible()
    other = sk.play("greedy", "random", seed=6, variant="reversi4").board().transcript()
    visit.sit("reversi4", other, "review")
    expect(visit.page.locator(".judged h2")).to_contain_text(str(judged(other)[0].ply))
    expect(visit.page.locator(".trial")).to_have_count(0)


@pytest.mark.long
def test_a_review_is_stopped_and_gone_on_with(visiting: Visiting) -> None:
    visit = visiting()
    visit.sit("reversi", sk.play("random", "random", seed=1).board().transcript(), "review")
    visit.button("Stop").first.click()  # one below the board, one where the review is
    expect(visit.page.locator(".progress-row")).to_contain_text("Stopped")
    visit.button("Continue").click()
    expect(visit.page.locator(".progress-row progress")).to_be_visible()
