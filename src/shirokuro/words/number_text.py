"""Numbers as text without an exponent, which readers of other programs and people do not expect."""

from __future__ import annotations

from decimal import Decimal


def exact_decimal(number: float) -> str:
    """The shortest decimals that read back as the same number: 0.000046, where Python writes 4.6e-05."""
    return f"{Decimal(repr(float(number))):f}".removesuffix(".0")


def rounded_decimal(number: float, digits: int = 3) -> str:
    """A number to so many significant digits; all digits before the point are written."""
    text = f"{Decimal(f'{number:.{digits}g}'):f}"
    return text if abs(number) < 10**digits else f"{number:.0f}"
