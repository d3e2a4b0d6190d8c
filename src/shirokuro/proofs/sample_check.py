"""A sample of a proof's readings, read again in another way: what was taken on trust, tried."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random

from shirokuro.board.board import Board
from shirokuro.engine.engine import Engine, table_for
from shirokuro.engine.limits import Stop
from shirokuro.errors import UnknownVariantError
from shirokuro.proofs.proof_check import CheckedProof, ProofClaim, ProofTextError
from shirokuro.squares.square import square_name
from shirokuro.squares.variant import find_variant

OTHER_EVALUATOR = "hand"
LEAST_THREADS = 2
"""The readings of a proof have one thread each."""


@dataclass(frozen=True, slots=True)
class SampleSettings:
    """How many readings are tried, which, and on how many threads."""

    readings: int
    seed: int = 1
    threads: int = LEAST_THREADS

    def __post_init__(self) -> None:
        if self.readings < 1:
            raise ValueError(f"sample: 1 or more are needed, not {self.readings}")
        object.__setattr__(self, "threads", max(LEAST_THREADS, self.threads))


@dataclass(frozen=True, slots=True)
class SecondReading:
    """A reading of a proof, and what the other one found: the value lies between its bounds."""

    claim: ProofClaim
    lower: int
    upper: int

    @property
    def agrees(self) -> bool:
        return self.claim.lower <= self.lower and self.upper <= self.claim.upper


def check_board(proof: CheckedProof) -> None:
    """A text names its board and brings its own rules: they must be those of the board of that name."""
    rules = proof.rules
    try:
        variant = find_variant(proof.board)
    except UnknownVariantError as error:
        raise ProofTextError(str(error)) from None
    cells, rim = ([square_name(square) for square in squares] for squares in (variant.cells, variant.ring))
    if (rules.cells, rules.rim, rules.loop) != (cells, rim, variant.loop):
        raise ProofTextError(f"the rules in this proof are not those of {variant}")


def read_again(
    proof: CheckedProof, settings: SampleSettings, stop: Stop | None = None
) -> Iterator[SecondReading]:
    """Each as it is done: the same readings for the same seed. Fewer once stopped."""
    count = min(settings.readings, len(proof.readings))
    for claim in Random(settings.seed).sample(proof.readings, count):
        board, most = Board.parse(f"{claim.position} X", proof.board), len(claim.position)
        # No more is asked than is claimed.
        if claim.lower == -most:
            window = min(claim.upper, most - 1), min(claim.upper + 1, most)
        else:
            window = claim.lower - 1, claim.lower if claim.upper == most else claim.upper + 1
        # Nothing is kept from one to the next: a table that others filled may hold their errors.
        with Engine(settings.threads, table_for(board), OTHER_EVALUATOR) as engine:
            result = engine.solve(board, stop=stop, dont_care="wide", window=window)
        if stop is not None and stop.is_set():
            return
        # All values are as even as the number of cells: the winner gets the empty ones.
        lower, upper = max(result.lower, -most), min(result.upper, most)
        yield SecondReading(claim, lower + (lower + most) % 2, upper - (upper + most) % 2)


def most_wrong(agreeing: int) -> float:
    """The largest share of wrong readings that so many, all of them right, leave possible: 95 of 100 samples
    would have met one."""
    return 1 - float(0.05 ** (1 / agreeing))
