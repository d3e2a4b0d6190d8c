"""What study C published: table 1, before and after. We read its counts as means over 300 positions."""

from __future__ import annotations

POSITIONS = (2_520_182, 1_393_337)
HIT_RATES = (16.21, 41.10)
SAVING = POSITIONS[1] / POSITIONS[0]
TABLE: dict[str, tuple[float, float]] = {
    "positions searched": POSITIONS,
    "table hits": (408_511, 572_708),
    "entries stored": (766_146, 540_625),
    "hits, % of positions": HIT_RATES,
    "positions, ratio": (1.0, SAVING),
    "time, ratio": (1.0, 0.57),
}
