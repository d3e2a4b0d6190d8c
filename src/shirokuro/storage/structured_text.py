"""Reads JSON and TOML from outside; every error in them is a ValueError."""

from __future__ import annotations

import json
from typing import Any

TOO_DEEP = "it is nested too deeply"
"""Said instead of the RecursionError that both of Python's readers raise."""


def parse_json(text: str, **options: Any) -> Any:
    """The value of a JSON text; `options` are those of `json.loads`."""
    try:
        return json.loads(text, **options)
    except RecursionError:
        raise ValueError(TOO_DEEP) from None


def parse_toml(text: str) -> dict[str, Any]:
    """The tables of a TOML text."""
    import tomllib  # which most commands never need

    try:
        return tomllib.loads(text)
    except RecursionError:
        raise ValueError(TOO_DEEP) from None
