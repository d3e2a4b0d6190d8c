"""The analysis without end: the best move first, the others behind it, and nothing searched in vain."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import pytest
from samples import random_board

import shirokuro as sk
from shirokuro.engine.best_first import LEAD, BestFirst, MoveStep
from shirokuro.engine.deepening import Mode


def run(
    board: sk.Board, mode: Mode = "exact", known: dict[int, sk.Result] | None = None
) -> tuple[list[MoveStep], dict[int, sk.Result]]:
    with sk.Engine() as engine:
        steps = [*BestFirst(engine, board, sk.Stop(), mode).run(known or {})]
    return steps, {step.move: step.result for step in steps if step.result}


@pytest.mark.parametrize("mode", ["exact", "wld"])
@pytest.mark.parametrize(("variant", "empties"), [("reversi", 9), ("reversi6", 19), ("nip24", 12)])
def test_at_its_end_every_move_has_the_value_of_an_analysis(variant: str, empties: int, mode: Mode) -> None:
    board = random_board(variant, len(sk.Board(variant).empties()) - empties, 3)
    _, found = run(board, mode)
    expected = sk.analyze(board, sk.Limits(), mode=mode)

    def values(results: Mapping[int, sk.Result]) -> dict[int, object]:
        known = {move: each.as_value() for move, each in results.items()}
        return {move: each.ending if mode == "wld" else each.discs for move, each in known.items()}

    assert values(found) == values(expected)
    assert all(result.kind in ("exact", mode) for result in found.values())


def test_the_best_move_leads_and_known_results_are_not_searched_again() -> None:
    board, stop = sk.Board.parse("f5d6c3"), sk.Stop()
    found: dict[int, sk.Result] = {}
    with sk.Engine() as engine:
        for step in BestFirst(engine, board, stop).run({}):
            if step.result:
                found[step.move] = step.result
            if len(found) == len(board.legal_moves) and max(each.depth for each in found.values()) == 11:
                stop.set()
        best = max(found, key=lambda move: found[move].value)
        assert found[best].depth == 11
        assert min(each.depth for each in found.values()) == 11 - 2 * LEAD
        stop = sk.Stop()
        for step in BestFirst(engine, board, stop).run(found):
            assert step.depth > min(each.depth for each in found.values())
            stop.set()
    _, solved = run(sk.Board.parse(board.line()), known={move: exact(each) for move, each in found.items()})
    assert solved == {}


def exact(result: sk.Result) -> sk.Result:
    return replace(result, kind="exact")
