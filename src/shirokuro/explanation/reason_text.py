"""The words of explanations: what each measured difference is called, and a sentence for it."""

from __future__ import annotations

from collections.abc import Mapping

from shirokuro.explanation.consequence import Consequence, corners_beside
from shirokuro.squares.square import SquareSet, move_name
from shirokuro.words.translation import Language, filled, translated

TERMS: Mapping[str, str] = {
    "mobility": "mobility",
    "openness": "openness",
    "corner": "corner",
    "stable": "stable discs",
    "c": "C square",
    "x": "X square",
    "safe": "safe moves",
    "wing": "wing",
    "mountain": "mountain",
    "parity": "parity",
    "pass": "passes",
}
"""The players' words, in English; the catalogue has the Japanese ones."""
LABELS: Mapping[str, str] = {
    "corners": "corners later, own less opponent's",
    "c": "mean C squares beside an empty corner, own less opponent's",
    "x": "mean X squares beside an empty corner, own less opponent's",
    "move_openness": "openness of the move",
    "openness": "mean openness, own less opponent's",
    "mobility": "mean mobility, own less opponent's",
    "safe_moves": "mean safe moves, own less opponent's",
    "stable": "stable discs later, own less opponent's",
    "wing": "wings that lose a corner",
    "mountain": "mountains later, own less opponent's",
    "odd_regions": "odd empty regions",
    "last_move": "last move of the game, own less opponent's",
    "passes": "passes, own less opponent's",
}
"""What the compared numbers are."""
DEEP = "deep reading: no measured difference explains the loss"
SENTENCES: Mapping[str, str] = {
    "corners own": "{better} wins the corner {squares} ({line}); {move} does not.",
    "corners theirs": "{move} gives up the corner {squares} ({line}); {better} does not.",
    "c": "{during} {side} has {own} discs on C squares beside an empty corner on average, wings and "
    "mountains aside, and {opponent} {theirs}; after {better} {best_own} and {best_theirs}.",
    "c at once": "{move} is a C square, beside the empty corner {corners}.",
    "c own": "{during} {side} has a disc on the C square {squares}, beside an empty corner; after {better} "
    "it has not.",
    "c theirs": "{during} {opponent} has no disc on the C square {squares}, beside an empty corner; after "
    "{better} it has.",
    "x": "{during} {side} has {own} discs on X squares beside an empty corner on average and {opponent} "
    "{theirs}; after {better} {best_own} and {best_theirs}.",
    "x at once": "{move} is an X square, diagonally beside the empty corner {corners}.",
    "x own": "{during} {side} has a disc on the X square {squares}, beside an empty corner; after {better} "
    "it has not.",
    "x theirs": "{during} {opponent} has no disc on the X square {squares}, beside an empty corner; after "
    "{better} it has.",
    "move_openness": "{move} turns discs with {own} empty cells round them, {better} discs with {best_own}.",
    "move_openness inside": "{move} turns discs with {own} empty cells round them; {better} turns only inner "
    "discs (naka-wari).",
    "openness": "{during} the discs of {side} touch {own} empty cells on average and those "
    "of {opponent} {theirs}; after {better} {best_own} and {best_theirs}.",
    "mobility": "{during} {side} has {own} moves on average and {opponent} {theirs}; after "
    "{better} {best_own} and {best_theirs}.",
    "safe_moves": "{during} {side} has {own} safe moves on average and {opponent} {theirs}; "
    "after {better} {best_own} and {best_theirs}.",
    "stable": "{later} {side} has {own} stable discs and {opponent} {theirs}; after {better} "
    "{best_own} and {best_theirs}.",
    "wing": "{move} leaves {side} the wing {squares}, beside which {opponent} takes a corner; {better} does "
    "not.",
    "mountain own": "{later} {side} has no mountain of {squares}; after {better} it has.",
    "mountain theirs": "{later} {opponent} has a mountain of {squares}; after {better} it has not.",
    "odd_regions": "{move} leaves {own} odd empty regions ({sizes}) with {opponent} to move, {better} leaves "
    "{best_own}.",
    "last_move": "{opponent} gets the last move of the game; after {better} {side} gets it.",
    "passes own": "{side} runs out of moves and passes ({line}): {own} in all, after {better} {best_own}.",
    "passes theirs": "{better} makes {opponent} pass ({line}): {best_theirs} in all, after {move} {theirs}.",
}
"""By measure; where either side's number may make the difference, by the side too."""
TIMES: Mapping[str, tuple[str, str, str]] = {
    "during": ("just after the move", "in the next ply", "in the next {plies} plies"),
    "later": ("just after the move", "one ply later", "{plies} plies later"),
}
"""When something was measured: after no more plies, after one, after several."""
LONGEST_LINE = 8
"""Moves of a line that a sentence tells in full."""
WORSE = {"corners": -1, "mountain": -1, "c": 1, "x": 1, "passes": 1}
"""Measures that are told by side: whether more of the own is worse (1) or better (-1)."""


def title(term: str, language: Language) -> str:
    """The players' word for a term."""
    return translated(TERMS[term], language)


def label(feature: str, language: Language) -> str:
    """What a compared number is."""
    return translated(LABELS[feature], language)


def sentence(feature: str, mine: Consequence, best: Consequence, language: Language) -> str:
    """A measured difference in words."""
    template = SENTENCES[_form(feature, mine, best)]
    text = filled(template, language, **_values(feature, mine, best, language))
    # Squares are written small at the beginning of a sentence too.
    return text if template.startswith(("{move}", "{better}")) else text[0].upper() + text[1:]


def _form(feature: str, mine: Consequence, best: Consequence) -> str:
    if feature == "move_openness" and best.measured[feature].own == 0:
        return "move_openness inside"
    if feature not in WORSE or (feature in ("c", "x") and not _named(feature, mine, best)[0]):
        return feature  # of C and X: the same squares, but for longer
    if _is_theirs(feature, mine, best):
        return f"{feature} theirs"
    return f"{feature} {'at once' if _is_at_once(feature, mine, best) else 'own'}"


def _is_at_once(feature: str, mine: Consequence, best: Consequence) -> bool:
    """Whether the move itself is played beside an empty corner."""
    return feature in ("c", "x") and mine.move in _named(feature, mine, best)[0]


def _is_theirs(feature: str, mine: Consequence, best: Consequence) -> bool:
    """Whether the opponent's number makes more of the difference than the own one."""
    after, other = mine.measured[feature], best.measured[feature]
    return WORSE[feature] * (other.theirs - after.theirs) > WORSE[feature] * (after.own - other.own)


def _values(feature: str, mine: Consequence, best: Consequence, language: Language) -> dict[str, object]:
    """What any sentence may be filled with."""
    after, other = mine.measured[feature], best.measured[feature]
    squares, line = _named(feature, mine, best)
    return {
        "side": mine.side,
        "opponent": mine.side.opponent,
        "move": move_name(mine.move),
        "better": move_name(best.move),
        "own": _number(after.own),
        "theirs": _number(after.theirs),
        "best_own": _number(other.own),
        "best_theirs": _number(other.theirs),
        "squares": _listed(squares, language),
        "corners": _listed(corners_beside(SquareSet([mine.move]), mine.variant), language),
        "line": _shortened([*map(move_name, line)]),
        "sizes": ", ".join(map(str, mine.odd_sizes)),
    } | {name: filled(texts[min(mine.plies, 2)], language, plies=mine.plies) for name, texts in TIMES.items()}


def _number(value: float) -> str:
    """Means have a decimal, so that one of them is not taken for a count."""
    return f"{value:.1f}" if isinstance(value, float) else str(value)


def _shortened(names: list[str]) -> str:
    """The beginning and the end of a long line."""
    return " ".join(names if len(names) <= LONGEST_LINE else [*names[:3], "…", *names[-3:]])


def _listed(squares: SquareSet, language: Language) -> str:
    return (", " if language == "en" else "、").join(squares.names())


def _named(feature: str, mine: Consequence, best: Consequence) -> tuple[SquareSet, tuple[int, ...]]:
    """The squares that only one of the lines leads to, and that line up to the first of them."""
    is_theirs = feature in WORSE and _is_theirs(feature, mine, best)
    is_in_mine = (WORSE.get(feature, 1) > 0) != is_theirs
    there, elsewhere = (mine, best) if is_in_mine else (best, mine)
    squares = there.squares(feature, is_theirs) - elsewhere.squares(feature, is_theirs)
    if feature == "c":  # a disc of a wing or a mountain is no C disc by number, and yet it lies there
        squares -= elsewhere.later.their_c if is_theirs else elsewhere.later.own_c
    if new := [
        part for part in there.parts(feature, is_theirs) if part not in elsewhere.parts(feature, is_theirs)
    ]:
        squares = new[0]
    return squares, there.line_to(squares, is_theirs)
