"""Seeds: what is random in games and players comes from them, the same on every machine."""

from __future__ import annotations

from hashlib import blake2b


def derive(*parts: object) -> int:
    """A seed of 64 bits that depends on all parts."""
    text = "/".join(map(str, parts))
    return int.from_bytes(blake2b(text.encode(), digest_size=8).digest(), "little")
