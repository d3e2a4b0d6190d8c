"""`shirokuro show`: shows a position or a game as text or as a picture."""

from __future__ import annotations

import argparse
import json
from pathlib import Path

from shirokuro import Board, Colour, Record, move_name
from shirokuro.cli.arguments import Subparsers, add_position, read_positions
from shirokuro.cli.opening_view import opening_fields, opening_lines
from shirokuro.storage.whole_file import whole_file
from shirokuro.words.counted import counted
from shirokuro.words.message import Message


def add_to(verbs: Subparsers) -> None:
    parser = verbs.add_parser("show", description=__doc__)
    add_position(parser, "source")
    parser.add_argument("--ply", type=int, metavar="N", help="show the game after N moves (default: its end)")
    parser.add_argument("--number", type=int, default=1, metavar="K", help="the K-th of several (default 1)")
    form = parser.add_mutually_exclusive_group()
    form.add_argument("--svg", action="store_true", help="a picture instead of text")
    form.add_argument("--json", action="store_true", help="a JSON object instead of text")
    parser.add_argument("-o", "--output", metavar="FILE", help="write there instead of to the screen")
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> None:
    values = read_positions(arguments.source, arguments.variant)
    if not values:
        raise ValueError(Message("play.nothing_there", source=arguments.source))
    if not 1 <= arguments.number <= len(values):
        raise ValueError(f"--number {arguments.number}: the source holds {len(values)}")
    record = Record.from_text(values[arguments.number - 1])
    if arguments.ply is None:
        board = record.board()
    elif 0 <= arguments.ply <= len(record.moves):
        board = [*record.boards()][arguments.ply]
    else:
        raise ValueError(f"--ply {arguments.ply}: the game has {counted(len(record.moves), 'move')}")
    names = record.black, record.white
    if arguments.json:
        outcome = board.outcome(handicap_discs=record.handicap_discs)
        fields = {
            "variant": board.variant_name,
            "line": board.line(),
            "turn": str(board.turn),
            "discs": {str(side): len(board.discs(side)) for side in Colour},
            "players": dict(zip(map(str, Colour), names, strict=True)),
            "moves": [*map(move_name, board.move_stack)],
            "opening": opening_fields(board),
            "legal": [*map(move_name, board.choices())],
            "margin": None if outcome is None else outcome.margin,
            "status": str(board.status()),
        }
        text = json.dumps(fields, ensure_ascii=False)
    else:
        text = board.svg() if arguments.svg else describe(board, names, record.handicap_discs)
    if arguments.output:
        with whole_file(Path(arguments.output)) as place:
            place.write_text(text + "\n", encoding="utf-8")
    else:
        print(text)


def describe(board: Board, names: tuple[str, str] = ("", ""), handicap_discs: float = 0) -> str:
    """The board with its disc counts, players, moves, opening, and legal moves or result."""
    lines = [str(board), f"{board.variant}: X {len(board.black())}, O {len(board.white())}"]
    if any(names):
        lines.append(f"X {names[0]}, O {names[1]}")
    if moves := board.transcript():
        lines.append(f"moves: {moves}")
    lines += opening_lines(board)
    if outcome := board.outcome(handicap_discs=handicap_discs):
        lines.append(f"over: {outcome}")
    else:
        lines.append("must pass" if board.must_pass() else f"legal: {' '.join(board.legal_moves.names())}")
    if status := board.status():
        lines.append(f"not reachable: {status}")
    return "\n".join(lines)
