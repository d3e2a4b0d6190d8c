"""The tree of an experience: the learned positions, with values backed up through all of them.

Each position has the values of its moves, as they were searched when it was learned. Where the position after
a move is in the tree too, its own value replaces the searched one, all the way up to the start (after
M. Buro, Toward opening book learning, 1999). A position has two values:

- the sound value, in discs: both sides play their best move;
- the hope, from -1 for a loss to 1 for a win: the owner of the experience plays its best move, the opponent
  what opponents play. These are the moves that were played there and, as if in `DOUBT` games more, moves that
  look good, the worse ones more rarely. At a leaf the hope is tanh(discs / s); s grows with the empties.

The owner takes the best hope among the moves whose sound value is at most `RISK` worse than the best. So it
plays lines in which its opponents go wrong, and avoids those in which they know the answer.
"""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import replace
from heapq import heapify, heappop, heappush

from shirokuro.board.position_key import board_of_key, following, key_of
from shirokuro.board.record import Record
from shirokuro.books.entry import BookEntry, BookMove, best_first
from shirokuro.engine.value import Value
from shirokuro.experience.effort import SearchedMove
from shirokuro.squares.colour import Colour
from shirokuro.squares.square import PASS
from shirokuro.squares.variant import VARIANTS

DOUBT = 2.0
"""The weight, in games, of the assumption that opponents play by the values."""
LENIENCE = 1.0
"""A loss of this many discs makes an opponent's move rarer by a factor of e."""
RISK = 2.0
"""Discs of the sound value that the owner may give up."""
LEAD, LEAD_AN_EMPTY = 2.0, 0.25
"""The lead in discs that makes a win likely (88 %) at the end of a game, and what each empty adds."""
LEAST_CHANCE = 1e-5
"""Lines that are less likely are not followed."""


class LearnedPosition:
    """A position of the tree. The key of the position after a move stands for the move."""

    __slots__ = (
        "best",
        "hope",
        "hope_against",
        "key",
        "level",
        "lines",
        "moves",
        "needed",
        "parents",
        "replies",
        "shares",
        "sound",
    )

    def __init__(
        self, key: bytes, moves: Iterable[SearchedMove], replies: Counter[bytes], empties: int
    ) -> None:
        self.key = key
        self.moves: dict[bytes, BookMove] = {each.after: each.found for each in moves}
        """As they were searched."""
        self.lines: dict[bytes, LearnedPosition] = {}
        """The positions after its moves that are in the tree."""
        self.parents: list[LearnedPosition] = []
        self.replies = replies
        """What opponents played here."""
        passes = any(each.move == PASS for each in self.moves.values())
        self.level = passes + 2 * empties
        """Every move leads to a position of a lower level."""
        self.best: tuple[bytes, ...] = ()
        """The moves that the owner of the experience may take."""
        self.shares: dict[bytes, float] = {}
        """How likely an opponent plays each move, since it was last settled."""
        self.needed = LEAD + LEAD_AN_EMPTY * empties
        """The lead in discs that makes a win likely."""
        self.sound = self.hope = self.hope_against = 0.0
        """For the side to move; the hope if the owner is to move, and if its opponent is."""

    @property
    def is_solved(self) -> bool:
        return len(self.moves) == 1 and all(each.kind == "exact" for each in self.moves.values())

    def settle(self) -> bool:
        """Updates its values from the positions after it; returns whether they changed."""
        before = self.sound, self.hope, self.hope_against
        sound = self.sound_values()
        self.sound = max(sound.values())
        # The owner considers the moves that give up little of the sound value.
        hopes, least = self._hopes("hope_against"), self.sound - RISK
        own = {after: hope for after, hope in hopes.items() if sound[after] >= least}
        self.hope = max(own.values())
        self.best = tuple(after for after, hope in own.items() if hope == self.hope)
        theirs = self._hopes("hope")
        self.shares = self.chances()
        self.hope_against = sum(share * theirs[each] for each, share in self.shares.items())
        return before != (self.sound, self.hope, self.hope_against)

    def sound_values(self) -> dict[bytes, float]:
        """The values of its moves in discs: those of the positions after them, or else as searched."""
        lines = self.lines
        return {
            after: -lines[after].sound if after in lines else float(each.value)
            for after, each in self.moves.items()
        }

    def _hopes(self, kind: str) -> dict[bytes, float]:
        lines, needed = self.lines, self.needed
        return {
            after: -getattr(lines[after], kind) if after in lines else math.tanh(each.value / needed)
            for after, each in self.moves.items()
        }

    def chances(self) -> dict[bytes, float]:
        """How likely an opponent plays each move."""
        best = max(each.value for each in self.moves.values())
        seeming = {after: math.exp((each.value - best) / LENIENCE) for after, each in self.moves.items()}
        share = DOUBT / sum(seeming.values())
        counts = {after: self.replies[after] + share * weight for after, weight in seeming.items()}
        total = sum(counts.values())
        return {after: count / total for after, count in counts.items()}


class ExperienceTree:
    """The learned positions of a board."""

    def __init__(self, variant: str) -> None:
        self.variant = variant
        self._cells = len(VARIANTS[variant].cells)
        self._positions: dict[bytes, LearnedPosition] = {}
        self._missing: defaultdict[bytes, list[LearnedPosition]] = defaultdict(list)
        """For each position outside the tree, those in it that a move leads there from."""
        self._starts: Counter[tuple[bytes, bool]] = Counter()
        """The first positions of games, and whether the owner moved first."""
        self._replies: defaultdict[bytes, Counter[bytes]] = defaultdict(Counter)
        self._ends: dict[bytes, bool] = {}

    def __len__(self) -> int:
        return len(self._positions)

    def __iter__(self) -> Iterator[LearnedPosition]:
        """Later positions come first: each follows all that its moves lead to."""
        return iter(sorted(self._positions.values(), key=lambda each: each.level))

    def find(self, key: bytes) -> LearnedPosition | None:
        return self._positions.get(key)

    def add(self, key: bytes, moves: Iterable[SearchedMove]) -> None:
        """Adds a position; its values count once `settle` is called with its key."""
        if key in self._positions:
            return
        empties = self._cells - int.from_bytes(key).bit_count()
        position = self._positions[key] = LearnedPosition(key, moves, self._replies[key], empties)
        for after in position.moves:
            if (line := self._positions.get(after)) is not None:
                _join(position, line)
            else:
                self._missing[after].append(position)
        for parent in self._missing.pop(key, ()):
            _join(parent, position)

    def count(self, record: Record, owner: Colour | None) -> list[bytes]:
        """Counts the opponents' moves of a game: those of both sides if the owner played neither.

        Returns the keys of the game's positions, for `settle`.
        """
        board = record.root()
        keys = [key_of(board)]
        for is_own in (True, False) if owner is None else (board.turn == owner,):
            self._starts[keys[0], is_own] += 1
        for move in record.moves:
            turn = board.turn
            board.push(move)
            keys.append(key_of(board))
            if turn != owner:
                self._replies[keys[-2]][keys[-1]] += 1
        return keys

    def settle(self, keys: Iterable[bytes]) -> None:
        """Backs up the values of these positions as far as anything changes."""
        chosen = set(keys) & self._positions.keys()
        heap = [(self._positions[key].level, key) for key in chosen]
        heapify(heap)
        last = None
        while heap:
            each = heappop(heap)
            if each == last:
                continue
            last, position = each, self._positions[each[1]]
            if position.settle() or each[1] in chosen:
                for parent in position.parents:
                    heappush(heap, (parent.level, parent.key))

    def likeliest(self, count: int) -> list[bytes]:
        """The positions outside the tree that the owner's games are most likely to reach.

        The search is best first, from the starts of the games. A position that several lines lead to counts
        by the likeliest of them.
        """
        total = self._starts.total()
        heap = [(-games / total, key, is_own) for (key, is_own), games in self._starts.items()]
        heapify(heap)
        met, found = set[tuple[bytes, bool]](), dict[bytes, None]()
        while heap and len(found) < count:
            chance, key, is_own = heappop(heap)
            if (key, is_own) in met:
                continue
            met.add((key, is_own))
            position = self._positions.get(key)
            if position is None:
                if key not in self._ends:
                    self._ends[key] = board_of_key(self.variant, key).is_over()
                if not self._ends[key]:
                    found[key] = None
            elif not position.is_solved:
                ways = dict.fromkeys(position.best, 1 / len(position.best)) if is_own else position.shares
                for after, share in ways.items():
                    if chance * share < -LEAST_CHANCE:
                        heappush(heap, (chance * share, after, not is_own))
        return [*found]

    def entries(self) -> dict[bytes, BookEntry]:
        """The tree as entries of a book: sound values, each as certain as the least certain one behind it."""
        found: dict[bytes, BookEntry] = {}
        least_certain: dict[bytes, Value] = {}
        for position in self:
            moves = dict(position.moves)
            for after, line in position.lines.items():
                move, value = moves[after].move, replace(least_certain[after], discs=int(line.sound))
                moves[after] = BookMove.of(move, value.before(move))
            values = (each.as_value() for each in moves.values())
            least_certain[position.key] = min(values, key=lambda value: value.certainty)
            images = (
                moves[reached]._replace(move=move)
                for move, board in following(board_of_key(self.variant, position.key))
                if (reached := key_of(board)) in moves
            )
            found[position.key] = BookEntry(best_first(images))
        return found


def _join(parent: LearnedPosition, position: LearnedPosition) -> None:
    parent.lines[position.key] = position
    position.parents.append(parent)
