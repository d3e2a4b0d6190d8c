"""`shirokuro engines`: other people's engines, registered as players under names of your choice."""

from __future__ import annotations

import argparse
import json
import os
import shlex
import time
from collections.abc import Iterator
from dataclasses import asdict, fields, replace
from pathlib import Path
from typing import Any

from shirokuro import PLAYERS, VARIANTS, Board, ExternalEngine, ExternalEngineError, Limits, Patience
from shirokuro.cli.arguments import Subparsers, add_language
from shirokuro.matches.interactive_game import PERSON
from shirokuro.players.external.engine_setup import DIALECTS, USUAL_VARIANTS, EngineSetup, words_of_command
from shirokuro.players.external.engines_file import (
    add_engine,
    engine_names,
    engine_setup,
    engines_file,
    remove_engine,
)
from shirokuro.words.message import Language, Message

FAULT_EXIT_CODE = 1
"""Exit code of a test that found a fault."""
MOVES = 10
LIMITS = Limits(seconds=1)
"""Limits per move in a test, for engines that accept limits."""
WAITS = {
    "start": "from its start to its first answer",
    "answer": "to answer a command without thinking",
    "think": "to think about a move",
}


def add_to(verbs: Subparsers) -> None:
    parser = verbs.add_parser("engines", description=__doc__)
    inner = parser.add_subparsers(dest="engines_verb", metavar="VERB", required=True)
    shown = inner.add_parser("list", help="list the registered engines")
    shown.add_argument("--json", action="store_true", help="a list of JSON objects")
    shown.set_defaults(run=run_list)
    added = inner.add_parser("add", help="register a program as a player, without starting it")
    added.add_argument("name", metavar="NAME", help="its name as a player")
    added.add_argument("command", metavar="COMMAND", help="the program and its options, as one text")
    added.add_argument("--protocol", choices=DIALECTS, required=True, help="the protocol it speaks")
    added.add_argument(
        "--folder", type=Path, metavar="DIR", help="its working folder (default: the current one)"
    )
    added.add_argument(
        "--variant",
        action="append",
        metavar="NAME",
        help=f"a board it can play, of {', '.join(VARIANTS)}; may be repeated (default reversi)",
    )
    added.add_argument(
        "--line",
        action="append",
        default=[],
        metavar="TEXT",
        help="a line to send at its start; may be repeated",
    )
    for each in fields(Patience):
        words = f"seconds that it may take {WAITS[each.name]} (default {each.default:g})"
        added.add_argument(f"--{each.name}", type=float, default=each.default, metavar="S", help=words)
    added.set_defaults(run=run_add)
    tested = inner.add_parser(
        "test", help="start an engine and let it play a few moves on each of its boards"
    )
    tested.add_argument("name", metavar="NAME", help="as `shirokuro engines list` has it")
    tested.add_argument(
        "--moves", type=int, default=MOVES, metavar="N", help=f"moves per board (default {MOVES})"
    )
    tested.set_defaults(run=run_test)
    removed = inner.add_parser("remove", help="unregister an engine; the program itself stays")
    removed.add_argument("name", metavar="NAME", help="as `shirokuro engines list` has it")
    removed.set_defaults(run=run_remove)
    for verb in inner.choices.values():
        add_language(verb, "the language")


def run_list(arguments: argparse.Namespace) -> None:
    entries = list[dict[str, Any]]()
    for name in engine_names():
        try:
            setup = engine_setup(name)
            setup.program()
        except ValueError as error:
            entries.append({"name": name, "fault": str(error)})
        else:
            folder = None if setup.folder is None else str(setup.folder)
            entries.append({"name": name, **asdict(setup), "folder": folder})
    if arguments.json:
        print(json.dumps(entries, ensure_ascii=False))
    elif entries:
        for entry in entries:
            what = entry.get("fault") or (
                f"{shlex.join(entry['command'])} ({entry['protocol']}; {', '.join(entry['variants'])})"
            )
            print(f"{entry['name']}: {what}")
    else:
        print(Message("engines.none_yet", file=engines_file()).text(arguments.lang))


def run_add(arguments: argparse.Namespace) -> None:
    if arguments.name in (*PLAYERS, PERSON):
        raise ValueError(Message("engines.player_there", name=arguments.name))
    folder = None if arguments.folder is None else arguments.folder.expanduser().absolute()
    setup = EngineSetup(
        words_of_command(arguments.command),
        arguments.protocol,
        folder,
        tuple(arguments.variant or USUAL_VARIANTS),
        tuple(arguments.line),
        Patience(*(getattr(arguments, each.name) for each in fields(Patience))),
    )
    program = setup.program()
    if os.sep in setup.command[0]:  # an absolute path works from every folder
        setup = replace(setup, command=(program, *setup.command[1:]))
    add_engine(arguments.name, setup)
    names = {"name": arguments.name, "engine": arguments.name}
    print(Message("engines.added", file=engines_file(), **names).text(arguments.lang))


def run_remove(arguments: argparse.Namespace) -> None:
    remove_engine(arguments.name)
    print(Message("engines.removed", name=arguments.name).text(arguments.lang))


def run_test(arguments: argparse.Namespace) -> int:
    if arguments.moves < 1:
        raise ValueError("--moves: 1 or more")
    engine = ExternalEngine.of(engine_setup(arguments.name), arguments.name)
    try:
        for line in _tried(engine, arguments.moves, arguments.lang):
            print(line, flush=True)
    except ExternalEngineError as fault:
        print(Message("engines.fault", fault=fault).text(arguments.lang))
        return FAULT_EXIT_CODE
    finally:
        engine.close()
    return 0


def _tried(engine: ExternalEngine, moves: int, language: Language) -> Iterator[str]:
    """The engine's title, and the times of its moves on each of its boards."""
    began = time.perf_counter()
    with engine:
        seconds = f"{time.perf_counter() - began:.3f}"
        yield Message("engines.started", title=engine.title or engine.name, seconds=seconds).text(language)
        for variant in engine.variants:
            engine.prepare(variant)
            board, times = Board(variant), list[float]()
            while len(times) < moves and not board.is_over():  # it plays both sides
                if board.must_pass():
                    board.push_pass()
                    continue
                choice = engine.choose(board, LIMITS)
                board.push(choice.move)
                times.append(choice.seconds)
            yield Message(
                "engines.tried",
                board=variant,
                count=len(times),
                mean=f"{sum(times) / len(times):.3f}",
                longest=f"{max(times):.3f}",
            ).text(language)
