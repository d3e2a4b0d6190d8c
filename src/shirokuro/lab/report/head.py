"""The head of a study's page: the paper, the question, what was published, what we ran, and the answer."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from shirokuro.lab.exhibit import Exhibit, Findings, Plot, PublishedCells, Table, answer_of, certainty_of
from shirokuro.lab.study import Study

VERDICTS = ("explained", "consistent", "not explained")


def head(study: Study, exhibits: Sequence[Exhibit]) -> dict[str, str]:
    """The parts of the head by their titles, without unknown ones; empty for a tournament."""
    answer, source, published = answer_of(exhibits), "", ""
    if paper := study.paper:
        when, published = paper.year or "undated", paper.published
        source = f"{paper.author}, {when}: {paper.title} ({paper.in_english}). {paper.kind}."
    sure = (certainty_of(exhibits), verdict_counts(exhibits)) if answer else ()
    entries = {
        "Paper": source,
        "Question": str(study.question),
        "Published": published,
        "Method": study.method,
        "Answer": answer,
        "Confidence": " ".join(filter(None, sure)),
    }
    return {word: text for word, text in entries.items() if text}


def verdict_counts(exhibits: Iterable[Exhibit]) -> str:
    """Counts the published figures by verdict, which is the last entry of a row."""
    tables = (each for each in exhibits if isinstance(each, PublishedCells))
    verdicts = Counter(str(row[-1]) for table in tables for row in table.rows)
    counts = ", ".join(f"{verdicts[verdict]} {verdict}" for verdict in VERDICTS if verdict in verdicts)
    return f"Of {verdicts.total()} published figures we call {counts}." if verdicts else ""


_WORDS = {
    "published": "the study's own figure",
    "as printed": "the program in the study's listing, mistakes included",
    "as described": "the program that the study's text describes",
    "now": "a current player in its place",
    "as published?": "“may be” if chance can explain the difference, otherwise better or worse",
    "probability": "how likely a figure at least as far off as the published one is if this variant was the "
    "program; it allows for the uncertainty of the variant's own figure",
    "explained": "one variant fits all figures that one program must explain together",
    "consistent": "this figure fits a variant that does not fit the others",
    "not explained": "no variant that we know fits this figure",
    "stronger?": "whether the player is stronger than its opponent; “open” if chance can explain the score",
    "67/29/4": "wins, losses and draws",
    "(55–63 %)": "the 95 % confidence interval; after wins, losses and draws, that of the win rate",
}
_SIGNS = {
    "as published?": re.compile(r"^as published\?$"),
    "stronger?": re.compile(r"^stronger\?$"),
    "probability": re.compile(r"^probability$"),
    "explained": re.compile(r"^explained$"),
    "consistent": re.compile(r"^consistent$"),
    "not explained": re.compile(r"^not explained$"),
    "67/29/4": re.compile(r"^\d+/\d+/\d+"),
    "(55–63 %)": re.compile(r"\(\S+(?:–| to )\S+(?: %)?\)$"),
}


def explained_words(exhibits: Iterable[Exhibit]) -> dict[str, str]:
    """The words and signs that the exhibits use, and what they mean."""
    texts = [text for exhibit in exhibits for text in _texts(exhibit)]
    signs = {word: _SIGNS.get(word) or re.compile(rf"\b{word}\b") for word in _WORDS}
    return {word: meaning for word, meaning in _WORDS.items() if any(map(signs[word].search, texts))}


def once(exhibits: Iterable[Exhibit]) -> Iterator[Exhibit]:
    """The exhibits, without notes that an earlier one already has."""
    said: set[str] = set()
    for exhibit in exhibits:
        if isinstance(exhibit, Findings):
            yield exhibit
        else:
            yield replace(exhibit, notes=tuple(note for note in exhibit.notes if note not in said))
            said.update(exhibit.notes)


def _texts(exhibit: Exhibit) -> Iterator[str]:
    match exhibit:
        case Table():
            yield from exhibit.columns
            yield from (entry for row in exhibit.rows for entry in row if isinstance(entry, str))
        case Plot():
            yield from (series.name for series in exhibit.series)
            if any(point.low is not None for series in exhibit.series for point in series.points):
                yield "(55–63 %)"
        case Findings():
            yield from exhibit.sentences
