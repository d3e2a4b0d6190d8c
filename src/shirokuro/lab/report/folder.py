"""The report as Markdown: a folder with a file for each study, or one file for all; plots are PNG."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from pathlib import Path

from shirokuro.lab.exhibit import Plot, shown
from shirokuro.lab.report.chapter import Chapter, Notify, last_result, published_figures, silent
from shirokuro.lab.report.drawing import figure, style
from shirokuro.lab.report.head import verdict_counts
from shirokuro.lab.report.markdown import legend, markdown, summary
from shirokuro.storage.whole_file import whole_file
from shirokuro.workers.origin import here

DOTS_PER_INCH = 120


def write_folder(chapters: Sequence[Chapter], folder: Path, notify: Notify = silent) -> None:
    """Writes all files, and leaves those of other studies alone."""
    folder.mkdir(parents=True, exist_ok=True)
    for chapter in chapters:
        notify(chapter.run.study.name)
        parts = [*_head(chapter), _facts(chapter), *legend(chapter.exhibits), *_exhibits(chapter, folder)]
        (folder / f"{chapter.place}.md").write_text(_joined(parts), encoding="utf-8")


def write_paper(chapters: Sequence[Chapter], file: Path, notify: Notify = silent) -> None:
    """Writes all studies into one file that ends with the table of all published figures."""
    exhibits = [exhibit for chapter in chapters for exhibit in chapter.exhibits]
    written = f"{here().program}, results up to {last_result(chapters)}"
    parts = ["# Laboratory report", verdict_counts(exhibits), written, *legend(exhibits)]
    for chapter in chapters:
        notify(chapter.run.study.name)
        below = [*_head(chapter), *_exhibits(chapter, file.parent), _facts(chapter)]
        parts += [f"#{part}" if part.startswith("#") else part for part in below]  # one heading level lower
    parts += [markdown([table]).replace("###", "##", 1) for table in published_figures(chapters)]
    with whole_file(file) as place:
        place.write_text(_joined(parts), encoding="utf-8")


def _joined(parts: Iterable[str]) -> str:
    return "\n\n".join(filter(None, parts)).rstrip() + "\n"


def _head(chapter: Chapter) -> list[str]:
    study = chapter.run.study
    return [f"# {study.title}", *summary(study, chapter.exhibits)]


def _facts(chapter: Chapter) -> str:
    facts = chapter.facts().items()
    return "\n".join(
        f"- {name}: `{fact}`" if name == "command" else f"- {name}: {fact}" for name, fact in facts
    )


def _exhibits(chapter: Chapter, folder: Path) -> list[str]:
    """The exhibits as Markdown; writes the pictures of plots to the folder."""
    parts = []
    for exhibit in shown(chapter.exhibits):
        text = markdown([exhibit]).strip().replace("###", "##", 1)
        if isinstance(exhibit, Plot):
            slug = re.sub(r"[^a-z0-9]+", "-", exhibit.title.lower()).strip("-")
            name = f"{chapter.place}-{slug}.png"
            with style():
                figure(exhibit).savefig(folder / name, dpi=DOTS_PER_INCH)
            numbers = text.partition("\n\n")[2]
            text = f"## {exhibit.title}\n\n![{exhibit.title}]({name})\n\n{numbers}"
        parts.append(text)
    return parts
