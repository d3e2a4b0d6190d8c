"""The rival: it steers games to its aims, learns from them, reads endings right, and plays to lose."""

from __future__ import annotations

import json
from dataclasses import replace
from random import Random

import pytest
import samples

import shirokuro as sk
from shirokuro.players.rival.aim import drawn_aim, is_equal
from shirokuro.players.rival.anti import LATE_PLIES, choose_to_lose
from shirokuro.players.rival.character import CHARACTERS, Character, rim
from shirokuro.players.rival.ending import ENDING_NODES, choose_in_ending
from shirokuro.players.rival.ending_tree import prospects, welcome
from shirokuro.players.rival.judging import Judged, judged
from shirokuro.players.rival.knowledge import STRANGER
from shirokuro.players.rival.memory import Aim, RivalMemory, SideRecord
from shirokuro.players.rival.opponent_model import UNSEEN, OpponentModel, chances
from shirokuro.players.rival.rival import Rival
from shirokuro.players.rival.situation import Situation
from shirokuro.players.rival.steering import gives_a_corner, steer
from shirokuro.players.rival.strength import Strength
from shirokuro.seed import seed_in_game

QUICK = "rival:nodes=3000"
STRONG = replace(UNSEEN, logs=(*(-99.0,) * 15, 0.0), moves=14.0)
"""Of somebody who hardly errs."""
NO_TASTE = Character()


def rival(spec: str = QUICK, memory: RivalMemory | None = None) -> Rival:
    found = sk.player(spec)
    assert isinstance(found, Rival)
    return found if memory is None else found.with_memory(memory)


# Even games


@pytest.mark.parametrize("variant", ["reversi", "nip", "reversi6"])
def test_games_end_as_it_aims(variant: str) -> None:
    reached, aims = 0, set()
    for seed in range(6):
        record = sk.play(QUICK, "value-map", seed=seed, variant=variant, strict=True)
        report = rival().report(record)
        reached += report.is_reached
        aims.add(report.aim)
    assert aims == {"win", "lose"}
    assert reached >= 5


@pytest.mark.long
@pytest.mark.parametrize("opponent", ["random", "greedy", "strong:depth=1", "engine:level=5", "weak:depth=1"])
def test_games_against_many_end_as_it_aims(opponent: str) -> None:
    records = [sk.play("rival", opponent, seed=seed, strict=True) for seed in range(20)]
    reports = [rival("rival").report(record) for record in records]
    assert sum(report.is_reached for report in reports) >= 14


def test_a_fixed_rival_aims_at_nothing() -> None:
    record = sk.play(f"{QUICK},mode=fixed", "random", seed=1, strict=True)
    report = rival(f"{QUICK},mode=fixed").report(record)
    assert report.aim is None
    assert not report.is_reached
    assert report.memory.black.games == 1


def test_seconds_cap_a_move() -> None:
    board = sk.Board.parse("f5d6c3d3c4")
    assert sk.player("rival:seconds=0.01").choose(board).move in board.legal_moves


# Aims


def test_the_aim_is_drawn_once_a_game() -> None:
    aims = [drawn_aim(SideRecord(), seed) for seed in range(400)]
    assert 160 < aims.count("win") < 240
    assert [drawn_aim(SideRecord(), seed) for seed in range(400)] == aims
    assert [drawn_aim(SideRecord(wins=50), seed) for seed in range(400)].count("win") < 80


def test_against_an_equal_it_aims_to_win() -> None:
    strong = Strength(30, 12.0, 40.0)
    assert is_equal(replace(STRANGER, strength=strong))
    assert not is_equal(STRANGER)
    assert not is_equal(replace(STRANGER, strength=Strength(30, 90.0, 500.0)))
    memory = RivalMemory(knowledge=replace(STRANGER, strength=Strength(300, 60.0, 100.0)))
    record = sk.play(QUICK, "engine:level=11", "f5d6c3d3c4", seed=3)
    report = rival(memory=memory).report(record)
    assert (report.aim, report.is_equal) == ("win", True)


# Learning


def test_it_learns_from_a_game_as_from_its_record() -> None:
    record = sk.play("value-map", QUICK, seed=5)
    memory = rival().learn(record)
    assert memory.black == SideRecord()
    assert memory.white.games == 1
    assert memory.white.wins == (record.margin() < 0)
    assert memory.knowledge.strength.moves > 5
    again = sk.Record.from_json(record.to_json())
    assert rival().learn(again) == memory == RivalMemory.from_dict(json.loads(json.dumps(memory.to_dict())))
    assert rival(memory=memory).learn(record).white.games == 2


def test_the_report_says_what_both_sides_lost() -> None:
    record = sk.play(QUICK, "random", seed=2, variant="reversi6")
    report = rival().report(record)
    assert report.margin == record.margin()
    assert report.colour == sk.BLACK
    assert not set(report.losses) & set(report.opponent_losses)
    for side, losses in ((sk.BLACK, report.losses), (sk.WHITE, report.opponent_losses)):
        boards = {ply: board for ply, board in enumerate(record.boards(), 1) if board.turn == side}
        assert set(losses) == {ply for ply, board in boards.items() if len(board.legal_moves) > 1}
    assert all(loss >= 0 for loss in (*report.losses.values(), *report.opponent_losses.values()))
    assert sum(report.opponent_losses.values()) > 0


def test_the_aim_of_the_report_is_the_one_it_played_by() -> None:
    for seed in range(6):
        record = sk.play("random", QUICK, seed=seed, variant="nip12")
        own = seed_in_game(seed, sk.WHITE, 0)
        assert rival().report(record).aim == drawn_aim(SideRecord(), own)
        played = rival().with_seed(own)
        assert played.report(replace(record, seed=None), sk.WHITE).aim == drawn_aim(SideRecord(), own)


def test_games_it_cannot_learn_from() -> None:
    record = sk.play("greedy", "random", variant="reversi4")
    with pytest.raises(ValueError, match="did not play this game"):
        rival().learn(record)
    assert rival().learn(record, sk.BLACK).black.games == 1
    with pytest.raises(ValueError, match="not over"):
        rival().learn(sk.Record.from_board("f5d6"), sk.BLACK)


def test_of_itself_it_learns_nothing() -> None:
    record = sk.play(QUICK, QUICK, variant="reversi4")
    assert rival().learn(record) == RivalMemory()


def test_what_it_knows_in_the_course_of_a_game() -> None:
    record = sk.play(QUICK, "weak:depth=1", seed=1)
    board = record.board()
    while len(board.empties()) > 20:
        board.pop()
    while len(board.empties()) < 21:
        board.pop()
    known = rival().knowledge(board, sk.BLACK)
    assert known.model.plays_to_lose > 0.8
    assert known.strength.levels[0] <= known.strength.level <= known.strength.levels[1]
    assert rival().knowledge(board, sk.WHITE) != known


@pytest.mark.parametrize("jobs", [1, 2])
@pytest.mark.filterwarnings("ignore:players that learn")
def test_a_match_carries_its_memory(jobs: int) -> None:
    terms = {"games": 4, "variant": "nip12", "openings": [""], "seed": 3}
    result = sk.match(QUICK, "random", memory=True, jobs=jobs, **terms)  # type: ignore[arg-type]
    assert not result.forfeits
    memory = RivalMemory()
    for game in result.games:
        memory = rival(memory=memory).learn(game.record)
    assert result.games[-1].memory == (memory, None)
    assert memory.games == 4


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_rival_with_a_memory_plays_matches_with_it(jobs: int) -> None:
    """A specification would make one that has forgotten everything."""
    memory = RivalMemory(black=SideRecord(wins=90), white=SideRecord(wins=90))
    own = rival(memory=memory)
    assert own.spec == ""
    assert rival().spec == rival().name == QUICK
    result = sk.match(own, "random", 6, variant="nip12", openings=[""], jobs=jobs)
    expected = [
        sk.play(*((own, "random") if number % 2 == 0 else ("random", own)), variant="nip12", seed=seed)
        for number, seed in ((game.fixture.number, game.fixture.seed) for game in result.games)
    ]
    assert [game.record.moves for game in result.games] == [record.moves for record in expected]


# Endings


def slow_prospect(board: sk.Board, is_own: bool, beta: float, aim: Aim) -> tuple[int, float]:
    """The exact value and how welcome what may come is, without any memory."""
    if board.is_over():
        margin = board.margin() * (1 if (board.turn == sk.BLACK) == is_own else -1)
        return margin, welcome(aim, margin)
    found = []
    for move in list(board.legal_moves) or [sk.PASS]:
        board.push(move)
        found.append(slow_prospect(board, not is_own, beta, aim))
        board.pop()
    if is_own:
        return max(value for value, _ in found), max(hope for _, hope in found)
    likely = chances(beta, [-value for value, _ in found])
    return min(value for value, _ in found), sum(c * hope for c, (_, hope) in zip(likely, found, strict=True))


@pytest.mark.parametrize("variant", ["reversi", "nip", "reversi4"])
@pytest.mark.parametrize(("beta", "aim"), [(0.2, "win"), (-0.5, "lose")])
def test_endings_are_read_as_slowly_and_plainly(variant: str, beta: float, aim: Aim) -> None:
    last = len(sk.VARIANTS[variant].cells) - 4
    for board in samples.boards_with_a_choice(variant, range(last - 5, last - 3), 4):
        exact = sk.analyze(board, sk.Limits())
        found = prospects(board, beta, aim, ENDING_NODES)
        assert found is not None
        assert set(found) == set(board.legal_moves)
        for move, prospect in found.items():
            assert prospect.value == exact[move].value
            child = board.copy()
            child.push(move)
            assert prospect == pytest.approx(slow_prospect(child, False, beta, aim))


def test_what_is_welcome() -> None:
    hopes = [welcome("win", margin) for margin in (2, 10, 0, -2, -10)]
    assert hopes == sorted(hopes, reverse=True)
    assert welcome("lose", -2) == welcome("win", 2)
    assert welcome("win", -2) > welcome("win", 40)


def test_an_ending_with_too_many_positions_is_not_read() -> None:
    board = samples.boards_with_a_choice("nip", range(40, 41), 1)[0]
    assert prospects(board, 0.2, "win", 100) is None
    assert choose_in_ending(ending(board, "win", UNSEEN), 100) is None
    assert choose_in_ending(ending(board, "win", UNSEEN), ENDING_NODES) in board.legal_moves


def ending(board: sk.Board, aim: Aim, model: OpponentModel) -> Situation:
    return Situation(board, judged(board, sk.Limits(nodes=1_000_000)), model, aim, NO_TASTE)


def test_against_somebody_who_errs_not_at_all_a_win_is_kept() -> None:
    for board in samples.boards_with_a_choice("reversi", range(52, 55), 8):
        place = ending(board, "win", STRONG)
        move = choose_in_ending(place, ENDING_NODES)
        assert move is not None
        assert (place.judged.values[move] > 0) == (place.judged.best > 0)


# The middle of a game


def situation(values: dict[int, float], aim: Aim = "win", model: OpponentModel = UNSEEN) -> Situation:
    board = samples.random_board("reversi", 20, 1)
    moves = dict(zip(board.legal_moves, values.values(), strict=False))
    return Situation(board, Judged(moves, 0), model, aim, NO_TASTE)


def test_it_plays_what_leads_to_the_value_it_wants() -> None:
    ahead = situation({1: 8.0, 2: 2.5, 3: -30.0})
    assert ahead.judged.values[steer(ahead, Random(1))] == 2.5
    behind = situation({1: -4.0, 2: -20.0, 3: -30.0})
    assert behind.judged.values[steer(behind, Random(1))] == -4.0
    losing = situation({1: 3.0, 2: -5.0, 3: -40.0}, "lose")
    assert losing.judged.values[steer(losing, Random(1))] == -5.0


def test_its_moves_lose_no_more_than_its_opponents_do() -> None:
    careful = replace(STRONG, lost=7.0)
    for seed in range(20):
        place = situation({1: 40.0, 2: 36.0, 3: 2.0}, "lose", careful)
        assert place.judged.values[steer(place, Random(seed))] >= 36.0


def test_it_takes_an_obvious_corner() -> None:
    board = next(
        each
        for each in samples.boards_with_a_choice("reversi", range(24, 40), 60)
        if sk.A1 in each.legal_moves
    )
    values = dict.fromkeys(board.legal_moves, -10.0) | {sk.A1: 20.0}
    place = Situation(board, Judged(values, 0), STRONG, "lose", NO_TASTE)
    assert steer(place, Random(0)) == sk.A1


def test_who_gives_a_corner() -> None:
    found = 0
    for board in samples.boards_with_a_choice("reversi", range(20, 40), 10):
        for move in board.legal_moves:
            child = board.copy()
            child.push(move)
            given = {sk.A1, sk.H1, sk.A8, sk.H8} & set(child.legal_moves)
            assert gives_a_corner(board, move) == bool(given)
            found += bool(given)
    assert found
    assert not gives_a_corner(sk.Board("nip"), sk.Board("nip").legal_moves[0])


def test_the_rim() -> None:
    assert len(rim(sk.VARIANTS["reversi"])) == 28
    assert len(rim(sk.VARIANTS["reversi4"])) == 12
    assert set(rim(sk.VARIANTS["nip"])) == set(sk.VARIANTS["nip"].ring)


def test_openings_and_characters_vary() -> None:
    first = {sk.player(QUICK).with_seed(seed).choose(sk.Board()).move for seed in range(12)}
    assert len(first) == 4
    board = sk.Board.parse("f5d6c3d3c4")
    assert len({sk.player(QUICK).with_seed(seed).choose(board).move for seed in range(12)}) > 1
    for name in CHARACTERS:
        assert sk.player(f"rival:character={name}").choose(board).move in board.legal_moves


def moves_of(board: sk.Board, side: sk.Colour) -> int:
    turned = board.copy()
    turned.turn = side
    return len(turned.legal_moves)


def test_what_characters_like() -> None:
    for board in samples.boards_with_a_choice("reversi", range(16, 30), 6):
        for move in board.legal_moves:
            child = board.copy()
            child.push(move)
            own, other = moves_of(child, board.turn), moves_of(child, board.turn.opponent)
            assert Character(mobility=4).liking(board, move) == own - other
            assert Character(discs=4).liking(board, move) == len(board.flips(move))
            assert Character(edges=1).liking(board, move) == (move in rim(board.variant))
            values = judged(child, sk.Limits(nodes=1)).values.values()  # by the evaluation alone
            spread = max(values) - sum(values) / len(values) if values else 0
            assert Character(sharpness=6).liking(board, move) == pytest.approx(spread)


# Playing to lose


def slow_reversed(board: sk.Board) -> int:
    """The margin of the side to move if both want to end with fewer discs."""
    if board.is_over():
        return board.margin() * (1 if board.turn == sk.BLACK else -1)
    found = []
    for move in list(board.legal_moves) or [sk.PASS]:
        board.push(move)
        found.append(-slow_reversed(board))
        board.pop()
    return min(found)


@pytest.mark.parametrize("variant", ["reversi", "nip"])
def test_the_reversed_game_is_played_right_at_its_end(variant: str) -> None:
    for board in samples.boards_with_a_choice(
        variant, range(len(sk.VARIANTS[variant].cells) - 4 - LATE_PLIES, 60), 6
    ):
        chosen = board.copy()
        chosen.push(choose_to_lose(board, Random(0)))
        assert -slow_reversed(chosen) == slow_reversed(board)
