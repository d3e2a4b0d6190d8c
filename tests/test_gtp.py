"""The GTP server: recorded dialogues, whole games on all boards, GoGui's commands, and wrong lines."""

from __future__ import annotations

import os
import random
import re
import signal
from pathlib import Path

import pytest
from protocol_driver import Spoken, await_reader, said, spoken, spoken_here
from samples import finished, forced_pass
from strange_players import Crasher
from test_cli import Captured, complaint, usage_error

import shirokuro as sk
from shirokuro.players.rival.memory_file import MemoryFile
from shirokuro.protocol import gtp_gogui
from shirokuro.protocol.gtp_gogui import ANALYSE_COMMANDS
from shirokuro.protocol.gtp_line import GtpLine
from shirokuro.protocol.gtp_server import COMMANDS, serve_gtp
from shirokuro.protocol.served_game import ServedGame
from shirokuro.protocol.time_control import TimeControl
from shirokuro.protocol.wire import Wire

OPENING = """\
> # a comment and a blank line are not answered
>
> 1 protocol_version
< =1 2
> 2 name   # who is it
< =2 Shirokuro random
> \tversion
< = 0.1.0
> 3 known_command genmove
< =3 true
> known_command dance
< = false
> 4 dance
< ?4 unknown command
> 12
< ?12 unknown command
> boardsize 6
< =
> boardsize 8
< =
> boardsize 19
< ? unacceptable size
> boardsize many
< ? syntax error: size expected, not 'many'
> komi 6.5
< =
> clear_board
< =
> 5 play black F5
< =5
> play white f5
< ? illegal move
> play black f6
< ? illegal move: it is white's turn
> play w D6
< =
> play green d3
< ? no colour 'green'
> play black z9
< ? no square 'z9'
> play black
< ? syntax error: colour and square expected
> gogui-rules_side_to_move
< = black
> gogui-rules_legal_moves
< = C3 C4 C5 C6 C7
> gogui-rules_board_size
< = 8
> gogui-rules_game_id
< = Othello
> gogui-rules_final_result
< = unknown
> final_score
< ? cannot score: the game is not over
> showboard
< = black to move
<   a b c d e f g h
< 1 - - - - - - - -
< 2 - - - - - - - -
< 3 - - - - - - - -
< 4 - - - O X - - -
< 5 - - - O X X - -
< 6 - - - O - - - -
< 7 - - - - - - - -
< 8 - - - - - - - -
> gogui-rules_board
< = . . . . . . . .
< . . . . . . . .
< . . . O . . . .
< . . . O X X . .
< . . . O X . . .
< . . . . . . . .
< . . . . . . . .
< . . . . . . . .
> undo
< =
> gg-undo 1
< =
> undo
< ? cannot undo
> gogui-play_sequence b f5 w d6 b c3
< =
> gogui-play_sequence w d3 b a1
< ? illegal move
> gogui-rules_side_to_move
< = white
> gg-undo 3
< =
> gogui-setup w a1 b b1 e e4
< =
> gogui-setup_player white
< =
> gogui-rules_legal_moves
< = C1 C5 D6
> 6 quit
< =6
"""


def gtp(*lines: str, player: object = "random", variant: str = "reversi") -> list[str]:
    """The answers to these lines."""
    answers = said(serve_gtp, lines, player, variant)[0]
    return answers.removesuffix("\n\n").split("\n\n") if answers else []


def test_a_recorded_dialogue() -> None:
    sent = [line[2:] for line in OPENING.splitlines() if line.startswith(">")]
    heard = re.sub(r"^< ?", "", "".join(re.findall(r"^<.*\n", OPENING, re.MULTILINE)), flags=re.MULTILINE)
    told, _ = said(serve_gtp, sent)
    assert re.sub(r"\n\n", "\n", told) == heard


def test_lines_are_read_as_gtp_says() -> None:
    for line, *read in (
        ("7 play b c3", "7", "play", ("b", "c3")),
        ("  name", "", "name", ()),
        ("play\tb\tc3 # good", "", "play", ("b", "c3")),
        ("na\0me\r", "", "name", ()),
        ("9" * 30 + " name", "", "9" * 30, ("name",)),
        ("1x", "", "1x", ()),
    ):
        found = GtpLine.read(line)
        assert found is not None
        assert [found.number, found.command, found.words] == read


def test_every_command_of_the_reference_is_listed_and_an_answer_ends_with_one_empty_line() -> None:
    assert said(serve_gtp, ["list_commands"])[0] == "= " + "\n".join(COMMANDS) + "\n\n"
    assert said(serve_gtp, [])[0] == ""
    reference = (
        "protocol_version name version known_command list_commands quit boardsize clear_board komi play "
        "genmove reg_genmove undo time_settings time_left set_game list_games showboard final_score loadsgf "
        "gogui-rules_game_id gogui-rules_board gogui-rules_board_size gogui-rules_legal_moves "
        "gogui-rules_side_to_move gogui-rules_final_result gogui-analyze_commands"
    )
    assert set(reference.split()) <= set(COMMANDS)


# Games


def test_games_by_name() -> None:
    (games,) = gtp("list_games")
    names = games.removeprefix("= ").split("\n")
    assert {"Othello", "Nip"} <= set(names)
    for name in [*names, *sk.VARIANTS, "NIP", "othello"]:
        variant = {"othello": "reversi", "nip": "nip"}.get(name.lower(), name)
        told, served = said(serve_gtp, [f"set_game {name}"])
        assert (told, served.variant) == ("=\n\n", variant)
    assert gtp("set_game Chess")[0].startswith("? no variant 'chess'")
    assert gtp("list_games", player="montai")[0] == games


def test_sizes_stay_with_the_rules() -> None:
    for pair in ("nip24 nip24", "nip32 nip32", "nip nip32", "nip+loop nip32+loop", "reversi reversi6"):
        name, of_six = pair.split()
        assert said(serve_gtp, [f"set_game {name}", "boardsize 6"])[1].variant == of_six


def test_a_player_plays_only_its_boards() -> None:
    games, nip, othello = gtp(
        "list_games", "set_game Nip", "set_game Othello", player="rvlai:as_printed=true"
    )
    assert (games, othello) == ("= Othello", "=")
    assert nip.startswith("? rvlai:as_printed=true does not play nip")


def test_whole_games_between_two_servers_on_all_boards() -> None:
    with spoken_here(serve_gtp) as first, spoken_here(serve_gtp, "greedy", "nip") as second:
        for variant in sk.VARIANTS:
            expected = whole_game(first, second, variant)
            assert first.gtp("gogui-rules_board") == second.gtp("gogui-rules_board")
            assert first.gtp("showboard").splitlines()[1:] == str(expected).splitlines()[:-1]
            margin = expected.margin()
            score = f"{'B' if margin > 0 else 'W'}+{abs(margin)}" if margin else "0"
            assert first.gtp("final_score") == second.gtp("final_score") == score
            assert str(abs(expected.outcome().black)) in second.gtp("gogui-rules_final_result")
            assert first.gtp("gogui-rules_legal_moves") == ""
            assert first.gtp("genmove black") == "pass"


def whole_game(black: Spoken, white: Spoken, variant: str) -> sk.Board:
    """Plays as a program that knows when the game is over, and does not send every forced pass."""
    for server in (black, white):
        server.gtp(f"set_game {variant}")
        server.gtp("clear_board")
    board = sk.Board(variant)
    while not board.is_over():
        if board.must_pass() and len(board.move_stack) % 3:
            board.push(sk.PASS)
            continue
        own, other = (black, white) if board.turn == sk.BLACK else (white, black)
        move = own.gtp(f"genmove {board.turn}")
        other.gtp(f"play {board.turn} {move}")
        board.push(move)
    return board


def test_the_other_colour_moves_where_the_mover_must_pass() -> None:
    board = forced_pass("reversi4")
    after = board.copy()
    after.push_pass()
    other, square = after.turn, sk.move_name(after.legal_moves[0])
    told, served = replayed(board, f"genmove {other}")
    assert told.split("\n\n")[-2] != "= pass"
    assert served.board.move_stack[len(board.move_stack)] == sk.PASS
    for asked in ([f"play {other} {square}", "undo"], [f"reg_genmove {other}"]):
        told, served = replayed(board, *asked)
        assert "?" not in told
        assert served.board == board
    assert replayed(board, f"play {board.turn} pass")[1].board.turn == other
    told, served = replayed(board, f"play {other} pass")
    assert told.endswith("? illegal move\n\n")
    assert served.board == board


def replayed(board: sk.Board, *lines: str) -> tuple[str, ServedGame]:
    """The answers to the moves of a 4x4 board and to these lines, and the game afterwards."""
    side, moves = board.root().turn, []
    for move in board.move_stack:
        moves.append(f"play {side} {sk.move_name(move)}")
        side = side.opponent
    return said(serve_gtp, ["set_game reversi4", *moves, *lines])


def test_passes_after_the_end_can_be_taken_back() -> None:
    board = finished("reversi4")
    told, served = replayed(board, "play black pass", "play white pass", "undo", "undo", "undo")
    assert "?" not in told
    assert served.board.move_stack == board.move_stack[:-1]


def test_reg_genmove_changes_nothing_and_answers_alike() -> None:
    *moves, side = gtp("reg_genmove black", "reg_genmove black", "genmove black", "gogui-rules_side_to_move")
    assert (len(set(moves)), side) == (1, "= white")


# Time


def test_time_is_shared_out() -> None:
    time = TimeControl(60)
    share = time.limits(sk.BLACK, 60)
    assert isinstance(share, sk.Allotment)
    assert share.seconds == pytest.approx(60 / 28)
    time.spend(sk.BLACK, 30)
    assert time.limits(sk.BLACK, 60).seconds == pytest.approx(30 / 28)
    assert time.limits(sk.WHITE, 60).seconds == pytest.approx(60 / 28)
    time.set_left(sk.BLACK, 5, 0)
    assert time.limits(sk.BLACK, 10).seconds == pytest.approx(1)
    time.begin()
    assert time.limits(sk.BLACK, 60) == share


def test_periods_follow_the_main_time() -> None:
    time, found = TimeControl(10, period=6, moves=3), []
    for spent in (11, 1, 1, 1):
        time.spend(sk.BLACK, spent)
        found.append(time.limits(sk.BLACK, 40).seconds)
    assert found == pytest.approx([0.95 * 2, 0.95 * 2.5, 0.95 * 4, 0.95 * 2])
    time.set_left(sk.BLACK, 0, 1)
    assert time.limits(sk.BLACK, 34).seconds == 0.001


class Timed(sk.Player):
    """Notes what it may use."""

    def __init__(self) -> None:
        self.given: list[sk.Limits | None] = []

    def choose(self, board: sk.Board, limits: sk.Limits | None = None, stop: object = None) -> int:
        self.given.append(limits)
        return board.legal_moves[0]


def test_a_player_gets_its_time() -> None:
    player = Timed()
    lines = ["genmove b", "time_settings 60 0 0", "genmove w", "time_left b 5 1", "genmove b"]
    gtp(*lines, "time_settings 0 10 0", "genmove w", "time_settings 0 0 0", "genmove b", player=player)
    assert player.given[0] is None
    assert isinstance(player.given[1], sk.Allotment)
    assert player.given[2] == sk.Limits(seconds=4.75)
    assert player.given[3:] == [None, None]
    assert gtp("time_settings 1 2")[0].startswith("? syntax error")
    assert gtp("time_left b -1 0", "time_left b nan 0")[0] == "="


def test_gogui_can_interrupt_a_search() -> None:
    with spoken_here(serve_gtp, "engine:depth=60") as server:
        server.say("genmove black", "# interrupt")
        assert re.fullmatch(r"= [C-F][3-6]", server.line())
        assert server.line() == ""
        server.gtp("time_settings 0 1 50")
        assert re.fullmatch(r"[C-F][3-6]", server.gtp("genmove white"))  # the interruption is over


# Files


GAME = "f5d6c3"
FILES = {
    "gogui.sgf": "(;FF[4]CA[UTF-8]AP[GoGui:1.5]SZ[8]AB[ee][dd]AW[de][ed]PL[B]"
    ";B[fd];W[dc](;B[cf];W[df])(;B[ce]))",
    "othello.sgf": "(;FF[4]GM[2]SZ[8]PB[me]\n;B[fe]C[why \\] not];W[df];B[cc])",
    "quarry.sgf": "(;GM[2]FF[4]\nCA[UTF-8]\nAP[Quarry:0.2.0]\nSZ[8]\nRE[B+34]\n;B[fe];W[df];B[cc]\n)\n",
    "names.sgf": "(;GM[2];B[f5];W[D6];B[c3])",
    "game.ggf": "(;GM[Othello]PB[a]PW[b]TY[8]B[F5]W[D6]B[C3];)",
    "game.txt": "F5 D6 C3",
}


@pytest.mark.parametrize("name", FILES)
def test_loading_games(tmp_path: Path, name: str) -> None:
    path = tmp_path / f"my {name}"
    path.write_text(FILES[name])
    told, served = said(serve_gtp, [f"loadsgf {path}"])
    assert told == "=\n\n"
    assert served.board.transcript().startswith(GAME)
    told, served = said(serve_gtp, [f"loadsgf {path} 2", "genmove white", "undo", "undo"])
    assert "?" not in told
    assert served.board.transcript() == ""


def test_games_that_cannot_be_loaded(tmp_path: Path) -> None:
    bad = {"none": None, "empty": "", "junk": "hello", "large.sgf": "(;FF[4]GM[1]SZ[19];B[aa])"}
    for name, text in bad.items():
        if text is not None:
            (tmp_path / name).write_text(text)
        told, served = said(serve_gtp, ["play b f5", f"loadsgf {tmp_path / name}"])
        assert "? cannot load file: " in told
        assert served.board.transcript() == "f5"
    assert gtp(f"loadsgf {tmp_path}")[0].startswith("? cannot load file: ")
    assert gtp("loadsgf")[0].startswith("? syntax error")


def test_round_boards_from_sgf(tmp_path: Path) -> None:
    path = tmp_path / "nip.sgf"
    path.write_text("(;FF[4]SZ[8];B[fd];W[dc])")
    assert said(serve_gtp, ["set_game Nip", f"loadsgf {path}"])[1].board.variant_name == "nip"


# GoGui


def test_what_gogui_draws(monkeypatch: pytest.MonkeyPatch, variant: str) -> None:
    monkeypatch.setattr(gtp_gogui, "ANALYSIS", sk.Limits(nodes=500))
    commands = [line.split("/")[2] for line in ANALYSE_COMMANDS]
    listed, *told = gtp("gogui-analyze_commands", *commands, variant=variant)
    assert listed == "= " + "\n".join(ANALYSE_COMMANDS)
    assert all(each.startswith("=") for each in told)
    values = told[0].splitlines()
    moves = [sk.move_name(move).upper() for move in sk.Board(variant).legal_moves]
    assert sorted(re.findall(r"[A-H][1-8]", values[-2])) == sorted(moves)
    assert values[-1].startswith("TEXT black: ")
    words = told[2].removeprefix("= ").splitlines()
    assert len(words) == sk.VARIANTS[variant].width
    assert {len(line.split()) for line in words} == {len(words)}
    assert sum(len(re.findall(r"[+-]?\d", line)) for line in words) >= len(moves)


def test_rows_for_gogui_have_the_last_row_first(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gtp_gogui, "ANALYSIS", sk.Limits(nodes=500))
    board, values = gtp("gogui-setup b a1", "gogui-rules_board", "shirokuro-value_board")[1:]
    assert board.splitlines()[-1].startswith("X ")
    assert [at for at, line in enumerate(values.splitlines()) if re.search(r"\d", line)] == [2, 3, 4, 5]
    round_board = gtp("gogui-rules_board", variant="nip12")[0].removeprefix("= ").splitlines()
    assert round_board == ["? . . ?", ". X O .", ". O X .", "? . . ?"]


def test_nothing_is_drawn_after_the_end() -> None:
    told, _ = replayed(finished("reversi4"), "shirokuro-values", "shirokuro-feature mobility")
    assert "\n\n? the game is over\n\n= " in told
    assert gtp("shirokuro-feature beauty")[0].startswith("? no feature 'beauty'")


# Wrong lines and players


def test_a_player_that_fails_is_told_and_the_game_goes_on() -> None:
    told = gtp("1 genmove black", "2 play black f5", player=Crasher(0))
    assert told == ["?1 raised ZeroDivisionError: out of ideas", "=2"]


def test_strange_bytes() -> None:
    lines = [b"1 na\0me", b"\xff\xfe\x80", b"2 play black \xff\xff", b"3 " + b"x" * 10_000_000, b"\r"]
    lines += [b"4 name\r", b"play black " + b"f5 " * 3_000_000, b"5 quit"]
    told, _ = said(serve_gtp, b"\n".join(lines))
    answers = told.split("\n\n")
    assert [answer[:2].strip() for answer in answers] == ["=1", "?", "?2", "?3", "=4", "=", "=5", ""]
    assert max(map(len, answers)) < 300


def test_damaged_dialogues() -> None:
    """Every line that is no comment gets one answer, whatever it is."""
    chance = random.Random(1)
    slow = {"quit", "shirokuro-values", "shirokuro-value_board", "shirokuro-pv"}
    words = [word for word in COMMANDS if word not in slow]
    words += ["", "black", "white", "f5", "pass", "-1", "1e400", "nan", "8", "Nip", "#", "99999999999"]
    lines = [" ".join(chance.choices(words, k=chance.randint(0, 4))) for _ in range(2000)]
    told, _ = said(serve_gtp, lines)
    answers = told.split("\n\n")[:-1]
    assert len(answers) == sum(GtpLine.read(line) is not None for line in lines)
    assert all(answer[0] in "=?" for answer in answers)


class Printer(sk.Player):
    """Prints where the protocol is spoken."""

    def choose(self, board: sk.Board) -> int:
        print("I think")
        return board.legal_moves[0]


def test_nothing_but_the_protocol_is_said() -> None:
    with spoken("gtp", "--player", "test_gtp.Printer") as server:
        server.say("genmove black", "quit")
        assert server.rest() == ("= D3\n\n=\n\n", "I think\n", 0)


def test_an_input_that_cannot_be_read_ends_it(tmp_path: Path) -> None:
    folder, out = os.open(tmp_path, os.O_RDONLY), os.open(tmp_path / "out", os.O_RDWR | os.O_CREAT)
    wire = Wire(folder, out)
    serve_gtp(ServedGame(sk.player("random"), "reversi", 1), wire)
    await_reader(wire)
    os.close(folder)
    os.close(out)


def test_ctrl_c_ends_it() -> None:
    with spoken("gtp", "--player", "engine:depth=60") as server:
        server.say("1 name", "genmove black")
        server.lines_until("=1")
        server.process.send_signal(signal.SIGINT)
        out, err, code = server.rest()
        assert (out.strip(), err.strip(), code) == ("", "", 130)


def test_nobody_reads_the_answers() -> None:
    with spoken("gtp", "--player", "engine:depth=60") as server:
        server.say("1 name", "genmove black")
        server.lines_until("=1")
        server.output.close()
        server.input.close()
        assert server.process.wait(60) == 0
        assert server.process.stderr is not None
        assert server.process.stderr.read() == b""


def test_the_log(tmp_path: Path) -> None:
    log, asked = tmp_path / "gtp.log", ["1 play black f5", "showboard", "quit"]
    with spoken("gtp", "--player", "random", "--log", str(log)) as server:
        server.say(*asked)
        out, _, _ = server.rest()
    form = r"\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{3} ([<>]) (.*)"
    found = [re.fullmatch(form, line).groups() for line in log.read_text().splitlines()]  # type: ignore[union-attr]
    assert [text for sign, text in found if sign == "<"] == asked
    assert "".join(f"{text}\n" for sign, text in found if sign == ">") == out


def test_bad_options(capsys: Captured) -> None:
    for options, words in (
        ("--player nobody", "no player 'nobody'"),
        ("--variant go", "no variant 'go'"),
        ("--player rvlai:as_printed=true --variant nip", "does not play nip"),
        ("--threads 0", "--threads"),
        ("--seed -1", "--seed"),
        ("--name Ann", "--name"),
        ("--log no/such/log", "no/such/log"),
    ):
        assert words in complaint(capsys, "protocol", "gtp", *options.split())
    assert "chess" in usage_error(capsys, "protocol", "chess")


# Memory


def test_a_rival_remembers_games_that_were_played_out() -> None:
    with spoken("gtp", "--player", "rival:nodes=100", "--variant", "reversi4", "--name", "Gui") as server:
        board = sk.Board("reversi4")
        while not board.is_over():
            if board.must_pass():
                board.push(sk.PASS)
            elif board.turn == sk.BLACK:
                board.push(server.gtp("genmove black"))
            else:
                board.push(board.legal_moves[0])
                server.gtp(f"play white {sk.move_name(board.peek())}")
        server.gtp("clear_board")
        assert MemoryFile().load("Gui").games == 1
