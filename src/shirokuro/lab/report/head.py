"""The head of a study's page: who asked what, what was published, what we ran, and what came out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from shirokuro.lab.exhibit import Exhibit, PublishedCells, answer_of, certainty_of
from shirokuro.lab.study import Study

VERDICTS = ("explained", "consistent", "not explained")


def head(study: Study, exhibits: Sequence[Exhibit]) -> dict[str, str]:
    """What stands under each word of it; nothing that is not known, and nothing of a mere tournament."""
    answer, source, published = answer_of(exhibits), "", ""
    if paper := study.paper:
        when, published = paper.year or "undated", paper.published
        source = f"{paper.author}, {when}: {paper.title} ({paper.in_english}). {paper.kind}."
    sure = (certainty_of(exhibits), verdict_counts(exhibits)) if answer else ()
    entries = {
        "Paper": source,
        "Asked": str(study.question),
        "Published": published,
        "We ran": study.method,
        "Answer": answer,
        "How sure": " ".join(filter(None, sure)),
    }
    return {word: text for word, text in entries.items() if text}


def verdict_counts(exhibits: Iterable[Exhibit]) -> str:
    """How many published figures have which verdict, which stands last in a row."""
    tables = (each for each in exhibits if isinstance(each, PublishedCells))
    verdicts = Counter(str(row[-1]) for table in tables for row in table.rows)
    counts = ", ".join(f"{verdicts[verdict]} {verdict}" for verdict in VERDICTS if verdict in verdicts)
    return f"Of {verdicts.total()} published figures we call {counts}." if verdicts else ""
