"""The don't-care experiment's table in every form, count for count against a slow search in Python."""

from __future__ import annotations

from dataclasses import astuple, replace
from random import Random
from typing import Any, cast

import pytest
from samples import endgame

import shirokuro as sk
from shirokuro.engine.studies import (
    MASKINGS,
    DontCareRun,
    Masking,
    TableUse,
    dont_care_discs,
    dont_care_experiment,
)

UNKNOWN = 127
FORMS = {
    "ours": TableUse(),
    "finished games too": TableUse(from_empties=0),
    "from two empties": TableUse(from_empties=2),
    "from four empties": TableUse(from_empties=4),
    "no cut-offs": TableUse(stored="no-cut-offs"),
    "no fail-lows": TableUse(stored="no-fail-lows"),
    "exact values": TableUse(stored="exact"),
    "replaced": TableUse(again="replace"),
    "kept": TableUse(again="keep"),
    "fail-hard": TableUse(fails="hard"),
    "few entries": TableUse(node_bytes=4_000_000),
    "the discs alone": TableUse(key="discs"),
    "taken for exact": TableUse(stored="as-exact"),
    "taken for exact, kept": TableUse(stored="as-exact", again="keep"),
    "many at once": TableUse(0, "no-fail-lows", "replace", "hard", "discs", 3_000_000),
}
WRONG = ("as-exact",)
"""What may be stored though it is not true."""


class SlowSearch:
    """The same search as plainly as can be: bounds in a dictionary, the discs left out by their squares."""

    def __init__(self, masking: Masking, use: TableUse) -> None:
        self.masking, self.use = masking, use
        self.most = 100_000_000 // use.node_bytes
        self.table: dict[object, tuple[int, int]] = {}
        self.counts = dict.fromkeys(("positions", "probes", "hits", "cuts", "stores", "emptyings"), 0)

    def run(self, board: sk.Board) -> tuple[int, ...]:
        self.root = board.turn
        value = self.search(board, -UNKNOWN, UNKNOWN)
        return (value, *self.counts.values(), len(self.table))

    def search(self, board: sk.Board, alpha: int, beta: int) -> int:
        self.counts["positions"] += 1
        if len(board.empties()) < self.use.from_empties:
            return self.expand(board, alpha, beta)
        key, offset = self.key(board)
        self.counts["probes"] += 1
        if key in self.table:
            self.counts["hits"] += 1
            lower, upper = (self.turned(board, self.table[key])[i] + offset for i in (0, 1))
            if lower >= beta or upper <= alpha or lower == upper:
                self.counts["cuts"] += 1
                return lower if lower >= beta else upper
        value = self.expand(board, alpha, beta)
        if not board.is_over() or self.use.from_empties == 0:
            kind = "exact" if board.is_over() else self.kind(value, alpha, beta)
            self.store(key, kind, self.turned(board, self.bounds(kind, value - offset)))
        return value

    def expand(self, board: sk.Board, alpha: int, beta: int) -> int:
        if board.is_over():
            return board.final_value("plain")
        best = -UNKNOWN
        for move in sorted(board.legal_moves) or [sk.PASS]:
            child = board.copy(stack=False)
            child.push(move)
            best = max(best, -self.search(child, -beta, -max(alpha, best)))
            if best >= beta:
                break
        return min(max(best, alpha), beta) if self.use.fails == "hard" else best

    def key(self, board: sk.Board) -> tuple[object, int]:
        """And what the discs left out add to the value of the side to move."""
        left_out = dont_care_discs(board, self.masking)
        own, opp = board.position.own, board.position.opp
        discs: tuple[object, ...] = (int(own - left_out), int(opp - left_out))
        if self.use.key == "discs":
            discs = (int(board.discs(sk.BLACK) - left_out), int(board.discs(sk.WHITE) - left_out))
        return (discs, int(left_out)), len(own & left_out) - len(opp & left_out)

    def turned(self, board: sk.Board, bounds: tuple[int, int]) -> tuple[int, int]:
        """Between the mover's view and the table's."""
        is_other = self.use.key == "discs" and board.turn != self.root
        return (-bounds[1], -bounds[0]) if is_other else bounds

    def kind(self, value: int, alpha: int, beta: int) -> str:
        return "cut-off" if value >= beta else "fail-low" if value <= alpha else "exact"

    def bounds(self, kind: str, value: int) -> tuple[int, int]:
        is_exact = kind == "exact" or self.use.stored == "as-exact"
        lower = value if is_exact or kind == "cut-off" else -UNKNOWN
        return lower, value if is_exact or kind == "fail-low" else UNKNOWN

    def store(self, key: object, kind: str, bounds: tuple[int, int]) -> None:
        both = ["cut-off", "fail-low"]
        unwanted = {"no-cut-offs": both[:1], "no-fail-lows": both[1:], "exact": both}
        if kind in unwanted.get(self.use.stored, []):
            return
        if key not in self.table:
            self.add(key, bounds)
        elif self.use.again == "replace" or (self.use.again == "narrow" and self.use.stored in WRONG):
            self.table[key] = bounds
        elif self.use.again == "narrow":
            lower, upper = self.table[key]
            self.table[key] = max(lower, bounds[0]), min(upper, bounds[1])

    def add(self, key: object, bounds: tuple[int, int]) -> None:
        self.counts["stores"] += 1
        if len(self.table) == self.most:
            self.counts["emptyings"] += 1
            self.table.clear()
        self.table[key] = bounds


BOARDS = [
    endgame(variant, empties, Random(f"{variant} {empties} {seed}"))
    for variant, empties, seed in (("reversi", 6, 1), ("reversi6", 7, 2), ("nip", 6, 3), ("nip24", 6, 4))
]


@pytest.mark.parametrize("form", FORMS)
def test_every_form_counts_as_its_slow_search_does(form: str) -> None:
    """Only bounds taken for values can mislead.

    A key of the discs alone can too, where both sides could be to move; none of these boards is such.
    """
    use = FORMS[form]
    for board in BOARDS:
        for masking in MASKINGS:
            run = dont_care_experiment(board, masking, use=use)
            assert astuple(run)[:-1] == SlowSearch(masking, use).run(board), board
        if use.stored not in WRONG:
            assert dont_care_experiment(board, use=use).value == sk.solve(board, scoring="plain").value


def counted(form: str) -> list[DontCareRun]:
    boards = [endgame("reversi", 10, Random(seed)) for seed in range(4)]
    return [dont_care_experiment(board, "off", use=FORMS[form]) for board in boards]


def test_every_form_counts_differently_from_ours() -> None:
    found = {form: [astuple(run)[1:-1] for run in counted(form)] for form in FORMS}
    ours = found.pop("ours")
    assert [form for form, runs in found.items() if runs == ours] == []
    assert all(run.probes == run.positions for run in counted("finished games too"))


def test_a_key_of_the_discs_alone_saves_the_entries_of_passes() -> None:
    ours, discs = (sum(run.stores for run in counted(form)) for form in ("ours", "the discs alone"))
    assert discs < ours


def test_what_is_left_is_what_was_stored_until_the_table_is_full() -> None:
    assert all(run.entries == run.stores for run in counted("ours"))
    small = dont_care_experiment(BOARDS[0], use=replace(TableUse(), node_bytes=10_000_000))
    assert small.stores > small.entries > 0
    assert small.emptyings > 0


def test_bad_input() -> None:
    with pytest.raises(ValueError, match="from_empties: 0 or more, not -1"):
        TableUse(from_empties=-1)
    with pytest.raises(ValueError, match="node_bytes: 1 or more, not 0"):
        TableUse(node_bytes=0)
    for name in ("stored", "again", "fails", "key"):
        with pytest.raises(ValueError, match=f"{name}: no 'some'"):
            dont_care_experiment(BOARDS[0], use=TableUse(**cast(Any, {name: "some"})))
