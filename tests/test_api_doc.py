"""docs/api is what the docstrings of the public names say; run this file to write it anew."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import shirokuro as sk

ROOT = Path(__file__).parent.parent
FOLDER = ROOT / "docs/api"
HEAD = """# API reference

Every public name of `import shirokuro as sk`, with its docstring, a page a subject. These pages are made from
the code by `python tests/test_api_doc.py`; change the docstrings, not the pages. Each begins with links to
the guides that have worked examples.
"""


class Subject(NamedTuple):
    """A page: its title, the guides to the subject, and its names."""

    title: str
    guides: str
    names: str


SUBJECTS = {
    "boards": Subject(
        "Boards and squares",
        "[tour of the library](../tour.md), [rules and boards](../rules.md)",
        "Board Position Outcome Status perft VARIANTS Variant "
        "SquareSet Symmetry PASS square_name parse_square move_name parse_move Colour BLACK WHITE Arrow",
    ),
    "games": Subject(
        "Games on file and openings",
        "[notation](../notation.md), [openings by name](../openings.md)",
        "Record read write GameTree GameNode notation opening Opening",
    ),
    "engine": Subject(
        "The engine",
        "[the engine](../engine.md), [solving boards](../solving.md)",
        "solve analyze evaluate Engine Analysis Limits Stop Result Value Counters",
    ),
    "reviews": Subject(
        "Reviews and features",
        "[why a move lost](../why.md), [features](../features.md)",
        "review Review judge Judgement keeping Keeping near_best "
        "explain Explanation Reason Comparison features Features Feature",
    ),
    "players": Subject(
        "Players, games and matches",
        "[players](../players.md), [your first player](../first_player.md), [matches](../matches.md), "
        "[engines of others](../protocols.md)",
        "player PLAYERS Player Choice play Clock Allotment "
        "match MatchResult Sprt Adjudication openings ExternalEngine Patience",
    ),
    "books": Subject(
        "Books, games and experience",
        "[opening books](../book.md), [a library of games](../library.md), [experience](../experience.md)",
        "Book BookEntry BookMove PlayedMove Library Experience LearningEffort",
    ),
    "arrays": Subject("Arrays", "[arrays](../arrays.md)", "batch"),
    "people": Subject("People", "[how people play](../people.md)", "people"),
    "errors": Subject(
        "Errors",
        "[notation](../notation.md), [the engine](../engine.md)",
        "InvalidMoveError IllegalMoveError InvalidPositionError UnknownVariantError "
        "NotationError BookError PlayerError ExternalEngineError",
    ),
}
MODULES = ("batch", "notation", "people")
# What `Board` inherits from the core and says in its own words.
INSIDE = {"variant_name", "white_to_move", "set_cells", "set_transformed", "canonical_symmetry", "root_cells"}
INSIDE |= {"moves_as_bytes"}
# The squares have no docstrings of their own.
SQUARES = [sk.square_name(square).upper() for square in range(64)]
SQUARE_ENTRY = "## sk.A1 … sk.H8\n\nThe 64 squares by name: `sk.A1` is 0, `sk.H1` is 7, `sk.H8` is 63.\n"
CAPS = "**caps: Unpack[Caps]"
Definition = ast.ClassDef | ast.FunctionDef


def tree_of(module: str) -> ast.Module:
    path = ROOT / "src" / module.replace(".", "/")
    files = (path.with_suffix(".py"), path / "__init__.py", path.with_suffix(".pyi"))
    return ast.parse(next(file for file in files if file.exists()).read_text())


def find(module: str, name: str) -> tuple[str, ast.stmt, str]:
    """The module that defines a name, the statement that does, and its docstring."""
    body = tree_of(module).body
    for node, after in zip(body, [*body[1:], ast.Pass()], strict=True):
        if isinstance(node, Definition) and node.name == name:
            return module, node, ast.get_docstring(node) or ""
        if isinstance(node, ast.Assign | ast.AnnAssign) and name in assigned(node):
            value = ast.unparse(node.value) if node.value else ""
            if value == f"_core.{name}":
                return find("shirokuro._core", name)
            return module, node, string(after)
    imports = [node for node in ast.walk(tree_of(module)) if isinstance(node, ast.ImportFrom)]
    for wanted in (name, "*"):
        for node in imports:
            if wanted in [alias.name for alias in node.names]:
                return find(str(node.module), name)
    raise LookupError(f"{module} has no {name}")


def field(node: ast.Assign | ast.AnnAssign, words: str) -> tuple[str, str]:
    """How a field is written, and what is said of it; a parameter says that itself."""
    value = node.value
    if isinstance(value, ast.Call) and ast.unparse(value.func) == "parameter":
        default, told = (ast.literal_eval(argument) for argument in value.args)
        return f"{ast.unparse(node).partition(' = ')[0]} = {default!r}", f"{told[0].upper()}{told[1:]}."
    return ast.unparse(node), words


def assigned(node: ast.Assign | ast.AnnAssign) -> list[str]:
    targets = node.targets if isinstance(node, ast.Assign) else [node.target]
    return [ast.unparse(target) for target in targets]


def string(node: ast.stmt) -> str:
    """What a bare string says, which is the docstring of the statement before it."""
    value = node.value if isinstance(node, ast.Expr) else None
    return value.value if isinstance(value, ast.Constant) and isinstance(value.value, str) else ""


def parameters(node: ast.FunctionDef) -> str:
    """As they are written, without `self` or `cls`."""
    text = re.sub(r"(?<! )=", " = ", ast.unparse(node.args))
    if node.args.kwarg is not None and text.endswith(CAPS):
        # The words that stand for limits are shown as if the function had them one by one.
        _, caps, _ = find("shirokuro.engine.limits", "Caps")
        assert isinstance(caps, ast.ClassDef)
        words = [f"{ast.unparse(each)} = None" for each in caps.body if isinstance(each, ast.AnnAssign)]
        text = text.removesuffix(CAPS) + ", ".join([*([] if node.args.kwonlyargs else ["*"]), *words])
    return re.sub(r"^(self|cls)(, /)?(, |$)", "", text)


def signature(node: ast.FunctionDef) -> str:
    returned = f" -> {ast.unparse(node.returns)}" if node.returns else ""
    return f"{node.name}({parameters(node)}){returned}"


def member(of: str, node: ast.FunctionDef) -> str:
    """How a property is read or a method called."""
    kinds = [ast.unparse(each) for each in node.decorator_list]
    if any(kind.endswith("property") for kind in kinds):
        return re.sub(r"\(\) -> ", ": ", signature(node))
    return (f"{of}." if {"classmethod", "staticmethod"} & set(kinds) else "") + signature(node)


def item(code: str, doc: str) -> str:
    return f"- `{code}`" + (f": {' '.join(doc.split())}" if doc else "")


def members(node: ast.ClassDef) -> dict[str, str]:
    """A line for each public field, property and method, those of our own base classes first."""
    found: dict[str, str] = {}
    for base in node.bases:
        name = ast.unparse(base).removeprefix("_core.")
        if ast.unparse(base).startswith("_core."):
            _, inherited, _ = find("shirokuro._core", name)
            assert isinstance(inherited, ast.ClassDef)
            found |= members(inherited)
    for part, after in zip(node.body, [*node.body[1:], ast.Pass()], strict=True):
        if isinstance(part, ast.FunctionDef) and not part.name.startswith("_"):
            if not any(ast.unparse(each).endswith((".setter", "overload")) for each in part.decorator_list):
                found[part.name] = item(member(node.name, part), ast.get_docstring(part) or "")
        elif isinstance(part, ast.Assign | ast.AnnAssign) and not assigned(part)[0].startswith("_"):
            found[assigned(part)[0]] = item(*field(part, string(after)))
    return {name: line for name, line in found.items() if name not in INSIDE}


def entry(module: str, name: str, prefix: str) -> list[str]:
    where, node, doc = find(module, name)
    assert doc, f"{prefix}{name} ({where}) lacks a docstring"
    called, lines = "", []
    if isinstance(node, ast.ClassDef):
        lines = [*members(node).values()]
        for made in node.body:
            if isinstance(made, ast.FunctionDef) and made.name == "__init__":
                called = code(f"{node.name}({parameters(made)})")
    elif isinstance(node, ast.FunctionDef):
        called = code(signature(node))
    return [
        f"## {prefix}{name}\n",
        *([called] if called else []),
        f"{doc}\n",
        *lines,
        *([""] if lines else []),
    ]


def code(text: str) -> str:
    """A block with a signature, a parameter a line where it is long."""
    if len(text) > 100:
        node = ast.parse(f"def {text}: ...").body[0]
        assert isinstance(node, ast.FunctionDef)
        inside = re.split(r", (?=\w+: |\*)", parameters(node))
        text = text.replace(parameters(node), "\n" + "".join(f"    {each},\n" for each in inside))
    return f"```py\n{text}\n```\n"


def module_entries(name: str) -> list[str]:
    """What a public module has to offer."""
    module = getattr(sk, name).__name__
    tree = tree_of(module)
    head = [f"## sk.{name}\n", f"{ast.get_docstring(tree)}\n"]
    return head + [line for each in getattr(sk, name).__all__ for line in entry(module, each, f"{name}.")]


def links(page: str, names: list[str]) -> Iterator[str]:
    """To the heading of each name; the second of two that differ in their case alone has a number."""
    seen = Counter[str]()
    for name in names:
        place = f"sk{name.lower()}"
        yield f"[`{name}`]({page}.md#{place}{f'-{seen[place]}' if seen[place] else ''})"
        seen[place] += 1


def generate() -> dict[str, str]:
    """The text of each page of the folder."""
    index, pages = [HEAD], {}
    for page, (title, guides, names) in SUBJECTS.items():
        lines = [f"# {title}\n", f"Part of the [API reference](README.md). Guides: {guides}.\n"]
        for name in names.split():
            lines += module_entries(name) if name in MODULES else entry("shirokuro.public", name, "sk.")
            if name == "Symmetry":
                lines.append(SQUARE_ENTRY)
        pages[f"{page}.md"] = "\n".join(lines).rstrip() + "\n"
        index.append(f"**[{title}]({page}.md)**: {' · '.join(links(page, names.split()))}\n")
    return {"README.md": "\n".join(index), **pages}


def test_dir_lists_the_public_names_and_no_others() -> None:
    """Also those that are imported on first use; so do a star, a new interpreter and the page."""
    listed = [name for name in dir(sk) if not name.startswith("__")]
    assert listed == sorted(sk.__all__)
    assert all(hasattr(sk, name) for name in listed)
    star: dict[str, object] = {}
    exec("from shirokuro import *", star)
    assert sorted(star.keys() - {"__builtins__"}) == listed
    program = "import shirokuro as sk; print(*dir(sk))"
    fresh = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert [name for name in fresh.stdout.split() if not name.startswith("__")] == listed
    documented = [
        found for text in generate().values() for found in re.findall(r"^## sk\.(\w+)$", text, re.M)
    ]
    assert sorted([*documented, *SQUARES]) == listed


def test_the_pages_are_what_the_docstrings_say() -> None:
    assert {page.name: page.read_text() for page in FOLDER.iterdir()} == generate(), (
        "docstrings changed: run `python tests/test_api_doc.py`, then commit"
    )


if __name__ == "__main__":
    for name, text in generate().items():
        (FOLDER / name).write_text(text)
