"""The conditions of a query as SQL."""

from __future__ import annotations

from shirokuro.library.library_file import plain
from shirokuro.library.query import LibraryQuery

_WON = {"black": "result > 0", "white": "result < 0", "nobody": "result = 0"}


def conditions_of(query: LibraryQuery) -> tuple[str, list[object]]:
    """A condition on `game` for all but the positions, and its values."""
    conditions, values = ["1"], list[object]()

    def named(words: str) -> str:
        """A list of the numbers of names that have all these words."""
        patterns = [f"%{_escaped(word)}%" for word in plain(words).split()]
        values.extend(patterns)
        likes = " AND ".join([r"plain LIKE ? ESCAPE '\'"] * len(patterns))
        return f"(SELECT number FROM name WHERE {likes})"

    player, opponent, place = (plain(each) for each in (query.player, query.opponent, query.place))
    if player and opponent:
        conditions.append(
            f"(black IN {named(player)} AND white IN {named(opponent)}"
            f" OR white IN {named(player)} AND black IN {named(opponent)})"
        )
    elif one := player or opponent:
        conditions.append(f"(black IN {named(one)} OR white IN {named(one)})")
    if place:
        conditions.append(f"place IN {named(place)}")
    for bound, sign in ((query.first_year, ">="), (query.last_year, "<=")):
        if bound is not None:
            conditions.append(f"year {sign} ? AND year > 0")
            values.append(bound)
    if query.winner:
        conditions.append(_WON[query.winner])
    if query.variant:
        conditions.append("board = (SELECT number FROM board WHERE variant = ?)")
        values.append(query.variant)
    return " AND ".join(conditions), values


def _escaped(word: str) -> str:
    return "".join(f"\\{letter}" if letter in "%_\\" else letter for letter in word)
