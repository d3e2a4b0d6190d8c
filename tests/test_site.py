"""`make docs`: the site is built without a warning, its navigation has all pages, it needs no network."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
SOURCES = [*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md"), *(ROOT / "docs").rglob("*.ipynb")]


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Built with the settings of `make docs`, under which an unknown link is an error."""
    folder = tmp_path_factory.mktemp("site")
    (line,) = re.findall(
        r"^\t(\.venv/bin/python -m sphinx .*)$", (ROOT / "Makefile").read_text(), re.MULTILINE
    )
    assert {"-W", "-n"} <= {*line.split()}
    words = [sys.executable, *line.split()[1:]]
    words = [str(folder / "trees") if word == "build/doctrees" else word for word in words]
    done = subprocess.run([*words[:-1], folder / "site"], cwd=ROOT, capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")
    return folder / "site"


def html(site: Path, page: str) -> str:
    return (site / page).read_text(encoding="utf-8")


def test_every_page_is_there_and_in_the_navigation(site: Path) -> None:
    pages = {file.relative_to(ROOT).with_suffix(".html").as_posix() for file in SOURCES}
    assert len(pages) > 60
    linked = {
        *re.findall(r'class="reference internal" href="([^"#]+)"', html(site, "index.html")),
        "README.html",
    }
    assert {page for page in pages if not (site / page).exists()} == set()
    assert pages - linked == set()
    assert re.findall(r'class="caption-text">([^<]+)<', html(site, "index.html")) == [
        *("Learn", "Do", "Look up", "Understand", "Results", "日本語")
    ]


def test_a_page_loads_nothing_from_elsewhere(site: Path) -> None:
    loaded = re.compile(r'<(?:script|img|iframe|source|link)[^>]*? (?:src|href)="([^"]+)"')
    for page in site.rglob("*.html"):
        found = loaded.findall(page.read_text(encoding="utf-8"))
        assert found
        for address in found:
            assert not re.match(r"\w+:(?!image/)|//", address), (page, address)


def test_the_search_knows_english_and_japanese(site: Path) -> None:
    index = json.loads(html(site, "searchindex.js").removeprefix("Search.setIndex(").removesuffix(")"))
    found = {word: places(index, word) for word in ("flank", "石差", "悪手")}
    assert "docs/rules" in found["flank"]
    assert all(found.values()), found


def places(index: dict[str, object], stem: str) -> list[str]:
    terms, names = index["terms"], index["docnames"]
    assert isinstance(terms, dict)
    assert isinstance(names, list)
    numbers = terms.get(stem, [])
    return [names[number] for number in (numbers if isinstance(numbers, list) else [numbers])]


def test_notebooks_are_pages_with_their_pictures(site: Path) -> None:
    first = html(site, "docs/notebooks/first_look.html")
    assert first.count("<svg") >= 5 + html(site, "docs/rules.html").count("<svg")
    assert "data:image/png;base64," in html(site, "docs/notebooks/games_to_plot.html")
