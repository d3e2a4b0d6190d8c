"""Training: the labels of self-play are true, a fit helps, and interrupted work goes on."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from test_cli import Captured, complaint, output

import shirokuro as sk
from shirokuro.engine import batch
from shirokuro.engine.evaluation import WEIGHTS, read_weights
from shirokuro.training.fit import (
    POSITION,
    Linear,
    Patterns,
    discs,
    errors,
    fit,
    is_held_out,
    labels,
    least_squares,
    networks_in,
)
from shirokuro.training.network import Network, train
from shirokuro.training.pipeline import Training, TrainingProgress
from shirokuro.training.self_play import SelfPlay, features_of, generate, patterns_of, read_positions
from shirokuro.training.settings import SMALL, Settings
from shirokuro.training.sums import Sums
from shirokuro.training.weights import Row, make_weights

QUICK = SelfPlay("reversi6", "hand", depth=2, selective=0, solved=9)

PATTERNED = ("nip", "nip40", "nip32", "nip+loop", "nip40+loop", "nip32+loop")
"""The round boards with patterns."""


def played(folder: Path, how: SelfPlay = QUICK, games: int = 40, threads: int = 1) -> Path:
    file = folder / f"{how.variant}-{threads}.positions"
    generate(how, games, file, threads)
    return file


# Self-play


@pytest.mark.parametrize("name", ["reversi", "reversi6", *PATTERNED])
def test_exact_labels_are_those_of_the_solver(tmp_path: Path, name: str) -> None:
    how = SelfPlay(name, "hand", depth=1, selective=10, solved=8)
    positions = read_positions(name, [played(tmp_path, how, 20)])
    exact = positions[positions["is_exact"] == 1]
    assert len(exact) > 50
    boards = np.stack([exact["own"], exact["opp"]], axis=1)
    assert (batch.solve(boards, variant=name).values == exact["margin"]).all()
    empties = len(sk.VARIANTS[name].cells) - discs(exact)
    assert 4 <= empties.min() <= empties.max() <= 8


def test_other_labels_are_the_margin_that_their_game_came_to(tmp_path: Path) -> None:
    positions = read_positions("reversi6", [played(tmp_path)])
    checked = 0
    for game in np.unique(positions["game"]):
        of_game = positions[positions["game"] == game]
        others = of_game[of_game["is_exact"] == 0]
        if 0 < len(others) < len(of_game):
            signs = (-1) ** (len(others) - np.arange(len(others)))
            assert (others["margin"] == signs * int(of_game["margin"][len(others)])).all()
            checked += 1
    assert checked > 10


def test_games_do_not_depend_on_threads_but_on_the_seed(tmp_path: Path) -> None:
    one, two, three = (played(tmp_path, threads=threads).read_bytes() for threads in (1, 2, 3))
    assert one == two == three
    generate(replace(QUICK, seed=2), 40, tmp_path / "other", 2)
    assert (tmp_path / "other").read_bytes() != one


def test_a_file_that_was_cut_off_or_interrupted_is_gone_on_with(tmp_path: Path) -> None:
    """More games are added; fewer leave it alone."""

    def interrupt(done: int) -> None:
        if done >= 32:
            raise KeyboardInterrupt

    whole = played(tmp_path, threads=2).read_bytes()
    file = played(tmp_path, games=10)
    contents = [file.read_bytes(), *(whole[:cut] for cut in (0, 1, 23, 24, 1000, -1, -24, -300))]
    file.unlink()
    with pytest.raises(KeyboardInterrupt):
        generate(QUICK, 40, file, 1, interrupt)
    assert 0 < file.stat().st_size < len(whole)
    for content in (file.read_bytes(), *contents):
        file.write_bytes(content)
        generate(QUICK, 40, file)
        assert file.read_bytes() == whole
    generate(QUICK, 5, file)
    assert file.read_bytes() == whole


def test_games_of_two_kinds_are_never_mixed(tmp_path: Path) -> None:
    file = played(tmp_path)
    with pytest.raises(ValueError, match="was begun with another depth, seed; name another file"):
        generate(replace(QUICK, seed=2, depth=3), 50, file)
    Path(f"{file}.json").unlink()
    with pytest.raises(ValueError, match="nothing says how its games were played"):
        generate(QUICK, 50, file)


def test_positions_of_another_board_or_of_none_are_refused(tmp_path: Path) -> None:
    file = played(tmp_path)
    positions = file.read_bytes()
    with pytest.raises(ValueError, match="these are positions of reversi6, not of nip32"):
        read_positions("nip32", [file])
    Path(f"{file}.json").unlink()
    for content, board, said in (
        (positions, "nip32", "no labelled positions of nip32"),
        (b"words, " * 10, "reversi6", "no labelled positions of reversi6"),
        (b"few", "reversi6", "no positions"),
    ):
        file.write_bytes(content)
        with pytest.raises(ValueError, match=said):
            read_positions(board, [file])


@pytest.mark.parametrize(
    ("kind", "wish", "message"),
    [
        (SelfPlay, {"variant": "reversi4"}, "there are patterns for reversi, reversi6, nip, nip40, nip32"),
        (SelfPlay, {"variant": "chess"}, "there are patterns for"),
        (SelfPlay, {"depth": 0}, "depth is a whole number, 1…60"),
        (SelfPlay, {"solved": 3}, "solved is a whole number, 4…60"),
        (SelfPlay, {"seed": -1}, "seed is a whole number, 0…"),
        (Settings, {"begin": "x"}, "begin: only networks"),
        (Settings, {"ridge": 0}, "ridge is a number, more than 0"),
        (Settings, {"outcome": 1.1}, "outcome is a number, 0…1"),
        (Settings, {"epochs": -1}, "epochs is a whole number, 0 or more"),
        (Settings, {"iterations": 0}, "iterations is a whole number, 1 or more"),
    ],
)
def test_impossible_settings_of_self_play_and_fits(kind: type, wish: dict[str, object], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        kind(**wish)


# The fit


def test_least_squares_finds_what_made_the_targets() -> None:
    dice = np.random.default_rng(1)
    true = dice.normal(size=30).astype(np.float32)
    features = dice.integers(0, 10, (5000, 3)).astype(np.uint32) + np.array([0, 10, 20], np.uint32)
    targets = Sums().rows(features, true)
    found = least_squares(Sums(), features, targets, 30, Settings(ridge=1e-3, iterations=60))
    assert np.abs(Sums().rows(features, found) - targets).max() < 0.01


def test_games_are_held_out_whole(tmp_path: Path) -> None:
    positions = read_positions("reversi6", [played(tmp_path, games=120)])
    held = is_held_out(positions)
    assert set(positions["game"][held]) == {0, 50, 100}
    assert errors(positions, positions["margin"] + 2.0) == (2.0, 2.0)


def test_phases_without_positions_take_the_nearest() -> None:
    patterns = Patterns("reversi6", 36, 16, 4, 2, 1)
    positions = np.zeros(1000, POSITION)
    positions["own"], positions["margin"], positions["game"] = 2**20 - 1, 6, np.arange(1000)
    features = np.tile(np.array([0, 1], np.uint32), (1000, 1))
    positions["guess"] = 6
    weights = fit(patterns, positions, features, Settings(least_positions=1000))
    assert len(weights) == 16
    assert all(weight is weights[0] for weight in weights)
    assert isinstance(weights[0], Linear)
    assert weights[0].numbers[:2].sum() == pytest.approx(6, abs=0.1)
    assert weights[0].packed(2)[0].sum() == pytest.approx(6 * 128, abs=13)
    with pytest.raises(ValueError, match="no phase of the game has 1001 positions"):
        fit(patterns, positions, features, Settings(least_positions=1001))


def test_labels_blend_the_result_with_what_the_search_found(tmp_path: Path) -> None:
    positions = read_positions("reversi6", [played(tmp_path)])
    exact = positions["is_exact"] == 1
    assert (positions["guess"][exact] == positions["margin"][exact]).all()
    assert (positions["guess"][~exact] != positions["margin"][~exact]).any()
    assert (labels(positions, 1) == positions["margin"]).all()
    assert (labels(positions, 0) == positions["guess"]).all()
    half = (positions["margin"].astype(float) + positions["guess"]) / 2
    assert labels(positions, 0.5) == pytest.approx(half)
    some = positions[~exact][:30]
    boards = batch.to_boards(np.stack([some["own"], some["opp"]], axis=1), variant="reversi6")
    with sk.Engine(table_mib=1, evaluator="hand") as engine:
        for board, guess in zip(boards, some["guess"], strict=True):
            engine.clear()
            assert engine.search(board, sk.Limits(depth=2)).value == guess


def test_a_network_learns_what_no_sum_can_say() -> None:
    """Whether two of the features go together."""
    dice = np.random.default_rng(1)
    features = dice.integers(0, 2, (20_000, 3)).astype(np.uint32) + np.array([0, 2, 4], np.uint32)
    targets = np.where(features[:, 0] % 2 == features[:, 1] % 2, 16, -16).astype(np.float32)
    found = train(Sums(), features, targets, 6, 100)
    assert np.abs(found.guesses(Sums(), features) - targets).mean() < 2
    straight = least_squares(Sums(), features, targets, 6, Settings(iterations=20))
    assert np.abs(Sums().rows(features, straight) - targets).mean() > 15


def test_vectors_that_no_position_had_are_nothing_or_stay_as_a_file_had_them() -> None:
    features, targets = np.tile(np.array([[0, 2], [1, 2]], np.uint32), (100, 1)), np.ones(200, np.float32)
    found = train(Sums(), features, targets, 4, 1).parts["table"]
    assert (found[3] == 0).all()
    assert (found[:3] != 0).any(axis=1).all()
    begun = train(Sums(), np.array([[0, 3]] * 200, np.uint32), targets, 4, 1)
    went_on = train(Sums(), features, targets, 4, 1, begun)
    assert (went_on.parts["table"][3] == begun.parts["table"][3]).all()


def test_a_network_goes_on_from_what_a_file_kept() -> None:
    dice = np.random.default_rng(2)
    features = dice.integers(0, 6, (4000, 3)).astype(np.uint32)
    targets = features.sum(axis=1).astype(np.float32)
    begun = train(Sums(), features, targets, 8, 4)
    table, layers = begun.packed(3)
    kept = Network.unpacked(table, layers)
    assert kept.packed(3)[0].tobytes() == table.tobytes()
    assert kept.packed(3)[1] == layers
    went_on = train(Sums(), features[:2000], targets[:2000], 8, 20, kept)
    missed = [np.abs(each.guesses(Sums(), features) - targets).mean() for each in (kept, went_on)]
    assert missed[1] < 0.8 * missed[0]


@pytest.mark.parametrize("board", ["reversi6", "nip"])
def test_only_networks_of_the_board_can_be_gone_on_from(board: str) -> None:
    """The shipped weights of 6x6 are numbers."""
    with pytest.raises(ValueError, match="no networks for reversi6"):
        networks_in(patterns_of("reversi6"), str(WEIGHTS / f"{board}.weights.gz"))


def test_features_are_free_weights() -> None:
    for name in ("reversi", "nip"):
        patterns = patterns_of(name)
        start = np.zeros(1, POSITION)
        start["own"], start["opp"] = int(sk.Board(name).own), int(sk.Board(name).opp)
        found = features_of(name, start, 1)
        assert found.shape == (1, patterns.features)
        assert found.max() < patterns.free_weights


# From end to end


def held_out(row: Row) -> float:
    return row.error.held_out


def check_weights(weights: Path, variant: str, positions: Path, settings: Settings) -> None:
    """An engine plays with them, and a second training makes the same file."""
    assert read_weights(weights).board == variant
    with sk.Engine(table_mib=1, weights=weights) as engine:
        assert engine.search(sk.Board(variant), sk.Limits(depth=4)).kind == "depth"
    again = weights.with_name("again.gz")
    make_weights(variant, [positions], again, settings)
    assert again.read_bytes() == weights.read_bytes()


@pytest.mark.parametrize(
    ("games", "empties"),
    [
        (500, [(5, 6)]),
        pytest.param(2000, [(19, 20), (17, 18), (15, 16), (13, 14), (11, 12)], marks=pytest.mark.long),
    ],
)
def test_fitted_weights_are_better_than_the_handcrafted_evaluation(
    tmp_path: Path, games: int, empties: list[tuple[int, int]]
) -> None:
    """On held-out games of 8x8 with so many empties."""
    file, weights = tmp_path / "positions", tmp_path / "weights.gz"
    generate(SelfPlay("reversi", "hand", depth=1 + (games > 500), selective=0, solved=8), games, file)
    rows = make_weights("reversi", [file], weights, Settings(ridge=16, iterations=12))
    near = [row for row in rows if row.error.empties in empties]
    assert [row.error.empties for row in near] == empties
    mean = [np.mean([guess(row) for row in near]) for guess in (held_out, lambda row: row.by_hand)]
    assert mean[0] < 0.95 * mean[1]
    check_weights(weights, "reversi", file, Settings(ridge=16, iterations=12))


@pytest.mark.parametrize(("games", "epochs"), [(400, 2), pytest.param(3000, 6, marks=pytest.mark.long)])
def test_a_network_is_trained_for_nip32(tmp_path: Path, games: int, epochs: int) -> None:
    """It guesses held-out games better than the handcrafted evaluation."""
    file, weights = tmp_path / "positions", tmp_path / "weights.gz"
    generate(SelfPlay("nip32", "hand", depth=1 + epochs // 6, selective=0, solved=9), games, file)
    rows = make_weights("nip32", [file], weights, Settings(epochs=epochs, least_positions=300))
    assert [row.error.empties for row in rows][-2:] == [(8, 14), (0, 7)]
    assert held_out(rows[-2]) < 0.95 * rows[-2].by_hand
    check_weights(weights, "nip32", file, Settings(epochs=epochs, least_positions=300))


def test_a_training_is_done_once(tmp_path: Path, capsys: Captured) -> None:
    run = ("train", "run", "reversi6", str(tmp_path), "--small", "--games", "400", "--match-games", "4")
    said = output(capsys, *run)
    assert "round 1: 400 games of self-play by hand" in said
    assert "empties   positions" in said
    assert "reversi6-1.weights.gz against hand: " in said
    kept = {file.name: file.read_bytes() for file in tmp_path.iterdir()}
    kinds = ("positions", "positions.json", "weights.gz", "match.json")
    assert set(kept) == {"course.json", *(f"reversi6-1.{kind}" for kind in kinds)}
    again = output(capsys, *run)
    assert "reversi6-1.weights.gz is there" in again
    assert "empties   positions" not in again
    assert {file.name: file.read_bytes() for file in tmp_path.iterdir()} == kept
    assert "was begun with another games" in complaint(capsys, *run[:-4], "--games", "500")


def test_a_second_round_goes_on_with_the_winner_of_the_first(tmp_path: Path) -> None:
    plan = replace(SMALL, variant="reversi6", rounds=2, games=300, match_games=2)
    won = {"is_better": True, "wins": 2, "draws": 0, "losses": 0}
    (tmp_path / "reversi6-1.match.json").write_text(json.dumps(won))
    seen: list[TrainingProgress] = []
    Training(plan, tmp_path, 1, seen.append).run()
    steps = [progress.step for progress in seen]
    assert "round 2: 300 games of self-play by reversi6-1.weights.gz" in steps
    assert any(step.startswith("reversi6-2.weights.gz against reversi6-1.weights.gz: ") for step in steps)
    assert sum(progress.row is not None for progress in seen) > 10
    assert {(each.done, each.total) for each in seen if each.step == "match"} == {(1, 2), (2, 2)}


# The command line


def test_training_step_by_step(capsys: Captured, tmp_path: Path) -> None:
    positions, weights = str(tmp_path / "positions"), str(tmp_path / "weights")
    wishes = ("--games", "300", "--depth", "2", "--selective", "12", "--solved", "9", "--threads", "2")
    assert "positions" in output(capsys, "train", "generate", "nip32", positions, *wishes)
    table = output(capsys, "train", "fit", "nip32", weights, positions, "--least-positions", "300")
    assert table.startswith("empties   positions   fitted   held out   hand\n")
    assert "MiB" in table
    match = ("train", "match", "nip32", weights, "--games", "4", "--nodes", "200")
    assert "Games | N: 4" in output(capsys, *match)
    found = json.loads(output(capsys, *match[:4], weights, *match[4:], "--json"))
    assert found["wins"] == found["losses"]  # against itself


def test_bad_input_to_training(capsys: Captured, tmp_path: Path) -> None:
    there = str(tmp_path / "positions")
    for message, *words in (
        ("there are patterns for", "generate", "nip24", there),
        ("games: 1…", "generate", "nip32", there, "--games", "0"),
        ("threads: ", "generate", "nip32", there, "--threads", "-1"),
        ("No such file", "generate", "nip32", f"{there}/x/y"),
        ("No such file", "fit", "nip32", there, f"{there}.none"),
        ("there is no folder", "fit", "nip32", f"{there}/x/y", there),
        ("No such file", "match", "nip32", there),
        ("rounds is a whole number, 1 or more", "run", "nip32", str(tmp_path), "--rounds", "0"),
    ):
        assert message in complaint(capsys, "train", *words)
