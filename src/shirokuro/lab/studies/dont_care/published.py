"""What study C published: table 1, before and after. We read its counts as means over 300 positions."""

from __future__ import annotations

POSITIONS = (2_520_182, 1_393_337)
HIT_RATES = (16.21, 41.10)
SAVING = POSITIONS[1] / POSITIONS[0]
TIME = 0.57
"""After, beside before."""
TABLE: dict[str, tuple[float, float]] = {
    "positions searched": POSITIONS,
    "table hits": (408_511, 572_708),
    "entries stored": (766_146, 540_625),
    "hits, % of positions": HIT_RATES,
    "positions, % of without": (100.0, 100 * SAVING),
    "time, % of without": (100.0, 100 * TIME),
}
