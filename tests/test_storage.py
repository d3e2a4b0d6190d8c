"""Files that are kept: half-made ones are new, read-only ones are read, two programs lose nothing."""

from __future__ import annotations

import json
import os
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from subprocess import PIPE
from tempfile import TemporaryDirectory, TemporaryFile
from typing import Any

import pytest
from test_cli import Captured, complaint, output
from test_experience import BOARD, QUICK, random_game
from test_solving import solved

import shirokuro as sk
from shirokuro import notation
from shirokuro.books.building.store import SearchStore
from shirokuro.errors import StoreError
from shirokuro.lab.run.store import Store
from shirokuro.players.external.engines_file import engine_names
from shirokuro.players.rival.memory_file import MemoryFile
from shirokuro.proofs.proof import Proof
from shirokuro.proofs.proof_store import ProofStore
from shirokuro.storage.file_lock import changing, working_on
from shirokuro.storage.whole_file import whole_file
from shirokuro.training.self_play import read_positions


def an_empty_file(path: Path) -> None:
    path.touch()


def a_database_without_tables(path: Path) -> None:
    with closing(sqlite3.connect(path)) as database:
        database.execute("PRAGMA journal_mode = WAL")


def a_killed_beginning(path: Path) -> None:
    """Tables that were being made, and not one of them committed."""
    with closing(sqlite3.connect(path, isolation_level=None)) as database:
        database.execute("PRAGMA journal_mode = WAL")
        database.execute("PRAGMA cache_size = 1")
        database.execute("BEGIN IMMEDIATE")
        database.execute("CREATE TABLE game (number INTEGER PRIMARY KEY, moves BLOB)")
        database.executemany("INSERT INTO game (moves) VALUES (?)", [(bytes(3000),)] * 20)
        files = [path, path.with_name(f"{path.name}-wal")]
        contents = [file.read_bytes() for file in files]
    for file, content in zip(files, contents, strict=True):
        file.write_bytes(content)


@pytest.mark.parametrize("make", [an_empty_file, a_database_without_tables, a_killed_beginning])
def test_half_made_stores_are_new_ones(
    make: Callable[[Path], None], tmp_path: Path, capsys: Captured
) -> None:
    """An experience can be forgotten, too."""
    path = tmp_path / "x.sqlite"
    make(path)
    assert "forgotten" in output(capsys, "experience", "reset", str(path), "--yes")
    assert [*tmp_path.iterdir()] == []
    for name in ("x.sqlite", "lab", "work", "proof"):
        make(tmp_path / name)
    mind = sk.Experience(path, QUICK)
    assert (mind.counts(), mind.games(), mind.moves(sk.Board(BOARD))) == ({}, [], None)
    mind.learn(random_game(1))
    assert mind.counts()[BOARD][0] == 1
    with pytest.raises(StoreError, match="there is no such store"):
        Store(tmp_path / "lab", create=False)
    with pytest.raises(StoreError, match="there is no proof in it"):
        ProofStore(tmp_path / "proof")
    with pytest.raises(sk.BookError, match="there is no proof in it"):
        Proof.load(tmp_path / "proof")
    with Store(tmp_path / "lab") as store:
        assert store.counts() == (0, 0)
    with SearchStore(tmp_path / "work"):
        pass
    solved(sk.Board("nip12"), tmp_path / "proof")


def test_what_is_damaged_or_newer_can_be_forgotten_and_what_is_foreign_not(
    tmp_path: Path, capsys: Captured
) -> None:
    names = ("damaged", "newer", "base", "text")
    damaged, newer, foreign, text = (tmp_path / f"{name}.sqlite" for name in names)
    for path in (damaged, newer):
        sk.Experience(path, QUICK).learn(random_game(1, "reversi4"))
    damaged.write_bytes(damaged.read_bytes()[:4096].ljust(damaged.stat().st_size, b"\0"))
    for path, sql in ((newer, "PRAGMA user_version = 9"), (foreign, "CREATE TABLE a (b)")):
        with closing(sqlite3.connect(path)) as database:
            database.execute(sql)
    text.write_text("my diary " * 100)
    for path in (damaged, newer):
        with pytest.raises(sk.BookError):
            sk.Experience(path).games()
        assert "say --yes" in complaint(capsys, "experience", "reset", str(path))
        output(capsys, "experience", "reset", str(path), "--yes")
        assert not path.exists()
    for path in (foreign, text):
        assert "delete it yourself" in complaint(capsys, "experience", "reset", str(path), "--yes")
        assert path.exists()


OLD_EXPERIENCE = """
CREATE TABLE setting (name TEXT PRIMARY KEY, value INTEGER NOT NULL) WITHOUT ROWID;
CREATE TABLE game (
    number INTEGER PRIMARY KEY AUTOINCREMENT, variant TEXT NOT NULL, start TEXT NOT NULL, moves BLOB NOT NULL,
    owner INTEGER, record TEXT NOT NULL, is_read INTEGER NOT NULL DEFAULT 0, UNIQUE (variant, start, moves)
);
CREATE TABLE position (
    number INTEGER PRIMARY KEY AUTOINCREMENT, variant TEXT NOT NULL, key BLOB NOT NULL, moves BLOB NOT NULL,
    UNIQUE (variant, key)
);
INSERT INTO setting SELECT name, value FROM new.setting;
INSERT INTO game SELECT number, variant, start, moves, owner, record, is_read FROM new.game;
INSERT INTO position SELECT number, variant, key, moves FROM new.position;
PRAGMA application_id = 0x534B4558;
PRAGMA user_version = 1;
"""


def test_an_experience_without_checksums_is_read_and_gets_them(tmp_path: Path) -> None:
    new, old = (sk.Experience(tmp_path / f"{name}.sqlite", QUICK) for name in ("new", "old"))
    new.learn(random_game(1), sk.BLACK)
    with closing(sqlite3.connect(old.path)) as database:
        database.execute("ATTACH ? AS new", (str(new.path),))
        database.executescript(OLD_EXPERIENCE)
    before = old.path.read_bytes()
    assert (old.games(), old.counts(), old.effort) == (new.games(), new.counts(), new.effort)
    assert old.book(BOARD) == new.book(BOARD)
    assert old.path.read_bytes() == before
    for mind in (new, old):
        mind.learn(random_game(2), sk.WHITE)
    assert (old.games(), old.book(BOARD)) == (new.games(), new.book(BOARD))
    with closing(sqlite3.connect(old.path)) as database:
        assert database.execute("PRAGMA user_version").fetchone() == (2,)
        assert database.execute("SELECT count(*) FROM position WHERE sum IS NULL").fetchone() == (0,)


def rows_of(proof: Path) -> list[Any]:
    with ProofStore(proof) as store:
        return [*store.positions()]


def test_a_proof_without_checksums_is_read_and_gets_them(tmp_path: Path) -> None:
    path, board = tmp_path / "a.proof", sk.Board("nip12")
    solved(board, path)
    known = Proof.load(path).find(board)
    with closing(sqlite3.connect(path)) as database, database:
        for table in ("proof", "position"):
            database.execute(f"ALTER TABLE {table} DROP COLUMN sum")
        database.execute("PRAGMA user_version = 1")
    rows = rows_of(path)
    assert Proof.load(path).find(board) == known
    solved(board, path)
    assert rows_of(path) == rows
    with closing(sqlite3.connect(path)) as database:
        assert database.execute("PRAGMA user_version").fetchone() == (2,)


# Where nothing can be written


@pytest.fixture
def public_folder() -> Iterator[Path]:
    """A folder whose parents anyone may enter, which pytest's own may not be."""
    with TemporaryDirectory() as name:
        folder = Path(name)
        folder.chmod(0o755)
        yield folder
        folder.chmod(0o755)


def asked_as_nobody(question: Callable[[], object]) -> str:
    """The answer of a process that may only read; root gives its rights away first."""
    with TemporaryFile("w+") as answer:
        if (child := os.fork()) == 0:
            try:
                if os.getuid() == 0:
                    os.setuid(65534)
                found = str(question())
            except Exception as error:
                found = f"{type(error).__name__}: {error}"
            answer.write(found)
            answer.flush()
            os._exit(0)
        os.waitpid(child, 0)
        answer.seek(0)
        return answer.read()


def test_proofs_and_experiences_are_read_where_nothing_can_be_written(public_folder: Path) -> None:
    proof, board = public_folder / "a.proof", sk.Board("nip12")
    mind = sk.Experience(public_folder / "x.sqlite", QUICK)
    solved(board, proof)
    mind.learn(random_game(1))

    questions: list[Callable[[], object]] = [lambda: Proof.load(proof).find(board), lambda: rows_of(proof)]
    questions += [lambda: mind.moves(sk.Board(BOARD)), mind.counts]
    answers = [str(question()) for question in questions]
    before = {file.name for file in public_folder.iterdir()}
    for file in public_folder.iterdir():
        file.chmod(0o444)
    public_folder.chmod(0o555)
    assert [asked_as_nobody(question) for question in questions] == answers
    assert {file.name for file in public_folder.iterdir()} == before
    assert asked_as_nobody(lambda: mind.learn(random_game(2))).startswith("StoreError: ")


# Two programs at once

START = "print('ready', flush=True)\nimport sys; sys.stdin.readline()\n"
"""Each process waits until all are there."""


def all_at_once(scripts: list[str], home: Path) -> list[str]:
    """What processes print that begin at the same moment; each ends well."""
    environment = {**os.environ, "SHIROKURO_HOME": str(home), "PYTHONPATH": str(Path(__file__).parent)}
    pipes: dict[str, Any] = dict.fromkeys(("stdin", "stdout", "stderr"), PIPE)
    commands = [[sys.executable, "-c", START + script] for script in scripts]
    processes = [subprocess.Popen(each, env=environment, text=True, **pipes) for each in commands]
    for process in processes:
        assert process.stdout is not None
        assert process.stdout.readline() == "ready\n"
    for process in processes:
        assert process.stdin is not None
        process.stdin.write("\n")
        process.stdin.flush()
    done = [process.communicate() for process in processes]
    assert [words for _, words in done if words] == []
    return [words for words, _ in done]


def cli(*words: str) -> str:
    return f"from shirokuro.cli import main\nmain({[*words]!r})"


def test_rivals_forget_nobody(tmp_path: Path) -> None:
    save = (
        "from shirokuro.players.rival.memory import RivalMemory\n"
        "from shirokuro.players.rival.memory_file import MemoryFile\n"
        "for number in range(20): MemoryFile().save(f'{NAME}-{number}', RivalMemory())"
    )
    all_at_once([f"NAME = {name!r}\n{save}" for name in "abc"], tmp_path)
    assert len(MemoryFile(tmp_path / "rivals.json").names()) == 60
    assert [file.name for file in tmp_path.iterdir()] == ["rivals.json"]


def test_engines_are_all_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    names, gtp = [f"engine{number}" for number in range(4)], (sys.executable, "--protocol", "gtp")
    all_at_once([cli("engines", "add", name, *gtp) for name in names], tmp_path)
    monkeypatch.setenv("SHIROKURO_HOME", str(tmp_path))
    assert sorted(engine_names()) == names


def test_games_of_two_imports_are_all_counted(tmp_path: Path) -> None:
    book, files = tmp_path / "a.book", [tmp_path / f"{number}.ggf" for number in range(3)]
    for number, file in enumerate(files):
        games = [random_game(seed).to_text() for seed in range(10 * number, 10 * number + 10)]
        notation.write(file, games, "ggf")
    all_at_once([cli("book", "import", str(book), str(file)) for file in files], tmp_path)
    entry = sk.Book.load(book).find(sk.Board(BOARD))
    assert entry is not None
    assert entry.played[0].games == 30


def test_games_that_two_learn_are_counted_once(tmp_path: Path) -> None:
    games = tmp_path / "games.ggf"
    notation.write(games, [random_game(seed).to_text() for seed in range(8)], "ggf")
    quickly = ("--nodes", "50", "--solved", "6", "--positions", "0")
    learn = cli("book", "learn", "me", str(games), *quickly)
    told = [words.splitlines()[0] for words in all_at_once([learn, learn], tmp_path)]
    counts = [[int(part.split()[0]) for part in line.split(", ")] for line in told]
    assert sum(learned for learned, *_ in counts) == 8
    assert all(sum(each) == 8 for each in counts)


def test_self_play_is_done_by_one_program(tmp_path: Path) -> None:
    file = tmp_path / "a.positions"
    words = ["train", "generate", "reversi6", str(file), "--games", "60", "--depth", "2", "--threads", "1"]
    script = (
        "import contextlib\nfrom shirokuro.cli import main\n"
        f"with contextlib.redirect_stderr(sys.stdout): print(main({words!r}))"
    )
    told = all_at_once([script, script], tmp_path)
    assert sum("another program is at work on these games" in words for words in told) <= 1
    once = tmp_path / "b.positions"
    all_at_once([cli(*words[:3], str(once), *words[4:])], tmp_path)
    one, other = (read_positions("reversi6", [each]).tobytes() for each in (file, once))
    assert one == other


def test_long_work_is_refused_to_a_second_program(tmp_path: Path, capsys: Captured) -> None:
    file = tmp_path / "a.positions"
    file.touch()
    generate = ("train", "generate", "reversi6", str(file), "--games", "2", "--depth", "1")
    with working_on(file, ""):
        assert "another program is at work on these games" in complaint(capsys, *generate)
    assert output(capsys, *generate).startswith(str(file))
    with working_on(tmp_path, ""):
        told = complaint(capsys, "train", "run", "reversi6", str(tmp_path), "--small")
    assert "another program is at work on this training" in told


# What a killed program leaves

HOLDING = """
from pathlib import Path
from shirokuro.storage.file_lock import changing
from shirokuro.storage.whole_file import whole_file
file = Path(sys.argv[1])
with changing(file), whole_file(file) as part:
    part.write_text("half")
    print("writing", flush=True)
    sys.stdin.readline()
"""


@pytest.mark.parametrize("is_there", [True, False])
def test_a_killed_program_leaves_no_lock_and_no_half_file(is_there: bool, tmp_path: Path) -> None:
    file = tmp_path / "a [1].json"
    if is_there:
        file.write_text("whole")
    command = [sys.executable, "-c", f"import sys\n{HOLDING}", str(file)]
    with subprocess.Popen(command, stdin=PIPE, stdout=PIPE, text=True) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "writing\n"
        assert len([*tmp_path.iterdir()]) == 1 + is_there
        process.send_signal(signal.SIGKILL)
        process.wait()
    with changing(file):
        assert [each.name for each in tmp_path.iterdir()] == ([file.name] if is_there else [])
        assert not is_there or file.read_text() == "whole"
        with whole_file(file) as part:
            part.write_text("new")
    assert file.read_text() == "new"


def test_who_waits_too_long_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("shirokuro.storage.file_lock.PATIENCE_SECONDS", 0.0)
    file = tmp_path / "a.json"
    for _ in range(2):  # without the file, and with it
        with changing(file):
            with pytest.raises(StoreError, match=r"a\.json: another program has been changing it"):
                changing(file).__enter__()
            file.write_text("1")


MAKING = """
import sqlite3, os
import shirokuro as sk
from test_experience import QUICK, random_game
left = int(sys.argv[1])
def killed(statement):
    global left
    left -= 1
    if not left:
        os.kill(os.getpid(), 9)
connect = sqlite3.connect
def connected(*arguments, **options):
    database = connect(*arguments, **options)
    database.set_trace_callback(killed)
    return database
sqlite3.connect = connected
sk.Experience(sys.argv[2], QUICK).learn(random_game(1, "reversi4"))
"""


@pytest.mark.parametrize(
    "statements", [2, 5, 8, 11, *(pytest.param(n, marks=pytest.mark.long) for n in range(12, 60))]
)
def test_an_experience_survives_a_kill_at_any_statement(statements: int, tmp_path: Path) -> None:
    path = tmp_path / "x.sqlite"
    code = [sys.executable, "-c", f"import sys\n{MAKING}", str(statements), str(path)]
    done = subprocess.run(code, cwd=Path(__file__).parent, capture_output=True, text=True)
    assert done.returncode == -signal.SIGKILL, done.stderr
    mind, whole = sk.Experience(path, QUICK), sk.Experience(tmp_path / "whole.sqlite", QUICK)
    for each in (mind, whole):
        each.learn(random_game(1, "reversi4"))
    assert mind.book("reversi4") == whole.book("reversi4")
    assert [game.is_searched for game in mind.games()] == [True]


def test_a_damaged_note_of_a_training_is_told(tmp_path: Path, capsys: Captured) -> None:
    words = ("train", "run", "reversi6", str(tmp_path), "--small", "--games", "2")
    course = tmp_path / "course.json"
    course.write_text(json.dumps({"variant": "reversi6", "checksum": 1}))
    assert "course.json: this is damaged" in complaint(capsys, *words)
