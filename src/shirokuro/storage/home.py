"""The folder of the user's own data."""

from __future__ import annotations

import os
from pathlib import Path


def home() -> Path:
    """`$SHIROKURO_HOME`, else `shirokuro` in the XDG data folder; it need not exist yet."""
    if own := os.environ.get("SHIROKURO_HOME"):
        return Path(own)
    shared = os.environ.get("XDG_DATA_HOME", "")
    # The XDG specification says to ignore relative paths.
    return (Path(shared) if Path(shared).is_absolute() else Path.home() / ".local" / "share") / "shirokuro"
