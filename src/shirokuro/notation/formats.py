"""All formats by name, and writing them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import ExitStack
from pathlib import Path
from types import MappingProxyType
from typing import TypeVar

from shirokuro.errors import NotationError
from shirokuro.notation.ggf import format_ggf
from shirokuro.notation.json_lines import format_json_lines
from shirokuro.notation.obf import format_obf
from shirokuro.notation.pgn import format_pgn
from shirokuro.notation.position_line import format_positions
from shirokuro.notation.sgf_writing import format_sgf
from shirokuro.notation.transcript import format_transcripts
from shirokuro.notation.values import GameText, Notated, PositionText, TreeText
from shirokuro.notation.wthor import format_wthor
from shirokuro.storage.whole_file import whole_file
from shirokuro.words.message import Message

T = TypeVar("T", PositionText, GameText)
Written = Notated | TreeText
"""What a writer takes; of a tree every format but SGF takes the main line."""


def _only(kind: type[T], items: Iterable[Written]) -> list[T]:
    found = []
    for number, given_item in enumerate(items, 1):
        item = given_item.main_line() if isinstance(given_item, TreeText) else given_item
        if not isinstance(item, kind):
            given, needed = ("game", "position") if kind is PositionText else ("position", "game")
            raise NotationError(Message(f"notation.{given}_for_{needed}"), f"item {number}")
        found.append(item)
    return found


def _as_game(item: Written) -> GameText:
    """A position as a game without moves; of a tree the main line."""
    if isinstance(item, PositionText):
        return GameText(item.variant, item)
    return item.main_line() if isinstance(item, TreeText) else item


FORMATS: Mapping[str, Callable[[Iterable[Written]], str | bytes]] = MappingProxyType(
    {
        "transcript": lambda items: format_transcripts(_only(GameText, items)),
        "position": lambda items: format_positions(_only(PositionText, items)),
        "obf": lambda items: format_obf(_only(PositionText, items)),
        "ggf": lambda items: format_ggf(map(_as_game, items)),
        "json": lambda items: format_json_lines(map(_as_game, items)),
        "pgn": lambda items: format_pgn(map(_as_game, items)),
        "sgf": lambda items: format_sgf(
            item if isinstance(item, TreeText) else TreeText.of(item) for item in items
        ),
        "wthor": lambda items: format_wthor(_only(GameText, items)).games,
    }
)
"""The writer of each format, by its name."""

POSITION_FORMATS = frozenset({"position", "obf"})
"""The formats that hold positions, not games."""
ENDINGS: Mapping[str, str] = MappingProxyType(
    {
        ".json": "json",
        ".jsonl": "json",
        ".ggf": "ggf",
        ".pgn": "pgn",
        ".sgf": "sgf",
        ".txt": "transcript",
        ".wtb": "wthor",
        ".obf": "obf",
    }
)
"""The format of each file ending."""


def format_of(path: str | Path) -> str:
    """The format of a file by its ending."""
    path = Path(path)
    form = ENDINGS.get(path.suffix.lower())
    if form is None:
        raise NotationError(Message("notation.ending_says_no", endings=", ".join(ENDINGS)), str(path))
    return form


def render(items: Iterable[Written], form: str) -> str | bytes:
    """Games or positions in one of `FORMATS`; of WTHOR's three files only the games."""
    if form not in FORMATS:
        raise NotationError(Message("notation.no_format", form=f"{form!r}", names=", ".join(FORMATS)))
    return FORMATS[form](items)


def write(path: str | Path, items: Iterable[Written], form: str) -> None:
    """Writes games or positions to a file, with WTHOR's tables of names beside it; all files or none."""
    path = Path(path)
    if form == "wthor":
        if path.suffix.lower() in (".jou", ".trn"):
            raise NotationError(Message("notation.name_of_table"), str(path))
        files = [path, path.with_suffix(".jou"), path.with_suffix(".trn")]
        contents: Sequence[bytes] = format_wthor(_only(GameText, items))
    else:
        content = render(items, form)
        files, contents = [path], [content.encode() if isinstance(content, str) else content]
    with ExitStack() as writing:  # it exits in reverse order, so the games appear last
        for file, content in zip(files, contents, strict=True):
            writing.enter_context(whole_file(file)).write_bytes(content)
