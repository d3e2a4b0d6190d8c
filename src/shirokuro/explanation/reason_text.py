"""The sentences of explanations: chooses one for a measured difference and fills it."""

from __future__ import annotations

from collections.abc import Sequence

from shirokuro.explanation.consequence import Consequence, corners_beside
from shirokuro.squares.square import SquareSet, move_name
from shirokuro.words.message import Language, Message

LONGEST_LINE = 8
"""Longest line that a sentence has in full."""
WORSE = {"corners": -1, "mountain": -1, "c": 1, "x": 1, "passes": 1}
"""Measures with a sentence for each side: whether more of the own is worse (1) or better (-1)."""


def sentence(feature: str, mine: Consequence, best: Consequence) -> Message:
    """A measured difference in words."""
    return Message(f"reasons.{_key(feature, mine, best)}", **_values(feature, mine, best))


def sentences_text(sentences: Sequence[Message], language: Language) -> str:
    """Joins sentences; a square at the beginning of one stays in lower case."""
    texts = [each.text(language) for each in sentences]
    for place, each in enumerate(sentences):
        if not texts[place].startswith((str(each.values["move"]), str(each.values["better"]))):
            texts[place] = texts[place][0].upper() + texts[place][1:]
    return Message("reasons.joint").text(language).join(texts)


def _key(feature: str, mine: Consequence, best: Consequence) -> str:
    if feature == "move_openness" and best.measured[feature].own == 0:
        return "move_openness_inside"
    if feature not in WORSE or (feature in ("c", "x") and not _named(feature, mine, best)[0]):
        return feature  # for C and X: the same squares, but for longer
    if _is_theirs(feature, mine, best):
        return f"{feature}_theirs"
    # Is the move itself played next to an empty corner?
    is_at_once = feature in ("c", "x") and mine.move in _named(feature, mine, best)[0]
    return f"{feature}_{'at_once' if is_at_once else 'own'}"


def _is_theirs(feature: str, mine: Consequence, best: Consequence) -> bool:
    """Whether the opponent's number contributes more to the difference than the own one."""
    after, other = mine.measured[feature], best.measured[feature]
    return WORSE[feature] * (other.theirs - after.theirs) > WORSE[feature] * (after.own - other.own)


def _values(feature: str, mine: Consequence, best: Consequence) -> dict[str, object]:
    """The values that a sentence may use."""
    after, other = mine.measured[feature], best.measured[feature]
    squares, line = _named(feature, mine, best)
    names = [*map(move_name, line)]
    if len(names) > LONGEST_LINE:
        names = [*names[:3], "…", *names[-3:]]
    return {
        "side": mine.side,
        "opponent": mine.side.opponent,
        "move": move_name(mine.move),
        "better": move_name(best.move),
        "own": _number(after.own),
        "theirs": _number(after.theirs),
        "best_own": _number(other.own),
        "best_theirs": _number(other.theirs),
        "squares": _listed(squares.names()),
        "corners": _listed(corners_beside(SquareSet([mine.move]), mine.variant).names()),
        "line": " ".join(names),
        "sizes": ", ".join(map(str, mine.odd_sizes)),
        "during": Message("reasons.during" if mine.plies else "reasons.at_once", plies=mine.plies),
        "later": Message("reasons.later" if mine.plies else "reasons.at_once", plies=mine.plies),
    }


def _number(value: float) -> str:
    """A mean has a decimal, to tell it from a count."""
    return f"{value:.1f}" if isinstance(value, float) else str(value)


def _listed(names: Sequence[str]) -> Message | str:
    if len(names) < 2:
        return "".join(names)
    return Message("reasons.listed", first=names[0], rest=_listed(names[1:]))


def _named(feature: str, mine: Consequence, best: Consequence) -> tuple[SquareSet, tuple[int, ...]]:
    """The squares that only one of the lines leads to, and that line up to the first of them."""
    is_theirs = feature in WORSE and _is_theirs(feature, mine, best)
    is_in_mine = (WORSE.get(feature, 1) > 0) != is_theirs
    there, elsewhere = (mine, best) if is_in_mine else (best, mine)
    squares = there.squares(feature, is_theirs) - elsewhere.squares(feature, is_theirs)
    if feature == "c":  # a disc of a wing or a mountain is not counted as C, but it is there
        squares -= elsewhere.later.their_c if is_theirs else elsewhere.later.own_c
    if new := [
        part for part in there.parts(feature, is_theirs) if part not in elsewhere.parts(feature, is_theirs)
    ]:
        squares = new[0]
    return squares, there.line_to(squares, is_theirs)
