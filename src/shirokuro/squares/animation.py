"""Draws a whole game as one self-contained animated SVG; knows which discs flip when, but no rules.

The animation is CSS. Without it, or with reduced motion, the picture shows the last position.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from itertools import accumulate

from shirokuro.squares.geometry import Coordinates
from shirokuro.squares.svg import Picture, Svg, centres, empty_board, faces, last_mark

FLIP = 0.18
"""Seconds that a disc takes to flip."""
STEP = 0.045
"""Seconds until the next disc of the line begins to flip."""
BEFORE, AFTER = 1.0, 3.0
"""Seconds for which the first and the last position are shown."""
HIDDEN = "scale(0)"
EDGE = "scale(0,1)"
SHOWN = "none"
COLOURS = ("black", "white")

Keyframe = tuple[float, str]
"""A time in seconds and the transformation at that time."""


@dataclass(frozen=True, slots=True)
class DrawnTurn:
    """A move as it is drawn: the disc placed, and the lines of discs that flip, outward from it."""

    colour: str
    square: int | None
    """None for a pass."""
    lines: Sequence[Sequence[int]] = ()


@dataclass(frozen=True, slots=True)
class AnimatedPicture:
    """A picture of the first position, and the moves after it."""

    first: Picture
    turns: Sequence[DrawnTurn]
    seconds: float = 0.9
    """Of one move; longer if a long line flips."""

    def times(self) -> Sequence[float]:
        """The start of each move, then the end of the last one."""
        longest = (max(map(len, turn.lines), default=0) for turn in self.turns)
        lasts = (max(self.seconds, STEP * discs + 2 * FLIP) for discs in longest)
        return [*accumulate(lasts, initial=BEFORE)]


@dataclass(slots=True)
class _Story:
    """The changes of one square in time."""

    colour: str | None
    """The first colour; None is an empty square."""
    changes: list[tuple[float, str]] = field(default_factory=list)

    def keyframes(self, colour: str) -> Iterator[Keyframe]:
        """How the face of a colour appears and disappears."""
        now = self.colour
        yield 0.0, SHOWN if now == colour else HIDDEN if now is None else EDGE
        for time, then in self.changes:
            if now is None:  # placed
                yield from _from_to(time, HIDDEN, SHOWN if then == colour else EDGE)
            elif then == colour:
                yield from _from_to(time + FLIP / 2, EDGE, SHOWN)
            else:
                yield from _from_to(time, SHOWN, EDGE)
            now = then

    @property
    def last(self) -> str | None:
        return self.changes[-1][1] if self.changes else self.colour

    def shows(self, colour: str) -> bool:
        return colour in {self.colour, *(then for _, then in self.changes)}


def _from_to(time: float, before: str, after: str) -> Iterator[Keyframe]:
    yield time, before
    yield time + FLIP / 2, after


def animate(picture: AnimatedPicture) -> Svg:
    """The game as SVG; its class names are a hash of the game, so that many games can share a page."""
    places, times = centres(picture.first.variant, picture.first.orientation), picture.times()
    stories = {square: _Story("black") for square in picture.first.black}
    stories |= {square: _Story("white") for square in picture.first.white}
    for time, turn in zip(times, picture.turns, strict=False):
        if turn.square is not None:
            stories.setdefault(turn.square, _Story(None)).changes.append((time, turn.colour))
        for line in turn.lines:
            for place, square in enumerate(line, 1):
                stories[square].changes.append((time + STEP * place, turn.colour))
    key = f"game-{sha256(repr((picture.first, picture.turns)).encode()).hexdigest()[:10]}"
    film = _Film(key, times[-1] + AFTER)
    drawn = []
    for square, story in sorted(stories.items()):
        shown = ""
        for colour in filter(story.shows, COLOURS):
            # Without motion the last position is shown.
            name = f" {film.add(story.keyframes(colour))}" if story.changes else ""
            hidden = "" if story.last == colour else ' transform="scale(0 1)"'
            shown += f'<g class="disc {colour}{name}"{hidden}>{faces(colour)}</g>'
        x, y = places[square]
        drawn.append(f'<g transform="translate({x:g} {y:g})">{shown}</g>')
    drawn.append(_mark(film, places, picture))
    parts = [*empty_board(picture.first), film.style(), f'<g class="{key}">', *drawn, "</g>", "</svg>"]
    return Svg("\n".join(parts))


class _Film:
    """Collects the animations of a picture."""

    def __init__(self, key: str, seconds: float) -> None:
        self._key = key
        self._seconds = seconds
        self._rules: list[str] = []
        self._frames: list[str] = []

    def add(self, keyframes: Iterable[Keyframe], timing: str = "linear") -> str:
        """Adds an animation and returns its class name."""
        name = f"{self._key}-{len(self._rules)}"
        frames = ""
        for time, what in keyframes:
            share = f"{100 * time / self._seconds:.3f}".rstrip("0").rstrip(".")
            frames += f"{share}%{{transform:{what}}}"
        self._rules.append(f".{name}{{animation:{name} {self._seconds:g}s {timing} infinite}}")
        self._frames.append(f"@keyframes {name}{{{frames}}}")
        return name

    def style(self) -> str:
        moving = "".join(self._rules)
        still = "@media (prefers-reduced-motion:no-preference)"
        return "\n".join(["<style>", f"{still}{{{moving}}}", *self._frames, "</style>"])


def _mark(film: _Film, places: dict[int, Coordinates], picture: AnimatedPicture) -> str:
    """The mark on the last move, which follows the game."""
    keyframes: list[Keyframe] = [(0.0, HIDDEN)]
    where = "scale(0 1)"
    for time, turn in zip(picture.times(), picture.turns, strict=False):
        if turn.square is None:
            keyframes.append((time, HIDDEN))
            where = "scale(0 1)"
        else:
            x, y = places[turn.square]
            keyframes.append((time, f"translate({x:g}px,{y:g}px)"))
            where = f"translate({x:g} {y:g})"
    name = film.add(keyframes, "step-end")
    return f'<circle class="last-move {name}" transform="{where}" {last_mark()}/>'
