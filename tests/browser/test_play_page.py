"""Play in a real browser: whole games by mouse and by keyboard, and all that a game needs."""

from __future__ import annotations

from collections import deque
from typing import Any

import pytest
from playwright.sync_api import expect
from visit import Server, Visit, Visiting, discs, replayed

import shirokuro as sk

NAMES = {"reversi": "8×8", "reversi6": "6×6", "nip": "Nip 52", "nip12": "Nip 12"}


def assert_agrees(visit: Visit, variant: str) -> sk.Board:
    """The page shows what the library has after the same moves."""
    board = replayed(variant, visit.moves())
    assert visit.shown() == discs(board)
    return board


def play_by_mouse(visit: Visit, variant: str) -> None:
    while legal := visit.legal():
        made = len(visit.moves()) if visit.page.locator(".moves").count() else 0
        visit.cell(legal[-1]).click()
        visit.wait_for_moves(made + 1)
    board = assert_agrees(visit, variant)
    assert board.is_over()


def test_a_newcomer_moves_at_once_and_plays_a_whole_game_by_mouse(visiting: Visiting) -> None:
    visit = visiting()
    assert visit.legal() == ["d3", "c4", "f5", "e6"]
    play_by_mouse(visit, "reversi")
    outcome = replayed("reversi", visit.moves()).outcome()
    expect(visit.page.locator(".ended b")).to_contain_text(f"{outcome.black} to {outcome.white}")


def test_start_leads_to_the_table_whose_terms_change_until_the_first_move(visiting: Visiting) -> None:
    visit = visiting()
    visit.legal()
    visit.page.keyboard.press("n")
    visit.page.locator("dialog").get_by_role("radio", name="Fixed level").check()
    visit.button("Start").click()
    terms = visit.page.locator(".game-terms")
    expect(terms).to_contain_text("Level 2, beginner")
    expect(visit.page.locator(".side.across")).to_contain_text("people rated about 650")
    terms.get_by_label("Handicap for Black").select_option("1")
    terms.get_by_label("Clock").select_option("5 min")
    expect(visit.page.locator("[role=timer]")).to_have_count(2)
    visit.page.reload()
    terms.get_by_label("White", exact=True).check()
    expect(visit.page.locator(".side.near")).to_have_attribute("aria-label", "White")
    assert visit.violations() == []
    assert visit.shown() == discs(sk.Board(handicap=1))
    visit.cell(visit.legal()[0]).click()
    expect(terms).to_have_count(0)
    visit.wait_for_moves(2)
    assert len(visit.ask("GET", "/games", None)["games"]) == 1


def test_a_move_that_the_server_did_not_take_is_not_told_as_played(visiting: Visiting) -> None:
    visit = visiting()
    visit.play()
    heard = visit.page.locator("p[role=status]")
    visit.page.route("**/moves", lambda route: route.abort())
    move = visit.legal()[0]
    visit.cell(move).click()
    expect(heard).to_contain_text(f"{move} was not played")
    assert f"You played {move}" not in visit.page.locator("main").inner_text()
    assert move in visit.legal()
    visit.page.unroute("**/moves")
    visit.play(move)
    visit.complaints.clear()  # the browser says itself that the line was broken


def test_the_coach_asks_before_a_bad_move_says_why_it_was_bad_and_praises(visiting: Visiting) -> None:
    visit = visiting(coach=True)
    asked, says = visit.page.locator(".coach-asks"), visit.page.locator(".coach-says")

    def sit() -> None:
        visit.sit("reversi4", "OXXX-OX--XO----- X")
        expect(visit.page.locator(".switches")).to_contain_text("rated about 800")

    sit()
    visit.cell("d3").click()
    expect(asked).to_contain_text("d3 loses about 24 discs. Sure?")
    assert visit.violations() == []
    visit.page.keyboard.press("Escape")
    expect(asked).to_have_count(0)
    visit.cell("a3").click()
    expect(says).to_contain_text("a3: well found!")
    sit()
    visit.page.keyboard.type("d3")
    visit.button("Play d3").click()
    expect(says).to_contain_text("d3")
    assert visit.moves()[0] == "d3"
    assert visit.violations() == []


TONES = """() => {
  window.tones = 0;
  const make = AudioContext.prototype.createOscillator;
  AudioContext.prototype.createOscillator = function () { window.tones++; return make.call(this); };
}"""


def test_moves_are_heard_unless_somebody_or_the_system_wants_quiet(visiting: Visiting) -> None:
    visit = visiting(reduced_motion="no-preference")
    visit.legal()
    visit.page.evaluate(TONES)
    visit.play()
    heard = visit.page.evaluate("window.tones")
    assert heard >= 4  # two discs, and what they turned
    sound = visit.page.get_by_label("Sound Q")
    expect(sound).to_be_checked()
    visit.page.keyboard.press("q")
    expect(sound).not_to_be_checked()
    visit.play(visit.legal()[0])
    assert visit.page.evaluate("window.tones") == heard
    quiet = visiting()
    quiet.play()
    expect(quiet.page.get_by_label("Sound Q")).not_to_be_checked()


CHANGES = """() => {
  window.flickers = [];
  new MutationObserver((seen) => window.flickers.push(...seen.map(({target}) => target.textContent))).observe(
    document.querySelector(".actions"), {subtree: true, attributes: true, attributeFilter: ["disabled"]});
}"""


def test_actions_do_not_flicker_and_a_hint_shows_that_it_is_sought(visiting: Visiting) -> None:
    visit = visiting()
    visit.play()
    visit.page.evaluate(CHANGES)
    visit.play(visit.legal()[0])
    assert visit.page.evaluate("window.flickers") == []
    held: list[Any] = []
    visit.page.route("**/hint", lambda route: held.append(route))
    visit.button("Hint").click()
    expect(visit.page.locator("[aria-busy=true]")).to_have_text("Hint")
    held[0].continue_()
    expect(visit.page.locator(".value.best")).not_to_have_count(0)
    expect(visit.page.locator("[aria-busy=true]")).to_have_count(0)


def arrows(boards: Any, start: str, end: str) -> list[str]:
    """The keys that lead from one cell to another."""
    cells = {cell["name"]: cell["near"] for cell in boards["cells"]}
    keys = {"up": "ArrowUp", "down": "ArrowDown", "left": "ArrowLeft", "right": "ArrowRight"}
    keys |= {"clockwise": "Shift+ArrowRight", "anticlockwise": "Shift+ArrowLeft"}
    ways: dict[str, list[str]] = {start: []}
    waiting = deque([start])
    while waiting:
        here = waiting.popleft()
        for way, there in cells[here].items():
            if there not in ways:
                ways[there] = [*ways[here], keys[way]]
                waiting.append(there)
    return ways[end]


def play_by_keyboard(visit: Visit, variant: str) -> None:
    """By turns with arrows and Enter, and by typing the square."""
    boards = visit.page.request.get(f"{visit.address}api/boards").json()["boards"]
    board = next(each for each in boards if each["name"] == variant)
    press = visit.page.keyboard.press
    made = 0
    while legal := visit.legal():
        if made % 4 == 0:
            visit.page.locator("[role=grid] [tabindex='0']").focus()
            at = visit.page.evaluate("document.activeElement.dataset.square")
            for key in arrows(board, at, legal[0]):
                press(key)
            assert visit.page.evaluate("document.activeElement.dataset.square") == legal[0]
            press("Enter")
        else:
            visit.page.keyboard.type(legal[-1])
        made += 1
        visit.wait_for_moves(made)
        visit.legal()
        made = len(visit.moves())
    assert assert_agrees(visit, variant).is_over()


def begin_by_keyboard(visit: Visit, board: str) -> None:
    """The dialog opens with the focus on its boards; arrows choose, Tab goes on."""
    press = visit.page.keyboard.press
    press("n")
    dialog = visit.page.locator("dialog")
    for _ in range(8):
        if dialog.get_by_label(board, exact=True).is_checked():
            break
        press("ArrowRight")
    for _ in range(40):
        if visit.page.evaluate("document.activeElement.textContent.trim()") == "Start":
            break
        press("Tab")
    press("Enter")
    dialog.wait_for(state="detached")


def test_nip_by_keyboard_alone(visiting: Visiting) -> None:
    visit = visiting()
    begin_by_keyboard(visit, NAMES["nip"])
    play_by_keyboard(visit, "nip")


# The page as it is once the disc is there. An observer is called right after a drawing; a frame may come
# later.
FIRST_DRAWING = """square => new Promise((seen) => {
  const cell = document.querySelector(`[data-square=${square}]`);
  new MutationObserver(() => {
    if (cell.querySelector(".disc")) seen(document.querySelector(".lead")?.textContent);
  }).observe(document.body, {childList: true, subtree: true});
  cell.dispatchEvent(new MouseEvent("click", {bubbles: true}));
})"""


def test_the_first_move_is_drawn_before_the_screen_changes(visiting: Visiting) -> None:
    visit = visiting()
    visit.legal()
    assert visit.page.evaluate(FIRST_DRAWING, "f5") == "You are Black. Tap one of the 4 dots."
    visit.wait_for_moves(1)
    assert visit.page.locator(".lead").count() == 0


def test_nothing_is_to_be_said_against_the_play_screen(visiting: Visiting) -> None:
    visit = visiting()
    assert visit.violations() == []
    visit.play()
    assert visit.violations() == []


def test_what_a_screen_reader_finds(visiting: Visiting) -> None:
    visit = visiting()
    expect(visit.page.get_by_role("grid", name="8×8 board, 64 cells")).to_be_visible()
    assert visit.page.get_by_role("row").count() == 8
    assert visit.page.get_by_role("gridcell").count() == 64
    expect(visit.page.get_by_role("gridcell", name="f5, legal move, turns 1 disc")).to_be_visible()
    visit.page.keyboard.type("f5")
    visit.wait_for_moves(2)
    last = f"{visit.moves()[-1]}, White, last move"
    expect(visit.page.get_by_role("gridcell", name=last)).to_have_count(1)
    expect(visit.page.locator("p[role=status]")).to_contain_text("turned")
    assert visit.page.evaluate("document.activeElement.dataset.square") == "f5"


def test_tab_leads_from_the_bar_to_a_cell(visiting: Visiting) -> None:
    visit = visiting()
    visit.legal()
    visit.button("Help and keys").focus()
    visit.page.keyboard.press("Tab")
    assert visit.page.evaluate("document.activeElement.dataset.square") == "d3"


def test_the_end_is_said_after_a_move_of_ones_own_and_when_one_resigns(visiting: Visiting) -> None:
    visit = visiting()
    heard = visit.page.locator("p[role=status]")
    visit.sit("reversi4", "-OXXXXXXXXXXXXXX X")
    visit.cell("a1").click()
    expect(heard).to_have_text("You played a1 and turned 1 disc. You won, 16 to 0.")
    visit.button("Again, colours swapped").press("Enter")
    expect(visit.page.locator(".side.near")).to_have_attribute("aria-label", "White")
    assert visit.page.evaluate("document.activeElement.role") == "gridcell"
    assert visit.legal()
    visit.sit("reversi4", "-OXXXXXXXXXXXXXX X")
    visit.button("Resign").click()
    visit.page.locator("dialog").get_by_role("button", name="Resign").click()
    expect(heard).to_contain_text("You resigned.")
    visit.button("Review the game").press("Enter")
    expect(visit.page.get_by_role("tab", name="Review")).to_be_focused()


def test_the_same_words_are_heard_twice(visiting: Visiting) -> None:
    visit = visiting()
    heard = visit.page.locator("p[role=status]")
    visit.cell("a1").click()
    expect(heard).to_have_text("a1 turns nothing. Choose a cell with a dot.")
    first = heard.text_content()
    visit.cell("a1").click()
    visit.page.wait_for_function(
        "first => document.querySelector('p[role=status]').textContent !== first", arg=first
    )


@pytest.mark.long
def test_reversi_by_keyboard_alone(visiting: Visiting) -> None:
    visit = visiting()
    begin_by_keyboard(visit, NAMES["reversi"])
    play_by_keyboard(visit, "reversi")


@pytest.mark.long
@pytest.mark.parametrize(
    ("variant", "motion"), [("nip", "reduce"), ("reversi6", "no-preference"), ("nip12", "no-preference")]
)
def test_other_boards_with_and_without_motion(visiting: Visiting, variant: str, motion: str) -> None:
    visit = visiting(reduced_motion=motion)
    visit.begin(NAMES[variant])
    play_by_mouse(visit, variant)


@pytest.mark.long
def test_a_pass_is_said(visiting: Visiting) -> None:
    visit = visiting("#learn=reversi&step=3")
    visit.cell("a1").click()
    expect(visit.page.locator(".body")).to_contain_text("White has no move and passes.")
    visit.legal()
    visit.cell("d1").click()
    expect(visit.page.locator(".body")).to_contain_text("The board is full")


@pytest.mark.long
def test_undo_goes_back_across_the_answer_and_redo_forward(visiting: Visiting) -> None:
    visit = visiting()
    visit.play()
    before = visit.shown()
    moves = visit.moves()
    visit.page.keyboard.press("u")
    visit.page.wait_for_function("() => document.querySelectorAll('.disc:not(.ghost)').length < 8")
    assert visit.shown() == discs(sk.Board())
    visit.page.keyboard.press("r")
    visit.wait_for_moves(2)
    assert (visit.shown(), visit.moves()) == (before, moves)


@pytest.mark.long
def test_earlier_places_can_be_looked_at(visiting: Visiting) -> None:
    visit = visiting()
    for _ in range(3):
        visit.cell(visit.legal()[0]).click()
        visit.page.wait_for_selector(".cell.is-legal")
    moves = visit.moves()
    visit.page.locator(".moves button").nth(1).click()
    assert visit.shown() == discs(replayed("reversi", moves[:2]))
    assert visit.page.locator(".cell.is-legal").count() == 0
    visit.page.keyboard.press(".")
    assert visit.shown() == discs(replayed("reversi", moves[:3]))
    visit.page.locator(".moves button").last.click()
    assert visit.legal()


@pytest.mark.long
def test_a_hint_values_every_move(visiting: Visiting) -> None:
    visit = visiting()
    visit.play()
    visit.button("Hint").click()
    expect(visit.page.locator(".value.best")).not_to_have_count(0)
    assert visit.page.locator(".value").count() == len(visit.legal())


def test_a_handicap_is_chosen(visiting: Visiting) -> None:
    visit = visiting()
    visit.page.keyboard.press("n")
    dialog = visit.page.locator("dialog")
    dialog.get_by_label("Two players, one screen").check()
    dialog.get_by_label("Handicap for Black").select_option("2")
    visit.button("Start").click()
    expect(dialog).to_have_count(0)
    board = sk.Board(handicap=2)
    assert visit.legal() == board.legal_moves.names()
    assert visit.shown() == discs(board)


@pytest.mark.long
def test_two_people_at_one_screen_with_a_clock(visiting: Visiting) -> None:
    visit = visiting()
    visit.page.keyboard.press("n")
    dialog = visit.page.locator("dialog")
    dialog.get_by_label("Two players, one screen").check()
    dialog.get_by_label("5 min").check()
    visit.button("Start").click()
    visit.cell("f5").click()
    visit.wait_for_moves(1)
    visit.legal()
    visit.cell("d6").click()
    visit.wait_for_moves(2)
    assert visit.moves() == ["f5", "d6"]
    assert visit.page.locator("[role=timer]").count() == 2
    assert_agrees(visit, "reversi")


@pytest.mark.long
def test_thinking_is_shown_and_can_be_stopped(visiting: Visiting) -> None:
    visit = visiting()
    visit.page.keyboard.press("n")
    dialog = visit.page.locator("dialog")
    dialog.get_by_label("The engine").check()
    dialog.get_by_label("seconds", exact=False).last.fill("9")
    visit.button("Start").click()
    visit.cell("f5").click()
    across = visit.page.locator(".side.across")
    expect(across).to_contain_text("moves ahead")
    assert visit.violations() == []
    visit.button("Stop").click()
    visit.wait_for_moves(2)
    assert visit.legal()
    assert_agrees(visit, "reversi")


PHONE = {"viewport": {"width": 320, "height": 640}}


@pytest.mark.long
def test_the_board_stays_where_it_is_under_a_finger(visiting: Visiting, server: Server) -> None:
    visit = visiting(**PHONE)
    asked = {"board": "reversi", "seats": {"black": "person", "white": "engine:seconds=9"}, "clock": "300"}
    game = visit.ask("POST", "/games", asked)
    visit.page.goto(f"{visit.address}#game={game['id']}")
    visit.page.wait_for_selector("[role=timer]")
    visit.legal()
    board = visit.page.locator(".board")
    before = board.bounding_box()
    visit.cell("f5").click()
    expect(visit.page.locator(".side.across")).to_contain_text("moves ahead")
    assert board.bounding_box() == before
    visit.button("Stop").click()
    visit.wait_for_moves(2)
    server.kill()
    expect(visit.page.locator(".notice")).to_be_visible()
    assert board.bounding_box() == before
    server.start()
    expect(visit.page.locator(".notice")).to_have_count(0)
    visit.complaints.clear()  # the browser says itself that the line was broken


@pytest.mark.long
@pytest.mark.parametrize("width", [667, 844])
def test_the_board_and_its_actions_fit_a_phone_on_its_side(visiting: Visiting, width: int) -> None:
    visit = visiting(viewport={"width": width, "height": 375})
    visit.cell("f5").click()
    visit.wait_for_moves(2)
    assert visit.overhang() <= 0
    for box in (visit.page.locator(".board").bounding_box(), visit.button("Undo").bounding_box()):
        assert box is not None
        assert box["y"] + box["height"] <= 375


@pytest.mark.long
def test_what_to_do_after_a_game_is_in_sight_on_a_small_phone(visiting: Visiting) -> None:
    visit = visiting(**PHONE)
    play_by_mouse(visit, "reversi")
    navigation = visit.page.locator(".main-nav").bounding_box()
    assert navigation is not None
    for name in ("Review the game", "Again, colours swapped", "New"):
        box = visit.button(name).bounding_box()
        assert box is not None
        assert box["y"] + box["height"] <= navigation["y"]


@pytest.mark.long
def test_whoever_runs_out_of_time_has_lost(visiting: Visiting) -> None:
    visit = visiting()
    visit.page.keyboard.press("n")
    dialog = visit.page.locator("dialog")
    dialog.get_by_label("Other", exact=True).check()
    dialog.get_by_label("Minutes for the game").fill("0.1")
    dialog.get_by_label("Seconds added for each move").fill("0")
    visit.button("Start").click()
    expect(visit.page.locator(".ended")).to_contain_text("White wins", ignore_case=True, timeout=20_000)


@pytest.mark.long
@pytest.mark.parametrize("subject", ["reversi", "nip"])
def test_the_lessons(visiting: Visiting, subject: str) -> None:
    visit = visiting(f"#learn={subject}")
    answers = {"reversi": ["e3", "d4", "a1"], "nip": ["f4", "f4", "f1"]}[subject]
    for number, answer in enumerate(answers):
        visit.page.wait_for_selector(
            f".steps i.is-done >> nth={number - 1}", state="attached"
        ) if number else None
        assert visit.violations() == []
        visit.cell(answer).click()
        if subject == "reversi" and number == 2:
            visit.legal()
            visit.cell("d1").click()
        button = "Next" if number < 2 else {"reversi": "Play a game", "nip": "Play Nip"}[subject]
        visit.button(button).click()
    visit.page.wait_for_selector("text=Your move.")
    assert visit.legal()


@pytest.mark.long
def test_a_wrong_move_in_a_lesson_can_be_tried_again(visiting: Visiting) -> None:
    visit = visiting("#learn=reversi&step=2")
    visit.cell("a5").click()
    expect(visit.page.locator(".body")).to_contain_text("That turned 2.")
    visit.button("Try again").click()
    visit.legal()
    visit.cell("d4").click()
    expect(visit.button("Next")).to_be_visible()


@pytest.mark.long
def test_both_languages(visiting: Visiting) -> None:
    visit = visiting(locale="ja-JP")
    expect(visit.page.locator("h1")).to_have_text("最初の一手をどうぞ。")
    visit.cell("f5").click()
    visit.wait_for_moves(2)
    assert "返し" in visit.news()
    visit.page.keyboard.press("l")
    assert "turned" in visit.news()
    assert visit.page.evaluate("document.documentElement.lang") == "en"
    visit.page.reload()
    visit.page.wait_for_selector("[role=grid]")
    expect(visit.button("Undo")).to_be_visible()


@pytest.mark.long
@pytest.mark.parametrize("width", [320, 640, 768, 1920])
@pytest.mark.parametrize("variant", ["reversi", "nip"])
@pytest.mark.parametrize("locale", ["en-GB", "ja-JP"])
def test_nothing_sticks_out_at_any_width(visiting: Visiting, width: int, variant: str, locale: str) -> None:
    visit = visiting(viewport={"width": width, "height": 700}, locale=locale)
    assert visit.overhang() <= 0
    if variant == "nip":
        visit.page.locator(".strip button").last.click()
        visit.page.wait_for_selector(".board.is-round")
    visit.cell("f5" if variant == "reversi" else visit.legal()[0]).click()
    visit.wait_for_moves(2)
    assert visit.overhang() <= 0
    visit.page.keyboard.press("n")
    visit.page.wait_for_selector("dialog")
    assert visit.overhang() <= 0
    inside = "() => { const d = document.querySelector('dialog'); return d.scrollWidth - d.clientWidth; }"
    assert visit.page.evaluate(inside) <= 0


@pytest.mark.long
@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [360, 1280])
def test_nothing_is_to_be_said_against_dialogs_and_themes(
    visiting: Visiting, scheme: str, width: int
) -> None:
    visit = visiting(color_scheme=scheme, viewport={"width": width, "height": 800})
    assert visit.violations() == []
    visit.page.keyboard.press("n")
    dialog = visit.page.locator("dialog")
    dialog.get_by_label("An AI from the studies").check()
    assert visit.violations() == []
    visit.page.keyboard.press("Escape")
    visit.page.keyboard.press("?")
    dialog.wait_for()
    assert visit.violations() == []
    visit.page.keyboard.press("Escape")
    visit.page.locator(".strip button").last.click()
    visit.page.wait_for_selector(".board.is-round")
    visit.cell(visit.legal()[0]).click()
    visit.wait_for_moves(2)
    assert visit.violations() == []


@pytest.mark.long
def test_a_server_that_is_killed_and_started_again_loses_nothing(visiting: Visiting, server: Server) -> None:
    visit = visiting()
    visit.play()
    before = visit.moves()
    server.kill()
    expect(visit.page.locator(".notice")).to_contain_text("Connection lost. Reconnecting…")
    server.start()
    expect(visit.page.locator(".notice")).to_have_count(0)
    assert visit.moves() == before
    visit.cell(visit.legal()[0]).click()
    visit.wait_for_moves(4)
    assert_agrees(visit, "reversi")
    visit.complaints.clear()  # the browser says itself that the line was broken


@pytest.mark.long
def test_a_move_made_while_the_server_is_away_is_taken_back(visiting: Visiting, server: Server) -> None:
    visit = visiting()
    visit.play()
    legal = visit.legal()
    server.kill()
    visit.cell(legal[0]).click()
    expect(visit.page.locator(".notice")).to_be_visible()
    server.start()
    expect(visit.page.locator(".notice")).to_have_count(0)
    assert visit.legal() == legal
    assert_agrees(visit, "reversi")
    visit.complaints.clear()
