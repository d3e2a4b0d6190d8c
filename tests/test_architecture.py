"""The rules of the house: who may include and import whom, what the core must not know, what is hidden."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from graphlib import TopologicalSorter
from pathlib import Path

import shirokuro as sk

ROOT = Path(__file__).parent.parent
CPP = ROOT / "cpp"
SRC = ROOT / "src"

# The folders of the core, each free to include those before it; `bindings` and `tool` do not know each other.
CPP_LAYERS = ("board", "evaluate", "search", "playout", ("studies", "training"), ("bindings", "tool"))

# The rooms of the package, top to bottom: each may import what stands below it. `shirokuro` is the package's
# own file, the public names; `_core` is the compiled module.
PYTHON_LAYERS = (
    "cli",
    ("replications", "studies", "web"),
    ("lab", "protocol", "research", "training"),
    "shirokuro",
    "public",
    "matches",
    "players",
    ("experience", "opening_names", "practice", "proofs"),
    "library",
    "books",
    ("explanation", "people"),
    "workers",
    "engine",
    "board",
    "notation",
    "squares",
    ("_core", "storage"),
    "parameters",
    "errors",
    ("seed", "words"),
)
# The parts of the laboratory, likewise; a study and its exhibits are what the folders agree on.
LAB_LAYERS = ("study_index", "tournament", "report", "study", "exhibit", "run", "statistics", "judging")
IMPORTERS_OF_CORE = {"squares", "board", "books", "engine", "people", "training"}
IMPORTERS_OF_NUMPY = {"shirokuro.engine.batch", "library", "research", "training"}


# Python, printing, files, the environment and clocks other than steady_clock.
FOREIGN_TO_CORE = re.compile(
    r"#include\s*<(Python\.h|nanobind/.*|iostream|ostream|istream|print|cstdio|stdio\.h|fstream|filesystem|ctime)>"
    r"|\b(getenv|printf|fopen|system_clock|high_resolution_clock)\b|std::(cout|cerr|clog|print)\b"
)


def level_of(name: str, layers: tuple[str | tuple[str, ...], ...]) -> int:
    for level, names in enumerate(layers):
        if name == names or (isinstance(names, tuple) and name in names):
            return level
    raise AssertionError(f"{name} stands in no layer: give it a place in the table of this file")


# Names


def test_studies_are_called_by_their_subject() -> None:
    """Their letters are for docs/studies.md, which says who wrote what."""
    letter = re.compile(r"[Ss]tud(?:y|ies) [A-E]\b|[Ss]tudy[-_]?[A-Ea-e]\b")
    folders = [ROOT / name for name in ("benchmarks", "cpp", "docs", "src", "tests", "tool")]
    suffixes = {".cpp", ".hpp", ".md", ".py", ".pyi"}
    files = [file for folder in folders for file in folder.rglob("*.*") if file.suffix in suffixes]
    assert len(files) > 300
    assert [file for file in files if letter.search(f"{file.name}\n{file.read_text()}")] == []


# The core


def cpp_files(*, bindings: bool = True) -> list[Path]:
    files = [*CPP.rglob("*.[hc]pp"), *(ROOT / "tool").rglob("*.[hc]pp")]
    assert len(files) > 20
    return [file for file in files if bindings or folder_of(file) not in ("bindings", "tool")]


def folder_of(file: Path) -> str:
    """The folder of the core that a file belongs to."""
    return file.relative_to(CPP).parts[0] if file.is_relative_to(CPP) else "tool"


def test_cpp_includes_go_leftwards() -> None:
    for file in cpp_files():
        own = folder_of(file)
        for included in re.findall(r'^\s*#include "([^"]+)"', file.read_text(), re.MULTILINE):
            other = included.split("/")[0]
            found = (ROOT / included if other == "tool" else CPP / included).is_file()
            goes_left = other == own or level_of(other, CPP_LAYERS) < level_of(own, CPP_LAYERS)
            assert (found, goes_left) == (True, True), f"{file}: {included}"


def test_the_core_knows_no_python_printing_files_or_environment() -> None:
    for file in cpp_files(bindings=False):
        foreign = FOREIGN_TO_CORE.search(file.read_text())
        assert foreign is None, f"{file}: {foreign[0]}"


def test_the_interpreter_is_released_in_one_place() -> None:
    """The end of the process must know of all work without it."""
    for file in cpp_files():
        if file.name != "interruption.cpp":
            assert "gil_scoped_release" not in file.read_text(), file


# The package


def modules() -> dict[str, Path]:
    """Every Python file of the package by its module's full name."""
    found = {}
    for path in (SRC / "shirokuro").rglob("*.py"):
        parts = path.relative_to(SRC).with_suffix("").parts
        found[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = path
    return found


def imports_of(path: Path) -> Iterator[str]:
    """The full names of all that a file imports, wherever it does so."""
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: imports are written in full"
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def module_of(name: str, known: dict[str, Path]) -> str | None:
    """The module of ours that an imported name is or lies in."""
    if name.split(".")[0] != "shirokuro":
        return None
    if name.startswith("shirokuro._core"):
        return "shirokuro._core"
    return name if name in known else module_of(name.rpartition(".")[0], known)


def import_graph() -> dict[str, set[str]]:
    known = modules()
    return {
        module: {target for name in imports_of(path) if (target := module_of(name, known))}
        for module, path in known.items()
    }


def part_of(module: str) -> str:
    """What a module counts as in the table: the top-level module or package it belongs to."""
    return module.split(".")[1] if "." in module else module


def test_python_imports_go_rightwards() -> None:
    """In the package and, by its own table, within the laboratory; there are no cycles either."""
    graph, lab = import_graph(), "shirokuro.lab."
    TopologicalSorter(graph).prepare()
    for module, targets in graph.items():
        level_of(part_of(module), PYTHON_LAYERS)
        for target in targets:
            own, other, layers = part_of(module), part_of(target), PYTHON_LAYERS
            if module.startswith(lab) and target.startswith(lab):
                own, other = (name.removeprefix(lab).split(".")[0] for name in (module, target))
                layers = LAB_LAYERS
            below = level_of(own, layers) < level_of(other, layers)
            assert own == other or below, f"{module} imports {target}"


def test_few_modules_import_the_core_or_numpy() -> None:
    graph = import_graph()
    importers = {part_of(module) for module, targets in graph.items() if "shirokuro._core" in targets}
    assert {"squares", "board"} <= importers <= IMPORTERS_OF_CORE
    for module, path in modules().items():
        if any(name.split(".")[0] == "numpy" for name in imports_of(path)):
            assert {part_of(module), module} & IMPORTERS_OF_NUMPY, module
    code = "import sys, shirokuro; sys.exit('numpy' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code]).returncode == 0


def test_the_checker_of_proofs_shares_nothing() -> None:
    """The exceptions to "one implementation of the rules": what they have is used for nothing else."""
    checker = "shirokuro.proofs.proof_check"
    path = modules()[checker]
    assert {name.split(".")[0] for name in imports_of(path)} <= sys.stdlib_module_names
    assert "import_module" not in path.read_text()
    assert "__import__" not in path.read_text()
    importers = {module for module, targets in import_graph().items() if checker in targets}
    assert importers == {
        "shirokuro.proofs.all_leaves",
        "shirokuro.proofs.sample_check",
        "shirokuro.cli.proof",
    }
    solver = path.with_name("leaf_solver.cpp").read_text()
    assert "#include <" in solver
    assert '#include "' not in solver


def test_no_module_has_the_name_of_a_public_function() -> None:
    """Else `shirokuro.match` would be one or the other, depending on who was imported first."""
    top_level = {part_of(module) for module in modules()}
    functions = {name for name in sk.__all__ if callable(getattr(sk, name))}
    assert "perft" in functions
    assert not top_level & functions


def test_the_map_and_the_picture_name_every_module() -> None:
    text = (ROOT / "docs/architecture.md").read_text().split("## The map\n")[1].split("\n## ")[0]
    parts = {part_of(module) for module in modules() if "." in module}
    folders = {folder_of(file) for file in cpp_files()}
    for part in parts:
        assert f"`{part}.py`" in text or f"`{part}/`" in text, part
    for folder in folders - {"tool"}:
        assert f"`cpp/{folder}/`" in text, folder
    shown = re.findall(r'class="module"[^>]*>([^<]+)<', (ROOT / "docs/layers.svg").read_text())
    assert {name for line in shown for name in re.findall(r"\w+", line)} == parts | folders


def types_of(path: Path) -> Iterator[str]:
    """The classes and type aliases of a module, without the underscore of private ones."""
    tree = ast.parse(path.read_text())
    yield from (node.name.lstrip("_") for node in ast.walk(tree) if isinstance(node, ast.ClassDef))
    for node in tree.body:
        targets = node.targets if isinstance(node, ast.Assign) else [getattr(node, "target", None)]
        for name in (target.id.lstrip("_") for target in targets if isinstance(target, ast.Name)):
            if name[:1].isupper() and not name.isupper():  # constants and type variables are in capitals
                yield name


def test_no_two_types_share_a_name() -> None:
    """One name, one meaning: CONTRIBUTING.md has the words."""
    found: dict[str, list[str]] = {}
    for module, path in modules().items():
        for name in types_of(path):
            found.setdefault(name, []).append(module)
    assert {"Engine", "Stop", "GameKey"} <= set(found)  # a class, an alias and a private class
    assert {name: where for name, where in found.items() if len(where) > 1} == {}


# The public face


def test_no_core_name_in_the_public_api() -> None:
    for name in sk.__all__:
        value = getattr(sk, name)
        assert "_core" not in f"{name} {getattr(value, '__module__', '')} {value!r}"
    board = sk.Board("nip")
    for value in (board, board.position, board.legal_moves, board.variant):
        assert "_core" not in repr(value)


def test_the_second_copy_of_the_rules_is_not_shipped() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())
    assert project["tool"]["scikit-build"]["wheel"]["packages"] == ["src/shirokuro"]
    assert not list(SRC.rglob("reference.py"))
    assert all("reference" not in imports_of(path) for path in modules().values())
