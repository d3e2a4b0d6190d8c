"""One contract for every registered player on every board it plays; and how players are named."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
import samples

import shirokuro as sk

# What makes the slow ones quick enough to be asked thousands of times; every player must be playable so.
QUICK = sk.Limits(nodes=200)
UNCOUNTED = {"random", "corner-maniac", "mirror", "nip-mc"}
"""Players whose choices say nothing of nodes."""
ON_EVERY_BOARD = pytest.mark.parametrize(
    ("name", "variant"),
    [samples.on_usual_boards(name, each) for name, kind in sk.PLAYERS.items() for each in kind().variants],
)


def play_out(player: sk.Player, board: sk.Board) -> sk.Board:
    """The game in which the player plays both sides."""
    while not board.is_over():
        before = board.copy()
        choice = player.choose(board, QUICK)
        assert (board, board.move_stack) == (before, before.move_stack)
        board.push(choice.move)  # refuses what is not legal
    return board


@ON_EVERY_BOARD
def test_a_whole_game_of_legal_moves_that_the_same_seed_repeats(name: str, variant: str) -> None:
    game, again = (play_out(sk.player(name).with_seed(7), sk.Board(variant)) for _ in range(2))
    assert game.move_stack == again.move_stack


@ON_EVERY_BOARD
def test_choosing_depends_on_the_board_alone(name: str, variant: str) -> None:
    """A player that has seen another game chooses as one that has not."""
    player, board = sk.player(name), samples.random_board(variant, plies=4, seed=1)
    player.choose(samples.random_board(variant, plies=5, seed=2), QUICK)
    assert player.choose(board, QUICK).move == sk.player(name).choose(board, QUICK).move


@ON_EVERY_BOARD
def test_a_forced_pass_and_the_last_cell(name: str, variant: str) -> None:
    player, last = sk.player(name), samples.one_empty(variant)
    assert player.choose(samples.forced_pass(variant)).move == sk.PASS
    assert player.choose(last, QUICK).move in last.legal_moves


@ON_EVERY_BOARD
def test_the_tightest_limits_still_get_a_move(name: str, variant: str) -> None:
    board, stop = samples.random_board(variant, plies=3, seed=3), sk.Stop()
    stop.set()
    for limits in (sk.Limits(depth=1), sk.Limits(nodes=1), sk.Limits(seconds=1e-6)):
        assert sk.player(name).choose(board, limits).move in board.legal_moves, limits
    assert sk.player(name).choose(board, None, stop).move in board.legal_moves
    nodes = sk.player(name).choose(board, sk.Limits(nodes=400)).nodes
    assert nodes <= 600  # the counter is looked at now and then
    # On nip12, uct proves the end at once, and nip-mc no longer plays at random.
    assert variant.startswith("nip12") or (nodes == 0) == (name in UNCOUNTED)


@pytest.mark.parametrize("name", sk.PLAYERS)
def test_a_finished_game_and_a_foreign_board_are_refused(name: str) -> None:
    player = sk.player(name)
    with pytest.raises(ValueError, match="over"):
        player.choose(samples.finished(player.variants[0]))
    for foreign in set(sk.VARIANTS) - set(player.variants):
        with pytest.raises(ValueError, match="does not play"):
            player.choose(sk.Board(foreign))


# Names


@pytest.mark.parametrize("name", sk.PLAYERS)
def test_the_registry_says_what_a_player_is_and_its_name_makes_it_again(name: str) -> None:
    kind = sk.PLAYERS[name]
    assert kind.summary
    assert kind.origin
    assert all(each.help for each in kind.parameters())
    assert sk.player(name).name == name
    player = sk.player(name).with_seed(5)
    assert sk.player(player.name) == sk.player(f" {player.name.replace(':', ' : ')} ") == player


@pytest.mark.parametrize(
    ("spec", "complaint"),
    [
        ("rndom", "no player 'rndom': did you mean 'random'"),
        ("qqq", "no player 'qqq': there are random"),
        ("", "no player ''"),
        ("random:sed=1", "random: no parameter 'sed': did you mean 'seed'"),
        ("random:seed", "random: seed needs a value: seed=0"),
        ("random:seed=x", "random: seed is a whole number.*not 'x'"),
        ("random:seed=-1", "random: seed is a whole number, 0…"),
        ("random:seed=1,seed=2", "random: seed is given twice"),
    ],
)
def test_a_wrong_specification_is_one_clear_line(spec: str, complaint: str) -> None:
    with pytest.raises(ValueError, match=complaint) as error:
        sk.player(spec)
    assert "\n" not in str(error.value)


def test_a_player_is_imported_when_it_is_first_made() -> None:
    code = "import sys, shirokuro as sk; sk.play('greedy', 'random', variant='nip12'); print(*sys.modules)"
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    loaded = ran.stdout.split()
    assert "shirokuro.players.greedy" in loaded
    assert not {f"shirokuro.players.{name}" for name in ("engine_player", "ssai", "rival.rival")} & {*loaded}


# Players of one's own, by dotted name


MODULE = """
import shirokuro as sk

class First(sk.Player):
    def __init__(self, depth=1, share=0.5, loud=False, word="x"):
        self.told = [depth, share, loud, word]
    def choose(self, board):
        return board.legal_moves[0]

class Picky:
    variants = ("nip",)
    def __init__(self):
        raise LookupError("never")

someone = First(7)
number = 5
"""


@pytest.fixture
def module(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    (tmp_path / "own_players.py").write_text(MODULE)
    (tmp_path / "broken_players.py").write_text("1 / 0")
    (tmp_path / "lacking_players.py").write_text("import not_there_at_all")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.delitem(sys.modules, "own_players", raising=False)
    return "own_players"


def test_a_dotted_name_makes_a_player(module: str) -> None:
    spec = f"{module}.First:depth=3, share=0.25,loud=true,word=abc"
    one = sk.player(spec)
    assert one.name == spec.replace(" ", "")
    assert sk.player(one.name).name == one.name
    assert one.own.told == [3, 0.25, True, "abc"]  # type: ignore[union-attr]
    assert one.choose(sk.Board()).move == sk.D3
    assert one.choose(samples.forced_pass("reversi")).move == sk.PASS
    assert sk.player(f"{module}.someone").own.told[0] == 7  # type: ignore[union-attr]
    assert sk.player("shirokuro.players.greedy.Greedy") == sk.player("greedy")
    record = sk.play(f"{module}.First", "random", variant="nip12")
    assert (record.black, record.note) == (f"{module}.First", "")


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_dotted_name_plays_matches(module: str, jobs: int) -> None:
    result = sk.match(f"{module}.First:depth=2", "random", 4, variant="nip12", jobs=jobs)
    assert (result.first, len(result.forfeits)) == (f"{module}.First:depth=2", 0)


@pytest.mark.parametrize(
    ("spec", "complaint"),
    [
        ("own_plyers.First", "no player 'own_plyers.First': there is no module 'own_plyers' in this folder"),
        ("own_players.more.First", "there is no module 'own_players.more'"),
        ("own_players.Nobody", "no player 'own_players.Nobody': own_players has no Nobody$"),
        ("own_players.Frist", "no player 'own_players.Frist': own_players has no Frist, but First"),
        ("own_players.First:dpth=1", r"own_players.First: First\(dpth=1\) raised TypeError: .*dpth"),
        ("own_players.First:depth", "own_players.First: depth needs a value"),
        ("own_players.First:depth=1,depth=2", "own_players.First: depth is given twice"),
        ("own_players.Picky", r"own_players.Picky: Picky\(\) raised LookupError: never"),
        ("own_players.number", "5 is no player: it has no choose"),
        ("own_players.someone:depth=2", "own_players.someone is no class: it takes no parameters"),
        ("broken_players.First", "broken_players cannot be imported: ZeroDivisionError: division by zero"),
        ("lacking_players.First", "lacking_players imports not_there_at_all, which there is not"),
        (".First", "no player '.First'"),
        ("own_players.", "no player 'own_players.'"),
    ],
)
def test_a_wrong_dotted_name_is_one_clear_line(module: str, spec: str, complaint: str) -> None:
    with pytest.raises(ValueError, match=complaint) as error:
        sk.player(spec)
    assert "\n" not in str(error.value)
