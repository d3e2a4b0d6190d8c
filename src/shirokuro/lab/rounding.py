"""Numbers as people read them: thousands apart, and no more digits than are sure."""

from __future__ import annotations

from math import floor, isinf, log10

NOISE = 1e-9
"""What is nearer than this part of a value is the value itself, but for the rounding of sums."""


def number(value: float) -> str:
    """All of a whole number, three digits of any other: 1 170, 12.3, 0.0653."""
    if value % 1 == 0 or abs(value) >= 999.5:
        return _written(value, 0)
    return f"{value:.3g}".replace("-", "−")


def per_cent(share: float) -> str:
    """Whole, but 99.8 where 100 would say all of them, and 0.2 where 0 would say none."""
    whole, finer = f"{100 * share:.0f}", f"{100 * share:.1f}"
    return finer if whole in ("0", "100") and float(finer) != float(whole) else whole


def with_interval(value: float, low: float, high: float, unit: str = "") -> str:
    """A value and where it lies, to the digits that the nearer end leaves: 1.10 (0.89–1.36).

    Whole numbers stay whole.
    """
    if isinf(high):  # nothing is known of it
        return number(value) + unit
    distances = [abs(value - end) for end in (low, high) if abs(value - end) > NOISE * abs(value)]
    if not distances:
        return number(value) + unit
    is_whole = all(isinstance(each, int) for each in (value, low, high))
    places = 0 if is_whole else -floor(log10(min(distances) / 3))
    middle, start, end = (_written(each, places) for each in (value, low, high))
    dash = " to " if low < 0 else "–"
    return f"{middle}{unit} ({start}{dash}{end}{unit})"


def _written(value: float, places: int) -> str:
    rounded = round(value, places) + 0.0  # which makes 0 of −0
    return f"{rounded:,.{max(places, 0)}f}".replace(",", " ").replace("-", "−")
