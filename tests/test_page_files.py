"""The files of the page: small, nothing from outside, both languages with the same words.

`python tests/test_page_files.py` writes the list of modules in index.html anew.
"""

from __future__ import annotations

import gzip
import re
from pathlib import Path

import shirokuro

STATIC = Path(shirokuro.__file__).parent / "web" / "static"
MOST_BYTES = 200_000
FILES = sorted(file for file in STATIC.rglob("*") if file.is_file())
OURS = [file for file in FILES if "vendor" not in file.parts]
SCRIPTS = [file for file in OURS if file.suffix == ".js"]


PRELOADED = re.compile(r'(?:<link rel="modulepreload" href="[^"]+">\n)+')


IMPORTED = re.compile(r'(?:^|;)(?:import|export)\b(?:[^";]+from)? ?"(\.[^"]+)"', re.MULTILINE)


def needed(module: Path) -> set[Path]:
    """A module with all that it needs from the beginning."""
    found, waiting = {module}, [module]
    while waiting:
        file = waiting.pop()
        for name in IMPORTED.findall(file.read_text()):
            if (other := (file.parent / name).resolve()) not in found:
                found.add(other)
                waiting.append(other)
    return found


def preloads() -> str:
    """The modules of the beginning all at once, so that a browser need not find them one after another."""
    main = STATIC.resolve() / "main.js"
    names = sorted(file.relative_to(main.parent).as_posix() for file in needed(main) - {main})
    return "".join(f'<link rel="modulepreload" href="{name}">\n' for name in names)


def words(language: str) -> dict[str, str]:
    """The texts of a language by their keys."""
    text = (STATIC / "words" / f"{language}.js").read_text()
    lines = re.findall(r'^  "?([\w.-]+)"?: "(.*)",$', text, re.MULTILINE)
    assert len(dict(lines)) == text.count("\n  ")
    return dict(lines)


def test_all_files_together_are_small() -> None:
    assert sum(len(gzip.compress(file.read_bytes())) for file in FILES) < MOST_BYTES


def test_both_languages_have_the_same_words() -> None:
    english, japanese = words("en"), words("ja")
    assert {key for key in english if not key.endswith(".one")} == set(japanese)


def test_both_languages_name_the_same_values() -> None:
    english, japanese = words("en"), words("ja")
    names = re.compile(r"\{\w+\}")
    differing = [
        key for key in japanese if set(names.findall(english[key])) != set(names.findall(japanese[key]))
    ]
    assert differing == []


def test_every_word_is_used_and_every_used_word_is_there() -> None:
    sources = "\n".join(file.read_text() for file in SCRIPTS if file.parent.name != "words")
    known = set(words("en"))
    for key in re.findall(r'\bt\("([\w.-]+)"', sources):
        assert key in known, key
    quoted = set(re.findall(r'"([\w.]+)"', sources))
    beginnings = tuple(re.findall(r"[`\"]([\w.]+[._])\$\{", sources))
    unused = {key.removesuffix(".one") for key in known} - quoted
    assert [key for key in sorted(unused) if not key.startswith(beginnings)] == []


def test_the_page_asks_nothing_of_other_servers() -> None:
    for file in OURS:
        addresses = re.findall(r"https?://[^\s\"'`)]+", file.read_text())
        assert set(addresses) <= {"http://www.w3.org/2000/svg"}, file


def test_no_script_or_style_stands_in_the_markup() -> None:
    page = (STATIC / "index.html").read_text()
    assert re.findall(r"<script[^>]*>([^<]+)", page) == []
    assert "<style" not in page
    assert re.findall(r"\son\w+=|\sstyle=", page) == []


def test_the_page_names_the_modules_of_its_beginning() -> None:
    found = PRELOADED.findall((STATIC / "index.html").read_text())
    assert found == [preloads()], "python tests/test_page_files.py writes the list"


def test_every_file_opens_with_its_purpose() -> None:
    opening = {".js": "// ", ".css": "/* "}
    silent = [file for file in OURS if not file.read_text().startswith(opening.get(file.suffix, ""))]
    assert silent == []


if __name__ == "__main__":
    page = STATIC / "index.html"
    page.write_text(PRELOADED.sub(lambda _: preloads(), page.read_text()))
