"""What the texts at the door say is true: code gives the output shown, tables and links hold."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

import shirokuro as sk
from shirokuro.cli.command import VERBS

ROOT = Path(__file__).parent.parent
READMES = ("README.md", "README.ja.md")
PAGES = sorted(str(page.relative_to(ROOT)) for page in (ROOT / "docs").rglob("*.md"))
TEXTS = (*READMES, *PAGES, "CONTRIBUTING.md", "CHANGELOG.md")
BLOCK = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
COMMAND = re.compile(r"^\$ shirokuro (.*)\n((?:(?!\$ ).*\n)*)", re.MULTILINE)
MOST_LEAVES = 30_000_000
"""Larger numbers of the perft table are left to the tests of the core."""


def text_of(name: str) -> str:
    return (ROOT / name).read_text(encoding="utf-8")


def blocks(name: str, language: str) -> list[str]:
    return [code for found, code in BLOCK.findall(text_of(name)) if found == language]


def table_rows(text: str, heading: str) -> list[list[str]]:
    """The cells of the first table under a heading, its own heading row first."""
    table = re.findall(r"^\|(.*)\|$", text.split(f"## {heading}\n")[1].split("\n## ")[0], re.MULTILINE)
    return [[cell.strip() for cell in row.split("|")] for row in table if not re.fullmatch(r"[-:|]+", row)]


def test_the_first_player_plays_as_shown(tmp_path: Path) -> None:
    """The file of the page, in a folder of its own; only times may differ."""
    page = "docs/first_player.md"
    module, guarded = blocks(page, "py")
    (tmp_path / "cautious.py").write_text(module)
    for arguments, output in COMMAND.findall("".join(blocks(page, "console"))):
        assert timeless(run_in(tmp_path, "-m", "shirokuro.cli", *arguments.split())) == timeless(output)
    quick = guarded.replace("1000", "40").replace("jobs=8", "jobs=2")
    (tmp_path / "script.py").write_text(f"{module}\n\n{quick}")
    assert "Games | N: 40 W: 25 L: 15 D: 0" in run_in(tmp_path, "script.py")


def run_in(folder: Path, *words: str) -> str:
    command = [sys.executable, *words]
    return subprocess.run(command, capture_output=True, text=True, check=True, cwd=folder).stdout


def timeless(text: str) -> str:
    return re.sub(r"[\d.e-]+ ms", "… ms", text)


@pytest.mark.parametrize("language", ["python", "sh"])
def test_both_readmes_show_the_same_code(language: str) -> None:
    english, japanese = (blocks(name, language) for name in READMES)
    assert english == japanese != []


def test_links_lead_somewhere() -> None:
    for name in TEXTS:
        prose = re.sub(r"^```.*?^```$|^ {4}\(.*?$", "", text_of(name), flags=re.DOTALL | re.MULTILINE)
        for link, heading in re.findall(r"\]\((?!https?://)([^)#]*)#?([^)]*)\)", prose):
            target = (ROOT / name).parent / link if link else ROOT / name
            assert target.exists(), (name, link)
            found = anchors(target.read_text(encoding="utf-8")) if heading else {""}
            assert heading in found, (name, link, heading)


def anchors(text: str) -> set[str]:
    """What the headings of a page are called in links; the second of two equal ones has a number."""
    titles = re.findall(r"^#+ (.*)$", text, re.MULTILINE)
    plain = [re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-") for title in titles]
    return {*plain, *(f"{each}-1" for each in plain if plain.count(each) > 1)}


def test_every_variant_and_every_verb_is_named() -> None:
    assert not [variant for variant in sk.VARIANTS if f"`{variant}`" not in text_of("docs/rules.md")]
    named = re.findall(r"^\| `shirokuro (\w+)` \|", text_of("docs/commands.md"), re.MULTILINE)
    assert sorted(named) == sorted(VERBS)


@pytest.mark.parametrize("name", READMES)
def test_a_reader_finds_every_page(name: str) -> None:
    assert "(docs/README.md)" in text_of(name)
    listed = re.findall(r"\]\(([^)#]+)\)", text_of("docs/README.md"))
    pages = [page.removeprefix("docs/") for page in PAGES if not re.match("docs/(results|api)/", page)]
    assert [page for page in pages if page not in listed] == ["README.md"]


def test_the_perft_table_is_true() -> None:
    (_, *variants), *rows = table_rows(text_of("docs/rules.md"), "perft from the start")
    entries = [
        (variant, int(depth), int(leaves))
        for depth, *counts in rows
        for variant, leaves in zip(variants, counts, strict=True)
        if leaves and int(leaves) <= MOST_LEAVES
    ]
    assert len(entries) > 60
    assert [e for e in entries if sk.perft(sk.Board(e[0]), e[1]) != e[2]] == []


def test_the_table_of_variants_is_true() -> None:
    rows = table_rows(text_of("docs/rules.md"), "All variants")[1:]
    for names, cells, _, ring in rows:
        squares = tuple(sk.parse_square(name) for name in ring.partition(": ")[2].split())
        for name in names.split(", "):
            variant = sk.VARIANTS[name.strip("`")]
            assert (len(variant.cells), variant.ring) == (int(cells), squares)


@pytest.mark.parametrize(("variant", "size", "value"), [("reversi", "8x8", 0), ("reversi6", "6x6", -4)])
def test_the_perfect_games_are_played_as_written(variant: str, size: str, value: int) -> None:
    (moves,) = re.findall(rf"A perfect game on {size}: `(\w+)`", text_of("docs/rules.md"))
    board = sk.Board(variant)
    board.extend(re.findall("..", moves))
    assert (board.is_over(), board.margin()) == (True, value)


def test_the_picture_of_nip_is_what_we_draw() -> None:
    board = sk.Board("nip")
    board.extend(["f5", "d6", "c3", "d3", "c4", "f4"])
    assert text_of("docs/nip.svg") == board.svg(size=300) + "\n"
