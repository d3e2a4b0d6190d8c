"""All players by name, and `sk.player("montai:playouts=500")`; own ones as `mymodule.MyPlayer`.

Engines of other people that the user owns (`engines.toml`) have names like those of our own players.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, TypeAlias

from shirokuro.errors import nearest
from shirokuro.players.checked import AnyPlayer, CheckedPlayer
from shirokuro.players.corner_maniac import CornerManiac
from shirokuro.players.dotted import imported, is_dotted
from shirokuro.players.engine_player import EnginePlayer
from shirokuro.players.greedy import Greedy
from shirokuro.players.mirror import Mirror
from shirokuro.players.montai import MontAI
from shirokuro.players.msai import Msai
from shirokuro.players.nip_mc import NipMonteCarlo
from shirokuro.players.nipevt import Nipevt
from shirokuro.players.player import BuiltinPlayer
from shirokuro.players.random_move import RandomMove
from shirokuro.players.rival.rival import Rival
from shirokuro.players.rvlai import Rvlai
from shirokuro.players.spec import PlayerSpec
from shirokuro.players.ssai import Ssai
from shirokuro.players.strong import Strong
from shirokuro.players.uct import Uct
from shirokuro.players.uneven import Uneven
from shirokuro.players.value_map import ValueMap
from shirokuro.players.weak import Weak
from shirokuro.words.message import Message

_ALL: tuple[type[BuiltinPlayer], ...] = (
    RandomMove,
    Greedy,
    ValueMap,
    CornerManiac,
    Mirror,
    Ssai,
    Msai,
    Nipevt,
    Rival,
    Rvlai,
    Strong,
    Weak,
    MontAI,
    NipMonteCarlo,
    Uct,
    EnginePlayer,
    Uneven,
)
PLAYERS: Mapping[str, type[BuiltinPlayer]] = MappingProxyType({each.spec_name: each for each in _ALL})
"""Every player that is shipped, by its name."""


TrustedPlayer: TypeAlias = BuiltinPlayer | CheckedPlayer
"""A player that keeps the contract, or is held to it."""
PlayerOrSpec: TypeAlias = AnyPlayer | str
"""A player, or the specification of one."""


def player(spec: str) -> TrustedPlayer:
    """The player that a specification names: `name`, or `name:parameter=value,parameter=value`.

    A name with a dot is that of a class in a module: `mymodule.MyPlayer`. Any other is that of an engine in
    the user's `engines.toml`.
    """
    read = PlayerSpec.parse(spec)
    if is_dotted(read.name):
        return _own_player(read)
    if read.name not in PLAYERS:
        return _external_engine(read)
    kind = PLAYERS[read.name]
    return kind(**arguments_of(kind, read))


def arguments_of(kind: type[BuiltinPlayer], spec: PlayerSpec) -> dict[str, Any]:
    """The values that a specification gives a player of the registry; a ValueError where there are none."""
    known = {each.name: each for each in kind.parameters()}
    found: dict[str, Any] = {}
    for name, text in spec.words:
        if name not in known:
            raise ValueError(
                Message(
                    "play.no_parameter", player=kind.spec_name, name=repr(name), near=nearest(name, known)
                )
            )
        if text is None:
            raise ValueError(
                Message(
                    "play.needs_value",
                    player=kind.spec_name,
                    name=name,
                    parameter=name,
                    example=known[name].default,
                )
            )
        found[name] = known[name].read(kind.spec_name, text)
    return found


def canonical_spec(kind: type[BuiltinPlayer], arguments: Mapping[str, Any]) -> PlayerSpec:
    """The one text for such arguments, in the order in which they were given; 5 seconds are 5, not 5.0."""
    known = {each.name: each for each in kind.parameters()}
    words = ((name, known[name].text(value).removesuffix(".0")) for name, value in arguments.items())
    return PlayerSpec(kind.spec_name, tuple(words))


def _external_engine(spec: PlayerSpec) -> CheckedPlayer:
    # Few programs need them, and all would wait for them.
    from shirokuro.players.external.engines_file import engine_names, engine_setup
    from shirokuro.players.external.external_engine import ExternalEngine

    name, engines = spec.name, engine_names()
    if name not in engines:
        raise ValueError(Message("play.no_player", name=repr(name), near=nearest(name, (*PLAYERS, *engines))))
    if spec.words:
        raise ValueError(f"{name} is no player of ours: its options belong into its command")
    return CheckedPlayer(ExternalEngine.of(engine_setup(name), name), spec=name)


def trusted_player(asked: PlayerOrSpec) -> TrustedPlayer:
    """Whoever plays: by specification, one of the registry, or anybody's object with a `choose`."""
    if isinstance(asked, str):
        return player(asked)
    if isinstance(asked, CheckedPlayer) or type(asked) in PLAYERS.values():
        return asked  # type: ignore[return-value]
    return CheckedPlayer(asked() if isinstance(asked, type) else asked)


def _own_player(spec: PlayerSpec) -> TrustedPlayer:
    made = imported(spec.name, dict(spec.words))
    if type(made) in PLAYERS.values():
        return made  # type: ignore[no-any-return]
    return CheckedPlayer(made, spec=str(spec))
