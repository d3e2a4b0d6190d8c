"""ssai and msai: right values, the right move among equals, the same on any number of threads; listings."""

from __future__ import annotations

import pickle
from itertools import permutations
from typing import Any, cast

import pytest
import samples
from slow_look_ahead import by_features, fast_values, game_of, minimax, slow_values

import shirokuro as sk
from shirokuro.engine.studies import Candidate, Depths, Stage, alpha_beta, exchanged, move_values
from shirokuro.players.player import SQUARE_BOARDS
from shirokuro.players.ssai import Ssai

NEVER = 0


def last_plies(variant: str, empties: int) -> range:
    """Plies after which about so many cells are empty."""
    cells = len(sk.VARIANTS[variant].cells)
    return range(cells - 4 - empties, cells - 6)


def first_of_the_best(board: sk.Board, presearch: int, beyond: int) -> tuple[int, float]:
    """By the definition: in the order of the preliminary search, the first that no other surpasses."""
    order = [each.move for each in move_values(board, "features", presearch - 1).best_first()]
    values = move_values(board, "features", beyond)
    points = {each.move: each.points for each in values.candidates}
    move = max(order, key=points.__getitem__)
    return move, points[move] / values.points_per_disc


# Values


@pytest.mark.parametrize(("variant", "beyond"), [("reversi4", 4), ("reversi6", 1), ("reversi", 1)])
def test_values_are_minimax_on_the_slow_features(variant: str, beyond: int) -> None:
    cells = len(sk.VARIANTS[variant].cells)
    for board in samples.boards_with_a_choice(variant, range(2, cells - 6), 4):
        for plies in range(beyond + 1):
            expected = slow_values(board, plies, by_features, pass_is_ply=False)
            assert fast_values(board, "features", plies) == expected, board


def test_a_pass_is_no_ply() -> None:
    """One ply beyond a move that makes the opponent pass is the mover's next move, not the pass."""
    for seed in range(200):
        board = samples.random_board("reversi4", 7, seed)
        game = game_of(board)
        passing = [cell for cell in game.legal_moves() if game.after(cell).must_pass()]
        if passing:
            break
    value = minimax(game.after(passing[0]).after_pass(), 1, by_features, pass_is_ply=False)
    assert fast_values(board, "features", 1)[passing[0]] == value


@pytest.mark.parametrize("variant", SQUARE_BOARDS)
@pytest.mark.parametrize("threads", [1, 2, 4])
def test_the_first_of_the_best_is_chosen(variant: str, threads: int) -> None:
    cells = len(sk.VARIANTS[variant].cells)
    for board in samples.boards_with_a_choice(variant, range(1, cells - 6), 25):
        found = alpha_beta(board, Depths(2, 5, NEVER, NEVER), threads)
        assert (found.move, found.value) == first_of_the_best(board, 2, 4), board
        assert (found.stage, found.depth, found.is_complete) == ("normal", 5, True)


def test_of_two_equal_moves_the_first_in_order_stays() -> None:
    """All four first moves are worth the same; the listings go through the board by columns."""
    for threads in (1, 2, 4):
        assert alpha_beta(sk.Board(), Depths(1, 4, NEVER, NEVER), threads).move == sk.parse_square("c4")


# Solving the end


@pytest.mark.parametrize("variant", SQUARE_BOARDS)
@pytest.mark.parametrize("stage", ["wld", "perfect"])
def test_the_end_is_read_as_the_solver_reads_it(variant: str, stage: Stage) -> None:
    with sk.Engine(table_mib=1) as engine:
        for board in samples.boards_with_a_choice(variant, last_plies(variant, 9), 25):
            found = alpha_beta(board, Depths(3, 3, 9, 9 if stage == "perfect" else NEVER), 2)
            assert found.stage == stage
            values = solved(engine, board, stage)
            assert found.value == max(values.values()), board
            order = [each.move for each in move_values(board, "features", 2).best_first()]
            assert found.move == max(order, key=values.__getitem__), board


def solved(engine: sk.Engine, board: sk.Board, stage: Stage) -> dict[int, int]:
    """What each move leads to, the empties of a finished game being nobody's."""
    values = {}
    for move in board.legal_moves:
        child = board.copy()
        child.push(move)
        margin = -engine.solve(child, scoring="plain").value
        values[move] = (margin > 0) - (margin < 0) if stage == "wld" else margin
    return values


def test_depths_of_the_tables() -> None:
    assert sk.player("ssai:x=6").depths == Depths(presearch=5, normal=8, wld=11, perfect=9)  # type: ignore[attr-defined]
    wide = sk.player("msai:x=4,presearch=7,normal=24,wld=29,perfect=27,threads=4")
    assert wide.depths == Depths(7, 24, 29, 27)  # type: ignore[attr-defined]


# Threads


@pytest.mark.parametrize("x", [1, 4])
def test_threads_play_the_same_games(x: int) -> None:
    """Both sides of a game, move for move and value for value."""
    for seed in range(3):
        board = samples.random_board("reversi", 6, seed)
        while not board.is_over():
            if board.must_pass():
                board.push_pass()
                continue
            choices = [sk.player(f"msai:x={x},threads={threads}").choose(board) for threads in (1, 2, 4)]
            choices.append(sk.player(f"ssai:x={x}").choose(board))
            assert len({(choice.move, choice.value, choice.note) for choice in choices}) == 1, board
            board.push(choices[0].move)


# Limits


def test_a_limit_of_nodes_gives_one_result_at_any_number_of_threads() -> None:
    for board in samples.boards_with_a_choice("reversi", range(8, 50), 20):
        found = {alpha_beta(board, Depths.of(6), threads, sk.Limits(nodes=20_000)) for threads in (1, 2, 4)}
        assert len(found) == 1


@pytest.mark.parametrize("nodes", [1, 1_000, 30_000])
def test_limits_are_kept_and_told(nodes: int) -> None:
    board = samples.random_board("reversi", 20, 5)
    choice = sk.player("ssai:x=9").choose(board, sk.Limits(nodes=nodes))
    assert str(choice.note).startswith("capped")
    assert choice.nodes < nodes + nodes / 4 + 64


def test_a_depth_limit_forbids_to_read_further() -> None:
    board = samples.random_board("reversi", 54, 1)
    depths = Depths(3, 4, 12, 12)
    assert alpha_beta(board, depths).stage == "perfect"
    short = alpha_beta(board, depths, limits=sk.Limits(depth=2))
    assert (short.stage, short.depth, short.is_complete) == ("normal", 2, False)
    assert short.move == alpha_beta(board, Depths(2, 2, NEVER, NEVER)).move
    assert alpha_beta(board, depths, limits=sk.Limits(depth=64)).is_complete


def test_a_depth_limit_that_changes_nothing_caps_nothing() -> None:
    board = samples.random_board("reversi", 20, 5)
    assert alpha_beta(board, Depths.of(3), limits=sk.Limits(depth=5)).is_complete
    assert not alpha_beta(board, Depths.of(3), limits=sk.Limits(depth=4)).is_complete


def test_a_stop_ends_a_search_that_would_not() -> None:
    stop = sk.Stop()
    stop.set()
    for player in ("ssai:x=30", "msai:x=30,threads=3", "ssai:x=30,as_printed=true"):
        choice = sk.player(player).choose(sk.Board(), stop=stop)
        assert choice.move in sk.Board().legal_moves
        assert str(choice.note).startswith("capped")


def test_a_short_time_is_enough_for_a_move() -> None:
    board = samples.random_board("reversi", 15, 2)
    choice = sk.player("msai:x=30").choose(board, sk.Limits(seconds=0.02))
    assert choice.move in board.legal_moves
    assert str(choice.note).startswith("capped")


# What needs no search


def test_a_single_move_is_played_at_once() -> None:
    board = samples.one_empty("reversi")
    for player in ("ssai", "msai", "ssai:as_printed=true", "msai:as_printed=true"):
        choice = sk.player(player).choose(board)
        assert (choice.move, choice.nodes) == (board.legal_moves[0], 0)


# The listings


def listed(*points: int) -> list[Candidate]:
    return [Candidate(place, each) for place, each in enumerate(points)]


@pytest.mark.parametrize(
    ("points", "after"),
    [
        ((1, 2), (2, 1)),
        ((2, 1), (2, 1)),
        ((1, 2, 3), (3, 2, 1)),
        ((3, 2, 1), (3, 2, 1)),
        ((9, 1, 5, 7, 3), (9, 1, 5, 7, 3)),  # by way of 9 7 1 5 3 and 9 1 7 5 3
        ((5, 5, 5), (5, 5, 5)),
    ],
)
def test_the_exchange_by_hand(points: tuple[int, ...], after: tuple[int, ...]) -> None:
    assert tuple(each.points for each in exchanged(listed(*points))) == after


def test_the_last_after_the_exchange() -> None:
    """The last listed, unless it is best or second best: then the third best; of two the worse."""
    assert exchanged(listed(1, 2))[-1].points == exchanged(listed(2, 1))[-1].points == 1
    for count in (3, 4, 5, 6):
        for points in permutations(range(count)):
            is_good = points[-1] >= count - 2
            assert exchanged(listed(*points))[-1].points == (count - 3 if is_good else points[-1])


def test_as_printed_only_the_preliminary_search_matters() -> None:
    for board in samples.boards_with_a_choice("reversi", range(4, 40), 10):
        listed_last = exchanged(move_values(board, "features", 2).candidates)[-1].move
        for spec in ("x=2", "x=7,presearch=3", "x=2,normal=9,wld=40,perfect=30"):
            assert sk.player(f"ssai:as_printed=true,{spec}").choose(board).move == listed_last


def test_msai_as_printed_plays_the_last_of_the_list() -> None:
    assert sk.player("msai:as_printed=true").choose(sk.Board()).move == sk.parse_square("f5")
    for board in samples.boards_with_a_choice("reversi", range(4, 58), 30):
        names = sorted(board.legal_moves.names())
        assert sk.square_name(sk.player("msai:as_printed=true").choose(board).move) == names[-1]


# The table that drifts

DRIFTING = "ssai:x=1,as_printed=true,evaluation=drifting"


def test_a_drifting_choice_depends_on_the_game_so_far_alone() -> None:
    """Whoever follows a game, looks at it in any order, or is shown it once chooses the same."""
    record = sk.play(DRIFTING, "random", seed=3)
    boards = [each for each in prefixes(record) if each.turn == sk.BLACK and len(each.legal_moves) > 1]
    in_order = [sk.player(DRIFTING).choose(board).move for board in boards]
    assert in_order == [record.moves[len(board.move_stack)] for board in boards]
    jumping = sk.player(DRIFTING)
    for place in (9, 4, 5, 5, 12, 3):
        assert jumping.choose(boards[place]).move == in_order[place]


def prefixes(record: sk.Record) -> list[sk.Board]:
    boards = [sk.Board()]
    for move in record.moves:
        boards.append(boards[-1].copy())
        boards[-1].push(move)
    return boards[:-1]


def test_what_was_judged_before_matters() -> None:
    """Without the moves that led there, and with another table, the same positions are judged otherwise."""
    record = sk.play(DRIFTING, "random", seed=3)
    boards = [each for each in prefixes(record) if each.turn == sk.BLACK and len(each.legal_moves) > 1]
    fresh = [sk.player(DRIFTING).choose(board.copy(stack=False)).move for board in boards]
    assert fresh != [record.moves[len(board.move_stack)] for board in boards]
    player = ssai(DRIFTING)
    later = player.with_memory(player.learn(record))
    assert later.spec == ""
    assert later.name == DRIFTING
    assert [later.choose(board).move for board in boards] != [player.choose(board).move for board in boards]


def ssai(spec: str) -> Ssai:
    player = sk.player(spec)
    assert isinstance(player, Ssai)
    return player


def test_a_table_is_carried_through_a_match_that_remembers() -> None:
    alone = [sk.match(DRIFTING, "random", games=6, seed=4, memory=memory).records for memory in (False, True)]
    assert [each.moves for each in alone[0]] != [each.moves for each in alone[1]]
    again = sk.match(DRIFTING, "random", games=6, seed=4, memory=True).records
    assert [each.moves for each in again] == [each.moves for each in alone[1]]


def test_only_a_drifting_table_is_learned() -> None:
    record = sk.play("ssai:x=1", "random")
    assert not ssai("ssai:x=1").learns
    assert ssai(DRIFTING).learns
    assert ssai("ssai:x=1").learn(record) == b""
    assert ssai(DRIFTING).learn(sk.play(DRIFTING, DRIFTING)) == b""
    assert len(ssai(DRIFTING).learn(sk.play(DRIFTING, "random"))) == 6 * 3**8


def test_a_drifting_player_can_be_copied_and_sent() -> None:
    board = sk.Board.parse("f5d6c3d3c4")
    player = ssai(DRIFTING)
    chosen = player.choose(board).move
    assert pickle.loads(pickle.dumps(player)).choose(board).move == chosen


def test_limits_of_the_drifting_listing() -> None:
    board, stop = sk.Board.parse("f5d6c3d3c4"), sk.Stop()
    player = sk.player("ssai:as_printed=true,evaluation=drifting,x=5")
    capped = player.choose(board, sk.Limits(nodes=500))
    assert capped.note == "capped"
    assert capped.nodes < 10_000
    assert player.choose(board, sk.Limits(depth=2)).note == "capped"
    stop.set()
    stopped = player.choose(board, None, stop)
    assert stopped.note == "capped"
    assert stopped.move in board.legal_moves
    whole = sk.player("ssai:as_printed=true,evaluation=drifting,x=2")
    assert whole.choose(board, None, stop).note == "capped"
    assert whole.choose(board).move == sk.player(whole.name).choose(board).move


def test_where_the_sample_program_is_no_choice() -> None:
    with pytest.raises(ValueError, match="ssai: evaluation=drifting is for as_printed=true"):
        sk.player("ssai:evaluation=drifting")
    with pytest.raises(ValueError, match="msai: as printed it judges nothing"):
        sk.player("msai:as_printed=true,evaluation=sample")
    with pytest.raises(ValueError, match="does not play reversi6"):
        sk.player("ssai:as_printed=true,evaluation=sample").choose(sk.Board("reversi6"))
    with pytest.raises(ValueError, match="have 39366 bytes, not 3"):
        ssai(DRIFTING).with_memory(b"abc")


# Strength and bad input


def test_ssai_beats_random() -> None:
    wins = sum(samples.margin("ssai:x=3", "random", seed) > 0 for seed in range(50))
    wins += sum(samples.margin("random", "ssai:x=3", seed) < 0 for seed in range(50))
    assert wins >= 97


def test_a_deeper_ssai_beats_a_shallower_one() -> None:
    """Two plies more should win three games of four; this many lost would be a fault."""
    wins = sum(samples.margin("ssai:x=3", "ssai:x=1", seed, plies=8) > 0 for seed in range(20))
    wins += sum(samples.margin("ssai:x=1", "ssai:x=3", seed, plies=8) < 0 for seed in range(20))
    assert wins >= 24


def test_bad_input() -> None:
    with pytest.raises(ValueError, match="corners and edges"):
        alpha_beta(sk.Board("nip"), Depths.of(1))
    with pytest.raises(ValueError, match="no legal move"):
        alpha_beta(samples.forced_pass("reversi"), Depths.of(1))
    with pytest.raises(ValueError, match="no legal move"):
        move_values(samples.finished("reversi"), "features", 1)
    with pytest.raises(ValueError, match="threads: 1…1024 are possible, not 0"):
        alpha_beta(sk.Board(), Depths.of(1), threads=0)
    with pytest.raises(ValueError, match="presearch: 1…64 are possible, not 0"):
        Depths(0, 1, 1, 1)
    with pytest.raises(ValueError, match="measure: no 'taste'"):
        move_values(sk.Board(), cast(Any, "taste"), 1)
    with pytest.raises(ValueError, match="beyond: 0…63 are possible, not -1"):
        move_values(sk.Board(), "map", -1)
