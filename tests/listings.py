"""The studies' printed listings, line by line and in 32-bit integers, over the slow copy of the rules.

Forced moves and passes are left to whoever calls. A listing that draws lots tells all that it may draw.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from itertools import product

import reference
from slow_features import openness
from slow_look_ahead import BONUSES, Judge, by_features, by_map

from shirokuro.engine.studies import Depths

MOST, LEAST = 2**31 - 1, -(2**31)


def negated(value: int) -> int:
    """As Java negates an int: the lowest stays itself."""
    return LEAST if value == LEAST else -value


def difference(game: reference.Game) -> int:
    return game.count(game.turn) - game.count(game.opponent)


def winner(game: reference.Game) -> int:
    return (difference(game) > 0) - (difference(game) < 0)


# ssai and msai


@dataclass
class Ssai:
    """`AlphaBetaAI` of SSAI."""

    depths: Depths
    judge: Judge = by_features

    def move(self, game: reference.Game) -> str:
        movables = self.sorted(game)
        limit, left = self.depths.normal, game.count(reference.EMPTY)
        if left <= self.depths.wld:
            limit = MOST
            self.judge = difference if left <= self.depths.perfect else winner
        best, played = LEAST, ""
        for move in movables:
            value = negated(self.alphabeta(game.after(move), limit - 1, -MOST, negated(LEAST)))
            if value > best:
                played = move
        return played

    def alphabeta(self, game: reference.Game, limit: int, alpha: int, beta: int) -> int:
        if game.is_over() or limit == 0:
            return self.judge(game)
        moves = sorted(game.legal_moves())
        if not moves:
            return negated(self.alphabeta(game.after_pass(), limit, negated(beta), negated(alpha)))
        for move in moves:
            value = negated(self.alphabeta(game.after(move), limit - 1, negated(beta), negated(alpha)))
            alpha = max(alpha, value)
            if alpha >= beta:
                return alpha
        return alpha

    def sorted(self, game: reference.Game) -> list[str]:
        moves = []
        for move in sorted(game.legal_moves()):
            value = negated(self.alphabeta(game.after(move), self.depths.presearch - 1, -MOST, MOST))
            moves.append((value, move))
        for begin in range(len(moves) - 1):
            for current in range(1, len(moves)):
                if moves[begin][0] < moves[current][0]:
                    moves[begin], moves[current] = moves[current], moves[begin]
        return [move for _, move in moves]


class SampleProgram:
    """`MidEvaluator` of the study's reference [1] in Java, as it is or, unless it `drifts`, as it was meant.

    Its table holds, for every pattern of an edge, what each colour has there, in bytes.
    """

    def __init__(self, *, drifts: bool) -> None:
        self.drifts = drifts
        patterns = map("".join, product("-XO", repeat=8))
        self.table = {each: {side: edge_counts(each, side) for side in "XO"} for each in patterns}

    def __call__(self, game: reference.Game) -> int:
        columns, rows = "abcdefgh", "12345678"
        top, bottom = ([column + row for column in columns] for row in "18")
        right, left = ([column + row for row in rows] for column in "ha")
        first, *others = ("".join(map(game.discs.get, edge)) for edge in (top, bottom, right, left))
        stat = self.table[first]
        if not self.drifts:
            stat = {side: dict(counts) for side, counts in stat.items()}
        for other in others:
            for side in "XO":
                for name in ("stable", "wing", "c"):
                    stat[side][name] = byte(stat[side][name] + self.table[other][side][name])
        xmove = dict.fromkeys("XO-", 0)
        for corner, beside in (("a1", "b2"), ("a8", "b7"), ("h8", "g7"), ("h1", "g7")):
            if game.discs[corner] == "-":
                xmove[game.discs[beside]] += 1
            else:
                counts = stat[game.discs[corner]]
                counts["stable"] = byte(counts["stable"] - 1)
        result = sum(
            sign
            * (
                101 * stat[side]["stable"]
                - 308 * stat[side]["wing"]
                - 449 * xmove[side]
                - 552 * stat[side]["c"]
                - 13 * sum(openness(game, side).values())
            )
            for side, sign in (("X", 1), ("O", -1))
        )
        sign = 1 if game.turn == "X" else -1
        return sign * (result + sign * 67 * len(game.legal_moves()))


def byte(value: int) -> int:
    """As Java narrows an int."""
    return (value + 128) % 256 - 128


def edge_counts(edge: str, side: str) -> dict[str, int]:
    """`evalEdge`; mountains are counted there as well, but nobody asks for them."""
    counts = {"stable": 0, "wing": 0, "c": 0}
    if edge[0] == edge[7] == "-":
        if edge[2:6] == 4 * side:
            counts["wing"] = int({edge[1], edge[6]} == {side, "-"})
        else:
            counts["c"] = (edge[1] == side) + (edge[6] == side)
    counts["stable"] = len(edge) - len(edge.lstrip(side))
    if counts["stable"] < 8:
        counts["stable"] += len(edge) - len(edge.rstrip(side))
    return counts


def msai(game: reference.Game) -> str:
    """No thread is started: each candidate keeps the alpha that it was made with."""
    most, played = negated(LEAST), ""
    for move in sorted(game.legal_moves()):
        alpha = -MOST
        if negated(alpha) > most:
            most, played = alpha, move
    return played


# Monte Carlo Nip


def nip_mc(game: reference.Game) -> str:
    """`playOut` with its loop over a game, which never runs, left out; and `bestmove`. Rows are outermost."""
    moves = game.legal_moves()
    values = [0] * len(moves)
    for move in moves:
        at = 0
        copy = game.after(move)
        for _ in range(2):  # 300000
            value = 0
            if copy.count(reference.BLACK) > copy.count(reference.WHITE):
                value += -1 if game.turn == reference.WHITE else 1
            elif copy.count(reference.BLACK) > copy.count(reference.WHITE):
                value += 1 if game.turn == reference.WHITE else -1
            values[at] = value
        at += 1
    best = 0
    for i in range(1, len(values)):
        if values[i] > values[best]:
            best = i
    return moves[best]


def nipevt(game: reference.Game) -> Counter[str]:
    """`executeMiddlePhaseStrategy`: its `bestWays`."""
    judge = by_map("nip")

    def score(move: str) -> int:
        after = game.after(move)
        return BONUSES.get(len(after.legal_moves()), 0) - judge(after)

    scores = {move: score(move) for move in sorted(game.legal_moves())}
    best, ways = -10000, Counter[str]()
    for move in scores:
        for _ in range(5):
            for score2 in scores.values():
                total = -1000
                for score3 in scores.values():
                    for score4 in scores.values():
                        total = scores[move] - score2 + score3 - score4
                if total > best:
                    best, ways = total, Counter()
                if total == best:
                    ways[move] += 1
    return ways


# The rival


@dataclass
class Rvlai:
    """`RvlAI`; turns are counted from 1, as its first move of a game shows."""

    depth: int

    def decide(self, game: reference.Game, before: reference.Game, log: str) -> list[str]:
        """`before` is the board on which the last disc, `log`, was put."""
        moves = sorted(game.legal_moves())
        turn = 61 - game.count(reference.EMPTY)
        if 60 - turn < 6:
            return [self.last_turns(game, moves)]
        is_black = game.turn == reference.BLACK
        own = self.ranked(game, moves, downwards=is_black)
        if turn == 1:
            return own[:2]
        fresh = sorted(reference.new_game("reversi").legal_moves())
        theirs = self.ranked(before, fresh, downwards=not is_black)
        counter = theirs.index(log) if log in theirs else 0
        if counter >= len(own) - 1:
            return own[-2:]
        return own[:2] if counter == 0 else own[counter - 1 : counter + 2]

    def last_turns(self, game: reference.Game, moves: list[str]) -> str:
        most, least, played = LEAST, MOST, ""
        for move in moves:
            after = game.after(move)
            value = after.margin("plain")
            if after.turn == reference.BLACK:
                if value > most:
                    most, played = value, move
            elif value < least:
                least, played = value, move
        return played

    def ranked(self, game: reference.Game, moves: list[str], *, downwards: bool) -> list[str]:
        """By `ValueComparator`, or upwards by `ValueComparatorR`; `put` leaves out what is not legal."""
        values = {}
        for move in moves:
            after = game.after(move) if game.flips(move) else game
            values[move] = negated(self.alphabeta(after, self.depth, -MOST, negated(LEAST)))
        return sorted(moves, key=lambda move: -values[move] if downwards else values[move])

    def alphabeta(self, game: reference.Game, depth: int, alpha: int, beta: int) -> int:
        if depth == 0:
            return by_map("reversi")(game) * (1 if game.turn == reference.BLACK else -1)
        moves = sorted(game.legal_moves())
        if not moves:
            return negated(self.alphabeta(game.after_pass(), depth - 1, negated(beta), negated(alpha)))
        for move in moves:
            value = negated(self.alphabeta(game.after(move), depth - 1, negated(beta), negated(alpha)))
            alpha = max(alpha, value)
            if alpha >= beta:
                return alpha
        return alpha
