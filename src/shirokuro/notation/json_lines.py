"""JSON lines: one game an object, with everything that a record has, for programs.

This format is our own, so its reader is strict: every field is known, complete and there once.
"""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from shirokuro.errors import NotationError, shown
from shirokuro.notation.move_names import move_texts, read_move
from shirokuro.notation.position_line import format_position, own_start, parse_position, start_of
from shirokuro.notation.span import HALF_CHARACTER, Span
from shirokuro.notation.values import GameText
from shirokuro.squares.variant import VARIANTS
from shirokuro.storage.structured_text import parse_json
from shirokuro.words.message import Message

FORMAT = 1
"""It changes whenever the meaning of a field does."""
MOST_EXACT = 2**53
"""Whole numbers up to it are exact as floating-point numbers, which other formats write."""
MOST = {"format": MOST_EXACT, "nodes": 2**63 - 1, "seed": 10**1000}
"""Nodes go into 64-bit columns; seeds are used as text."""

_NEEDED = ("format", "variant", "moves")
_LISTS = ("values", "seconds", "nodes")
_TEXTS = ("black", "white", "place", "date", "note")
_NUMBERS = ("result", "theoretical")
_ALONE = (*_TEXTS, *_NUMBERS, "seed", "handicap_discs")
_KNOWN = frozenset((*_NEEDED, "start", *_LISTS, *_ALONE))


def parse_json_lines(text: str, variant: str | None = None) -> list[GameText]:
    """All games of a text, one a line; an error if one is not played on `variant`."""
    return [*iterate_json_lines(text.split("\n"), variant)]


def iterate_json_lines(lines: Iterable[str], variant: str | None = None) -> Iterator[GameText]:
    """The games on demand; no line is read before its game is asked for."""
    for number, line in enumerate(lines, 1):
        try:
            if line.strip():
                yield _game(line, variant)
        except NotationError as error:
            raise error.at(Message("places.line", line=number)) from None


def format_json_lines(games: Iterable[GameText]) -> str:
    return "".join(f"{format_json(game)}\n" for game in games)


def format_json(game: GameText) -> str:
    """One line; empty fields are left out."""
    fields: dict[str, Any] = {"format": FORMAT, "variant": game.variant}
    if (start := own_start(game)) is not None:
        fields["start"] = format_position(start)
    fields["moves"] = "".join(move_texts(game))
    fields |= {name: [*notes] for name in _LISTS if (notes := getattr(game, name))}
    fields |= {name: text for name in _TEXTS if (text := getattr(game, name))}
    fields |= {name: value for name in (*_NUMBERS, "seed") if (value := getattr(game, name)) is not None}
    if game.handicap_discs:
        fields["handicap_discs"] = game.handicap_discs
    _check(fields)
    return json.dumps(fields, ensure_ascii=False, allow_nan=False, separators=(",", ":"))


def _game(line: str, wanted: str | None) -> GameText:
    fields = _object(line)
    _check(fields)
    if fields["format"] != FORMAT:
        raise NotationError(Message("notation.other_format", form=f"{fields['format']!r}", known=FORMAT))
    variant = fields["variant"]
    if variant not in VARIANTS:
        raise NotationError(
            Message(
                "errors.no_variant",
                name=repr(variant),
                near=Message("names.there_are", names=", ".join(VARIANTS)),
            )
        )
    if wanted not in (None, variant):
        raise NotationError(Message("notation.other_game", found=variant, wanted=wanted))
    names = [fields["moves"][at : at + 2] for at in range(0, len(fields["moves"]), 2)]
    if any(name != name.lower() or name in ("--", "ps") for name in names):
        raise NotationError(Message("notation.moves_form"))
    moves = bytes(read_move(Span.of(name), VARIANTS[variant]) for name in names)
    known: dict[str, Any] = {name: fields[name] for name in fields if name in _ALONE}
    known |= {name: tuple(fields[name]) for name in _LISTS if name in fields}
    start = None
    if (position := fields.get("start")) is not None:
        start = parse_position(position, variant)
        if format_position(start) != position:
            raise NotationError(Message("notation.start_line", line=f"{position!r}"))
        if start == start_of(variant):
            raise NotationError(Message("notation.usual_start", board=variant))
    return GameText(variant, start, moves, **known)


def _object(line: str) -> dict[str, Any]:
    """The fields of a line; an error if one is unknown, missing or there twice."""

    def without_doubles(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        if len(fields := dict(pairs)) < len(pairs):
            raise NotationError(Message("notation.field_twice"))
        return fields

    def no_number(name: str) -> float:
        raise NotationError(Message("notation.no_json_number", name=name))

    try:
        fields: object = parse_json(line, object_pairs_hook=without_doubles, parse_constant=no_number)
    except NotationError:
        raise
    except ValueError as error:
        raise NotationError(Message("notation.no_json", reason=error)) from None
    if not isinstance(fields, dict):
        raise NotationError(Message("notation.no_json_object"))
    if unknown := fields.keys() - _KNOWN:
        raise NotationError(
            Message("notation.no_field", name=f"{min(unknown)!r}", names=", ".join(sorted(_KNOWN)))
        )
    if missing := [name for name in _NEEDED if name not in fields]:
        raise NotationError(Message("notation.field_missing", name=f"{missing[0]!r}"))
    return fields


# The checks of each field, for reading and writing


def _check(fields: dict[str, Any]) -> None:
    for name in fields:
        _CHECKS[name](name, fields[name])
    moves = len(fields["moves"]) // 2
    for name in _LISTS:
        if name in fields and len(fields[name]) != moves:
            raise NotationError(
                Message("notation.not_as_many", name=name, count=len(fields[name]), moves=moves)
            )


def _check_whole(name: str, value: object) -> None:
    if type(value) is not int or abs(value) > MOST[name]:
        raise NotationError(Message("notation.needs_whole", name=name, value=shown(value)))


def _check_number(name: str, value: object) -> None:
    is_whole = type(value) is int and abs(value) <= MOST_EXACT
    if not is_whole and not (isinstance(value, float) and math.isfinite(value)):
        raise NotationError(Message("notation.needs_number", name=name, value=shown(value)))


def _check_seconds(name: str, value: object) -> None:
    _check_number(name, value)
    if isinstance(value, int | float) and value < 0:
        raise NotationError(Message("notation.negative_time_in", name=name, value=shown(value)))


def _check_text(name: str, value: object) -> None:
    if not isinstance(value, str) or HALF_CHARACTER.search(value):
        raise NotationError(Message("notation.needs_text", name=name, value=shown(value)))


def _check_each(check: Callable[[str, object], None], usual: type) -> Callable[[str, object], None]:
    def check_all(name: str, values: object) -> None:
        if type(values) is not list:
            raise NotationError(Message("notation.needs_list", name=name, value=shown(values)))
        known = [value for value in values if value is not None]
        if {*map(type, known)} <= {usual} and min(known, default=0) >= 0 and sum(known) <= MOST_EXACT:
            return  # a game is written after each of its moves: most often nothing needs a closer look
        for value in known:
            check(name, value)

    return check_all


_CHECKS: dict[str, Callable[[str, object], None]] = {
    **dict.fromkeys(("format", "seed"), _check_whole),
    **dict.fromkeys(("variant", "start", "moves", *_TEXTS), _check_text),
    "values": _check_each(_check_number, float),
    "seconds": _check_each(_check_seconds, float),
    "nodes": _check_each(_check_whole, int),
    **dict.fromkeys((*_NUMBERS, "handicap_discs"), _check_number),
}
