"""Variants of the study's program: a rival, and its opponents, which are not printed."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from shirokuro.replications.rival.ladders import ITSELF

PRINTED = "rvlai:as_printed=true"
PRINTED_RIVALS = {
    "as printed": PRINTED,
    "mended": "rvlai:as_printed=true,mended=true",
    "mended, shares": "rvlai:match=share,as_printed=true,mended=true",
    "mended, values": "rvlai:match=value,as_printed=true,mended=true",
}
"""Rivals with the listing's search; the mended one finds its opponent's last move."""
DESCRIBED_RIVALS = {
    "as described": "rvlai",
    "as described, shares": "rvlai:match=share",
    "as described, values": "rvlai:match=value",
}
"""Rivals with the search that the text describes."""
LAST_SIX = {
    "": "",
    "; opponents: best last six": "last_six=best",
    "; opponents: worst last six": "last_six=worst",
}
"""What the opponents do in the last six turns: they search, or count discs as the rival does there, by its
text (best) or by its listing (worst)."""


@dataclass(frozen=True, slots=True)
class ProgramVariant:
    """A rival and the opponents that it met."""

    rival: str
    strong: str = "strong"
    weak: str = "weak"

    def opponent(self, name: str) -> str:
        """The opponent of that name in the study."""
        return {"strong": self.strong, "weak": self.weak}.get(name, name)

    def pairs(self) -> Iterator[tuple[str, str]]:
        for name in ("random", ITSELF, "strong", "weak"):
            yield self.rival, self.opponent(name)


def _named() -> Iterator[tuple[str, ProgramVariant]]:
    for last, parameter in LAST_SIX.items():
        strong, weak = (_spec(name, "as_printed=true", parameter) for name in ("strong", "weak"))
        for name, rival in PRINTED_RIVALS.items():
            yield f"{name}{last}", ProgramVariant(rival, strong, weak)
        if "worst" not in last:
            strong, weak = (_spec(name, "", parameter) for name in ("strong", "weak"))
            for name, rival in DESCRIBED_RIVALS.items():
                yield f"{name}{last}", ProgramVariant(rival, strong, weak)
    yield "as printed; opponents as described", ProgramVariant(PRINTED)


def _spec(name: str, *parameters: str) -> str:
    return ":".join(filter(None, (name, ",".join(filter(None, parameters)))))


PROGRAM_VARIANTS = dict(_named())
SLIPPED = {
    name: ProgramVariant(variant.rival, variant.strong, variant.strong)
    for name, variant in PROGRAM_VARIANTS.items()
    if variant.rival == PRINTED and variant.strong != "strong"
}
"""The printed rival with a weak opponent whose sign slipped, so that it plays as strong does: made to fit."""


def variant_pairs() -> list[tuple[str, str]]:
    """All pairings of all variants, each once."""
    return list(dict.fromkeys(pair for variant in PROGRAM_VARIANTS.values() for pair in variant.pairs()))
