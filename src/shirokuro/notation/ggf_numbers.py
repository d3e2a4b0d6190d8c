"""The numbers of GGF: values, margins and times."""

from __future__ import annotations

import math
import re
import sys

from shirokuro.errors import NotationError, shown
from shirokuro.notation.passage import Passage

_NUMBER = re.compile(r"[+-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:e[+-]?[0-9]+)?", re.IGNORECASE | re.ASCII)
_CLOCK = re.compile(r"(?:([0-9]{1,6}):)?([0-9]{1,6}):([0-9]{1,6}(?:\.[0-9]*)?)", re.ASCII)


def read_number(passage: Passage) -> float | None:
    """A finite number; None where nothing is written."""
    text = passage.text.strip()
    if not text:
        return None
    if not _NUMBER.fullmatch(text) or not math.isfinite(float(text)):
        raise passage.stripped().error(f"{text[:20]!r} is no number")
    return float(text)


def read_seconds(passage: Passage) -> float | None:
    """Seconds, or minutes and seconds as 1:05, or hours before them."""
    clock = _CLOCK.fullmatch(passage.text.strip())
    if clock is None:
        return _not_negative(passage)
    hours, minutes, seconds = clock.groups()
    return int(hours or 0) * 3600 + int(minutes) * 60 + float(seconds)


def read_margin(passage: Passage) -> float | None:
    """Black minus white, whatever follows of resigned or timed out games (+12.00:r); None if it says ?."""
    margin = next(passage.split(":")).stripped()
    return None if margin.text == "?" else read_number(margin)


def format_seconds(seconds: float | None) -> str:
    if seconds is not None and seconds < 0:
        raise NotationError("a negative time")
    return format_number(seconds)


def format_number(number: float | None, sign: str = "") -> str:
    """Two decimals as is the custom, or as many as the number needs to come back the same."""
    if number is None:
        return ""
    if not abs(number) <= sys.float_info.max:
        raise NotationError(f"GGF has no number {shown(number)}")
    text = f"{number:{sign}.2f}"
    return text if float(text) == number else f"{'+' if sign and number > 0 else ''}{float(number)!r}"


def _not_negative(passage: Passage) -> float | None:
    seconds = read_number(passage)
    if seconds is not None and seconds < 0:
        raise passage.stripped().error("a negative time")
    return seconds
