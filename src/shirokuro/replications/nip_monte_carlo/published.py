"""What the study of Monte Carlo Nip published: who played whom, and how often each won."""

from __future__ import annotations

from dataclasses import dataclass

from shirokuro.lab.statistics.proportion import Proportion
from shirokuro.matches.rating import Tally


@dataclass(frozen=True, slots=True)
class PublishedPairing:
    """A row of the study: black, white, and black's wins, draws and losses of 100."""

    table: str
    black: str
    white: str
    published: Tally

    def players(self, monte_carlo: str, nipevt: str) -> tuple[str, str]:
        """With its two programs in one form or another."""
        forms = {"MC": monte_carlo, "Nipevt": nipevt}
        return forms.get(self.black, self.black), forms.get(self.white, self.white)

    def won(self, tally: Tally) -> Proportion:
        """What Monte Carlo won; the tally is black's."""
        return Proportion(tally.wins if self.black == "MC" else tally.losses, tally.games)

    @property
    def monte_carlo(self) -> int:
        """Its games won, as published."""
        return round(self.won(self.published).part)


PUBLISHED = (
    PublishedPairing("table 1", "MC", "random", Tally(81, 0, 19)),
    PublishedPairing("table 1", "random", "MC", Tally(28, 1, 71)),
    PublishedPairing("table 3", "MC", "Nipevt", Tally(63, 0, 37)),
    PublishedPairing("table 3", "Nipevt", "MC", Tally(43, 2, 55)),
)


def pair_name(black: str, white: str) -> str:
    return f"{black} – {white}"
