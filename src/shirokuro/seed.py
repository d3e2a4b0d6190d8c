"""Seeds: what is random in games and players comes from them, the same on every machine."""

from __future__ import annotations

from hashlib import blake2b


def derive(*parts: object) -> int:
    """A seed of 64 bits that depends on all parts."""
    text = "/".join(map(str, parts))
    return int.from_bytes(blake2b(text.encode(), digest_size=8).digest(), "little")


def seed_in_game(game: int, colour: object, own: object) -> int:
    """A player's seed in a game of that seed, by its side and the seed it was made with."""
    return derive(game, colour, own)
