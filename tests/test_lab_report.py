"""The report: a page that is well-formed, complete and self-contained, with the games that were played."""

from __future__ import annotations

import json
import re
import sys
import time
from collections import Counter
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import laboratory
import pytest
from laboratory import FIT
from reported import ODD, ORIGIN, games_of, play_all, report_in
from test_cli import Captured

import shirokuro as sk
from shirokuro import replications
from shirokuro.cli import main
from shirokuro.lab import study_index
from shirokuro.lab.exhibit import Plot, Point, Series, Table
from shirokuro.lab.report import chapter as chapter_module
from shirokuro.lab.report.chapter import Chapter, chapters, published_figures, with_fewer_games
from shirokuro.lab.report.drawing import figure, inline_svg, style
from shirokuro.lab.report.folder import write_folder, write_paper
from shirokuro.lab.report.games import LETTERS
from shirokuro.lab.report.head import head
from shirokuro.lab.report.page import page, write_page
from shirokuro.lab.report.sections import _table, escape
from shirokuro.lab.run import result
from shirokuro.lab.run.plan import Scale
from shirokuro.lab.run.store import Store
from shirokuro.lab.run.task import perform
from shirokuro.lab.study import Run
from shirokuro.lab.study_index import recall_all
from shirokuro.lab.tournament import Tournament
from shirokuro.matches.schedule import Terms
from shirokuro.workers import origin
from shirokuro.workers.origin import Origin

VOID = {"meta", "link", "input", "br"}
NAMESPACE = '"http://www.w3.org/2000/svg"'


class Page(HTMLParser):
    """Reads a page and complains of what is not closed; keeps all attributes and the text of elements."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.attributes: list[tuple[str, str, str]] = []
        self.texts: list[tuple[str, str]] = []
        self.feed(text)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_startendtag(tag, attrs)
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.attributes += [(tag, name, value or "") for name, value in attrs]

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag, f"line {self.getpos()[0]}: </{tag}>"

    def handle_data(self, data: str) -> None:
        self.texts.append((self.open[-1] if self.open else "", data))

    def values(self, name: str) -> list[str]:
        """The values of all attributes of that name."""
        return [value for _, attribute, value in self.attributes if attribute == name]

    def inside(self, tag: str) -> list[str]:
        """The texts right inside elements of that kind."""
        return [text for where, text in self.texts if where == tag]


@pytest.fixture(scope="module")
def report(tmp_path_factory: pytest.TempPathFactory) -> list[Chapter]:
    return report_in(tmp_path_factory.mktemp("report"))


@pytest.fixture(scope="module")
def text(report: list[Chapter]) -> str:
    return page(report)


@pytest.fixture(scope="module")
def parsed(text: str) -> Page:
    return Page(text)


HEAD = """\
**Paper.** A. Tester, 2001: 題 (A title). A thesis.

**Question.** Does greed pay?

**Published.** Greed won 3 of 4.

**Method.** Both play both, and squares are counted.

**Answer.** It depends on the board.

**Confidence.** Quite sure. Of 1 published figures we call 1 explained."""


# The page


def test_it_is_well_formed_and_needs_nothing_else(text: str, parsed: Page) -> None:
    ids = Counter(parsed.values("id"))
    assert max(ids.values()) == 1
    targets = [value[1:] for value in parsed.values("href") if value.startswith("#")]
    used = re.findall(r"url\(#([^)]+)\)", " ".join(parsed.values("clip-path")))
    assert len(used) > 5
    assert {*targets, *used, *parsed.values("aria-labelledby"), *parsed.values("for")} <= set(ids)
    assert {"study-small", "study-odd-one", "study-odd-one-1", "games"} <= set(targets)
    assert not parsed.values("src")
    assert all(value.startswith(("#", "data:")) for value in parsed.values("href"))
    assert text.count("://") == text.count(NAMESPACE)
    assert not re.search(r"@import|url\((?!#)", text)
    assert not [name for _, name, _ in parsed.attributes if name.startswith(("xmlns", "xlink"))]


def test_odd_texts_stay_texts(parsed: Page) -> None:
    assert not [tag for tag, _, _ in parsed.attributes if tag == "b"]
    assert parsed.inside("b") == []
    assert [tag for tag in ("h2", "h3", "th", "td", "li", "p", "dd") if ODD not in parsed.inside(tag)] == []
    assert any(ODD in text for text in parsed.inside("text"))


def test_heads_tables_findings_and_facts(report: list[Chapter], text: str, parsed: Page) -> None:
    """A row has a heading, and columns of numbers are aligned to the right."""
    rows = "\n".join(
        f"<dt>{word}</dt><dd>{said}</dd>" for word, said in re.findall(r"\*\*(.+)\.\*\* (.+)", HEAD)
    )
    assert f'</h2>\n<dl class="head">\n{rows}\n</dl>\n<h3' in text
    known = dict(zip(parsed.inside("dt"), parsed.inside("dd"), strict=True))
    assert known["Paper"] == f"{ODD}, undated: {ODD} ({ODD}). {ODD}."  # of the second study
    assert known["67/29/4"] == "wins, losses and draws"
    assert text.index("In the tables") < text.index("<nav")
    assert '<td class="number">0.50 <span>(0.40–0.60)</span></td>' in text  # the numbers behind a plot
    assert '<td class="number">1.50</td><td>three</td>' in text
    assert '<td class="number">–</td><td>3</td>' in text
    assert '<tr><th scope="row">reversi4</th><td class="number">' in text
    assert "<tr><td" not in text
    assert "The squares are [0, 1, 4]." in parsed.inside("li")
    facts = {"9 of 9 games and measurements", "2", result.date(report[0].provenance.finished)}
    facts |= {ORIGIN.machine, ORIGIN.program, "shirokuro lab run small --seed 2"}
    assert facts <= {*parsed.inside("dd")}
    assert "Not finished" not in text
    frames = text.count('<div class="scroll"') - 1  # the viewer's list of moves has no hint
    assert text.count('<p class="hint" hidden>') == text.count('</p>\n<div class="scroll"') == frames


def test_studies_name_no_files_that_a_reader_lacks() -> None:
    for file in Path(replications.__file__).parent.rglob("*.py"):
        assert not re.search(r"docs/|src/|\.md\b", file.read_text(encoding="utf-8")), file


def test_numbers_units_and_intervals_are_kept_whole() -> None:
    assert escape("12 % of 1 600 <b>, in 3 steps of 7 ms") == (
        "12\u00a0% of 1\u00a0600 &lt;b&gt;, in 3 steps of 7\u00a0ms"
    )
    rows = ((1, "fail-hard (cut-offs, entries at the end)", "< 0.0001"), (2, "12 (−3 to 27)", "0.3"))
    html = _table(Table("Fits", ("cell", "form", "probability"), rows), "here")
    assert "fail-hard (cut-offs, entries at the end)</td>" in html
    assert "12 <span>(−3 to 27)</span></td>" in html
    assert '<td class="number">&lt; 0.0001</td>' in html


def test_every_plot_is_drawn_in_the_colours_of_the_page(report: list[Chapter], text: str) -> None:
    plots = [exhibit for chapter in report for exhibit in chapter.exhibits if isinstance(exhibit, Plot)]
    drawn = re.findall(r'<figure class="plot">.*?</figure>', text, re.DOTALL)
    assert len(drawn) == len(plots) == 4
    assert all("var(--ink)" in picture for picture in drawn)
    assert not re.search(r"(fill|stroke): #", "".join(drawn))
    assert "<style" not in "".join(drawn)
    for variable in set(re.findall(r"var\((--[\w-]+)\)", text)):
        assert f"{variable}:" in text


@pytest.mark.parametrize("log_x", [False, True])
def test_all_of_a_plot_is_in_sight_and_no_interval_hides_another(log_x: bool) -> None:
    points = tuple(Point(x, 80.0, 70.0, 90.0) for x in (1, 2, 4))
    lines = Series("one", points), Series("other", points)
    with style():
        (axes,) = figure(Plot("Strength", "x", "score", lines, log_x=log_x, reference=50)).axes
    low, high = axes.get_ylim()
    assert 40 < low < 50 < 90 < high < 100
    one, other = (list(drawn.lines[0].get_xdata()) for drawn in axes.containers)
    left, right = axes.get_xlim()
    assert left < one[0] < 1 < other[0] < one[1] < 2 < other[1] < one[2] < 4 < other[2] < right


def test_a_plot_without_points_is_drawn_on_any_scale() -> None:
    """A study that has not begun has its plots too."""
    empty = Series("nobody", ()), Series("nobody else", ())
    for kind in ("line", "bar"):
        assert "nobody else" in inline_svg(
            Plot("Later", "N", "score", empty, kind, log_x=True, log_y=True), "x"
        )


def test_it_says_what_is_missing(tmp_path: Path) -> None:
    with Store(tmp_path / "lab.sqlite") as store:
        text = page(chapters([Run(laboratory.STUDY, Scale("quick"))], store))
    Page(text)
    assert "Not finished: 0 of 5 games and measurements are done." in text
    assert games_in(text) == []
    assert "<template" not in text


# Its games


def data_of(text: str) -> Any:
    (found,) = re.findall(r'<script type="application/json" id="data">(.*?)</script>', text, re.DOTALL)
    return json.loads(found)


def games_in(text: str) -> list[dict[str, Any]]:
    return [game for cell in data_of(text)["cells"] for game in cell["games"]]


def decoded(game: dict[str, Any]) -> list[dict[int, str]]:
    """The discs before each move and after the last, as the page's description of its data says."""
    discs: dict[int, str] = {}

    def put(word: str) -> dict[int, str]:
        discs.update(dict.fromkeys(map(LETTERS.index, word[1:]), word[0]))
        return dict(discs)

    start = [put(word) for word in game["start"].split()][-1]
    return [start, *(put(word) for word in game["plies"].split())]


def test_all_games_are_there_and_decode_to_their_boards(report: list[Chapter], text: str) -> None:
    """A ply begins with its move."""
    assert data_of(text)["letters"] == LETTERS
    games, records = games_in(text), games_of(report)
    assert len(games) == len(records) == 14
    assert any(sk.PASS in record.moves for record in records)
    assert any(game["end"].startswith("black raised ValueError") for game in games)
    assert {bool(game["opening"]) for game in games} == {True, False}
    for game, record in zip(games, records, strict=True):
        boards = [*record.boards()]
        discs = [dict.fromkeys(each.black(), "X") | dict.fromkeys(each.white(), "O") for each in boards]
        assert decoded(game) == discs
        words = game["plies"].split()
        assert [LETTERS.index(word[1]) if word[1:] else sk.PASS for word in words] == list(record.moves)
        assert [word[0] for word in words] == [board.turn.symbol for board in boards[:-1]]
        assert (game["variant"], game["black"], game["white"]) == (record.variant, record.black, record.white)
        assert game["transcript"] == boards[-1].transcript()
        assert len(game["values"]) == len(game["seconds"]) == len(record.values)
        assert game["values"] == pytest.approx(list(record.values), abs=0.01)
        assert game["end"] == (record.note or str(boards[-1].outcome()))
        assert game["opening"] == str(sk.opening(record) or "")


def test_every_board_has_its_picture_and_every_study_a_link_to_its_games(text: str, parsed: Page) -> None:
    assert parsed.values("data-variant") == ["nip", "nip12", "nip24+loop", "reversi", "reversi4"]
    pictures = dict(re.findall(r'<template data-variant="([^"]+)">(.*?)</template>', text, re.DOTALL))
    for name, picture in pictures.items():
        assert picture.count('class="cell"') == len(sk.VARIANTS[name].cells)
        assert ('<circle class="frame"' in picture) == sk.VARIANTS[name].is_round
    studies = [cell["study"] for cell in data_of(text)["cells"]]
    first = [int(number) for number in re.findall(r'data-cell="(\d+)"', text)]
    assert [studies[number] for number in first] == ["small", "odd one"]
    assert studies[first[1] - 1] == "small"


@pytest.mark.parametrize(("a_cell", "in_all", "shown"), [(3, 2000, 3), (20, 4, 2), (20, 1, 1)])
def test_games_are_a_bounded_sample(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, a_cell: int, in_all: int, shown: int
) -> None:
    monkeypatch.setattr(chapter_module, "MOST_A_CELL", a_cell)
    monkeypatch.setattr(chapter_module, "MOST_IN_ALL", in_all)
    with Store(tmp_path / "lab.sqlite") as store:
        run = Run(laboratory.STUDY, Scale())
        play_all(run, store)
        (chapter,) = with_fewer_games(chapters([run], store))
    assert [(len(sample.games), sample.played) for sample in chapter.samples] == [(shown, 4)] * 2


# Tournaments


@pytest.mark.parametrize("sprt", [None, sk.Sprt(0, 5)])
def test_a_tournament_has_its_plot_and_its_own_seed(tmp_path: Path, sprt: sk.Sprt | None) -> None:
    terms = Terms(games=4, seed=7, variant="nip12")
    run = Tournament(("greedy", "random"), terms, sprt=sprt, name="who? 誰").run()
    with Store(tmp_path / "lab.sqlite") as store:
        first, *_ = run.plan[0].fixtures
        store.add(first, perform(first))
        (chapter,) = chapters([run], store)
    assert [exhibit.title for exhibit in chapter.exhibits if isinstance(exhibit, Plot)] == ["Strength"]
    assert head(run.study, chapter.exhibits) == {}
    facts = chapter.facts()
    assert (facts["done"], facts["seed"], "command" in facts) == ("1 of 4 games and measurements", "7", False)
    assert chapter.place == "who-誰"
    # A sequential test may be decided before all games were played.
    assert chapter.is_complete == (sprt is not None)


# The folder


def test_a_folder_of_markdown_and_pictures(report: list[Chapter], tmp_path: Path) -> None:
    write_folder(report, tmp_path / "deep" / "results")
    folder = tmp_path / "deep" / "results"
    small = (folder / "small.md").read_text()
    assert small.startswith(f"# Greedy and random\n\n{HEAD}\n\n- command: `shirokuro lab run")
    assert f"- machine: {ORIGIN.machine}\n- program: {ORIGIN.program}\n" in small
    assert "\n- seed: 2\n" in small
    assert "\n## Wins\n\n| board " in small
    assert "\n## Findings\n\n- The squares are [0, 1, 4].\n" in small
    pictures = re.findall(r"!\[[^]]*\]\((\S+)\)", small + (folder / "odd-one.md").read_text())
    assert len(pictures) == 4
    assert {"small.md", "odd-one.md", *pictures} == {file.name for file in folder.iterdir()}
    assert all((folder / name).read_bytes().startswith(b"\x89PNG") for name in pictures)


def test_all_studies_in_one_file_of_markdown(report: list[Chapter], tmp_path: Path) -> None:
    write_paper(report, tmp_path / "paper.md")
    text = (tmp_path / "paper.md").read_text()
    assert text.startswith("# Laboratory report\n\nOf 1 published figures we call 1 explained.\n\nshirokuro ")
    assert text.count("\nIn the tables:\n") == 1
    titles = re.findall(r"^## .*$", text, re.MULTILINE)
    assert titles == ["## Greedy and random", f"## {ODD}", "## All published figures"]
    assert "\n### Wins\n" in text
    assert HEAD in text
    assert re.search(r"\| small +\| table 1: greed +\| 3 of 4 +\| greedy ", text)
    assert text.endswith("\nOf 1 published figures we call 1 explained.\n")
    assert len(list(tmp_path.glob("*.png"))) == 4


def test_all_published_figures_stand_in_one_table(report: list[Chapter], parsed: Page) -> None:
    (table,) = published_figures([*report, *report])
    assert table.columns[:2] == ("study", "published cell")
    assert table.rows == (("small", "table 1: greed", "3 of 4", *FIT),) * 2
    assert published_figures(report[1:]) == []
    assert parsed.inside("h2")[-2:] == ["All published figures", "Games"]
    assert parsed.inside("p").count("Of 1 published figures we call 1 explained.") == 2  # at the head too


def test_a_report_of_equal_results_is_equal_byte_for_byte(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In whatever order they were stored, and whenever it is written."""
    run = Run(laboratory.STUDY, Scale("quick", games=3))
    tasks = [task for cell in run.plan for task in cell.tasks()]
    done = [
        (task, replace(perform(task), origin=Origin(f"machine {place % 2}", "a program")))
        for place, task in enumerate(tasks[1:])
    ]
    assert len(done) % 2 == 0  # so that both machines did as much
    written = []
    for place, order in enumerate((done, done[::-1])):
        folder = tmp_path / str(place)
        folder.mkdir()
        monkeypatch.setattr("time.time", lambda: 1e9)
        with Store(folder / "lab.sqlite") as store:
            for task, outcome in order:
                store.add(task, outcome)
            found = chapters([run], store)
        monkeypatch.setattr("time.time", lambda place=place: 2e9 + 1e6 * place)
        write_page(found, folder / "report.html")
        write_paper(found, folder / "paper.md")
        write_folder(found, folder / "results")
        files = (file for file in folder.rglob("*") if file.suffix in (".html", ".md", ".png"))
        written.append({str(file.relative_to(folder)): file.read_bytes() for file in files})
    assert len(written[0]) == 5
    assert written[0] == written[1]


# The command


@pytest.fixture
def ran(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A store in which the small study was run."""
    monkeypatch.setattr(study_index, "studies", laboratory.only_the_small_study)
    monkeypatch.setenv("SHIROKURO_HOME", str(tmp_path / "home"))
    assert main(["lab", "run", "small", "--quick", "--jobs", "1"]) == 0
    return tmp_path / "home" / "lab.sqlite"


def test_reports_by_the_command(ran: Path, tmp_path: Path, capsys: Captured) -> None:
    file, folder, paper = (tmp_path / name for name in ("report.html", "results", "paper.md"))
    titles = ["Greedy and random", "All published figures", "Games"]
    capsys.readouterr()
    assert main(["lab", "report", "small", "small", "--out", str(file), "--markdown", str(folder)]) == 0
    assert capsys.readouterr() == ("", f"{file}: written\n{folder}: written\n")
    found = Page(file.read_text(encoding="utf-8"))
    assert found.inside("h2") == titles
    assert "shirokuro lab run small --quick" in found.inside("dd")
    assert sorted(path.name for path in folder.iterdir()) == ["small-score.png", "small.md"]

    assert main(["lab", "report", "--markdown", str(paper)]) == 0
    assert "\n## All published figures\n" in paper.read_text(encoding="utf-8")

    file.unlink()
    capsys.readouterr()
    assert main(["lab", "run", "small", "--quick", "--jobs", "1", "--out", str(file)]) == 0
    printed, written = capsys.readouterr()
    assert printed.startswith("## Greedy and random\n")
    assert written == f"{file}: written\n"
    assert Page(file.read_text(encoding="utf-8")).inside("h2") == titles


WITHOUT_PLOTS = "plots need matplotlib: pip install '.[lab]' in the checkout"


@pytest.mark.parametrize(
    ("option", "lacks", "said"),
    [
        ("--out missing/report.html", "", "report.html: there is no folder {}/missing"),
        ("--markdown missing/paper.md", "", "paper.md: there is no folder {}/missing"),
        ("--out report.html", "matplotlib", WITHOUT_PLOTS),
        ("--out ", "", "{} is a folder: name a file"),
        ("--markdown file", "", "{}/file is not a folder"),
        ("--markdown file/folder", "", "{}/file is not a folder"),
        ("--out report.html", "rights", "{}: no permission to write there"),
        ("--markdown new/folder", "rights", "{}: no permission to write there"),
    ],
)
def test_a_run_complains_of_its_report_before_it_plays(
    ran: Path, capsys: Captured, monkeypatch: pytest.MonkeyPatch, option: str, lacks: str, said: str
) -> None:
    folder, (name, place) = ran.parent.parent, option.split(" ")
    ran.unlink()
    (folder / "file").touch()
    if lacks == "matplotlib":
        monkeypatch.setitem(sys.modules, "matplotlib", None)
    elif lacks == "rights":
        monkeypatch.setattr("os.access", lambda *_: False)
    capsys.readouterr()
    assert main(["lab", "run", "small", "--jobs", "1", name, str(folder / place)]) == 2
    assert re.fullmatch(rf"shirokuro lab: .*{re.escape(said.format(folder))}\n", capsys.readouterr().err)
    assert not ran.exists()


@pytest.mark.parametrize(
    ("lacks", "option", "said"),
    [
        ("matplotlib", "--out report.html", re.escape(WITHOUT_PLOTS)),
        ("matplotlib", "--markdown report.md", re.escape(WITHOUT_PLOTS)),
        ("", "--out report.html/below", r"[^\n]+"),
        ("", "--markdown report.html/below", r"[^\n]+"),
    ],
)
def test_a_report_that_cannot_be_written_leaves_what_was_there(
    ran: Path,
    tmp_path: Path,
    capsys: Captured,
    monkeypatch: pytest.MonkeyPatch,
    lacks: str,
    option: str,
    said: str,
) -> None:
    name, place = option.split()
    (tmp_path / "report.html").write_text("old")
    if lacks:
        monkeypatch.setitem(sys.modules, lacks, None)
    capsys.readouterr()
    assert main(["lab", "report", name, str(tmp_path / place)]) == 2
    assert re.fullmatch(f"shirokuro lab: {said}\n", capsys.readouterr().err)
    assert (tmp_path / "report.html").read_text() == "old"
    assert {each.name for each in tmp_path.iterdir()} == {"home", "report.html"}
    assert main(["lab", "report"]) == 0  # the terminal needs no plots


def test_all_studies_in_their_order_and_then_tournaments(tmp_path: Path, capsys: Captured) -> None:
    studies = study_index.studies()
    with Store(tmp_path / "lab.sqlite") as store:
        assert main(["lab", "report", "--store", str(store.path)]) == 2
        assert capsys.readouterr().err.endswith("lab.sqlite: nothing was run yet\n")
        runs = [Run(studies[name], Scale("quick")) for name in reversed(studies)]
        for run in (*runs, Tournament(("greedy", "random"), Terms(games=2), name="a cup").run()):
            store.note_run(run.study.name, run.definition())
        assert [run.study.name for run in recall_all(store)] == [*studies, "a cup"]


# Where results come from


def test_a_report_names_all_who_did_the_work(tmp_path: Path) -> None:
    run = Run(laboratory.STUDY, Scale("quick"))
    tasks = [task for cell in run.plan for task in cell.tasks()]
    with Store(tmp_path / "lab.sqlite") as store:
        assert "machine" not in chapters([run], store)[0].facts()
        store.add(tasks[0], replace(perform(tasks[0]), origin=replace(ORIGIN, machine="another machine")))
        before = time.time()
        play_all(run, store)
        (chapter,) = chapters([run], store)
    facts = chapter.facts()
    assert facts["machine"] == f"a machine ({len(tasks) - 1} of them); another machine (1 of them)"
    assert facts["program"] == ORIGIN.program
    assert facts["date"] == result.date(chapter.provenance.finished)
    assert before <= chapter.provenance.finished <= time.time()


@pytest.mark.parametrize(
    ("answers", "words"),
    [
        ({}, ""),
        ({"ls-files": "origin.py", "rev-parse": "abc"}, ", commit abc"),
        ({"ls-files": "origin.py", "rev-parse": "abc", "diff": "+x"}, ", commit abc with changes 04a6"),
    ],
)
def test_the_origin_names_python_and_the_commit(
    monkeypatch: pytest.MonkeyPatch, answers: dict[str, str], words: str
) -> None:
    monkeypatch.setattr(origin, "_git", lambda verb, *rest: answers.get(verb))
    found = origin.here.__wrapped__()
    assert found.program == f"shirokuro {sk.__version__}{words}"
    assert "Python 3." in found.machine
    assert result.date(1331528767.5) == "2012-03-12 05:06 UTC"
