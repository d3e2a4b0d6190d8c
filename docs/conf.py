"""Settings of the site that `make docs` builds from the Markdown of the repository, as it is.

The pages have nothing that is for the site alone: its navigation comes from the lists in docs/README.md,
notebooks become Markdown here, and the search finds Japanese.
"""

from __future__ import annotations

import json
import posixpath
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from pygments.lexers.special import TextLexer
from sphinx.application import Sphinx
from sphinx.search.en import SearchEnglish

ROOT = Path(__file__).parent.parent
VERSION = re.search(r'__version__ = "(.*)"', (ROOT / "src/shirokuro/__init__.py").read_text())

project = "Shirokuro"
author = "the authors of Shirokuro"
release = VERSION[1] if VERSION else ""
extensions = ["myst_parser"]
root_doc = "README"
source_suffix = {".md": "markdown", ".ipynb": "markdown"}
include_patterns = ["*.md", "docs/**.md", "docs/**.ipynb"]
exclude_patterns = [
    ".*",
    "build",
    "cpp",
    "dist",
    "node_modules",
    "shared",
    "src",
    "tests",
    "benchmarks",
    "tool",
]
nitpicky = True

myst_enable_extensions = ["html_image"]
myst_heading_anchors = 4

html_theme = "furo"
html_title = "Shirokuro 白黒"
html_static_path = ["site"]
html_css_files = ["site.css"]
html_copy_source = False
html_show_copyright = False
html_theme_options = {
    "light_css_variables": {"color-brand-primary": "#1f6b49", "color-brand-content": "#1f6b49"},
    "dark_css_variables": {"color-brand-primary": "#6fc79c", "color-brand-content": "#6fc79c"},
}
highlight_language = "text"
pygments_style = "friendly"
pygments_dark_style = "monokai"

# Navigation

LINK = re.compile(r"\]\(([^)#:]+\.(?:md|ipynb))(?:#[^)]*)?\)")


def pages_in(text: str, folder: str) -> list[str]:
    """The pages that a text in a folder links to."""
    paths = (posixpath.normpath(posixpath.join(folder, link)) for link in LINK.findall(text))
    return list(dict.fromkeys(path.rpartition(".")[0] for path in paths))


def toctree(caption: str, pages: list[str]) -> str:
    lines = [":hidden:", *([f":caption: {caption}"] if caption else []), "", *(f"/{page}" for page in pages)]
    return "\n\n```{toctree}\n" + "\n".join(lines) + "\n```\n"


def navigation(page: str, text: str) -> str:
    """The pages below one: for the first the parts of docs/README.md, for others of that name their links."""
    if page != root_doc:
        folder = posixpath.dirname(page)
        return toctree("", [each for each in pages_in(text, folder) if each.startswith(f"{folder}/")])
    _, *parts = (ROOT / "docs/README.md").read_text(encoding="utf-8").split("\n## ")
    trees = [toctree("", ["docs/README"])]
    for part in parts:
        caption, _, links = part.partition("\n")
        trees.append(toctree(caption, pages_in(links, "docs")))
    return "".join(trees)


# Notebooks


def from_notebook(text: str) -> Iterator[str]:
    """The cells of a notebook as Markdown, with the outputs that are saved in it."""
    for cell in json.loads(text)["cells"]:
        source = "".join(cell["source"])
        yield source if cell["cell_type"] == "markdown" else f"```python\n{source}\n```"
        for output in cell.get("outputs", []):
            yield shown(output.get("data", {"text/plain": output.get("text", "")}))


def shown(data: dict[str, Any]) -> str:
    """An output in its richest form."""
    if "image/png" in data:
        return f'```{{raw}} html\n<img alt="" src="data:image/png;base64,{data["image/png"].strip()}">\n```'
    for kind in ("image/svg+xml", "text/html"):
        if kind in data:
            return f'```{{raw}} html\n<div class="output">{"".join(data[kind])}</div>\n```'
    return f"```text\n{''.join(data['text/plain']).rstrip()}\n```"


def read_source(app: Sphinx, page: str, source: list[str]) -> None:
    if str(app.env.doc2path(page)).endswith(".ipynb"):
        source[0] = "\n\n".join(from_notebook(source[0]))
    if posixpath.basename(page) == "README" and page != "docs/README":
        source[0] += navigation(page, source[0])


# Search

JAPANESE = r"[\u3040-\u30ff\u3400-\u9fff々〆]"


class SearchBoth(SearchEnglish):
    """English by words; Japanese, which has no spaces, by pairs of neighbouring characters."""

    js_splitter_code = r"""
var splitQuery = (query) =>
  (query.match(/JAPANESE+|(?:(?!JAPANESE)[\p{Letter}\p{Number}_])+/gu) || []).flatMap((word) =>
    /^JAPANESE{2,}$/u.test(word)
      ? Array.from(word).slice(1).map((letter, i) => word[i] + letter)
      : [word],
  );
""".replace("JAPANESE", JAPANESE)

    def split(self, text: str) -> list[str]:
        words = re.findall(rf"{JAPANESE}+|(?:(?!{JAPANESE})\w)+", text)
        return [part for word in words for part in (pairs(word) if re.match(JAPANESE, word) else [word])]


def pairs(word: str) -> list[str]:
    return [word[i : i + 2] for i in range(max(len(word) - 1, 1))]


def write_index(app: Sphinx, failure: Exception | None) -> None:
    """The first page under the name that servers and browsers look for."""
    if failure is None:
        (app.outdir / "index.html").write_bytes((app.outdir / f"{root_doc}.html").read_bytes())


def setup(app: Sphinx) -> None:
    app.add_lexer("caddy", TextLexer)
    app.add_search_language(SearchBoth)
    app.connect("source-read", read_source)
    app.connect("build-finished", write_index)
