"""Engines of other people: whole games with a stub, and every way to misbehave; none hangs or harms us."""

from __future__ import annotations

import os
import pickle
import resource
import select
import signal
import subprocess
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from samples import forced_pass

import shirokuro as sk
from shirokuro.players.clock import Allotment
from shirokuro.players.external import conversation_log
from shirokuro.players.external.child import MOST_BYTES
from shirokuro.players.external.conversation_log import log_folder
from shirokuro.players.external.engine_setup import DIALECTS, Dialect

STUB = Path(__file__).with_name("stub_engine.py")
SMALL = ("reversi4", "reversi6", "nip12", "nip12+loop", "reversi", "nip")
HURRIED = sk.Patience(start=60, answer=30, think=0.2)
"""For those who never answer; the others have all the time that a busy machine may need."""
RELAXED = sk.Patience(start=60, answer=60, think=60)
both = pytest.mark.parametrize("protocol", DIALECTS)


def stub(
    protocol: Dialect, *words: object, patience: sk.Patience = RELAXED, **options: Any
) -> sk.ExternalEngine:
    command = [sys.executable, "-S", str(STUB), protocol, *map(str, words)]
    options = {"name": "stub", "variants": SMALL, **options}
    return sk.ExternalEngine(command, protocol, patience=patience, **options)


def is_there(process_id: int) -> bool:
    """Whether a process runs; a dead one that nobody has asked for is none."""
    try:
        state = Path(f"/proc/{process_id}/stat").read_text().rpartition(")")[2].split()[0]
    except FileNotFoundError:
        return False
    return state != "Z"


def wait_for_end(process_id: int) -> None:
    """Of a process that is no child of ours."""
    try:
        descriptor = os.pidfd_open(process_id)
    except ProcessLookupError:
        return
    try:
        assert select.select([descriptor], [], [], 30)[0], "it never ends"
    finally:
        os.close(descriptor)


# Games


@both
@pytest.mark.parametrize("variant", ["reversi4", "nip12", "nip12+loop"])
def test_one_process_plays_a_whole_match_with_passes(protocol: Dialect, variant: str) -> None:
    with stub(protocol) as engine:
        first = engine.process_id
        games = sk.match(engine, "random", games=6, variant=variant, strict=True).games
        assert any(sk.PASS in game.record.moves for game in games)
        assert engine.title.startswith("Stub")
        assert engine.process_id == first is not None
    assert not is_there(first)
    assert engine.process_id is None


@both
def test_games_can_begin_at_a_position_and_go_back(protocol: Dialect) -> None:
    board = sk.Board("reversi4")
    board.push(board.legal_moves[1])
    with stub(protocol) as engine:
        sk.match(engine, "random", games=2, variant="reversi4", strict=True, openings=[board.line()])
        forward = engine.choose(board)
        board.push(forward.move)
        engine.choose(board)
        board.pop()
        assert engine.choose(board).move == forward.move
        assert engine.choose(sk.Board("nip12")).move in sk.Board("nip12").legal_moves


def test_its_copies_play_in_several_processes_at_once() -> None:
    engine = stub("gtp")
    result = sk.match(engine, "random", games=4, variant="reversi4", strict=True, jobs=2)
    assert (len(result.games), engine.process_id) == (4, None)
    assert pickle.loads(pickle.dumps(engine)).setup == engine.setup


def test_it_is_not_started_for_a_forced_pass_or_for_what_it_cannot_play() -> None:
    engine = stub("gtp", variants=["reversi", "reversi4"])
    assert engine.choose(forced_pass("reversi4")).move == sk.PASS
    with pytest.raises(ValueError, match="stub does not play"):
        engine.choose(sk.Board("nip"))
    with pytest.raises(ValueError, match="gives no values"):
        engine.analyze(sk.Board())
    with pytest.raises(ValueError, match="the game is over"):
        engine.choose(sk.Board.parse("X" * 64 + " O"))
    assert engine.process_id is None


@pytest.mark.parametrize(
    ("command", "options", "complaint", "is_engines_fault"),
    [
        ("no-such-program", {}, "there is no program 'no-such-program'", True),
        ("", {}, "a program is needed", False),
        ("'", {}, "cannot be split into words", False),
        ("true", {"protocol": "gpt"}, "no protocol 'gpt': did you mean 'gtp'?", False),
        ("true", {"folder": "/no/such/folder"}, "there is no folder /no/such/folder", True),
        ("true", {"variants": ["chess"]}, "chess", False),
        ("true", {"variants": []}, "the names of boards are needed", False),
        ("true", {"lines": ["two\nlines"]}, "a line of text is needed", False),
    ],
)
def test_a_set_up_that_cannot_be_is_refused_at_once(
    command: str, options: Any, complaint: str, is_engines_fault: bool
) -> None:
    """What is not there is the engine's fault, so that one `except` is enough; a wrong setting is not."""
    with pytest.raises(ValueError, match=complaint.replace("?", r"\?")) as error:
        sk.ExternalEngine(command, **options)
    assert isinstance(error.value, sk.ExternalEngineError) == is_engines_fault


@pytest.mark.parametrize("seconds", [0, -1, float("nan"), float("inf"), True, "1"])
def test_patience_is_a_number_of_seconds(seconds: Any) -> None:
    with pytest.raises(ValueError, match="think: seconds"):
        sk.Patience(think=seconds)


# What is said


def heard(tmp_path: Path, protocol: Dialect, limits: Any, *deed: str, **options: Any) -> list[str]:
    """What an engine hears while it plays moves with these limits, without the numbers of commands."""
    file = tmp_path / "heard"
    board = sk.Board("reversi4")
    with stub(protocol, *deed, "--heard", file, **options) as engine:
        for limit in limits:
            board.push(engine.choose(board, limit).move)
            board.push(board.legal_moves[0])
    lines = file.read_text().splitlines()
    return [line.partition(" ")[2] if protocol == "gtp" else line for line in lines]


def test_gtp_is_told_of_new_moves_alone(tmp_path: Path) -> None:
    lines = heard(tmp_path, "gtp", [None, None])
    assert lines[:3] == ["name", "version", "list_commands"]
    assert [line for line in lines if "board" in line] == ["boardsize 4", "clear_board"]
    verbs = [line.split()[0] for line in lines if line.startswith(("play", "genmove"))]
    assert verbs == ["genmove", "play", "genmove"]


QUARTER = sk.Limits(seconds=0.25)
CLOCKS = Allotment(seconds=1, left_seconds=30), Allotment(seconds=1, left_seconds=28.5)


@pytest.mark.parametrize(
    ("limits", "deed", "told"),
    [
        ((QUARTER, QUARTER, None), (), ["settings 0 0.25 1", "settings 0 1 0"]),
        ((QUARTER,), ("whole", "99"), ["settings 0 0.25 1", "settings 0 1 1"]),
        (CLOCKS, (), ["settings 30 0 0", "left black 30 0", "left black 28.5 0"]),
    ],
    ids=("of a move", "in whole seconds where it takes no others", "on its clock"),
)
def test_gtp_is_told_the_time(tmp_path: Path, limits: Any, deed: tuple[str, ...], told: list[str]) -> None:
    lines = heard(tmp_path, "gtp", limits, *deed)
    assert [line for line in lines if "time" in line] == [f"time_{line}" for line in told]


def test_nboard_is_told_of_depths_and_of_the_game(tmp_path: Path) -> None:
    limits = (sk.Limits(depth=5), sk.Limits(depth=5), None)
    lines = heard(tmp_path, "nboard", limits, lines=["set depth 9"])
    assert lines[:2] == ["nboard 2", "set depth 9"]
    assert [line for line in lines if "depth" in line] == ["set depth 9", "set depth 5", "set depth 9"]
    assert sum(line.startswith("set game (;GM[Othello]") for line in lines) == 1
    assert sum(line.startswith("move ") for line in lines) == 4


def test_nboard_gives_values_of_all_moves() -> None:
    with stub("nboard") as engine:
        values = engine.analyze(sk.Board("reversi4"), sk.Limits(seconds=60))
        assert list(values) == sorted(sk.Board("reversi4").legal_moves, reverse=True)
        best = next(iter(values.values()))
        assert (best.value, best.note, best.pv[1]) == (2.0, "100%", sk.PASS)
        assert engine.choose(sk.Board("reversi4")).value == 1.25


# Misbehaviour


DEEDS = {
    "did not answer": {"both": "silent late", "nboard": "garbage"},
    "ended its process: exit code 3": {"both": "dying"},
    "ended its process: by signal 9": {"both": "killed"},
    "wrote too much": {"both": "empty_lines endless", "nboard": "flooding"},
    "closed its output": {"both": "closing"},
    "played an illegal move": {"both": "lying passing"},
    "answered no move": {"both": "nonsense outside", "nboard": "resigning"},
    "wrote what is no answer": {"gtp": "garbage flooding chatting"},
    "answered what it was not asked": {"gtp": "eager"},
    "refused a position that is possible": {"gtp": "refusing"},
    "resigned": {"gtp": "resigning"},
}
CASES = [
    (protocol, deed, fault)
    for fault, deeds in DEEDS.items()
    for protocol in DIALECTS
    for deed in f"{deeds.get('both', '')} {deeds.get(protocol, '')}".split()
]
PATIENCE = {"late": sk.Patience(start=0.2), "silent": HURRIED, "garbage": HURRIED}


@pytest.mark.parametrize(("protocol", "deed", "fault"), CASES)
def test_a_fault_loses_the_game_and_is_told(protocol: Dialect, deed: str, fault: str) -> None:
    ply = 1 if deed == "refusing" else 0
    engine = stub(protocol, deed, ply, patience=PATIENCE.get(deed, RELAXED), name=deed)
    record = sk.play(engine, "random", variant="reversi4")
    assert record.result == -16
    kind, _, reason = fault.partition(": ")
    assert f"black {kind} at move" in record.note
    assert reason in record.note
    log = record.note.rpartition("its log: ")[2]
    assert kind in (log_folder().parent / log).read_text()
    assert engine.process_id is None


def test_a_log_has_what_was_said_and_is_bounded(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("SHIROKURO_HOME", str(tmp_path))
    monkeypatch.setattr(conversation_log, "MOST_FILES", 3)
    engine = stub("gtp", "flooding", 0)
    for _ in range(5):
        with pytest.raises(sk.ExternalEngineError, match=r"its log: logs/stub-.*\.log"):
            engine.choose(sk.Board("reversi4"))
    logs = [*(tmp_path / "logs").iterdir()]
    assert len(logs) == 3
    assert all(log.stat().st_size < 2**18 for log in logs)
    with pytest.raises(sk.ExternalEngineError):
        stub("gtp", "dying", 0).choose(sk.Board("reversi4"))
    newest = max((tmp_path / "logs").iterdir(), key=lambda log: log.stat().st_mtime_ns)
    text = newest.read_text()
    assert all(line in text for line in ("> 1 name", "< =1 Stub", "! out of memory", "exit code 3"))


def test_a_match_goes_on_after_each_fault() -> None:
    result = sk.match(stub("gtp", "dying", 4), "random", games=4, variant="reversi4")
    assert ["ended its process" in game.record.note for game in result.games] == [True] * 4
    assert result.losses == 4


def test_chatter_is_nothing_to_nboard() -> None:
    with stub("nboard", "chatting", 0) as engine:
        sk.match(engine, "random", games=2, variant="reversi4", strict=True)


@both
def test_a_flood_fills_no_memory(protocol: Dialect) -> None:
    engine = stub(protocol, "flooding", 0)
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    with pytest.raises(sk.ExternalEngineError):
        engine.choose(sk.Board("reversi4"))
    grown = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before
    assert grown * 1024 < 8 * MOST_BYTES


@both
def test_whoever_shouts_on_standard_error_is_heard_without_end(protocol: Dialect) -> None:
    """More than a pipe holds for each move, which somebody has to read while it thinks."""
    with stub(protocol, "shouting", 0) as engine:
        assert engine.choose(sk.Board("reversi4")).move in sk.Board("reversi4").legal_moves


@both
def test_whoever_does_not_quit_is_ended(protocol: Dialect, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("shirokuro.players.external.external_engine.QUIT_SECONDS", 0.1)
    with stub(protocol, "deaf", 0) as engine:
        engine.choose(sk.Board("reversi4"))
        process_id = engine.process_id
    assert process_id is not None
    assert not is_there(process_id)


def test_whoever_does_not_quit_is_asked_before_it_is_ended(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("shirokuro.players.external.external_engine.QUIT_SECONDS", 0.1)
    monkeypatch.setattr("shirokuro.players.external.child.TERM_SECONDS", 30.0)
    monkeypatch.setenv("TIDIED", str(tmp_path / "tidied"))
    with stub("gtp", "tidy", 0) as engine:
        engine.choose(sk.Board("reversi4"))
    assert (tmp_path / "tidied").read_text() == "all of it"


@pytest.mark.parametrize("deed", ["parent", "runaway_parent"])
def test_what_an_engine_starts_ends_with_it(
    deed: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CHILD", str(tmp_path / "child"))
    with stub("gtp", deed, 0) as engine:
        engine.choose(sk.Board("reversi4"))
        child = int((tmp_path / "child").read_text())
        assert is_there(child)
    wait_for_end(child)


def test_an_engine_may_forget_the_numbers_of_commands() -> None:
    script = (
        "import sys\nfor line in sys.stdin: print('=', 'd3' if 'genmove' in line else '', '\\n', flush=True)"
    )
    with sk.ExternalEngine([sys.executable, "-S", "-c", script], patience=RELAXED) as engine:
        assert engine.choose(sk.Board()).move == sk.D3


def test_a_fork_of_ours_ends_no_engine() -> None:
    with stub("gtp") as engine:
        if not (child := os.fork()):
            engine._child.end_now()  # type: ignore[union-attr]
            os._exit(0)
        os.waitpid(child, 0)
        assert engine.choose(sk.Board("reversi4")).move in sk.Board("reversi4").legal_moves


def test_a_program_that_is_none_says_so(tmp_path: Path) -> None:
    program = tmp_path / "program"
    program.write_bytes(b"\x7fELF")
    program.chmod(0o755)
    with pytest.raises(sk.ExternalEngineError, match="ended its process: exit code 1; its log"):
        sk.ExternalEngine([str(program)]).prepare("reversi")


# Ends


def test_a_stop_ends_its_thinking() -> None:
    stop = sk.Stop()
    threading.Timer(0.1, stop.set).start()
    with stub("gtp", "silent", 0) as engine, pytest.raises(sk.PlayerError, match="was stopped"):
        engine.choose(sk.Board("reversi4"), None, stop)


def test_nboard_goes_on_after_a_stop() -> None:
    """A ping stops its thinking, so that it need not start anew."""
    script = "import sys\nfor line in sys.stdin: print(line.replace('ping', 'pong'), flush=True)"
    stop = sk.Stop()
    with sk.ExternalEngine([sys.executable, "-S", "-c", script], "nboard", patience=RELAXED) as engine:
        before = engine.process_id
        stop.set()
        with pytest.raises(sk.PlayerError, match="was stopped"):
            engine.choose(sk.Board(), None, stop)
        assert engine.process_id == before


def test_close_ends_an_engine_that_thinks() -> None:
    engine = stub("gtp", "silent", 0)
    engine.prepare("reversi4")
    with ThreadPoolExecutor(1) as thread:
        asked = thread.submit(engine.choose, sk.Board("reversi4"))
        while engine._speaks.acquire(blocking=False):  # until it is being asked
            engine._speaks.release()
        engine.close()
        with pytest.raises(sk.PlayerError, match=r"^was stopped$"):
            asked.result()
    assert engine.process_id is None


def test_an_engine_outlives_the_thread_that_started_it() -> None:
    """Linux ends a child with the thread that forked it, where it was asked to end it with us."""
    with stub("gtp") as engine:
        engine.close()
        thread = threading.Thread(target=engine.prepare, args=("reversi4",))
        thread.start()
        thread.join()
        first = engine.process_id
        sk.play(engine, "random", variant="reversi4", strict=True)
        assert engine.process_id == first


def owner(deed: str, then: str = "") -> list[str]:
    """The command line of a program of ours that plays with an engine and names its process."""
    command = [sys.executable, "-S", str(STUB), "gtp", deed, "0"]
    code = f"""
import sys, shirokuro as sk
engine = sk.ExternalEngine({command!r}, variants=["reversi4"])
engine.choose(sk.Board("reversi4"))
print(engine.process_id, flush=True)
{then}
"""
    return [sys.executable, "-c", code]


@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGKILL, signal.SIGINT])
def test_an_engine_ends_with_us_however_that_happens(how: signal.Signals) -> None:
    pipe, command = subprocess.PIPE, owner("deaf", "sys.stdin.read()")
    with subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=subprocess.DEVNULL) as process:
        assert process.stdout is not None
        engine = int(process.stdout.readline())
        assert is_there(engine)
        process.send_signal(how)
        wait_for_end(engine)


@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGKILL])
def test_what_ran_away_ends_with_our_process(how: signal.Signals, tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "child")
    environment = {**os.environ, "SHIROKURO_HOME": str(tmp_path), "CHILD": str(tmp_path / "child")}
    command = owner("runaway_parent_and_silent")
    with subprocess.Popen(command, env=environment, stderr=subprocess.DEVNULL) as process:
        child = int((tmp_path / "child").read_text())
        assert is_there(child)
        process.send_signal(how)
        wait_for_end(child)


@pytest.mark.parametrize("then", ["", "del engine; import gc; gc.collect(); sys.stdin.read()"])
def test_an_engine_that_nobody_closes_ends_all_the_same(then: str) -> None:
    done = subprocess.run(owner("deaf", then), capture_output=True, text=True, input="")
    assert done.stderr == ""
    wait_for_end(int(done.stdout))


@pytest.mark.parametrize("jobs", ["1", pytest.param("2", marks=pytest.mark.long)])
def test_ctrl_c_in_a_match_leaves_no_engine_behind(tmp_path: Path, jobs: str) -> None:
    (tmp_path / "engines.toml").write_text(
        f'[dumb]\nvariants = ["reversi4"]\nprotocol = "gtp"\n'
        f'command = ["{sys.executable}", "-S", "{STUB}", "gtp", "parent_and_silent", "0"]\n'
    )
    environment = {**os.environ, "SHIROKURO_HOME": str(tmp_path), "CHILD": str(tmp_path / "child")}
    os.mkfifo(tmp_path / "child")
    command = [sys.executable, "-m", "shirokuro.cli", "match", "dumb", "random", "--variant", "reversi4"]
    with subprocess.Popen([*command, "--jobs", jobs], env=environment, stdout=subprocess.PIPE) as match:
        engine = int((tmp_path / "child").read_text())
        match.send_signal(signal.SIGINT)
        assert match.wait(60) == 130
        wait_for_end(engine)


def left_behind() -> tuple[int, int]:
    """The processes and file descriptors that are there."""
    children = Path(f"/proc/self/task/{os.getpid()}/children").read_text().split()
    return len(children), len(os.listdir("/proc/self/fd"))


def memory() -> int:
    """In bytes."""
    return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGESIZE")


@pytest.mark.long
@both
def test_a_thousand_games_leave_nothing_behind(protocol: Dialect) -> None:
    """Half of them by an engine that dies in each and is started anew."""
    good, bad = stub(protocol), stub(protocol, "dying", 0)
    for engine in (good, bad):  # what is made once does not count
        sk.match(engine, "random", games=50, variant="reversi4")
        engine.close()
    before, used = left_behind(), memory()
    for engine in (good, bad):
        for seed in range(10):
            terms = {"games": 50, "seed": seed, "variant": "reversi4", "strict": engine is good}
            result = sk.match(engine, "random", **terms)
            assert engine is good or result.losses == 50
            engine.close()
    assert left_behind() == before
    assert memory() - used < 4 * 2**20
