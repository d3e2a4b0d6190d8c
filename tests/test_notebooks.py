"""The notebooks run and show what is saved in them; as a script, this runs them and saves their outputs."""

from __future__ import annotations

import ast
import base64
import io
import json
import sys
from collections.abc import Iterator
from contextlib import chdir, redirect_stdout
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest

NOTEBOOKS = sorted((Path(__file__).resolve().parent.parent / "docs/notebooks").glob("*.ipynb"))
RICH = {"_repr_svg_": "image/svg+xml", "_repr_html_": "text/html"}
PNG = "image/png"
NOTHING = {"execution_count": None}
"""Cells are not numbered, so that a new cell changes no others."""


def run(notebook: dict[str, Any]) -> Iterator[list[dict[str, Any]]]:
    """The outputs of each code cell, run one after the other, as Jupyter saves them."""
    names: dict[str, Any] = {"__name__": "__main__"}
    for cell in notebook["cells"]:
        if cell["cell_type"] == "code":
            yield outputs("".join(cell["source"]), names)


def outputs(source: str, names: dict[str, Any]) -> list[dict[str, Any]]:
    """What a cell prints, the value of its last line, and the plots that it made."""
    body = ast.parse(source).body
    last = body.pop() if isinstance(body[-1], ast.Expr) and not source.endswith(";") else None
    printed, value = io.StringIO(), None
    with redirect_stdout(printed):
        exec(compile(ast.Module(body, []), "cell", "exec"), names)
        if isinstance(last, ast.Expr):
            value = eval(compile(ast.Expression(last.value), "cell", "eval"), names)
    found: list[dict[str, Any]] = []
    if printed.getvalue():
        found.append({"name": "stdout", "output_type": "stream", "text": lines(printed.getvalue())})
    if value is not None:
        found.append({"data": shown(value), **NOTHING, "metadata": {}, "output_type": "execute_result"})
    for picture in plots():
        found.append({"data": {PNG: picture}, "metadata": {}, "output_type": "display_data"})
    return found


def shown(value: Any) -> dict[str, list[str]]:
    """A value as a picture or as HTML, with its class as text, or else as text alone."""
    rich = {kind: lines(getattr(value, name)()) for name, kind in RICH.items() if hasattr(value, name)}
    return rich | {"text/plain": [f"<{type(value).__name__}>"] if rich else lines(repr(value))}


def plots() -> Iterator[str]:
    """The open figures of matplotlib, which are closed."""
    if "matplotlib.pyplot" in sys.modules:
        pyplot = sys.modules["matplotlib.pyplot"]
        for number in pyplot.get_fignums():
            file = io.BytesIO()
            pyplot.figure(number).savefig(file, format="png", dpi=100, bbox_inches="tight")
            yield base64.b64encode(file.getvalue()).decode()
        pyplot.close("all")


def lines(text: str) -> list[str]:
    return text.splitlines(keepends=True)


def without_plots(found: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Plots differ by version and fonts; that there is one is all that is compared."""
    return [each if PNG not in each.get("data", {}) else {"data": PNG} for each in found]


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_cells_show_what_is_saved(path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    notebook = json.loads(path.read_text(encoding="utf-8"))
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("SHIROKURO_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("MPLBACKEND", "agg")
    saved = [cell["outputs"] for cell in notebook["cells"] if cell["cell_type"] == "code"]
    for found, before in zip(run(notebook), saved, strict=True):
        assert without_plots(found) == without_plots(before), "run `python tests/test_notebooks.py`"


def test_the_notebooks_show_boards_games_results_and_a_plot() -> None:
    assert [path.stem for path in NOTEBOOKS] == ["first_look", "games_to_plot"]
    first, second = (path.read_text(encoding="utf-8") for path in NOTEBOOKS)
    assert first.count('"image/svg+xml"') >= 5
    assert '"text/html"' in first
    assert PNG in second


def save(path: Path) -> None:
    notebook = json.loads(path.read_text(encoding="utf-8"))
    code = [cell for cell in notebook["cells"] if cell["cell_type"] == "code"]
    for cell, found in zip(code, run(notebook), strict=True):
        cell |= {"outputs": found, **NOTHING}
    path.write_text(json.dumps(notebook, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


if __name__ == "__main__":
    with TemporaryDirectory() as folder, chdir(folder):  # for the files that they write
        for each in NOTEBOOKS:
            save(each)
