"""Checks a proof, written as text, with rules and a parser of its own: `python proof_check.py FILE`.

It shares nothing with the program that made the proof and needs nothing but Python. It is slow and plain, so
that you can read it before you trust it. Positions are lines of cells with X to move. A bound follows

- at the end of the game: from the discs, and the winner also gets the empty cells;
- lower bound L: if one move leads to a position with an upper bound of -L or less;
- upper bound U: if every move leads to a position with a lower bound of -U or more;
- where the text says `read`: from a solution by the program that made the proof, which is not checked here.

A position that the text does not have may be worth anything; images by symmetry are one position.
"""

from __future__ import annotations

import gzip
import re
import sys
import zlib
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from hashlib import sha256
from operator import itemgetter
from pathlib import Path

VERSION = 1
TITLE = "shirokuro proof"
LONGEST_LINE = 1000
CELL = re.compile("[a-h][1-8]")
DIRECTIONS = ((0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1))
OTHER_SIDE = str.maketrans("XO", "OX")
TELL_EVERY = 256


class ProofTextError(ValueError):
    """The text cannot be parsed: it is damaged, or not a proof."""


class WrongProofError(ValueError):
    """The text can be parsed, but something in it does not follow."""


# The rules


class SlowRules:
    """A board: its cells, and from each cell the lines along which a disc placed there may flank."""

    def __init__(self, cells: list[str], rim: list[str], *, loop: bool) -> None:
        self.cells, self.rim, self.loop = cells, rim, loop
        self.size = len(cells)
        number = {cell: at for at, cell in enumerate(cells)}
        self._lines = [[[number[each] for each in line] for line in self._lines_from(cell)] for cell in cells]
        self._images = [itemgetter(*map(number.__getitem__, image)) for image in self._symmetries()]

    def _lines_from(self, cell: str) -> Iterator[list[str]]:
        """In each of the eight directions until the board ends, and both ways round the rim.

        With the loop rule a walk round the whole rim returns to the placed disc.
        """
        for right, down in DIRECTIONS:
            line, (column, row) = list[str](), _place(cell)
            while (next_cell := _name(column := column + right, row := row + down)) in self.cells:
                line.append(next_cell)
            yield line
        if cell in self.rim:
            at = self.rim.index(cell)
            others = self.rim[at + 1 :] + self.rim[:at]
            for line in (others, others[::-1]):
                yield [*line, cell] if self.loop else line

    def _symmetries(self) -> Iterator[list[str]]:
        """The image of each cell under each rotation and reflection that keeps the board and its rim."""
        last = max(max(_place(cell)) for cell in self.cells)
        neighbours = {frozenset(pair) for pair in zip(self.rim, self.rim[1:] + self.rim[:1], strict=True)}
        for code in range(8):
            image = {}
            for cell in self.cells:
                column, row = _place(cell)
                column = last - column if code & 1 else column
                row = last - row if code & 2 else row
                image[cell] = _name(row, column) if code & 4 else _name(column, row)
            if set(image.values()) != set(self.cells):
                continue
            if {frozenset(image[cell] for cell in pair) for pair in neighbours} == neighbours:
                yield [*image.values()]

    def least_image(self, position: str) -> str:
        """One position that stands for all images of this one."""
        return min("".join(image(position)) for image in self._images)

    def turned(self, position: str, cell: int) -> list[int]:
        """The discs that X turns over by placing one on an empty cell."""
        found = list[int]()
        for line in self._lines[cell]:
            run = 0
            while run < len(line) and position[line[run]] == "O":
                run += 1
            if run < len(line) and (position[line[run]] == "X" or line[run] == cell):
                found += line[:run]
        return found

    def can_move(self, position: str) -> bool:
        return any(disc == "-" and self.turned(position, cell) for cell, disc in enumerate(position))

    def is_over(self, position: str) -> bool:
        return not self.can_move(position) and not self.can_move(position.translate(OTHER_SIDE))

    def score(self, position: str) -> int:
        """The result for X of a game that is over."""
        own, other = position.count("X"), position.count("O")
        return own - other + position.count("-") * ((own > other) - (own < other))

    def after(self, position: str) -> list[str]:
        """The positions after all moves, or after the pass, with the side to move as X."""
        found = list[str]()
        for cell, disc in enumerate(position):
            if disc == "-" and (turned := self.turned(position, cell)):
                discs = list(position)
                for each in (cell, *turned):
                    discs[each] = "X"
                found.append("".join(discs).translate(OTHER_SIDE))
        return found or [position.translate(OTHER_SIDE)]


def _place(cell: str) -> tuple[int, int]:
    return "abcdefgh".index(cell[0]), "12345678".index(cell[1])


def _name(column: int, row: int) -> str:
    """The name of a cell; empty outside the grid."""
    return "abcdefgh"[column] + "12345678"[row] if 0 <= column < 8 and 0 <= row < 8 else ""


# The text


@dataclass(frozen=True, slots=True)
class ProofClaim:
    """A line of the text: the position is worth `lower` to `upper` discs to X, who is to move."""

    line: int
    position: str
    lower: int
    upper: int
    is_trusted: bool
    """Whether it was solved by the program that made the proof, and is not checked here."""


@dataclass(frozen=True, slots=True)
class CheckedProof:
    """What was checked, and what the proof says."""

    board: str
    rules: SlowRules
    start: str
    lower: int
    upper: int
    positions: int
    trusted: tuple[ProofClaim, ...]
    """The claims that the proof rests on, which were not checked."""
    checksum: str
    """SHA-256 of the text."""


class ProofText:
    """A proof as it is written; only its syntax is checked."""

    def __init__(self, lines: Iterable[bytes]) -> None:
        self._lines, self._number, self._hash = iter(lines), 0, sha256()
        title, _, version = self._next().rpartition(" ")
        if title != TITLE:
            raise ProofTextError("this is no proof")
        if version != str(VERSION):
            raise ProofTextError(f"a proof of version {version}; this program reads version {VERSION}")
        self.board = self._field("board")
        cells, rim = self._cells("cells"), self._cells("rim")
        if not cells or not set(rim) <= set(cells):
            raise self._error("the rim must be some of the cells")
        loop = self._field("loop")
        if loop not in ("yes", "no"):
            raise self._error(f"loop is yes or no, not {loop!r}")
        self.rules = SlowRules(cells, rim, loop=loop == "yes")
        self.start = self._field("start")
        if re.fullmatch(f"[XO-]{{{self.rules.size}}}", self.start) is None:
            raise self._error(f"{self.start!r} is no position of {self.rules.size} cells")
        positions, trusted = self._count("positions"), self._count("readings")
        self.claims = list(self._read_claims(positions))
        if sum(claim.is_trusted for claim in self.claims) != trusted:
            raise self._error(f"there are not the {trusted} readings that the head names")
        self.checksum = self._hash.hexdigest()

    def _cells(self, name: str) -> list[str]:
        text = self._field(name)
        cells = [] if text == "none" else text.split(" ")
        if len(set(cells)) < len(cells) or not all(map(CELL.fullmatch, cells)):
            raise self._error("cells are a1…h8, each once")
        return cells

    def _count(self, name: str) -> int:
        text = self._field(name)
        if re.fullmatch("[0-9]{1,15}", text) is None:
            raise self._error(f"{text!r} is no number")
        return int(text)

    def _read_claims(self, count: int) -> Iterator[ProofClaim]:
        most = self.rules.size
        pattern = re.compile(rf"([XO-]{{{most}}}) (-?[0-9]{{1,2}}) (-?[0-9]{{1,2}})( read)?")
        for _ in range(count):
            found = pattern.fullmatch(text := self._next())
            if found is None:
                raise self._error(f"{text[:100]!r} is no position of {most} cells with its bounds")
            claim = ProofClaim(self._number, found[1], int(found[2]), int(found[3]), bool(found[4]))
            if max(abs(claim.lower), abs(claim.upper)) > most:
                raise self._error(f"nothing is worth more than {most} discs")
            yield claim
        if next(self._lines, b""):
            raise self._error(f"there is more than the {count} positions that the head names")

    def _field(self, name: str) -> str:
        word, _, value = self._next().partition(" ")
        if word != name:
            raise self._error(f"{name!r} was expected, not {word[:100]!r}")
        return value

    def _next(self) -> str:
        line = next(self._lines, b"")
        self._number += 1
        self._hash.update(line)
        if not line.endswith(b"\n"):
            raise self._error("the text is cut off here" if self._number > 1 else "this is no proof")
        return line[:-1].decode("latin-1")

    def _error(self, message: str) -> ProofTextError:
        return ProofTextError(f"line {self._number}: {message}")


def lines_of(file: Path) -> Iterator[bytes]:
    """The lines of a file, compressed by gzip or not; lines too long for a proof come in pieces."""
    with file.open("rb") as plain:
        is_packed = plain.read(2) == b"\x1f\x8b"
        plain.seek(0)
        with gzip.open(plain) if is_packed else plain as stream:
            try:
                yield from iter(partial(stream.readline, LONGEST_LINE), b"")
            except (EOFError, gzip.BadGzipFile, zlib.error) as error:
                raise ProofTextError(f"the compressed text is damaged or cut off: {error}") from None


# The check


class ProofChecker:
    """Checks for every position of the text, from the start on, that its bounds follow."""

    def __init__(self, text: ProofText) -> None:
        self._text = text
        self._rules = text.rules
        self._found: dict[str, ProofClaim] = {}
        self._needed: set[str] = set()

    def check(self, progress: Callable[[int, int], object] | None = None) -> CheckedProof:
        """`progress` is called with how many positions are checked, and how many there are."""
        text, claims = self._text, self._text.claims
        for claim in claims:
            if self._found.setdefault(self._rules.least_image(claim.position), claim) is not claim:
                raise _wrong(claim, "this position was there before")
        start = self._rules.least_image(text.start)
        if not claims or self._found.get(start) is not claims[0]:
            raise ProofTextError("the first position must be the start")
        self._needed.add(start)
        for done, claim in enumerate(claims):
            self._check(claim)
            if progress is not None and done % TELL_EVERY == 0:
                progress(done, len(claims))
        # If nothing needs a position, it was added, or what needed it was removed.
        for position, claim in self._found.items():
            if position not in self._needed:
                raise _wrong(claim, "nothing in the proof needs this position")
        first, trusted = claims[0], tuple(claim for claim in claims if claim.is_trusted)
        bounds = (first.lower, first.upper)
        return CheckedProof(text.board, text.rules, text.start, *bounds, len(claims), trusted, text.checksum)

    def _check(self, claim: ProofClaim) -> None:
        rules, most = self._rules, self._rules.size
        if claim.lower > claim.upper:
            raise _wrong(claim, f"it cannot be worth {claim.lower:+d} or more and {claim.upper:+d} or less")
        if rules.is_over(claim.position):
            score = rules.score(claim.position)
            if not claim.lower <= score <= claim.upper:
                raise _wrong(claim, f"the game is over, and the score {score:+d}")
        elif not claim.is_trusted:
            after = [rules.least_image(position) for position in rules.after(claim.position)]
            if claim.lower > -most:  # one of the moves must gain as much
                good = {
                    each for each in after if each in self._found and self._found[each].upper <= -claim.lower
                }
                self._needed |= good
                if not good and all(-self._bounds(each)[1] < claim.lower for each in after):
                    raise _wrong(claim, f"that it is worth {claim.lower:+d} or more does not follow")
            if claim.upper < most:  # no move may gain more
                self._needed |= {*after}
                if any(-self._bounds(each)[0] > claim.upper for each in after):
                    raise _wrong(claim, f"that it is worth {claim.upper:+d} or less does not follow")

    def _bounds(self, position: str) -> tuple[int, int]:
        if position in self._found:
            return self._found[position].lower, self._found[position].upper
        if self._rules.is_over(position):
            score = self._rules.score(position)
            return score, score
        return -self._rules.size, self._rules.size


def _wrong(claim: ProofClaim, message: str) -> WrongProofError:
    return WrongProofError(f"line {claim.line}: {claim.position}: {message}")


def check_proof(lines: Iterable[bytes], progress: Callable[[int, int], object] | None = None) -> CheckedProof:
    """What a proof says, if all of it follows; else a `WrongProofError` or a `ProofTextError`."""
    return ProofChecker(ProofText(lines)).check(progress)


def verdict(lower: int, upper: int) -> str:
    """What the side to move gets, in words."""
    if lower == upper:
        return f"wins by {lower}" if lower > 0 else f"loses by {-lower}" if lower < 0 else "draws"
    if lower > 0:
        return f"wins, by {lower} to {upper}"
    if upper < 0:
        return f"loses, by {-upper} to {-lower}"
    return f"gets between {lower:+d} and {upper:+d}"


def report(proof: CheckedProof) -> list[str]:
    rules = proof.rules
    rim = f", rim of {len(rules.rim)} that flanks too" if rules.rim else ""
    loop = ", and all of it by one disc (loop rule)" if rules.loop else ""
    followed = proof.positions - len(proof.trusted)
    empties = max((claim.position.count("-") for claim in proof.trusted), default=0)
    return [
        f"board: {proof.board}, {rules.size} cells{rim}{loop}",
        f"start: {proof.start} X",
        f"claim: X, to move, {verdict(proof.lower, proof.upper)}",
        f"checked: {followed:,} positions follow from their moves",
        f"on trust: {len(proof.trusted):,} positions solved to the end, with {empties} empties at most",
        f"SHA-256 of the text: {proof.checksum}",
    ]


def main(arguments: list[str]) -> int:
    if len(arguments) != 1:
        print("usage: python proof_check.py FILE", file=sys.stderr)
        return 2
    try:
        print("\n".join(report(check_proof(lines_of(Path(arguments[0]))))))
    except (ValueError, OSError) as error:
        print(f"{arguments[0]}: {error}", file=sys.stderr)
        return 1 if isinstance(error, WrongProofError) else 2
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
