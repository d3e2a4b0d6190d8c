"""Breaks twenty things on purpose, one at a time, and says which the default tests catch.

`python tests/broken.py` copies the checkout, breaks one line of the copy, and runs the tests that should fail
there; first it runs them all on the copy as it is. Names behind it choose some of the faults; `--tree` names
another checkout.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import shirokuro._core


class Fault(NamedTuple):
    """One line of a file of the package made wrong, and the tests that must notice."""

    name: str
    file: str
    right: str
    wrong: str
    tests: str


FAULTS = (
    Fault(
        *("margin", "board.py", "return difference + len(self.empties())"),
        *(
            "return difference - len(self.empties())",
            "test_board.py::test_margins_and_outcomes_match_the_reference",
        ),
    ),
    Fault(
        *("rim", "flip_lines.py", "[*after[::-1], move]"),
        *("[*after, move]", "test_turning.py"),
    ),
    Fault(
        *("transcript", "transcript.py", "return len(set(squares)) < len(squares)"),
        *("return False", "test_notation.py"),
    ),
    Fault(
        *("wthor", "wthor.py", "if len(encoded) >= self.size:"),
        *("if len(encoded) > self.size:", "test_notation_errors.py::test_what_a_format_cannot_hold"),
    ),
    Fault(
        *("file", "whole_file.py", "partial.unlink(missing_ok=True)"),
        *("pass", "test_whole_file.py::test_what_was_there_stays_when_writing_fails"),
    ),
    Fault(
        *("analysis", "engine.py", "(-item[1].value, item[0])"),
        *("(item[1].value, item[0])", "test_engine.py::test_analysis_gives_every_move_its_value"),
    ),
    Fault(
        *("review", "reviewer.py", "if self.loss >= least"),
        *("if self.loss > least", "test_review.py::test_marks"),
    ),
    Fault(
        *("proof", "proof_check.py", "return own - other + position.count"),
        *("return own - other - position.count", "test_proof_check.py::test_the_end_of_a_game_is_counted"),
    ),
    Fault(
        *("greedy", "greedy.py", "most = max(gains.values())"),
        *("most = min(gains.values())", "test_arena.py::test_greedy_beats_random_and_the_other_way_round"),
    ),
    Fault(
        *("clock", "clock.py", "MOST_OF_LEFT = 0.4"),
        *("MOST_OF_LEFT = 1.4", "test_game.py::test_a_side_that_keeps_to_its_allotments_never_overruns"),
    ),
    Fault(
        *("match", "schedule.py", "for _ in range(terms.repeat)"),
        *("for _ in range(1)", "test_arena.py::test_openings_are_repeated_as_often_as_wished"),
    ),
    Fault(
        *("seed", "seed.py", "return derive(game, colour, own)"),
        *("return derive(colour, own)", "test_game.py::test_the_same_seed_gives_the_same_game"),
    ),
    Fault(
        *("points", "rating.py", "self.draws / 2"),
        *("self.draws / 3", "test_lab_values.py::test_a_tally"),
    ),
    Fault(
        *("workers", "executors.py", "except BrokenExecutor as error:"),
        "except MemoryError as error:",
        "test_executors.py::test_nothing_is_lost_that_is_sent_to_a_dead_worker",
    ),
    Fault(
        *("lab store", "store.py", "task.white, outcome.margin)"),
        *("task.white, -outcome.margin)", "test_lab_store.py::test_every_row_can_be_read_with_plain_sql"),
    ),
    Fault(
        *("statistics", "proportion.py", "others.high - other.value"),
        *("others.low - other.value", "test_lab_studies.py::test_the_difference_of_two_shares"),
    ),
    Fault(
        *("guard", "guard.py", '(b"cache-control", b"no-store")'),
        '(b"cache-control", b"private")',
        "test_web_guard.py::test_refusals_of_the_guard_are_not_kept_either",
    ),
    Fault(
        *("web store", "store.py", '[("owner = ?", owner)]'),
        *(
            '[("owner >= ?", "")]',
            "test_web_games.py::test_a_game_answers_only_to_its_owner",
        ),
    ),
    Fault(
        *("exit code", "command.py", "return 0 if is_unread else 2\n"),
        *("return 0 if is_unread else 1\n", "test_cli.py::test_bad_sources"),
    ),
    Fault(
        *("page", "game.js", "legal: ply === of.ply &&"),
        "legal: ply !== of.ply &&",
        "browser/test_play_page.py::test_a_newcomer_moves_at_once_and_plays_a_whole_game_by_mouse",
    ),
)


def copied(tree: Path, folder: Path) -> None:
    """Copies the files of a checkout, and what was compiled for it."""
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=tree, capture_output=True, check=True).stdout
    for name in listed.decode().split("\0"):
        if name and (tree / name).is_file():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(tree / name, folder / name)
    shutil.copy(shirokuro._core.__file__, folder / "src/shirokuro")
    # An installation that redirects imports to the checkout must not win over the copy.
    (folder / "src/sitecustomize.py").write_text(
        "import sys\n"
        'sys.meta_path[:] = [each for each in sys.meta_path if "ScikitBuild" not in type(each).__name__]\n'
    )


def outcome(folder: Path, tests: Sequence[str]) -> int:
    """The exit code of pytest on the copy: 0 if all pass, 1 if some fail."""
    environment = {**os.environ, "PYTHONPATH": str(folder / "src"), "PYTHONDONTWRITEBYTECODE": "1"}
    command = [sys.executable, "-m", "pytest", "-q", "-x", "--tb=line", "-p", "no:cacheprovider"]
    paths = [f"tests/{each}" for each in tests]
    done = subprocess.run([*command, *paths], cwd=folder, env=environment, capture_output=True, text=True)
    print(*done.stdout.strip().splitlines()[-2:], sep="\n", flush=True)
    return done.returncode


def is_caught(folder: Path, fault: Fault) -> bool:
    """Whether its tests fail with the fault, which is taken back afterwards."""
    (file,) = (each for each in (folder / "src").rglob(fault.file) if fault.right in each.read_text())
    text = file.read_text()
    file.write_text(text.replace(fault.right, fault.wrong))
    try:
        return outcome(folder, fault.tests.split()) == 1
    finally:
        file.write_text(text)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*", help="the faults; all of them if none is named")
    parser.add_argument("--tree", type=Path, default=Path(__file__).parent.parent)
    given = parser.parse_args()
    faults = [fault for fault in FAULTS if not given.names or fault.name in given.names]
    with tempfile.TemporaryDirectory() as made:
        copied(given.tree, Path(made))
        tests = sorted({each for fault in faults for each in fault.tests.split()})
        if outcome(Path(made), tests):
            print("these tests fail on the copy as it is")
            return 2
        missed = 0
        for fault in faults:
            caught = is_caught(Path(made), fault)
            missed += not caught
            print(f"== {fault.name}: {'caught' if caught else 'NOT CAUGHT'}", flush=True)
    print(f"{len(faults) - missed} of {len(faults)} caught")
    return bool(missed)


if __name__ == "__main__":
    sys.exit(main())
