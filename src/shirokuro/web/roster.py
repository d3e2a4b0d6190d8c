"""Who can sit down at the page's boards, and with which parameters: never more than the server can carry."""

from __future__ import annotations

import inspect
import re
from dataclasses import replace
from pathlib import Path
from typing import Any, Literal

from shirokuro import PLAYERS, ExternalEngine, Player, player
from shirokuro.book.experience.experience import experience_path
from shirokuro.errors import nearest
from shirokuro.played_game import PERSON
from shirokuro.players.checked import Checked
from shirokuro.players.dotted import is_dotted
from shirokuro.players.engine_player import EnginePlayer
from shirokuro.players.external.external_engine import SUMMARY
from shirokuro.players.levels import LEVELS
from shirokuro.players.parameter import Parameter
from shirokuro.players.player import Registered
from shirokuro.players.registry import Contender
from shirokuro.web.engine_seats import EngineSeats
from shirokuro.web.refusal import invalid
from shirokuro.web.settings import WebSettings
from shirokuro.web.values import (
    LevelChoice,
    ParameterChoice,
    PlayerChoice,
    PlayerGroup,
    PlayerList,
    Words,
)
from shirokuro.web.views import spoken

SIMPLE = {"random", "greedy", "value-map", "corner-maniac", "mirror", "uneven"}
_ALONE: dict[str, PlayerGroup] = {"engine": "engine", "rival": "rival"}
"""Those that are a group of their own."""
HIDDEN = {"weights", "proof", "seed"}
"""A file of the server is nobody's to name, and a game has its own seed."""
OWN_EXPERIENCE = "mine"
"""What the page calls the experience that it offers; others can be named."""
_FILE = re.compile(r"[:,]\s*(weights|proof)\s*=")
_EXPERIENCE = re.compile(r"[:,]\s*experience\s*=\s*([^,\s]+)")
_KINDS: dict[type, Literal["whole", "number", "truth", "choice"]] = {
    int: "whole",
    float: "number",
    bool: "truth",
    str: "choice",
}


class Roster:
    """The players of one server."""

    def __init__(self, settings: WebSettings) -> None:
        self._most = {"threads": settings.threads, "playouts": settings.playouts}
        self._engines = EngineSeats(settings.engines)
        self._own = {name: player(name) for name in settings.own_players}

    def seat(self, spec: str, folder: Path | None = None) -> Contender | None:
        """The player that a specification names, or None for a person.

        An engine's experience is a name in a folder of its owner; without a folder nobody plays with it.
        """
        if spec == PERSON:
            return None
        name = spec.partition(":")[0].strip()
        try:
            if name not in PLAYERS and spec not in self._own:
                raise ValueError(self._unknown(name))
            for hidden in _FILE.findall(spec):  # before anybody opens it
                raise ValueError(f"{name}: {hidden} cannot be chosen here")
            for own in _EXPERIENCE.findall(spec):
                experience_path(own, Path())  # a name: no file of the server can be meant
            made = self._seated(player(spec), folder)
            if isinstance(made, Registered):
                self._check(made)
        except ValueError as error:
            raise invalid(error) from None
        return made

    def _unknown(self, name: str) -> str:
        """What to say to a name; engines that the server was not started with are nobody's to know."""
        if is_dotted(name):
            return f"no player {name!r}: own players are those that the server was started with"
        return f"no player {name!r}: {nearest(name, (*PLAYERS, *self._own))}"

    def _seated(self, made: Contender, folder: Path | None) -> Contender:
        if isinstance(made, EnginePlayer) and made.learns and folder is not None:
            return replace(made, experience_folder=folder)
        engine = made.own if isinstance(made, Checked) else None
        if not isinstance(engine, ExternalEngine):
            return made
        return Checked(self._engines.seat(engine), spec=engine.name)

    def _check(self, made: Registered) -> None:
        for each in made.parameters():
            value = getattr(made, each.name)
            if each.name in HIDDEN and value != each.default:
                raise ValueError(f"{made.spec_name}: {each.name} cannot be chosen here")
            if each.name in self._most:
                replace(each, most=self._most[each.name]).check(made.spec_name, value)

    def listing(self) -> PlayerList:
        """All of them, for a page to choose from."""
        levels = [
            LevelChoice(level=number, spec=f"engine:level={number}", name=level_name(number))
            for number in range(len(LEVELS))
        ]
        own = [self._own_choice(name, made) for name, made in self._own.items()]
        return PlayerList(levels=levels, players=[*map(self._choice, PLAYERS.values()), *own])

    def _choice(self, kind: type[Registered]) -> PlayerChoice:
        return PlayerChoice(
            name=kind.spec_name,
            group=_group(kind.spec_name),
            about=spoken(kind.summary),
            origin=kind.origin,
            boards=[*kind().variants],
            parameters=[self._parameter(each) for each in kind.parameters() if each.name not in HIDDEN],
        )

    def _parameter(self, each: Parameter) -> ParameterChoice:
        return ParameterChoice(
            name=each.name,
            kind=_KINDS[each.kind],
            default=each.default,
            least=each.least,
            most=self._most.get(each.name, each.most),
            choices=["", OWN_EXPERIENCE] if each.name == "experience" else [*each.choices],
            about=spoken(each.help),
        )

    def _own_choice(self, name: str, made: Player) -> PlayerChoice:
        own = getattr(made, "own", made)
        about = (inspect.getdoc(own) or name).partition("\n")[0]
        words = spoken(SUMMARY) if isinstance(own, ExternalEngine) else Words(en=about, ja=about)
        fields: dict[str, Any] = {"origin": "", "boards": [*made.variants], "parameters": []}
        return PlayerChoice(name=name, group="own", about=words, **fields)


def _group(name: str) -> PlayerGroup:
    return _ALONE.get(name) or ("simple" if name in SIMPLE else "study")


def level_name(number: int) -> Words:
    """What people call a level of the engine; nothing where it has no name."""
    return spoken(LEVELS[number].name)
