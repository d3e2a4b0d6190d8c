"""Games as pictures that move: at every time the discs of the game, and still for whoever wants that."""

from __future__ import annotations

import re
from collections.abc import Iterator
from xml.etree import ElementTree

import pytest

import shirokuro as sk
from shirokuro.squares.animation import AFTER, BEFORE, STEP
from shirokuro.squares.svg import centres

SVG = "{http://www.w3.org/2000/svg}"
KEYFRAMES = re.compile(r"@keyframes (\S+?)\{(.*)\}$", re.MULTILINE)
STOP = re.compile(r"([\d.]+)%\{transform:([^}]+)\}")


class Film:
    """An animated picture, read back from its text."""

    def __init__(self, svg: str) -> None:
        self.root = ElementTree.fromstring(svg)
        self.style = next(self.root.iter(SVG + "style")).text or ""
        (self.seconds,) = {float(number) for number in re.findall(r" ([\d.]+)s ", self.style)}
        self.stops = {
            name: [(float(at) / 100 * self.seconds, what) for at, what in STOP.findall(text)]
            for name, text in KEYFRAMES.findall(self.style)
        }

    def discs(self, time: float, colour: str) -> set[tuple[float, float]]:
        """Where discs of a colour are seen at a time at which none is turning."""
        found = set()
        for place, face in self._faces(colour):
            name = next((name for name in face.attrib["class"].split() if name in self.stops), None)
            stops = self.stops[name] if name else [(0, "none")]
            if [what for at, what in stops if at <= time][-1] == "none":
                found.add(place)
        return found

    def still(self, colour: str) -> set[tuple[float, float]]:
        """Where discs of a colour are seen if nothing moves."""
        return {place for place, face in self._faces(colour) if face.get("transform") is None}

    def _faces(self, colour: str) -> Iterator[tuple[tuple[float, float], ElementTree.Element]]:
        for holder in self.root.iter(SVG + "g"):
            for face in holder:
                if face.get("class", "").startswith(f"disc {colour}"):
                    x, y = re.findall(r"[-\d.]+", holder.attrib["transform"])
                    yield (float(x), float(y)), face


def places(board: sk.Board, colour: sk.Colour) -> set[tuple[float, float]]:
    centre = centres(board.variant)
    return {centre[square] for square in board.discs(colour)}


@pytest.mark.parametrize("variant", ["reversi", "nip", "nip12+loop"])
def test_every_position_of_the_game_is_seen(variant: str) -> None:
    """And the last one where nothing moves."""
    record = sk.play("random", "random", seed=7, variant=variant)
    film = Film(record.animated_svg(seconds=2))
    assert film.seconds == pytest.approx(BEFORE + 2 * len(record.moves) + AFTER)
    for ply, board in enumerate(record.boards()):
        time = BEFORE + 2 * ply - 0.01
        for colour in sk.Colour:
            assert film.discs(time, str(colour)) == places(board, colour), ply
    for colour in sk.Colour:
        assert film.still(str(colour)) == places(record.board(), colour)


def test_motion_is_only_for_those_who_want_it() -> None:
    style = Film(sk.Record.from_board("f5d6").animated_svg()).style
    outside, _, inside = style.partition("@media (prefers-reduced-motion:no-preference)")
    assert "animation:" not in outside
    assert "animation:" in inside
    assert "animation:" not in inside.split("}}", 1)[1]


def test_stops_come_in_order_even_where_a_whole_rim_turns() -> None:
    for seed in range(5):
        film = Film(sk.play("random", "random", seed=seed, variant="nip+loop").animated_svg(seconds=0.1))
        for stops in film.stops.values():
            times = [time for time, _ in stops]
            assert times == sorted(times)
            assert times[-1] <= film.seconds


def test_discs_turn_one_after_another() -> None:
    board = sk.Board("reversi", "-XXXXXXO" + "-" * 56 + " O")
    board.push("a1")
    film = Film(sk.Record.from_board(board).animated_svg())
    began = sorted({stops[1][0] for stops in film.stops.values() if stops[0][1] == "none"})
    assert [round(time - BEFORE, 3) for time in began] == [round(STEP * n, 3) for n in range(1, 7)]


def test_the_last_move_is_marked_and_a_pass_is_not() -> None:
    record = next(r for r in (sk.play("random", "random", seed=s) for s in range(50)) if sk.PASS in r.moves)
    film = Film(record.animated_svg(seconds=1.5))
    (mark,) = [e for e in film.root.iter(SVG + "circle") if e.get("class", "").startswith("last-move")]
    stops = film.stops[mark.attrib["class"].split()[1]]
    assert [what == "scale(0)" for _, what in stops[1:]] == [move == sk.PASS for move in record.moves]


def test_two_games_share_a_page() -> None:
    one, other = (Film(sk.Record.from_board(text).animated_svg()) for text in ("f5d6", "f5f6"))
    assert not one.stops.keys() & other.stops.keys()
    assert not [element for element in one.root.iter() if "id" in element.attrib]


def test_names_are_escaped() -> None:
    record = sk.Record(black="</title><script>", white="&")
    root = ElementTree.fromstring(record.animated_svg())
    assert "</title><script>" in (root[0].text or "")


def test_absurd_times_are_refused() -> None:
    for seconds in (0, -1, 61, float("nan")):
        with pytest.raises(ValueError, match=r"0\.1 to 60 seconds"):
            sk.Record().animated_svg(seconds=seconds)


def test_a_place_in_the_game_can_be_drawn() -> None:
    record = sk.Record.from_board("f5d6c3")
    assert record.svg(1) == sk.Board.parse("f5").svg(legal=False)
    assert record.svg() == record.board().svg(legal=False)
    for ply in (-1, 4):
        with pytest.raises(ValueError, match="3 moves"):
            record.svg(ply)
