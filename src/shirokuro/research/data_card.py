"""The card of a data set, which lies in its folder: what it holds, how it was made, who may use it."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import shirokuro
from shirokuro.errors import NotationError
from shirokuro.research.data_plan import RANDOM, DataPlan
from shirokuro.research.shard import Shard
from shirokuro.storage.structured_text import parse_json
from shirokuro.storage.whole_file import whole_file

CARD, README = "card.json", "README.md"
LICENCE = "CC0-1.0"
_KIND = "shirokuro games 1"


@dataclass(frozen=True)
class DataCard:
    """What a reader of a data set has to know."""

    plan: DataPlan
    command: str = ""
    """The command line that makes the same again."""
    licence: str = LICENCE
    shards: tuple[Shard, ...] = ()
    """The finished files; empty until all are done."""
    version: str = shirokuro.__version__

    @property
    def games(self) -> int:
        return sum(shard.games for shard in self.shards)

    @property
    def size(self) -> int:
        """Of all files, in bytes."""
        return sum(shard.size for shard in self.shards)

    def write(self, folder: Path) -> None:
        """Writes the card for programs, and the same as a page for people."""
        fields = {"kind": _KIND, "is_finished": bool(self.shards), **asdict(self)}
        for name, text in ((CARD, json.dumps(fields, indent=1) + "\n"), (README, self.page())):
            with whole_file(folder / name) as part:
                part.write_text(text, encoding="utf-8")

    def page(self) -> str:
        """The card in Markdown."""
        plan = self.plan
        how = RANDOM_GAMES if plan.by == RANDOM else f"The player `{plan.by}` plays both sides."
        if plan.opening:
            how += f" The first {plan.opening} moves of each game are random."
        if not self.shards:
            how = f"The work is not finished: run the command again.\n\n{how}"
        black, white, draws = (
            sum(getattr(shard, name) for shard in self.shards)
            for name in ("black_wins", "white_wins", "draws")
        )
        return PAGE.format(
            card=self,
            plan=plan,
            how=how,
            exact=EXACT.format(exact=plan.exact) if plan.exact else "",
            results=f"black won {black:,}, white {white:,}, draws {draws:,}",
            files=f"{len(self.shards)}, {self.size / 1e6:,.1f} MB",
        )


RANDOM_GAMES = "In each position every legal move is equally likely."
EXACT = (
    "| `exact` | list of {exact} int8 | black's margins under perfect play in the positions with {exact}, …, "
    "1 empty cells; after the end of the game its margin |\n"
)
PAGE = """---
license: {card.licence}
---

# {plan.games:,} games of {plan.variant}

{how}

| column | type | what it is |
|---|---|---|
| `moves` | bytes, of one length | the squares in the order in which they were played, one byte each: a1 is \
0, b1 1, h1 7, a2 8, h8 63, on smaller boards too. Passes are left out: who cannot move passes. 255 fills up \
games that left cells empty |
| `margin` | int8 | black's discs minus white's at the end; the winner has the empty cells |
{exact}
- Results: {results}.
- Files: {files}, Parquet with zstd; `card.json` has the games, bytes and SHA-256 of each.
- Seed: {plan.seed}. Games are numbered through all files, and a number gives the same game on every machine.
- Made by Shirokuro {card.version}: `{card.command}`
- Licence: {card.licence}
"""


def read_card(folder: Path) -> DataCard:
    """The card in a folder; an error says what is wrong with it."""
    file = folder / CARD
    try:
        fields: Any = parse_json(file.read_text(encoding="utf-8"))
        if fields["kind"] != _KIND:
            raise ValueError(_KIND)
        plan = DataPlan(**fields["plan"])
        shards = tuple(Shard(**each) for each in fields["shards"])
        return DataCard(plan, fields["command"], fields["licence"], shards, fields["version"])
    except (KeyError, TypeError, ValueError, NotationError):
        raise ValueError(f"{file}: this is no card of a data set, or it is damaged") from None
