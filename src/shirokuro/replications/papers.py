"""The published studies that are repeated: who wrote them, and what they found, in their own figures."""

from __future__ import annotations

from shirokuro.lab.study import Paper

_THESIS = "Graduation thesis, Kindai University"

PARALLEL = Paper(
    "Maeda (前田 昂寛)",
    "2012",
    "リバーシの並列化",
    "The parallelisation of reversi",
    _THESIS,
    "Against a random player, 100 games for each depth X and colour on a laptop and a server, SSAI on one "
    "thread won 51 to 71 games and took 260.03 to 958.16 s for 100; MSAI on many threads won 60 to 77 and "
    "took 19.08 to 29.28 s. Set to read more than 20 plies, MSAI took 167.04 to 428.67 s. The text concludes"
    " that threads made the program quicker, and that reading further ahead did not win more games.",
)
NIP_MONTE_CARLO = Paper(
    "Nakamura (中村 佳亮)",
    "2014",
    "モンテカルロ法によるニッププログラム",
    "A Nip program by the Monte Carlo method",
    _THESIS,
    "Of 100 games as black and 100 as white, Monte Carlo won 81 and 71 against a random player, 63 and 55 "
    "against Nipevt, which looks four plies ahead on a map of square values.",
)
DONT_CARE_DISCS = Paper(
    "Hidekazu Matsuo (松尾 英和) and Shuji Narazaki (楢崎 修二)",
    "",
    "オセロ盤面の冗長情報の破棄による探索の効率化",
    "Improvement of Search by Redundant Information in a Position of Othello",
    "Nagasaki University; its latest reference is of December 2005",
    "On 300 random positions at the 47th move the search went through 1393337 positions instead of 2520182, "
    "in 0.57 of the time. It found 572708 of them in the table instead of 408511, a hit rate of 41.10 % "
    "instead of 16.21 %, and stored 540625 instead of 766146.",
)
RIVAL = Paper(
    "Matsumura (松村 憲樹)",
    "2017",
    "オセロにおけるライバル AI の作成について",
    "On making a rival AI for Othello",
    _THESIS,
    "Of 100 games moving first and 100 moving second, RvlAI won 74 and 80 against a random player, 58 and 43"
    " against itself, 62 and 44 against an opponent that always plays the best move of the same search, 46 "
    "and 46 against one that always plays the worst. Of ten people, two came near half in ten games first, "
    "five in ten games second. The text concludes that the aim, half against everybody, was missed.",
)
MONTE_CARLO = Paper(
    "Fujita (藤田 竜平)",
    "2016",
    "モンテカルロ法を用いたオセロ AI",
    "An Othello AI that uses the Monte Carlo method",
    _THESIS,
    "Of 100 games moving first and 100 moving second, montAI(500), which plays 500 random games for each "
    "move that it may choose, won 83 and 86 against a random player, 73 and 79 against montAI(100).",
)
