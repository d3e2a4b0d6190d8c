"""What study C published: table 1, before and after. We read its counts as means over 300 positions."""

from __future__ import annotations

from shirokuro.lab.statistics.rounding import per_cent

POSITIONS = (2_520_182, 1_393_337)
HIT_RATES = (0.1621, 0.4110)
"""Of the positions searched."""
SAVING = POSITIONS[1] / POSITIONS[0]
TIME = 0.57
"""After, beside before."""
TABLE: dict[str, tuple[int | str, int | str]] = {
    "positions searched": POSITIONS,
    "table hits": (408_511, 572_708),
    "entries stored": (766_146, 540_625),
    "hits, % of positions": (per_cent(HIT_RATES[0]), per_cent(HIT_RATES[1])),
    "positions, % of without": (per_cent(1), per_cent(SAVING)),
    "time, % of without": (per_cent(1), per_cent(TIME)),
}
