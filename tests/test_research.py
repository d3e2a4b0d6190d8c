"""Environments for researchers: the tests of their own ecosystems, and agreement with the slow rules."""

from __future__ import annotations

import subprocess
import sys
from random import Random
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, seed_test
from samples import forced_pass

import shirokuro as sk
from shirokuro import batch
from shirokuro.research import gymnasium_env, pettingzoo_env
from shirokuro.research.encoding import Encoding, encoding_of
from shirokuro.research.replay import replay
from shirokuro.research.vector_games import VectorGames


def shown(encoding: Encoding, board: sk.Board, colour: sk.Colour) -> np.ndarray[Any, Any]:
    """The planes of a side, cell by cell."""
    found = np.zeros(encoding.shape, dtype=np.int8)
    for square in board.variant.cells:
        if (disc := board.disc_at(square)) is not None:
            found[square // 8, square % 8, int(disc != colour)] = 1
    return found


# PettingZoo


def test_pettingzoo_accepts_every_board(every_variant: str) -> None:
    api_test(pettingzoo_env.env(every_variant), num_cycles=70)
    seed_test(lambda: pettingzoo_env.env(every_variant), num_cycles=70)


def test_an_agent_sees_its_discs_and_its_legal_actions(variant: str) -> None:
    env, encoding, random = pettingzoo_env.raw_env(variant), encoding_of(variant), Random(variant)
    env.reset()
    board = sk.Board(variant)
    while not board.is_over():
        agent = pettingzoo_env.AGENTS[board.turn]
        assert env.agent_selection == agent
        for colour, name in zip(sk.Colour, pettingzoo_env.AGENTS, strict=True):
            assert (env.observe(name)["observation"] == shown(encoding, board, colour)).all()
        moves = [*board.legal_moves] or [sk.PASS]
        actions = sorted(encoding.action(move) for move in moves)
        assert np.flatnonzero(env.observe(agent)["action_mask"]).tolist() == actions
        assert not env.observe(pettingzoo_env.AGENTS[1 - board.turn])["action_mask"].any()
        action = random.choice(actions)
        board.push(encoding.move(action))
        env.step(action)
    margin = board.margin()
    assert env.rewards == {"black_0": np.sign(margin), "white_0": -np.sign(margin)}
    assert env.infos == {"black_0": {"margin": margin}, "white_0": {"margin": -margin}}
    assert all(env.terminations.values())


def test_a_forced_pass_is_the_only_legal_action(variant: str) -> None:
    board, encoding = forced_pass(variant), encoding_of(variant)
    env = pettingzoo_env.raw_env(variant)
    env.reset(options={"board": board})
    agent = env.agent_selection
    assert np.flatnonzero(env.observe(agent)["action_mask"]).tolist() == [encoding.pass_action]
    env.step(encoding.pass_action)
    assert env.agent_selection != agent
    assert env.board.move_stack[-1] == sk.PASS


def test_an_illegal_action_loses_in_wrappers_and_is_an_error_without() -> None:
    env = pettingzoo_env.env()
    env.reset()
    env.step(0)
    assert env.rewards == {"black_0": -1, "white_0": 0}
    assert all(env.terminations.values())
    raw = pettingzoo_env.raw_env()
    raw.reset()
    for action, error in ((0, sk.IllegalMoveError), (64, sk.IllegalMoveError), (65, sk.InvalidMoveError)):
        with pytest.raises(error):
            raw.step(action)
        assert raw.board == sk.Board()
    with pytest.raises(sk.InvalidMoveError, match="0…64"):
        raw.step(None)


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: pettingzoo_env.env("nipp"), "nip"),
        (lambda: pettingzoo_env.env(render_mode="png"), "ansi, rgb_array, svg"),
        (lambda: pettingzoo_env.raw_env("nip").reset(options={"board": "f5d6"}), "reversi"),
        (lambda: gymnasium_env.AgainstPlayer("reversi10"), "reversi"),
        (lambda: gymnasium_env.AgainstPlayer(opponent="gredy"), "greedy"),
        (lambda: gymnasium_env.AgainstPlayer(colour="red"), "black, white, random"),
        (lambda: gymnasium_env.AgainstPlayer("nip", opponent="ssai"), "does not play"),
        (lambda: VectorGames(0), "games: 1 or more"),
        (lambda: VectorGames(3, "nipp"), "nip"),
        (lambda: encoding_of("reversi6").action(63), "no square"),
    ],
)
def test_wrong_settings_are_told_in_a_line(make: Any, message: str) -> None:
    with pytest.raises(ValueError, match=message) as error:
        make()
    assert "\n" not in str(error.value)


# Gymnasium


def test_gymnasium_accepts_every_board(every_variant: str) -> None:
    for colour in ("black", "white", "random"):
        made = {"variant": every_variant, "opponent": "random", "colour": colour}
        check_env(gymnasium.make(gymnasium_env.ENVIRONMENT, **made).unwrapped)


def play_out(env: Any, seed: int) -> tuple[float, dict[str, Any]]:
    """The reward and the last info of a game by the first legal action each time."""
    seen, info = env.reset(seed=seed)
    reward, is_over = 0.0, False
    while not is_over:
        assert reward == 0
        action = np.flatnonzero(seen["action_mask"])[0]
        seen, reward, is_over, is_cut, info = env.step(action)
        assert not is_cut
    return reward, info


def test_the_agent_meets_the_opponent_that_was_asked_for() -> None:
    """Its games are legal to the end, and a seed repeats them."""
    env = gymnasium.make(gymnasium_env.ENVIRONMENT, variant="nip24", opponent="random", colour="random")
    ends = [play_out(env, seed) for seed in (1, 1, 2, 3, 4)]
    assert ends[0] == ends[1]
    assert len({info["transcript"] for _, info in ends}) > 2
    assert {info["colour"] for _, info in ends} == {"black", "white"}
    for reward, info in ends:
        board = sk.Board.parse(info["transcript"], "nip24")
        assert board.is_over()
        assert info["margin"] == board.margin() * (1 if info["colour"] == "black" else -1)
        assert reward == np.sign(info["margin"])


def test_an_illegal_action_loses_against_a_player() -> None:
    env = gymnasium_env.AgainstPlayer("reversi6", "greedy")
    env.reset(seed=1)
    _, reward, is_over, _, info = env.step(0)
    assert (reward, is_over, info["is_illegal"]) == (-1.0, True, True)
    with pytest.raises(ValueError, match="call reset"):
        env.step(0)
    for action in (-1, 37):
        env.reset(seed=1)
        with pytest.raises(sk.InvalidMoveError, match="0…36"):
            env.step(action)


def test_pictures_show_the_board() -> None:
    for make in (pettingzoo_env.raw_env, gymnasium_env.AgainstPlayer):
        for mode in ("ansi", "rgb_array", "svg"):
            env = make("nip24", render_mode=mode)
            env.reset()
            picture = env.render()
            if mode == "ansi":
                assert picture == str(env.board)
            elif mode == "svg":
                assert picture == str(env.board.svg())
            else:
                assert picture.shape == (192, 192, 3)
                middles = picture[16::32, 16::32].astype(int).sum(axis=2)
                discs = [env.board.disc_at(8 * row + column) for row in (2, 3) for column in (2, 3)]
                shades = middles[2:4, 2:4].ravel()
                assert [shade < 200 for shade in shades] == [disc == sk.BLACK for disc in discs]
                env.close()


# Arrays


@pytest.mark.parametrize("auto_reset", [False, True])
def test_games_at_once_are_those_of_boards(variant: str, auto_reset: bool) -> None:
    games = VectorGames(30, variant, auto_reset=auto_reset)
    boards = [sk.Board(variant) for _ in range(len(games))]
    random, passes, ends = np.random.default_rng(1), 0, 0
    for _ in range(130):
        encoding, actions = games.encoding, games.random_actions(random)
        for board, mask, planes, over in zip(
            boards, games.masks(), games.planes(), games.is_over, strict=True
        ):
            assert (mask == encoding.mask(board)).all()
            assert over == board.is_over()
            if not over:
                assert (planes.transpose(1, 2, 0) == encoding.seen(board)).all()
        assert games.masks()[np.arange(30), actions][~games.is_over].all()
        before = [board.is_over() for board in boards]
        turns = [board.turn for board in boards]
        stepped = games.step(actions)
        for number, board in enumerate(boards):
            if before[number]:
                continue
            board.push(encoding.move(int(actions[number])))
            passes += board.must_pass()
            assert stepped.finished[number] == board.is_over()
            own = board.margin() * (1 if turns[number] == sk.BLACK else -1) if board.is_over() else 0
            assert stepped.rewards[number] == np.sign(own)
            assert stepped.margins[number] == (board.margin() if board.is_over() else 0)
            if board.is_over():
                ends += 1
                boards[number] = sk.Board(variant) if auto_reset else board
        assert games.must_pass.tolist() == [board.must_pass() for board in boards]
    assert passes
    assert ends > 30 if auto_reset else ends == 30


def test_an_illegal_action_moves_no_game() -> None:
    games = VectorGames(3, "reversi6")
    legal = games.random_actions(np.random.default_rng(1))
    before = games.positions.copy()
    wrong = {
        "game 1: a1 is illegal": [legal[0], 0, legal[2]],
        "game 2: pass is illegal": [legal[0], legal[1], 36],
        "game 0: actions are 0…36, not -1": [-1, 0, 0],
        "game 1: actions are 0…36, not 37": [legal[0], 37, 0],
        "3 integers are needed": [1, 2],
        "3 integers": [0.5, 0.5, 0.5],
    }
    for message, actions in wrong.items():
        with pytest.raises(ValueError, match=message):
            games.step(actions)
        assert (games.positions == before).all()


def test_arrays_cross_by_dlpack() -> None:
    games = VectorGames(5, "nip")
    for array in (games.positions, games.planes(), games.masks(), games.turns):
        assert (np.from_dlpack(array) == array).all()


def test_legal_actions_are_drawn_equally_often() -> None:
    games, random = VectorGames(40_000), np.random.default_rng(1)
    games.step(games.random_actions(random))
    squares = games.legal == games.legal[0]
    counts = np.unique(games.random_actions(random)[squares], return_counts=True)[1]
    assert len(counts) == sk.SquareSet(int(games.legal[0])).__len__()
    assert counts.min() > 0.93 * counts.mean()


# Replays


def test_a_replay_has_every_position(variant: str) -> None:
    moves = batch.random_games(60, seed=2, variant=variant).moves
    seen = replay(moves, variant=variant)
    for row, positions, turns in zip(moves, *seen, strict=True):
        board = sk.Board(variant)
        for ply, square in enumerate(row):
            if square != batch.NO_MOVE and board.must_pass():
                board.push_pass()
            assert positions[ply].tolist() == [int(board.own), int(board.opp)]
            assert turns[ply] == board.turn
            if square != batch.NO_MOVE:
                board.push(int(square))
        assert positions[-1].tolist() == [int(board.own), int(board.opp)]
    with pytest.raises(sk.IllegalMoveError, match="move 1 "):
        replay(np.zeros((1, 60), dtype=np.uint8))


def test_the_plain_package_loads_none_of_it() -> None:
    """And says in a line what is missing, where it is."""
    code = """
import sys, shirokuro, shirokuro.cli.command
assert not {"shirokuro.research", "gymnasium", "pettingzoo", "pyarrow"} & set(sys.modules)
for name in ("gymnasium", "pettingzoo", "pyspiel"):
    sys.modules[name] = None
for module in ("pettingzoo_env", "gymnasium_env", "open_spiel_game"):
    try:
        __import__(f"shirokuro.research.{module}")
    except ModuleNotFoundError as error:
        print(error)
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    lines = done.stdout.splitlines()
    assert [line.partition(":")[0] for line in lines] == [
        "this environment needs PettingZoo",
        "this environment needs Gymnasium",
        "this game needs OpenSpiel",
    ]
