"""Reviews as text: the moves of a game, a line for each of many games, and what each player lost."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from shirokuro import Colour, Explanation, Judgement, Record, Review, explain, move_name
from shirokuro.words.translation import Language, filled, translated
from shirokuro.words.width import padded, width_of

HEADING = " no  side   move     loss  value  best  value  kind"
LINE_SHOWN = 7
"""Moves of a punishing line that are printed."""
GAMES_HEADING = "  no  moves  loss a move: black  white  result  worst move       players"


def header(record: Record, language: Language = "en") -> str:
    """The board, who played on it, and how it ended."""
    names = [
        filled(", {side} {name}", language, side=side, name=name)
        for side, name in zip(Colour, (record.black, record.white), strict=True)
        if name
    ]
    where = f" ({' '.join(filter(None, (record.place, record.date)))})" if record.place or record.date else ""
    return f"{record.variant}{''.join(names)}: {ending(record, language)}{where}"


def ending(record: Record, language: Language = "en") -> str:
    """How a game ended: by the rules, or as its record says."""
    outcome = record.board().outcome()
    if outcome is not None and not record.note:
        return translated(str(outcome), language)
    if record.result is None:
        result = translated("not over", language)
    else:
        result = filled("result {margin}", language, margin=f"{record.result:+g}")
    return f"{result}, {record.note}" if record.note else result


def table(review: Review, language: Language = "en") -> list[str]:
    """A row for each move."""
    rows = [translated(HEADING, language)]
    for judged in review.moves:
        side, kind = (translated(text, language) for text in (str(judged.side), kind_of(judged)))
        move = f"{move_name(judged.move)}{judged.mark}"
        rows.append(
            f"{judged.ply:3}  {padded(side, 5)}  {move:7} {judged.loss:5}  {judged.value:+5d}  "
            f"{move_name(judged.best):4}  {judged.best_value:+5d}  {kind}"
        )
    return rows


def kind_of(judgement: Judgement) -> str:
    """How its values were found."""
    return f"depth {judgement.depth}" if judgement.kind == "depth" else judgement.kind


def totals(review: Review, language: Language = "en") -> list[str]:
    """What each side lost; and what is missing, if the review was stopped."""
    lost = {str(side): review.lost(side) for side in Colour}
    mean = {str(side): mean_of(review.mean_loss(side)) for side in Colour}
    rows = [
        filled("lost in all: black {black}, white {white}", language, **lost),
        filled("mean loss a move: black {black}, white {white}", language, **mean),
    ]
    if not is_whole(review):
        rows.append(filled("stopped: judged only the last {count} moves", language, count=len(review.moves)))
    return rows


def explanations(review: Review) -> Iterator[tuple[Judgement, Explanation]]:
    """Why each move with a mark lost discs."""
    boards = list(review.record.boards())
    for judged in review.moves:
        if judged.mark:
            yield judged, explain(boards[judged.ply - 1], judged)


def reasons(review: Review, language: Language) -> list[str]:
    """The same as text, with the line that punishes each move."""
    rows = list[str]()
    for judged, explanation in explanations(review):
        line = " ".join(map(move_name, judged.played_pv[1 : 1 + LINE_SHOWN]))
        rows += ["", f"{translated(str(judged.side), language)} {judged}: {line}"]
        rows += [f"  {row}" for row in explanation.text(language).splitlines()]
    return rows


def is_whole(review: Review) -> bool:
    return len(review.moves) == len(review.record.moves)


def mean_of(loss: float | None, unknown: str = "-") -> str:
    return unknown if loss is None else f"{loss:.2f}"


def game_row(number: int, review: Review, language: Language = "en") -> str:
    """A game in a line."""
    record = review.record
    black, white = (mean_of(review.mean_loss(side)) for side in Colour)
    result = "?" if record.result is None else f"{record.result:+g}"
    names = {"black": record.black, "white": record.white}
    players = " - ".join(name or translated(side, language) for side, name in names.items())
    judged = filled("stopped: judged only the last {count} moves", language, count=len(review.moves))
    stopped = "" if is_whole(review) else f"  ({judged})"
    return (
        f"{number:4} {len(record.moves):6} {black:>19} {white:>6} {result:>7}  {worst(review):15}  "
        f"{players}{stopped}"
    )


def worst(review: Review) -> str:
    """The move that lost most, and how much."""
    move = max(review.moves, key=lambda judged: judged.loss, default=None)
    if move is None or move.loss == 0:
        return "-"
    return f"{move.ply}. {move_name(move.move)}{move.mark} -{move.loss}"


@dataclass(frozen=True, slots=True)
class PlayerLoss:
    """What a player lost in all games together."""

    name: str
    games: int
    moves: int
    lost: int

    @property
    def mean(self) -> float | None:
        return self.lost / self.moves if self.moves else None


def by_player(reviews: Iterable[Review], language: Language = "en") -> list[PlayerLoss]:
    """Whoever lost least first; whoever has no name is called by the colour."""
    found: dict[str, list[tuple[int, Judgement]]] = {}
    for number, review in enumerate(reviews):
        for side, name in zip(Colour, (review.record.black, review.record.white), strict=True):
            moves = found.setdefault(name or translated(str(side), language), [])
            moves += ((number, judged) for judged in review.choices(side))
    players = [
        PlayerLoss(name, len({n for n, _ in moves}), len(moves), sum(each.loss for _, each in moves))
        for name, moves in found.items()
    ]
    return sorted(players, key=lambda player: (player.mean is None, player.mean or 0.0, player.name))


def player_rows(reviews: Iterable[Review], language: Language = "en") -> list[str]:
    """What each player lost, as a table."""
    players, heading = by_player(reviews, language), translated("player", language)
    width = max(map(width_of, (heading, *(player.name for player in players))))
    rows = [padded(heading, width) + translated("  games   moves    lost  loss a move", language)]
    for player in players:
        loss = f"{player.lost:7}  {mean_of(player.mean):>11}"
        rows.append(f"{padded(player.name, width)} {player.games:6} {player.moves:7} {loss}")
    return rows
