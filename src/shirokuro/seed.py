"""Seeds, from which everything random in games and players follows, equally on every machine."""

from __future__ import annotations

from hashlib import blake2b


def derive(*parts: object) -> int:
    """A seed of 64 bits that depends on all parts."""
    text = "/".join(map(str, parts))
    return int.from_bytes(blake2b(text.encode(), digest_size=8).digest(), "little")


def seed_in_game(game: int, colour: object, own: object) -> int:
    """A player's seed in one game, from the game's seed, the player's side and its own seed."""
    return derive(game, colour, own)
