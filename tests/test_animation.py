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


class Film:
    """An animated picture, read back from its text."""

    def __init__(self, svg: str) -> None:
        self.root = ElementTree.fromstring(svg)
        style = next(self.root.iter(SVG + "style")).text or ""
        self.style = style
        (self.seconds,) = {float(number) for number in re.findall(r" ([\d.]+)s ", style)}
        self.stops = {
            name: [(float(at) / 100 * self.seconds, what) for at, what in _stops(text)]
            for name, text in KEYFRAMES.findall(style)
        }

    def discs(self, time: float, colour: str) -> set[tuple[float, float]]:
        """Where discs of a colour are seen at a time at which none is turning."""
        return {place for place, stops in self._faces(colour) if _held(stops, time) == "none"}

    def still(self, colour: str) -> set[tuple[float, float]]:
        """Where discs of a colour are seen if nothing moves."""
        return {_place(holder) for holder, face in self._drawn(colour) if face.get("transform") is None}

    def _faces(self, colour: str) -> Iterator[tuple[tuple[float, float], list[tuple[float, str]]]]:
        for holder, face in self._drawn(colour):
            names = face.attrib["class"].split()
            yield _place(holder), next((self.stops[n] for n in names if n in self.stops), [(0, "none")])

    def _drawn(self, colour: str) -> Iterator[tuple[ElementTree.Element, ElementTree.Element]]:
        for holder in self.root.iter(SVG + "g"):
            for face in holder:
                if face.get("class", "").startswith(f"disc {colour}"):
                    yield holder, face


def _stops(text: str) -> list[tuple[str, str]]:
    return re.findall(r"([\d.]+)%\{transform:([^}]+)\}", text)


def _held(stops: list[tuple[float, str]], time: float) -> str:
    return [what for at, what in stops if at <= time][-1]


def _place(holder: ElementTree.Element) -> tuple[float, float]:
    x, y = re.findall(r"[-\d.]+", holder.attrib["transform"])
    return float(x), float(y)


def places(board: sk.Board, colour: sk.Colour) -> set[tuple[float, float]]:
    centre = centres(board.variant)
    return {centre[square] for square in board.discs(colour)}


@pytest.mark.parametrize("variant", ["reversi", "reversi4", "nip", "nip12+loop"])
def test_every_position_of_the_game_is_seen(variant: str) -> None:
    record = sk.play("random", "random", seed=7, variant=variant)
    film = Film(record.animated_svg(seconds=2))
    assert film.seconds == pytest.approx(BEFORE + 2 * len(record.moves) + AFTER)
    for ply, board in enumerate(record.boards()):
        time = BEFORE + 2 * ply - 0.01
        for colour in sk.Colour:
            assert film.discs(time, str(colour)) == places(board, colour), ply


def test_where_nothing_moves_the_last_position_is_seen() -> None:
    record = sk.play("random", "random", seed=3, variant="nip")
    film = Film(record.animated_svg())
    for colour in sk.Colour:
        assert film.still(str(colour)) == places(record.board(), colour)


def test_motion_is_only_for_those_who_want_it() -> None:
    style = Film(sk.Record.from_board("f5d6").animated_svg()).style
    outside, _, inside = style.partition("@media (prefers-reduced-motion:no-preference)")
    assert "animation:" not in outside
    assert "animation:" in inside
    assert "animation:" not in inside.split("}}", 1)[1]


@pytest.mark.parametrize("seed", range(5))
def test_stops_come_in_order_even_where_a_whole_rim_turns(seed: int) -> None:
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


@pytest.mark.parametrize("seconds", [0, -1, 61, float("nan")])
def test_absurd_times_are_refused(seconds: float) -> None:
    with pytest.raises(ValueError, match=r"0\.1 to 60 seconds"):
        sk.Record().animated_svg(seconds=seconds)


def test_a_place_in_the_game_can_be_drawn() -> None:
    record = sk.Record.from_board("f5d6c3")
    assert record.svg(1) == sk.Board.parse("f5").svg(legal=False)
    assert record.svg() == record.board().svg(legal=False)
    for ply in (-1, 4):
        with pytest.raises(ValueError, match="3 moves"):
            record.svg(ply)
