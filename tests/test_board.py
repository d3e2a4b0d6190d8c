"""Board as its users meet it: building, moving, asking, editing, text; and that bad input changes nothing."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable, Iterable
from random import Random
from typing import Any

import pytest
import reference
from samples import random_board

import shirokuro as sk
from shirokuro import Board, Status
from shirokuro.board.board import SCORINGS

# After these moves on reversi4 black must pass.
BEFORE_A_PASS = "b1c1d3a1"
# Black takes every disc and leaves 51 cells empty.
WIPE_OUT = "e6f4e3f6g5d6e7f5c5"


def state(board: Board) -> tuple[str, list[int], str]:
    """All there is to a board."""
    return board.line(), board.move_stack, board.root().line()


def random_game(variant: str, seed: int = 0) -> Board:
    return random_board(variant, 128, seed)


# Building


def test_a_new_board_is_the_variants_start(variant: str) -> None:
    board = Board(variant)
    assert state(board) == (reference.new_game(variant).line(), [], board.line())
    assert (board.variant, board.turn) == (sk.VARIANTS[variant], sk.BLACK)
    assert Board(sk.VARIANTS[variant]) == board
    assert Board() == Board("reversi") == Board(variant="reversi")


def test_from_cells_takes_names_numbers_and_sets() -> None:
    start = Board.from_cells(["e4", "d5"], sk.SquareSet(["d4", "e5"]))
    assert start == Board() == Board.from_cells([sk.E4, "D5"], [sk.D4, sk.E5], sk.BLACK)
    nip = Board.from_cells(["c1"], ["d1"], sk.WHITE, "nip+loop")
    assert (nip.turn, nip.variant.name) == (sk.WHITE, "nip+loop")
    assert nip.discs(sk.BLACK).names() == ["c1"]
    assert nip.discs(sk.WHITE).names() == ["d1"]


def test_parse_recognises_every_kind() -> None:
    board = Board()
    board.extend(["f5", "d6", "c3"])
    for text in (
        "..................x........xx......oxx.....o....................\nwhite to move",
        "------------------X--------XX------OXX-----O-------------------- O; D3:+2; F4:-1;",
        "[8 ------------------*--------**------O**-----O-------------------- O]",
        " F5 d6-C3\n",
        "(;GM[Othello]PB[a]PW[b]TY[8]B[F5/1.0/2]W[d6]B[C3];)",
        str(board),
    ):
        assert Board.parse(text) == board


def test_parse_reads_a_start_of_its_own() -> None:
    ggf = "(;GM[Othello]TY[8]BO[8 ------------------*--------**------O**-----O-------------------- O]W[F4];)"
    board = Board.parse(ggf)
    assert board.move_stack == [sk.F4]
    assert board.root() == Board.parse("f5d6c3")
    assert board == Board.parse("f5d6c3f4")


# Copies, equality, pickles


def test_copies_are_equal_and_independent(variant: str) -> None:
    board = random_game(variant)
    for twin in (board.copy(), copy.copy(board), copy.deepcopy(board), pickle.loads(pickle.dumps(board))):
        assert state(twin) == state(board)
        assert type(twin) is Board
        before = state(board)
        twin.pop()
        assert state(board) == before
        assert twin != board
    bare = board.copy(stack=False)
    assert (bare, bare.move_stack, bare.root()) == (board, [], board)


def test_subclasses_stay_what_they_are() -> None:
    class Named(Board):
        pass

    board = Named("nip")
    board.push("d3")
    for twin in (board.copy(), copy.copy(board), board.transform(sk.Symmetry.TRANSPOSE), board.root()):
        assert type(twin) is Named


def test_equality_is_variant_discs_and_turn() -> None:
    by_moves, by_line = Board.parse("f5d6"), Board("reversi", Board.parse("f5d6").line())
    assert by_moves == by_line
    assert Board("nip") != Board("nip+loop")
    by_line.turn = sk.WHITE
    assert by_moves != by_line
    assert by_moves != by_moves.line()
    with pytest.raises(TypeError, match="unhashable"):
        hash(by_moves)


def test_move_stack_is_a_copy() -> None:
    board = Board.parse("f5d6")
    board.move_stack.clear()
    assert board.move_stack == [sk.F5, sk.D6]


# Moving


def test_moves_are_names_and_numbers() -> None:
    for move in ("f5", "F5", sk.F5, 37):
        board = Board()
        board.push(move)
        assert (board.move_stack, board.turn) == ([sk.F5], sk.WHITE)
        assert board.discs(sk.BLACK).names() == ["e4", "d5", "e5", "f5"]
    forms: list[bytes | Iterable[int | str]] = [b"\x25\x2b", ["f5", "d6"], (sk.F5, "D6"), iter([37, 43])]
    for moves in forms:
        board = Board()
        board.extend(moves)
        assert board.move_stack == [sk.F5, sk.D6]


def test_every_way_to_pass() -> None:
    ways: list[Callable[[Board], None]] = [
        lambda board: board.push(sk.PASS),
        lambda board: board.push("pa"),
        lambda board: board.push_pass(),
    ]
    for pass_on in ways:
        board = Board.parse(BEFORE_A_PASS, "reversi4")
        discs = board.black(), board.white()
        assert (board.must_pass(), board.is_over(), len(board.legal_moves)) == (True, False, 0)
        pass_on(board)
        assert (board.black(), board.white()) == discs
        assert (board.turn, board.peek(), board.must_pass()) == (sk.WHITE, sk.PASS, False)


def test_pop_undoes_every_push(variant: str) -> None:
    random, board = Random(variant), Board(variant)
    before = []
    while not board.is_over():
        before.append(state(board))
        board.push(random.choice(board.legal_moves) if board.legal_moves else sk.PASS)
    for earlier, move in zip(reversed(before), reversed(board.move_stack), strict=True):
        assert board.peek() == move
        assert board.pop() == move
        assert state(board) == earlier


def test_root_is_where_the_stack_began() -> None:
    board = Board("reversi", Board.parse("f5d6c3").line())
    board.extend(["f4", "c5", "d3"])
    assert board.root() == Board.parse("f5d6c3")
    assert board.root().move_stack == []
    assert board.move_stack == [sk.F4, sk.C5, sk.D3]


def test_extend_puts_passes_in_only_if_it_may() -> None:
    board = Board.parse(BEFORE_A_PASS, "reversi4")
    with pytest.raises(sk.IllegalMoveError, match="move 1: illegal move c4: black must pass"):
        board.extend(["c4"], insert_passes=False)
    board.extend(["c4"])
    assert board.move_stack[-2:] == [sk.PASS, sk.C4]


# Bad input: an error that tells, and a board that did not change

GAME_OVER = Board.parse(WIPE_OUT)
NO_MOVE: list[tuple[Board, Any, type[ValueError], str]] = [
    (Board(), "z9", sk.InvalidMoveError, "'z9' is not a square"),
    (Board(), "", sk.InvalidMoveError, "'' is not a square"),
    (Board(), "f5d6", sk.InvalidMoveError, "'f5d6' is not a square"),
    (Board(), "f\udc80", sk.InvalidMoveError, "is not a square"),
    (Board(), -1, sk.InvalidMoveError, "-1 is not a square"),
    (Board(), 65, sk.InvalidMoveError, "65 is not a square"),
    (Board(), 10**30, sk.InvalidMoveError, "is not a square"),
    (Board.parse("f5"), "a1", sk.IllegalMoveError, "illegal move a1: it turns no disc for white"),
    (Board.parse("f5"), "f5", sk.IllegalMoveError, "illegal move f5: the cell is occupied"),
    (Board("nip"), "a1", sk.IllegalMoveError, "illegal move a1: no cell of nip"),
    (Board("reversi4"), "h8", sk.IllegalMoveError, "illegal move h8: no cell of reversi4"),
    (Board(), sk.PASS, sk.IllegalMoveError, "illegal pass: black can move"),
    (Board.parse("f5"), "pass", sk.IllegalMoveError, "illegal pass: white can move"),
    (Board.parse(BEFORE_A_PASS, "reversi4"), "c4", sk.IllegalMoveError, "illegal move c4: black must pass"),
    (GAME_OVER, "a1", sk.IllegalMoveError, "illegal move a1: the game is over"),
    (GAME_OVER, sk.PASS, sk.IllegalMoveError, "illegal pass: the game is over"),
]


@pytest.mark.parametrize(("board", "move", "error", "message"), NO_MOVE)
def test_a_wrong_move_changes_nothing(board: Board, move: Any, error: type[ValueError], message: str) -> None:
    before = state(board)
    with pytest.raises(error, match=message):
        board.push(move)
    with pytest.raises(error, match=message):
        board.extend([move], insert_passes=False)
    assert state(board) == before


@pytest.mark.parametrize("thing", [None, 3.0, b"f5", ["f5"], object()])
def test_what_is_no_move_at_all_is_a_type_error(thing: Any) -> None:
    board = Board.parse("f5d6")
    before = state(board)
    for ask in (board.push, board.is_legal, board.flips):
        with pytest.raises(TypeError):
            ask(thing)
    with pytest.raises(TypeError):
        board.extend(["c3", thing])
    with pytest.raises(TypeError):
        board.extend(5)  # type: ignore[arg-type]
    assert state(board) == before


def test_extend_is_all_or_nothing_and_names_the_move() -> None:
    board = Board.parse("f5d6")
    before = state(board)
    with pytest.raises(sk.IllegalMoveError, match="move 3: illegal move a1"):
        board.extend(["c3", "d3", "a1", "c4"])
    with pytest.raises(sk.IllegalMoveError, match="move 2: illegal move 200: no cell of reversi"):
        board.extend(bytes([sk.C3, 200]))
    with pytest.raises(sk.InvalidMoveError, match="'zz' is not a square"):
        board.extend(["c3", "zz"])
    assert state(board) == before


def test_there_must_be_a_move_to_take_back() -> None:
    board = Board("nip")
    for ask in (board.pop, board.peek):
        with pytest.raises(sk.IllegalMoveError, match="no move"):
            ask()
    assert board == Board("nip")


def test_wrong_questions_are_value_errors() -> None:
    asked: list[tuple[Callable[[], Any], type[ValueError], str]] = [
        (lambda: Board("reverse"), sk.UnknownVariantError, "did you mean 'reversi'"),
        (lambda: Board("chess"), sk.UnknownVariantError, "there are reversi, reversi6"),
        (lambda: Board("nip", "-" * 64 + " X"), sk.NotationError, "64 cells, but nip has 52"),
        (lambda: Board.parse(""), sk.NotationError, "there are 0"),
        (lambda: Board.parse("f5\n\nf5"), sk.NotationError, "there are 2"),
        (lambda: Board.parse("f5f5"), sk.IllegalMoveError, "move 2: illegal move f5: the cell is occupied"),
        (lambda: Board.from_cells(["e4"], ["e4"]), sk.InvalidPositionError, "two discs"),
        (lambda: Board.from_cells(["a1"], [], variant="nip"), sk.InvalidPositionError, "outside the board"),
        (lambda: Board.from_cells(["i9"], []), sk.InvalidMoveError, "'i9' is not a square"),
        (lambda: Board.from_cells(["a1"], [], "white"), ValueError, "'white' is not a valid Colour"),  # type: ignore[arg-type]
        (lambda: Board().transform(8), ValueError, "symmetries are 0…7"),  # type: ignore[arg-type]
        (lambda: Board().margin("best"), ValueError, "no scoring 'best': there are winner, plain"),  # type: ignore[arg-type]
        (lambda: Board().outcome("best"), ValueError, "no scoring 'best'"),  # type: ignore[arg-type]
        (lambda: Board().discs("white"), ValueError, "'white' is not a valid Colour"),  # type: ignore[arg-type]
        (lambda: Board().flips(sk.PASS), sk.InvalidMoveError, "64 is not a square"),
    ]
    for ask, error, message in asked:
        with pytest.raises(error, match=message):
            ask()


def test_wrong_edits_change_nothing() -> None:
    board = Board("nip")
    board.push("d3")
    before = state(board)
    with pytest.raises(sk.InvalidPositionError, match="a1 is not a cell of nip"):
        board.set_disc("a1", sk.BLACK)
    with pytest.raises(sk.InvalidMoveError, match="'z9' is not a square"):
        board.set_disc("z9", sk.BLACK)
    with pytest.raises(ValueError, match="'white' is not a valid Colour"):
        board.set_disc("d3", "white")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="'white' is not a valid Colour"):
        board.turn = "white"  # type: ignore[assignment]
    with pytest.raises(sk.InvalidPositionError, match="two discs"):
        board.set_cells(board.black(), board.black(), False)
    with pytest.raises(sk.InvalidPositionError, match="outside"):
        board.set_cells(sk.SquareSet(["a1"]), sk.SquareSet(), False)
    assert state(board) == before


# Editing


def test_edits_forget_the_moves() -> None:
    board = Board.parse("f5")
    board.set_disc("f5", sk.WHITE)
    assert (board.disc_at("f5"), board.move_stack, board.turn) == (sk.WHITE, [], sk.WHITE)
    board.set_disc(sk.F5, None)
    assert board.disc_at(sk.F5) is None
    board.set_disc("a1", sk.BLACK)
    assert board.discs(sk.BLACK).names() == ["a1", "e4", "d5", "e5"]
    board = Board.parse("f5")
    board.turn = sk.BLACK
    assert (board.turn, board.move_stack, board.line()[-2:]) == (sk.BLACK, [], " X")
    assert board.discs(sk.WHITE).names() == ["d4"]


@pytest.mark.parametrize(
    ("variant", "names"),
    [
        *(("reversi", names) for names in ("a1", "a1 h8", "a1 h1 h8", "a1 h1 a8 h8")),
        ("reversi6", "a1 f1 f6"),
    ],
)
def test_a_handicap_gives_black_corners_and_white_the_first_move(variant: str, names: str) -> None:
    corners = len(names.split())
    usual, board = Board(variant), Board(variant, handicap=corners)
    assert (board.black() - usual.black()).names() == names.split()
    assert (board.white(), board.turn, board.status()) == (usual.white(), sk.WHITE, Status.VALID)
    board.push(board.legal_moves[0])
    assert (board.handicap, board.status(), sk.opening(board)) == (corners, Status.VALID, None)
    assert sk.Record.from_board(board).root() == Board(variant, handicap=corners)
    assert usual.handicap == 0


def test_a_handicap_that_cannot_be() -> None:
    for variant, corners, text in (
        ("reversi", 5, "0 to 4 corners are possible, not 5"),
        ("reversi", -1, "0 to 4 corners are possible, not -1"),
        ("nip", 1, "nip has no corners"),
    ):
        with pytest.raises(ValueError, match=f"^handicap: {text}$"):
            Board(variant, handicap=corners)


def test_a_handicap_in_discs_decides_the_result() -> None:
    board = random_game("nip12")
    even = board.outcome(handicap_discs=-board.margin())
    assert even is not None
    assert (even.winner, even.margin, even.black) == (None, 0, len(board.black()))
    assert "draw with a handicap of" in str(even)
    assert "with a handicap of +64)" in str(board.outcome(handicap_discs=64))


NO_CENTRE = "a centre cell is empty, which discs never leave"
DETACHED = "a disc is not connected to the centre"
STATUSES = [
    ("d4 e4 d5 e5 c3 b2 a1", Status.VALID, "valid"),
    (
        "",
        Status.NO_DISCS | Status.TOO_FEW_DISCS | Status.CENTRE_EMPTY,
        f"there are no discs, there are fewer than four discs, {NO_CENTRE}",
    ),
    (
        "d4 e4 d5",
        Status.TOO_FEW_DISCS | Status.CENTRE_EMPTY,
        f"there are fewer than four discs, {NO_CENTRE}",
    ),
    ("d4 e4 d5 c3", Status.CENTRE_EMPTY, NO_CENTRE),
    ("d4 e4 d5 e5 c3 a1", Status.DETACHED_DISC, DETACHED),
    ("h1 h2 h3 h4 h5", Status.CENTRE_EMPTY | Status.DETACHED_DISC, f"{NO_CENTRE}, {DETACHED}"),
    # The end of one row and the beginning of the next are no neighbours.
    ("d4 e4 d5 e5 f4 g4 h4 a5", Status.DETACHED_DISC, DETACHED),
]


@pytest.mark.parametrize(("black", "status", "text"), STATUSES)
def test_status_names_what_is_wrong(black: str, status: Status, text: str) -> None:
    board = Board.from_cells(black.split(), [])
    assert (board.status(), str(board.status())) == (status, text)


def test_every_board_of_a_game_is_valid_and_reads_back(variant: str) -> None:
    board = random_game(variant)
    assert repr(Board(variant)) == f"Board({variant!r})"
    while board.move_stack:
        assert board.status() == Status.VALID
        assert state(Board.parse(board.transcript(), variant)) == state(board)
        assert eval(repr(board), {"Board": Board}) == board
        board.pop()


# Ends and margins


def test_margins_and_outcomes_match_the_reference(variant: str) -> None:
    for seed in range(5):
        board = random_game(variant, seed)
        game = reference.new_game(variant)
        for move in board.move_stack:
            assert not game.is_over()
            game = game.after_pass() if move == sk.PASS else game.after(sk.square_name(move))
        assert game.is_over()
        for scoring in SCORINGS:
            outcome = board.outcome(scoring)
            assert outcome is not None
            margin = game.margin(scoring)
            winner = None if margin == 0 else sk.BLACK if margin > 0 else sk.WHITE
            counts = game.count("X"), game.count("O"), game.count("-")
            assert outcome == sk.Outcome(winner, *counts, margin)
            for side, sign in ((sk.BLACK, 1), (sk.WHITE, -1)):
                board.turn = side
                assert board.final_value(scoring) == sign * margin
            assert board.margin(scoring) == margin


def test_the_empties_go_to_the_winner_unless_scoring_is_plain() -> None:
    board = Board.parse(WIPE_OUT)
    assert board.outcome() == sk.Outcome(sk.BLACK, 13, 0, 51, 64)
    assert board.outcome("plain") == sk.Outcome(sk.BLACK, 13, 0, 51, 13)
    assert str(board.outcome()) == "13-0, black wins (+64, empties to the winner)"


def test_white_wins_and_draws_have_their_words() -> None:
    white, draw = (Board("reversi4", cells + " X") for cells in ("O" * 9 + "-" * 7, "X" * 8 + "O" * 8))
    assert str(white.outcome()) == "0-9, white wins (-16, empties to the winner)"
    assert str(draw.outcome()) == "8-8, draw (+0)"


def test_a_running_game_has_a_margin_but_no_outcome() -> None:
    board = Board.parse("f5")
    assert board.outcome() is None
    assert board.margin() == board.margin("plain") == 3
    with pytest.raises(ValueError, match="not over"):
        board.final_value()


def test_the_choices_of_a_side_are_its_moves_or_the_pass() -> None:
    passes = 0
    for seed in range(20):
        board = Board("reversi4")
        for move in random_game("reversi4", seed).move_stack:
            assert move in board.choices()
            assert board.choices() == ((sk.PASS,) if move == sk.PASS else tuple(board.legal_moves))
            passes += move == sk.PASS
            board.push(move)
        assert board.is_over()
        assert board.choices() == ()
    assert passes > 0


# Symmetry


def test_canonical_keeps_the_game() -> None:
    openings = [Board.parse(text) for text in ("d3", "c4", "f5", "e6")]
    assert len({board.canonical().line() for board in openings}) == 1
    assert len({board.canonical().transcript() for board in openings}) == 1
    assert openings[0].symmetries() == [sk.Symmetry.IDENTITY]


# Text and pictures


def test_transcript_leaves_passes_out_except_at_the_end() -> None:
    board = Board.parse(BEFORE_A_PASS, "reversi4")
    board.push_pass()
    assert board.transcript() == BEFORE_A_PASS + "pa"
    board.push("c4")
    assert board.transcript() == BEFORE_A_PASS + "c4"
    assert Board("nip").transcript() == ""


def test_str_draws_the_cells_that_exist() -> None:
    assert str(Board("nip12")) == "  a b c d\n1   - -\n2 - O X -\n3 - X O -\n4   - -\nX to move"
    assert str(Board.parse("f5")).splitlines()[-1] == "O to move"


def test_a_board_draws_itself() -> None:
    board = Board.parse("f5")
    picture = board.svg()
    assert picture.startswith("<svg")
    assert board._repr_svg_() == picture
    assert picture.count('class="legal"') == len(board.legal_moves)
    assert 'class="legal"' not in board.svg(legal=False)
    assert ">+2.5<" in board.svg(hints={"d6": "+2.5"})
    assert ">7<" in board.svg(hints={sk.D6: 7})
    assert 'width="100"' in board.svg(size=100)
    with pytest.raises(sk.InvalidMoveError, match="'z9'"):
        board.svg(hints={"z9": 1})
