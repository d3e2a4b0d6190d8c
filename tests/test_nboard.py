"""The NBoard server, spoken to by a scripted NBoard: games, hints, pings while it thinks, wrong lines."""

from __future__ import annotations

import random
import re
import signal
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from nboard_gui import Gui, ggf
from protocol_driver import Spoken, said, spoken, spoken_here
from samples import forced_pass
from strange_players import Crasher

import shirokuro as sk
from shirokuro.players.rival.memory import RivalMemory
from shirokuro.protocol.nboard_search import SearchDepth
from shirokuro.protocol.nboard_server import serve_nboard
from shirokuro.protocol.nboard_text import one_word, search_line

MIDDLE = "f5d6c3d3c4f4f6f3e6e7d7c5b6d8c6c7d2b5"


def nboard(*lines: str, player: object = "random", variant: str = "reversi") -> list[str]:
    """What the server says to these lines, if all come at once."""
    return said(serve_nboard, lines, player, variant)[0].splitlines()


def ended_game(variant: str) -> sk.Board:
    return sk.play("random", "random", variant=variant, seed=4).board()


@contextmanager
def thinking(depth: int = 60, board: sk.Board | None = None, threads: int = 1) -> Iterator[Gui]:
    """The engine in front of a board; without one, in the middle of a game that no book knows."""
    with spoken_here(serve_nboard, "engine", threads=threads, is_by_depth=True) as engine:
        gui = Gui(engine, depth=depth)
        gui.set_game(board or sk.Board.parse(MIDDLE))
        yield gui


# Games


def test_whole_games_on_all_boards() -> None:
    with spoken_here(serve_nboard) as engine:
        gui = Gui(engine)
        assert gui.name == "Shirokuro-random"
        for variant in sk.VARIANTS:
            board = sk.Board(variant)
            gui.set_game(board)
            while not board.is_over():
                board.push(gui.go())
                gui.move(name_of(board.peek()).upper())
            gui.check_silence()


def name_of(move: int) -> str:
    return "PA" if move == sk.PASS else sk.move_name(move)


def test_a_game_at_the_depth_that_nboard_sets() -> None:
    board = sk.Board("reversi6")
    with thinking(depth=1, board=board) as gui:
        assert gui.name == "Shirokuro1"
        while not board.is_over():
            gui.engine.say("go")
            heard = gui.hear_until("move")
            board.push(str(heard[-1].parts["move"]))
            assert heard[-1].parts["eval"] is not None or board.peek() == sk.PASS
            gui.move(name_of(board.peek()))


def test_go_does_not_make_the_move() -> None:
    with thinking(depth=4, board=sk.Board()) as gui:
        first = gui.go()
        assert gui.go() == first
        gui.move(first)
        assert gui.go() != first


def test_every_command_of_the_reference_in_a_recorded_dialogue() -> None:
    lines = ["nboard 1", "set depth 4", "set contempt 10", f"set game {ggf(sk.Board.parse('f5'))}"]
    lines += ["move F6/1.00/2.00", "move E6/", "F4", "ping 7", "learn", "dance", "", "set fire 1"]
    told, served = said(serve_nboard, lines)
    assert told.splitlines() == ["set myname Shirokuro-random", "pong 7", "learned"]
    assert served.board.transcript() == "f5f6e6f4"


def test_passes() -> None:
    board = forced_pass("reversi4")
    after = board.copy()
    after.push_pass()
    moves = f"set game {ggf(board)}", f"move {sk.move_name(after.legal_moves[0])}"
    told, served = said(serve_nboard, moves)
    assert told == ""
    assert served.board.move_stack[len(board.move_stack)] == sk.PASS
    assert "=== PA" in nboard(moves[0], "go")
    _, served = said(serve_nboard, [moves[0], "move PA"])
    assert served.board == after


def test_the_position_of_a_game_may_be_its_own() -> None:
    board = sk.Board("reversi", "------------------------X-OXXX---OXX---------------------------- O")
    board.push(board.legal_moves[0])
    _, served = said(serve_nboard, [f"set game {ggf(board)}"])
    assert served.board == board
    assert served.board.move_stack == board.move_stack


# Hints


def test_hints_deepen() -> None:
    with thinking(depth=6) as gui:
        hints = gui.hint(3)
        depths = [int(str(each.parts["depth"])) for each in hints]
        assert depths == sorted(depths)
        assert depths[-3:] == [6] * 3
        values = [float(str(each.parts["eval"])) for each in hints[-3:]]
        assert values == sorted(values, reverse=True)
        moves = {str(each.parts["pv"])[:2].lower() for each in hints[-3:]}
        assert len(moves) == 3
        assert moves <= set(sk.Board.parse(MIDDLE).legal_moves.names())
        alone = gui.hint(1)
        assert {each.kind for each in alone} == {"search"}
        assert alone[-1].parts["depth"] == "6"


@pytest.mark.parametrize("count", [1, 2])
def test_endings_are_read_to_the_end(count: int) -> None:
    board = ended_game("reversi")
    for _ in range(8):
        board.pop()
    with thinking(depth=2, board=board) as gui:
        last = gui.hint(count)[-1]
        assert last.parts["depth"] == "100%"
        if count == 1:
            assert float(str(last.parts["eval"])) == sk.solve(board).value


def test_what_the_book_knows() -> None:
    with spoken_here(serve_nboard, "engine", "reversi4", is_by_depth=True) as engine:
        gui = Gui(engine)
        engine.say("hint 9")
        heard = [*gui.hear_until("book"), *(gui.hear() for _ in range(3))]
        books = [each for each in heard if each.kind == "book"]
        entry = sk.Book.shipped("reversi4").find("reversi4")  # type: ignore[union-attr]
        known = [sk.move_name(each.move) for each in entry.moves]  # type: ignore[union-attr]
        assert [str(each.parts["pv"]).lower() for each in books] == known
        assert {each.parts["depth"] for each in books} == {"100%"}
        gui.ping()
        gui.check_silence()


def test_a_whole_game_is_analysed() -> None:
    board = ended_game("reversi4")
    lines = [f"set game {ggf(board)}", "analyze"]
    found = re.findall(r"analysis (\d+) ([+-]\d+\.00)", "\n".join(nboard("set depth 4", *lines)))
    assert [int(made) for made, _ in found] == [*reversed(range(len(board.move_stack) + 1))]
    margin = board.margin() * (-1 if board.turn == sk.WHITE else 1)
    assert float(found[0][1]) == margin
    assert float(found[-1][1]) == sk.solve("reversi4").value


def test_no_hints_when_the_game_is_over() -> None:
    over = f"set game {ggf(ended_game('nip12'))}"
    assert nboard(over, "hint 2") == ["status analysing", "status"]
    assert nboard(over, "go") == ["status go: the game is over"]


def test_depths() -> None:
    depth = SearchDepth(6)
    assert depth.limits(sk.Board.parse(MIDDLE)) == sk.Limits(depth=6)
    assert depth.limits(sk.Board("reversi4")) == sk.Limits()  # near its end
    assert nboard("set depth 0", "set depth 999", "set depth 3.5")[:2] == ["set myname Shirokuro-random"] * 2
    assert one_word("mymodule.My player: x") == "mymodule.My_player:_x"


def test_lines_say_how_sure_they_are() -> None:
    result = sk.Result(3, 37, (37, 64), 20, 10, 0.1, "selective", -64, 64, 95)
    assert search_line(result) == "search F5PA +3.00 0 20@95% selective, 95 %"
    wld = sk.Result(-1, 37, (37,), 20, 10, 0.1, "wld", -64, 64)
    assert search_line(wld).startswith("search F5 -1.00 0 100%W ")


# Pings


@pytest.mark.parametrize("asked", ["go", "hint 1", "hint 4", "analyze"])
def test_ping_ends_a_search_on_two_threads(asked: str) -> None:
    with thinking(threads=2) as gui:
        for _ in range(5):
            gui.check_silence()
            gui.engine.say(asked)
            gui.hear_until("status")
            if asked != "analyze":
                gui.hear_until("search")
            assert "move" not in [each.kind for each in gui.ping()]
        gui.engine.say(f"set game {ggf(sk.Board())}", "set depth 2")
        gui.hear_until("name")
        first = {str(each.parts["pv"])[:2].lower() for each in gui.hint(2)}
        assert first <= set(sk.Board().legal_moves.names())


def test_what_was_asked_before_a_ping_is_not_answered_after_it() -> None:
    """Whatever comes in one piece."""
    chance = random.Random(3)
    with thinking(threads=2, board=sk.Board()) as gui:
        for _ in range(40):
            asked = chance.choices(["go", "hint 1", "hint 9", "analyze"], k=chance.randint(1, 3))
            gui.pings += 1
            gui.engine.say(*asked, f"ping {gui.pings}")
            assert "move" not in [each.kind for each in gui.hear_until("pong")]
            gui.check_silence()


def test_moves_end_hints() -> None:
    board = sk.Board.parse(MIDDLE)
    with thinking() as gui:
        gui.engine.say("hint 2")
        gui.hear_until("search")
        board.push(board.legal_moves[0])
        gui.engine.say(f"move {sk.move_name(board.peek())}", "set depth 2", "go")
        gui.hear_until("name")
        answer = gui.hear_until("move")[-1].parts["move"]
        assert str(answer).lower() in board.legal_moves.names()


# Wrong lines and players


def test_what_goes_wrong_stands_in_the_status_line() -> None:
    lines = ["set game junk", "set game", "move a1", "move", "move f5 f6"]
    lines += ["set depth", "set depth x", "hint x"]
    told, served = said(serve_nboard, lines)
    assert len(told.splitlines()) == len(lines)
    assert all(line.startswith("status ") for line in told.splitlines())
    assert served.board == sk.Board()
    assert nboard("go", player=Crasher(0)) == [
        "status Shirokuro-crasher is thinking",
        "status go: raised ZeroDivisionError: out of ideas",
    ]
    nip = f"set game {ggf(sk.Board('nip'))}"
    assert nboard(nip, player="rvlai:as_printed=true")[0].startswith("status set game: ")


def test_a_player_that_does_not_listen() -> None:
    """Pings are answered for it; it can be made to quit."""
    with spoken("nboard", "--player", "strange_players.Sleeper:ply=0") as engine:
        gui = Gui(engine)
        engine.say("go")
        gui.hear_until("status")
        gui.check_silence()
        gui.check_silence()
        engine.say("quit")
        assert engine.process.wait(60) == 0


class Dreamer(sk.Player):
    """Listens late."""

    def choose(self, board: sk.Board, limits: object, stop: sk.Stop) -> int:
        while not stop.is_set():
            pass
        sum(range(10_000_000))
        return board.legal_moves[0]


def test_a_player_that_listens_late() -> None:
    """All else is obeyed when it is done, in order, and its move is not heard."""
    with spoken_here(serve_nboard, Dreamer()) as engine:
        gui = Gui(engine)
        engine.say("go")
        gui.hear_until("status")
        gui.check_silence()
        engine.say("move f5")
        gui.check_silence()
        moves = {str(each.parts["pv"])[:2] for each in gui.hint(9)}
        assert moves == {"D6", "F4", "F6"}


def test_strange_bytes() -> None:
    lines = [b"\xff\xfe", b"set game " + b"x" * 10_000_000, b"se\0t depth 3"]
    told, _ = said(serve_nboard, b"\n".join([*lines, b"move \xff\xff", b"hint \0", b"ping 1\r"]))
    assert told.splitlines()[-1] == "pong 1"
    assert all(line.startswith(("status ", "pong ")) for line in told.splitlines())
    assert max(map(len, told.splitlines())) < 300


def test_damaged_dialogues() -> None:
    chance = random.Random(2)
    words = ["nboard", "set", "game", "depth", "contempt", "move", "f5", "PA"]
    words += ["/", "1", "-3", "ping", "learn", "(;", ";)", "B[F5]"]
    lines = [" ".join(chance.choices(words, k=chance.randint(0, 5))) for _ in range(3000)]
    told, _ = said(serve_nboard, [*lines, "ping 99"])
    assert told.splitlines()[-1] == "pong 99"


# Its ends


@contextmanager
def deep_in_thought() -> Iterator[Spoken]:
    """A process that searches a position that no book knows."""
    with spoken("nboard", "--threads", "2") as engine:
        gui = Gui(engine, depth=60)
        gui.set_game(sk.Board.parse(MIDDLE))
        engine.say("hint 3")
        gui.hear_until("search")
        yield engine


def test_quit_ends_it_while_it_thinks() -> None:
    with deep_in_thought() as engine:
        engine.say("quit")
        assert engine.process.wait(60) == 0


def test_it_answers_before_it_ends_with_its_input() -> None:
    with spoken("nboard") as engine:
        Gui(engine, depth=3)
        engine.say("go")
        out, err, code = engine.rest()
        assert re.search(r"^=== [C-F][3-6]/", out, re.MULTILINE)
        assert (err, code) == ("", 0)


def test_ctrl_c_ends_it_while_it_thinks() -> None:
    with deep_in_thought() as engine:
        engine.process.send_signal(signal.SIGINT)
        _, err, code = engine.rest()
        assert (err.strip(), code) == ("", 130)


def test_it_ends_when_nobody_reads_its_answers() -> None:
    with deep_in_thought() as engine:
        engine.output.close()
        engine.input.close()
        assert engine.process.wait(60) == 0
        assert engine.process.stderr is not None
        assert engine.process.stderr.read() == b""


# Memory


def test_a_rival_learns_the_game() -> None:
    """Of the side that it had."""
    with spoken_here(serve_nboard, "rival:nodes=100", "reversi4") as engine:
        gui = Gui(engine)
        board = sk.Board("reversi4")
        while not board.is_over():
            if board.turn == sk.WHITE and not board.must_pass():
                board.push(board.legal_moves[0])
            else:
                board.push(gui.go())
            gui.move(name_of(board.peek()))
        engine.say("learn")
        assert gui.hear_until("learned")


def test_what_a_rival_remembers() -> None:
    board = ended_game("reversi4")
    _, served = said(serve_nboard, [f"set game {ggf(board)}"], "rival:nodes=100", "reversi4")
    served.learn()
    assert served.memory is None  # it played no side
    for place, move in [*enumerate(board.move_stack)][::2]:
        served.chose(place, move)
    served.learn()
    assert isinstance(served.memory, RivalMemory)
    assert served.memory.black.games == 1
    served.learn()
    assert served.memory.games == 1
