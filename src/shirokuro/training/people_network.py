"""Trains the networks of the model of people with PyTorch, on a GPU if there is one.

A residual network (He et al. 2016) sees the board, the last moves and the values of the moves; a linear layer
of ratings and the like is added in every block. Beside it a small network learns from the values alone.
Adam with decoupled decay (Loshchilov and Hutter 2019), a cosine for the rate, averaged weights.
"""

from __future__ import annotations

import copy
import importlib
import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from shirokuro.training.people_file import FEATURES, PLANES
from shirokuro.training.settings import PeopleSettings

VALUE_PLANES = slice(7, 13)
VALUE_FEATURES = [0, 1, 4, 5, 6, 7, 8]
"""The features that every board has; cpp/evaluate/people_model.cpp has them too."""
CLIP = 31.0
"""The largest activation, which whole numbers of 16 bits hold."""
DECAY, CONTEXT, HEAD, VALUE_HIDDEN = 0.02, 32, 64, 48
LATEST = 13
"""The last year that counts as one of its own, after 2000."""


@dataclass(frozen=True, slots=True)
class TrainedPeople:
    """Both networks as arrays by name, and how well they did on the positions kept back."""

    policy: dict[str, NDArray[Any]]
    values: dict[str, NDArray[Any]]
    right: float
    log_loss: float
    samples: int


def load_torch() -> Any:
    """PyTorch; a ValueError where it is missing."""
    try:
        return importlib.import_module("torch")
    except ImportError:
        raise ValueError("training the model of people needs PyTorch: pip install torch") from None


class PeopleTrainer:
    """Both networks, the positions on their device, and the steps that train them."""

    def __init__(self, positions: NDArray[Any], kept: NDArray[np.bool_], settings: PeopleSettings) -> None:
        self.torch = load_torch()
        self.settings = settings
        self.device = "cuda" if self.torch.cuda.is_available() else "cpu"
        self.torch.manual_seed(settings.seed)
        self.train, self.kept = self._load(positions[~kept]), self._load(positions[kept])
        self.policy, self.values = self._policy(), self._values()
        cells = np.arange(64).reshape(8, 8)
        turned = [side[::y, ::x].reshape(-1) for side in (cells, cells.T) for y in (1, -1) for x in (1, -1)]
        self.turned = self.torch.tensor(np.stack(turned), device=self.device)
        """A cell of a turned board is this cell of the board…"""
        self.back = self.torch.argsort(self.turned, 1)
        """…and a cell of the board is there on the turned one."""

    def run(self, report: Callable[[int, int, float], object]) -> TrainedPeople:
        """All steps; `report` gets the step, how many there are, and the log-loss of late."""
        torch, settings = self.torch, self.settings
        steps = max(1, round(settings.epochs * len(self.train["move"]) / settings.batch))
        modules = self.policy, self.values
        decayed = [each for each in self.policy.parameters() if each.ndim > 1]
        others = [each for each in self.policy.parameters() if each.ndim <= 1] + [*self.values.parameters()]
        groups = [{"params": decayed, "weight_decay": DECAY}, {"params": others, "weight_decay": 0.0}]
        optimizer = torch.optim.AdamW(groups, lr=settings.rate)
        averages = tuple(copy.deepcopy(module).requires_grad_(False) for module in modules)
        recent = 0.0
        for step in range(steps):
            warm = min(1, (step + 1) / min(400, steps))
            for group in optimizer.param_groups:
                group["lr"] = settings.rate * warm * (1 + math.cos(math.pi * step / steps)) / 2
            loss = self._loss()
            optimizer.zero_grad(set_to_none=True)
            loss.backward()
            torch.nn.utils.clip_grad_norm_(self.policy.parameters(), 2.0)
            optimizer.step()
            keep = min(0.9996, (step + 1) / (step + 20))
            with torch.no_grad():
                for average, module in zip(averages, modules, strict=True):
                    for old, new in zip(average.parameters(), module.parameters(), strict=True):
                        old.lerp_(new, 1 - keep)
            if step % 20 == 0 or step + 1 == steps:
                recent = float(loss.detach())
                report(step + 1, steps, recent)
        policy, values = averages
        self._measure_activations(policy)
        right, log_loss = self._figures(policy)
        arrays = [
            {name: part.float().cpu().numpy() for name, part in module.state_dict().items() if part.ndim}
            for module in (policy, values)
        ]
        return TrainedPeople(arrays[0], arrays[1], right, log_loss, steps * settings.batch)

    def _load(self, rows: NDArray[Any]) -> dict[str, Any]:
        known = np.minimum(rows["year"].astype(np.float32) - 2000, LATEST) / 10
        ratings = rows["ratings"]
        facts = np.stack(
            [
                (ratings[:, 0] - 1600) / 200,
                ratings[:, 1] / 100,
                (ratings[:, 2] - 1600) / 200,
                ratings[:, 3] / 100,
                known,
                rows["is_black"].astype(np.float32),
            ],
            1,
        )
        arrays = {
            "own": rows["own"].astype("<u8").view("<i8"),
            "opp": rows["opp"].astype("<u8").view("<i8"),
            "move": rows["move"].astype(np.int64),
            "last": rows["last"].copy(),
            "values": rows["values"].copy(),
            "facts": facts.astype(np.float32),
        }
        return {name: self.torch.from_numpy(array).to(self.device) for name, array in arrays.items()}

    def _inputs(self, rows: dict[str, Any], known: Any, history: Any) -> tuple[Any, Any, Any]:
        """Planes, features and legal moves, as cpp/evaluate/people_input.hpp has them in whole numbers.

        `known` and `history` are 1 where the values and the last moves may be seen.
        """
        torch = self.torch
        places = torch.arange(64, device=self.device)
        own, opp = (((rows[side][:, None] >> places) & 1).float() for side in ("own", "opp"))
        legal = rows["values"][:, 0] != -128
        values = torch.where(legal[:, None], rows["values"].float(), torch.tensor(-999.0, device=self.device))
        best = values.max(2, keepdim=True).values
        seen = known[:, None, None] * legal[:, None]
        losses, is_best = (best - values).clamp(0, 24) / 8 * seen, (values == best).float() * seen
        last = torch.zeros(len(own), 4, 65, device=self.device)
        last.scatter_(2, rows["last"].long()[:, :, None], 1.0)
        board = torch.stack([own, opp, legal.float()], 1)
        last = last[:, :, :64] * history[:, None, None]
        planes = torch.cat([board, last, losses, is_best, torch.ones_like(own)[:, None]], 1)
        empties = 64 - own.sum(1) - opp.sum(1)
        facts, zero = rows["facts"], torch.zeros_like(known)
        features = [
            *(facts[:, number] for number in range(4)),
            empties / 32 - 1,
            empties % 2,
            legal.sum(1) / 10,
            best[:, 2, 0].clamp(-32, 32) / 16 * known,
            (empties <= 10).float(),
            facts[:, 4],
            facts[:, 5],
            zero,
            zero,
            known,
            history,
        ]
        return planes, torch.stack(features, 1), legal

    def _loss(self) -> Any:
        """Of a batch at random, an eighth of it turned by each symmetry."""
        torch, size = self.torch, self.settings.batch
        chosen = torch.randint(0, len(self.train["move"]), (size,), device=self.device)
        rows = {name: part[chosen] for name, part in self.train.items()}
        known, history = ((torch.rand(size, device=self.device) > hidden).float() for hidden in (0.04, 0.12))
        planes, features, legal = self._inputs(rows, known, history)
        number = torch.arange(size, device=self.device) % 8
        cells = self.turned[number]
        planes = planes.gather(2, cells[:, None].expand(-1, PLANES, -1))
        legal, move = legal.gather(1, cells), self.back[number, rows["move"]]
        self.policy.train()
        with torch.autocast(self.device, torch.bfloat16, enabled=self.device == "cuda"):
            scores = self._scores(self.policy, planes, features), self._value_scores(planes, features)
        masked = [each.float().masked_fill(~legal, -1e4) for each in scores]
        entropy = torch.nn.functional.cross_entropy
        by_values = (entropy(masked[1], move, reduction="none") * known).mean()
        return entropy(masked[0], move) + by_values

    def _measure_activations(self, policy: Any) -> None:
        """Means and variances of the averaged weights, which differ from those of the trained ones."""
        torch, size = self.torch, min(self.settings.batch, len(self.train["move"]))
        for module in policy.modules():
            if isinstance(module, torch.nn.BatchNorm2d):
                module.reset_running_stats()
                module.momentum = None
        policy.train()
        ones = torch.ones(size, device=self.device)
        with torch.no_grad():
            for _ in range(60):
                chosen = torch.randint(0, len(self.train["move"]), (size,), device=self.device)
                rows = {name: part[chosen] for name, part in self.train.items()}
                self._scores(policy, *self._inputs(rows, ones, ones)[:2])
        policy.eval()

    def _figures(self, policy: Any) -> tuple[float, float]:
        """The share of best guesses that were played, and the log-loss, on the positions kept back."""
        torch, size = self.torch, len(self.kept["move"])
        if not size:
            return math.nan, math.nan
        right = total = 0.0
        with torch.no_grad():
            for begin in range(0, size, 4096):
                rows = {name: part[begin : begin + 4096] for name, part in self.kept.items()}
                ones = torch.ones(len(rows["move"]), device=self.device)
                planes, features, legal = self._inputs(rows, ones, ones)
                scores = self._scores(policy, planes, features).float().masked_fill(~legal, -1e4)
                total += float(torch.nn.functional.cross_entropy(scores, rows["move"], reduction="sum"))
                right += float((scores.argmax(1) == rows["move"]).sum())
        return right / size, total / size

    def _policy(self) -> Any:
        nn, size = self.torch.nn, self.settings.channels

        def convolution(inputs: int, outputs: int, width: int) -> Any:
            return nn.Conv2d(inputs, outputs, width, padding=width // 2, bias=False)

        def block() -> Any:
            parts = {"conv1": convolution(size, size, 3), "bn1": nn.BatchNorm2d(size)}
            parts |= {"conv2": convolution(size, size, 3), "bn2": nn.BatchNorm2d(size)}
            nn.init.zeros_(parts["bn2"].weight)
            return nn.ModuleDict(parts | {"mix": nn.Linear(CONTEXT, size, bias=False)})

        parts = {
            "g": nn.Linear(FEATURES, CONTEXT),
            "stem": convolution(PLANES, size, 3),
            "bn": nn.BatchNorm2d(size),
            "stem_mix": nn.Linear(CONTEXT, size, bias=False),
            "blocks": nn.ModuleList(block() for _ in range(self.settings.blocks)),
            "head": convolution(size, HEAD, 1),
            "head_bn": nn.BatchNorm2d(HEAD),
            "head_values": convolution(VALUE_PLANES.stop - VALUE_PLANES.start, HEAD, 1),
            "head_mix": nn.Linear(CONTEXT, HEAD, bias=False),
            "last": nn.Conv2d(HEAD, 1, 1),
        }
        return nn.ModuleDict(parts).to(self.device, memory_format=self.torch.channels_last)

    def _values(self) -> Any:
        nn = self.torch.nn
        parts = {
            "context": nn.Linear(len(VALUE_FEATURES), VALUE_HIDDEN),
            "first": nn.Linear(VALUE_PLANES.stop - VALUE_PLANES.start, VALUE_HIDDEN, bias=False),
            "second": nn.Linear(VALUE_HIDDEN, VALUE_HIDDEN),
            "last": nn.Linear(VALUE_HIDDEN, 1),
        }
        return nn.ModuleDict(parts).to(self.device)

    def _scores(self, policy: Any, planes: Any, features: Any) -> Any:
        board = planes.view(-1, PLANES, 8, 8).contiguous(memory_format=self.torch.channels_last)
        context = policy["g"](features).clamp(0, CLIP)

        def mixed(by: Any) -> Any:
            return by(context)[:, :, None, None]

        seen = (policy["bn"](policy["stem"](board)) + mixed(policy["stem_mix"])).clamp(0, CLIP)
        for block in policy["blocks"]:
            hidden = (block["bn1"](block["conv1"](seen)) + mixed(block["mix"])).clamp(0, CLIP)
            seen = (seen + block["bn2"](block["conv2"](hidden))).clamp(0, CLIP)
        hidden = policy["head_bn"](policy["head"](seen)) + policy["head_values"](board[:, VALUE_PLANES])
        return policy["last"]((hidden + mixed(policy["head_mix"])).clamp(0, CLIP)).flatten(1)

    def _value_scores(self, planes: Any, features: Any) -> Any:
        values = self.values
        context = values["context"](features[:, VALUE_FEATURES])
        hidden = (values["first"](planes[:, VALUE_PLANES].transpose(1, 2)) + context[:, None]).clamp(0, CLIP)
        return values["last"](values["second"](hidden).clamp(0, CLIP))[..., 0]
