"""Chapters and their exhibits as HTML."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from html import escape as escaped

from shirokuro.lab.exhibit import Exhibit, Findings, Plot, Table, shown
from shirokuro.lab.report.chapter import Chapter, published_figures
from shirokuro.lab.report.drawing import inline_svg
from shirokuro.lab.report.head import explained_words, head
from shirokuro.lab.report.markdown import as_table, entry

_WITHIN = re.compile(r"(?<=\d) (?=%|\d{3}\b|m?s\b|µs\b)")
"""Spaces within a number, or between it and its unit."""
_WHOLE = re.compile(r"\([−\d][^()]*(?:–|\sto\s)[^()]*\)|[\d.]+\s% of \d[\d\u00a0]*")


def escape(text: str) -> str:
    """Escapes text for HTML, and prevents line breaks within numbers."""
    return _WITHIN.sub("\u00a0", escaped(text))


def contents(chapters: Sequence[Chapter]) -> str:
    """Links to everything but the games."""
    lines = []
    for chapter in chapters:
        title = f'<a href="#study-{chapter.place}">{escape(str(chapter.run.study.title))}</a>'
        lines += [f"<li>{title}", "<ol>"]
        lines += [f'<li><a href="#{place}">{escape(each.title)}</a></li>' for place, each in _placed(chapter)]
        lines.append("</ol></li>")
    lines += [
        f'<li><a href="#published">{escape(each.title)}</a></li>' for each in published_figures(chapters)
    ]
    return "\n".join(lines)


def legend(chapters: Sequence[Chapter]) -> str:
    """The words and signs that the tables use, at the head of the page."""
    words = explained_words(exhibit for chapter in chapters for exhibit in chapter.exhibits)
    if not words:
        return ""
    meanings = (f"<dt>{escape(word)}</dt><dd>{escape(meaning)}</dd>" for word, meaning in words.items())
    return "\n".join(['<dl class="facts reading" aria-label="In the tables">', *meanings, "</dl>"])


def section(chapter: Chapter, first_cell: int) -> str:
    """A chapter; in the viewer its cells begin with number `first_cell`."""
    lines = [
        f'<section id="study-{chapter.place}" aria-labelledby="study-{chapter.place}-title">',
        f'<h2 id="study-{chapter.place}-title">{escape(str(chapter.run.study.title))}</h2>',
    ]
    if summary := head(chapter.run.study, chapter.exhibits):
        rows = (f"<dt>{word}</dt><dd>{_unbroken(escape(text))}</dd>" for word, text in summary.items())
        lines += ['<dl class="head">', *rows, "</dl>"]
    if not chapter.is_complete:
        done = f"{entry(chapter.done)} of {entry(chapter.planned)} games and measurements are done"
        lines.append(f'<p class="warning">Not finished: {done}.</p>')
    lines += [_exhibit(exhibit, place) for place, exhibit in _placed(chapter)]
    if chapter.samples:
        count = sum(len(sample.games) for sample in chapter.samples)
        link = f'<a href="#games" data-cell="{first_cell}">Look at {entry(count)} of its games</a>'
        lines.append(f'<p class="look">{link}</p>')
    facts = (f"<dt>{name}</dt><dd>{escaped(fact)}</dd>" for name, fact in chapter.facts().items())
    return "\n".join([*lines, '<dl class="facts">', *facts, "</dl>", "</section>"])


def published_section(chapters: Sequence[Chapter]) -> Iterator[str]:
    """The published figures of all studies, if there are any."""
    for table in published_figures(chapters):
        yield '<section id="published" aria-labelledby="published-title">'
        yield f'<h2 id="published-title">{escape(table.title)}</h2>'
        yield from (f"<p>{escape(note)}</p>" for note in table.notes)
        yield _table(table, "published-title")
        yield "</section>"


def _placed(chapter: Chapter) -> list[tuple[str, Exhibit]]:
    """Each exhibit with its id, the target of links."""
    return [(f"study-{chapter.place}-{i}", each) for i, each in enumerate(shown(chapter.exhibits), 1)]


def _exhibit(exhibit: Exhibit, place: str) -> str:
    """An exhibit with its heading; a plot also has its numbers as a table."""
    heading = f'<h3 id="{place}">{escape(exhibit.title)}</h3>'
    if isinstance(exhibit, Findings):
        sentences = "\n".join(f"<li>{_unbroken(escape(sentence))}</li>" for sentence in exhibit.sentences)
        return f'<div class="findings">\n{heading}\n<ul>\n{sentences}\n</ul>\n</div>'
    if isinstance(exhibit, Plot):
        picture = inline_svg(exhibit, place).replace("<svg ", f'<svg aria-labelledby="{place}" ', 1)
        shown = (
            f'<figure class="plot">\n{_scrolling(picture, place)}\n</figure>\n'
            f"<details><summary>The numbers: {escape(exhibit.y_label)}</summary>\n"
            f"{_table(as_table(exhibit), place)}\n</details>"
        )
    else:
        shown = _table(exhibit, place)
    notes = (f'<p class="note">{escape(note)}</p>' for note in exhibit.notes)
    return "\n".join([heading, shown, *notes])


def _table(table: Table, place: str) -> str:
    """A table; columns whose entries begin with a number are aligned right, the first has the names."""
    looks = []
    for column in range(len(table.columns)):
        entries = [row[column] for row in table.rows if row[column] is not None]
        texts = [value for value in entries if isinstance(value, str)]
        is_numeric = entries and all(column > 0 and re.match(r"(< )?[+−]?\d", text) for text in texts)
        looks.append(' class="number"' if is_numeric else "")
    heads = "".join(
        f'<th scope="col"{look}>{escape(name)}</th>' for name, look in zip(table.columns, looks, strict=True)
    )
    rows = []
    for row in table.rows:
        name, *rest = (_unbroken(escape(entry(value))) for value in row)
        cells = (f"<td{look}>{text}</td>" for text, look in zip(rest, looks[1:], strict=True))
        rows.append(f'<tr><th scope="row"{looks[0]}>{name}</th>{"".join(cells)}</tr>')
    body = "\n".join(rows)
    whole = f"<table>\n<thead><tr>{heads}</tr></thead>\n<tbody>\n{body}\n</tbody>\n</table>"
    return _scrolling(whole, place)


def _unbroken(text: str) -> str:
    """Prevents line breaks within intervals in brackets and within `12 % of 200`."""
    return _WHOLE.sub(r"<span>\g<0></span>", text)


def _scrolling(content: str, place: str) -> str:
    """Content in a frame that scrolls on narrow screens, by keyboard too; a script then shows the hint."""
    return (
        '<p class="hint" hidden>More to the right: scroll →</p>\n'
        f'<div class="scroll" tabindex="0" role="region" aria-labelledby="{place}">\n{content}\n</div>'
    )
