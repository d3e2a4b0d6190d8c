"""Who is next: the addresses that wait take turns, and so do the owners of each."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Generic, Protocol, TypeVar


class Queued(Protocol):
    """Something that somebody waits for."""

    owner: str
    address: str


T = TypeVar("T", bound=Queued)


@dataclass(frozen=True, slots=True)
class Shares:
    """How much may run at the same time."""

    an_owner: int
    an_address: int


class FairQueue(Generic[T]):
    """What waits and what runs, each owner and each address within its share."""

    def __init__(self, shares: Shares) -> None:
        self._shares = shares
        self._waiting: dict[str, dict[str, deque[T]]] = {}
        """By address and owner; whoever had a turn goes to the end."""
        self._of_owner: Counter[str] = Counter()
        self._of_address: Counter[str] = Counter()
        """What runs."""

    def __iter__(self) -> Iterator[T]:
        """All that waits."""
        for owners in self._waiting.values():
            for queue in owners.values():
                yield from queue

    def __len__(self) -> int:
        return sum(1 for _ in self)

    def add(self, asked: T) -> None:
        owners = self._waiting.setdefault(asked.address, {})
        owners.setdefault(asked.owner, deque()).append(asked)

    def remove(self, asked: T) -> bool:
        """Takes out what waits; false if it does not."""
        owners = self._waiting.get(asked.address, {})
        if asked not in owners.get(asked.owner, ()):
            return False
        owners[asked.owner].remove(asked)
        self._drop_empty(asked)
        return True

    def take(self) -> T | None:
        """The next that may run, which counts as running from now on."""
        for address, owners in self._waiting.items():
            if self._of_address[address] >= self._shares.an_address:
                continue
            for owner, queue in owners.items():
                if self._of_owner[owner] < self._shares.an_owner:
                    return self._taken(queue.popleft())
        return None

    def finish(self, asked: T) -> None:
        """It runs no more."""
        for counter, name in ((self._of_owner, asked.owner), (self._of_address, asked.address)):
            counter[name] -= 1
            if not counter[name]:
                del counter[name]

    def _taken(self, asked: T) -> T:
        self._of_owner[asked.owner] += 1
        self._of_address[asked.address] += 1
        owners = self._waiting.pop(asked.address)
        owners[asked.owner] = owners.pop(asked.owner)
        self._waiting[asked.address] = owners
        self._drop_empty(asked)
        return asked

    def _drop_empty(self, asked: T) -> None:
        owners = self._waiting[asked.address]
        if not owners[asked.owner]:
            del owners[asked.owner]
        if not owners:
            del self._waiting[asked.address]
