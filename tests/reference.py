"""The rules of every variant once more, slow and obvious, to check the core against; cells go by name."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

BLACK, WHITE, EMPTY = "X", "O", "-"

NIP_RING = "c1 d1 e1 f1 g2 h3 h4 h5 h6 g7 f8 e8 d8 c8 b7 a6 a5 a4 a3 b2"
NIP40_RING = "d1 e1 f2 g3 h4 h5 g6 f7 e8 d8 c7 b6 a5 a4 b3 c2"
NIP32_RING = "b1 c1 d1 e1 f2 f3 f4 f5 e6 d6 c6 b6 a5 a4 a3 a2"
NIP24_RING = "c1 d1 e2 f3 f4 e5 d6 c6 b5 a4 a3 b2"
NIP12_RING = "b1 c1 d2 d3 c4 b4 a3 a2"

# name: (cells in each row, the rim where it flanks, whether a disc flanks the rest of the rim with itself)
BOARDS = {
    "reversi": ((8, 8, 8, 8, 8, 8, 8, 8), "", False),
    "reversi6": ((6, 6, 6, 6, 6, 6), "", False),
    "reversi4": ((4, 4, 4, 4), "", False),
    "nip": ((4, 6, 8, 8, 8, 8, 6, 4), NIP_RING, False),
    "nip40": ((2, 4, 6, 8, 8, 6, 4, 2), NIP40_RING, False),
    "nip32": ((4, 6, 6, 6, 6, 4), NIP32_RING, False),
    "nip24": ((2, 4, 6, 6, 4, 2), NIP24_RING, False),
    "nip12": ((2, 4, 4, 2), NIP12_RING, False),
    "nip+loop": ((4, 6, 8, 8, 8, 8, 6, 4), NIP_RING, True),
    "nip40+loop": ((2, 4, 6, 8, 8, 6, 4, 2), NIP40_RING, True),
    "nip32+loop": ((4, 6, 6, 6, 6, 4), NIP32_RING, True),
    "nip24+loop": ((2, 4, 6, 6, 4, 2), NIP24_RING, True),
    "nip12+loop": ((2, 4, 4, 2), NIP12_RING, True),
}


def cell_name(column: int, row: int) -> str:
    return "abcdefgh"[column] + "12345678"[row]


def cells_of(rows: tuple[int, ...]) -> list[str]:
    """The cells that exist, row by row; each row is centred."""
    width = len(rows)
    return [
        cell_name((width - length) // 2 + i, row) for row, length in enumerate(rows) for i in range(length)
    ]


def straight_rays(cell: str, cells: list[str]) -> Iterator[list[str]]:
    """In each of the eight directions, the cells one meets until the board ends."""
    for right in (-1, 0, 1):
        for down in (-1, 0, 1):
            if right == down == 0:
                continue
            ray = []
            column, row = ord(cell[0]) - ord("a") + right, int(cell[1]) - 1 + down
            while 0 <= column < 8 and 0 <= row < 8 and cell_name(column, row) in cells:
                ray.append(cell_name(column, row))
                column, row = column + right, row + down
            yield ray


def ring_rays(cell: str, ring: list[str], loop: bool) -> Iterator[list[str]]:
    """Both ways round the rim; with the loop rule the walk comes home to the placed disc itself."""
    if cell in ring:
        at = ring.index(cell)
        onward = ring[at + 1 :] + ring[:at]
        for way in (onward, onward[::-1]):
            yield [*way, cell] if loop else way


@dataclass
class Rules:
    """A board: its cells, and for each cell the rays along which a disc placed there may flank."""

    cells: list[str]
    ring: list[str]
    rays: dict[str, list[list[str]]]
    width: int


def rules_of(rows: tuple[int, ...], ring_text: str, loop: bool) -> Rules:
    cells, ring = cells_of(rows), ring_text.split()
    rays = {cell: [*straight_rays(cell, cells), *ring_rays(cell, ring, loop)] for cell in cells}
    return Rules(cells, ring, rays, len(rows))


RULES = {name: rules_of(*board) for name, board in BOARDS.items()}


@dataclass
class Game:
    """A position of a variant: the disc on every cell, and whose turn it is."""

    rules: Rules
    discs: dict[str, str]
    turn: str

    @property
    def opponent(self) -> str:
        return WHITE if self.turn == BLACK else BLACK

    def flips(self, cell: str) -> set[str]:
        """What a disc of the side to move would turn; nothing where a disc lies already."""
        if self.discs[cell] != EMPTY:
            return set()
        with_disc = {**self.discs, cell: self.turn}
        turned: set[str] = set()
        for ray in self.rules.rays[cell]:
            run = []
            for passed in ray:
                if with_disc[passed] != self.opponent:
                    break
                run.append(passed)
            if len(run) < len(ray) and with_disc[ray[len(run)]] == self.turn:
                turned.update(run)
        return turned

    def legal_moves(self) -> list[str]:
        return [cell for cell in self.rules.cells if self.flips(cell)]

    def after_pass(self) -> Game:
        return Game(self.rules, dict(self.discs), self.opponent)

    def after(self, cell: str) -> Game:
        turned = dict.fromkeys(self.flips(cell), self.turn)
        return Game(self.rules, {**self.discs, cell: self.turn, **turned}, self.opponent)

    def must_pass(self) -> bool:
        return not self.legal_moves() and bool(self.after_pass().legal_moves())

    def is_over(self) -> bool:
        return not self.legal_moves() and not self.after_pass().legal_moves()

    def count(self, disc: str) -> int:
        return sum(self.discs[cell] == disc for cell in self.rules.cells)

    def margin(self, scoring: str) -> int:
        """Black minus white; by `winner` the side with more discs also gets the empties."""
        black, white, empties = self.count(BLACK), self.count(WHITE), self.count(EMPTY)
        if scoring == "winner":
            black, white = black + (black > white) * empties, white + (white > black) * empties
        return black - white

    def line(self) -> str:
        return "".join(self.discs[cell] for cell in self.rules.cells) + " " + self.turn


def new_game(variant: str) -> Game:
    rules = RULES[variant]
    low, high = rules.width // 2 - 1, rules.width // 2
    discs = dict.fromkeys(rules.cells, EMPTY)
    discs[cell_name(low, low)] = discs[cell_name(high, high)] = WHITE
    discs[cell_name(high, low)] = discs[cell_name(low, high)] = BLACK
    return Game(rules, discs, BLACK)


def perft(game: Game, depth: int) -> int:
    """The leaves at a depth; a pass uses a ply and a finished game is one leaf."""
    if depth == 0 or game.is_over():
        return 1
    if game.must_pass():
        return perft(game.after_pass(), depth - 1)
    return sum(perft(game.after(cell), depth - 1) for cell in game.legal_moves())
