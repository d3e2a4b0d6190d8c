"""A game in progress: players and people at one board, undo, redo, a clock, saving and loading."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from strange_players import Learner, Meddler

import shirokuro as sk
from shirokuro.board.end import End
from shirokuro.board.record import handicap_game
from shirokuro.matches.hints import evaluation, hints
from shirokuro.matches.interactive_game import HELP_NOTES, Help, PlayedGame
from shirokuro.matches.saved_game import GameFiles, SavedGame
from shirokuro.proofs.own_proofs import own_proofs

BEFORE = Path(__file__).parent / "data_before" / "play"
"""Games that `save` wrote in an earlier version; they are never written anew."""
PEOPLE = {sk.BLACK: None, sk.WHITE: None}


def played_out(game: PlayedGame) -> sk.Record:
    """Goes on to the end of a game, where people make the first move that there is."""
    while not game.is_over():
        if game.waits() or game.board.must_pass():
            game.push(game.board.choices()[0])
        else:
            push_thought(game)
    return game.record()


def push_thought(game: PlayedGame) -> sk.Choice:
    """Makes the move of the player whose turn it is."""
    choice = game.think()
    game.push(choice.move, choice)
    return choice


# Players


def test_a_player_sits_down_only_at_boards_that_it_plays() -> None:
    square = sk.player("rvlai:as_printed=true")
    with pytest.raises(ValueError, match="does not play nip"):
        PlayedGame(sk.Board("nip"), {sk.BLACK: None, sk.WHITE: square}, seed=0)


def test_a_player_that_learns_remembers_the_games_that_were_played_out() -> None:
    game = PlayedGame(sk.Board("nip12"), {sk.BLACK: Learner(), sk.WHITE: None}, seed=0)
    for earlier in range(3):
        record = played_out(game)
        assert {*record.values} - {None} == {earlier}
        game.begin_again("nip12")
        assert game.memory == {sk.BLACK: (record.result,) * (earlier + 1)}
    game.resign()
    game.begin_again("nip12")
    assert len(game.memory[sk.BLACK]) == 3, "nobody learns from a game that was given up"
    game.change_opponent(Learner())
    assert game.memory == {}


def test_what_players_learned_is_told_once_and_only_of_games_played_here() -> None:
    told: list[object] = []
    seats = {sk.BLACK: Learner(), sk.WHITE: sk.player("random")}
    over = sk.play("random", "random", variant="nip12").board()
    game = PlayedGame(over, seats, seed=0, remember=told.append)
    game.learn()
    again = PlayedGame(sk.Board("nip12"), seats, seed=0, remember=told.append)
    again.resume(game.saved())
    again.begin_again("nip12")
    assert told == []
    played_out(again)
    again.begin_again("nip12")
    again.learn()
    assert told == [again.memory]


def test_a_player_that_changes_its_board_changes_no_game() -> None:
    game = PlayedGame(sk.Board(), {sk.BLACK: Meddler(ply=0), sk.WHITE: None}, seed=0)
    choice = game.think()
    assert game.board == sk.Board()
    game.push(choice.move, choice)


# The clock


class Time:
    """A clock that goes only when told to."""

    def __init__(self) -> None:
        self.seconds = 100.0

    def __call__(self) -> float:
        return self.seconds


def timed_game(clock: sk.Clock | None, variant: str = "reversi") -> tuple[PlayedGame, Time]:
    time = Time()
    return PlayedGame(sk.Board(variant), PEOPLE, 1, clock, time), time


def test_each_side_has_its_time() -> None:
    game, time = timed_game(None)
    for move, seconds in (("f5", 3.0), ("d6", 5.0), ("c3", 7.0)):
        time.seconds += seconds
        game.push(move)
    time.seconds += 11
    assert (game.used(sk.BLACK), game.used(sk.WHITE)) == (10, 16)
    assert game.left(sk.BLACK) is None
    assert game.record().seconds == (3, 5, 7)
    game.undo(2)
    assert (game.used(sk.BLACK), game.used(sk.WHITE)) == (3, 0)
    time.seconds += 2
    game.redo(2)
    assert (game.used(sk.BLACK), game.used(sk.WHITE)) == (10, 5), "what was taken back took no time"


def test_a_clock_gives_back_and_runs_down() -> None:
    game, time = timed_game(sk.Clock(10, 2))
    time.seconds += 9
    assert (game.left(sk.BLACK), game.left(sk.WHITE)) == (1, 10)
    game.push("f5")
    assert game.left(sk.BLACK) == 3
    game.push("d6")
    time.seconds += 3.5
    game.push("c3")
    assert game.result() == "black overran the clock, white wins"
    assert game.left(sk.BLACK) == 0
    assert (game.record().note, game.record().result) == ("black overran the clock", -64)
    assert len(game.board.move_stack) == 2
    game.undo()
    assert (game.is_over(), game.left(sk.BLACK)) == (False, 3)


def test_a_wrong_move_takes_no_time_off_and_a_pass_none() -> None:
    game, time = timed_game(sk.Clock(10, 2), "reversi4")
    for move in ("b1", "c1", "d3", "a1"):
        game.push(move)
    time.seconds += 50
    game.push(sk.PASS)
    assert not game.is_over()
    assert game.record().seconds[-1] == 0
    with pytest.raises(ValueError, match="illegal"):
        game.push("a1")
    assert len(game.record().seconds) == len(game.board.move_stack)


def test_players_get_a_share_of_their_clock() -> None:
    seen: list[sk.Limits | None] = []

    class Slow:
        name, variants = "slow", ("reversi",)

        def prepare(self, _: str) -> None:
            time.seconds += 30  # before the clock runs

        def choose(self, board: sk.Board, limits: sk.Limits | None, *_: object) -> sk.Choice:
            seen.append(limits)
            time.seconds += 8
            return sk.Choice(board.legal_moves[0])

    time = Time()
    game = PlayedGame(sk.Board(), {sk.BLACK: Slow(), sk.WHITE: None}, 1, sk.Clock(12), time)
    choice = game.think()
    time.seconds += 100  # whoever looks on takes their time
    game.push(choice.move, choice)
    assert (choice.seconds, game.left(sk.BLACK)) == (8, 4)
    game.push(game.board.legal_moves[0])
    push_thought(game)
    assert game.result() == "black overran the clock, white wins"
    first, second = seen
    assert first is not None
    assert second is not None
    assert 4 > (first.seconds or 0) > (second.seconds or 0) > 0


# Players that keep something open


class Keeping:
    """A player that has to be closed."""

    name, variants = "keeping", ("reversi",)
    closed = 0

    def choose(self, board: sk.Board, *_: object) -> sk.Choice:
        return sk.Choice(board.legal_moves[0])

    def close(self) -> None:
        self.closed += 1


def test_players_are_closed_when_they_or_the_game_end() -> None:
    first, second = Keeping(), Keeping()
    game = PlayedGame(sk.Board(), {sk.BLACK: None, sk.WHITE: first}, seed=1)
    game.change_opponent(second)
    assert (first.closed, second.closed) == (1, 0)
    game.close()
    assert (first.closed, second.closed) == (1, 1)


# Undo and redo


def test_undo_and_redo_bring_back_what_was_known() -> None:
    game = PlayedGame(sk.Board("nip"), {sk.BLACK: None, sk.WHITE: sk.player("greedy")}, seed=1)
    game.push("d3")
    push_thought(game)
    after = game.record()
    game.undo()
    assert (game.board, game.record().values) == (sk.Board("nip"), ())
    game.redo()
    after = replace(after, note="a move was taken back")
    assert game.record() == after
    game.undo(0)
    game.redo(0)
    assert game.record() == after


@pytest.mark.parametrize("kind", HELP_NOTES)
def test_a_game_with_help_says_so_in_its_record_and_is_not_learned(kind: Help) -> None:
    told: list[object] = []
    seats = {sk.BLACK: None, sk.WHITE: sk.player("rival:nodes=100")}
    game = PlayedGame(sk.Board("nip12"), seats, seed=1, remember=told.append)
    assert game.take_help(kind)
    assert not game.take_help("hint")
    again = PlayedGame(sk.Board("nip12"), seats, seed=1, remember=told.append)
    again.resume(SavedGame.from_json(game.saved().to_json()))
    assert played_out(again).note == HELP_NOTES[kind]
    again.learn()
    assert (told, again.learning) == ([], kind)


def test_a_handicap_stays_with_the_game() -> None:
    game = PlayedGame(handicap_game("reversi4", 1, 3), dict.fromkeys(sk.Colour), seed=1)
    assert (game.board, game.learning) == (sk.Board("reversi4", handicap=1), "elsewhere")
    record = played_out(game)
    assert (record.result, record.handicap_discs) == (game.board.margin() + 3, 3)
    assert sk.Record.from_text(sk.notation.parse(game.text())[0]).result == record.result
    game.begin_again("reversi4")
    assert (game.board.handicap, game.handicap_discs) == (1, 3)
    game.begin_again("nip12")
    assert (game.board.handicap, game.handicap_discs) == (0, 3)


# Hints


@pytest.mark.parametrize(
    ("board", "moves"), [("reversi", "f5d6c3"), ("reversi", "f5d6c3d3c4f4"), ("nip24", "")]
)
def test_hints_are_the_same_every_time_and_change_nothing(board: str, moves: str) -> None:
    start = sk.Board.parse(moves, board) if moves else sk.Board(board)
    before = start.copy()
    first, second = (
        {move: (found.value, found.nodes) for move, found in hints(start, own_proofs()).results.items()}
        for _ in range(2)
    )
    assert [*first.items()] == [*second.items()]
    assert set(first) == set(start.legal_moves)
    assert evaluation(start).nodes == evaluation(start).nodes
    assert start == before


def test_hints_know_what_is_proven_and_what_the_book_says() -> None:
    by_proof = hints(sk.Board("nip40"), own_proofs()).results.values()
    assert {result.kind for result in by_proof} == {"exact"}
    assert all(result.nodes == 0 for result in by_proof)
    book, board = sk.Book.shipped("reversi"), sk.Board.parse("f5d6c3")
    entry = book and book.find(board)
    assert entry is not None
    found = hints(board, own_proofs()).results
    assert [(r.move, r.value, r.depth) for r in found.values()] == [
        (known.move, known.value, known.degree) for known in entry.moves
    ]
    assert not any(result.nodes for result in found.values())


# Saving and loading


def noted(record: sk.Record) -> tuple[object, ...]:
    """All that is known of the moves."""
    return record.start, record.moves, record.values, record.seconds, record.nodes


@pytest.mark.parametrize("name", ["game.json", "game.ggf"])
def test_what_is_loaded_is_saved_again_with_all_that_was_known(tmp_path: Path, name: str) -> None:
    game = PlayedGame(sk.Board("nip"), {sk.BLACK: None, sk.WHITE: sk.player("greedy")}, seed=1)
    for _ in range(3):
        game.push(game.board.legal_moves[0])
        push_thought(game)
    GameFiles().save(game.record(), tmp_path / name)
    other = PlayedGame(GameFiles().load(tmp_path / name, "reversi"), PEOPLE, seed=2)
    GameFiles().save(other.record(), tmp_path / f"again-{name}")
    (saved,), (again,) = (sk.read(tmp_path / each) for each in (name, f"again-{name}"))
    assert None not in (saved.values[1], saved.seconds[1])
    assert noted(again) == noted(saved)


def test_time_that_was_used_before_loading_is_off_the_clock() -> None:
    record = sk.Record(moves=(sk.F5, sk.D6), seconds=(8.0, 3.0))
    game = PlayedGame(record, PEOPLE, 1, sk.Clock(10, 1))
    assert game.left(sk.WHITE) == 8
    assert 0 < (game.left(sk.BLACK) or 0) <= 3
    with pytest.raises(ValueError, match=r"black has already used more than 5\+1"):
        PlayedGame(record, PEOPLE, 1, sk.Clock(5, 1))


def test_a_game_that_cannot_be_loaded_leaves_the_present_one(tmp_path: Path) -> None:
    game = PlayedGame(sk.Board("nip"), PEOPLE, seed=1)
    game.push("d3")
    (tmp_path / "wrong.txt").write_text("d3d3")
    with pytest.raises(ValueError, match="illegal move d3"):
        game.go_on_from(GameFiles().load(tmp_path / "wrong.txt", "nip"))
    assert game.board.transcript() == "d3"


@pytest.mark.parametrize(
    ("names", "variant", "moves"),
    [
        ("nip.json nip.ggf", "nip", "b3e3f5b2"),
        ("over.json", "nip12", "c4b4a2b1c1d2d3a3"),
        ("resigned.json resigned.ggf resigned.wtb reversi.json reversi.ggf reversi.txt", "reversi", "f5f4"),
    ],
)
def test_a_game_saved_by_an_earlier_version_goes_on(names: str, variant: str, moves: str) -> None:
    for name in names.split():
        game = PlayedGame(GameFiles().load(BEFORE / name, "reversi"), PEOPLE, seed=1)
        assert (game.board.variant_name, game.board.transcript()) == (variant, moves), name
        (saved,) = sk.read(BEFORE / name)
        if saved.seconds:
            assert (game.record().values, game.record().seconds) == (saved.values, saved.seconds)
        while game.board.must_pass():
            game.push(sk.PASS)
        if not game.is_over():
            game.push(game.board.legal_moves[0])


def test_a_saved_game_of_an_earlier_version_has_what_was_known() -> None:
    game = PlayedGame(GameFiles().load(BEFORE / "nip.json", "reversi"), PEOPLE, seed=1)
    record = game.record()
    assert (str(record.start), *noted(record)[2:]) == (
        "------------OX-------OX------XO--------------------- X",
        (None, 11, None, 8),
        (0.000748, 0.001449, 1.822682, 0.0012),
        (None, 34, None, 42),
    )


# Elsewhere and later


def test_a_request_is_answered_elsewhere_as_it_would_be_here() -> None:
    game = PlayedGame(sk.Board(), {sk.BLACK: sk.player("montai:playouts=20"), sk.WHITE: None}, seed=4)
    request = game.request()
    assert game.think().move == request.answer().move


def test_a_request_can_be_stopped_and_tells_of_its_search() -> None:
    game = PlayedGame(sk.Board(), {sk.BLACK: sk.player("engine:seconds=1000"), sk.WHITE: None}, seed=0)
    stop = sk.Stop()
    seen: list[sk.Result] = []

    def hear(result: sk.Result) -> None:
        seen.append(result)
        stop.set()

    choice = game.request(progress=hear).answer(stop)
    assert choice.move in game.board.legal_moves
    assert seen


def test_limits_of_a_move_hold_beside_the_clock() -> None:
    seats = {sk.BLACK: sk.player("engine:seconds=1000"), sk.WHITE: None}
    bound = sk.Limits(nodes=1000)
    assert PlayedGame(sk.Board(), seats, seed=0).request(bound).limits == bound
    clocked = PlayedGame(sk.Board(), seats, seed=0, clock=sk.Clock(100)).request(bound).limits
    assert clocked is not None
    assert clocked.nodes == 1000
    assert 0 < (clocked.seconds or 0) < 100


def test_progress_on_a_clock_is_told_and_the_search_is_paced() -> None:
    seats = {sk.BLACK: sk.player("engine:level=20,book=false"), sk.WHITE: None}
    seen: list[sk.Result] = []
    game = PlayedGame(sk.Board(), seats, seed=0, clock=sk.Clock(1))
    game.request(progress=seen.append).answer()
    assert seen


def test_a_saved_game_is_resumed_with_undo_and_redo() -> None:
    game = PlayedGame(sk.Board(), PEOPLE, seed=1, clock=sk.Clock(100))
    for move in ("f5", "d6", "c3", "d3"):
        game.push(move)
    game.resign()
    game.undo(3)
    saved = SavedGame.from_json(game.saved().to_json())
    assert saved == game.saved()
    other = PlayedGame(sk.Board(), PEOPLE, seed=1, clock=sk.Clock(100))
    other.resume(saved)
    assert other.board.transcript() == "f5d6"
    for each in (game, other):
        each.redo(3)
    assert other.end == End(sk.BLACK, "resigned")
    assert other.record() == game.record()
    other.undo()
    assert other.end is None


def test_a_resumed_turn_goes_on() -> None:
    assert not PlayedGame(sk.Board(), PEOPLE, seed=1).check_clock()
    times = [0.0]
    game = PlayedGame(sk.Board(), PEOPLE, seed=1, clock=sk.Clock(100), now=lambda: times[0])
    assert not game.check_clock()
    game.resume(game.saved(), running=40)
    assert game.left(sk.BLACK) == 60
    times[0] = 61
    assert game.check_clock()
    assert str(game.end) == "black overran the clock"


def test_a_side_that_is_not_to_move_can_resign() -> None:
    game = PlayedGame(sk.Board(), PEOPLE, seed=1)
    game.resign(sk.WHITE)
    assert game.result() == "white resigned, black wins"
