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
from shirokuro.players.checked import CheckedPlayer
from shirokuro.players.engine_player import EnginePlayer
from shirokuro.players.external.engines_file import engine_names
from shirokuro.players.external.external_engine import SUMMARY
from shirokuro.players.levels import LEVELS
from shirokuro.players.parameter import Parameter
from shirokuro.players.player import BuiltinPlayer

Kind = type[BuiltinPlayer]
HEADING = "level  name                      depth  exact from  notices  misjudges by  nodes at most"


def add_to(verbs: Subparsers) -> None:
    parser = verbs.add_parser("players", help="list the players and their parameters", description=__doc__)
    parser.add_argument("name", nargs="?", help="all about one of them, also a mymodule.MyPlayer")
    parser.add_argument("--json", action="store_true", help="a list of JSON objects")
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> None:
    one = None if arguments.name is None else player(arguments.name)
    if isinstance(one, CheckedPlayer):
        described = _described(one)
        if arguments.json:
            fields = {"name": one.name, "variants": [*one.variants], "description": described}
            print(json.dumps([fields], ensure_ascii=False))
        else:
            print(f"{one.name}\n  boards: {_boards(one)}\n\n{described or ''}".strip())
        return
    kinds = [*PLAYERS.values()] if one is None else [type(one)]
    if arguments.json:
        print(json.dumps([_fields(kind) for kind in kinds], ensure_ascii=False))
        return
    if one is not None:
        print("\n".join([*_entry(kinds[0]), "", inspect.getdoc(kinds[0]) or ""]))
        if kinds[0] is EnginePlayer:
            print(f"\n{HEADING}")
            for number, level in enumerate(LEVELS):
                error = f"0–{level.error} discs" if level.error else "-"
                reach = f"{level.depth or '-':>5}  {level.exact:10}  {level.attention:5} %  {error:>12}"
                print(f"{number:5}  {level.name:24}  {reach}  {level.nodes:13,}")
        return
    if sys.stdout.isatty():
        _print_table(kinds)
    else:
        print("\n\n".join("\n".join(_entry(kind)) for kind in kinds))
    try:
        names = engine_names()
    except ValueError as error:  # what is wrong with their file concerns no other player
        print(f"\nengines of your own: {error}")
    else:
        if names:
            print(f"\nengines of your own: {', '.join(names)} (shirokuro engines list)")


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


def _print_table(kinds: list[Kind]) -> None:
    """For a person at a terminal; `rich` takes longer to import than the rest of the command."""
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    table = Table("player", "what it does", "parameters", show_lines=True)
    for kind in kinds:
        about = Text(kind.summary).append(f"\n{kind.origin}\n{_boards(kind())}", style="dim")
        parameters = [
            f"{_assignment(each)}  ({'|'.join(each.choices) or each.range() or each.possible()})"
            for each in kind.parameters()
        ]
        table.add_row(Text(kind.spec_name, style="bold"), about, Text("\n".join(parameters)))
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
