"""Makes the JSON values of the tree of openings and of drill steps."""

from __future__ import annotations

from shirokuro import VARIANTS, Board, Opening, Value, move_name
from shirokuro.books.book_file import BOOKS
from shirokuro.opening_names.named_openings import NAME_LANGUAGES, passed_openings
from shirokuro.opening_names.opening_drill import DrillStep
from shirokuro.opening_names.opening_tree import NamedLine, OpeningStats, OpeningTree
from shirokuro.web.openings.values import (
    OpeningFigures,
    OpeningLabel,
    OpeningLine,
    OpeningMove,
    OpeningView,
    StepAnswer,
    StepTaken,
)
from shirokuro.web.review.views import mark_of, move_names, played_line
from shirokuro.web.values import Badge, Words
from shirokuro.web.views import badge


def opening_view(tree: OpeningTree, board: Board, *, has_named: bool = True) -> OpeningView:
    """A position, all for black; the openings that follow take longest, and may be left out."""
    stats = tree.stats(board)
    return OpeningView(
        board=board.variant_name,
        place=played_line(board.root(), board.move_stack),
        passed=[label(each, len(board.move_stack) - each.since) for each in passed_openings(board)],
        figures=_figures(stats, board),
        moves=[
            OpeningMove(
                move=move_name(each.move),
                equal=move_names(each.equal),
                figures=_figures(each.stats, board),
                opening=None if each.opening is None else label(each.opening),
                line=move_names(each.line),
            )
            for each in tree.continuations(board)
        ],
        named=[_line(each) for each in tree.named(board)] if has_named else [],
        has_book=tree.book is not None,
        has_games=tree.games is not tree.book,
        boards=[name for name in VARIANTS if (BOOKS / f"{name}.book").exists()],
    )


def label(opening: Opening, ply: int | None = None) -> OpeningLabel:
    """An opening with the ply in this game or, without one, the number of its usual moves."""
    names = {language: opening.usual_name(language) for language in NAME_LANGUAGES}
    moves = Board.parse(opening.moves).move_stack
    return OpeningLabel(
        name=Words(names),
        english=[*opening.english],
        japanese=[*opening.japanese],
        ply=len(moves) if ply is None else ply,
        moves=move_names(moves),
    )


def _figures(stats: OpeningStats, board: Board | None = None) -> OpeningFigures:
    """For black, of what is known for the side to move of a board, or for black already."""
    if board is not None and board.turn:
        stats = stats.turned()
    return OpeningFigures(
        value=None if stats.value is None else stats.value.discs,
        badge=None if stats.value is None else book_badge(stats.value),
        games=stats.games,
        wins=stats.wins,
        draws=stats.draws,
        score=None if stats.score is None else round(stats.score, 4),
    )


def book_badge(value: Value) -> Badge:
    """The badge of a value; searches of a fixed depth from the book are marked as such."""
    found = badge(value)
    return found.model_copy(update={"kind": "book"}) if found.kind == "depth" else found


def _line(line: NamedLine) -> OpeningLine:
    return OpeningLine(
        opening=label(line.opening),
        moves=move_names(line.moves),
        figures=_figures(line.stats),
        count=line.count,
        below=[_line(each) for each in line.below],
    )


def step_taken(step: DrillStep, *, is_kept: bool) -> StepTaken:
    verdict, answer = step.verdict, None
    if verdict is not None:
        best = verdict.good[0]
        answer = StepAnswer(
            move=move_name(verdict.move),
            accepted=verdict.is_accepted,
            value=verdict.value,
            loss=verdict.loss,
            mark="" if verdict.is_accepted else mark_of(verdict.loss or 0) or "?!",
            best=move_names(each.move for each in verdict.good),
            best_value=best.value,
            badge=book_badge(best.as_value()),
        )
    return StepTaken(answer=answer, moves=move_names(step.moves), asks=step.asks, is_kept=is_kept)
