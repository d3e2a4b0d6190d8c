"""The engine's evaluators: static values differ, exact values do not."""

from __future__ import annotations

import json
from typing import Any, cast

import pytest
from ffo import PROBLEMS
from test_cli import Captured, output, usage_error
from test_features import boards
from test_studies import endgames

import shirokuro as sk
from shirokuro.engine.evaluation import EVALUATORS, has_weights

OTHERS = EVALUATORS[1:]


@pytest.mark.parametrize("evaluator", OTHERS)
def test_exact_values_do_not_depend_on_the_evaluator(variant: str, evaluator: str) -> None:
    with sk.Engine(table_mib=1) as by_hand, sk.Engine(table_mib=1, evaluator=evaluator) as other:
        for board in endgames(variant, 15):
            assert other.solve(board).value == by_hand.solve(board).value, board
            assert other.solve(board, "wld").verdict() == by_hand.solve(board, "wld").verdict(), board


@pytest.mark.parametrize("evaluator", EVALUATORS)
def test_larger_endings_are_solved_with_every_evaluator(evaluator: str) -> None:
    """From 18 empties on the moves are ordered by evaluation and read selectively first."""
    with sk.Engine(table_mib=16, evaluator=evaluator) as engine:
        for problem in PROBLEMS[19:23]:
            board = sk.Board.parse(problem.line)
            result = engine.solve(board)
            assert (result.kind, result.value) == ("exact", problem.value)
            assert sk.move_name(cast(int, result.move)) in problem.moves.split()


def test_evaluators_differ() -> None:
    board = sk.Board.parse("f5d6c3d3c4f4f6f3")
    engines = [sk.Engine(evaluator=name) for name in EVALUATORS]
    nodes = {engine.search(board, sk.Limits(depth=6)).nodes for engine in engines}
    assert len(nodes) == 3 + has_weights("reversi")
    assert sk.evaluate(board) == sk.evaluate(board, "trained")
    assert len({sk.evaluate(board, name) for name in EVALUATORS}) > 1


@pytest.mark.parametrize("evaluator", OTHERS)
def test_guesses_are_discs_and_never_a_wipe_out(variant: str, evaluator: str) -> None:
    most = len(sk.VARIANTS[variant].cells) - 2
    guesses = [sk.evaluate(board, evaluator) for board in boards(variant, 10)]
    assert all(-most <= guess <= most for guess in guesses)
    assert len(set(guesses)) > 5


def test_an_unknown_evaluator() -> None:
    unknown: Any = "squarse"
    for use in (lambda: sk.Engine(evaluator=unknown), lambda: sk.evaluate(sk.Board(), unknown)):
        with pytest.raises(ValueError, match=r"no 'squarse', there are trained, hand, squares, features"):
            use()


def searched() -> list[tuple[str, str, int, int, tuple[int, ...]]]:
    """What this process's kernel finds a few plies deep; test_kernels compares it."""
    found = []
    for name in OTHERS:
        for variant in sk.VARIANTS:
            with sk.Engine(table_mib=1, evaluator=name) as engine:
                result = engine.search(sk.Board(variant), sk.Limits(depth=7))
            found.append((name, variant, result.value, result.nodes, result.pv))
    return found


# On the command line


def test_analyze_with_an_evaluator(capsys: Captured) -> None:
    asked = ("analyze", "f5d6c3", "--depth", "4")
    found = {name: output(capsys, *asked, "--evaluator", name) for name in EVALUATORS}
    assert len(set(found.values())) == 3 + has_weights("reversi")
    assert found["trained"] == output(capsys, *asked)
    assert "invalid choice: 'best'" in usage_error(capsys, "analyze", "f5", "--evaluator", "best")


def test_features_on_the_command_line(capsys: Captured) -> None:
    board = sk.Board.parse("f5d6c3")
    assert output(capsys, "features", "f5d6c3") == f"{sk.features(board)}\n"
    assert json.loads(output(capsys, "features", "f5d6c3", "--json")) == sk.features(board).to_dict()
    assert "undefined" in output(capsys, "features", sk.Board("nip24").line())
