"""The report as one file for a browser: whatever it needs is in it, and it opens without a network."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from importlib.resources import files
from pathlib import Path
from string import Template
from typing import Any

from shirokuro.lab.report.chapter import Chapter, Tell, last_result, silent, with_fewer_games
from shirokuro.lab.report.games import LETTERS, cells_data
from shirokuro.lab.report.head import verdict_counts
from shirokuro.lab.report.sections import contents, legend, published_section, section
from shirokuro.squares.svg import DISC, Picture, centres, draw
from shirokuro.squares.variant import find_variant
from shirokuro.storage.whole_file import whole_file
from shirokuro.workers.origin import here


def write_page(chapters: Sequence[Chapter], file: Path, tell: Tell = silent) -> None:
    """Writes the whole file, or leaves what was there."""
    with whole_file(file) as place:
        place.write_text(page(chapters, tell), encoding="utf-8")


def page(chapters: Sequence[Chapter], tell: Tell = silent) -> str:
    """The whole page."""
    chapters = with_fewer_games(chapters)
    cells = cells_data(chapters)
    variants = {game["variant"] for cell in cells for game in cell["games"]}
    return Template(_static("page.html")).substitute(
        style=_static("style.css"),
        script=_static("viewer.js"),
        contents=contents(chapters),
        verdicts=verdict_counts(exhibit for chapter in chapters for exhibit in chapter.exhibits),
        reading=legend(chapters),
        sections="\n".join(_sections(chapters, tell)),
        boards="\n".join(_board(name) for name in sorted(variants)),
        data=_json(
            {
                "letters": LETTERS,
                "disc": DISC,
                "centres": {name: centres(find_variant(name)) for name in variants},
                "cells": cells,
            }
        ),
        published="\n".join(published_section(chapters)),
        date=last_result(chapters),
        program=here().program,
    )


def _sections(chapters: Sequence[Chapter], tell: Tell) -> Iterator[str]:
    first_cell = 0
    for chapter in chapters:
        tell(chapter.run.study.name)
        yield section(chapter, first_cell)
        first_cell += len(chapter.samples)


def _static(name: str) -> str:
    return files("shirokuro.lab.report").joinpath(name).read_text(encoding="utf-8")


def _json(data: Any) -> str:
    """As an element of a page may hold it, in which `</` would end it."""
    return json.dumps(data, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")


def _board(name: str) -> str:
    """The empty board, for the viewer to lay discs on."""
    picture = Picture(find_variant(name), title=f"A board of {name}")
    drawn = draw(picture).replace(' xmlns="http://www.w3.org/2000/svg"', "")
    return f'<template data-variant="{name}">{drawn}</template>'
