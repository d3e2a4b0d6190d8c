"""Lessons with the caller's progress in them."""

from __future__ import annotations

from fastapi import APIRouter

from shirokuro.practice.lessons import Lesson, lessons
from shirokuro.web.practice.values import LessonList, LessonPositionView, LessonView
from shirokuro.web.refusal import not_found
from shirokuro.web.state import Owner, Server
from shirokuro.web.views import in_words

router = APIRouter(prefix="/lessons", tags=["practice"])


@router.get("")
async def list_lessons(server: Server, owner: Owner) -> LessonList:
    """All lessons, and the positions in them that the caller has solved."""
    learned = await server.practice.learned(owner)
    return LessonList(
        lessons=[
            _view(lesson, [each.position for each in learned if each.lesson == name])
            for name, lesson in lessons().items()
        ]
    )


@router.post("/{lesson}/{position}", status_code=204)
async def learn_position(server: Server, owner: Owner, lesson: str, position: int) -> None:
    """Notes that the caller has solved a position of a lesson, counted from 1."""
    if lesson not in lessons() or not 1 <= position <= len(lessons()[lesson].positions):
        raise not_found("lesson")
    await server.practice.learn(owner, lesson, position)


def _view(lesson: Lesson, learned: list[int]) -> LessonView:
    return LessonView(
        name=lesson.name,
        title=in_words(lesson.title),
        is_round=lesson.is_round,
        positions=[
            LessonPositionView(
                board=each.board,
                text=each.line,
                accepted=[*each.accepted],
                turns=each.turns,
                task=in_words(lesson.task(number)),
                done=in_words(lesson.done(number)),
            )
            for number, each in enumerate(lesson.positions, 1)
        ],
        learned=learned,
    )
