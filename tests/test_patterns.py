"""The trained evaluation: its patterns against a slow count, its file against every kind of damage."""

from __future__ import annotations

import gzip
import math
import struct
import zlib
from collections.abc import Callable
from itertools import product
from pathlib import Path

import numpy as np
import pytest
import slow_patterns
from samples import random_board
from test_cli import Captured, complaint
from test_features import boards

import shirokuro as sk
from shirokuro import _core
from shirokuro.engine import batch, evaluation
from shirokuro.engine.evaluation import Evaluator, read_weights
from shirokuro.engine.playouts import grow_tree
from shirokuro.training.fit import Linear, PhaseWeights, file_of, probcut_errors_of
from shirokuro.training.network import Network
from shirokuro.training.self_play import patterns_of

HEAD = struct.Struct("<16sIIIII3i4d")
BODY = len(b"shirokuro weights") + 1 + 4
"""Where the checksum ends and what it covers begins."""


def random_weights(variant: str, kind: str = "numbers") -> list[PhaseWeights]:
    """Random weights in whole units: numbers for every phase, or networks."""
    patterns, dice = patterns_of(variant), np.random.default_rng(1)
    size = patterns.free_weights
    if kind == "numbers":
        return [Linear(dice.integers(-300, 300, size) / 128) for _ in range(patterns.phases)]
    return [random_network(size, dice) for _ in range(3)]


def random_network(size: int, dice: np.random.Generator) -> Network:
    """A network whose numbers are so large that each one is clipped now and then."""
    shapes = {"table": (size, 8), "centre": 8, "skip": 8, "first": (8, 16), "second": 16}
    parts = {name: dice.integers(-60, 60, shape) / 512 for name, shape in shapes.items()}
    parts["first"] = parts["first"] * 8
    return Network({**parts, "first_bias": dice.normal(0, 1, 16), "bias": dice.normal(0, 1, 1)})


def contents(variant: str, kind: str = "numbers") -> bytes:
    """A file of random weights."""
    errors, weights = probcut_errors_of(variant), random_weights(variant, kind)
    return file_of(patterns_of(variant), errors, {"made": "at random"}, weights)


def write(path: Path, variant: str) -> Path:
    path.write_bytes(contents(variant))
    return path


def seen(variant: str, positions: list[sk.Board]) -> np.ndarray:
    out = np.empty((len(positions), patterns_of(variant).features), np.uint32)
    _core.pattern_features(variant, batch.from_boards(positions), out, 1)
    return out


# Patterns


@pytest.mark.parametrize("name", slow_patterns.VARIANTS)
def test_features_equal_the_slow_count(name: str) -> None:
    positions = list(boards(name, 3))
    for board, found in zip(positions, seen(name, positions), strict=True):
        assert sorted(found) == sorted(slow_patterns.features(board)), board


def test_the_digits_of_one_position() -> None:
    """After f5 white is to move: of the fourth row d4 is its own (1), e4 is black's (2)."""
    board, row = sk.Board.parse("f5"), ["a4", "b4", "c4", "d4", "e4", "f4", "g4", "h4"]
    place = slow_patterns.patterns("reversi").index(row)
    number = 1 * 3**3 + 2 * 3**4
    first = sum(max(slow_patterns.free_places("reversi", each)) + 1 for each in range(place))
    assert first + slow_patterns.free_places("reversi", place)[number] in seen("reversi", [board])[0]


@pytest.mark.parametrize("kind", ["numbers", "networks"])
@pytest.mark.parametrize("name", slow_patterns.VARIANTS)
def test_values_are_those_of_the_weights_and_the_same_for_all_symmetries(name: str, kind: str) -> None:
    weights, patterns = random_weights(name, kind), patterns_of(name)
    by = _core.evaluation_by_weights(contents(name, kind=kind))
    most = len(sk.VARIANTS[name].cells) - 2
    positions = list(boards(name, 1))
    for board, found in zip(positions, seen(name, positions), strict=True):
        played = max(0, patterns.cells - 4 - len(board.empties()))
        phase = min(played * len(weights) // (patterns.cells - 4), len(weights) - 1)
        units = slow_value(weights[phase], found)
        discs = min(max(round_half_up(units), -most), most)
        for symmetry in sk.Symmetry:
            assert _core.evaluation_units(board.transform(symmetry), by) == units
            assert _core.evaluate(board.transform(symmetry), by) == discs


def slow_value(weights: PhaseWeights, features: np.ndarray) -> int:
    """In 1/128 disc, as files and their format say it."""
    if isinstance(weights, Linear):
        return round(float(weights.numbers[features].sum()) * 128)
    units = {"table": 512, "centre": 512, "first_bias": 512 * 1024, "bias": 512 * 1024}
    part = {
        name: np.rint(values * units.get(name, 1024)).astype(int) for name, values in weights.parts.items()
    }
    sums = part["table"][features].sum(axis=0)
    seen = np.clip(sums + part["centre"], 0, 512)
    hidden = np.clip((seen @ part["first"] + part["first_bias"]) // 1024, 0, 512)
    return int(sums @ part["skip"] + hidden @ part["second"] + part["bias"][0]) // 256


def round_half_up(units: int) -> int:
    """1/128 discs as 1/16 and then as whole ones."""
    return ((units + 4 >> 3) + 8) >> 4


def guesses() -> list[int]:
    """What this process's kernel gives on all boards with patterns; test_kernels compares it."""
    found = []
    for name, kind in product(slow_patterns.VARIANTS, ("numbers", "networks")):
        by = _core.evaluation_by_weights(contents(name, kind=kind))
        found += [_core.evaluation_units(board, by) for board in boards(name, 2)]
    return found


# Files


def test_weights_serve_their_board_with_and_without_the_loop_rule(tmp_path: Path) -> None:
    for name in ("nip", "nip32"):
        by = read_weights(write(tmp_path / f"{name}.weights", name))
        assert by.board == name
        assert [by.serves(board) for board in (name, f"{name}+loop", "reversi")] == [True, True, False]
    by_hand = _core.evaluation_named("hand")
    assert (by_hand.board, by_hand.serves("nip24")) == (None, True)


def test_weights_of_another_board_are_refused(tmp_path: Path) -> None:
    file, message = write(tmp_path / "w", "nip"), "weights of nip cannot evaluate positions of reversi"
    board = sk.Board.parse("f5")
    for ask in (
        lambda: sk.evaluate(board, weights=file),
        lambda: batch.evaluate(batch.from_boards([board]), weights=file),
        lambda: grow_tree(board, 10, weights=file),
    ):
        with pytest.raises(ValueError, match=message):
            ask()


def test_an_engine_uses_its_weights_on_their_board_alone(tmp_path: Path) -> None:
    file = write(tmp_path / "w.gz", "reversi6")
    with sk.Engine(table_mib=1, weights=file) as own, sk.Engine(table_mib=1) as plain:
        for name in ("reversi6", "nip24", "reversi6"):
            board = random_board(name, 4, 1)
            one, other = (engine.search(board, sk.Limits(depth=4)) for engine in (own, plain))
            assert (one.nodes == other.nodes) == (name != "reversi6")
            assert own.solve(random_board(name, 24, 1)).value == plain.solve(random_board(name, 24, 1)).value


def test_a_changed_file_is_read_again(tmp_path: Path) -> None:
    file = write(tmp_path / "w", "nip")
    assert read_weights(file) is read_weights(str(file))
    before = read_weights(file)
    file.write_bytes(gzip.compress(contents("nip32")))
    assert (before.board, read_weights(file).board) == ("nip", "nip32")


def changed(part: int, value: object) -> bytes:
    """A file with one field of its heading changed, and the checksum that belongs to it."""
    whole = contents("reversi6")
    head = [*HEAD.unpack_from(whole, BODY)]
    head[part] = value
    body = HEAD.pack(*head) + whole[BODY + HEAD.size :]
    return whole[: BODY - 4] + struct.pack("<I", zlib.crc32(body)) + body


def too_large(part: str) -> bytes:
    """Networks one of whose numbers could make a sum overflow."""
    networks = random_weights("reversi6", "networks")
    whole, layers = contents("reversi6", kind="networks"), len(networks) * 388
    value, place = {"table": (2000, -2), "centre": (32001, 0), "skip": (4096, 16)}[part]
    begin = len(whole) - layers + place
    body = whole[BODY:begin] + struct.pack("<h", value) + whole[begin + 2 :]
    return whole[: BODY - 4] + struct.pack("<I", zlib.crc32(body)) + body


@pytest.mark.parametrize(
    ("spoil", "message"),
    [
        (lambda whole: (b"", whole[:100], b"S" + whole[1:]), "no file of weights"),
        (lambda whole: (whole.replace(b"weights\2", b"weights\1", 1),), "version 1"),
        (lambda whole: (whole[:-1], whole + b"\0", whole[:5000] + b"?" + whole[5001:]), "damaged or cut off"),
        (lambda whole: (gzip.compress(whole)[:-9], gzip.compress(whole)[:99]), "damaged or cut off"),
        (lambda whole: (evaluation.GZIP + b"nonsense",), "damaged or cut off"),
        (lambda _: (changed(0, b"chess"),), "'chess', a board without patterns"),
        (lambda _: (changed(0, b"reversi4"),), "'reversi4', a board without patterns"),
        (lambda _: (changed(0, b"nip"), changed(1, 7), changed(2, 0), changed(2, 17)), "other patterns"),
        (lambda _: (changed(3, 2**32 - 1), changed(4, 2)), "other patterns"),
        (lambda _: (changed(2, 3), changed(4, 8), changed(5, 2**32 - 1)), "more or fewer weights"),
        (lambda _: (changed(6, 101), changed(9, math.nan), changed(11, -1.0)), "errors or confidences"),
        (lambda _: (too_large("table"), too_large("centre"), too_large("skip")), "too large to be added"),
    ],
)
def test_damaged_files_are_refused(
    tmp_path: Path, spoil: Callable[[bytes], tuple[bytes, ...]], message: str
) -> None:
    for spoilt in spoil(contents("reversi6")):
        file = tmp_path / "spoilt"
        file.write_bytes(spoilt)
        with pytest.raises(ValueError, match=f"spoilt: .*{message}") as refusal:
            sk.Engine(weights=file)
        assert "\n" not in str(refusal.value)


def test_weights_need_the_trained_evaluator(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="weights are for the evaluator 'trained', not for 'hand'"):
        sk.Engine(evaluator="hand", weights=write(tmp_path / "w", "nip"))


def test_the_package_s_own_weights(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Boards without weights use the handcrafted evaluation; a damaged file is always reported."""
    monkeypatch.setattr(evaluation, "WEIGHTS", tmp_path)
    evaluation._on_board.cache_clear()
    (tmp_path / "nip.weights.gz").write_bytes(gzip.compress(contents("nip")))
    (tmp_path / "reversi.weights.gz").write_bytes(b"spoilt")
    (tmp_path / "reversi6.weights.gz").write_bytes(contents("nip32"))
    try:
        assert Evaluator().on("nip") is Evaluator().on("nip")
        assert Evaluator().on("nip+loop").board == "nip"
        assert Evaluator("hand").on("nip").board is None
        board = random_board("nip32", 9, 1)
        assert sk.evaluate(board) == sk.evaluate(board, "hand")
        with pytest.raises(ValueError, match=r"reversi\.weights\.gz: this is no file of weights"):
            sk.evaluate("f5")
        with pytest.raises(ValueError, match=r"reversi6\.weights\.gz: these are weights of nip32"):
            Evaluator().on("reversi6")
    finally:
        evaluation._on_board.cache_clear()


# Players and the command line


def test_engine_players_use_weights(tmp_path: Path) -> None:
    file = write(tmp_path / "w", "reversi6")
    board = random_board("reversi6", 4, 1)
    own, *others = (sk.player(f"engine:depth=4{by}") for by in (f",weights={file}", "", ",evaluator=squares"))
    assert len({player.choose(board).nodes for player in (own, *others)}) == 3
    assert sk.player(own.name) == own
    record = sk.play(f"engine:depth=2,weights={file}", "engine:depth=2,evaluator=hand", variant="reversi6")
    assert record.board().is_over()
    with pytest.raises(ValueError, match="path without a comma"):
        sk.PLAYERS["engine"](weights="a,b")
    with pytest.raises(FileNotFoundError):
        sk.player("engine:weights=nowhere")


def test_the_command_line_says_what_is_wrong_with_weights(capsys: Captured, tmp_path: Path) -> None:
    spoilt = tmp_path / "spoilt"
    spoilt.write_bytes(b"nothing")
    assert "spoilt: this is no file" in complaint(capsys, "analyze", "f5", "--weights", str(spoilt))
    assert "No such file" in complaint(capsys, "analyze", "f5", "--weights", "nowhere")
    assert "spoilt: this is no file" in complaint(capsys, "match", f"engine:weights={spoilt}", "random")
    both = ("--weights", str(spoilt), "--evaluator", "hand")
    assert "weights are for the evaluator 'trained'" in complaint(capsys, "analyze", "f5", *both)
