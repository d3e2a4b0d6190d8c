"""montai, nip-mc and uct: what each chooses, nip-mc's listing to the letter, and that they are strong."""

from __future__ import annotations

import re
from random import Random

import pytest
from samples import endgame

import shirokuro as sk
from shirokuro.engine.playouts import grow_tree, try_moves
from shirokuro.players.nip_mc import printed_choice
from shirokuro.players.player import seed_for


def won_by(black: str, white: str, games: int) -> tuple[float, float]:
    """How many games of Nip, from the start, black and white win, in per cent."""
    margins = [sk.play(black, white, seed=game, variant="nip").margin() for game in range(games)]
    return sum(m > 0 for m in margins) * 100 / games, sum(m < 0 for m in margins) * 100 / games


def seed_of(player: sk.Player, board: sk.Board) -> int:
    """What the player's random games on a board are drawn from."""
    return seed_for(vars(player)["seed"], board)


def at(variant: str, empties: int) -> sk.Board:
    """A board with so many empties and at least three moves; the same every time."""
    dice = Random(1)
    while len((board := endgame(variant, empties, dice)).legal_moves) < 3:
        pass
    return board


# montai


@pytest.mark.parametrize("score", ["wins", "discs"])
def test_montai_plays_the_first_move_with_the_best_sum(score: str) -> None:
    board = at("nip", 20)
    player = sk.player(f"montai:playouts=50,score={score},seed=3")
    choice = player.choose(board)
    trials = try_moves(board, 50, seed=seed_of(player, board)).moves
    sums = [trial.wins - trial.losses if score == "wins" else trial.discs for trial in trials]
    best = board.legal_moves[sums.index(max(sums))]
    assert (choice.move, choice.value, choice.nodes) == (best, max(sums) / 50, 50 * len(sums))


def test_equal_sums_go_to_the_first_move() -> None:
    """At the start of 8x8 all moves are alike, so with one game each many sums are equal."""
    board = sk.Board()
    ties = 0
    for seed in range(40):
        player = sk.player(f"montai:playouts=1,seed={seed}")
        scores = [trial.score for trial in try_moves(board, 1, seed=seed_of(player, board)).moves]
        ties += scores.count(max(scores)) > 1
        assert player.choose(board).move == board.legal_moves[scores.index(max(scores))]
    assert ties > 20


def test_montai_chooses_alike_on_any_number_of_threads() -> None:
    board = at("reversi", 30)
    choices = [sk.player(f"montai:playouts=300,threads={threads}").choose(board) for threads in (1, 2, 4)]
    assert len({(choice.move, choice.value, choice.nodes) for choice in choices}) == 1


def test_a_capped_montai_says_so() -> None:
    choice = sk.player("montai").choose(sk.Board(), sk.Limits(nodes=40))
    assert (choice.note, choice.nodes) == ("capped at 10 games a move", 40)
    assert sk.player("montai:playouts=10").choose(sk.Board()).note == ""


def long(*case: object) -> object:
    return pytest.param(*case, marks=pytest.mark.long)


@pytest.mark.parametrize(
    ("first", "second", "games", "variant", "least"),
    [
        ("montai:playouts=500", "random", 40, "reversi", 0.95),
        ("montai:playouts=80", "montai:playouts=5", 40, "nip", 0.65),
        long("montai:playouts=100", "montai:playouts=25", 200, "reversi", 0.65),
        # Sixteen times the games: with four times it scores some 58 %.
        long("montai:playouts=400", "montai:playouts=25", 200, "nip", 0.58),
        # The study: 81-19 as black, 28-71 as white.
        ("nip-mc", "random", 60, "nip", 0.65),
        # With as many games in all: some ten moves a position, a tenth of the games each.
        ("uct:playouts=1000", "montai:playouts=100", 20, "reversi", 0.65),
        ("uct:playouts=1000", "montai:playouts=100", 20, "nip", 0.65),
        long("uct:playouts=10000", "montai:playouts=1000", 200, "reversi", 0.65),
        long("uct:playouts=10000", "montai:playouts=1000", 200, "nip", 0.65),
        # Without evaluation and solver it is games against games.
        ("uct:playouts=2000,prior=0,solve_empties=0", "montai:playouts=200", 20, "reversi", 0.55),
    ],
)
def test_who_is_stronger(first: str, second: str, games: int, variant: str, least: float) -> None:
    """What the first player scores a game, draws half."""
    assert sk.match(first, second, games, variant=variant).tally.points / games >= least


# nip-mc


def test_nip_mc_is_random_while_many_cells_are_empty() -> None:
    board = at("nip", 17)
    notes = {sk.player(f"nip-mc:seed={seed}").choose(board).note for seed in range(5)}
    moves = {sk.player(f"nip-mc:seed={seed}").choose(board).move for seed in range(60)}
    assert notes == {"at random"}
    assert moves == set(board.legal_moves)


def test_nip_mc_tries_moves_when_few_cells_are_empty() -> None:
    board = at("nip", 16)
    player = sk.player("nip-mc")
    best = max(try_moves(board, 100, seed=seed_of(player, board)).moves, key=lambda trial: trial.score)
    choice = player.choose(board)
    assert (choice.move, choice.nodes) == (best.move, 100 * len(board.legal_moves))


def nip(turn: str, *, row1: str = "----", row4: str, row5: str = "--------") -> sk.Board:
    """A board of Nip with discs on few rows, so that candidates and counts are seen at a glance."""
    return sk.Board.parse(f"{row1}------{'-' * 8}{row4}{row5}{'-' * 8}---------- {turn}")


@pytest.mark.parametrize(
    ("board", "candidates", "expected"),
    [
        # e6 turns d5: black leads 4-1, +1 for black, the first is the maximum.
        (nip("X", row4="--XO----", row5="--XO----"), "e3 e4 e5 e6", "e3"),
        # The same for white: white leads, which the listing never asks for. 0, the first of equals.
        (nip("O", row4="--OX----", row5="--OX----"), "e3 e4 e5 e6", "e3"),
        # c6 turns d5: black still leads 5-4, −1 for white, and the next value, 0, is higher.
        (nip("O", row4="-XXXO---", row5="-XXXO---"), "c3 a4 a5 c6", "a4"),
        # The same for black: he is behind, but gets 0 where −1 was meant.
        (nip("X", row4="-OOOX---", row5="-OOOX---"), "c3 a4 a5 c6", "c3"),
        # Black leads 4-3 after the only candidate: −1, but there is no second.
        (nip("O", row1="XXXX", row4="-XO-----"), "a4", "a4"),
    ],
)
def test_the_printed_choice_by_hand(board: sk.Board, candidates: str, expected: str) -> None:
    assert board.legal_moves.names() == candidates.split()
    assert sk.move_name(printed_choice(board)) == expected


def test_the_printed_listing_is_random_for_twenty_discs() -> None:
    """With 19 discs placed any move may come, with 20 the rule above decides."""
    early, late = at("nip", 29), at("nip", 28)
    specs = [f"nip-mc:as_printed=true,seed={seed}" for seed in range(60)]
    assert {sk.player(spec).choose(early).move for spec in specs} == set(early.legal_moves)
    assert {sk.player(spec).choose(late).move for spec in specs} == {printed_choice(late)}


def test_the_printed_listing_loses_to_random() -> None:
    """Black and white win 33-66 and 49-50 of 100 in 3000 games; the study's table: 81-19 and 28-71."""
    assert won_by("nip-mc:as_printed=true", "random", 250) == pytest.approx((34, 65), abs=10)
    assert won_by("random", "nip-mc:as_printed=true", 250) == pytest.approx((48, 51), abs=10)


def test_the_mended_listing_keeps_its_last_games() -> None:
    """Its value counts black's wins alone, so for black a draw is as bad as a loss."""
    for empties in (28, 27, 12, 11):
        board = at("nip", empties)
        for kept in (1, 2, 30):
            player = sk.player(f"nip-mc:as_printed=true,kept={kept},seed=2")
            trials = try_moves(board, kept, seed=seed_of(player, board)).moves
            wins = [each.wins if board.turn == sk.BLACK else -each.losses for each in trials]
            choice = player.choose(board)
            assert choice.move == trials[wins.index(max(wins))].move
            assert (choice.value, choice.nodes) == (max(wins) / kept, kept * len(trials))


def test_when_nip_mc_is_random_and_where_it_plays() -> None:
    assert sk.player("nip-mc:as_printed=true,kept=1").choose(at("nip", 29)).note == "at random"
    assert sk.player("nip-mc:random_until=52").choose(sk.Board("nip")).nodes == 400
    assert set(sk.player("nip-mc").variants) == {name for name in sk.VARIANTS if name.startswith("nip")}


@pytest.mark.parametrize("opening", ["evaluation", "book"])
def test_nip_mc_opens_by_what_it_was_told(opening: str) -> None:
    board = sk.Board("nip").copy()
    player = sk.player(f"nip-mc:opening={opening}")
    for ply in range(32):
        note = player.choose(board).note
        assert note == "by evaluation" or (opening == "book" and ply < 30 and note.startswith("book"))
        board.push(player.choose(board).move)
    assert player.choose(board).note == ""


def test_the_evaluation_opens_with_one_of_its_best() -> None:
    board = at("nip", 30)
    worth = {}
    for move in board.legal_moves:
        board.push(move)
        worth[move] = -sk.evaluate(board)
        board.pop()
    best = {move for move, value in worth.items() if value == max(worth.values())}
    players = (sk.player(f"nip-mc:opening=evaluation,seed={seed}") for seed in range(40))
    assert {player.choose(board).move for player in players} == best


@pytest.mark.parametrize("variant", ["nip32", "nip12+loop"])
def test_an_opening_on_boards_without_book_or_training(variant: str) -> None:
    assert sk.player("nip-mc:opening=book,random_until=0").choose(sk.Board(variant)).move != sk.PASS


def test_what_nip_mc_cannot_be() -> None:
    for options, says in (
        ("kept=1", "kept goes with as_printed=true; otherwise use playouts"),
        ("as_printed=true,kept=-1", "kept is a whole number, 0…10000000, not -1"),
        ("opening=chess", "opening is one of random, evaluation, book, not 'chess'"),
        ("as_printed=true,opening=book", "as printed it opens at random, not by book"),
    ):
        with pytest.raises(ValueError, match=f"^nip-mc: {re.escape(says)}"):
            sk.player(f"nip-mc:{options}")


# UCT


def test_uct_plays_the_move_of_its_tree() -> None:
    board = at("reversi", 30)
    player = sk.player("uct:playouts=500,seed=4")
    tree = grow_tree(board, 500, seed=seed_of(player, board))
    choice = player.choose(board)
    assert (choice.move, choice.pv, choice.value, choice.note) == (tree.pv[0], tree.pv, tree.best.score, "")


def test_uct_says_what_it_knows() -> None:
    assert sk.player("uct").choose(sk.Board(), sk.Limits(nodes=16)).note == "capped at 16 playouts"
    board = at("nip", 9)
    won = sk.solve(board).value
    word = "win" if won > 0 else "loss" if won < 0 else "draw"
    assert sk.player("uct").choose(board).note == f"proven {word}"
