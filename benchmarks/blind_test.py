"""A blind test: who looks through the games of a page tells games of people from games of `person`.

benchmarks/blind_test.py page test.html --folder WTHOR [--rating 1500] [--games 20] [--seed 1]
benchmarks/blind_test.py evaluate test.key.json ANSWERS.txt…

`page` writes test.html, which holds all it needs, and test.key.json, which stays with whoever asks. Half of
the games are by two people of 2014 and 2015 near the rating, half by `person` of that rating against itself;
all begin with f5. Each judge sends the line that the page makes of their answers; a file may have several.
"""

from __future__ import annotations

import argparse
import json
import os
import random
from collections.abc import Sequence
from hashlib import sha256
from html import escape
from pathlib import Path
from statistics import mean
from string import Template

import shirokuro as sk
from shirokuro.lab.statistics.proportion import Proportion
from shirokuro.storage.whole_file import whole_file
from shirokuro.training.people_games import TournamentGame, is_program, rating_columns, read_games

FIRST_YEAR = 2014
NEAR = 100
"""The most points by which a player's rating differs from the one asked for."""
LEAST_MOVES = 55
"""Shorter games were broken off, which `person` never does."""
GRADES = ("surely people", "rather people", "rather a program", "surely a program")
NONE = "-"
OPENING = "f5"


def main(arguments: Sequence[str] | None = None) -> None:
    layout = argparse.RawDescriptionHelpFormatter
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=layout)
    verbs = parser.add_subparsers(dest="verb", required=True)
    page = verbs.add_parser("page", help="write a page and its key")
    page.add_argument("file", type=Path)
    page.add_argument("--folder", type=Path, default=Path(os.environ.get("SHIROKURO_DATA", "")) / "wthor")
    page.add_argument("--rating", type=int, default=1500)
    page.add_argument("--games", type=int, default=20, metavar="N", help="an even number (default 20)")
    page.add_argument("--seed", type=int, default=1)
    evaluate = verbs.add_parser("evaluate", help="how often the judges were right")
    evaluate.add_argument("key", type=Path)
    evaluate.add_argument("answers", type=Path, nargs="+")
    asked = parser.parse_args(arguments)
    try:
        if asked.verb == "page":
            games = mixed_games(read_games(asked.folder), asked.rating, asked.games, asked.seed)
            write_page(games, asked.file)
        else:
            print(evaluation(asked.key, asked.answers))
    except (OSError, ValueError) as error:
        parser.error(str(error))


# The page


def mixed_games(games: list[TournamentGame], rating: int, count: int, seed: int) -> list[tuple[str, bool]]:
    """Transcripts of games in random order, each with whether a program played it."""
    dice, ratings = random.Random(seed), rating_columns(games).tolist()
    near = [
        game
        for game, (black, _, white, _) in zip(games, ratings, strict=True)
        if game.year >= FIRST_YEAR and len(game.moves) >= LEAST_MOVES
        if not is_program(game.black) and not is_program(game.white)
        if max(abs(black - rating), abs(white - rating)) <= NEAR
    ]
    if count < 2 or count % 2 or len(near) < count // 2:
        raise ValueError(f"{count} games: an even number up to {2 * len(near)} is needed")
    mixed = []
    for number, game in enumerate(dice.sample(near, count // 2)):
        board = sk.Board()
        board.extend(game.moves, insert_passes=True)
        person = sk.play(*(f"person:rating={rating}",) * 2, OPENING, seed=seed * count + number)
        *_, last = person.boards()
        mixed += [(board.transcript(), False), (last.transcript(), True)]
    dice.shuffle(mixed)
    return mixed


def write_page(games: list[tuple[str, bool]], file: Path) -> None:
    """Writes the page, and its key beside it."""
    name = sha256("".join(moves for moves, _ in games).encode()).hexdigest()[:8]
    boards = [[cells_of(board) for board in boards_of(moves)] for moves, _ in games]
    text = PAGE.substitute(
        name=name,
        games=json.dumps(boards),
        grades="".join(f'<button data-grade="{i}">{escape(text)}</button>' for i, text in enumerate(GRADES)),
    )
    with whole_file(file) as place:
        place.write_text(text, encoding="utf-8")
    with whole_file(file.with_suffix(".key.json")) as place:
        place.write_text(json.dumps({"test": name, "is_program": [is_it for _, is_it in games]}) + "\n")


def boards_of(moves: str) -> list[sk.Board]:
    boards, last = [sk.Board()], sk.Board.parse(moves)
    for move in last.move_stack:
        boards.append(boards[-1].copy())
        boards[-1].push(move)
    return boards


def cells_of(board: sk.Board) -> str:
    """64 cells, then the last move: what the page draws."""
    last = board.move_stack[-1] if board.move_stack else sk.PASS
    return board.line().split()[0] + ("" if last == sk.PASS else sk.square_name(last))


PAGE = Template("""<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>People or a program?</title>
<style>
body { font: 1rem/1.5 sans-serif; max-width: 34rem; margin: 1rem auto; padding: 0 1rem; }
table { border-collapse: collapse; background: #2e7d4f; }
td { width: 2.4rem; height: 2.4rem; border: 1px solid #174; text-align: center; padding: 0; }
td i { display: inline-block; width: 1.9rem; height: 1.9rem; border-radius: 50%; vertical-align: middle; }
td.X i { background: #111; } td.O i { background: #fff; } td.last { background: #4a9f6f; }
button { margin: .2rem; padding: .4rem .7rem; } button[aria-pressed=true] { background: #246; color: #fff; }
</style>
<h1>People or a program?</h1>
<p>Each game was played by two people or by a program against itself. Step through it (← and →), then say
which. When you are done, copy the line at the end and send it to whoever gave you this page.</p>
<h2 id="title"></h2>
<table id="board" aria-label="board"></table>
<p><button id="back">←</button><button id="on">→</button> <span id="ply"></span></p>
<p id="grades">$grades</p>
<p><button id="before">Previous game</button><button id="next">Next game</button></p>
<p><label>Your answers: <input id="answers" size="40" readonly></label></p>
<script>
const games = $games, answers = games.map(() => "-"), by = (id) => document.getElementById(id);
let game = 0, ply = 0;
function show() {
  const text = games[game][ply], last = text.slice(64);
  by("title").textContent = "Game " + (game + 1) + " of " + games.length;
  by("ply").textContent = "move " + ply + " of " + (games[game].length - 1);
  by("board").innerHTML = [0, 1, 2, 3, 4, 5, 6, 7].map((y) => "<tr>" + [0, 1, 2, 3, 4, 5, 6, 7].map((x) => {
    const name = "abcdefgh"[x] + (y + 1), cell = text[8 * y + x];
    return '<td class="' + cell + (name === last ? " last" : "") + '">' + (cell === "-" ? "" : "<i></i>");
  }).join("")).join("");
  for (const each of by("grades").children)
    each.setAttribute("aria-pressed", each.dataset.grade === answers[game]);
  by("answers").value = "$name " + answers.join("");
}
function step(by) { ply = Math.min(Math.max(ply + by, 0), games[game].length - 1); show(); }
function turn(by) { game = Math.min(Math.max(game + by, 0), games.length - 1); ply = 0; show(); }
by("back").onclick = () => step(-1);
by("on").onclick = () => step(1);
by("before").onclick = () => turn(-1);
by("next").onclick = () => turn(1);
by("grades").onclick = (event) => {
  if (event.target.dataset.grade) { answers[game] = event.target.dataset.grade; show(); }
};
document.onkeydown = (event) => {
  if (event.key === "ArrowLeft") step(-1);
  if (event.key === "ArrowRight") step(1);
};
show();
</script>
</html>
""")


# The evaluation


def evaluation(key: Path, files: Sequence[Path]) -> str:
    """How many answers were right, and the area under the curve of the judges' grades."""
    known = json.loads(key.read_text())
    lines = [line for file in files for line in file.read_text().splitlines() if line.strip()]
    judges = [grades_of(line, known["test"], len(known["is_program"])) for line in lines]
    answers = [
        (number, grade, is_it)
        for judge in judges
        for number, (grade, is_it) in enumerate(zip(judge, known["is_program"], strict=True))
        if grade is not None
    ]
    if not answers:
        raise ValueError("there are no answers")
    right = Proportion(sum((grade >= 2) == is_it for _, grade, is_it in answers), len(answers))
    text = f"{len(judges)} judges, {len(answers)} answers: right {right.value:.1%} ({right.interval()})"
    found = areas(answers)
    return text if found is None else f"{text}, AUC {found[0]:.3f} ({found[1]:.3f} to {found[2]:.3f})"


def grades_of(line: str, test: str, count: int) -> list[int | None]:
    """The grades of a judge's line; a ValueError says what is wrong with it."""
    words = line.split()
    if len(words) != 2 or words[0] != test:
        raise ValueError(f"{line!r}: a line of the test {test} is needed")
    if len(words[1]) != count or not set(words[1]) <= set("0123" + NONE):
        raise ValueError(f"{line!r}: {count} answers of 0 to 3 or {NONE} are needed")
    return [None if grade == NONE else int(grade) for grade in words[1]]


def areas(answers: list[tuple[int, int, bool]]) -> tuple[float, float, float] | None:
    """The area, and 95 % of those where the games are drawn anew; None if one kind was never answered."""
    of_game: dict[int, list[tuple[int, bool]]] = {}
    for number, grade, is_it in answers:
        of_game.setdefault(number, []).append((grade, is_it))
    found = area([(grade, is_it) for _, grade, is_it in answers])
    dice, drawn = random.Random(1), list[float]()
    while found is not None and len(drawn) < 400:
        again = area([each for game in dice.choices([*of_game.values()], k=len(of_game)) for each in game])
        drawn += [] if again is None else [again]
    drawn.sort()
    return None if found is None else (found, drawn[10], drawn[-11])


def area(graded: list[tuple[int, bool]]) -> float | None:
    programs = [grade for grade, is_it in graded if is_it]
    people = [grade for grade, is_it in graded if not is_it]
    if not programs or not people:
        return None
    return mean((one > other) + 0.5 * (one == other) for one in programs for other in people)


if __name__ == "__main__":
    main()
