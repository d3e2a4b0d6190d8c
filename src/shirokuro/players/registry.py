"""All players by name, and `sk.player("montai:playouts=500")`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from difflib import get_close_matches
from types import MappingProxyType
from typing import Any

from shirokuro.players.engine_player import EnginePlayer
from shirokuro.players.greedy import Greedy
from shirokuro.players.montai import MontAI
from shirokuro.players.msai import Msai
from shirokuro.players.nip_mc import NipMonteCarlo
from shirokuro.players.nipevt import Nipevt
from shirokuro.players.player import Registered
from shirokuro.players.random_move import RandomMove
from shirokuro.players.rvlai import Rvlai
from shirokuro.players.ssai import Ssai
from shirokuro.players.strong import Strong
from shirokuro.players.uct import Uct
from shirokuro.players.value_map import ValueMap
from shirokuro.players.weak import Weak

_ALL: tuple[type[Registered], ...] = (
    RandomMove,
    Greedy,
    ValueMap,
    Ssai,
    Msai,
    Nipevt,
    Rvlai,
    Strong,
    Weak,
    MontAI,
    NipMonteCarlo,
    Uct,
    EnginePlayer,
)
PLAYERS: Mapping[str, type[Registered]] = MappingProxyType({each.spec_name: each for each in _ALL})


def player(spec: str) -> Registered:
    """The player that a specification names: `name`, or `name:parameter=value,parameter=value`."""
    name, _, words = spec.strip().partition(":")
    if name not in PLAYERS:
        raise ValueError(f"no player {name!r}: {_nearest(name, PLAYERS)}")
    return PLAYERS[name](**_arguments(PLAYERS[name], words))


def _arguments(kind: type[Registered], words: str) -> dict[str, Any]:
    known = {each.name: each for each in kind.parameters()}
    found: dict[str, Any] = {}
    for word in filter(None, (word.strip() for word in words.split(","))):
        name, equals, text = (part.strip() for part in word.partition("="))
        if name not in known:
            raise ValueError(f"{kind.spec_name}: no parameter {name!r}: {_nearest(name, known)}")
        if not equals:
            raise ValueError(f"{kind.spec_name}: {name} needs a value: {name}={known[name].default}")
        if name in found:
            raise ValueError(f"{kind.spec_name}: {name} is given twice")
        found[name] = known[name].read(kind.spec_name, text)
    return found


def _nearest(name: str, names: Iterable[str]) -> str:
    names = list(names)
    near = get_close_matches(name, names, 1)
    if near:
        return f"did you mean {near[0]!r}?"
    return f"there are {', '.join(names)}" if names else "it has none"
