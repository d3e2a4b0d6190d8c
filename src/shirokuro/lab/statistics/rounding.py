"""Rounds numbers for tables and texts: only significant digits, thousands separated."""

from __future__ import annotations

from math import floor, isinf, log10

NOISE = 1e-9
"""Relative differences below this are rounding errors of sums."""
LONG = 10_000
"""Numbers from here on have thousands separators."""


def number(value: float) -> str:
    """Whole numbers in full, others with three digits: 1170, 12.3, 28.0, 0.0653."""
    if isinstance(value, int) or value == 0 or abs(value) >= 999.5:
        return _written(value, 0)
    return f"{value:#.3g}".rstrip(".").replace("-", "−")


def points(value: float) -> str:
    """Points in full: three digits would lose the half of 150.5."""
    return _written(value, 0 if value % 1 == 0 else 1)


def margin(value: float | None) -> str | None:
    """A mean margin in discs."""
    return None if value is None else f"{round(value, 1) + 0.0:+.1f}".replace("-", "−")


def per_cents(*shares: float) -> list[str]:
    """Percentages shown together: whole, or all with one decimal if one of them is close to 0 or 100."""
    is_close = any(0 < share < 0.01 or 0.99 < share < 1 for share in shares)
    return [_written(100 * share, 1 if is_close and share not in (0, 1) else 0) for share in shares]


def per_cent(share: float) -> str:
    """One percentage: 46 %, 99.8 %."""
    return f"{per_cents(share)[0]} %"


def probability(value: float) -> str:
    """Two significant digits, down to a limit: 0.43, 0.012, < 0.0001."""
    return "< 0.0001" if value < 0.0001 else f"{value:#.2g}"


def in_per_cent(share: float, low: float, high: float, of: str = "") -> str:
    """A percentage with its interval: 46 % (37–56 %), or 46 % of 100 (37–56 %)."""
    if isinf(high) or high - low <= NOISE * share:  # its interval is unbounded or a single point
        return per_cent(share) + of
    value, start, end = per_cents(share, low, high)
    return f"{value} %{of} ({start}–{end} %)"


def with_interval(value: float, low: float, high: float) -> str:
    """A value with its interval, as precise as the nearer end allows: 1.10 (0.89–1.36).

    Whole numbers stay whole.
    """
    if isinf(high):  # its interval is unbounded
        return number(value)
    distances = [distance for end in (low, high) if (distance := abs(value - end)) > NOISE * abs(value)]
    if not distances:
        return _written(value, 0) if value % 1 == 0 else number(value)
    is_whole = all(isinstance(each, int) for each in (value, low, high))
    places = 0 if is_whole else -floor(log10(min(distances) / 3))
    middle, start, end = (_written(each, places) for each in (value, low, high))
    dash = " to " if low < 0 else "–"
    return f"{middle} ({start}{dash}{end})"


def _written(value: float, places: int) -> str:
    rounded = round(value, places) + 0.0  # turns −0 into 0
    group = "," if abs(rounded) >= LONG else ""
    return f"{rounded:{group}.{max(places, 0)}f}".replace(",", " ").replace("-", "−")
