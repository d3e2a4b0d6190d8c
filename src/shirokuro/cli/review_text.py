"""Reviews as text: the moves of a game, a line per game, and the losses of each player."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from shirokuro import Colour, Explanation, Judgement, Record, Review, explain, move_name
from shirokuro.words.message import Language, Message, text_of
from shirokuro.words.width import padded, width_of

HEADING = Message("reviews.heading")
LINE_SHOWN = 7
"""Most moves of a refutation to print."""
GAMES_HEADING = Message("reviews.games_heading")


def header(record: Record, language: Language = "en") -> str:
    """The board, who played on it, and how it ended."""
    names = [
        Message("reviews.player_of", side=side, name=name).text(language)
        for side, name in zip(Colour, (record.black, record.white), strict=True)
        if name
    ]
    where = f" ({' '.join(filter(None, (record.place, record.date)))})" if record.place or record.date else ""
    return f"{record.variant}{''.join(names)}: {ending(record, language)}{where}"


def ending(record: Record, language: Language = "en") -> str:
    """The result of a game: by the rules, or as recorded."""
    outcome = record.board().outcome(handicap_discs=record.handicap_discs)
    if outcome is not None and not record.note:
        return text_of(outcome, language)
    if record.result is None:
        result = Message("reviews.not_over").text(language)
    else:
        result = Message("reviews.result", margin=f"{record.result:+g}").text(language)
    return f"{result}, {record.note}" if record.note else result


def table(review: Review, language: Language = "en") -> list[str]:
    """A row for each move."""
    rows = [HEADING.text(language)]
    for judged in review.moves:
        side, kind = (text_of(text, language) for text in (judged.side, judged.as_value().badge()))
        move = f"{move_name(judged.move)}{judged.mark}"
        rows.append(
            f"{judged.ply:3}  {padded(side, 5)}  {move:7} {judged.loss:5}  {judged.value:+5d}  "
            f"{move_name(judged.best):4}  {judged.best_value:+5d}  {kind}"
        )
    return rows


def totals(review: Review, language: Language = "en") -> list[str]:
    """The losses of each side, and how many moves were judged if the review was stopped."""
    lost = {str(side): review.lost(side) for side in Colour}
    mean = {str(side): mean_of(review.mean_loss(side)) for side in Colour}
    rows = [
        Message("reviews.lost", **lost).text(language),
        Message("reviews.mean_loss", **mean).text(language),
    ]
    if not is_whole(review):
        rows.append(Message("reviews.judged_only", count=len(review.moves)).text(language))
    return rows


def explanations(review: Review) -> Iterator[tuple[Judgement, Explanation]]:
    """Why each move with a mark lost discs."""
    boards = list(review.record.boards())
    for judged in review.moves:
        if judged.mark:
            yield judged, explain(boards[judged.ply - 1], judged)


def reasons(review: Review, language: Language, you: Colour | None = None) -> list[str]:
    """The same as text, with the refutation of each move; of one side alone and said to it if it is `you`."""
    rows = list[str]()
    for judged, explanation in explanations(review):
        if you not in (None, judged.side):
            continue
        line = " ".join(map(move_name, judged.played_pv[1 : 1 + LINE_SHOWN]))
        made = f"{judged.ply}. {move_name(judged.move)}{judged.mark} {judged.value:+d}"
        best = f"{move_name(judged.best)} {judged.best_value:+d}"
        rows += ["", f"{text_of(judged.side, language)} {made}, {best}: {line}"]
        rows += [f"  {row}" for row in explanation.text(language, is_yours=you is not None).splitlines()]
    return rows


def is_whole(review: Review) -> bool:
    return len(review.moves) == len(review.record.moves)


def mean_of(loss: float | None, unknown: str = "-") -> str:
    return unknown if loss is None else f"{loss:.2f}"


def game_row(number: int, review: Review, language: Language = "en") -> str:
    """A game as one line."""
    record = review.record
    black, white = (mean_of(review.mean_loss(side)) for side in Colour)
    result = "?" if record.result is None else f"{record.result:+g}"
    players = " - ".join(
        name or Message(f"sides.{side}").text(language)
        for side, name in (("black", record.black), ("white", record.white))
    )
    judged = Message("reviews.judged_only", count=len(review.moves)).text(language)
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
    """The losses of a player over all games."""

    name: str
    games: int
    moves: int
    lost: int

    @property
    def mean(self) -> float | None:
        return self.lost / self.moves if self.moves else None


def by_player(reviews: Iterable[Review], language: Language = "en") -> list[PlayerLoss]:
    """Players by mean loss, lowest first; a player without a name is called by the colour."""
    found: dict[str, list[tuple[int, Judgement]]] = {}
    for number, review in enumerate(reviews):
        for side, name in zip(Colour, (review.record.black, review.record.white), strict=True):
            moves = found.setdefault(name or text_of(side, language), [])
            moves += ((number, judged) for judged in review.choices(side))
    players = [
        PlayerLoss(name, len({n for n, _ in moves}), len(moves), sum(each.loss for _, each in moves))
        for name, moves in found.items()
    ]
    return sorted(players, key=lambda player: (player.mean is None, player.mean or 0.0, player.name))


def player_rows(reviews: Iterable[Review], language: Language = "en") -> list[str]:
    """The losses of each player as a table."""
    players, heading = by_player(reviews, language), Message("reviews.player").text(language)
    width = max(map(width_of, (heading, *(player.name for player in players))))
    rows = [padded(heading, width) + Message("reviews.players_heading").text(language)]
    for player in players:
        loss = f"{player.lost:7}  {mean_of(player.mean):>11}"
        rows.append(f"{padded(player.name, width)} {player.games:6} {player.moves:7} {loss}")
    return rows
