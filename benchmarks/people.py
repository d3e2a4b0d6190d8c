"""Milliseconds of one core for a position, all that the model of people does.

`python benchmarks/people.py`; how well it guesses is measured by `shirokuro lab run people`.
"""

from __future__ import annotations

import random
import time
from statistics import mean

import shirokuro as sk


def main() -> None:
    dice, times = random.Random(1), []
    for _ in range(10):
        board = sk.Board()
        while not board.is_over():
            began = time.process_time()
            chances = sk.people.predict(board)
            times.append(time.process_time() - began)
            board.push(dice.choices(list(chances), list(chances.values()))[0])
    times.sort()
    most = times[-len(times) // 100]
    print(f"{len(times)} positions: mean {1000 * mean(times):.2f} ms, 99 of 100 below {1000 * most:.2f} ms")


if __name__ == "__main__":
    main()
