"""The code in every page works: the tests find its sessions, programs and command lines.

`python` blocks are sessions and give the output shown. `py` blocks are programs; each page that has one has
a test of its own, named in `PROGRAMS`. Commands with output in `console` blocks are run, except in
docs/results, whose figures took hours. All other command lines are read by the parser of their verb.
"""

from __future__ import annotations

import argparse
import doctest
import io
import os
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from contextlib import redirect_stderr
from importlib import import_module
from pathlib import Path

import pytest
from web_process import serving_here

from shirokuro.web.settings import WebSettings

ROOT = Path(__file__).parent.parent
PAGES = sorted(str(page.relative_to(ROOT)) for page in (*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")))
PAGES.remove("CHANGELOG.md")  # which tells what was
PROGRAMS = {
    "docs/arrays.md": "test_arrays_doc.py",
    "docs/first_player.md": "test_readme.py",
    "docs/lab.md": "test_cli_lab.py",
    "docs/research.md": "test_research_peers.py",
    "docs/web.md": "test_doc_code.py",
}
BLOCK = re.compile(r"^ *```(\w*)\n(.*?)^ *```$", re.MULTILINE | re.DOTALL)
COMMAND = re.compile(r"^\$ (.*)\n((?:(?!\$ ).*\n)*)", re.MULTILINE)
SPAN = re.compile(r"`(shirokuro [^`]+)`")
SHELL = ("", "sh", "console")


def text_of(page: str) -> str:
    return (ROOT / page).read_text(encoding="utf-8")


def blocks(page: str, *languages: str) -> list[str]:
    return [code for found, code in BLOCK.findall(text_of(page)) if found in languages]


def pages_with(*languages: str) -> list[str]:
    return [page for page in PAGES if blocks(page, *languages)]


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder for the files of a page, where `shirokuro` is found and the user has no data."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("SHIROKURO_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("PATH", f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}")
    return tmp_path


# Python


def test_blocks_say_what_they_are() -> None:
    known = {*SHELL, "python", "py", "toml", "text", "nginx", "caddy", "ini"}
    assert {found for page in PAGES for found, _ in BLOCK.findall(text_of(page))} <= known


@pytest.mark.parametrize("page", pages_with("python"))
def test_sessions_give_the_output_shown(page: str) -> None:
    found = blocks(page, "python")
    assert all(block.startswith(">>> ") for block in found), "code whose output is not shown is not checked"
    test = doctest.DocTestParser().get_doctest("\n".join(found), {}, page, page, 0)
    report: list[str] = []
    doctest.DocTestRunner(verbose=False).run(test, out=report.append)
    assert not report, "".join(report)


def test_programs_have_tests() -> None:
    with_programs = [page for page in pages_with("py") if not page.startswith("docs/api/")]  # signatures
    assert with_programs == sorted(PROGRAMS)
    for page, test in PROGRAMS.items():
        assert Path(page).name in (ROOT / "tests" / test).read_text() or f'"{Path(page).stem}"' in test


def test_the_program_that_speaks_to_the_server(capsys: pytest.CaptureFixture[str], folder: Path) -> None:
    """That of docs/web.md, with the address of a server of ours."""
    (program,) = blocks("docs/web.md", "py")
    with serving_here(WebSettings(file=folder / "games.sqlite")) as address:
        exec(program.replace("http://127.0.0.1:8484", address.rstrip("/")), {})
    assert re.fullmatch(r"[a-h][1-8] \[\{.*\}\]\n", capsys.readouterr().out)


# Command lines


def command_lines(page: str) -> Iterator[str]:
    """The command lines in the blocks of a shell and in the text."""
    for block in blocks(page, *SHELL):
        for line in re.sub(r"\\\n\s*", "", block).splitlines():
            yield line.removeprefix("$ ").strip()
    for span in SPAN.findall(BLOCK.sub("", text_of(page))):
        yield " ".join(span.split())


def commands_of(page: str) -> list[list[str]]:
    """Commands of `shirokuro` as their words; some of its files begin with it, too, and one is a slip."""
    command = re.compile(r"shirokuro (?!(proof|book) 1|weights|plya)")
    return [shlex.split(line, comments=True)[1:] for line in command_lines(page) if command.match(line)]


def test_command_lines_are_understood() -> None:
    """By the parser of their verb: an option that does not exist fails."""
    found = {" ".join(words): (page, complaint(words)) for page in PAGES for words in commands_of(page)}
    assert found
    assert {line: told for line, told in found.items() if told[1]} == {}


def complaint(words: list[str]) -> str:
    """What the parser says against a command line; empty if it understands the words that are there.

    A text may name a verb and an option without the rest; the usage has all options there are.
    """
    parser = argparse.ArgumentParser(prog="shirokuro")
    parser.add_argument("--version", action="version", version="")
    if not words[0].startswith("-"):
        import_module(f"shirokuro.cli.{words[0]}").add_to(parser.add_subparsers(dest="verb"))
    said = io.StringIO()
    try:
        with redirect_stderr(said):
            parser.parse_args(words)
    except SystemExit as end:
        usage = said.getvalue() if end.code else ""
        if re.search("are required|expected .*argument", usage):
            options = (word.partition("=")[0] for word in words if word.startswith("--"))
            return "".join(f"no {option}: {usage}" for option in options if option not in usage)
        return usage
    return ""


def test_a_wrong_command_line_is_found() -> None:
    assert "unrecognized arguments: --tread" in complaint(["solve", "nip24", "--tread", "2"])
    assert complaint(["solve", "nip24", "--threads", "2"]) == ""


def test_scripts_and_targets_exist() -> None:
    """`make` has the targets, and scripts have the options, that a page names."""
    makefile = (ROOT / "Makefile").read_text()
    for line in (line for page in PAGES for line in command_lines(page)):
        words = shlex.split(line, comments=True) if re.match(r"(?:\w+=\S+ )?(make|python) ", line) else []
        if "make" in words and "-C" not in words:
            targets = [word for word in words[words.index("make") + 1 :] if re.fullmatch(r"[a-z-]+", word)]
            assert all(f"\n{target}:" in makefile for target in targets), line
        if len(words) > 1 and words[1].startswith(("benchmarks/", "tests/", "tool/")):
            source = (ROOT / words[1]).read_text()
            assert all(word in source for word in words[2:] if word.startswith("--")), line


def test_nobody_is_sent_to_an_index_for_the_package() -> None:
    """It lies on none: a checkout or the file of a wheel is what one installs."""
    sources = [*(ROOT / "src").rglob("*.py"), *(ROOT / "src").rglob("*.js"), *map(ROOT.joinpath, PAGES)]
    assert len(sources) > 300
    for source in sources:
        assert not re.search(r"pip install '?shirokuro(?!-)", source.read_text(encoding="utf-8")), source


# What commands print


def told(page: str) -> list[tuple[str, str]]:
    """The commands of a page that show what they print."""
    found = [pair for block in blocks(page, "console") for pair in COMMAND.findall(block)]
    return [(command, output) for command, output in found if output.strip()]


RUN = [page for page in PAGES if told(page) and not page.startswith("docs/results/") and page not in PROGRAMS]


def test_pages_with_commands_are_found() -> None:
    assert {"docs/commands.md", "docs/solving.md", "docs/book.md", "docs/experience.md"} <= set(RUN)


@pytest.mark.parametrize("page", RUN)
def test_commands_give_the_output_shown(page: str, folder: Path) -> None:
    """One after the other, as a reader would; `…` stands for anything."""
    for command, output in told(page):
        words = shlex.split(command)
        assert words[0] == "shirokuro"
        line = [sys.executable, "-m", "shirokuro.cli", *words[1:]]
        done = subprocess.run(line, capture_output=True, encoding="utf-8", cwd=folder)
        shown = ".*".join(map(re.escape, output.split("…")))
        assert re.fullmatch(shown, done.stdout, re.DOTALL), f"$ {command}\n{done.stdout}{done.stderr}"
