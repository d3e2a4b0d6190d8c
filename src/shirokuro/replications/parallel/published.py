"""What was published on parallel reversi: tables 2 to 5, 7 to 10 and 12, and what they show by themselves."""

from __future__ import annotations

from typing import Literal, TypeAlias

from shirokuro.lab.run.series import Turn
from shirokuro.matches.rating import Tally

Machine: TypeAlias = Literal["laptop", "server"]
Program: TypeAlias = Literal["SSAI", "MSAI"]
MACHINES: tuple[Machine, Machine] = ("laptop", "server")


def _tallies(text: str) -> tuple[Tally, ...]:
    """Wins/losses/draws for X = 1, 2, …"""
    triples = (map(int, word.split("/")) for word in text.split())
    return tuple(Tally(wins, draws, losses) for wins, losses, draws in triples)


def _digits(text: str) -> tuple[str, ...]:
    """Numbers for X = 1, 2, … as they are printed."""
    return tuple(text.split())


WIN_TABLES: dict[tuple[Machine, Turn], int] = {
    ("laptop", "second"): 2,
    ("laptop", "first"): 4,
    ("server", "second"): 7,
    ("server", "first"): 9,
}
"""The numbers of the tables; that of the seconds is one higher."""
WINS: dict[tuple[Machine, Turn, Program], tuple[Tally, ...]] = {
    ("laptop", "second", "SSAI"): _tallies("67/29/4 56/39/5 54/41/5 54/44/2 60/36/4 61/36/3"),
    ("laptop", "second", "MSAI"): _tallies(
        "68/28/4 66/30/4 72/27/1 70/25/5 73/23/4 67/27/6 61/38/1 61/32/7 72/26/2"
    ),
    ("laptop", "first", "SSAI"): _tallies("51/43/6 57/40/3 57/40/3 57/41/2 57/41/2 54/43/3 61/36/3"),
    ("laptop", "first", "MSAI"): _tallies(
        "65/33/2 68/29/3 68/31/1 75/24/1 63/32/5 60/38/2 62/35/3 62/35/3 73/24/3"
    ),
    ("server", "second", "SSAI"): _tallies("56/41/3 60/35/5 57/37/6 71/26/3 60/38/2 70/28/2"),
    ("server", "second", "MSAI"): _tallies(
        "72/24/4 74/23/3 77/22/1 70/28/2 68/29/3 74/25/1 65/27/8 61/34/5 75/21/4"
    ),
    ("server", "first", "SSAI"): _tallies("62/34/4 61/38/1 54/45/1 55/42/3 57/38/5 66/32/2"),
    ("server", "first", "MSAI"): _tallies(
        "69/30/1 72/23/5 67/30/3 67/29/4 75/24/1 73/26/1 65/32/3 60/37/3 70/26/4"
    ),
}
REPEATED: dict[tuple[Machine, Turn, Program], int] = {("laptop", "first", "SSAI"): 5}
"""A column that appears twice in a table. Table 4 has seven columns of SSAI where table 5 has six times; the
fourth and the fifth are equal, and the text's totals are those without one of them."""


def columns(machine: Machine, turn: Turn, program: Program) -> list[tuple[int, Tally]]:
    """Each X with its games, without the repeated column."""
    found = list(WINS[machine, turn, program])
    if (repeated := REPEATED.get((machine, turn, program))) is not None:
        found.pop(repeated - 1)
    return list(enumerate(found, 1))


SECONDS: dict[tuple[Machine, Turn, Program], tuple[str, ...]] = {
    ("laptop", "second", "SSAI"): _digits("375.9 395.56 417.02 437.1 479.41 958.16"),
    ("laptop", "second", "MSAI"): _digits("19.2 19.58 19.45 21.1 24.82 22.59 24.05 25.53 25.14"),
    ("laptop", "first", "SSAI"): _digits("404.95 413.71 401.5 427 490.08 948.03"),
    ("laptop", "first", "MSAI"): _digits("22.39 22.98 24.03 27.94 26.99 28.37 26.39 29.07 27.44"),
    ("server", "second", "SSAI"): _digits("301.93 313.45 311.96 341.49 374.9 791.68"),
    ("server", "second", "MSAI"): _digits("29.28 27.73 27.55 27.2 28.37 28.01 28.6 28.66 28.83"),
    ("server", "first", "SSAI"): _digits("261.08 260.03 271.35 276.28 315.63 615.95"),
    ("server", "first", "MSAI"): _digits("21.1 19.63 19.08 19.42 20.05 19.53 19.21 19.42 19.65"),
}
"""Seconds for 100 games."""
HEAVY_SECONDS: dict[str, tuple[str, ...]] = {
    "laptop IDE": _digits("167.04 171.59 177.45 189.21 182.53 175.85 184.98 170.2 188.31 174.96"),
    "laptop console": _digits("334.19 369.91 384.36 418.18 424.9 428.67 374.83 390.03 377.81 356"),
    "server": _digits("277.35 260.91 282.53 264.81 278.42 273.04 273.93 271.16 276.83 295.07"),
}
"""Table 12: MSAI as second player at the depths of table 11, for 100 games."""
REMARKS = (
    "In the published tables MSAI gains nothing by depth: 838 of 1200 (67–72 %) at X = 1…3, 787 of 1200 "
    "(63–68 %) at X = 7…9.",
    "In the published times MSAI is 20 times as fast as SSAI on a laptop with 2 cores (table 3, X = 1): "
    "threads alone cannot do that, so it did less work.",
    "Table 12 says nothing about searching. From X = 1 to X = 10 its longest time is 1.13 times its "
    "shortest in the IDE, 1.28 times on the console and 1.13 times on the server. On the same laptop, with "
    "the same program, the console took 2.00 to 2.44 times as long as the IDE: so at least half of its time "
    "went into something other than searching, such as the lines that the listing prints at every move. "
    "Printing may explain all of it; that is not shown.",
    "Table 4 has seven columns of SSAI where table 5 has six times. Its columns X = 4 and X = 5 are equal "
    "(57/41/2), and the text's totals (337/243/20) are those of the other six: we take one of them for a "
    "slip, and the last two columns for X = 5 and X = 6.",
    "The text's totals differ from the tables for MSAI of table 2 (610/256/34, in the text 672/293/35, "
    "which is one column more, 62/37/1), SSAI of table 4 (394/284/22, in the text 337/243/20, which leaves "
    "out X = 4 or X = 5), MSAI of table 4 (596/281/23, in the text 614/259/27) and MSAI of table 9 "
    "(618/257/25, in the text 648/227/25).",
)
"""What the tables show by themselves, whatever is played. The laptop had a Core 2 Duo of 2.0 GHz, the server
four Opterons of 12 cores and 1.9 GHz."""
