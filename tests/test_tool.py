"""The core's own tool: the same signature and games as the package, and clear words for bad input."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from test_core import ROOT, plain, run

from shirokuro.engine.evaluation import read_weights
from shirokuro.training.fit import POSITION
from shirokuro.training.self_play import SelfPlay, generate, patterns_of


@pytest.fixture(scope="module")
def tool() -> Path:
    return plain().with_name("shirokuro-tool")


def test_the_tool_has_the_signature(tool: Path) -> None:
    assert run(tool, "bench") == (ROOT / "benchmarks/SIGNATURE").read_text().splitlines(keepends=True)[0]


def test_the_tool_plays_the_same_games_and_goes_on_with_them(tool: Path, tmp_path: Path) -> None:
    generate(SelfPlay("nip32", "hand", seed=3, depth=2, selective=12, solved=9), 70, tmp_path / "ours", 1)
    whole, theirs = (tmp_path / "ours").read_bytes(), tmp_path / "theirs"
    wanted = without_checksums(whole)
    wishes = ["--seed", "3", "--depth", "2", "--selective", "12", "--solved", "9"]
    command = (tool, "generate", "--board", "nip32", "--out", theirs, *wishes)
    run(*command, "--games", 40)
    for kept in (len(theirs.read_bytes()), 1000, 23, len(whole)):
        theirs.write_bytes(whole[:kept])
        run(*command, "--games", 70, "--threads", 3)
        assert without_checksums(theirs.read_bytes()) == wanted
    run(*command, "--games", 2)
    assert without_checksums(theirs.read_bytes()) == wanted


def without_checksums(data: bytes) -> bytes:
    """The tool writes none."""
    positions = np.frombuffer(data, POSITION).copy()
    positions["sum"] = 0
    return positions.tobytes()


def test_weights_are_made_without_the_package(tool: Path, tmp_path: Path) -> None:
    positions, weights = tmp_path / "positions", tmp_path / "weights"
    wishes = ("--games", 400, "--depth", 1, "--solved", 8)
    run(tool, "generate", "--board", "reversi6", "--out", positions, *wishes)
    fit = (sys.executable, ROOT / "tool/fit.py", "reversi6", positions, "--tool", tool, "--out", weights)
    assert "held_out" in run(*fit, "--iterations", 5, "--least-positions", 300)
    assert read_weights(weights).board == "reversi6"
    match = (tool, "match", "--board", "reversi6", "--weights", weights, "--nodes", 100, "--games", 4)
    assert "losses: " in run(*match)
    assert "million nodes" in run(tool, "solve", "--board", "reversi6", "--in", positions, "--empties", 8)
    patterns = patterns_of("reversi6")
    sizes = [patterns.phases, patterns.free_weights, patterns.features, patterns.fingerprint]
    assert run(tool, "sizes", "--board", "reversi6").split() == [*map(str, sizes)]


def test_bad_input_to_the_tool(tool: Path) -> None:
    for words, complaint in (
        ("", "a verb is needed; shirokuro-tool --help lists them"),
        ("fly", "no verb 'fly'"),
        ("generate", "--board is needed"),
        ("generate --board chess --out x", "no board 'chess'"),
        ("generate --board nip --out nowhere/x", "cannot write nowhere/x"),
        ("generate --board nip --out x --games many", "--games: a number from 0 on is needed, not 'many'"),
        ("generate --board nip --out x --games 0", "--games: 1…16777216 are possible, not 0"),
        ("generate --board nip --out x --depth 2.5", "--depth: 1…60 are possible, not 2.5"),
        ("sizes --board reversi4", "there are patterns for reversi, reversi6, nip, nip40 and nip32"),
        ("sizes --bored nip", "no option --bored here"),
        ("sizes nip", "'nip' is no option"),
        ("sizes --board", "--board needs a value"),
        ("match --board nip --weights nowhere", "cannot read nowhere"),
        ("match --board nip --weights README.md", "README.md: this is no file of weights"),
        ("features --board nip --in nowhere --out x", "nowhere: there are no positions in it"),
    ):
        done = subprocess.run([tool, *words.split()], capture_output=True, text=True, cwd=ROOT)
        assert (done.returncode, done.stderr.count("\n")) == (2, 1), words
        assert complaint in done.stderr


def test_the_tool_has_help(tool: Path) -> None:
    assert "self-play: labelled positions" in run(tool, "--help") == run(tool, "match", "--help")
