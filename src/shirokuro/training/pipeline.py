"""Trains weights from scratch, in rounds of self-play, fit and match.

Each step writes its own file to a folder; a step whose file exists is not repeated.
"""

from __future__ import annotations

import json
import zlib
from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

from shirokuro.engine.evaluation import FALLBACK, TRAINED
from shirokuro.engine.limits import Stop
from shirokuro.matches.match_result import MatchResult
from shirokuro.matches.match_runner import MatchProgress, match
from shirokuro.matches.sprt import Sprt
from shirokuro.storage.file_lock import working_on
from shirokuro.storage.whole_file import whole_file
from shirokuro.training.self_play import SelfPlay, generate, patterns_of
from shirokuro.training.settings import TrainingPlan
from shirokuro.training.weights import Row, make_weights
from shirokuro.workers.progress import Progress

SUM = "checksum"
"""The field with the checksum of everything else in a file."""
TEST = Sprt(elo0=0, elo1=20)
"""Decides whether new weights are better than the old ones."""


@dataclass(frozen=True, slots=True)
class TrainingProgress(Progress):
    """A step that begins or ends, or the games so far of self-play or of a match."""

    step: str = ""
    """A sentence, or a word for what is counted: `games`, `match`, `fit`."""
    row: Row | None = None
    """The phase that was just fitted, during a fit."""


def compare(
    variant: str,
    new: Path,
    old: Path | None,
    *,
    games: int = 400,
    nodes: int = 20_000,
    seed: int = 1,
    sprt: Sprt = TEST,
    jobs: int = 1,
    stop: Stop | None = None,
    progress: Callable[[MatchProgress], object] | None = None,
) -> MatchResult:
    """Plays new weights against old ones, or the handcrafted evaluation, until the test has decided."""
    first = f"engine:nodes={nodes},weights={new}"
    second = f"engine:nodes={nodes},{f'weights={old}' if old is not None else f'evaluator={FALLBACK}'}"
    return match(
        first, second, games, seed, variant=variant, sprt=sprt, jobs=jobs, stop=stop, progress=progress
    )


class Training:
    """A training in its folder."""

    def __init__(
        self, plan: TrainingPlan, folder: Path, threads: int, progress: Callable[[TrainingProgress], object]
    ) -> None:
        patterns_of(plan.variant)
        self._plan, self._folder, self._threads = plan, folder, threads
        self._progress = progress
        folder.mkdir(parents=True, exist_ok=True)
        file, wanted = (
            folder / "course.json",
            asdict(replace(plan, rounds=1)),
        )  # more may be requested later
        with self._alone():
            if not file.exists():
                _write(file, wanted)
            elif (before := _read(file)) != wanted:
                other = [name for name in {**wanted, **before} if before.get(name) != wanted.get(name)]
                raise ValueError(f"{folder} was begun with another {', '.join(other)}: name another folder")

    def _tell(self, step: str) -> None:
        self._progress(TrainingProgress(0, step=step))

    def run(self) -> Path | None:
        """Trains round by round while the new weights win; returns the best weights, None if none won."""
        best: Path | None = None
        with self._alone():
            for number in range(1, self._plan.rounds + 1):
                self._generate(number, best)
                weights = self._fit(number)
                if not self._match(weights, best)["is_better"]:
                    self._tell(f"round {number} is no better than what was before it: that is the end")
                    break
                best = weights
            if best is not None:
                self._tell(f"the best weights: {best}")
        return best

    def _alone(self) -> AbstractContextManager[None]:
        """Keeps other trainings out of the folder."""
        return working_on(self._folder, f"{self._folder}: another program is at work on this training")

    def _generate(self, number: int, best: Path | None) -> None:
        plan, file = self._plan, self._file(number, "positions")
        by = best.name if best is not None else FALLBACK
        self._tell(f"round {number}: {plan.games} games of self-play by {by}")
        how = SelfPlay(
            plan.variant,
            TRAINED if best is not None else FALLBACK,
            str(best or ""),
            **plan.lookahead() | {"seed": plan.seed + number},
        )
        generate(
            how,
            plan.games,
            file,
            self._threads,
            lambda done: self._progress(TrainingProgress(done, plan.games, "games")),
        )

    def _fit(self, number: int) -> Path:
        """Fits weights to the games of all rounds but the first, whose handcrafted evaluation is too weak."""
        plan, weights = self._plan, self._file(number, "weights.gz")
        if weights.exists():
            self._tell(f"round {number}: {weights.name} is there")
            return weights
        self._tell(f"round {number}: fitting weights")
        files = [self._file(each, "positions") for each in range(min(2, number), number + 1)]
        make_weights(
            plan.variant,
            files,
            weights,
            plan.settings(),
            lambda row: self._progress(TrainingProgress(0, step="fit", row=row)),
        )
        return weights

    def _match(self, new: Path, old: Path | None) -> dict[str, Any]:
        """Plays the match, or reads its result."""
        plan, file = self._plan, new.with_name(new.name.replace(".weights.gz", ".match.json"))
        opponent = old.name if old is not None else FALLBACK
        if not file.exists():
            self._tell(f"{new.name} against {opponent}, at most {plan.match_games} games")
            result = compare(
                plan.variant,
                new,
                old,
                games=plan.match_games,
                nodes=plan.nodes,
                seed=plan.seed,
                jobs=self._threads or 1,
                progress=lambda now: self._progress(TrainingProgress(now.done, now.total, "match")),
            )
            if result.is_interrupted:
                raise KeyboardInterrupt
            _write(file, {"is_better": result.elo > 0, **result.summary()})
        found = _read(file, "is_better", "wins", "draws", "losses")
        score = f"{found['wins']} wins, {found['draws']} draws, {found['losses']} losses"
        self._tell(f"{new.name} against {opponent}: {score}")
        return found

    def _file(self, number: int, kind: str) -> Path:
        return self._folder / f"{self._plan.variant}-{number}.{kind}"


def _write(file: Path, values: dict[str, Any]) -> None:
    with whole_file(file) as part:
        kept = values | {SUM: _sum(values)}
        part.write_text(json.dumps(kept, indent=1) + "\n", encoding="utf-8")


def _read(file: Path, *needed: str) -> dict[str, Any]:
    """Reads the values of a file and checks it; files of earlier versions have no checksum."""
    try:
        found: Any = json.loads(file.read_text(encoding="utf-8"))
    except (ValueError, RecursionError):
        found = None
    values: dict[str, Any] = found if isinstance(found, dict) else {}
    if not values or values.pop(SUM, _sum(values)) != _sum(values) or not values.keys() >= {*needed}:
        raise ValueError(f"{file}: this is damaged: delete it, and its step is done again")
    return values


def _sum(values: dict[str, Any]) -> int:
    return zlib.crc32(json.dumps(values, sort_keys=True).encode())
