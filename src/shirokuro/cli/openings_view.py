"""The tree of openings as the command prints it: as text in either language, and as JSON."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from shirokuro import Board, Opening, move_name
from shirokuro.cli.opening_view import opening_lines
from shirokuro.opening_names.named_openings import FAMILY_PLIES
from shirokuro.opening_names.opening_tree import NamedLine, OpeningPosition, OpeningStats
from shirokuro.words.message import Language, Message
from shirokuro.words.width import padded, width_of

MOST_OF_A_LINE = 8
"""Most moves of an expected line to show."""
KIND_WIDTH = 15


class Columns(NamedTuple):
    """The columns of numbers in each line; a column without any data is left out."""

    language: Language
    has_values: bool
    has_games: bool

    @classmethod
    def of(cls, position: OpeningPosition, language: Language) -> Columns:
        known = [position.stats, *(each.stats for each in position.continuations)]
        return cls(language, any(each.value for each in known), any(each.games for each in known))

    def text(self, stats: OpeningStats) -> str:
        """Value, certainty, games and score."""
        kind = "" if stats.value is None else stats.value.badge().text(self.language)
        value = "" if stats.value is None else str(stats.value)
        score = "" if stats.score is None else f"{100 * stats.score:.0f} %"
        values = f"{value:>3}  {padded(kind, KIND_WIDTH)}  " if self.has_values else ""
        return values + (f"{stats.games or '':>7} {score:>5}  " if self.has_games else "")


def families_text(position: OpeningPosition, language: Language) -> Iterator[str]:
    """The ways to begin, and under each the families of its openings."""
    columns = Columns.of(position, language)
    yield Message("openings.families").text(language)
    for begun in position.named:
        yield ""
        yield _family(begun, columns)
        families = [*_families(begun)]
        yield from ("  " + _family(line, columns) for line in families if line.count > 1)
        if alone := [line.opening.usual_name(language) for line in families if line.count == 1]:
            yield "  " + Message("openings.one_each", names=", ".join(alone)).text(language)


def list_text(openings: Iterable[Opening], language: Language) -> Iterator[str]:
    """The openings that match a name."""
    yield Message("openings.several").text(language)
    names = {each: each.usual_name(language) for each in openings}
    width = max(map(width_of, names.values()))
    yield from (f"  {padded(name, width)}  {each.moves}" for each, name in names.items())


def position_text(position: OpeningPosition, language: Language) -> Iterator[str]:
    board, side, columns = position.board, position.board.turn, Columns.of(position, language)
    if position.opening is not None and position.opening.since == 0:
        yield " · ".join(position.opening.shown_names(language))
    else:
        yield from opening_lines(board, language)
    if board.move_stack:
        yield _moves(board.move_stack)
    yield from str(board).splitlines()[:-1]
    if not board.is_over():
        yield Message("openings.to_move", side=side).text(language)
    stats = position.stats
    if stats.value is None:
        yield Message("openings.not_in_book").text(language)
    else:
        kind = stats.value.badge()
        yield Message("openings.value", side=side, value=stats.value, kind=kind).text(language)
    if stats.score is not None:
        share = f"{100 * stats.score:.0f}"
        yield Message("openings.played", games=stats.games, side=side, share=share).text(language)
    if position.continuations:
        yield ""
        yield Message("openings.moves", side=side).text(language)
        for each in position.continuations:  # with its name, else with the line that is expected after it
            line = _moves(each.line[:MOST_OF_A_LINE]) + (" …" if len(each.line) > MOST_OF_A_LINE else "")
            name = each.opening.usual_name(language) if each.opening else line
            yield f"{move_name(each.move):4} {columns.text(each.stats)}{name}".rstrip()
    if position.named:
        yield ""
        yield Message("openings.followers").text(language)
        yield from _tree(position.named, columns)


def opening_fields(opening: Opening) -> dict[str, Any]:
    return {"english": opening.english, "japanese": opening.japanese, "moves": opening.moves}


def position_fields(position: OpeningPosition) -> dict[str, Any]:
    """As JSON; values and scores are those of the side to move, in `named` those of black."""
    board = position.board
    return {
        "variant": board.variant_name,
        "line": board.line(),
        "turn": str(board.turn),
        "moves": [*map(move_name, board.move_stack)],
        "passed": [{**opening_fields(each), "since": each.since} for each in position.passed],
        **_stats_fields(position.stats),
        "continuations": [
            {
                "move": move_name(each.move),
                "equal": [*map(move_name, each.equal)],
                **_stats_fields(each.stats),
                "line": [*map(move_name, each.line)],
                "opening": None if each.opening is None else opening_fields(each.opening),
            }
            for each in position.continuations
        ],
        "named": [*map(_line_fields, position.named)],
    }


def _line_fields(line: NamedLine) -> dict[str, Any]:
    return {
        "opening": opening_fields(line.opening),
        "moves": [*map(move_name, line.moves)],
        **_stats_fields(line.stats),
        "named": [*map(_line_fields, line.below)],
    }


def _stats_fields(stats: OpeningStats) -> dict[str, Any]:
    return {
        "value": None if stats.value is None else stats.value.discs,
        "certainty": None if stats.value is None else stats.value.badge(),
        "games": stats.games,
        "score": None if stats.score is None else round(stats.score, 4),
    }


def _families(line: NamedLine) -> Iterator[NamedLine]:
    """The first openings of five plies, and shorter ones without successors."""
    for below in line.below:
        if below.opening.plies >= FAMILY_PLIES or not below.below:
            yield below
        else:
            yield from _families(below)


def _family(line: NamedLine, columns: Columns) -> str:
    moves = _moves(Board.parse(line.opening.moves).move_stack)
    return f"{line.count:3}  {columns.text(line.stats)}{moves}  {line.opening.usual_name(columns.language)}"


def _tree(lines: Iterable[NamedLine], columns: Columns, indent: str = "") -> Iterator[str]:
    for line in lines:
        name = line.opening.usual_name(columns.language)
        yield f"{columns.text(line.stats)}{indent}{_moves(line.moves)}  {name}"
        yield from _tree(line.below, columns, indent + "  ")


def _moves(moves: Iterable[int]) -> str:
    return " ".join(map(move_name, moves))
