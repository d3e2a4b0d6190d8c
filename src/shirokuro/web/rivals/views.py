"""Makes the JSON values of the rival, with records seen from the person's side."""

from __future__ import annotations

from shirokuro import Colour, Record, move_name
from shirokuro.players.rival.knowledge import Knowledge
from shirokuro.players.rival.memory import RivalMemory, SideRecord
from shirokuro.players.rival.report import RivalReport
from shirokuro.players.rival.rival_text import game_messages
from shirokuro.web.rivals.values import (
    ColourRecord,
    MoveLoss,
    RivalMemoryView,
    RivalRecord,
    RivalReportView,
    RivalStrength,
)
from shirokuro.web.views import in_words, side_of


def remembered(name: str, memory: RivalMemory) -> RivalMemoryView:
    return RivalMemoryView(
        name=name,
        games=memory.games,
        strength=strength(memory.knowledge),
        record=record_of(memory),
    )


def strength(knowledge: Knowledge) -> RivalStrength | None:
    """None before the first move that counts."""
    known = knowledge.strength
    if not known.moves:
        return None
    weakest, strongest = known.levels
    rating, error = knowledge.model.rating
    return RivalStrength(
        loss=known.mean,
        error=known.error,
        level=known.level,
        weakest=weakest,
        strongest=strongest,
        rating=round(rating),
        rating_error=round(error),
    )


def record_of(memory: RivalMemory) -> RivalRecord:
    """By the person's colour, not the rival's."""
    return RivalRecord(black=_of_person(memory.white), white=_of_person(memory.black))


def _of_person(rival: SideRecord) -> ColourRecord:
    return ColourRecord(won=rival.losses, drawn=rival.draws, lost=rival.wins)


def report_view(report: RivalReport, record: Record) -> RivalReportView:
    of_sides: tuple[tuple[Colour, dict[int, float]], ...] = (
        (report.colour, dict(report.losses)),
        (report.colour.opponent, dict(report.opponent_losses)),
    )
    losses = [
        MoveLoss(ply=ply, side=side_of(colour), move=move_name(record.moves[ply - 1]), loss=loss)
        for colour, found in of_sides
        for ply, loss in found.items()
    ]
    losses.sort(key=lambda each: each.ply)
    return RivalReportView(texts=[in_words(each) for each in game_messages(report)], losses=losses)
