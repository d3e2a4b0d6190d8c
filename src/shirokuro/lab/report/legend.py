"""What a reader of tables must know: the words and signs that they share, each explained once."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace

from shirokuro.lab.exhibit import Exhibit, Findings, Plot, Table

_WORDS = {
    "published": "the study's own figure",
    "as printed": "the program in the study's listing, mistakes included",
    "as described": "the program that the study's text describes",
    "now": "a current player in its place",
    "as published?": "“may be” if chance can explain the difference, otherwise better or worse",
    "probability": "how likely a figure as far off as the published one is, or further, if the form was the "
    "program; it allows for the uncertainty of the form's own figure",
    "explained": "one form fits all figures that one program must explain together",
    "consistent": "this figure fits a form that does not fit the others",
    "not explained": "no form that we know fits this figure",
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
    """The exhibits, of notes that several have only the first."""
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
