"""One-time codes that make a second device the same owner.

A code has 50 random bits and is valid once, for some minutes. An address can try only a few.
"""

from __future__ import annotations

import secrets
from collections import deque
from hashlib import sha256
from typing import NamedTuple

from shirokuro.web.refusal import RefusedError, busy, too_many
from shirokuro.web.server.caller import caller
from shirokuro.web.settings import WebSettings
from shirokuro.words.message import Message

ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
"""Without letters that look like digits, and without U."""
_ALIKE = str.maketrans("OIL", "011", "- ")
GROUP = 5
MOST_CODES = 10_000
MOST_ADDRESSES = 10_000
"""Addresses whose tries are remembered; beyond that the oldest are forgotten."""


class GivenCode(NamedTuple):
    """The owner and token of a code, and when it expires."""

    owner: str
    token: str
    ends: float


class DeviceCodes:
    """The valid codes, by digest, so that the time of a look-up reveals nothing."""

    def __init__(self, settings: WebSettings) -> None:
        self._now, self._seconds, self._tries = settings.now, settings.code_seconds, settings.code_tries
        self._given: dict[bytes, GivenCode] = {}
        """The oldest first."""
        self._tried: dict[str, deque[float]] = {}
        """Recent tries of each address, the latest address last."""

    def give(self, owner: str, token: str) -> str:
        """Makes a new code; the owner's previous code becomes invalid."""
        self._forget_old()
        self.forget(owner)
        if len(self._given) >= MOST_CODES:
            raise busy(Message("refusals.all_codes"), 60)
        letters = "".join(secrets.choice(ALPHABET) for _ in range(2 * GROUP))
        self._given[_digest(letters)] = GivenCode(owner, token, self._now() + self._seconds)
        return f"{letters[:GROUP]}-{letters[GROUP:]}"

    def redeem(self, code: str) -> str:
        """Exchanges a code for its token; the code becomes invalid."""
        now, address = self._now(), caller().address
        times = self._tried.pop(address, deque())
        while times and times[0] <= now - self._seconds:
            times.popleft()
        self._tried[address] = times
        if len(times) >= self._tries:
            raise too_many(Message("refusals.codes_tried"), int(times[0] + self._seconds - now) + 1)
        times.append(now)
        if len(self._tried) > MOST_ADDRESSES:
            del self._tried[next(iter(self._tried))]
        self._forget_old()
        given = self._given.pop(_digest(code.upper().translate(_ALIKE)), None)
        if given is None:
            raise RefusedError(404, "no_code", Message("refusals.no_such_code"))
        return given.token

    def forget(self, owner: str) -> None:
        for digest in [digest for digest, given in self._given.items() if given.owner == owner]:
            del self._given[digest]

    def _forget_old(self) -> None:
        now = self._now()
        for digest in [digest for digest, given in self._given.items() if given.ends <= now]:
            del self._given[digest]


def _digest(letters: str) -> bytes:
    return sha256(letters.encode()).digest()
