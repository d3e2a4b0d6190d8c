"""Where games passed through positions: rows sorted by a 64-bit key, which symmetric positions share.

The key is the least hash among the images of a position, its discs seen by the side to move. Two positions
of a library of ten million share one by chance with a probability of 3 in a million.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from shirokuro.board.board import Board
from shirokuro.board.position_key import equal_moves, moved_places
from shirokuro.books.entry import PlayedMove, most_played_first
from shirokuro.engine import batch
from shirokuro.engine.batch import NO_MOVE, Positions
from shirokuro.library.query import PlayedPosition
from shirokuro.library.replay import ReplayedGames, ReplayedPly
from shirokuro.squares.square import Symmetry

PLACE = np.dtype([("key", "<u8"), ("game", "<u4"), ("ply", "u1"), ("move", "u1"), ("outcome", "i1")])
"""A game at a position: the move that followed, as on the image that the key stands for, and how the game
ended for the side to move: 1, 0 or -1."""
UNKNOWN = 2
"""The outcome of a game without a result."""
BUCKETS = 4096
"""Rows are kept by the first bits of their keys, so that a search reads few of them."""
_SHIFT = np.uint64(64 - BUCKETS.bit_length() + 1)
_FACTORS = [np.uint64(0x9E3779B97F4A7C15), np.uint64(0xBF58476D1CE4E5B9), np.uint64(0x94D049BB133111EB)]
Places = NDArray[np.void]
"""An array of PLACE."""


def keys_of(variant: str, positions: Positions) -> tuple[NDArray[np.uint64], NDArray[np.uint8]]:
    """The key of each position, and the symmetry that leads to the image that it stands for."""
    keys = _hashes(positions)
    symmetries = np.zeros(len(positions), dtype=np.uint8)
    for symmetry in [*Symmetry][1:]:
        others = _hashes(batch.transform(positions, symmetry, variant=variant))
        is_less = others < keys
        keys[is_less] = others[is_less]
        symmetries[is_less] = int(symmetry)
    return keys, symmetries


def bucket_of(key: int) -> int:
    return key >> int(_SHIFT)


def board_key(board: Board) -> tuple[int, Symmetry]:
    """The key of one position, and the symmetry that leads to its image."""
    keys, symmetries = keys_of(board.variant_name, batch.from_boards([board]))
    return int(keys[0]), Symmetry(int(symmetries[0]))


def places_of(
    variant: str, replayed: ReplayedGames, numbers: NDArray[np.int64], signs: NDArray[np.int8]
) -> Places:
    """The sorted rows of games by their numbers in the library, 0 for those to leave out.

    `signs` says who won: 1 black, -1 white, 0 nobody, UNKNOWN.
    """
    parts = [_places(variant, ply, each, numbers, signs) for ply, each in enumerate(replayed.plies)]
    places = np.concatenate(parts) if parts else np.empty(0, dtype=PLACE)
    return places[np.argsort(places["key"], kind="stable")]


def _places(
    variant: str, ply: int, at: ReplayedPly, numbers: NDArray[np.int64], signs: NDArray[np.int8]
) -> Places:
    is_kept = numbers[at.games] > 0
    games, moves, is_white = at.games[is_kept], at.moves[is_kept], at.is_white[is_kept]
    keys, symmetries = keys_of(variant, at.positions[is_kept])
    found = np.empty(len(games), dtype=PLACE)
    found["key"], found["game"], found["ply"] = keys, numbers[games], ply
    found["move"] = np.where(moves == NO_MOVE, moves, _moved(variant)[symmetries, moves & 127])
    found["outcome"] = np.where(is_white & (signs[games] != UNKNOWN), -signs[games], signs[games])
    return found


def by_bucket(places: Places) -> Iterator[tuple[int, Places]]:
    """The rows of each bucket that has any."""
    buckets = places["key"] >> _SHIFT
    ends = np.searchsorted(buckets, np.arange(1, BUCKETS + 1, dtype=np.uint64)).tolist()
    begin = 0
    for bucket, end in enumerate(ends):
        if end > begin:
            yield bucket, places[begin:end]
        begin = end


def read_places(rows: bytes, key: int) -> Places:
    """The rows of a key among those of its bucket."""
    places = np.frombuffer(rows, dtype=PLACE)
    keys = places["key"]
    begin, end = np.searchsorted(keys, np.uint64(key)), np.searchsorted(keys, np.uint64(key), "right")
    return places[begin:end]


def counted_places(board: Board, places: Places, symmetry: Symmetry) -> PlayedPosition:
    """What was played in a position, by its places, and how it ended."""
    counts = np.bincount(places["outcome"] + 1, minlength=UNKNOWN + 2)
    known = places[places["outcome"] != UNKNOWN]
    by_move = np.bincount(known["move"] * np.int64(3) + known["outcome"] + 1, minlength=768).reshape(256, 3)
    back = moved_places(board.variant_name, int(symmetry.inverse))
    ended = {
        back[move]: by_move[move].tolist() for move in np.flatnonzero(by_move.any(axis=1)) if move != NO_MOVE
    }
    played = []
    for group in equal_moves(board) if ended else ():
        if results := [ended[move] for move in group if move in ended]:
            losses, draws, wins = (sum(each) for each in zip(*results, strict=True))
            played += [PlayedMove(move, losses + draws + wins, wins, draws) for move in group]
    losses, draws, wins = counts[:3].tolist()
    return PlayedPosition(len(places), wins, draws, losses, most_played_first(played))


def _hashes(positions: Positions) -> NDArray[np.uint64]:
    own, opp = positions[:, 0], positions[:, 1]
    hashed = own * _FACTORS[0]
    hashed ^= hashed >> np.uint64(32)
    hashed += opp
    for factor, shift in zip(_FACTORS[1:], (30, 27), strict=True):
        hashed ^= hashed >> np.uint64(shift)
        hashed *= factor
    hashed ^= hashed >> np.uint64(31)
    return hashed


def _moved(variant: str) -> NDArray[np.uint8]:
    """Where each symmetry takes each square and the pass."""
    table = np.zeros((len(Symmetry), 128), dtype=np.uint8)
    for symmetry in Symmetry:
        places = moved_places(variant, int(symmetry))
        table[int(symmetry), : len(places)] = places
    return table
