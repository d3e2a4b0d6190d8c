"""What a rival says: its aim, what it takes its opponent for, and its record."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from shirokuro.players.rival.memory import RivalMemory
from shirokuro.players.rival.report import RivalReport
from shirokuro.players.rival.strength import Strength
from shirokuro.squares.colour import Colour
from shirokuro.words.message import Message


def report_messages(report: RivalReport) -> Iterator[Message]:
    """What it says to its opponent after a game."""
    yield aim_message(report)
    own, yours = _mean(report.losses.values()), _mean(report.opponent_losses.values())
    yield Message("rival.losses", own=own, yours=yours)
    yield from memory_messages(report.memory)


def aim_message(report: RivalReport) -> Message:
    """What it aimed at, and whether it came to that."""
    if report.aim is None:
        return Message("rival.no_aim")
    aim = "equal" if report.aim == "win" and report.is_equal else report.aim
    return Message(f"rival.{aim}_{'reached' if report.is_reached else 'missed'}")


def memory_messages(memory: RivalMemory, name: str = "") -> Iterator[Message]:
    """What it remembers of its opponent, who reads it, or of somebody by name; nothing of somebody new."""
    yield from knowledge_messages(memory.knowledge.strength, memory, name)


def knowledge_messages(strength: Strength, memory: RivalMemory, name: str = "") -> Iterator[Message]:
    """How strong it takes its opponent to be by now, and its record against them."""
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
    for colour in Colour:
        record = memory.of(colour)
        if record.games:
            counts = {name: getattr(record, name) for name in ("wins", "draws", "losses", "reached", "games")}
            yield Message("rival.record", side=colour, **counts)


def _mean(losses: Collection[float]) -> str:
    return f"{sum(losses) / len(losses):.1f}" if losses else "0.0"
