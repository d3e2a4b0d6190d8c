"""All players by name, and `sk.player("montai:playouts=500")`; a user's own are named `mymodule.MyPlayer`.

External engines that the user has set up (`engines.toml`) are named like our own players.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from importlib import import_module
from typing import Any, TypeAlias

from shirokuro.errors import nearest
from shirokuro.players.checked import AnyPlayer, CheckedPlayer, TrustedPlayer
from shirokuro.players.dotted import imported, is_dotted
from shirokuro.players.player import BuiltinPlayer
from shirokuro.players.spec import PlayerSpec
from shirokuro.words.message import Message

_CLASSES = {
    "random": "random_move.RandomMove",
    "greedy": "greedy.Greedy",
    "value-map": "value_map.ValueMap",
    "corner-maniac": "corner_maniac.CornerManiac",
    "mirror": "mirror.Mirror",
    "ssai": "ssai.Ssai",
    "msai": "msai.Msai",
    "nipevt": "nipevt.Nipevt",
    "rival": "rival.rival.Rival",
    "rvlai": "rvlai.Rvlai",
    "strong": "strong.Strong",
    "weak": "weak.Weak",
    "montai": "montai.MontAI",
    "nip-mc": "nip_mc.NipMonteCarlo",
    "uct": "uct.Uct",
    "engine": "engine_player.EnginePlayer",
    "uneven": "uneven.Uneven",
    "person": "person.PersonPlayer",
}
"""Module and class of each player, inside `shirokuro.players`."""


class _Registry(Mapping[str, type[BuiltinPlayer]]):
    """The classes of the players by name, each imported when it is first asked for."""

    def __getitem__(self, name: str) -> type[BuiltinPlayer]:
        module, _, kind = _CLASSES[name].rpartition(".")
        found: type[BuiltinPlayer] = getattr(import_module(f"shirokuro.players.{module}"), kind)
        return found

    def __contains__(self, name: object) -> bool:
        return name in _CLASSES

    def __iter__(self) -> Iterator[str]:
        return iter(_CLASSES)

    def __len__(self) -> int:
        return len(_CLASSES)

    def __repr__(self) -> str:
        return f"<players: {', '.join(self)}>"


PLAYERS: Mapping[str, type[BuiltinPlayer]] = _Registry()
"""The classes of all players that are shipped, by name."""

PlayerOrSpec: TypeAlias = AnyPlayer | str
"""A player, or the specification of one."""


def player(spec: str) -> TrustedPlayer:
    """The player that a specification names: `name`, or `name:parameter=value,parameter=value`.

    A name with a dot is that of a class in a module: `mymodule.MyPlayer`. Any other is that of an engine in
    the user's `engines.toml`.
    """
    read = PlayerSpec.parse(spec)
    if is_dotted(read.name):
        made = imported(read.name, dict(read.words))
        return made if _is_builtin(made) else CheckedPlayer(made, spec=str(read))
    if read.name not in PLAYERS:
        return _external_engine(read)
    kind = PLAYERS[read.name]
    return kind(**arguments_of(kind, read))


def trusted_player(asked: PlayerOrSpec) -> TrustedPlayer:
    """The player of a specification, one of the registry as it is, or any other, checked."""
    if isinstance(asked, str):
        return player(asked)
    if isinstance(asked, CheckedPlayer) or _is_builtin(asked):
        return asked  # type: ignore[return-value]
    return CheckedPlayer(asked() if isinstance(asked, type) else asked)


def arguments_of(kind: type[BuiltinPlayer], spec: PlayerSpec) -> dict[str, Any]:
    """The arguments that a specification gives a player of the registry; a ValueError if it has no such."""
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


def _is_builtin(player: object) -> bool:
    """Whether its class is one of the registry, not one that a user derived from it."""
    return isinstance(player, BuiltinPlayer) and PLAYERS.get(player.spec_name) is type(player)


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
