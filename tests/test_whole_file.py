"""Files are written as a whole or not at all, by every verb that writes one."""

from __future__ import annotations

import os
import resource
import stat
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

import pytest

from shirokuro.errors import NotationError
from shirokuro.notation import GameText, read, write
from shirokuro.storage.whole_file import whole_file

GAME = GameText(moves=bytes([37, 43]), black="Ann", date="2001", result=2.0)


def test_what_was_there_stays_when_writing_fails(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_text("old")
    with suppress(ZeroDivisionError), whole_file(file) as place:
        place.write_text("new")
        assert file.read_text() == "old"
        raise ZeroDivisionError
    assert [path.name for path in tmp_path.iterdir()] == ["file"]
    assert file.read_text() == "old"


def test_links_and_permissions_stay(tmp_path: Path) -> None:
    file, link = tmp_path / "file", tmp_path / "link"
    file.write_text("old")
    file.chmod(0o600)
    link.symlink_to(file)
    with whole_file(link) as place:
        place.write_text("new")
    assert link.is_symlink()
    assert file.read_text() == "new"
    assert stat.S_IMODE(file.stat().st_mode) == 0o600


def test_what_is_no_file_is_written_to_itself(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    with whole_file(pipe) as place:
        assert place == pipe
    assert stat.S_ISFIFO(pipe.stat().st_mode)


def test_complaints_name_the_file_that_was_asked_for(tmp_path: Path) -> None:
    file = tmp_path / "nowhere" / "file"
    with pytest.raises(FileNotFoundError) as caught, whole_file(file) as place:
        place.write_text("new")
    assert caught.value.filename == str(file)
    with pytest.raises(OSError, match="disk is full") as full, whole_file(tmp_path / "file"):
        raise OSError(28, "the disk is full")
    assert full.value.filename == str(tmp_path / "file")


def run_out_of_room(*arguments: str) -> subprocess.CompletedProcess[str]:
    """A command that may write files of a kilobyte at most."""
    return subprocess.run(
        [sys.executable, "-m", "shirokuro.cli", *arguments],
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (1024, 1024)),
        capture_output=True,
        text=True,
    )


@pytest.mark.parametrize(
    "arguments",
    [("convert", "--to", "ggf"), ("convert", "--to", "json"), ("show", "--svg")],
    ids=lambda arguments: arguments[-1],
)
def test_a_command_that_runs_out_of_room(tmp_path: Path, arguments: tuple[str, ...]) -> None:
    games, file = tmp_path / "games.txt", tmp_path / "file"
    games.write_text("f5d6c3\n" * 100)
    file.write_text("old")
    done = run_out_of_room(*arguments, str(games), "-o", str(file))
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == f"shirokuro {arguments[0]}: {file}: File too large\n"
    assert file.read_text() == "old"
    assert {path.name for path in tmp_path.iterdir()} == {"games.txt", "file"}


def test_wthor_writes_three_files_or_none(tmp_path: Path) -> None:
    write(tmp_path / "games.wtb", [GAME], "wthor")
    before = {path.name: path.read_bytes() for path in tmp_path.iterdir()}
    assert set(before) == {"games.wtb", "games.jou", "games.trn"}
    (tmp_path / "games.jou").unlink()
    (tmp_path / "games.jou").mkdir()
    with pytest.raises(IsADirectoryError):
        write(tmp_path / "games.wtb", [GAME._replace(black="Bob")], "wthor")
    for name in ("games.wtb", "games.trn"):
        assert (tmp_path / name).read_bytes() == before[name]


@pytest.mark.parametrize("name", ["games.jou", "games.TRN"])
def test_wthor_does_not_write_games_over_its_own_tables(tmp_path: Path, name: str) -> None:
    with pytest.raises(NotationError, match=f"{name}: that name belongs to a table of names"):
        write(tmp_path / name, [GAME], "wthor")
    assert list(tmp_path.iterdir()) == []
    write(tmp_path / "games", [GAME], "wthor")
    assert read(tmp_path / "games")[0].moves == GAME.moves  # type: ignore[union-attr]
