"""Many games at once as arrays: one action each, in one call, for self-play."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from shirokuro.board.board import Board
from shirokuro.engine import batch
from shirokuro.engine.batch import Positions
from shirokuro.errors import IllegalMoveError, InvalidMoveError
from shirokuro.research.encoding import Masks, Planes, encoding_of
from shirokuro.squares.square import PASS, move_name


class Stepped(NamedTuple):
    """What a step did to each game."""

    rewards: NDArray[np.int8]
    """1, 0 or -1 for the side that has just moved, where the game ended; else 0."""
    finished: NDArray[np.bool_]
    """Which games this step ended."""
    margins: NDArray[np.int8]
    """Black's margin in discs where the game ended; else 0."""


class VectorGames:
    """`games` games of one board, all of which step together; every array is NumPy's and speaks DLPack.

    Who must pass takes the pass, the last action; `must_pass` says where. With `auto_reset` an ended game
    begins anew at once; without, it stays as it is, and actions for it are ignored. An illegal action is an
    IllegalMoveError that names the game, and no game has moved then.
    """

    positions: Positions
    """Own discs and the opponent's of each game, for the side to move."""
    legal: NDArray[np.uint64]
    """The legal squares as a mask of 64 bits each."""
    must_pass: NDArray[np.bool_]
    is_over: NDArray[np.bool_]
    turns: NDArray[np.int8]
    """Who is to move: 0 is black, 1 white."""

    def __init__(
        self, games: int, variant: str = "reversi", *, auto_reset: bool = False, threads: int = 1
    ) -> None:
        if games < 1:
            raise ValueError(f"games: 1 or more are possible, not {games}")
        self.encoding = encoding_of(variant)
        self.auto_reset = auto_reset
        self._name, self._threads = self.encoding.variant.name, threads
        self._cells = len(self.encoding.variant.cells)
        self._start = batch.from_boards([Board(self._name)])
        self._start_legal = self._legal(self._start)[0]
        self._games = games
        self.reset()

    def __len__(self) -> int:
        return self._games

    def reset(self) -> None:
        """Begins all games anew."""
        games = self._games
        self.positions = self._start.repeat(games, axis=0)
        self.legal = np.full(games, self._start_legal)
        self.must_pass = np.zeros(games, dtype=np.bool_)
        self.is_over = np.zeros(games, dtype=np.bool_)
        self.turns = np.zeros(games, dtype=np.int8)
        self._going: NDArray[np.intp] | None = None  # the games that are not over; None: all of them

    def planes(self) -> Planes:
        """What the side to move sees: int8 of shape (games, 2, width, width)."""
        return self.encoding.planes(self.positions)

    def masks(self) -> Masks:
        """The legal actions: int8 of shape (games, actions); none where a game is over."""
        return self.encoding.masks(self.legal, self.must_pass)

    def step(self, actions: ArrayLike) -> Stepped:
        """Makes one action in each game."""
        moves, going = self._moves(np.asarray(actions)), self._going
        some = slice(None) if going is None else going
        try:
            after = batch.play(self.positions[some], moves[some], variant=self._name, threads=self._threads)
        except IllegalMoveError:
            raise self._illegal(moves) from None
        return self._after(after, going)

    def random_actions(self, random: np.random.Generator) -> NDArray[np.uint8]:
        """A legal action for each game, all equally likely; where there is none, the pass."""
        ranks = (random.random(len(self), dtype=np.float32) * np.bitwise_count(self.legal)).astype(np.uint8)
        squares = _nth_bits(self.legal, ranks)
        squares[self.legal == 0] = PASS
        actions: NDArray[np.uint8] = self.encoding.action_of[squares]
        return actions

    def _legal(self, positions: Positions) -> NDArray[np.uint64]:
        return batch.legal(positions, variant=self._name, threads=self._threads)

    def _moves(self, actions: NDArray[Any]) -> NDArray[np.uint8]:
        """The actions as squares and passes; those of finished games may be anything."""
        if actions.shape != self.turns.shape or actions.dtype.kind not in "iu":
            raise InvalidMoveError(f"actions: {len(self)} integers are needed, one for each game")
        most = self.encoding.pass_action
        if len(actions) and (actions.min() < 0 or actions.max() > most):
            wrong = np.flatnonzero(((actions < 0) | (actions > most)) & ~self.is_over)
            if len(wrong):
                raise InvalidMoveError(f"game {wrong[0]}: actions are 0…{most}, not {actions[wrong[0]]}")
            actions = np.clip(actions, 0, most)
        moves: NDArray[np.uint8] = self.encoding.squares[actions]
        return moves

    def _illegal(self, moves: NDArray[np.uint8]) -> IllegalMoveError:
        """Names the first game whose action is illegal."""
        squares = np.uint64(1) << np.minimum(moves, 63).astype(np.uint64)
        is_legal = np.where(moves == PASS, self.must_pass, self.legal & squares != 0)
        game = int(np.flatnonzero(~is_legal & ~self.is_over)[0])
        return IllegalMoveError(f"game {game}: {move_name(int(moves[game]))} is illegal there")

    def _after(self, positions: Positions, going: NDArray[np.intp] | None) -> Stepped:
        """Takes the new positions of the games that went on; says which of them have ended."""
        legal = self._legal(positions)
        if going is None:
            self.positions, self.legal = positions, legal
            self.turns ^= 1
        else:
            self.positions[going], self.legal[going] = positions, legal
            self.turns[going] ^= 1
        self.must_pass = np.zeros(len(self), dtype=np.bool_)
        finished = np.zeros(len(self), dtype=np.bool_)
        stuck = np.flatnonzero((self.legal == 0) & ~self.is_over)
        if len(stuck):
            can_reply = self._legal(self.positions[stuck][:, ::-1]) != 0
            self.must_pass[stuck[can_reply]] = True
            finished[stuck[~can_reply]] = True
        return self._ended(finished)

    def _ended(self, finished: NDArray[np.bool_]) -> Stepped:
        rewards, margins = np.zeros((2, len(self)), dtype=np.int8)
        if (ended := np.flatnonzero(finished)).size:
            own, opp = np.bitwise_count(self.positions[ended]).astype(np.int8).T
            own_margin = own - opp + np.sign(own - opp) * (self._cells - own - opp)
            rewards[ended] = -np.sign(own_margin)
            margins[ended] = np.where(self.turns[ended] == 0, own_margin, -own_margin)
            if self.auto_reset:
                self.positions[ended], self.legal[ended] = self._start, self._start_legal
                self.turns[ended] = 0
            else:
                self.is_over[ended] = True
                self._going = np.flatnonzero(~self.is_over)
        return Stepped(rewards, finished, margins)


def _nth_bits(words: NDArray[np.uint64], ranks: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """The place of the bit with this rank, from 0, in each word that has one, by halving."""
    places = np.zeros(len(words), dtype=np.uint8)
    rest = words
    for width in (32, 16, 8, 4, 2, 1):
        low = rest & np.uint64((1 << width) - 1)
        below = np.bitwise_count(low)
        is_above = ranks >= below
        ranks = ranks - below * is_above
        places += is_above * np.uint8(width)
        rest = np.where(is_above, rest >> np.uint64(width), low)
    return places
