"""The players that can be chosen, with bounds for their parameters."""

from __future__ import annotations

import inspect
import logging
from dataclasses import dataclass, replace
from typing import Any, Literal

from shirokuro import PLAYERS, BookError, ExternalEngine, player
from shirokuro.errors import nearest
from shirokuro.experience.experience import is_experience_name
from shirokuro.matches.interactive_game import PERSON
from shirokuro.parameters.parameter import Parameter
from shirokuro.people.model import NEWCOMER_RATING
from shirokuro.players.checked import CheckedPlayer, TrustedPlayer
from shirokuro.players.dotted import is_dotted
from shirokuro.players.external.external_engine import SUMMARY
from shirokuro.players.levels import LEVELS
from shirokuro.players.player import BuiltinPlayer
from shirokuro.players.registry import arguments_of, canonical_spec
from shirokuro.players.spec import PlayerSpec
from shirokuro.web.experience.folders import ExperienceFolders
from shirokuro.web.games.engine_seats import EngineSeats
from shirokuro.web.refusal import RefusedError, invalid
from shirokuro.web.settings import WebSettings
from shirokuro.web.values import (
    LevelChoice,
    ParameterChoice,
    PlayerChoice,
    PlayerGroup,
    PlayerList,
)
from shirokuro.web.views import in_words
from shirokuro.words.message import Message

SIMPLE = {"random", "greedy", "value-map", "corner-maniac", "mirror", "person", "uneven"}
_GROUPS: tuple[PlayerGroup, ...] = ("rival", "study", "engine", "simple", "own")
_ALONE: dict[str, PlayerGroup] = {"engine": "engine", "rival": "rival"}
"""Players that are a group of their own."""
EXPERIENCE = "experience"
"""The one parameter that is a free name."""
OWN_EXPERIENCE = "mine"
"""The name of the experience that the page offers; clients may use others."""
_LOG = logging.getLogger("shirokuro.web")
_KINDS: dict[type, Literal["whole", "number", "truth", "choice"]] = {
    int: "whole",
    float: "number",
    bool: "truth",
    str: "choice",
}


@dataclass(frozen=True, slots=True)
class ReadSeat:
    """A checked seat: a person, a built-in player, or one named by `--player`."""

    spec: str
    """The canonical text, which is stored and shown."""
    kind: type[BuiltinPlayer] | None = None
    """None for a person and for own players."""
    arguments: tuple[tuple[str, Any], ...] = ()


class Roster:
    """The players of one server. It parses all specifications and checks the parsed values."""

    def __init__(self, settings: WebSettings) -> None:
        self._most = {"threads": settings.threads, "playouts": settings.playouts}
        self._engines = EngineSeats(settings.engines)
        self._folders = ExperienceFolders(settings.file)
        self._own = {str(PlayerSpec.parse(text)): player(text) for text in settings.own_players}

    def canonical(self, text: str) -> str:
        """The canonical text of a seat; refuses invalid ones."""
        return self._read(text).spec

    def seat(self, text: str, owner: str) -> TrustedPlayer | None:
        """The player for a text, or None for a person. The experience of an engine belongs to the owner."""
        read = self._read(text)
        if read.spec == PERSON:
            return None
        if read.kind is None:
            return self._own_seat(read.spec)
        arguments = dict(read.arguments)
        if arguments.get(EXPERIENCE):
            arguments["experience_folder"] = self._folders.of(owner)
        try:
            return read.kind(**arguments)
        except BookError as error:
            _LOG.warning("an experience cannot be read: %s", error)
            raise invalid(Message("refusals.broken_experience", name=arguments.get(EXPERIENCE))) from None
        except ValueError as error:
            raise invalid(error) from None

    def _read(self, text: str) -> ReadSeat:
        try:
            spec = PlayerSpec.parse(text)
            if str(spec) == PERSON or str(spec) in self._own:
                return ReadSeat(str(spec))
            if spec.name not in PLAYERS:
                known = nearest(spec.name, (*PLAYERS, *self._own))
                # Does not reveal engines that the server was not started with.
                key = "refusals.no_own_player" if is_dotted(spec.name) else "play.no_player"
                raise ValueError(Message(key, name=repr(spec.name), near=known))
            kind = PLAYERS[spec.name]
            arguments = arguments_of(kind, spec)
            for each in kind.parameters():
                self._check(kind.spec_name, each, arguments.get(each.name, each.default))
        except ValueError as error:
            raise invalid(error) from None
        text = str(canonical_spec(kind, arguments))
        if text == PERSON:  # the player of this name; the word alone is somebody at the page
            text = f"{PERSON}:rating={arguments.get('rating', NEWCOMER_RATING)}"
        return ReadSeat(text, kind, tuple(arguments.items()))

    def _check(self, player: str, each: Parameter, value: Any) -> None:
        replace(each, most=self._most.get(each.name, each.most)).check(player, value)
        if value == each.default:
            return
        if each.name == EXPERIENCE:
            if not is_experience_name(value):
                raise ValueError(Message("refusals.experience_name", name=player, what=each.name))
        elif _is_hidden(each):
            raise ValueError(Message("refusals.not_here", name=player, what=each.name))

    def _own_seat(self, spec: str) -> TrustedPlayer:
        """A new own player for a game; an external engine counts towards the limit of engines."""
        try:
            made = player(spec)
        except ValueError as error:
            _LOG.warning("%s cannot play any more: %s", spec, error)
            raise RefusedError(409, "no_player", Message("refusals.cannot_play", name=spec)) from None
        engine = made.own if isinstance(made, CheckedPlayer) else None
        if not isinstance(engine, ExternalEngine):
            return made
        return CheckedPlayer(self._engines.seat(engine), spec=engine.name)

    def listing(self) -> PlayerList:
        """All players, for the page to offer."""
        levels = [
            LevelChoice(
                level=number,
                spec=f"engine:level={number}",
                name=in_words(level.name),
                rating=level.rating,
                seconds=level.seconds,
            )
            for number, level in enumerate(LEVELS)
        ]
        players = [*map(self._choice, PLAYERS.values())]
        for name, made in self._own.items():
            own = getattr(made, "own", made)
            about = (inspect.getdoc(own) or name).partition("\n")[0]
            words = in_words(SUMMARY if isinstance(own, ExternalEngine) else about)
            fields: dict[str, Any] = {"origin": "", "boards": [*made.variants], "parameters": []}
            players.append(PlayerChoice(name=name, group="own", about=words, **fields))
        known = {each.group for each in players}
        groups = [group for group in _GROUPS if group in known]
        return PlayerList(levels=levels, groups=groups, players=players)

    def _choice(self, kind: type[BuiltinPlayer]) -> PlayerChoice:
        name = kind.spec_name
        return PlayerChoice(
            name=name,
            group=_ALONE.get(name) or ("simple" if name in SIMPLE else "study"),
            about=in_words(kind.summary),
            origin=kind.origin,
            boards=[*kind().variants],
            parameters=[
                ParameterChoice(
                    name=each.name,
                    kind=_KINDS[each.kind],
                    default=each.default,
                    least=each.least,
                    most=self._most.get(each.name, each.most),
                    choices=["", OWN_EXPERIENCE] if each.name == EXPERIENCE else [*each.choices],
                    about=in_words(each.help),
                    is_technical=each.name == "threads",
                )
                for each in kind.parameters()
                if not _is_hidden(each)
            ],
        )


def _is_hidden(each: Parameter) -> bool:
    """Hides free texts, which could name files of the server, and the seed, which belongs to the game."""
    is_free = each.kind is str and not each.choices and each.name != EXPERIENCE
    return is_free or each.name == "seed"
