"""Makes the JSON values of the tree of openings and of drill steps."""

from __future__ import annotations

from shirokuro import Board, Opening, Value, move_name
from shirokuro.opening_names.named_openings import NAME_LANGUAGES
from shirokuro.opening_names.opening_drill import DrillStep
from shirokuro.opening_names.opening_tree import NamedLine, OpeningStats, OpeningTree
from shirokuro.web.openings.trees import boards_with_book
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


def opening_view(tree: OpeningTree, board: Board) -> OpeningView:
    found = tree.at(board)
    return OpeningView(
        board=board.variant_name,
        place=played_line(board.root(), board.move_stack),
        passed=[label(each, len(board.move_stack) - each.since) for each in found.passed],
        figures=_figures(found.stats),
        moves=[
            OpeningMove(
                move=move_name(each.move),
                equal=move_names(each.equal),
                figures=_figures(each.stats),
                opening=None if each.opening is None else label(each.opening),
                line=move_names(each.line),
            )
            for each in found.continuations
        ],
        named=[_line(each) for each in found.named],
        has_book=tree.book is not None,
        has_games=tree.games is not tree.book,
        boards=boards_with_book(),
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


def _figures(figures: OpeningStats) -> OpeningFigures:
    return OpeningFigures(
        value=None if figures.value is None else figures.value.discs,
        badge=None if figures.value is None else book_badge(figures.value),
        games=figures.games,
        score=None if figures.score is None else round(figures.score, 4),
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
