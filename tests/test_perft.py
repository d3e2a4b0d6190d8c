"""perft of every variant from the start, with the portable kernel and with this machine's best."""

from __future__ import annotations

import json
import os
import subprocess
import sys

import pytest

import shirokuro as sk

# Leaves at depth 1, 2, 3 …
KNOWN = {
    "reversi": [4, 12, 56, 244, 1396, 8200, 55092, 390216, 3005288, 24571284, 212258800, 1939886636],
    "reversi6": [4, 12, 56, 244, 1364, 7604, 47740, 308716, 2114912, 14976792, 108820292, 811201176],
    "reversi4": [4, 12, 44, 128, 424, 1256, 3624, 9116, 20044, 36540, 50704, 57436],
    "nip": [4, 12, 56, 244, 1392, 8000, 53100, 365024, 2746612, 21553956, 179696548],
    "nip40": [4, 12, 56, 240, 1320, 7116, 44556, 279328, 1934280, 13466528],
    "nip32": [4, 12, 56, 240, 1300, 6964, 41844, 256544, 1661236, 11001208],
    "nip24": [4, 12, 44, 156, 676, 3008, 14140, 68156, 326892, 1559996, 7273884],
    "nip12": [4, 8, 16, 32, 68, 120, 176, 208, 208, 212, 212, 212],
}
# The loop rule shows in no perft from the start.
KNOWN |= {f"{name}+loop": leaves for name, leaves in KNOWN.items() if name.startswith("nip")}
QUICK = {name: [leaves for leaves in counts if leaves < 3_000_000] for name, counts in KNOWN.items()}
"""Deep enough for the ring, which first shows at depth 8."""

COUNT = """
import json, sys
import shirokuro as sk
def counts(name, leaves):
    return [sk.perft(sk.Board(name), depth + 1) for depth in range(len(leaves))]
print(json.dumps({name: counts(name, leaves) for name, leaves in json.loads(sys.argv[1]).items()}))
"""


def counted(known: dict[str, list[int]], isa: str) -> dict[str, list[int]]:
    """Counted in a process of its own, since a process keeps the kernel it starts with."""
    environment = {**os.environ, "SHIROKURO_ISA": isa}
    command = [sys.executable, "-c", COUNT, json.dumps(known)]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    return dict(json.loads(done.stdout))


@pytest.mark.parametrize("isa", ["generic", ""])
def test_perft(isa: str) -> None:
    assert counted(QUICK, isa) == QUICK


@pytest.mark.long
@pytest.mark.parametrize("isa", ["generic", ""])
def test_perft_to_the_end_of_the_table(isa: str) -> None:
    assert counted(KNOWN, isa) == KNOWN


def test_perft_of_no_depth_is_one() -> None:
    assert [sk.perft(sk.Board(name), 0) for name in sk.VARIANTS] == [1] * len(sk.VARIANTS)


def test_perft_of_a_finished_game_is_one() -> None:
    board = sk.Board.from_cells(["a1"], [])
    assert [sk.perft(board, depth) for depth in range(4)] == [1, 1, 1, 1]


def test_a_pass_uses_a_ply() -> None:
    board = sk.Board.from_cells(["b1"], ["a1"])  # black passes, white takes c1, the game is over
    assert board.must_pass()
    assert [sk.perft(board, depth) for depth in range(5)] == [1, 1, 1, 1, 1]
    wide = sk.Board.from_cells(["b1", "b2"], ["a1"])  # white has c1 and c3
    assert wide.must_pass()
    assert [sk.perft(wide, depth) for depth in (1, 2)] == [1, 2]


def test_perft_leaves_the_board_alone() -> None:
    board = sk.Board("nip")
    board.push(board.legal_moves[0])
    before = board.line(), board.move_stack
    sk.perft(board, 5)
    assert (board.line(), board.move_stack) == before


@pytest.mark.parametrize("depth", [-1, 1000])
def test_perft_refuses_impossible_depths(depth: int) -> None:
    with pytest.raises(ValueError, match="depth"):
        sk.perft(sk.Board(), depth)
