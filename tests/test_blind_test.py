"""The blind test of `person`: its page, its key and what is made of the answers."""

from __future__ import annotations

import importlib.util
import json
import re
from pathlib import Path

import pytest

import shirokuro as sk
from shirokuro.training.people_games import TournamentGame

_SPEC = importlib.util.spec_from_file_location(
    "blind_test", Path(__file__).parent.parent / "benchmarks/blind_test.py"
)
assert _SPEC is not None
assert _SPEC.loader is not None
blind_test = importlib.util.module_from_spec(_SPEC)
_SPEC.loader.exec_module(blind_test)


def people_game(seed: int, year: int = 2014, name: str = "Ann") -> TournamentGame:
    moves = sk.play("random", "random", "f5", seed=seed).moves
    return TournamentGame(year, name, "Bob", 0.5, bytes(move for move in moves if move != sk.PASS))


@pytest.fixture(scope="module")
def games() -> list[tuple[str, bool]]:
    played = [people_game(seed) for seed in range(6)]
    old, program = people_game(6, 2013), people_game(7, name="Zebra (and)")
    found: list[tuple[str, bool]] = blind_test.mixed_games([old, *played, program], 1500, 4, 1)
    return found


def test_half_of_the_games_are_by_people_of_the_later_years(games: list[tuple[str, bool]]) -> None:
    assert sorted(is_program for _, is_program in games) == [False, False, True, True]
    allowed = set()
    for seed in range(6):
        board = sk.Board()
        board.extend(people_game(seed).moves, insert_passes=True)
        allowed.add(board.transcript())
    for moves, is_program in games:
        assert moves.startswith("f5"), "nothing but the play tells them apart"
        assert sk.Board.parse(moves).is_over()
        assert (moves in allowed) != is_program


def test_too_many_games_or_an_odd_number_are_refused() -> None:
    for count in (0, 3, 14):
        with pytest.raises(ValueError, match="an even number up to 4"):
            blind_test.mixed_games([people_game(1), people_game(2)], 1500, count, 1)


def test_the_page_holds_the_games_and_not_who_played_them(
    games: list[tuple[str, bool]], tmp_path: Path
) -> None:
    blind_test.write_page(games, tmp_path / "test.html")
    page = (tmp_path / "test.html").read_text()
    key = json.loads((tmp_path / "test.key.json").read_text())
    assert key["is_program"] == [is_program for _, is_program in games]
    assert f'"{key["test"]} "' in page
    assert not any(word in page for word in ("Ann", "Bob", "is_program", "http"))
    shown = json.loads(re.search(r"const games = (\[\[.*?\]\]),", page)[1])  # type: ignore[index]
    for boards, (moves, _) in zip(shown, games, strict=True):
        last = sk.Board.parse(moves)
        assert (len(boards), boards[1][64:]) == (len(last.move_stack) + 1, "f5")
        assert boards[-1][:64] == last.line()[:64]


def evaluated(tmp_path: Path, *lines: str, key: tuple[bool, ...] = (False, True, True, False)) -> str:
    (tmp_path / "key.json").write_text(json.dumps({"test": "abc", "is_program": key}))
    (tmp_path / "answers.txt").write_text("\n".join(lines))
    found: str = blind_test.evaluation(tmp_path / "key.json", [tmp_path / "answers.txt"])
    return found


def test_answers_that_are_right_wrong_and_guessed(tmp_path: Path) -> None:
    for lines, begin, auc in (
        (("abc 0320", "abc 1231"), "2 judges, 8 answers: right 100.0%", "AUC 1.000 (1.000 to 1.000)"),
        (("abc 3003",), "1 judges, 4 answers: right 0.0%", "AUC 0.000"),
        (("abc 0303",), "1 judges, 4 answers: right 50.0%", "AUC 0.500"),
    ):
        said = evaluated(tmp_path, *lines)
        assert said.startswith(begin)
        assert auc in said
    one = evaluated(tmp_path, "abc -3--", "")
    assert one.startswith("1 judges, 1 answers: right 100.0%")
    assert "AUC" not in one


def test_answers_that_cannot_count_are_refused(tmp_path: Path) -> None:
    for lines, words in (
        (("xyz 0123", "abc"), "of the test abc"),
        (("abc 012", "abc 0124"), "4 answers of 0 to 3"),
        (("abc ----",), "no answers"),
    ):
        for line in lines:
            with pytest.raises(ValueError, match=words):
                evaluated(tmp_path, line)
