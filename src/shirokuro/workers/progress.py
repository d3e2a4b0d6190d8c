"""How far long work is: one value for matches, runs of the laboratory, solutions, books and trainings."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Progress:
    """How far long work is. Each kind of work adds what else it knows.

    Work that is a generator yields it after every piece; functions with a `progress` call that.
    """

    done: int
    """Finished pieces: games, tasks or searches."""
    total: int | None = None
    """All pieces, at most; None while nobody knows."""

    @property
    def share(self) -> float:
        """The share of the work that is done, from 0 to 1; 0 while nobody knows."""
        return self.done / self.total if self.total else 0.0
