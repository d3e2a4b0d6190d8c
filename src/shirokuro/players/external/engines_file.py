"""`engines.toml` among the user's data: their engines by name. What they wrote by hand is kept.

[rhino]
command = "gtp-rhino --level=5"
protocol = "gtp"
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import fields
from pathlib import Path
from typing import Any

from shirokuro.errors import nearest, shown
from shirokuro.players.external.engine_setup import (
    DIALECTS,
    USUAL_VARIANTS,
    EngineSetup,
    Patience,
    texts,
    words_of_command,
)
from shirokuro.storage.file_lock import changing
from shirokuro.storage.home import home
from shirokuro.storage.structured_text import parse_toml
from shirokuro.storage.whole_file import whole_file
from shirokuro.words.message import Message

_NAME = re.compile(r"[A-Za-z][A-Za-z0-9_-]{0,39}")
_SECONDS = {f"{each.name}_seconds": each.name for each in fields(Patience)}
_KEYS = ("command", "protocol", "folder", "variants", "lines", *_SECONDS)
_HEADER = re.compile(r"""\s*\[\s*(?:"([^"]*)"|'([^']*)'|([\w-]+))\s*\]\s*(?:#.*)?""")


def engines_file() -> Path:
    return home() / "engines.toml"


def engine_names() -> tuple[str, ...]:
    """All engines in the file, in its order."""
    return tuple(_tables(_text()))


def engine_setup(name: str) -> EngineSetup:
    """The set-up of an engine; a ValueError says what is wrong in the file."""
    tables = _tables(_text())
    _check_there(name, tables)
    try:
        return _read_setup(tables[name])
    except ValueError as error:
        raise ValueError(f"{engines_file()}: {name}: {error}") from None


def add_engine(name: str, setup: EngineSetup) -> None:
    """Adds an engine at the end of the file."""
    if not _NAME.fullmatch(name):
        raise ValueError(f"{name!r} is no name: letters, digits, - and _ are, a letter first")
    with changing(engines_file()):
        text = _text()
        if name in _tables(text):
            raise ValueError(Message("engines.engine_there", name=f"{name!r}"))
        entry = _entry(name, setup)
        _write(f"{text.rstrip()}\n\n{entry}".lstrip(), _tables(text) | _tables(entry))


def remove_engine(name: str) -> None:
    """Deletes an engine's lines from the file, and no others."""
    with changing(engines_file()):
        text = _text()
        tables = _tables(text)
        _check_there(name, tables)
        del tables[name]
        _write(_without(text, name), tables)


def _check_there(name: str, tables: Mapping[str, Any]) -> None:
    if not tables:
        raise ValueError(Message("engines.no_engine_yet", name=f"{name!r}"))
    if name not in tables:
        raise ValueError(Message("engines.no_engine", name=f"{name!r}", names=", ".join(tables)))


def _text() -> str:
    try:
        return engines_file().read_text(encoding="utf-8")
    except FileNotFoundError:
        return ""
    except UnicodeDecodeError:
        raise ValueError(f"{engines_file()}: this is not UTF-8") from None


def _tables(text: str) -> dict[str, Any]:
    try:
        return parse_toml(text)
    except ValueError as error:
        raise ValueError(f"{engines_file()}: {error}") from None


def _read_setup(table: object) -> EngineSetup:
    if not isinstance(table, Mapping):
        raise ValueError(f"a table is needed, not {shown(table)}")
    if unknown := next((key for key in table if key not in _KEYS), None):
        raise ValueError(f"no setting {unknown!r}: {nearest(unknown, _KEYS)}")
    if "protocol" not in table:
        raise ValueError(f"protocol: one of {', '.join(DIALECTS)} is needed")
    folder = table.get("folder")
    if folder is not None and not isinstance(folder, str):
        raise ValueError(f"folder: a path is needed, not {shown(folder)}")
    command = table.get("command", ())
    if not isinstance(command, str):
        command = texts("command", command)
    return EngineSetup(
        words_of_command(command),
        table["protocol"],
        None if folder is None else Path(folder).expanduser(),
        texts("variants", table.get("variants", USUAL_VARIANTS)),
        texts("lines", table.get("lines", ())),
        Patience(**{field: table[key] for key, field in _SECONDS.items() if key in table}),
    )


def _entry(name: str, setup: EngineSetup) -> str:
    """The table of an engine in TOML, without default settings."""
    usual = EngineSetup(setup.command)
    settings: dict[str, object] = {"command": [*setup.command], "protocol": setup.protocol}
    if setup.folder is not None:
        settings["folder"] = str(setup.folder)
    for key in ("variants", "lines"):
        if getattr(setup, key) != getattr(usual, key):
            settings[key] = [*getattr(setup, key)]
    for key, field in _SECONDS.items():
        if getattr(setup.patience, field) != getattr(usual.patience, field):
            settings[key] = getattr(setup.patience, field)
    # JSON writes texts, numbers and lists of them as TOML does.
    lines = (f"{key} = {json.dumps(value, ensure_ascii=False)}" for key, value in settings.items())
    return "\n".join((f"[{name}]", *lines, ""))


def _without(text: str, name: str) -> str:
    """The text without an engine's table, from its header to its last line; comments below it stay."""
    lines = text.splitlines(keepends=True)
    headers = {
        number: found for number, line in enumerate(lines) if (found := _HEADER.fullmatch(line.rstrip()))
    }
    begin = next((number for number, found in headers.items() if name in found.groups()), len(lines))
    end = next((number for number in headers if number > begin), len(lines))
    while end > begin + 1 and lines[end - 1].lstrip()[:1] in ("", "#"):
        end -= 1
    return "".join(lines[:begin] + lines[end:])


def _write(text: str, expected: Mapping[str, Any]) -> None:
    """Writes the file, unless reading it back would give something else."""
    try:
        is_as_expected = parse_toml(text) == expected
    except ValueError:
        is_as_expected = False
    if not is_as_expected:
        raise ValueError(f"{engines_file()}: this is written in a way that only you can change")
    with whole_file(engines_file()) as file:
        file.write_text(text, encoding="utf-8")
