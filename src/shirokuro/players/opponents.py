"""The two players of a game or a match: makes them where they play, keeps those that stay, closes them."""

from __future__ import annotations

import atexit
from collections import defaultdict
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from threading import local
from typing import Any, Self
from uuid import uuid4

from shirokuro.players.checked import TrustedPlayer
from shirokuro.players.registry import PlayerOrSpec, trusted_player


class _Kept(local):
    """Players that stay, by match and place. Each thread has its own, since it plays one game at a time."""

    def __init__(self) -> None:
        self.players: dict[str, dict[int, TrustedPlayer]] = defaultdict(dict)


_kept = _Kept()


class Opponents:
    """Two players of a match, wherever its games are played.

    A specification or a class makes a new player for every game, or one for all games of a process if it
    `stays`; it is closed after its last game. An object plays all games itself, and its caller closes it; its
    copies in other processes are closed when these end.
    """

    def __init__(self, first: PlayerOrSpec, second: PlayerOrSpec) -> None:
        self._asked = tuple(
            # What makes the player again in another process; the player itself, if nothing does.
            asked if isinstance(asked, str | type) else trusted_player(asked).spec or asked
            for asked in (first, second)
        )
        self._match = uuid4().hex
        self._are_copies = False

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state, _are_copies=True)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        for place, player in _kept.players.pop(self._match, {}).items():
            if self._is_ours(place):
                atexit.unregister(player.close)
                player.close()

    @contextmanager
    def at_the_board(self) -> Iterator[tuple[TrustedPlayer, TrustedPlayer]]:
        """The first and the second player, for one game."""
        with ExitStack() as life:
            yield self._player(0, life), self._player(1, life)

    def _player(self, place: int, life: ExitStack) -> TrustedPlayer:
        kept = _kept.players[self._match]
        if place not in kept:
            player = trusted_player(self._asked[place])
            if self._is_made(place) and not player.stays:
                life.callback(player.close)
                return player
            if self._is_ours(place):
                atexit.register(player.close)
            kept[place] = player
        return kept[place]

    def _is_made(self, place: int) -> bool:
        """Whether it is made from a specification or a class; else it was handed over."""
        return isinstance(self._asked[place], str | type)

    def _is_ours(self, place: int) -> bool:
        return self._are_copies or self._is_made(place)
