"""`shirokuro players`: who can play, with which parameters, and where they come from."""

from __future__ import annotations

import argparse
import inspect
import json
import shlex
import sys
from collections.abc import Iterator
from dataclasses import asdict

from shirokuro import PLAYERS, VARIANTS, ExternalEngine, Player, player
from shirokuro.cli.arguments import Subparsers
from shirokuro.cli.terminal_output import commanded
from shirokuro.parameters.parameter import Parameter
from shirokuro.players.checked import CheckedPlayer
from shirokuro.players.engine_player import EnginePlayer
from shirokuro.players.external.engines_file import engine_names
from shirokuro.players.external.external_engine import SUMMARY
from shirokuro.players.levels import LEVELS, Level
from shirokuro.players.player import BuiltinPlayer

Kind = type[BuiltinPlayer]
HEADING = "level  name                      depth  exact from  notices  misjudges by  nodes at most"


def add_to(verbs: Subparsers) -> None:
    parser = verbs.add_parser("players", description=__doc__)
    parser.add_argument("name", nargs="?", help="all about one of them, also a mymodule.MyPlayer")
    parser.add_argument("--json", action="store_true", help="a list of JSON objects")
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> None:
    one = None if arguments.name is None else player(arguments.name)
    if isinstance(one, CheckedPlayer):
        print(json.dumps([_own_fields(one)], ensure_ascii=False) if arguments.json else _own(one))
        return
    kinds = [*PLAYERS.values()] if one is None else [type(one)]
    if arguments.json:
        print(json.dumps([_fields(kind) for kind in kinds], ensure_ascii=False))
    elif arguments.name is not None:
        print("\n".join(_details(kinds[0])))
    else:
        _print_all(kinds)


def _print_all(kinds: list[Kind]) -> None:
    if sys.stdout.isatty():
        _print_table(kinds)
    else:
        print("\n\n".join("\n".join(_entry(kind)) for kind in kinds))
    if engines := _engines():
        print(f"\nengines of your own: {engines}")


def _engines() -> str:
    """Those of the user; or what is wrong with their file, which concerns no other player."""
    try:
        names = engine_names()
    except ValueError as error:
        return str(error)
    return f"{', '.join(names)} (shirokuro engines list)" if names else ""


def _own_fields(one: CheckedPlayer) -> dict[str, object]:
    """A player of the user's, by its dotted name."""
    return {"name": one.name, "variants": [*one.variants], "description": _described(one)}


def _own(one: CheckedPlayer) -> str:
    return f"{one.name}\n  boards: {_boards(one)}\n\n{_described(one) or ''}".strip()


def _described(one: CheckedPlayer) -> str | None:
    if isinstance(one.own, ExternalEngine):
        setup = one.own.setup
        return f"{SUMMARY}, which speaks {setup.protocol}: {shlex.join(setup.command)}"
    return inspect.getdoc(one.own)


def _boards(player: Player) -> str:
    variants = player.variants
    return "all boards" if set(variants) == set(VARIANTS) else ", ".join(variants)


def _entry(kind: Kind) -> Iterator[str]:
    yield f"{kind.spec_name}: {kind.summary}"
    yield f"  origin: {kind.origin}"
    yield f"  boards: {_boards(kind())}"
    for each in kind.parameters():
        yield f"  {_assignment(each):15} {each.help} ({each.possible()})"


def _assignment(each: Parameter) -> str:
    return f"{each.name}={each.text(each.default)}"


def _short(each: Parameter) -> str:
    return "|".join(each.choices) or str(each.range() or each.possible())


def _details(kind: Kind) -> Iterator[str]:
    yield from _entry(kind)
    yield ""
    yield inspect.getdoc(kind) or ""
    if kind is EnginePlayer:
        yield ""
        yield HEADING
        yield from (_level(number, level) for number, level in enumerate(LEVELS))


def _level(number: int, level: Level) -> str:
    error = f"0–{level.error} discs" if level.error else "-"
    return (
        f"{number:5}  {level.name:24}  {level.depth or '-':>5}  {level.exact:10}  {level.attention:5} %  "
        f"{error:>12}  {level.nodes:13,}"
    )


def _print_table(kinds: list[Kind]) -> None:
    """For a person at a terminal; `rich` takes longer to import than the rest of the command."""
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    table = Table("player", "what it does", "parameters", show_lines=True)
    for kind in kinds:
        told = Text(str(kind.summary)).append(f"\n{kind.origin}\n{_boards(kind())}", style="dim")
        parameters = [f"{_assignment(each)}  ({_short(each)})" for each in kind.parameters()]
        table.add_row(Text(kind.spec_name, style="bold"), told, Text("\n".join(parameters)))
    Console(file=commanded(sys.stdout)).print(table)
    print("shirokuro players NAME tells all about one; name it as NAME:parameter=value,…")


def _fields(kind: Kind) -> dict[str, object]:
    """A player for a program to read."""
    levels = {"levels": [asdict(level) for level in LEVELS]} if kind is EnginePlayer else {}
    return {
        "name": kind.spec_name,
        "summary": kind.summary,
        "origin": kind.origin,
        "variants": [*kind().variants],
        "description": inspect.getdoc(kind),
        "parameters": [{**asdict(each), "kind": each.kind.__name__} for each in kind.parameters()],
        **levels,
    }
