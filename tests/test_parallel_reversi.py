"""ssai and msai: right values, the right move among equals, the same on any number of threads; listings."""

from __future__ import annotations

import pickle
from collections.abc import Callable
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
    """The definition: the first move, in the order of the preliminary search, that no other surpasses."""
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
    """The value of each move; the empty cells of a finished game count for nobody."""
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


def test_limits_of_nodes_and_time_are_kept_and_told() -> None:
    board = samples.random_board("reversi", 20, 5)
    for nodes in (1, 1_000, 30_000):
        choice = sk.player("ssai:x=9").choose(board, sk.Limits(nodes=nodes))
        assert str(choice.note).startswith("capped")
        assert choice.nodes < nodes + nodes / 4 + 64
    choice = sk.player("msai:x=30").choose(board, sk.Limits(seconds=0.02))
    assert choice.move in board.legal_moves
    assert str(choice.note).startswith("capped")


def test_a_depth_limit_forbids_to_read_further_and_else_changes_nothing() -> None:
    board = samples.random_board("reversi", 54, 1)
    depths = Depths(3, 4, 12, 12)
    assert alpha_beta(board, depths).stage == "perfect"
    short = alpha_beta(board, depths, limits=sk.Limits(depth=2))
    assert (short.stage, short.depth, short.is_complete) == ("normal", 2, False)
    assert short.move == alpha_beta(board, Depths(2, 2, NEVER, NEVER)).move
    assert alpha_beta(board, depths, limits=sk.Limits(depth=64)).is_complete
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


# What needs no search


def test_a_single_move_is_played_at_once() -> None:
    board = samples.one_empty("reversi")
    for player in ("ssai", "msai", "ssai:as_printed=true", "msai:as_printed=true"):
        choice = sk.player(player).choose(board)
        assert (choice.move, choice.nodes) == (board.legal_moves[0], 0)


# The listings


def after_the_exchange(*points: int) -> tuple[int, ...]:
    listed = [Candidate(place, each) for place, each in enumerate(points)]
    return tuple(each.points for each in exchanged(listed))


def test_the_exchange_by_hand() -> None:
    assert after_the_exchange(1, 2) == after_the_exchange(2, 1) == (2, 1)
    assert after_the_exchange(1, 2, 3) == after_the_exchange(3, 2, 1) == (3, 2, 1)
    assert after_the_exchange(9, 1, 5, 7, 3) == (9, 1, 5, 7, 3)  # by way of 9 7 1 5 3 and 9 1 7 5 3
    assert after_the_exchange(5, 5, 5) == (5, 5, 5)


def test_the_last_after_the_exchange() -> None:
    """The last listed, unless it is best or second best: then it is the third best."""
    for count in (3, 4, 5, 6):
        for points in permutations(range(count)):
            is_good = points[-1] >= count - 2
            assert after_the_exchange(*points)[-1] == (count - 3 if is_good else points[-1])


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
    """A player chooses the same whether it follows the game, sees it in any order, or sees it once."""
    record, boards = drifting_game()
    in_order = [sk.player(DRIFTING).choose(board).move for board in boards]
    assert in_order == [record.moves[len(board.move_stack)] for board in boards]
    jumping = sk.player(DRIFTING)
    for place in (9, 4, 5, 5, 12, 3):
        assert jumping.choose(boards[place]).move == in_order[place]


def drifting_game() -> tuple[sk.Record, list[sk.Board]]:
    """A game of the player with black, and the boards on which it had a choice."""
    record, board, boards = sk.play(DRIFTING, "random", seed=3), sk.Board(), []
    for move in record.moves:
        if board.turn == sk.BLACK and len(board.legal_moves) > 1:
            boards.append(board.copy())
        board.push(move)
    return record, boards


def test_what_was_judged_before_matters() -> None:
    """The same positions get other values without the moves that led there, or with another table."""
    record, boards = drifting_game()
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
    without, remembering, again = (
        [record.moves for record in sk.match(DRIFTING, "random", games=6, seed=4, memory=memory).records]
        for memory in (False, True, True)
    )
    assert without != remembering == again


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
    for spec, said in (
        ("ssai:evaluation=drifting", "ssai: evaluation=drifting is for as_printed=true"),
        ("msai:as_printed=true,evaluation=sample", "msai: as printed it judges nothing"),
    ):
        with pytest.raises(ValueError, match=said):
            sk.player(spec)
    with pytest.raises(ValueError, match="does not play reversi6"):
        sk.player("ssai:as_printed=true,evaluation=sample").choose(sk.Board("reversi6"))
    with pytest.raises(ValueError, match="have 39366 bytes, not 3"):
        ssai(DRIFTING).with_memory(b"abc")


# Strength and bad input


def wins(first: str, second: str, games: int, plies: int = 0) -> int:
    """Of so many games with each colour."""
    black = (samples.margin(first, second, seed, plies) > 0 for seed in range(games))
    white = (samples.margin(second, first, seed, plies) < 0 for seed in range(games))
    return sum(black) + sum(white)


def test_ssai_beats_random() -> None:
    assert wins("ssai:x=3", "random", games=50) >= 97


def test_a_deeper_ssai_beats_a_shallower_one() -> None:
    """Two plies more should win three games of four; this many lost would be a fault."""
    assert wins("ssai:x=3", "ssai:x=1", games=20, plies=8) >= 24


def test_bad_input() -> None:
    wrong: list[tuple[str, Callable[[], object]]] = [
        ("corners and edges", lambda: alpha_beta(sk.Board("nip"), Depths.of(1))),
        ("no legal move", lambda: alpha_beta(samples.forced_pass("reversi"), Depths.of(1))),
        ("no legal move", lambda: move_values(samples.finished("reversi"), "features", 1)),
        ("threads: 1…1024 are possible, not 0", lambda: alpha_beta(sk.Board(), Depths.of(1), threads=0)),
        ("presearch: 1…64 are possible, not 0", lambda: Depths(0, 1, 1, 1)),
        ("measure: no 'taste'", lambda: move_values(sk.Board(), cast(Any, "taste"), 1)),
        ("beyond: 0…63 are possible, not -1", lambda: move_values(sk.Board(), "map", -1)),
    ]
    for said, ask in wrong:
        with pytest.raises(ValueError, match=said):
            ask()
