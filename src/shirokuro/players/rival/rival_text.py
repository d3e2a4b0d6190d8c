"""What a rival says, in English and Japanese: its aim, what it takes its opponent for, and its record."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from shirokuro.players.rival.memory import RivalMemory, SideRecord
from shirokuro.players.rival.report import RivalReport
from shirokuro.players.rival.strength import Strength
from shirokuro.squares.colour import Colour
from shirokuro.words.translation import Language, filled, translated


def report_lines(report: RivalReport, language: Language) -> Iterator[str]:
    """What it says to its opponent after a game."""
    yield aim_text(report, language)
    text = "discs lost a move in this game: you {yours}, the rival {own}"
    own, yours = _mean(report.losses.values()), _mean(report.opponent_losses.values())
    yield filled(text, language, own=own, yours=yours)
    yield from memory_lines(report.memory, language)


def aim_text(report: RivalReport, language: Language) -> str:
    """What it aimed at, and whether it came to that."""
    if report.aim is None:
        return translated("the rival aimed at nothing: it held your level", language)
    if report.aim == "lose":
        lost = "the rival aimed to lose, and lost"
        return translated(lost if report.is_reached else "the rival aimed to lose, and did not", language)
    if report.is_equal:
        won = "you play as well as the rival can, so it aimed to win, and won"
        missed = "you play as well as the rival can, so it aimed to win, and did not"
        return translated(won if report.is_reached else missed, language)
    won = "the rival aimed to win, and won"
    return translated(won if report.is_reached else "the rival aimed to win, and did not", language)


def memory_lines(memory: RivalMemory, language: Language, name: str = "") -> Iterator[str]:
    """What it remembers of its opponent, who reads it, or of somebody by name; nothing of somebody new."""
    yield from knowledge_lines(memory.knowledge.strength, memory, language, name)


def knowledge_lines(
    strength: Strength, memory: RivalMemory, language: Language, name: str = ""
) -> Iterator[str]:
    """How strong it takes its opponent to be by now, and its record against them."""
    yield from strength_lines(strength, language, name)
    for colour in Colour:
        if memory.of(colour).games:
            yield _record_text(colour, memory.of(colour), language)


def strength_lines(strength: Strength, language: Language, name: str = "") -> Iterator[str]:
    """How strong it takes its opponent to be, and how sure it is; nothing before the first move."""
    if not strength.moves:
        return
    text = (
        "your moves lose {loss} ± {error} discs on average, as at level {number} of the engine "
        "({weakest} to {strongest})"
    )
    loss, error = f"{strength.mean:.1f}", f"{strength.error:.1f}"
    weakest, strongest = strength.levels
    numbers = {"number": strength.level, "weakest": weakest, "strongest": strongest}
    if name:
        text = (
            "the moves of {name} lose {loss} ± {error} discs on average, as at level {number} of the engine "
            "({weakest} to {strongest})"
        )
    yield filled(text, language, loss=loss, error=error, name=name, **numbers)


def _record_text(colour: Colour, record: SideRecord, language: Language) -> str:
    text = "the rival as {side}: {wins} won, {draws} drawn, {losses} lost, {reached} of {games} as it aimed"
    counts = {name: getattr(record, name) for name in ("wins", "draws", "losses", "reached", "games")}
    return filled(text, language, side=colour, **counts)


def _mean(losses: Collection[float]) -> str:
    return f"{sum(losses) / len(losses):.1f}" if losses else "0.0"
