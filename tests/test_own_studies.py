"""Studies from outside the package: by dotted name, and by the entry points of installed packages."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

MODULE = """
from shirokuro.board.board import Board
from shirokuro.lab.exhibit import Findings
from shirokuro.lab.run.plan import Cell
from shirokuro.lab.run.series import series
from shirokuro.matches.fixture import Fixture


class FirstMove:
    name = "first-move"
    title = "What the first move is worth"
    question = "Does black win more often?"
    method = "Random players meet."
    paper = None

    def plan(self, scale):
        return [Cell("nip12", series(Fixture("random", "random", "nip12"), scale.count(2, 4, 8)))]

    def exhibits(self, results):
        return [Findings((f"{results['nip12'].tally} on nip12.",))]


def changed(**names):
    return type("Changed", (FirstMove,), names)()


def failing_plan(self, scale):
    return [{}["missing"]]


def unknown_board(self, scale):
    return Board("nip13")


STUDY, OTHER, NUMBER = FirstMove(), FirstMove(), 5
UNFINISHED = type("Unfinished", (), {"name": "unfinished", "title": "unfinished"})()
RENAMED, NAMELESS, NO_FUNCTION = changed(name="parallel"), changed(name=7), changed(plan=3)
PLANLESS = changed(plan=lambda self, scale: None)
FAILING_PLAN, UNKNOWN_BOARD = changed(plan=failing_plan), changed(plan=unknown_board)
FAILING_NAME = changed(name=property(lambda self: 1 / 0))
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "mine.py").write_text(MODULE)
    (tmp_path / "broken.py").write_text("1 / 0")
    (tmp_path / "several_lines.py").write_text("raise OSError('one\\ntwo')")
    return tmp_path


def lab(folder: Path, *words: str, packages: Path | None = None) -> subprocess.CompletedProcess[str]:
    store = [] if words[0] == "list" else ["--store", "lab.sqlite"]
    command = [sys.executable, "-m", "shirokuro.cli", "lab", *words, *store]
    path = {"PYTHONPATH": str(packages)} if packages else {}
    environment = {**os.environ, "SHIROKURO_HOME": str(folder / "home"), **path}
    return subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True)


def test_a_study_of_ones_own_is_run_and_found_again(folder: Path) -> None:
    ran = lab(folder, "run", "mine.STUDY", "--quick")
    assert (ran.stderr, ran.returncode) == ("", 0)
    assert "on nip12." in ran.stdout
    for words in (["report"], ["report", "first-move"]):
        assert "on nip12." in lab(folder, *words).stdout
    (folder / "mine.py").unlink()
    gone = lab(folder, "report", "first-move")
    assert gone.returncode == 2
    assert "there is no module 'mine'" in gone.stderr


@pytest.mark.parametrize(
    ("names", "complaint"),
    [
        (["nothere.STUDY"], "no study 'nothere.STUDY': there is no module 'nothere'"),
        (["mine.STUDIE"], "no study 'mine.STUDIE': mine has no STUDIE, but STUDY"),
        (["mine.NUMBER"], "mine.NUMBER is no study: it has no name"),
        (["mine.UNFINISHED"], "mine.UNFINISHED is no study: it has no question"),
        (["mine.NAMELESS"], "mine.NAMELESS is no study: its name is not a text"),
        (["mine.NO_FUNCTION"], "mine.NO_FUNCTION is no study: its plan and exhibits must be functions"),
        (["mine.PLANLESS"], "first-move: its plan is not a list of cells"),
        (["mine.FAILING_PLAN"], "first-move: its plan raised KeyError: 'missing' ({mine}, line 28)"),
        (
            ["mine.UNKNOWN_BOARD"],
            "first-move: its plan raised UnknownVariantError: no variant 'nip13': did you mean 'nip32'? "
            "({mine}, line 32)",
        ),
        (["mine.FAILING_NAME"], "mine.FAILING_NAME: its name raised ZeroDivisionError: division by zero ("),
        (["several_lines.STUDY"], "several_lines.STUDY: several_lines cannot be imported: OSError: one two"),
        (["mine.FirstMove"], "mine.FirstMove is no study: it is a class"),
        (["mine.RENAMED"], "two studies are called 'parallel': mine.RENAMED and one that is installed"),
        (["mine.STUDY", "mine.OTHER"], "two studies are called 'first-move': mine.STUDY and mine.OTHER"),
        (["broken.STUDY"], "broken.STUDY: broken cannot be imported: ZeroDivisionError: division by zero"),
        (["paralel"], "no study 'paralel': did you mean 'parallel'"),
    ],
)
def test_what_is_no_study_is_one_clear_line(folder: Path, names: list[str], complaint: str) -> None:
    done = lab(folder, "run", *names, "--quick")
    assert done.returncode == 2
    assert done.stderr.startswith(f"shirokuro lab: {complaint.replace('{mine}', str(folder / 'mine.py'))}")
    assert done.stderr.count("\n") == 1
    assert not (folder / "lab.sqlite").exists()


def offered(folder: Path, name: str, place: str) -> Path:
    """A folder of packages, in which one offers a study."""
    packages = folder / "packages"
    about = packages / f"offers_{name.replace('-', '_')}-1.0.dist-info"
    about.mkdir(parents=True)
    (about / "METADATA").write_text(f"Metadata-Version: 2.1\nName: offers-{name}\nVersion: 1.0\n")
    (about / "entry_points.txt").write_text(f"[shirokuro.studies]\n{name} = {place}\n")
    (packages / "mine.py").write_text(MODULE)
    return packages


def test_an_installed_package_offers_a_study(tmp_path: Path) -> None:
    packages = offered(tmp_path, "first-move", "mine:STUDY")
    assert "first-move" in lab(tmp_path, "list", packages=packages).stdout
    ran = lab(tmp_path, "run", "first-move", "--quick", packages=packages)
    assert "on nip12." in ran.stdout


@pytest.mark.parametrize(
    ("name", "place", "complaint"),
    [
        ("parallel", "mine:RENAMED", "two studies are called 'parallel': "),
        ("other-name", "mine:STUDY", "mine.STUDY: this study is called 'first-move', its entry point 'oth"),
        ("gone", "nothere:STUDY", "no study 'nothere.STUDY': there is no module 'nothere'"),
    ],
)
def test_a_package_that_offers_no_good_study_is_named(
    tmp_path: Path, name: str, place: str, complaint: str
) -> None:
    done = lab(tmp_path, "run", "parallel", packages=offered(tmp_path, name, place))
    assert done.returncode == 2
    assert done.stderr.startswith(f"shirokuro lab: {complaint}")
    assert done.stderr.count("\n") == 1
    assert not (tmp_path / "lab.sqlite").exists()
