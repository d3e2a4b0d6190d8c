"""The text of a proof (docs/solving.md) as players use it: the bounds of all its positions, by their keys."""

from __future__ import annotations

import gzip
import zlib
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

from shirokuro.board.position_key import KEY
from shirokuro.errors import BookError, shown
from shirokuro.proofs.proven import Bounds
from shirokuro.squares.square import square_name
from shirokuro.squares.variant import VARIANTS

TITLE = "shirokuro proof"
VERSION = "1"
PACKED = b"\x1f\x8b"
HEAD = 8
"""Lines before the positions."""


@dataclass(frozen=True, slots=True)
class TextBounds:
    """What a text proves."""

    bounds: Mapping[bytes, Bounds]
    leaf: int
    """Empties of the largest position that was read to the end."""


def is_text(path: Path) -> bool:
    with path.open("rb") as stream:
        start = stream.read(len(TITLE))
    return start[:2] == PACKED or start == TITLE.encode()


def text_variant(path: Path) -> str:
    """The board that a text is of; a `BookError` says why it is none of ours."""
    with _lines(path) as lines:
        head = [*islice(lines, HEAD)]
    fields = dict(line.split(" ", 1) for line in head[1:] if " " in line)
    if not head or head[0] != f"{TITLE} {VERSION}" or "board" not in fields:
        raise BookError(f"{path}: this is no proof, or one of another version")
    if (variant := VARIANTS.get(fields["board"])) is None:
        raise BookError(f"{path}: a proof of a board that is unknown here: {shown(fields['board'])}")
    expected = {
        "cells": _names(variant.cells),
        "rim": _names(variant.ring) or "none",
        "loop": "yes" if variant.loop else "no",
    }
    if not expected.items() <= fields.items():
        raise BookError(f"{path}: its {variant.name} is another board than ours")
    return variant.name


def text_bounds(path: Path, variant: str) -> TextBounds:
    """All positions of a text, as they are written: each as the image that its key stands for."""
    bits = [1 << cell for cell in VARIANTS[variant].cells]
    bounds, leaf = dict[bytes, Bounds](), 0
    with _lines(path) as lines:
        for line in islice(lines, HEAD, None):
            position, lower, upper, *read = line.split(" ")
            own = sum(bit for bit, disc in zip(bits, position, strict=True) if disc == "X")
            opp = sum(bit for bit, disc in zip(bits, position, strict=True) if disc == "O")
            bounds[KEY.pack(own, opp)] = int(lower), int(upper)
            leaf = max(leaf, position.count("-")) if read else leaf
    return TextBounds(bounds, leaf)


def _names(squares: Iterable[int]) -> str:
    return " ".join(map(square_name, squares))


@contextmanager
def _lines(path: Path) -> Iterator[Iterator[str]]:
    """The text line by line; whatever is wrong with it is a `BookError` that names the file."""
    try:
        with path.open("rb") as plain:
            is_packed = plain.read(2) == PACKED
            plain.seek(0)
            with gzip.open(plain) if is_packed else plain as stream:
                yield (line.decode("ascii").removesuffix("\n") for line in stream)
    except (ValueError, EOFError, gzip.BadGzipFile, zlib.error) as error:
        if isinstance(error, BookError):
            raise
        raise BookError(f"{path}: this is no proof that can be read: {error}") from None
