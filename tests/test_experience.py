"""Experience: values backed up from all games, nothing lost or learned twice, and players that learn."""

from __future__ import annotations

import os
import signal
import sqlite3
import subprocess
import sys
from collections import Counter
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from samples import random_board

import shirokuro as sk
from shirokuro.board.position_key import following, key_of
from shirokuro.experience.effort import SearchedMove
from shirokuro.experience.experience import experience_path
from shirokuro.experience.tree import ExperienceTree
from shirokuro.players.checked import learner

QUICK = sk.LearningEffort(nodes=200, solved=6, positions=0)
BOARD = "reversi6"


def random_game(seed: int, variant: str = BOARD) -> sk.Record:
    return sk.Record.from_board(random_board(variant, 128, seed))


def experience(folder: Path, name: str = "x", effort: sk.LearningEffort = QUICK) -> sk.Experience:
    return sk.Experience(folder / f"{name}.sqlite", effort)


# What is learned


def test_a_game_is_learned_once(tmp_path: Path) -> None:
    mind, game, start = experience(tmp_path), random_game(1), sk.Board(BOARD)
    assert (mind.moves(start), mind.counts(), mind.path.exists()) == (None, {}, False)
    known = mind.learn(game, sk.BLACK)
    assert mind.counts() == {BOARD: (known.games, known.positions)} == {BOARD: (1, known.positions)}
    assert known.positions >= 30
    assert mind.moves(start) is not None
    before = mind.book(BOARD)
    assert (mind.learn(game, sk.WHITE), mind.book(BOARD)) == (known, before)
    (kept,) = mind.games()
    assert (kept.record.moves, kept.owner, kept.is_searched) == (game.moves, sk.BLACK, True)


def test_only_games_that_were_played_out_are_learned_from(tmp_path: Path) -> None:
    board = sk.Board(BOARD)
    board.push(board.legal_moves[0])
    with pytest.raises(ValueError, match="not over"):
        experience(tmp_path).learn(board)
    assert not experience(tmp_path).path.exists()


def test_what_was_stopped_goes_on(tmp_path: Path) -> None:
    mind, stop = experience(tmp_path), sk.Stop()
    stop.set()
    mind.learn(random_game(1), stop=stop)
    assert (mind.counts(), mind.games()[0].is_searched) == ({BOARD: (1, 0)}, False)
    mind.learn(random_game(2))
    assert all(game.is_searched for game in mind.games())
    assert mind.find(random_game(1).root()) is not None


def test_the_more_games_the_further_it_looks(tmp_path: Path) -> None:
    """Each game adds as many other positions as there are games, up to a limit."""
    minds = [experience(tmp_path, f"{more}", sk.LearningEffort(50, 6, positions=more)) for more in (3, 0)]
    for seed in range(5):
        wide, plain = (mind.learn(random_game(seed), sk.BLACK).positions for mind in minds)
        assert 0 < wide - plain <= sum(min(number, 3) for number in range(1, seed + 2))


def test_boards_lie_side_by_side(tmp_path: Path) -> None:
    mind = experience(tmp_path)
    for variant in (BOARD, "nip24"):
        mind.learn(random_game(1, variant))
    assert {board: games for board, (games, _) in mind.counts().items()} == {BOARD: 1, "nip24": 1}
    assert mind.find(sk.Board("nip24")) is not None
    assert mind.find(sk.Board("nip12")) is None


def test_values_come_from_the_ends_of_the_lines(tmp_path: Path) -> None:
    mind = experience(tmp_path, effort=sk.LearningEffort(nodes=50, solved=4, positions=100))
    for seed in range(8):
        mind.learn(random_game(seed, "reversi4"))
    book, backed_up = mind.book("reversi4"), 0
    for board, entry in book.entries():
        values = {each.move: each.value for each in entry.moves}
        for move, after in following(board):
            line = book.find(after)
            if move in values and line is not None:
                assert values[move] == -(line.value or 0)
                backed_up += 1
    assert backed_up > 50


def test_the_end_is_read_exactly(tmp_path: Path) -> None:
    mind, game = experience(tmp_path), random_game(3)
    mind.learn(game)
    board = next(each for each in game.boards() if len(each.empties()) <= QUICK.solved)
    entry = mind.find(board)
    assert entry is not None
    assert (entry.value, entry.moves[0].badge()) == (sk.solve(board).value, "exact")


def test_the_order_of_games_does_not_matter(tmp_path: Path) -> None:
    games = [random_game(seed) for seed in range(6)]
    one, other = experience(tmp_path, "one"), experience(tmp_path, "other")
    for first, last in zip(games, reversed(games), strict=True):
        one.learn(first, sk.BLACK)
        other.learn(last, sk.BLACK)
    assert one.book(BOARD) == other.book(BOARD)
    for game in games:
        assert all(one.moves(board) == other.moves(board) for board in game.boards())


def test_what_is_known_does_not_change_with_later_games(tmp_path: Path) -> None:
    mind, start = experience(tmp_path), sk.Board(BOARD)
    early = mind.learn(random_game(1), sk.BLACK)
    before = mind.moves(start, early)
    for seed in range(2, 12):
        mind.learn(random_game(seed), sk.BLACK)
    assert mind.moves(start, early) == before
    later = random_game(5).boards()
    assert any(mind.moves(board, early) is None and mind.moves(board) for board in later)


# The tree


def tree_of(variant: str, *lines: str) -> ExperienceTree:
    """A tree whose positions are those on lines of moves, each move of them worth nothing."""
    tree, keys = ExperienceTree(variant), []
    for line in lines:
        board = sk.Board(variant)
        for move in ["", *(line[at : at + 2] for at in range(0, len(line), 2))]:
            if move:
                board.push(move)
            keys.append(key_of(board))
            tree.add(
                keys[-1], (SearchedMove(sk.BookMove(m, 0), key_of(after)) for m, after in following(board))
            )
    tree.settle(keys)
    return tree


def found_in(tree: ExperienceTree, moves: str) -> Any:
    return tree.find(key_of(sk.Board.parse(moves) if moves else sk.Board()))


def test_a_line_that_lost_is_left() -> None:
    tree = tree_of("reversi", "f5d6", "f5f6")
    position, bad = found_in(tree, "f5"), found_in(tree, "f5d6")
    assert (position.sound, bad.key in position.best) == (0, True)
    bad.moves = {each: found._replace(value=8) for each, found in bad.moves.items()}
    tree.settle([bad.key])
    assert (position.sound, bad.key in position.best) == (0, False)


def test_opponents_are_expected_to_play_as_they_did() -> None:
    tree = tree_of("reversi", "f5d6")
    position, after = found_in(tree, "f5"), found_in(tree, "f5d6").key
    before = position.chances()[after]
    for _ in range(20):
        tree.count(sk.Record.from_board(sk.Board.parse("f5d6c3")), sk.BLACK)
    assert before < 0.5 < position.chances()[after]
    assert found_in(tree, "").replies == Counter()


# Files


def test_names_and_paths(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SHIROKURO_HOME", str(tmp_path))
    assert experience_path("my-own-2") == tmp_path / "experience" / "my-own-2.sqlite"
    assert experience_path("a/b") == Path("a/b")
    assert experience_path("b.sqlite") == Path("b.sqlite")
    bad = [(each,) for each in ("", "Me", "a b", "..", "x" * 41, "a.b")]
    for arguments in (*bad, ("a/b", tmp_path), ("../me", tmp_path), ("b.sqlite", tmp_path)):
        with pytest.raises(sk.BookError, match="an experience has a name"):
            experience_path(*arguments)


def test_other_files_are_refused_and_stay_as_they_are(tmp_path: Path) -> None:
    mind = experience(tmp_path)
    mind.learn(random_game(1))
    newer, foreign, text = (tmp_path / f"{name}.sqlite" for name in ("newer", "foreign", "text"))
    mind.copy_to(newer)
    for path, sql in ((newer, "PRAGMA user_version = 9"), (foreign, "CREATE TABLE a (b)")):
        with closing(sqlite3.connect(path)) as database:
            database.execute(sql)
    text.write_text("no database at all " * 100)
    for path, words in ((newer, "version 9"), (foreign, "no experience"), (text, "no experience")):
        before = path.read_bytes()
        for ask in (
            lambda path: sk.player(f"engine:experience={path}"),
            lambda path: sk.Experience(path).learn(random_game(2)),
        ):
            with pytest.raises(sk.BookError, match=words):
                ask(path)
        assert path.read_bytes() == before


def test_a_full_disk_loses_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    mind = experience(tmp_path)
    mind.learn(random_game(1))
    before = mind.book(BOARD)

    def connect(*arguments: object, **options: object) -> sqlite3.Connection:
        database = connected(*arguments, **options)  # type: ignore[call-overload]
        pages = database.execute("PRAGMA page_count").fetchone()[0]
        database.execute(f"PRAGMA max_page_count = {pages}")
        return database  # type: ignore[no-any-return]

    connected = sqlite3.connect
    with monkeypatch.context() as full:
        full.setattr(sqlite3, "connect", connect)
        with pytest.raises(sk.BookError, match="full"):
            [mind.learn(random_game(seed)) for seed in range(2, 50)]
    mind.catch_up()
    after = mind.book(BOARD)
    assert all(after.find(board) for board, _ in before.entries())
    assert all(game.is_searched for game in mind.games())


LEARNING = """
import sys
import shirokuro as sk
from test_experience import QUICK, random_game
mind = sk.Experience(sys.argv[1], QUICK)
for seed in range(int(sys.argv[2]), int(sys.argv[3])):
    mind.learn(random_game(seed), sk.BLACK)
    print(seed, flush=True)
"""


def learning(path: Path, first: int, last: int) -> subprocess.Popen[str]:
    arguments = [sys.executable, "-c", LEARNING, str(path), str(first), str(last)]
    return subprocess.Popen(arguments, stdout=subprocess.PIPE, text=True, cwd=Path(__file__).parent)


def test_whoever_is_killed_loses_no_game(tmp_path: Path) -> None:
    path = tmp_path / "killed.sqlite"
    learned = []
    for round_ in range(3):
        process = learning(path, 100 * round_, 100 * round_ + 99)
        assert process.stdout is not None
        for _ in range(3 + round_):
            learned.append(int(process.stdout.readline()))
        os.kill(process.pid, signal.SIGKILL)
        learned += map(int, process.communicate()[0].split())
    mind = sk.Experience(path)
    kept = {game.record.moves for game in mind.games()}
    assert {random_game(seed).moves for seed in learned} <= kept
    mind.catch_up()
    again = experience(tmp_path, "again")
    for game in mind.games():
        again.learn(game.record, game.owner)
    assert mind.book(BOARD) == again.book(BOARD)


def test_two_programs_learn_at_once(tmp_path: Path) -> None:
    path = tmp_path / "shared.sqlite"
    for process in [learning(path, first, first + 5) for first in (0, 10)]:
        process.communicate()
        assert process.returncode == 0
    alone = experience(tmp_path, "alone")
    for seed in (*range(5), *range(10, 15)):
        alone.learn(random_game(seed), sk.BLACK)
    assert sk.Experience(path).counts() == alone.counts()
    assert sk.Experience(path).book(BOARD) == alone.book(BOARD)


# Players


def test_without_an_experience_the_engine_learns_nothing() -> None:
    assert learner(sk.player("engine")) is None
    assert learner(sk.player("engine:experience=me")) is not None


def test_a_player_plays_what_it_learned(tmp_path: Path) -> None:
    mind = experience(tmp_path)
    player = sk.player(f"engine:nodes=50,experience={mind.path}")
    game = sk.play(player, "random", variant=BOARD, seed=4)
    assert not mind.path.exists()
    learning_player = learner(player)
    assert learning_player is not None
    learning_player.learn(game)
    (kept,) = mind.games()
    assert kept.owner == sk.BLACK
    choice, found = player.choose(sk.Board(BOARD)), mind.moves(sk.Board(BOARD))
    assert found is not None
    assert (choice.note, choice.move in found.moves) == ("experience", True)


def moves_of_a_match(path: Path, games: int = 4, **more: Any) -> list[tuple[int, ...]]:
    spec = f"engine:nodes=50,experience={path}"
    done = sk.match(spec, "random", games, variant=BOARD, openings=[""], **more)
    return [game.record.moves for game in done.games]


def test_matches_learn_only_with_memory(tmp_path: Path) -> None:
    mind = experience(tmp_path)
    mind.learn(random_game(1))
    before = mind.known()
    first = moves_of_a_match(mind.path)
    assert mind.known() == before
    assert moves_of_a_match(mind.path, jobs=2) == first
    moves_of_a_match(mind.path, memory=True)
    assert mind.counts()[BOARD][0] == 5


def test_the_same_file_gives_the_same_match(tmp_path: Path) -> None:
    results = []
    for name in ("one", "other"):
        mind = experience(tmp_path / name, effort=sk.LearningEffort(200, 6, 5))
        mind.create()
        results.append(moves_of_a_match(mind.path, games=6, memory=True))
    assert results[0] == results[1]
