"""The report as one self-contained HTML file, which needs no network."""

from __future__ import annotations

import json
from collections.abc import Sequence
from importlib.resources import files
from pathlib import Path
from string import Template

from shirokuro.lab.report.chapter import Chapter, Notify, last_result, silent, with_fewer_games
from shirokuro.lab.report.games import LETTERS, cells_data
from shirokuro.lab.report.head import verdict_counts
from shirokuro.lab.report.sections import contents, legend, published_section, section
from shirokuro.squares.svg import DISC, Picture, centres, draw
from shirokuro.squares.variant import find_variant
from shirokuro.storage.whole_file import whole_file
from shirokuro.workers.origin import here


def write_page(chapters: Sequence[Chapter], file: Path, notify: Notify = silent) -> None:
    """Writes the file; if that fails, an existing one stays as it was."""
    with whole_file(file) as place:
        place.write_text(page(chapters, notify), encoding="utf-8")


def page(chapters: Sequence[Chapter], notify: Notify = silent) -> str:
    """The whole page."""
    chapters = with_fewer_games(chapters)
    cells = cells_data(chapters)
    sections, first_cell = [], 0
    for chapter in chapters:
        notify(chapter.run.study.name)
        sections.append(section(chapter, first_cell))
        first_cell += len(chapter.samples)
    variants = {
        name: find_variant(name)
        for name in sorted({game["variant"] for each in cells for game in each["games"]})
    }
    boards = []  # empty boards, on which the viewer places discs
    for name, variant in variants.items():
        picture = draw(Picture(variant, title=f"A board of {name}"))
        drawn = picture.replace(' xmlns="http://www.w3.org/2000/svg"', "")
        boards.append(f'<template data-variant="{name}">{drawn}</template>')
    data = {
        "letters": LETTERS,
        "disc": DISC,
        "centres": {name: centres(variant) for name, variant in variants.items()},
        "cells": cells,
    }
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    return Template(_static("page.html")).substitute(
        style=_static("style.css"),
        script=_static("viewer.js"),
        contents=contents(chapters),
        verdicts=verdict_counts(exhibit for chapter in chapters for exhibit in chapter.exhibits),
        reading=legend(chapters),
        sections="\n".join(sections),
        boards="\n".join(boards),
        data=text.replace("<", "\\u003c"),  # `</` would end the element that holds it
        published="\n".join(published_section(chapters)),
        date=last_result(chapters),
        program=here().program,
    )


def _static(name: str) -> str:
    return files("shirokuro.lab.report").joinpath(name).read_text(encoding="utf-8")
