"""Values by dotted name: `mymodule.MyPlayer:depth=3` is `MyPlayer(depth=3)` of the module `mymodule`."""

from __future__ import annotations

from difflib import get_close_matches
from importlib import import_module
from typing import Any

from shirokuro.players.answer import as_fault, described

_WORDS = {"true": True, "false": False}


def is_dotted(name: str) -> bool:
    return "." in name and all(part.isidentifier() for part in name.split("."))


def imported(name: str, words: dict[str, str | None]) -> Any:
    """The object of that name; of a class, a new object with these parameters."""
    found = imported_value(name, "player")
    if not isinstance(found, type):
        if words:
            raise ValueError(f"{name} is no class: it takes no parameters")
        return found
    arguments = {each: _value(name, each, text) for each, text in words.items()}
    try:
        return as_fault(lambda: found(**arguments))
    except ValueError as error:
        given = ", ".join(f"{each}={described(value)}" for each, value in arguments.items())
        raise ValueError(f"{name}: {found.__name__}({given}) {error}") from error


def imported_value(name: str, what: str) -> Any:
    """The value that a dotted name stands for; `what` it should be, such as a player, is said in errors."""
    path, _, attribute = name.rpartition(".")
    try:
        module = import_module(path)
    except ModuleNotFoundError as error:
        if error.name is None or not f"{path}.".startswith(f"{error.name}."):
            raise ValueError(f"{name}: {path} imports {error.name}, which there is not") from None
        where = "in this folder or where Python looks for modules"
        raise ValueError(f"no {what} {name!r}: there is no module {error.name!r} {where}") from None
    except (Exception, SystemExit) as error:
        said = " ".join(f"{type(error).__name__}: {error}".split())
        raise ValueError(f"{name}: {path} cannot be imported: {said}") from error
    found = getattr(module, attribute, None)
    if found is None:
        near = [f", but {other}" for other in get_close_matches(attribute, dir(module), 1)]
        raise ValueError(f"no {what} {name!r}: {path} has no {attribute}{''.join(near)}")
    return found


def _value(name: str, parameter: str, text: str | None) -> bool | int | float | str:
    """A number or a truth value if it can be read as one."""
    if text is None:
        raise ValueError(f"{name}: {parameter} needs a value: {parameter}=…")
    for kind in (int, float):
        try:
            return kind(text)
        except ValueError:
            pass
    return _WORDS.get(text.lower(), text)
