"""The report as Markdown: a folder with a file for each study, or one file for all; plots are PNG."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from pathlib import Path

from shirokuro.lab.exhibit import Exhibit, Plot, shown
from shirokuro.lab.report.chapter import Chapter, Tell, last_result, published_figures, silent
from shirokuro.lab.report.drawing import figure, style
from shirokuro.lab.report.head import verdict_counts
from shirokuro.lab.report.markdown import legend, markdown, summary
from shirokuro.storage.whole_file import whole_file
from shirokuro.workers.origin import here

DOTS_PER_INCH = 120


def write_folder(chapters: Sequence[Chapter], folder: Path, tell: Tell = silent) -> None:
    """Writes all files; those of other studies that lie there stay."""
    folder.mkdir(parents=True, exist_ok=True)
    for chapter in chapters:
        tell(chapter.run.study.name)
        parts = [*_head(chapter), _facts(chapter), *legend(chapter.exhibits), *_exhibits(chapter, folder)]
        (folder / f"{chapter.place}.md").write_text(_joined(parts), encoding="utf-8")


def write_paper(chapters: Sequence[Chapter], file: Path, tell: Tell = silent) -> None:
    """Writes all studies in one file, and at its end the table of all published figures."""
    exhibits = [exhibit for chapter in chapters for exhibit in chapter.exhibits]
    written = f"{here().program}, results up to {last_result(chapters)}"
    parts = ["# Laboratory report", verdict_counts(exhibits), written, *legend(exhibits)]
    for chapter in chapters:
        tell(chapter.run.study.name)
        below = [*_head(chapter), *_exhibits(chapter, file.parent), _facts(chapter)]
        parts += [_lowered(part) for part in below]
    parts += [markdown([table]).replace("###", "##", 1) for table in published_figures(chapters)]
    with whole_file(file) as place:
        place.write_text(_joined(parts), encoding="utf-8")


def _joined(parts: Iterable[str]) -> str:
    return "\n\n".join(filter(None, parts)).rstrip() + "\n"


def _lowered(part: str) -> str:
    """With its heading a step lower."""
    return f"#{part}" if part.startswith("#") else part


def _head(chapter: Chapter) -> list[str]:
    study = chapter.run.study
    return [f"# {study.title}", *summary(study, chapter.exhibits)]


def _facts(chapter: Chapter) -> str:
    return "\n".join(f"- {name}: {_code(name, fact)}" for name, fact in chapter.facts().items())


def _exhibits(chapter: Chapter, folder: Path) -> list[str]:
    return [_exhibit(exhibit, folder, chapter.place) for exhibit in shown(chapter.exhibits)]


def _code(name: str, fact: str) -> str:
    return f"`{fact}`" if name == "command" else fact


def _exhibit(exhibit: Exhibit, folder: Path, place: str) -> str:
    text = markdown([exhibit]).strip().replace("###", "##", 1)
    if not isinstance(exhibit, Plot):
        return text
    numbers = text.partition("\n\n")[2]
    name = f"{place}-{_slug(exhibit.title)}.png"
    with style():
        figure(exhibit).savefig(folder / name, dpi=DOTS_PER_INCH)
    return f"## {exhibit.title}\n\n![{exhibit.title}]({name})\n\n{numbers}"


def _slug(title: str) -> str:
    return re.sub(r"[^a-z0-9]+", "-", title.lower()).strip("-")
