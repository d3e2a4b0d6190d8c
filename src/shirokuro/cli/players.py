"""`shirokuro players`: lists the players with their parameters and origin."""

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
from shirokuro.players.levels import LEVELS
from shirokuro.players.player import BuiltinPlayer

PlayerClass = type[BuiltinPlayer]
HEADING = "level  name                      rating  depth  exact from  nodes at most"


def add_to(verbs: Subparsers) -> None:
    parser = verbs.add_parser("players", description=__doc__)
    parser.add_argument("name", nargs="?", help="show one in detail; also a mymodule.MyPlayer")
    parser.add_argument("--json", action="store_true", help="a list of JSON objects")
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> None:
    one = None if arguments.name is None else player(arguments.name)
    if isinstance(one, CheckedPlayer):
        about = _described(one)
        if arguments.json:
            entry = {"name": one.name, "variants": [*one.variants], "description": about}
            print(json.dumps([entry], ensure_ascii=False))
        else:
            print(f"{one.name}\n  boards: {_boards(one)}\n\n{about or ''}".strip())
        return
    kinds = [*PLAYERS.values()] if one is None else [type(one)]
    if arguments.json:
        print(json.dumps([_fields(kind) for kind in kinds], ensure_ascii=False))
    elif arguments.name is not None:
        print("\n".join(_details(kinds[0])))
    else:
        if sys.stdout.isatty():
            _print_table(kinds)
        else:
            print("\n\n".join("\n".join(_entry(kind)) for kind in kinds))
        try:
            names = ", ".join(engine_names())
            engines = f"{names} (shirokuro engines list)" if names else ""
        except ValueError as error:  # a damaged engines file does not affect the other players
            engines = str(error)
        if engines:
            print(f"\nengines of your own: {engines}")


def _described(one: CheckedPlayer) -> str | None:
    if isinstance(one.own, ExternalEngine):
        setup = one.own.setup
        return f"{SUMMARY}, which speaks {setup.protocol}: {shlex.join(setup.command)}"
    return inspect.getdoc(one.own)


def _boards(player: Player) -> str:
    variants = player.variants
    return "all boards" if set(variants) == set(VARIANTS) else ", ".join(variants)


def _entry(kind: PlayerClass) -> Iterator[str]:
    yield f"{kind.spec_name}: {kind.summary}"
    yield f"  origin: {kind.origin}"
    yield f"  boards: {_boards(kind())}"
    for each in kind.parameters():
        yield f"  {_assignment(each):15} {each.help} ({each.possible()})"


def _assignment(each: Parameter) -> str:
    return f"{each.name}={each.text(each.default)}"


def _details(kind: PlayerClass) -> Iterator[str]:
    yield from _entry(kind)
    yield ""
    yield inspect.getdoc(kind) or ""
    if kind is EnginePlayer:
        yield ""
        yield HEADING
        for number, level in enumerate(LEVELS):
            nodes = "-" if level.nodes is None else f"{level.nodes:,}"
            yield (
                f"{number:5}  {level.name:24}  {level.rating or '-':>6}  {level.depth or '-':>5}  "
                f"{level.exact or '-':>10}  {nodes:>13}"
            )


def _print_table(kinds: list[PlayerClass]) -> None:
    """The table for a terminal; `rich` takes longer to import than the rest of the command."""
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    table = Table("player", "what it does", "parameters", show_lines=True)
    for kind in kinds:
        about = Text(str(kind.summary)).append(f"\n{kind.origin}\n{_boards(kind())}", style="dim")
        parameters = [
            f"{_assignment(each)}  ({'|'.join(each.choices) or each.range() or each.possible()})"
            for each in kind.parameters()
        ]
        table.add_row(Text(kind.spec_name, style="bold"), about, Text("\n".join(parameters)))
    Console(file=commanded(sys.stdout)).print(table)
    print("shirokuro players NAME shows one in detail; choose it as NAME:parameter=value,…")


def _fields(kind: PlayerClass) -> dict[str, object]:
    """A player as a JSON object."""
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
