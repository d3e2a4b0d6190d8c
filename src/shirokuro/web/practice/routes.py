"""Practice: the next puzzles, endgames by their size, and answers to both."""

from __future__ import annotations

import secrets
from typing import Annotated
from zlib import crc32

from fastapi import APIRouter, Query

from shirokuro import PASS, Board, parse_move
from shirokuro.practice.puzzles import BOARD, ENDGAMES, Puzzle, nearest, puzzles
from shirokuro.web.practice.values import (
    CurveView,
    EndgameList,
    LibraryPuzzle,
    PointView,
    PracticeDay,
    PracticeView,
    PuzzleAnswer,
    PuzzleTry,
    PuzzleView,
)
from shirokuro.web.refusal import not_found
from shirokuro.web.review import views as review_views
from shirokuro.web.review.analyst import legal_move
from shirokuro.web.state import Owner, Server
from shirokuro.web.views import side_of

router = APIRouter(prefix="/practice", tags=["practice"])
A_DAY = 5
"""The positions of a day's set."""


@router.get("")
async def practice(server: Server, owner: Owner) -> PracticeView:
    """The caller's days and rating, and the next puzzles."""
    days, rating = await server.practice.days(owner), await server.practice.rating(owner)
    middle = [puzzle for puzzle in puzzles().values() if puzzle.kind == "middle"]
    done = {answer.line for answer in await server.practice.answers(owner)}
    left = [puzzle for puzzle in middle if puzzle.line not in done] or middle
    following = nearest(left, rating.value, crc32(owner.encode()))[:A_DAY]
    return PracticeView(
        days=[PracticeDay(day=each.day, answered=each.answered, right=each.right) for each in days],
        rating=round(rating.value),
        rating_error=round(rating.error),
        answered=sum(puzzle.line in done for puzzle in middle),
        of=len(middle),
        puzzles=[_view(puzzle) for puzzle in following],
    )


@router.get("/library")
async def library_puzzle(server: Server, owner: Owner) -> LibraryPuzzle:
    """A position of a game of the library, about as hard as the caller is strong; answers do not change the
    rating."""
    rating = await server.practice.rating(owner)
    found = await server.library_puzzles.find(owner, rating.value, secrets.randbits(32))
    return LibraryPuzzle(puzzle=None if found is None else _view(found))


@router.get("/endgames")
async def endgames(
    server: Server, owner: Owner, empties: Annotated[int, Query(ge=ENDGAMES[0], le=ENDGAMES[-1])] = 8
) -> EndgameList:
    """Endgames with so many empty squares, those not yet answered first."""
    rating, answers = await server.practice.rating(owner), await server.practice.answers(owner)
    known = {answer.line: answer.is_right for answer in answers}
    found = [puzzle for puzzle in puzzles().values() if puzzle.empties == empties]
    in_order = nearest(found, rating.value, crc32(owner.encode()))
    in_order.sort(key=lambda puzzle: known.get(puzzle.line, -1))
    solved = sum(known.get(puzzle.line, 0) for puzzle in found)
    return EndgameList(puzzles=[_view(puzzle) for puzzle in in_order], solved=solved, of=len(found))


@router.get("/curve")
async def curve(server: Server, owner: Owner) -> CurveView:
    """The caller's rating and average loss over time; measures some games if there are new ones."""
    left = 0 if server.store.is_read_only else await server.curves.measure(owner)
    points = [
        PointView(
            ended=each.ended, rating=round(each.rating), error=round(each.error), loss=round(each.loss, 2)
        )
        for each in await server.curves.points(owner)
    ]
    return CurveView(points=points, left=left)


@router.post("/answers")
async def answer_puzzle(server: Server, owner: Owner, asked: PuzzleTry) -> PuzzleAnswer:
    """Judges an answer to a puzzle; the first one to a puzzle of the package counts for the rating."""
    shipped = puzzles().get(asked.puzzle)
    puzzle = shipped or server.library_puzzles.get(asked.puzzle)
    if puzzle is None:
        raise not_found("puzzle")
    board, best = Board(BOARD, puzzle.line), parse_move(puzzle.best)
    move = best if asked.move is None else legal_move(board, asked.move)
    judged, near = await server.analyst.attempt(owner, board, move, {PASS: best})
    tried = review_views.tried_move(judged, (best,) if puzzle.kind == "endgame" else near)
    is_right = asked.move is not None and tried.accepted
    before = await server.practice.rating(owner)
    counted = shipped is not None and await server.practice.answer(owner, puzzle.line, is_right)
    await server.practice.note_day(owner, asked.day, is_right)
    after = await server.practice.rating(owner)
    return PuzzleAnswer(
        tried=tried, counted=counted, rating=round(after.value), rating_before=round(before.value)
    )


def _view(puzzle: Puzzle) -> PuzzleView:
    return PuzzleView(
        board=BOARD,
        text=puzzle.line,
        side=side_of(Board(BOARD, puzzle.line).turn),
        kind=puzzle.kind,
        empties=puzzle.empties,
        rating=puzzle.rating,
        is_from_library=puzzle.line not in puzzles(),
    )
