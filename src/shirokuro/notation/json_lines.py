"""JSON lines: one game an object, with all that a record knows, for programs to read.

It is the one format of our own, so its reader forgives nothing: every field is known, whole and there once.
"""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Iterable
from typing import Any

from shirokuro.errors import NotationError
from shirokuro.notation.move_names import move_texts, read_move
from shirokuro.notation.passage import Passage
from shirokuro.notation.position_line import format_position, parse_position, start_of
from shirokuro.notation.values import GameText, PositionText
from shirokuro.variant import VARIANTS

FORMAT = 1
"""Another number means that a field means something else."""

_NEEDED = ("format", "variant", "moves")
_LISTS = ("values", "seconds", "nodes")
_TEXTS = ("black", "white", "place", "date", "note")
_NUMBERS = ("result", "theoretical")
_KNOWN = frozenset((*_NEEDED, "start", *_LISTS, *_TEXTS, *_NUMBERS, "seed"))


def parse_json_lines(text: str, variant: str | None = None) -> list[GameText]:
    """All games of a text, one a line; `variant` is what they are expected to be played on."""
    games = []
    for number, line in enumerate(text.split("\n"), 1):
        try:
            games += [_game(line, variant)] if line.strip() else []
        except NotationError as error:
            raise error.at(f"line {number}") from None
    return games


def format_json_lines(games: Iterable[GameText]) -> str:
    return "".join(f"{format_json(game)}\n" for game in games)


def format_json(game: GameText) -> str:
    """One line; fields that say nothing are left out."""
    fields: dict[str, Any] = {"format": FORMAT, "variant": game.variant}
    if game.start is not None:
        fields["start"] = format_position(game.start)
    fields["moves"] = "".join(move_texts(game))
    fields |= {name: list(notes) for name in _LISTS if (notes := getattr(game, name))}
    fields |= {name: text for name in _TEXTS if (text := getattr(game, name))}
    fields |= {name: value for name in (*_NUMBERS, "seed") if (value := getattr(game, name)) is not None}
    try:
        return json.dumps(fields, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
    except ValueError as error:
        raise NotationError(f"JSON has no such number: {error}") from None


def _game(line: str, wanted: str | None) -> GameText:
    fields = _object(line)
    for name in fields:
        _CHECKS[name](name, fields[name])
    if fields["format"] != FORMAT:
        raise NotationError(f"format {fields['format']!r}, but only {FORMAT} is known")
    variant = fields["variant"]
    if variant not in VARIANTS:
        raise NotationError(f"no variant {variant!r}: there are {', '.join(VARIANTS)}")
    if wanted not in (None, variant):
        raise NotationError(f"the game is {variant}, not {wanted}")
    moves = _moves(fields["moves"], variant)
    known: dict[str, Any] = {name: fields[name] for name in (*_TEXTS, *_NUMBERS, "seed") if name in fields}
    known |= {name: _in_step(name, fields[name], len(moves)) for name in _LISTS if name in fields}
    return GameText(variant, _start(fields.get("start"), variant), moves, **known)


def _object(line: str) -> dict[str, Any]:
    """The fields of a line, all of them known and none of them missing or doubled."""
    try:
        fields: object = json.loads(line, object_pairs_hook=_without_doubles, parse_constant=_no_number)
    except NotationError:
        raise
    except (ValueError, RecursionError) as error:
        raise NotationError(f"no JSON: {error}") from None
    if not isinstance(fields, dict):
        raise NotationError("no JSON object")
    if unknown := fields.keys() - _KNOWN:
        raise NotationError(f"no field {min(unknown)!r} is known: there are {', '.join(sorted(_KNOWN))}")
    if missing := [name for name in _NEEDED if name not in fields]:
        raise NotationError(f"the field {missing[0]!r} is missing")
    return fields


def _without_doubles(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    fields = dict(pairs)
    if len(fields) < len(pairs):
        raise NotationError("a field stands twice")
    return fields


def _no_number(name: str) -> float:
    raise NotationError(f"{name} is no number of JSON")


def _start(line: str | None, variant: str) -> PositionText | None:
    if line is None:
        return None
    start = parse_position(line, variant)
    if format_position(start) != line:
        raise NotationError(f"start: {line!r} is no position line as we write it")
    if start == start_of(variant):
        raise NotationError(f"start: the usual one of {variant} is left out")
    return start


def _moves(text: str, variant: str) -> bytes:
    names = [text[at : at + 2] for at in range(0, len(text), 2)]
    if text != text.lower() or "--" in names or "ps" in names:
        raise NotationError("moves: squares in lower case and pa are written, nothing else")
    return bytes(read_move(Passage.of(name), VARIANTS[variant]) for name in names)


def _in_step(name: str, notes: list[Any], moves: int) -> tuple[Any, ...]:
    if len(notes) != moves:
        raise NotationError(f"{name}: {len(notes)} of them for {moves} moves")
    return tuple(notes)


# What each field may hold


def _check_whole(name: str, value: object) -> None:
    if type(value) is not int:
        raise NotationError(f"{name}: a whole number is needed, not {value!r}")


def _check_number(name: str, value: object) -> None:
    if not (isinstance(value, float) and math.isfinite(value)) and type(value) is not int:
        raise NotationError(f"{name}: a number is needed, not {value!r}")


def _check_text(name: str, value: object) -> None:
    if not isinstance(value, str) or _has_half_characters(value):
        raise NotationError(f"{name}: a text is needed, not {value!r}")


def _has_half_characters(text: str) -> bool:
    """Halves of surrogate pairs, which JSON can name and no file can hold."""
    return any("\ud800" <= character <= "\udfff" for character in text)


def _check_each(check: Callable[[str, object], None]) -> Callable[[str, object], None]:
    def check_all(name: str, values: object) -> None:
        if type(values) is not list:
            raise NotationError(f"{name}: a list is needed, not {values!r}")
        for value in values:
            if value is not None:
                check(name, value)

    return check_all


_CHECKS: dict[str, Callable[[str, object], None]] = {
    **dict.fromkeys(("format", "seed"), _check_whole),
    **dict.fromkeys(("variant", "start", "moves", *_TEXTS), _check_text),
    **dict.fromkeys(("values", "seconds"), _check_each(_check_number)),
    "nodes": _check_each(_check_whole),
    **dict.fromkeys(_NUMBERS, _check_number),
}
