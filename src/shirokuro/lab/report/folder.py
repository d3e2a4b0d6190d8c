"""The report as a folder: Markdown for each study, its plots as PNG."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

from shirokuro.lab.exhibit import Exhibit, Plot, shown
from shirokuro.lab.report.chapter import Chapter, Tell, silent
from shirokuro.lab.report.drawing import figure, style
from shirokuro.lab.report.markdown import legend, markdown, summary

DOTS_PER_INCH = 120


def write_folder(chapters: Sequence[Chapter], folder: Path, tell: Tell = silent) -> None:
    """Writes all files; those of other studies that lie there stay."""
    folder.mkdir(parents=True, exist_ok=True)
    for chapter in chapters:
        tell(chapter.run.study.name)
        below = (_exhibit(exhibit, folder, chapter.place) for exhibit in shown(chapter.exhibits))
        text = "\n\n".join([*_heading(chapter), *below])
        (folder / f"{chapter.place}.md").write_text(text.rstrip() + "\n", encoding="utf-8")


def _heading(chapter: Chapter) -> list[str]:
    facts = "\n".join(f"- {name}: {_code(name, fact)}" for name, fact in chapter.facts().items())
    study = chapter.run.study
    return [f"# {study.title}", *summary(study, chapter.exhibits), facts, *legend(chapter.exhibits)]


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
