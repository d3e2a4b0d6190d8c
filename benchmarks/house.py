"""Measures the house itself: lines, functions used once, import chains, words, and the time of a start.

`python benchmarks/house.py` prints one table. `--beside FOLDER` measures another checkout too, for instance
a worktree of an earlier commit; the starts of both are then timed in turns.
"""

from __future__ import annotations

import argparse
import ast
import re
import resource
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from statistics import median

HERE = Path(__file__).parent.parent
SOURCES = {".py", ".hpp", ".cpp", ".js"}
PLAIN_PAGES = re.compile(r"docs/(?!results/|api/|api\.md|ja/).*\.md")
JAPANESE = re.compile(r"[\u3040-\u30ff\u3400-\u9fff]")
STARTS = 9


def lines(root: Path, *folders: str) -> int:
    """Counts lines of source, without the code of others."""
    files = [file for folder in folders for file in (root / folder).rglob("*.*")]
    ours = [file for file in files if file.suffix in SOURCES and "vendor" not in file.parts]
    return sum(len(file.read_text().splitlines()) for file in ours)


def modules(root: Path) -> dict[str, Path]:
    found = {}
    for path in (root / "src/shirokuro").rglob("*.py"):
        parts = path.relative_to(root / "src").with_suffix("").parts
        found[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = path
    return found


def used_once(root: Path) -> float:
    """The share of functions that are private and whose name occurs once more in their file."""
    all_functions = once = 0
    for path in modules(root).values():
        tree = ast.parse(path.read_text())
        functions = [node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]
        names = Counter(_names(tree))
        all_functions += len(functions)
        once += sum(names[name] == 1 for name in functions if name[0] == "_" and name[:2] != "__")
    return once / all_functions


def _names(tree: ast.AST) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Name):
            yield node.id
        elif isinstance(node, ast.Attribute):
            yield node.attr


def longest_chain(root: Path) -> int:
    """The number of modules on the longest chain of imports that the public names need."""
    known = modules(root)

    def imported(module: str) -> set[str]:
        found = set()
        for node in ast.parse(known[module].read_text()).body:
            if isinstance(node, ast.Import):
                found |= {alias.name for alias in node.names}
            elif isinstance(node, ast.ImportFrom):
                found |= {f"{node.module}.{alias.name}" for alias in node.names}
        return {target for name in found if (target := module_of(name)) and target != module}

    def module_of(name: str) -> str | None:
        while name and name not in known:
            name = name.rpartition(".")[0]
        return name if name != "shirokuro" else None

    @cache
    def length(module: str) -> int:
        return 1 + max(map(length, imported(module)), default=0)

    return length("shirokuro.public" if "shirokuro.public" in known else "shirokuro")


def layers(root: Path) -> int:
    text = (root / "tests/test_architecture.py").read_text()
    return len(ast.literal_eval(text.split("PYTHON_LAYERS = ")[1].split("\n)\n")[0] + "\n)"))


def words(root: Path) -> int:
    pages = list((root / "docs").rglob("*.md"))
    plain = [file for file in pages if PLAIN_PAGES.fullmatch(file.relative_to(root).as_posix())]
    return sum(len(file.read_text().split()) for file in (*plain, root / "README.md"))


def japanese_characters(root: Path) -> int:
    """Kana and kanji of the Japanese pages, which have no spaces between words."""
    pages = [*(root / "docs/ja").glob("*.md"), root / "README.ja.md"]
    return sum(len(JAPANESE.findall(file.read_text())) for file in pages)


def seconds(command: list[str]) -> float:
    """The CPU time of a program."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def starts(roots: list[Path]) -> dict[Path, tuple[float, float]]:
    """CPU time of `import shirokuro` and of `shirokuro --help`, less that of bare Python."""
    kinds: tuple[list[str], ...] = (
        ["-c", "pass"],
        ["-c", "import shirokuro"],
        ["-m", "shirokuro.cli", "--help"],
    )
    taken: dict[tuple[Path, int], list[float]] = {}
    for _ in range(STARTS):
        for root in roots:
            for number, words_of_it in enumerate(kinds):
                command = [str(root / ".venv/bin/python"), *words_of_it]
                taken.setdefault((root, number), []).append(seconds(command))
    middle = {key: median(values) for key, values in taken.items()}
    return {root: (middle[root, 1] - middle[root, 0], middle[root, 2] - middle[root, 0]) for root in roots}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--beside", type=Path, metavar="FOLDER", help="another checkout, with its .venv")
    parser.add_argument("--no-starts", action="store_true", help="leave the times of a start out")
    arguments = parser.parse_args()
    roots = [HERE, *([arguments.beside.resolve()] if arguments.beside else [])]
    taken = {} if arguments.no_starts else starts(roots)
    rows = {
        "lines of src and cpp": [lines(root, "src", "cpp") for root in roots],
        "lines of tests": [lines(root, "tests") for root in roots],
        "modules at the top": [len([*(root / "src/shirokuro").glob("*.py")]) for root in roots],
        "layers": [layers(root) for root in roots],
        "private functions used once": [f"{used_once(root):.1%}" for root in roots],
        "longest import chain": [longest_chain(root) for root in roots],
        "words of docs": [words(root) for root in roots],
        "characters of Japanese docs": [japanese_characters(root) for root in roots],
    }
    if taken:
        rows["import shirokuro, ms"] = [f"{1000 * taken[root][0]:.0f}" for root in roots]
        rows["shirokuro --help, ms"] = [f"{1000 * taken[root][1]:.0f}" for root in roots]
    for name, values in rows.items():
        print(f"{name:30}", *(f"{value!s:>10}" for value in values))


if __name__ == "__main__":
    sys.exit(main())
