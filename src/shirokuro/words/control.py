"""Characters that command a terminal instead of being shown, as a file may hold them in a name."""

from __future__ import annotations

import re

_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")


def printable(text: str) -> str:
    r"""The text with `\x1b` and the like written out; tabs and line ends stay.

    So are the marks that turn the direction of writing, since they make a line read as another one.
    """
    return _CONTROL.sub(lambda found: found[0].encode("unicode_escape").decode(), text)
