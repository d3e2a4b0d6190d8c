"""How people play: ratings, chances of moves, strength from games, difficulty, and the model's file."""

from __future__ import annotations

import gzip
import json
import math
import os
import random
import struct
import subprocess
import sys
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from samples import random_board

import shirokuro as sk
from shirokuro.people.foresight import with_foresight
from shirokuro.people.model import MODEL, MoveChances, Question
from shirokuro.people.ratings import DRIFT_A_YEAR, NEWCOMER_ERROR, PlayerRating, RatedGame, rate
from shirokuro.training.people_file import people_file

OPENING = "f5d6c3d3c4f4c5b3c2"


# Ratings from results


def test_ratings_find_true_strengths_within_their_errors() -> None:
    dice = random.Random(1)
    true = {f"player {number}": dice.gauss(1500, 200) for number in range(40)}
    games = []
    for number in range(4000):
        black, white = dice.sample(sorted(true), 2)
        chance = 1 / (1 + 10 ** ((true[white] - true[black]) / 400))
        games.append(RatedGame(black, white, 1990 + number // 1000, float(dice.random() < chance)))
    last: dict[str, PlayerRating] = {}
    for game, (black, white) in zip(games, rate(games), strict=True):
        last |= {game.black: black, game.white: white}
    shift = np.mean([last[name].value - strength for name, strength in true.items()])
    misses = [(last[name].value - strength - shift) / last[name].error for name, strength in true.items()]
    assert np.sqrt(np.mean(np.square(misses))) < 1.3
    assert max(rating.error for rating in last.values()) < 70


def test_a_rating_is_less_known_after_years_without_a_game() -> None:
    known = PlayerRating(1700, 40, 30, 2000)
    assert known.in_year(2000) == known
    assert known.in_year(2004).error == pytest.approx(math.hypot(40, 2 * DRIFT_A_YEAR))
    assert known.in_year(2100).error == NEWCOMER_ERROR
    assert PlayerRating().in_year(2000).error == NEWCOMER_ERROR
    draw = known.after(PlayerRating(1700, 40, 30, 2000), 0.5)
    assert draw.value == pytest.approx(1700)
    assert draw.error < 40


# The network, once more and slowly


class SlowModel:
    """What cpp/evaluate/people_model.hpp describes, straight from the bytes of a file."""

    def __init__(self, contents: bytes) -> None:
        body = contents[21:]
        sizes = struct.unpack("<8I", body[:32])
        self.planes, self.features, self.channels, blocks, self.context, self.head, self.hidden, note = sizes
        self.rest = body[32 + note :]
        self.g = self.dense(self.features, self.context, True)
        self.stem, self.stem_mix = self.convolution(self.planes, 9), self.dense(self.context, self.channels)
        self.blocks = [
            (self.wide(), self.dense(self.context, self.channels), self.wide()) for _ in range(blocks)
        ]
        self.top = self.convolution(self.channels, 1, self.head)
        self.top_values, self.top_mix = self.dense(6, self.head), self.dense(self.context, self.head)
        self.last = self.dense(self.head, 1, True)
        self.by_values = [
            self.dense(7, self.hidden, True),
            self.dense(6, self.hidden),
            self.dense(self.hidden, self.hidden, True),
            self.dense(self.hidden, 1, True),
        ]
        assert not self.rest

    def take(self, kind: str, *shape: int) -> NDArray[Any]:
        size = int(np.prod(shape)) * np.dtype(kind).itemsize
        taken, self.rest = self.rest[:size], self.rest[size:]
        return np.frombuffer(taken, kind).reshape(shape).astype(np.int64)

    def wide(self) -> Callable[..., NDArray[Any]]:
        return self.convolution(self.channels, 9)

    def dense(
        self, inputs: int, outputs: int, has_biases: bool = False
    ) -> Callable[[NDArray[Any]], NDArray[Any]]:
        weights = self.take("<i2", outputs, inputs)
        biases = self.take("<i4", outputs) if has_biases else np.zeros(outputs, np.int64)
        return lambda row: row @ weights.T + biases

    def convolution(self, inputs: int, taps: int, outputs: int = 0) -> Callable[..., NDArray[Any]]:
        outputs = outputs or self.channels
        weights = self.take("i1", outputs, taps, inputs)
        scales, biases = self.take("<i4", outputs), self.take("<i4", outputs)

        def apply(cells: NDArray[Any], added: Any) -> NDArray[Any]:
            reach = 1 if taps == 9 else 0
            wide = np.pad(cells, ((reach, reach), (reach, reach), (0, 0)))
            sums = np.zeros((8, 8, outputs), np.int64)
            for tap in range(taps):
                y, x = divmod(tap, 3)
                sums += wide[y : y + 8, x : x + 8] @ weights[:, tap].T
            return (sums * scales + ((biases + added) << 16) + (1 << 23)) >> 24

        return apply

    def scores(self, planes: NDArray[Any], features: NDArray[Any]) -> NDArray[Any]:
        context = cut(self.g(features) + 2048 >> 12)
        seen = cut(self.stem(planes, self.stem_mix(context) >> 4))
        for first, mix, second in self.blocks:
            seen = cut(seen + second(cut(first(seen, mix(context) >> 4)), 0))
        values = self.top_values(planes[:, :, 7:13]) >> 4
        hidden = cut(self.top(seen, (self.top_mix(context) >> 4) + values))
        return np.asarray(self.last(hidden)[..., 0] >> 7).reshape(64)

    def value_scores(self, planes: NDArray[Any], features: NDArray[Any]) -> NDArray[Any]:
        context, first, second, last = self.by_values
        hidden = cut(context(features[[0, 1, 4, 5, 6, 7, 8]]) + first(planes[:, :, 7:13]) + 2048 >> 12)
        return np.asarray(last(cut(second(hidden) + 2048 >> 12))[..., 0] >> 7).reshape(64)


def cut(numbers: NDArray[Any]) -> NDArray[Any]:
    return np.clip(numbers, 0, 31 * 128)


def slow_inputs(board: sk.Board, values: list[list[int]], rating: int) -> tuple[NDArray[Any], NDArray[Any]]:
    planes = np.zeros((8, 8, 14), np.int64)
    flat, moves = planes.reshape(64, 14), [int(move) for move in board.legal_moves]
    for plane, cells in enumerate((board.own, board.opp, board.legal_moves)):
        flat[[int(cell) for cell in cells], plane] = 128
    for number, move in enumerate(board.move_stack[:-5:-1]):
        if move != sk.PASS:
            flat[move, 3 + number] = 128
    for depth, row in enumerate(values):
        flat[moves, 7 + depth] = [min(max(row) - value, 24) * 16 for value in row]
        flat[moves, 10 + depth] = [128 * (value == max(row)) for value in row]
    flat[:, 13] = 128
    empties, cells = len(board.empties()), len(board.variant.cells)
    scaled = int((rating - 1600) * 128 / 200)
    features = [scaled, 64, scaled, 64, empties * 64 * 4 // cells - 128, empties % 2 * 128]
    features += [len(moves) * 128 // 10, min(max(max(values[2]), -32), 32) * 8, 128 * (empties <= 10), 166]
    features += [128 * (board.turn == sk.BLACK), 0, 0, 128, 128]
    return planes, np.array(features, np.int64)


def slow_chances(scores: NDArray[Any], moves: list[int], sharpness: int) -> dict[int, float]:
    best = max(int(scores[move]) for move in moves)
    weights = {move: 2.0 ** (-((best - int(scores[move])) * sharpness >> 10) / 4096) for move in moves}
    return {move: weight / sum(weights.values()) for move, weight in weights.items()}


def small_file() -> bytes:
    """A file of random weights, some of them large."""
    dice = np.random.default_rng(3)

    def layer(*shape: int) -> NDArray[Any]:
        return dice.normal(0, 0.3, shape)

    shapes: dict[str, tuple[int, ...]] = {"g.weight": (8, 15), "g.bias": (8,), "stem.weight": (16, 14, 3, 3)}
    shapes |= {"stem_mix.weight": (16, 8), "head.weight": (8, 16, 1, 1), "head_mix.weight": (8, 8)}
    shapes |= {"head_values.weight": (8, 6, 1, 1), "last.weight": (1, 8, 1, 1), "last.bias": (1,)}
    norms = {"bn": 16, "head_bn": 8}
    for name in ("blocks.0.", "blocks.1."):
        shapes |= {f"{name}conv{number}.weight": (16, 16, 3, 3) for number in (1, 2)}
        shapes[f"{name}mix.weight"] = (16, 8)
        norms |= {f"{name}bn1": 16, f"{name}bn2": 16}
    policy = {name: layer(*shape) for name, shape in shapes.items()}
    for name, size in norms.items():
        policy |= {f"{name}.weight": 1 + layer(size), f"{name}.bias": layer(size)}
        policy |= {f"{name}.running_mean": layer(size), f"{name}.running_var": 0.5 + layer(size) ** 2}
    shapes = {"context.weight": (8, 7), "context.bias": (8,), "first.weight": (8, 6)}
    shapes |= {"second.weight": (8, 8), "second.bias": (8,), "last.weight": (1, 8), "last.bias": (1,)}
    values = {name: layer(*shape) for name, shape in shapes.items()}
    return people_file(policy, values, {"made": "by a test"})


def boards_of_a_game() -> list[sk.Board]:
    """The positions of a random game with a pass, without that one."""
    boards = [random_board("reversi", plies, 379) for plies in range(60)]
    return [board for board in boards if board.legal_moves]


@pytest.mark.parametrize("is_shipped", [False, True])
def test_the_core_computes_what_a_slow_network_does(tmp_path: Path, is_shipped: bool) -> None:
    file = tmp_path / "small.people"
    file.write_bytes(small_file())
    slow = SlowModel(gzip.decompress(MODEL.read_bytes()) if is_shipped else file.read_bytes())
    for board in boards_of_a_game()[10::20] if is_shipped else boards_of_a_game()[::6]:
        question = Question(board) if is_shipped else Question(board, file)
        moves = [int(move) for move in board.legal_moves]
        inputs = slow_inputs(board, question._core.values(), 1750)
        by_values = slow_chances(slow.value_scores(*inputs), moves, 1024)
        assert question.chances(1750, by_values=True) == pytest.approx(by_values, rel=1e-4, abs=1e-8)
        assert question.chances(1750) == pytest.approx(
            slow_chances(slow.scores(*inputs), moves, 922), rel=1e-4, abs=1e-8
        )


def test_every_instruction_set_gives_the_same() -> None:
    code = f"import shirokuro as sk; print([*sk.people.predict({OPENING!r}, 1650).items()])"
    command = [sys.executable, "-c", code]
    generic, usual = (
        subprocess.run(command, env=os.environ | {"SHIROKURO_ISA": isa}, stdout=subprocess.PIPE).stdout
        for isa in ("generic", "")
    )
    assert generic == usual != b""


# Chances


def test_chances_are_of_the_legal_moves_and_add_up() -> None:
    board = sk.Board.parse(OPENING)
    for rating in (600, 1100, 1500, 2000, 2400):
        chances = sk.people.predict(board, rating)
        assert set(chances) == set(board.legal_moves)
        assert sum(chances.values()) == pytest.approx(1)
        assert list(chances.values()) == sorted(chances.values(), reverse=True)
        assert not chances.by_values
        assert chances.is_extrapolated == (rating in (600, 2400))


def test_the_better_player_finds_the_better_moves() -> None:
    """On the whole, the expected loss falls as the rating rises."""
    expected = [0.0] * 3
    for board in boards_of_a_game()[5:50:3]:
        question = Question(board)
        values = question.values()
        for number, rating in enumerate((600, 1200, 1900)):
            for move, chance in question.chances(rating).items():
                expected[number] += chance * (max(values.values()) - values[move])
    assert expected == sorted(expected, reverse=True)


@pytest.mark.parametrize("variant", ["nip", "reversi6", "nip12+loop"])
def test_boards_without_games_of_people_go_by_values_and_say_so(variant: str) -> None:
    chances = sk.people.predict(sk.Board(variant), 1500)
    assert chances.by_values
    assert sum(chances.values()) == pytest.approx(1)


def test_a_pass_is_certain_and_a_finished_game_refused() -> None:
    passing = sk.Board.parse(f"XO{'-' * 62} O")
    assert passing.must_pass()
    assert sk.people.predict(passing) == {sk.PASS: 1.0}
    with pytest.raises(ValueError, match="this game is over"):
        sk.people.predict(f"X{'-' * 63} O")


def test_what_is_no_rating_is_refused() -> None:
    ratings: list[Any] = ["strong", None, True, math.nan, math.inf, 599, 2401, 10**40]
    for rating in ratings:
        for ask in (sk.people.predict, sk.people.difficulty):
            with pytest.raises(ValueError, match="rating: "):
                ask(sk.Board(), rating)
    for spec in ("person:rating=strong", "person:rating=100"):
        with pytest.raises(ValueError, match="person: rating"):
            sk.player(spec)


# Difficulty and strength


def test_difficulty_counts_what_keeps_the_result() -> None:
    board = boards_of_a_game()[-9]
    found = sk.people.difficulty(board, 1500, sk.Limits(depth=60))
    chances = sk.people.predict(board, 1500)
    results = sk.analyze(board, depth=60)
    best = max(result.value for result in results.values())

    def keeps(value: int) -> bool:
        return value == best if best < 0 else (value > 0) - (value < 0) == (best > 0) - (best < 0)

    assert found.is_exact
    assert found.keeps == pytest.approx(sum(chances[move] for move in results if keeps(results[move].value)))
    assert found.loss == pytest.approx(sum(chances[move] * (best - results[move].value) for move in results))


def game_by_chance(rating: int, seed: int) -> sk.Record:
    dice, board = random.Random(seed), sk.Board()
    while not board.is_over():
        chances = sk.people.predict(board, rating)
        board.push(dice.choices(list(chances), list(chances.values()))[0])
    return sk.Record(moves=tuple(board.move_stack), black="Ann", white=f"other {seed}")


def test_a_rating_is_found_from_the_moves() -> None:
    weak, strong = (
        sk.people.rating(game_by_chance(rating, seed) for seed in range(4)) for rating in (1150, 1900)
    )
    assert weak[0] + 200 < strong[0]
    assert all(45 < error < 130 for _, error in (weak, strong))


def test_games_that_tell_no_rating_are_refused() -> None:
    game = sk.Record(moves=(37,), black="Ann", white="Bob")
    for games, name, words in (
        ([], None, "no games"),
        ([game], None, "say whose rating"),
        ([game], "Eve", "Eve: there is no move"),
    ):
        with pytest.raises(ValueError, match=words):
            sk.people.rating(games, name)


# The file


def damaged(contents: bytes, place: int) -> bytes:
    return contents[:place] + bytes([contents[place] ^ 1]) + contents[place + 1 :]


def with_sum(body: bytes) -> bytes:
    return b"shirokuro people\x01" + struct.pack("<I", zlib.crc32(body)) + body


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda file: b"", "no model of people"),
        (lambda file: b"shirokuro weights" + file[17:], "no model of people"),
        (lambda file: file[:16] + b"\x07" + file[17:], "version 7"),
        (lambda file: damaged(file, len(file) // 2), "checksum"),
        (lambda file: file[:-1], "checksum"),
        (lambda file: with_sum(file[21:-1]), "fewer weights"),
        (lambda file: with_sum(file[21:] + b"\0"), "more weights"),
        (lambda file: with_sum(struct.pack("<I", 13) + file[25:]), "other inputs"),
        (lambda file: gzip.compress(file)[:-9], "damaged"),
    ],
)
def test_a_damaged_or_foreign_file_is_refused(
    tmp_path: Path, change: Callable[[bytes], bytes], words: str
) -> None:
    file = tmp_path / "mine.people"
    file.write_bytes(change(small_file()))
    with pytest.raises(ValueError, match=f"mine.people: .*{words}"):
        Question(sk.Board(), file)


def test_the_shipped_model_is_small_and_says_what_it_is() -> None:
    assert MODEL.stat().st_size < 3_000_000
    contents = gzip.decompress(MODEL.read_bytes())
    size = struct.unpack("<I", contents[49:53])[0]
    assert json.loads(contents[53 : 53 + size])["positions"] > 4_000_000


# The player


def test_person_draws_moves_by_their_chances_and_what_it_sees() -> None:
    board = sk.Board.parse(OPENING)
    drawn = [sk.player(f"person:rating=1900,seed={seed}").choose(board).move for seed in range(200)]
    question = Question(board)
    chances, seen = question.chances(1900), sk.analyze(board, depth=6)
    likely = {move: seen[move] for move, chance in chances.items() if chance >= 0.01}
    played = with_foresight(chances, question.values(), likely, 1900)
    for move, chance in played.items():
        share = chance / sum(played.values())
        assert abs(drawn.count(move) / 200 - share) < 4 * math.sqrt(share * (1 - share) / 200) + 0.01
    assert drawn[:9] == [sk.player(f"person:rating=1900,seed={seed}").choose(board).move for seed in range(9)]


def test_the_stronger_they_are_the_less_likely_is_what_loses_later() -> None:
    board = sk.Board.parse(OPENING)
    values = Question(board).values()
    seen = sk.analyze(board, depth=6)
    good, bad = max(seen, key=lambda move: seen[move].value), min(seen, key=lambda move: seen[move].value)
    even = MoveChances(dict.fromkeys(seen, 1 / len(seen)))
    ratios = []
    for rating in (600, 1100, 1500, 1900, 2400):
        played = with_foresight(even, values, seen, rating)
        ratios.append(played[bad] / played[good])
    assert ratios[0] == 1, "beginners see nothing"
    assert ratios[1:] == sorted(ratios[1:], reverse=True)
    assert ratios[2] < 1
    unseen = with_foresight(even, values, {}, 1900)
    assert unseen[min(values, key=values.__getitem__)] < unseen[max(values, key=values.__getitem__)]


def test_person_says_what_its_move_is_worth_and_answers_when_stopped() -> None:
    board = sk.Board.parse(OPENING)
    choice = sk.player("person:rating=1900").choose(board)
    assert choice.value == sk.analyze(board, depth=6)[choice.move].value
    assert (choice.pv[0], choice.note) == (choice.move, "depth 6")
    stop = sk.Stop()
    stop.set()
    assert sk.player("person").choose(board, stop=stop).move in board.legal_moves
