"""`shirokuro data generate`: games that are what their card says, resumed, reproduced, and clear refusals."""

from __future__ import annotations

import json
import re
import resource
import subprocess
import sys
from pathlib import Path

import pytest

import shirokuro as sk
from shirokuro import batch
from shirokuro.cli.command import run_command
from shirokuro.research.data_card import DataCard, read_card
from shirokuro.research.data_plan import DataPlan
from shirokuro.research.data_set import generate, read_games
from shirokuro.research.game_rows import GameRows
from shirokuro.storage.file_lock import working_on

Captured = pytest.CaptureFixture[str]


def made(plan: DataPlan, folder: Path) -> GameRows:
    for _ in generate(DataCard(plan), folder):
        pass
    return read_games(folder)


def boards_of(games: GameRows, variant: str) -> list[sk.Board]:
    """The games as boards, whose ends agree with the margins."""
    boards = []
    for row, margin in zip(games.moves.tolist(), games.margins, strict=True):
        board = sk.Board(variant)
        board.extend([square for square in row if square != batch.NO_MOVE])
        assert board.is_over()
        assert board.margin() == margin
        boards.append(board)
    return boards


def files_of(folder: Path) -> dict[str, bytes]:
    return {file.name: file.read_bytes() for file in sorted(folder.glob("*.parquet"))}


def test_random_games_are_those_of_their_numbers(tmp_path: Path) -> None:
    games = made(DataPlan(25, variant="nip", seed=3, shard=10), tmp_path / "set")
    expected = batch.random_games(25, seed=3, variant="nip")
    assert (games.moves == expected.moves).all()
    assert (games.margins == expected.margins).all()
    boards_of(games, "nip")
    assert games.exact is None


def test_what_was_interrupted_is_gone_on_with(tmp_path: Path) -> None:
    """Whole files stay as they are; others are made again, with the same bytes; more games can be added."""
    plan, folder = DataPlan(25, variant="nip24", shard=10), tmp_path / "set"
    made(plan, folder)
    whole = files_of(folder)
    work = generate(DataCard(plan), tmp_path / "other")
    assert [next(work).done, next(work).done] == [0, 10]
    work.close()
    with pytest.raises(ValueError, match="not finished"):
        read_games(tmp_path / "other")
    (tmp_path / "other/games-00001.parquet").write_bytes(whole["games-00001.parquet"][:-9])
    (tmp_path / "other/games-00002.parquet.1.part").write_bytes(b"killed")
    kept = (tmp_path / "other/games-00000.parquet").stat().st_mtime_ns
    made(plan, tmp_path / "other")
    assert files_of(tmp_path / "other") == whole
    assert (tmp_path / "other/games-00000.parquet").stat().st_mtime_ns == kept
    assert not [*(tmp_path / "other").glob("*.part")]
    more = made(DataPlan(31, variant="nip24", shard=10), folder)
    assert (more.moves == batch.random_games(31, seed=1, variant="nip24").moves).all()


@pytest.mark.parametrize("by", ["person:rating=1200", "greedy"])
def test_players_play_games_that_differ(by: str, tmp_path: Path) -> None:
    games = made(DataPlan(4, by, "reversi6", seed=5), tmp_path)
    assert len({board.transcript() for board in boards_of(games, "reversi6")}) == 4
    two = made(DataPlan(2, by, "reversi6", seed=5), tmp_path / "two")
    assert (two.moves == games.moves[:2]).all()
    if by == "greedy":
        assert (games.moves[:, :8] == batch.random_games(4, seed=5, variant="reversi6").moves[:, :8]).all()


def test_exact_values_are_those_of_the_solver(tmp_path: Path) -> None:
    games = made(DataPlan(12, variant="nip", exact=5), tmp_path)
    assert games.exact is not None
    for board, margin, values in zip(boards_of(games, "nip"), games.margins, games.exact, strict=True):
        found = {0: margin}
        while len(board.empties()) <= 5:
            if board.is_over() or not board.must_pass():
                sign = 1 if board.turn == sk.BLACK else -1
                found[len(board.empties())] = sign * int(sk.solve(board).value)
            board.pop()
        last = min(found, default=0)
        for empties, value in zip(range(5, 0, -1), values, strict=True):
            assert value == found.get(empties, found[last]), empties


def test_the_card_says_what_is_there(tmp_path: Path, capsys: Captured) -> None:
    folder = tmp_path / "set"
    words = f"data generate {folder} --games 30 --variant nip12 --exact 3 --shard 20 --jobs 2 --json".split()
    assert run_command(words) == 0
    card = json.loads(capsys.readouterr().out)
    games, page = read_games(folder), (folder / "README.md").read_text()
    assert card == json.loads((folder / "card.json").read_text())
    assert card["command"] == f"shirokuro {' '.join(words)}"
    assert (card["is_finished"], card["plan"]["seed"], card["licence"]) == (True, 1, "CC0-1.0")
    assert [(each["file"], each["games"]) for each in card["shards"]] == [
        ("games-00000.parquet", 20),
        ("games-00001.parquet", 10),
    ]
    assert sum(each["black_wins"] for each in card["shards"]) == (games.margins > 0).sum()
    assert all(len((folder / each["file"]).read_bytes()) == each["size"] for each in card["shards"])
    assert read_card(folder).games == 30
    for part in ("# 30 games of nip12", "`exact` | list of 3", card["command"], "CC0-1.0", "Seed: 1"):
        assert part in page
    assert run_command(["data", "generate", str(folder), *words[3:-1]]) == 0
    assert capsys.readouterr().out == f"{folder}: 30 games, 0.0 MB in 2 files\n"


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ("set --variant nipp", "nip"),
        ("set --by gredy", "greedy"),
        ("set --by ssai --variant nip", "ssai does not play nip"),
        ("set --games 0", "games: 1…"),
        ("set --seed -1", "seed: 0…"),
        ("set --exact 21", "exact: 0…20"),
        ("set --opening 60", "opening: 0…59"),
        ("set --shard 0", "shard: 1…"),
        ("set --jobs 0", "jobs: 1 or more"),
        ("set --by random:seed=x", "seed"),
        ("file", "file"),
        ("file/set", "file/set"),
        ("/proc/set", "/proc/set"),
        ("full", "is not empty"),
        ("other", "was begun with another variant, seed"),
        ("larger --variant nip12", "has 20 games already"),
        ("damaged", "card.json: this is no card"),
        ("in-use", "another program is at work"),
    ],
)
def test_refusals_are_one_line(
    words: str, message: str, tmp_path: Path, capsys: Captured, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "file").touch()
    for folder in ("full", "damaged", "in-use"):
        (tmp_path / folder).mkdir()
    (tmp_path / "full/notes").touch()
    (tmp_path / "damaged/card.json").write_text('{"kind": "shirokuro games 1", "plan": {}}')
    made(DataPlan(20, variant="nip12", seed=2), tmp_path / "other")
    made(DataPlan(20, variant="nip12"), tmp_path / "larger")
    before = {file: file.read_bytes() for file in tmp_path.rglob("*") if file.is_file()}
    with working_on(tmp_path / "in-use", "never said"):
        command = ["data", "generate", *words.split()]
        assert run_command([*command, *([] if "--games" in words else ["--games", "10"])]) == 2
    said = capsys.readouterr().err
    assert message in said
    assert said.count("\n") == 1
    assert all(file.read_bytes() == data for file, data in before.items())
    assert not (tmp_path / "set").exists()


def test_a_missing_extra_is_told(tmp_path: Path, capsys: Captured, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("pyarrow", "pyarrow.parquet"):
        monkeypatch.setitem(sys.modules, name, None)
    assert run_command(["data", "generate", str(tmp_path / "set"), "--games", "3"]) == 2
    said = "shirokuro data: data sets need pyarrow: pip install '.[research]' in the checkout\n"
    assert capsys.readouterr().err == said
    assert not (tmp_path / "set").exists()


def test_a_disk_without_room_is_told_and_leaves_no_part(tmp_path: Path) -> None:
    """What the system allows for one file stands in for the disk."""

    def small_files() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (100_000, 100_000))

    words = [sys.executable, "-m", "shirokuro.cli", "data", "generate", "set", "--games", "20000"]
    for jobs in ("1", "2"):
        line = [*words, "--shard", "10000", "--jobs", jobs]
        done = subprocess.run(line, capture_output=True, text=True, cwd=tmp_path, preexec_fn=small_files)
        assert done.returncode == 2
        told = r"shirokuro data: set/games-0000[01].parquet: File too large\n"
        assert re.fullmatch(told, done.stderr), done.stderr
        assert not [*(tmp_path / "set").glob("games-*")]
