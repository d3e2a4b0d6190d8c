"""What needs the extra `research-peers`: OpenSpiel's own tests, DLPack into JAX, programs of the page."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from test_doc_code import blocks

import shirokuro as sk
from shirokuro.research.vector_games import VectorGames

ROOT = Path(__file__).parent.parent
pytestmark = pytest.mark.long


@pytest.fixture(scope="module", autouse=True)
def output_stays_open() -> Iterator[None]:
    """absl, which OpenSpiel imports, would close the standard error that pytest captures.

    Its log handler closes its stream when logging is set up anew, as each server of a later test does.
    """
    yield
    if absl_logging := sys.modules.get("absl.logging"):
        absl_logging.get_absl_handler().python_handler.stream = sys.__stderr__


@pytest.fixture(scope="module")
def spiel() -> Any:
    import pyspiel

    import shirokuro.research.open_spiel_game

    assert shirokuro.research.open_spiel_game.GAME in pyspiel.registered_names()
    return pyspiel


def test_open_spiel_accepts_every_board(spiel: Any, every_variant: str) -> None:
    game = spiel.load_game(f"shirokuro(variant={every_variant})")
    spiel.random_sim_test(game, num_sims=5, serialize=True, verbose=False)


def test_open_spiel_plays_a_game_through_twice(spiel: Any, variant: str, tmp_path: Path) -> None:
    from absl import flags
    from open_spiel.python.algorithms import generate_playthrough

    flags.FLAGS.mark_as_parsed()
    text = generate_playthrough.playthrough(f"shirokuro(variant={variant})", None, seed=7)
    (tmp_path / "game.txt").write_text(text)
    first, again = generate_playthrough.replay(str(tmp_path / "game.txt"))
    assert first == again


def test_open_spiels_own_game_is_the_same_on_8x8(spiel: Any) -> None:
    """Its othello, in C++, has other rules written by others: legal actions, passes and ends agree."""
    ours, theirs = spiel.load_game("shirokuro"), spiel.load_game("othello")
    random = np.random.default_rng(1)
    for _ in range(20):
        one, two = ours.new_initial_state(), theirs.new_initial_state()
        while not one.is_terminal():
            assert one.current_player() == two.current_player()
            assert one.legal_actions() == two.legal_actions()
            action = int(random.choice(one.legal_actions()))
            one.apply_action(action)
            two.apply_action(action)
        assert two.is_terminal()
        # Where cells are left empty theirs counts discs alone, which decides alike.
        assert one.returns() == two.returns()


def test_open_spiel_refuses_what_is_wrong(spiel: Any) -> None:
    with pytest.raises((ValueError, RuntimeError), match="nip"):
        spiel.load_game("shirokuro(variant=nipp)")
    state = spiel.load_game("shirokuro").new_initial_state()
    with pytest.raises((sk.IllegalMoveError, RuntimeError, spiel.SpielError)):
        state.apply_action(0)
    assert state.board == sk.Board()


def test_the_program_for_open_spiel(capsys: pytest.CaptureFixture[str]) -> None:
    """That of docs/research.md."""
    (program,) = blocks("docs/research.md", "py")
    exec(program, {})
    board, returns = capsys.readouterr().out.rsplit("\n", 2)[:2]
    assert board.startswith("  a b c d e f")
    assert returns in ("[1.0, -1.0]", "[-1.0, 1.0]", "[0.0, 0.0]")


def test_jax_takes_the_arrays_without_a_copy() -> None:
    import jax

    games = VectorGames(64, "nip")
    for array in (games.planes(), games.masks(), games.turns):
        assert (np.asarray(jax.dlpack.from_dlpack(array)) == array).all()


def test_the_board_is_read_out_of_a_model_of_moves(tmp_path: Path) -> None:
    """The program of docs/research.md, in a small setting: what was trained knows more than what was not."""
    words = ["--games", "20000", "--steps", "150", "--probe-steps", "150"]
    line = [sys.executable, str(ROOT / "docs/board_in_a_sequence_model.py"), *words]
    done = subprocess.run(line, capture_output=True, text=True, cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    found = re.findall(r"^(untrained|layer \d) +([\d.]+)% +([\d.]+)%$", done.stdout, re.MULTILINE)
    read = {name: float(every) for name, every, _ in found}
    assert read["layer 3"] > read["untrained"] + 2
    legal = re.search(
        r"^likeliest move is legal: ([\d.]+)% before, ([\d.]+)% after$", done.stdout, re.MULTILINE
    )
    assert legal is not None
    assert float(legal[2]) > float(legal[1]) + 30
