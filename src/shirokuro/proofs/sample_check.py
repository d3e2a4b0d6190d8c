"""Solves a sample of the positions that a proof takes on trust again, in another way."""

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
"""The solver uses one thread for each position."""


@dataclass(frozen=True, slots=True)
class SampleSettings:
    """How many positions are solved again, which, and on how many threads."""

    positions: int
    seed: int = 1
    threads: int = LEAST_THREADS

    def __post_init__(self) -> None:
        if self.positions < 1:
            raise ValueError(f"sample: 1 or more are needed, not {self.positions}")
        object.__setattr__(self, "threads", max(LEAST_THREADS, self.threads))


@dataclass(frozen=True, slots=True)
class SecondSolution:
    """A claim of a proof, and the bounds that the second solution found."""

    claim: ProofClaim
    lower: int
    upper: int

    @property
    def agrees(self) -> bool:
        return self.claim.lower <= self.lower and self.upper <= self.claim.upper


def check_board(proof: CheckedProof) -> None:
    """Checks that the rules in the text are those of the board that it names."""
    rules = proof.rules
    try:
        variant = find_variant(proof.board)
    except UnknownVariantError as error:
        raise ProofTextError(str(error)) from None
    cells, rim = ([square_name(square) for square in squares] for squares in (variant.cells, variant.ring))
    if (rules.cells, rules.rim, rules.loop) != (cells, rim, variant.loop):
        raise ProofTextError(f"the rules in this proof are not those of {variant}")


def solve_again(
    proof: CheckedProof, settings: SampleSettings, stop: Stop | None = None
) -> Iterator[SecondSolution]:
    """Yields each solution as it is found: the same positions for the same seed, fewer once stopped."""
    count = min(settings.positions, len(proof.trusted))
    for claim in Random(settings.seed).sample(proof.trusted, count):
        board, most = Board.parse(f"{claim.position} X", proof.board), len(claim.position)
        # Search only the window that the claim needs.
        if claim.lower == -most:
            window = min(claim.upper, most - 1), min(claim.upper + 1, most)
        else:
            window = claim.lower - 1, claim.lower if claim.upper == most else claim.upper + 1
        # Each search has a new table: one filled by others may hold their errors.
        with Engine(settings.threads, table_for(board), OTHER_EVALUATOR) as engine:
            result = engine.solve(board, stop=stop, dont_care="wide", window=window)
        if stop is not None and stop.is_set():
            return
        # All values are as even as the number of cells: the winner gets the empty ones.
        lower, upper = max(result.lower, -most), min(result.upper, most)
        yield SecondSolution(claim, lower + (lower + most) % 2, upper - (upper + most) % 2)


def most_wrong(agreeing: int) -> float:
    """The largest share of wrong claims that so many right ones leave possible, with 95 % confidence."""
    return 1 - float(0.05 ** (1 / agreeing))
