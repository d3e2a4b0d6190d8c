"""What a rival says: what both sides lost, what it takes its opponent for, and its record."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from shirokuro.players.rival.knowledge import Knowledge
from shirokuro.players.rival.memory import RivalMemory
from shirokuro.players.rival.report import RivalReport
from shirokuro.squares.colour import Colour
from shirokuro.words.message import Message


def report_messages(report: RivalReport) -> Iterator[Message]:
    """What it says to its opponent after a game."""
    yield from game_messages(report)
    yield from memory_messages(report.memory)


def game_messages(report: RivalReport) -> Iterator[Message]:
    """What it says of the game alone: what both sides lost, and whether a handicap would be wise."""
    own, yours = _mean(report.losses.values()), _mean(report.opponent_losses.values())
    yield Message("rival.losses", own=own, yours=yours)
    corners = report.strength.corners
    if report.memory.knowledge.strength.moves and corners:
        yield Message("rival.offers_handicap", corners=corners)


def memory_messages(memory: RivalMemory, name: str = "") -> Iterator[Message]:
    """What it remembers of its opponent, who reads it, or of somebody by name; nothing of somebody new."""
    yield from knowledge_messages(memory.knowledge, memory, name)


def knowledge_messages(knowledge: Knowledge, memory: RivalMemory, name: str = "") -> Iterator[Message]:
    """How strong it takes its opponent to be by now, and its record against them."""
    strength = knowledge.strength
    if strength.moves:
        weakest, strongest = strength.levels
        yield Message(
            "rival.strength_of" if name else "rival.strength",
            name=name,
            loss=f"{strength.mean:.1f}",
            error=f"{strength.error:.1f}",
            number=strength.level,
            weakest=weakest,
            strongest=strongest,
        )
        rating, error = knowledge.model.rating
        yield Message("rival.rating", rating=f"{rating:.0f}", error=f"{error:.0f}")
    for colour in Colour:
        record = memory.of(colour)
        if record.games:
            counts = {name: getattr(record, name) for name in ("wins", "draws", "losses")}
            yield Message("rival.record", side=colour, **counts)


def _mean(losses: Collection[float]) -> str:
    return f"{sum(losses) / len(losses):.1f}" if losses else "0.0"
