"""Solves all positions that a proof takes on trust again, with a program that shares nothing with the engine.

The program is `leaf_solver.cpp`, one file, which has rules, search and table of its own. What it finds is
written to a log at once, so that the same command continues where it was ended.
"""

from __future__ import annotations

import importlib.util
import re
import subprocess
import sys
from collections.abc import Generator, Iterable
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from queue import Empty, SimpleQueue
from threading import Lock, Thread

from shirokuro.engine.limits import Stop
from shirokuro.proofs.proof_check import CheckedProof, ProofClaim

TABLE_MIB = 256
"""Of each process."""
POLL_SECONDS = 0.1
_LINE = re.compile(r"([XO-]+ -?[0-9]+ -?[0-9]+) ([0-9]+) (right|wrong: .+)\n")


@dataclass(frozen=True, slots=True)
class LeafSolution:
    """What the program said of a claim."""

    claim: ProofClaim
    nodes: int
    verdict: str
    """`right`, or `wrong: ` and what holds instead."""

    @property
    def is_right(self) -> bool:
        return self.verdict == "right"

    def line(self) -> str:
        return f"{_asked(self.claim)} {self.nodes} {self.verdict}\n"


class LeafLog:
    """The solutions so far; in the file the checksum of the proof's text, then a line for each."""

    def __init__(self, file: Path | None, proof: CheckedProof) -> None:
        self.solutions: list[LeafSolution] = []
        self._file = file
        if file is None:
            return
        claims = {_asked(claim): claim for claim in proof.trusted}
        head, *lines = file.read_text().splitlines(keepends=True) if file.exists() else [""]
        if head and head != f"{proof.checksum}\n":
            raise ValueError(f"{file}: no log of this proof")
        if lines and not lines[-1].endswith("\n"):
            lines.pop()  # the program was ended while it wrote this one
        for number, line in enumerate(lines, 2):
            found = _LINE.fullmatch(line)
            if found is None or found[1] not in claims:
                raise ValueError(f"{file}: line {number} is no solution of a position of this proof")
            self.solutions.append(LeafSolution(claims[found[1]], int(found[2]), found[3]))
        file.write_text("".join([f"{proof.checksum}\n", *lines]))

    def add(self, solution: LeafSolution) -> None:
        if self._file is not None:
            with self._file.open("a") as stream:
                stream.write(solution.line())
        self.solutions.append(solution)

    def missing(self, proof: CheckedProof) -> list[ProofClaim]:
        known = {solution.claim for solution in self.solutions}
        return [claim for claim in proof.trusted if claim not in known]


def solve_leaves(
    proof: CheckedProof, claims: Iterable[ProofClaim], jobs: int = 1, stop: Stop | None = None
) -> Generator[LeafSolution, None, None]:
    """Yields each solution as it is found, by so many processes; fewer once stopped."""
    program, head = leaf_solver(), _head(proof)
    waiting, lock = iter(claims), Lock()
    found = SimpleQueue[LeafSolution | Exception | None]()

    def serve(process: subprocess.Popen[str]) -> None:
        assert process.stdin is not None
        assert process.stdout is not None
        try:
            process.stdin.write(head)
            while True:
                with lock:
                    claim = next(waiting, None)
                if claim is None:
                    return
                process.stdin.write(f"{_asked(claim)} read\n")
                process.stdin.flush()
                line = _LINE.fullmatch(process.stdout.readline())
                if line is None:
                    raise ChildProcessError(f"{program} ended while it solved {claim.position}")
                found.put(LeafSolution(claim, int(line[2]), line[3]))
        except (OSError, ValueError) as error:
            found.put(error)
        finally:
            found.put(None)

    with ExitStack() as ending:
        at_work = 0
        for _ in range(jobs):
            process = subprocess.Popen(
                [program, str(TABLE_MIB)],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                text=True,
                start_new_session=True,  # Ctrl-C is for us
            )
            ending.callback(process.wait)
            ending.callback(process.kill)
            Thread(target=serve, args=(process,), daemon=True).start()
            at_work += 1
        while at_work and not (stop is not None and stop.is_set()):
            try:
                each = found.get(timeout=POLL_SECONDS)
            except Empty:
                continue
            if isinstance(each, Exception):
                raise each
            if each is None:
                at_work -= 1
            else:
                yield each


def leaf_solver() -> Path:
    """The program, which is compiled and installed beside the core."""
    core = importlib.util.find_spec("shirokuro._core")
    assert core is not None
    assert core.origin is not None
    name = "leaf_solver.exe" if sys.platform == "win32" else "leaf_solver"
    program = Path(core.origin).parent / "proofs" / name
    if not program.exists():
        raise ValueError(f"{program} is missing: compile leaf_solver.cpp, as its first lines say")
    return program


def _asked(claim: ProofClaim) -> str:
    return f"{claim.position} {claim.lower} {claim.upper}"


def _head(proof: CheckedProof) -> str:
    """The first lines of a proof of this board."""
    rules = proof.rules
    lines = (
        "shirokuro proof 1",
        f"board {proof.board}",
        f"cells {' '.join(rules.cells)}",
        f"rim {' '.join(rules.rim) or 'none'}",
        f"loop {'yes' if rules.loop else 'no'}",
        f"start {proof.start}",
        "positions 0",
        "readings 0",
    )
    return "".join(f"{line}\n" for line in lines)
