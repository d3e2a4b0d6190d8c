"""A scripted NBoard, written from the description of its protocol alone: it knows nothing of our server."""

from __future__ import annotations

import re
from dataclasses import dataclass

from protocol_driver import Spoken

import shirokuro as sk

MOVE = r"(?:[A-Ha-h][1-8]|PA)"
NUMBER = r"[+-]?\d+(?:\.\d+)?"
LINES = {
    "name": r"set myname \S+",
    "status": r"status(?: .+)?",
    "stats": rf"nodestats \d+ {NUMBER}",
    "search": rf"search (?P<pv>{MOVE}+) (?P<eval>{NUMBER}) 0 (?P<depth>\d+|\d+@\d+%|100%W?)(?: .*)?",
    "book": rf"book (?P<pv>{MOVE}+) (?P<eval>{NUMBER}) (?P<games>\d+) (?P<depth>\d+%?)(?: .*)?",
    "move": rf"=== (?P<move>{MOVE})(?:/(?P<eval>{NUMBER})?(?:/(?P<time>{NUMBER}))?)?",
    "analysis": rf"analysis (?P<made>\d+) (?P<eval>{NUMBER})",
    "pong": r"pong (?P<number>\d+)",
    "learned": r"learned",
}
"""All that an engine may say."""


@dataclass(frozen=True)
class Heard:
    """A line of the engine."""

    kind: str
    parts: dict[str, str | None]
    text: str


class Gui:
    """A window with a board: every change of it begins with a ping, as the protocol asks for."""

    def __init__(self, engine: Spoken, depth: int = 6, version: int = 2) -> None:
        self.engine = engine
        self.pings = 0
        engine.say(f"nboard {version}", f"set depth {depth}")
        self.name = self.hear_until("name")[-1].text.split()[-1]

    def hear(self) -> Heard:
        line = self.engine.line()
        for kind, pattern in LINES.items():
            if found := re.fullmatch(pattern, line):
                return Heard(kind, found.groupdict(), line)
        raise AssertionError(f"no line of the protocol: {line!r}")

    def hear_until(self, kind: str) -> list[Heard]:
        heard = [self.hear()]
        while heard[-1].kind != kind:
            heard.append(self.hear())
        return heard

    def ping(self) -> list[Heard]:
        """What was still on its way before the answer."""
        self.pings += 1
        self.engine.say(f"ping {self.pings}")
        heard = self.hear_until("pong")
        assert heard[-1].parts["number"] == str(self.pings)
        return heard[:-1]

    def check_silence(self) -> None:
        """After a pong nothing comes by itself."""
        assert self.ping() == []

    def set_game(self, board: sk.Board) -> None:
        self.ping()
        self.engine.say(f"set game {ggf(board)}")

    def move(self, move: str) -> None:
        self.ping()
        self.engine.say(f"move {move}/1.50/0.25")

    def go(self) -> str:
        self.engine.say("go")
        found = self.hear_until("move")[-1].parts["move"]
        assert found is not None
        return found

    def hint(self, count: int) -> list[Heard]:
        """All that is said until the engine rests."""
        self.engine.say(f"hint {count}")
        heard = self.hear_until("stats")
        return [each for each in heard if each.kind in ("search", "book")]


def ggf(board: sk.Board) -> str:
    """A game as NBoard writes it, with values and times after some moves."""
    line = sk.notation.render([sk.Record.from_board(board).to_text()], "ggf")
    return re.sub(r"\[([A-H][1-8])\]", r"[\1/1.00/0.5]", str(line).strip(), count=3)
