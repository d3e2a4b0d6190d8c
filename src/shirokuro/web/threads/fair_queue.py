"""A fair queue: addresses take turns, and so do the owners of each address."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Generic, Protocol, TypeVar


class Queued(Protocol):
    """A piece of work with its owner and address."""

    owner: str
    address: str


T = TypeVar("T", bound=Queued)


@dataclass(frozen=True, slots=True)
class Shares:
    """How much may run at the same time, per owner and per address."""

    an_owner: int
    an_address: int


class FairQueue(Generic[T]):
    """Waiting and running work, with a share for each owner and each address."""

    def __init__(self, shares: Shares) -> None:
        self._shares = shares
        self._waiting: dict[str, dict[str, deque[T]]] = {}
        """By address and owner; after a turn they go to the end."""
        self._of_owner: Counter[str] = Counter()
        self._of_address: Counter[str] = Counter()
        """The numbers of running items."""

    def __iter__(self) -> Iterator[T]:
        """All waiting items."""
        for owners in self._waiting.values():
            for queue in owners.values():
                yield from queue

    def __len__(self) -> int:
        return sum(1 for _ in self)

    def add(self, asked: T) -> None:
        owners = self._waiting.setdefault(asked.address, {})
        owners.setdefault(asked.owner, deque()).append(asked)

    def remove(self, asked: T) -> bool:
        """Removes a waiting item; false if it does not wait."""
        owners = self._waiting.get(asked.address, {})
        if asked not in owners.get(asked.owner, ()):
            return False
        owners[asked.owner].remove(asked)
        self._drop_empty(asked)
        return True

    def take(self) -> T | None:
        """Takes the next item that may run, and counts it as running."""
        shares = self._shares
        allowed = (
            queue
            for address, owners in self._waiting.items()
            if self._of_address[address] < shares.an_address
            for owner, queue in owners.items()
            if self._of_owner[owner] < shares.an_owner
        )
        queue = next(allowed, None)
        if queue is None:
            return None
        asked = queue.popleft()
        self._of_owner[asked.owner] += 1
        self._of_address[asked.address] += 1
        owners = self._waiting.pop(asked.address)
        owners[asked.owner] = owners.pop(asked.owner)
        self._waiting[asked.address] = owners
        self._drop_empty(asked)
        return asked

    def finish(self, asked: T) -> None:
        """Counts an item as running no more."""
        for counter, name in ((self._of_owner, asked.owner), (self._of_address, asked.address)):
            counter[name] -= 1
            if not counter[name]:
                del counter[name]

    def _drop_empty(self, asked: T) -> None:
        owners = self._waiting[asked.address]
        if not owners[asked.owner]:
            del owners[asked.owner]
        if not owners:
            del self._waiting[asked.address]
