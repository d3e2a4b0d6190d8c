"""`shirokuro proof`: verifies proofs of solved boards, solves a sample again, and writes them as text."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from shirokuro.cli.arguments import Subparsers, add_threads, check_page
from shirokuro.cli.interrupt import INTERRUPTED
from shirokuro.cli.long_work import ProgressBar, stop_on_interrupt
from shirokuro.engine.limits import MOST_THREADS, Stop
from shirokuro.proofs.all_leaves import LeafLog, LeafSolution, leaf_solver, solve_leaves
from shirokuro.proofs.proof_check import (
    CheckedProof,
    ProofTextError,
    WrongProofError,
    check_proof,
    lines_of,
    report,
)
from shirokuro.proofs.proof_store import ProofStore
from shirokuro.proofs.proof_text import proof_lines, write_proof
from shirokuro.proofs.sample_check import (
    OTHER_EVALUATOR,
    SampleSettings,
    SecondSolution,
    check_board,
    most_wrong,
    solve_again,
)
from shirokuro.words.counted import counted
from shirokuro.workers.executors import MOST_JOBS

DATABASE = b"SQLite format 3\0"


def add_to(verbs: Subparsers) -> None:
    parser = verbs.add_parser(
        "proof",
        description="Proofs that `shirokuro solve --store` found (docs/solving.md).",
    )
    inner = parser.add_subparsers(dest="proof_verb", metavar="VERB", required=True)
    check = inner.add_parser(
        "check",
        help="verify a proof",
        description="Verifies a proof with rules that share nothing with the solver: exit code 1 if "
        "something does not follow.",
    )
    check.add_argument("file", type=Path, metavar="FILE", help="a store, or the text of one")
    check.add_argument("--sample", type=int, metavar="N", help="solve N of the unchecked positions again")
    check.add_argument(
        "--all-leaves",
        action="store_true",
        help="solve all unchecked positions again, with a program that shares nothing with the engine",
    )
    check.add_argument(
        "--jobs", type=int, default=1, metavar="N", help="with --all-leaves: positions at a time (default 1)"
    )
    check.add_argument(
        "--log", type=Path, metavar="FILE", help="with --all-leaves: keeps what was solved; goes on in it"
    )
    check.add_argument("--seed", type=int, metavar="N", help="with --sample: seed of the sample (default 1)")
    add_threads(check)
    check.add_argument("--json", action="store_true", help="one JSON object")
    check.set_defaults(run=run_check)
    export = inner.add_parser(
        "export",
        help="write the proof of a store as text",
        description="Writes the proof of a store as text that others can verify, compressed if its name "
        "ends in .gz.",
    )
    export.add_argument("file", type=Path, metavar="FILE", help="the store")
    export.add_argument("text", type=Path, metavar="TEXT", help="the file to write")
    export.set_defaults(run=run_export)


def run_check(arguments: argparse.Namespace) -> int:
    settings, sample = None, list[SecondSolution]()
    if not 1 <= arguments.threads <= MOST_THREADS:
        raise ValueError(f"threads: 1…{MOST_THREADS} are possible, not {arguments.threads}")
    if arguments.sample is not None:
        seed = 1 if arguments.seed is None else arguments.seed
        settings = SampleSettings(arguments.sample, seed, arguments.threads)
    elif arguments.seed is not None:
        raise ValueError("--seed needs --sample: it chooses the positions that are solved again")
    if not arguments.all_leaves and (arguments.log or arguments.jobs != 1):
        raise ValueError("--log and --jobs need --all-leaves")
    if not 1 <= arguments.jobs <= MOST_JOBS:
        raise ValueError(f"--jobs: 1…{MOST_JOBS} are possible, not {arguments.jobs}")
    if arguments.log is not None:
        check_page(str(arguments.log))
    try:
        with _lines(arguments.file) as lines, ProgressBar(words="checked") as bar:
            proof = check_proof(lines, lambda done, total: bar.show(done, total=total))
        check_board(proof)
    except WrongProofError as error:
        print(f"shirokuro proof: {arguments.file}: {error}", file=sys.stderr)
        return 1
    except ProofTextError as error:
        raise ValueError(f"{arguments.file}: {error}") from None
    log = LeafLog(arguments.log, proof) if arguments.all_leaves and leaf_solver() else None
    if not arguments.json:
        print("\n".join(report(proof)), flush=True)
    with stop_on_interrupt() as stop:
        if settings:
            with ProgressBar(min(settings.positions, len(proof.trusted)), "solved again") as bar:
                for each in solve_again(proof, settings, stop):
                    sample.append(each)
                    bar.show(len(sample))
        leaves = _all_leaves(proof, log, arguments.jobs, stop) if log is not None else []
    right, nodes = sum(each.is_right for each in leaves), sum(each.nodes for each in leaves)
    if arguments.json:
        counts = {"solved_again": len(leaves), "right": right, "nodes": nodes}
        print(json.dumps(_fields(proof, sample) | {"leaves": counts}))
    elif settings:
        print(_trust(proof, sample, settings))
    if arguments.all_leaves and not arguments.json:
        words = f"{len(leaves):,} of {len(proof.trusted):,} positions solved again by leaf_solver"
        print(f"leaves: {words}, {nodes:,} nodes: {right:,} are right")
    for leaf in leaves:
        if not leaf.is_right:
            words = f"line {leaf.claim.line}: {leaf.claim.position}: {leaf.verdict}"
            print(f"shirokuro proof: {arguments.file}: {words}", file=sys.stderr)
            return 1
    for each in sample:
        if not each.agrees:
            claim = each.claim
            claimed, found = f"{claim.lower:+d}…{claim.upper:+d}", f"{each.lower:+d}…{each.upper:+d}"
            words = f"{claim.position}: solved as {claimed}, but a second solution finds {found}"
            print(f"shirokuro proof: {arguments.file}: line {claim.line}: {words}", file=sys.stderr)
            return 1
    return INTERRUPTED if stop.is_set() else 0


def _all_leaves(proof: CheckedProof, log: LeafLog, jobs: int, stop: Stop) -> list[LeafSolution]:
    solving = closing(solve_leaves(proof, log.missing(proof), jobs, stop))
    with ProgressBar(len(proof.trusted), "leaves solved again") as bar, solving as solutions:
        for solution in solutions:
            log.add(solution)
            bar.show(len(log.solutions))
    return log.solutions


def run_export(arguments: argparse.Namespace) -> None:
    file, text = arguments.file, arguments.text
    check_page(str(text))
    if text.exists() and text.samefile(file):
        raise ValueError(f"{text} is the store itself: name another file")
    if not _is_store(file):
        raise ValueError(f"{file}: not a store of a proof")
    with ProofStore(file) as store, ProgressBar(words="writing the proof"):
        write_proof(store, text)


@contextmanager
def _lines(file: Path) -> Iterator[Iterator[bytes]]:
    """The lines of a proof text; for a store, the lines of its export."""
    if _is_store(file):
        with ProofStore(file) as store:
            yield proof_lines(store)
    else:
        yield lines_of(file)


def _is_store(file: Path) -> bool:
    with file.open("rb") as stream:
        return stream.read(len(DATABASE)) == DATABASE


def _fields(proof: CheckedProof, sample: list[SecondSolution]) -> dict[str, object]:
    return {
        "board": proof.board,
        "start": proof.start,
        "lower": proof.lower,
        "upper": proof.upper,
        "positions": proof.positions,
        "trusted": len(proof.trusted),
        "solved_again": len(sample),
        "agreeing": sum(each.agrees for each in sample),
        "sha256": proof.checksum,
    }


def _trust(proof: CheckedProof, sample: list[SecondSolution], settings: SampleSettings) -> str:
    """What the sample says about the positions that were not checked."""
    total, agreeing = len(proof.trusted), sum(each.agrees for each in sample)
    threads = counted(settings.threads, "thread")
    how = f"{threads}, evaluator {OTHER_EVALUATOR}, don't-care keys, no shared table"
    words = f"sample: {len(sample):,} of {total:,} positions solved again ({how}): {agreeing:,} agree"
    if sample and agreeing == len(sample) < total:
        share = 100 * most_wrong(agreeing)
        words += f"; were more than {share:.2g} % wrong, 95 of 100 such samples would have shown it"
    return words
