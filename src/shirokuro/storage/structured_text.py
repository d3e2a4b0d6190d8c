"""JSON and TOML that a person, another program or a failing disk wrote: all that is wrong is a ValueError."""

from __future__ import annotations

import json
from typing import Any

TOO_DEEP = "it is nested too deeply"
"""Both readers of Python's library end in a RecursionError, which is no fault of the program."""


def parse_json(text: str, **options: Any) -> Any:
    """What a JSON text says; `options` are those of `json.loads`."""
    try:
        return json.loads(text, **options)
    except RecursionError:
        raise ValueError(TOO_DEEP) from None


def parse_toml(text: str) -> dict[str, Any]:
    """What a TOML text says."""
    import tomllib  # only where there is one

    try:
        return tomllib.loads(text)
    except RecursionError:
        raise ValueError(TOO_DEEP) from None
