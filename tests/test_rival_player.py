"""The rival: it plays as its opponent would, leans towards what it wants, learns, plays to lose."""

from __future__ import annotations

import json
from random import Random

import pytest
import samples

import shirokuro as sk
from shirokuro.books.book_file import Book
from shirokuro.players.from_book import candidates
from shirokuro.players.player import dice
from shirokuro.players.rival.allowance import Allowance
from shirokuro.players.rival.anti import LATE_PLIES, choose_to_lose
from shirokuro.players.rival.character import CHARACTERS, Character, rim
from shirokuro.players.rival.equality import Situation, steered
from shirokuro.players.rival.judging import Judged, judged
from shirokuro.players.rival.knowledge import Knowledge
from shirokuro.players.rival.memory import A_GAME, RivalMemory, SideRecord
from shirokuro.players.rival.opening import SPREAD
from shirokuro.players.rival.opponent_model import STYLES, OpponentModel
from shirokuro.players.rival.rival import Rival

QUICK = "rival:nodes=3000"


def rival(spec: str = QUICK, memory: RivalMemory | None = None) -> Rival:
    found = sk.player(spec)
    assert isinstance(found, Rival)
    return found if memory is None else found.with_memory(memory)


# Games


@pytest.mark.parametrize("mode", ["equal", "even"])
def test_it_wins_some_games_and_loses_some(mode: str) -> None:
    spec = f"{QUICK},mode={mode}"
    margins = [sk.play(spec, "value-map", seed=seed, strict=True).margin() for seed in range(6)]
    assert min(margins) < 0 < max(margins)


@pytest.mark.long
@pytest.mark.parametrize("opponent", ["random", "greedy", "strong:depth=1", "engine:level=5", "weak:depth=1"])
def test_a_series_with_memory_comes_to_be_even(opponent: str) -> None:
    result = sk.match(QUICK, opponent, 60, memory=True, openings=[""], seed=1)
    assert not result.forfeits
    scores = [game.record.margin() * (1 if game.fixture.black == QUICK else -1) for game in result.games[30:]]
    assert abs(sum((score > 0) - (score < 0) for score in scores)) <= 10


def test_there_is_no_fixed_strength_any_more() -> None:
    complaint = "there is no mode=fixed any more: mode=equal plays at your strength"
    with pytest.raises(ValueError, match=complaint):
        sk.player("rival:mode=fixed")


def test_seconds_cap_a_move() -> None:
    board = sk.Board.parse("f5d6c3d3c4")
    assert sk.player("rival:seconds=0.01").choose(board).move in board.legal_moves


# Learning


def test_it_learns_from_a_game_as_from_its_record() -> None:
    record = sk.play("value-map", QUICK, seed=5)
    memory = rival().learn(record)
    assert memory.black == SideRecord()
    assert (memory.white.games, memory.white.wins) == (1, record.margin() < 0)
    assert memory.knowledge.strength.moves > 5
    again = sk.Record.from_json(record.to_json())
    assert rival().learn(again) == memory == RivalMemory.from_dict(json.loads(json.dumps(memory.to_dict())))
    assert rival(memory=memory).learn(record).white.games == 2


def test_the_report_says_what_both_sides_lost() -> None:
    record = sk.play(QUICK, "random", seed=2, variant="reversi6")
    report = rival().report(record)
    assert (report.margin, report.colour) == (record.margin(), sk.BLACK)
    assert not set(report.losses) & set(report.opponent_losses)
    for side, losses in ((sk.BLACK, report.losses), (sk.WHITE, report.opponent_losses)):
        boards = {ply: board for ply, board in enumerate(record.boards(), 1) if board.turn == side}
        assert set(losses) == {ply for ply, board in boards.items() if len(board.legal_moves) > 1}
    assert all(loss >= 0 for loss in (*report.losses.values(), *report.opponent_losses.values()))
    assert sum(report.opponent_losses.values()) > 0


def test_games_it_cannot_learn_from() -> None:
    """Neither from what it did not play, nor from half a game, nor from itself."""
    record = sk.play("greedy", "random", variant="reversi4")
    with pytest.raises(ValueError, match="did not play this game"):
        rival().learn(record)
    assert rival().learn(record, sk.BLACK).black.games == 1
    with pytest.raises(ValueError, match="not over"):
        rival().learn(sk.Record.from_board("f5d6"), sk.BLACK)
    assert rival().learn(sk.play(QUICK, QUICK, variant="reversi4")) == RivalMemory()


def test_what_it_knows_in_the_course_of_a_game() -> None:
    boards = sk.play("value-map", "weak:depth=1", seed=1).boards()
    board = next(each for each in boards if len(each.empties()) == 26)
    known, other = (rival().knowledge(board, side) for side in sk.Colour)
    assert known.model.plays_to_lose(board) > 5 * other.model.plays_to_lose(board)
    assert known.strength.levels[0] <= known.strength.level <= known.strength.levels[1]


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
    for game in result.games:
        sides = ("random", own) if game.fixture.number % 2 else (own, "random")
        again = sk.play(*sides, variant="nip12", seed=game.fixture.seed)
        assert game.record.moves == again.moves


# What it chooses by


def situation(
    values: dict[int, float], likely: list[float], wanted: float = 0.0, plies: int = 20, share: float = 1.0
) -> Situation:
    """On a board where the first moves have these values and chances."""
    board = samples.boards_with_a_choice("reversi", range(plies, plies + 1), 1)[0]
    return Situation(board, Judged(values, 0), dict(zip(values, likely, strict=True)), share, wanted)


MOVES = {1: 6.0, 2: 2.0, 3: -2.0, 4: -20.0}
LIKELY = [0.5, 0.3, 0.17, 0.03]


def test_it_plays_as_its_opponent_and_loses_as_much() -> None:
    usual = situation(MOVES, LIKELY)
    assert usual.usual_loss == pytest.approx(0.3 * 4 + 0.17 * 8 + 0.03 * 26)
    assert usual.loss_of(usual.nearing(0)) == pytest.approx(usual.usual_loss, abs=1)
    losses = []
    for share in (0.5, 1.0, 2.0):
        erring = situation(MOVES, LIKELY, share=share)
        assert erring.usual_loss == share * usual.usual_loss
        losses.append(erring.loss_of(erring.nearing(0)))
    assert losses == sorted(losses)


def test_it_leans_towards_what_it_wants() -> None:
    losses = []
    for wanted in (-40.0, -8.0, 0.0, 8.0, 40.0):
        place = situation(MOVES, LIKELY, wanted)
        losses.append(place.loss_of(place.nearing(place.ahead)))
    assert losses == sorted(losses, reverse=True)
    assert losses[0] > 1.1 * losses[2] > 1.2 * losses[-1]


def test_it_steers_by_moves_that_its_opponent_might_play() -> None:
    for wanted, value in ((-60.0, -2.0), (6.0, 2.0), (60.0, 6.0)):
        steering = situation(MOVES, LIKELY, wanted)
        assert steering.judged.values[steered(steering)] == value
    # A best move may be unlikely; any other is left alone then.
    rare = [0.01, 0.02, 0.03, 0.94]
    assert {steered(situation(MOVES, rare, wanted)) for wanted in range(-60, 61, 5)} == {1, 4}


def test_a_won_ending_is_kept_where_its_opponent_would_see_it() -> None:
    won = situation({1: 6.0, 2: 0.0, 3: -2.0}, [0.4, 0.3, 0.3], plies=50)
    assert set(won.keeping(0)) == {1, 2}
    unseen = situation({1: 6.0, 2: 0.0, 3: -2.0}, [0.05, 0.05, 0.9], plies=50)
    assert set(unseen.keeping(0)) == {1, 2, 3}
    for open_game in (situation(MOVES, LIKELY), situation({1: -1.0, 2: -4.0}, [0.5, 0.5], plies=50)):
        assert set(open_game.keeping(0)) == set(open_game.chances)


def test_an_equal_game_keeps_what_was_given_and_an_even_one_does_not() -> None:
    """Corners that its opponent has from the start are for the opponent."""
    board = sk.Board(handicap=2)
    for _ in range(2):
        board.push(board.legal_moves[0])
    allowance, start = Allowance(3000), sk.Board.parse("f5d6")
    equal, even = rival(), rival(f"{QUICK},mode=even")
    assert equal.wanted(board, allowance) < -10
    assert even.wanted(board, allowance) == 0
    assert equal.wanted(start, allowance) == 0
    lost = RivalMemory(black=SideRecord(losses=3))
    assert equal.with_memory(lost).wanted(start, allowance) == 3 * A_GAME


def test_where_it_is_ahead_of_who_plays_to_lose_it_plays_the_reversed_game() -> None:
    logs = (0.0, *(-99.0 for _ in range(STYLES - 1)))
    memory = RivalMemory(knowledge=Knowledge(OpponentModel(logs, logs)))
    tried = 0
    for board in samples.boards_with_a_choice("reversi", range(14, 50), 12):
        found = rival(memory=memory).choose(board).move
        assert found in board.legal_moves
        is_ahead = max(judged(board, sk.Limits(nodes=3000)).values.values()) > 0
        tried += is_ahead
        assert found == choose_to_lose(board, dice(0, board)) or not is_ahead
    assert tried > 2


def test_the_rim() -> None:
    assert len(rim(sk.VARIANTS["reversi"])) == 28
    assert len(rim(sk.VARIANTS["reversi4"])) == 12
    assert set(rim(sk.VARIANTS["nip"])) == set(sk.VARIANTS["nip"].ring)


def test_openings_are_of_the_book_and_by_the_character() -> None:
    book = Book.shipped("reversi")
    assert book is not None
    openings = set()
    for seed in range(6):
        board = sk.Board()
        while (entry := book.find(board)) is not None and entry.moves and len(board.move_stack) < 9:
            move = rival().with_seed(seed).choose(board).move
            assert len(board.legal_moves) == 1 or move in [each.move for each in candidates(entry, SPREAD)]
            board.push(move)
        openings.add(board.transcript())
    assert len(openings) > 3
    board = sk.Board.parse("f5d6c3d3c4f4")
    chosen = {name: sk.player(f"{QUICK},character={name}").choose(board).move for name in CHARACTERS}
    assert chosen["calm"] != chosen["greedy"]
    assert {*chosen.values()} <= {*board.legal_moves}
    for start, least in ((sk.Board(), 4), (board, 2)):
        assert len({rival().with_seed(seed).choose(start).move for seed in range(12)}) >= least


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
    late = range(len(sk.VARIANTS[variant].cells) - 4 - LATE_PLIES, 60)
    for board in samples.boards_with_a_choice(variant, late, 6):
        chosen = board.copy()
        chosen.push(choose_to_lose(board, Random(0)))
        assert -slow_reversed(chosen) == slow_reversed(board)
