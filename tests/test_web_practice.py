"""Practice on the server: puzzles, days, lessons, and what is kept of them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from web_client import BEST, PLACE, WRONG, Visitor, visited

import shirokuro as sk
from shirokuro.practice.lessons import lessons
from shirokuro.practice.puzzles import BOARD, Puzzle, puzzles
from shirokuro.web.practice import curve
from shirokuro.web.practice.practice_log import MOST_DAYS

NOW = 1_700_000_000.0
TODAY, YESTERDAY, LONG_AGO = "2023-11-14", "2023-11-13", "2023-11-01"
PUZZLE = next(puzzle for puzzle in puzzles().values() if puzzle.empties == 8)


@pytest.fixture
def visitor(tmp_path: Path) -> Iterator[Visitor]:
    with visited(tmp_path, now=lambda: NOW, review_seconds=0.3) as found:
        yield found


def wrong(puzzle: Puzzle) -> str:
    moves = map(sk.move_name, sk.Board(BOARD, puzzle.line).legal_moves)
    return next(move for move in moves if move != puzzle.best)


def answered(visitor: Visitor, move: str | None, puzzle: Puzzle = PUZZLE, day: str = TODAY) -> Any:
    return visitor.post("/practice/answers", {"puzzle": puzzle.line, "move": move, "day": day})


def test_only_the_first_answer_to_a_puzzle_counts(visitor: Visitor) -> None:
    missed = answered(visitor, wrong(PUZZLE))
    assert (missed["tried"]["accepted"], missed["tried"]["near"], missed["counted"]) == (
        False,
        [PUZZLE.best],
        True,
    )
    assert missed["rating"] < missed["rating_before"]
    found = answered(visitor, PUZZLE.best)
    assert (found["tried"]["accepted"], found["tried"]["loss"], found["counted"]) == (True, 0, False)
    assert found["rating"] == found["rating_before"] == missed["rating"]
    assert visitor.get("/practice")["days"] == [{"day": TODAY, "answered": 2, "right": 1}]


def test_asking_for_the_answer_is_a_miss(visitor: Visitor) -> None:
    shown = answered(visitor, None)
    assert shown["tried"]["move"] == PUZZLE.best
    assert shown["rating"] < shown["rating_before"]
    assert visitor.get("/practice")["days"][0]["right"] == 0


def test_right_answers_lead_to_harder_puzzles(visitor: Visitor) -> None:
    before = visitor.get("/practice")
    first = before["puzzles"][0]
    assert first["kind"] == "middle"
    for each in before["puzzles"]:
        answered(visitor, puzzles()[each["text"]].best, puzzles()[each["text"]])
    after = visitor.get("/practice")
    assert after["rating"] > before["rating"]
    assert after["rating_error"] < before["rating_error"]
    assert (after["answered"], after["of"]) == (5, before["of"])
    assert {each["text"] for each in after["puzzles"]} & {each["text"] for each in before["puzzles"]} == set()
    mean = [sum(each["rating"] for each in of["puzzles"]) for of in (before, after)]
    assert mean[1] > mean[0]


def test_endgames_have_so_many_empty_squares_and_known_ones_come_last(visitor: Visitor) -> None:
    listed = visitor.get("/practice/endgames", params={"empties": 8})
    assert {each["empties"] for each in listed["puzzles"]} == {8}
    assert (listed["solved"], listed["of"]) == (0, len(listed["puzzles"]))
    first = puzzles()[listed["puzzles"][0]["text"]]
    answered(visitor, first.best, first)
    after = visitor.get("/practice/endgames", params={"empties": 8})
    assert (after["solved"], after["puzzles"][-1]["text"]) == (1, first.line)
    visitor.get("/practice/endgames", 422, params={"empties": 15})


def test_a_day_is_today_somewhere(visitor: Visitor) -> None:
    answered(visitor, PUZZLE.best, day=YESTERDAY)
    body = {"puzzle": PUZZLE.line, "move": PUZZLE.best}
    for day in (LONG_AGO, "2023-11-31"):
        assert visitor.complaint("POST", "/practice/answers", body | {"day": day}, 422) == "invalid"
    assert visitor.complaint("POST", "/practice/answers", body | {"day": "today"}, 422) == "malformed"
    unknown = {"puzzle": sk.Board().line(), "move": "f5", "day": TODAY}
    assert visitor.complaint("POST", "/practice/answers", unknown, 404) == "not_found"
    illegal = body | {"move": "d4", "day": TODAY}
    assert visitor.complaint("POST", "/practice/answers", illegal, 422) == "invalid"


def test_mistakes_can_be_gone_through_before_they_are_due_and_count_for_the_day(visitor: Visitor) -> None:
    drill = visitor.post("/drills", PLACE | {"move": WRONG})
    assert visitor.get("/drills")["drills"] == []
    assert visitor.get("/drills", params={"also_later": True})["drills"] == [drill]
    answer = visitor.post(f"/drills/{drill['id']}/answers", {"move": BEST, "day": TODAY})
    assert (answer["counted"], answer["drill"]["due"]) == (False, drill["due"])
    assert visitor.get("/practice")["days"] == [{"day": TODAY, "answered": 1, "right": 1}]


def test_solved_positions_of_lessons_are_noted(visitor: Visitor) -> None:
    name = next(iter(lessons()))
    for _ in range(2):
        visitor.post(f"/lessons/{name}/2", None, 204)
    listed = visitor.get("/lessons")["lessons"]
    assert [lesson["name"] for lesson in listed] == [*lessons()]
    assert [lesson["learned"] for lesson in listed] == [[2], *([[]] * (len(listed) - 1))]
    for place in (f"{name}/0", f"{name}/99", "nothing/1"):
        visitor.post(f"/lessons/{place}", None, 404)


def test_practice_is_exported_imported_and_deleted(visitor: Visitor) -> None:
    answered(visitor, PUZZLE.best)
    visitor.post(f"/lessons/{next(iter(lessons()))}/1", None, 204)
    file = visitor.get("/mine")
    other = Visitor(visitor.http)
    assert other.post("/mine", file) == {"added": 3, "known": 0}
    assert other.post("/mine", file) == {"added": 0, "known": 3}
    assert other.get("/mine")["tables"] == file["tables"]
    for table, fields in (
        ("practice_answer", {"line": "?"}),
        ("learned_position", {"position": 99}),
        ("practice_day", {"day": "soon"}),
    ):
        row = file["tables"][table][0] | fields
        broken = {"format": "shirokuro-mine", "version": 1, "tables": {table: [row]}}
        assert other.complaint("POST", "/mine", broken, 422) == "invalid"
    visitor.delete("/mine")
    assert other.get("/practice")["answered"] == 0
    assert other.get("/practice")["days"] != []


def test_days_are_bounded(visitor: Visitor) -> None:
    rows = [
        {"day": f"{1900 + n // 300}-{n // 25 % 12 + 1:02}-{n % 25 + 1:02}", "answered": 1, "right": 1}
        for n in range(MOST_DAYS + 100)
    ]
    for at in range(0, len(rows), 100):
        tables = {"practice_day": rows[at : at + 100]}
        visitor.post("/mine", {"format": "shirokuro-mine", "version": 1, "tables": tables})
    kept = [each["day"] for each in visitor.get("/practice")["days"]]
    assert kept == sorted((each["day"] for each in rows), reverse=True)[:MOST_DAYS]


# The curve


def test_finished_games_without_help_make_a_curve(visitor: Visitor, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(curve, "AT_ONCE", 2)
    counted = [visitor.play_out("greedy", "reversi") for _ in range(2)]
    helped = visitor.begin(white="greedy", seed=1)
    visitor.post(f"/games/{helped['id']}/hint")
    visitor.play_on(helped)
    read = visitor.begin(white="greedy", text=sk.play("greedy", "greedy").board().transcript()[:60])
    visitor.post(f"/games/{read['id']}/resign")
    visitor.play_out("greedy", "reversi6")
    assert visitor.get("/practice/curve")["left"] == 2
    whole = visitor.get("/practice/curve")
    assert (whole["left"], len(whole["points"])) == (0, 2)
    first, second = whole["points"]
    assert first["ended"] < second["ended"]
    assert first["error"] > second["error"] > 0
    assert {1100 <= point["rating"] <= 2000 and 1 < point["loss"] < 20 for point in (first, second)} == {True}
    assert visitor.get("/practice/curve") == whole
    visitor.delete(f"/games/{counted[0]['id']}")
    assert [point["ended"] for point in visitor.get("/practice/curve")["points"]] == [second["ended"]]


def test_the_loss_is_that_of_the_person_s_own_choices(visitor: Visitor) -> None:
    game = visitor.play_out("greedy", "reversi")
    (point,) = visitor.get("/practice/curve")["points"]
    board, losses = sk.Board(), []
    for made in game["moves"]:
        if made["side"] == "black" and len(board.legal_moves) > 1:
            found = sk.analyze(board, sk.Limits(depth=curve.DEPTH))
            losses.append(
                max(result.value for result in found.values()) - found[sk.parse_move(made["move"])].value
            )
        board.push(made["move"])
    assert point["loss"] == pytest.approx(sum(losses) / len(losses), abs=0.3)


# The library


def test_positions_come_from_the_library_where_there_is_one(visitor: Visitor) -> None:
    assert visitor.get("/practice/library") == {"puzzle": None}
    games = (sk.play("greedy", "random", seed=seed) for seed in range(40))
    visitor.server.library.games.add(games)
    puzzle = visitor.get("/practice/library")["puzzle"]
    assert puzzle["is_from_library"]
    assert puzzle["kind"] == "middle"
    found = visitor.server.library_puzzles.get(puzzle["text"])
    assert found
    answer = answered(visitor, found.best, found)
    assert (answer["tried"]["accepted"], answer["counted"]) == (True, False)
    assert answer["rating"] == answer["rating_before"]
    assert visitor.get("/practice")["days"] == [{"day": TODAY, "answered": 1, "right": 1}]
