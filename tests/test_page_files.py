"""The files of the page: small, nothing from outside, every text used and every used text there.

`python tests/test_page_files.py` writes the list of modules in index.html and the page's texts anew.
"""

from __future__ import annotations

import gzip
import json
import re
from pathlib import Path

import shirokuro
from shirokuro.words.message import LANGUAGES, catalogue

STATIC = Path(shirokuro.__file__).parent / "web" / "static"
MOST_BYTES = 270_000
"""As they are written; browser/test_built_page.py bounds what packages hold."""
FILES = sorted(file for file in STATIC.rglob("*") if file.is_file())
OURS = [file for file in FILES if "vendor" not in file.parts and file.suffix != ".png"]
TEXTS = STATIC / "words_catalogue.js"
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


def texts_in(language: str) -> dict[str, str]:
    """The page's texts by their keys."""
    texts = catalogue(language).items()
    return {key.removeprefix("page."): text for key, text in texts if key.startswith("page.")}


def texts() -> str:
    """The page's texts as the module that it imports, one line a language."""
    lines = "".join(
        f"  {language}: {json.dumps(texts_in(language), ensure_ascii=False, sort_keys=True)},\n"
        for language in LANGUAGES
    )
    return (
        "// The page's texts by language and key; `python tests/test_page_files.py` writes them.\n"
        f"/** @type {{Record<string, Record<string, string>>}} */\nexport default {{\n{lines}}};\n"
    )


def test_all_files_together_are_small() -> None:
    assert sum(len(gzip.compress(file.read_bytes())) for file in FILES) < MOST_BYTES


def test_the_texts_are_those_of_the_catalogue() -> None:
    assert TEXTS.read_text() == texts(), "python tests/test_page_files.py writes them"


def test_every_text_is_used_and_every_used_text_is_there() -> None:
    sources = "\n".join(file.read_text() for file in SCRIPTS if file != TEXTS)
    known = texts_in("en").keys()
    assert [key for key in re.findall(r'\bt\("([\w.-]+)"', sources) if key not in known] == []
    quoted = set(re.findall(r'"([\w.]+)"', sources))
    beginnings = tuple(re.findall(r"[`\"]([\w.]+[._])\$\{", sources))
    assert [key for key in sorted(known - quoted) if not key.startswith(beginnings)] == []


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


def test_the_manifest_names_icons_of_the_sizes_that_it_says() -> None:
    for icon in json.loads((STATIC / "manifest.webmanifest").read_text())["icons"]:
        content = (STATIC / icon["src"]).read_bytes()
        if icon["type"] == "image/png":
            width, height = (int.from_bytes(content[at : at + 4]) for at in (16, 20))
            assert icon["sizes"] == f"{width}x{height}"


if __name__ == "__main__":
    TEXTS.write_text(texts())
    page = STATIC / "index.html"
    page.write_text(PRELOADED.sub(lambda _: preloads(), page.read_text()))
