"""Don't-care discs: nothing depends on their colour, whatever the board, the scoring and the engine."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from random import Random

import pytest
import reference
from samples import endgame

import shirokuro as sk
from shirokuro.board.board import SCORINGS, Scoring
from shirokuro.engine import studies
from shirokuro.engine.studies import Masking

TESTS: tuple[Masking, ...] = ("full-lines", "wide")


def endgames(variant: str, games: int, most: int, seed: int) -> Iterator[sk.Board]:
    random = Random(f"{variant} {seed}")
    room = len(sk.VARIANTS[variant].cells) - 4
    for _ in range(games):
        yield endgame(variant, random.randint(1, min(most, room)), random)


def recoloured(board: sk.Board, squares: sk.SquareSet) -> sk.Board:
    black, white = board.discs(sk.BLACK), board.discs(sk.WHITE)
    return sk.Board.from_cells(black ^ squares, white ^ squares, board.turn, board.variant.name)


def offset(board: sk.Board, squares: sk.SquareSet) -> int:
    """What some discs add to the value of the side to move."""
    return len(board.position.own & squares) - len(board.position.opp & squares)


def margin_for_mover(board: sk.Board, scoring: Scoring) -> int:
    margin = board.margin(scoring)
    return margin if board.turn == sk.BLACK else -margin


def children(board: sk.Board) -> Iterator[sk.Board]:
    for move in board.legal_moves or [sk.PASS]:
        child = board.copy(stack=False)
        child.push(move)
        yield child


# The definition, slowly


class SlowTest:
    """Both tests as docs/dont_care.md states them, over the reference's rays, with clauses to take out."""

    def __init__(self, line: str, variant: str, *, without: str = "") -> None:
        self.rules = reference.RULES[variant]
        self.discs = dict(zip(self.rules.cells, line, strict=False))
        self.without = without

    def full_lines(self) -> set[str]:
        return {
            cell
            for cell in self.filled()
            if self.ring_is_safe(cell) and not any(map(self.holes, self.rays(cell)))
        }

    def wide(self) -> set[str]:
        return {
            cell
            for cell in self.filled()
            if self.ring_is_safe(cell) and all(self.no_run_comes(cell, way) for way in range(8))
        }

    def filled(self) -> set[str]:
        return {cell for cell in self.rules.cells if self.discs[cell] != reference.EMPTY}

    def rays(self, cell: str) -> list[list[str]]:
        """The eight straight ones; way i and way 7 - i are opposite."""
        return self.rules.rays[cell][:8]

    def holes(self, ray: list[str]) -> list[int]:
        return [i for i, cell in enumerate(ray) if self.discs[cell] == reference.EMPTY]

    def ring_is_safe(self, cell: str) -> bool:
        return self.without == "ring" or cell not in self.rules.ring or not self.holes(self.rules.ring)

    def no_run_comes(self, cell: str, way: int) -> bool:
        ray = self.rays(cell)[way]
        holes = self.holes(ray)
        if not holes:
            return True
        if len(holes) > 1 and self.without != "one empty cell":
            return False
        fixed = {self.discs[disc] for disc in ray[: holes[0]] if self.is_fixed(disc, way)}
        return len(fixed) == 2 or (len(fixed) == 1 and self.without == "both colours")

    def is_fixed(self, cell: str, way: int) -> bool:
        """Whether a disc is turned along no other axis than this way's."""
        if self.without == "fixed":
            return True
        rays = self.rays(cell)
        axes = [(rays[i], rays[7 - i]) for i in range(4) if i not in (way, 7 - way)]
        return self.ring_is_safe(cell) and all(
            not (forth and back and (self.holes(forth) or self.holes(back))) for forth, back in axes
        )


def named(squares: sk.SquareSet) -> set[str]:
    return {sk.square_name(square) for square in squares}


def test_the_core_finds_what_the_definition_says(variant: str) -> None:
    found = 0
    for board in endgames(variant, 150, 14, seed=1):
        slow = SlowTest(board.line(), variant)
        full_lines = named(studies.dont_care_discs(board, "full-lines"))
        wide = named(studies.dont_care_discs(board, "wide"))
        assert full_lines == slow.full_lines(), board
        assert wide == slow.wide(), board
        assert full_lines <= wide
        assert not studies.dont_care_discs(board, "off")
        found += len(wide)
    assert found > 0


def test_the_wider_test_finds_more() -> None:
    boards = list(endgames("reversi", 100, 10, seed=2))
    narrow, wide = ([len(studies.dont_care_discs(board, test)) for board in boards] for test in TESTS)
    assert sum(wide) > 1.1 * sum(narrow)


def test_without_empty_cells_every_disc_is_dont_care(variant: str) -> None:
    cells = sk.VARIANTS[variant].cells
    some = sk.SquareSet(list(cells)[::3])
    board = sk.Board.from_cells(some, cells - some, sk.BLACK, variant)
    for test in TESTS:
        assert studies.dont_care_discs(board, test) == cells


# Colours do not matter


def subset(squares: sk.SquareSet, random: Random) -> sk.SquareSet:
    return sk.SquareSet(square for square in squares if random.random() < 0.5)


def balanced(board: sk.Board, squares: sk.SquareSet, random: Random) -> sk.SquareSet:
    """As many of one's own as of the other's, so that recolouring them keeps the offset."""
    own, opp = list(board.position.own & squares), list(board.position.opp & squares)
    some = random.randint(0, min(len(own), len(opp)))
    return sk.SquareSet(random.sample(own, some) + random.sample(opp, some))


@pytest.mark.parametrize("test", TESTS)
def test_recolouring_adds_the_offset_and_nothing_else(variant: str, test: Masking) -> None:
    random = Random(f"{variant} {test}")
    changed = 0
    with sk.Engine(table_mib=0.1) as engine:
        for board in endgames(variant, 60, 10, seed=3):
            discs = studies.dont_care_discs(board, test)
            for some in (discs, subset(discs, random), balanced(board, discs, random)):
                other = recoloured(board, some)
                assert studies.dont_care_discs(other, test) == discs
                shift = offset(other, discs) - offset(board, discs)
                plain = [engine.solve(b, scoring="plain").value for b in (board, other)]
                assert plain[1] - plain[0] == shift, (board, other)
                if shift == 0:
                    winner = [engine.solve(b, scoring="winner").value for b in (board, other)]
                    assert winner[0] == winner[1], (board, other)
                changed += len(some)
    assert changed > 0


class WholeTree:
    """Every position below a board with its value, by plain minimax."""

    def __init__(self, board: sk.Board, scoring: Scoring) -> None:
        self.scoring = scoring
        self.values: dict[sk.Position, int] = {}
        self.search(board)

    def search(self, board: sk.Board) -> int:
        position = board.position
        if position not in self.values:
            self.values[position] = (
                margin_for_mover(board, self.scoring)
                if board.is_over()
                else max(-self.search(child) for child in children(board))
            )
        return self.values[position]


@pytest.mark.parametrize(
    ("name", "empties"),
    [("reversi4", 9), ("nip12", 8), ("nip12+loop", 8), ("nip24", 7), ("nip24+loop", 7), ("reversi6", 7)],
)
@pytest.mark.parametrize("scoring", SCORINGS)
def test_equal_keys_mean_equal_values(name: str, empties: int, scoring: Scoring) -> None:
    """Over whole trees: what a table would take for the same has the same value, up to the offset."""
    random = Random(f"{name} {scoring}")
    tree = WholeTree(endgame(name, empties, random), scoring)
    for test in TESTS:
        by_key: dict[tuple[int, int, int], int] = {}
        for position, value in tree.values.items():
            board = sk.Board.from_position(position)
            discs = studies.dont_care_discs(board, test)
            shift = offset(board, discs)
            key = (int(position.own | discs), int(position.opp | discs), shift * (scoring == "winner"))
            rest = value - shift * (scoring == "plain")
            assert by_key.setdefault(key, rest) == rest, board
        assert len(by_key) < len({(p.own, p.opp) for p in tree.values})


# Every clause is needed


@pytest.mark.parametrize(
    ("clause", "line", "cell"),
    [
        ("ring", "XXXXOOOOXXOOXXXXOXOOXXOXOXOOXXOXOXOOOXXXOXOOOXXXOO-X O", "b2"),
        ("one empty cell", "-XOXXX-XOOXXXXOXXXXOOXXOOOOOOOXXXXOO X", "a6"),
        ("fixed", "XXXXXXXXOXX-XOOOXOXXOOOOXXOOO-XXOOOO X", "a2"),
        ("both colours", "OOOOOXOOXOOO-OOXOOXOXOOOXOOOOOXOOOOO X", "a1"),
    ],
)
def test_without_a_clause_the_test_would_be_wrong(clause: str, line: str, cell: str) -> None:
    board = sk.Board.parse(line)
    variant = board.variant.name
    disc = sk.SquareSet([sk.parse_square(cell)])
    assert cell not in SlowTest(line, variant).wide()
    assert cell in SlowTest(line, variant, without=clause).wide()
    other = recoloured(board, disc)
    before, after = (WholeTree(b, "plain").search(b) for b in (board, other))
    assert after - before != offset(other, disc) - offset(board, disc)


def test_the_straight_lines_alone_are_not_enough_for_the_rim() -> None:
    """In the first of those positions black would turn b2 from e8, round the rim and along no line."""
    board = sk.Board.parse("XXXXOOOOXXOOXXXXOXOOXXOXOXOOXXOXOXOOOXXXOXOOOXXXOO-X X")
    assert named(board.empties()) == {"e8"}
    assert "b2" in SlowTest(board.line(), "nip", without="ring").full_lines()
    assert "b2" in named(board.flips("e8"))
    for test in TESTS:
        assert "b2" not in named(studies.dont_care_discs(board, test))


# The engine


@pytest.mark.parametrize("scoring", SCORINGS)
def test_the_engine_gives_the_same_values(variant: str, scoring: Scoring) -> None:
    boards = list(endgames(variant, 12, 14, seed=4))
    with sk.Engine(table_mib=1) as engine:
        known = [engine.solve(board, scoring=scoring).value for board in boards]
    for threads, table_mib in ((1, 0.01), (2, 0.01), (4, 0.1), (1, 4), (2, 1), (4, 16)):
        with sk.Engine(threads, table_mib) as engine:
            for test in studies.MASKINGS:
                found = [engine.solve(board, scoring=scoring, dont_care=test).value for board in boards]
                assert found == known, (threads, table_mib, test)


def test_who_wins_is_the_same(variant: str) -> None:
    with sk.Engine(table_mib=0.1) as engine:
        for board in endgames(variant, 12, 13, seed=5):
            exact = engine.solve(board).value
            for test in studies.MASKINGS:
                wld = engine.solve(board, "wld", dont_care=test).value
                assert (wld > 0) - (wld < 0) == (exact > 0) - (exact < 0)


def test_the_engine_gives_the_same_values_whatever_it_looks_up(variant: str) -> None:
    with sk.Engine(table_mib=0.1) as engine:
        for board in endgames(variant, 6, 11, seed=6):
            known = engine.solve(board, scoring="plain").value
            for test, table_from in product(("off", "full-lines"), (1, 2, 3, 4, 5, 7, 9, 13)):
                found = engine.solve(board, scoring="plain", dont_care=test, table_from=table_from)
                assert found.value == known, board


# The engine's counters


def test_the_engine_looks_up_no_less_than_it_is_told() -> None:
    board = endgame("reversi", 12, Random(11))
    with sk.Engine(table_mib=1) as engine:
        by_threshold = {}
        for table_from in range(1, 14):
            engine.clear()
            by_threshold[table_from] = engine.solve(board, table_from=table_from).counters.probes
        engine.clear()
        assert engine.solve(board).counters.probes == by_threshold[6]
        assert sorted(by_threshold.values(), reverse=True) == list(by_threshold.values())
        for wrong in (0, 14):
            with pytest.raises(ValueError, match=rf"table_from: 1…13 are possible, not {wrong}"):
                engine.solve(board, table_from=wrong)


def test_a_finished_game_uses_no_table() -> None:
    cells = sk.VARIANTS["nip24"].cells
    with sk.Engine(table_mib=0.1) as engine:
        result = engine.solve(sk.Board.from_cells(cells, [], variant="nip24"), dont_care="wide")
    assert result.counters == sk.Counters(0, 0, 0, 0)


@pytest.mark.parametrize("threads", [1, 4])
@pytest.mark.parametrize("test", studies.MASKINGS)
def test_counters_are_parts_of_each_other(threads: int, test: Masking) -> None:
    with sk.Engine(threads, table_mib=1) as engine:
        counters = engine.solve(endgame("reversi", 14, Random(9)), dont_care=test).counters
    assert counters.probes > counters.hits > counters.cuts > 0
    # Whatever is stored was looked up first, and not cut off.
    assert 0 < counters.stores <= counters.probes - counters.cuts


@pytest.mark.parametrize("test", studies.MASKINGS)
def test_a_second_search_finds_what_the_first_one_stored(test: Masking) -> None:
    """Over some endings: of one alone a change in the order of moves can outweigh it."""
    nodes, stores = [0, 0], [0, 0]
    with sk.Engine(table_mib=4) as engine:
        for seed in range(10, 18):
            board = endgame("nip", 14, Random(seed))
            engine.clear()
            results = [engine.solve(board, dont_care=test) for _ in range(2)]
            engine.clear()
            assert engine.solve(board, dont_care=test).counters == results[0].counters
            for number, result in enumerate(results):
                nodes[number] += result.nodes
                stores[number] += result.counters.stores
    assert nodes[1] < nodes[0]
    assert stores[1] < stores[0]
