"""Numbers as people read them, the same everywhere: no more digits than are sure, thousands apart."""

from __future__ import annotations

from math import floor, isinf, log10

NOISE = 1e-9
"""What is nearer than this part of a value is the value itself, but for the rounding of sums."""
LONG = 10_000
"""From here on digits stand in groups of three; four read well in one."""


def number(value: float) -> str:
    """All of a whole number, three digits of any other: 1170, 12.3, 28.0, 0.0653."""
    if isinstance(value, int) or value == 0 or abs(value) >= 999.5:
        return _written(value, 0)
    return f"{value:#.3g}".rstrip(".").replace("-", "−")


def points(value: float) -> str:
    """All of them: rounded like other numbers, 150.5 would lose its half."""
    return _written(value, 0 if value % 1 == 0 else 1)


def margin(value: float | None) -> str | None:
    """Discs ahead, on average."""
    return None if value is None else f"{round(value, 1) + 0.0:+.1f}".replace("-", "−")


def per_cents(*shares: float) -> list[str]:
    """Shares that stand together: whole, or all in tenths if one of them is close to none or to all."""
    is_close = any(0 < share < 0.01 or 0.99 < share < 1 for share in shares)
    return [_written(100 * share, 1 if is_close and share not in (0, 1) else 0) for share in shares]


def per_cent(share: float) -> str:
    """A share alone: 46 %, 99.8 %."""
    return f"{per_cents(share)[0]} %"


def probability(value: float) -> str:
    """Two digits, as long as anybody cares: 0.43, 0.012, < 0.0001."""
    return "< 0.0001" if value < 0.0001 else f"{value:#.2g}"


def in_per_cent(share: float, low: float, high: float, of: str = "") -> str:
    """A share and where it lies: 46 % (37–56 %), or 46 % of 100 (37–56 %)."""
    if isinf(high) or high - low <= NOISE * share:  # nothing is known of it, or all
        return per_cent(share) + of
    value, start, end = per_cents(share, low, high)
    return f"{value} %{of} ({start}–{end} %)"


def with_interval(value: float, low: float, high: float) -> str:
    """A value and where it lies, to the digits that the nearer end leaves: 1.10 (0.89–1.36).

    Whole numbers stay whole.
    """
    if isinf(high):  # nothing is known of it
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
    rounded = round(value, places) + 0.0  # which makes 0 of −0
    group = "," if abs(rounded) >= LONG else ""
    return f"{rounded:{group}.{max(places, 0)}f}".replace(",", " ").replace("-", "−")
