"""Reviews as one self-contained HTML file: graphs, boards before costly moves, and all moves."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from importlib.resources import files
from pathlib import Path
from string import Template

import shirokuro
from shirokuro import Board, Colour, Explanation, Judgement, Review, explain, move_name
from shirokuro.cli.opening_view import opening_html, opening_text
from shirokuro.cli.review_text import by_player, ending, header, is_whole, mean_of, worst
from shirokuro.storage.whole_file import whole_file
from shirokuro.words.counted import counted, plural
from shirokuro.words.message import Language, Message

MOST_GAMES = 100
"""Most games shown with all their moves, so that the page stays within a few megabytes."""
MOST_A_GAME = 12
"""Most boards per game."""
MOST_IN_ALL = 240
"""Most boards on a page."""
PV_SHOWN = 8


def write_page(reviews: Sequence[Review], file: Path, language: Language = "en") -> None:
    """Writes the whole file, or leaves the old one untouched."""
    with whole_file(file) as place:
        place.write_text(page(reviews, language), encoding="utf-8", errors="replace")


def page(reviews: Sequence[Review], language: Language = "en") -> str:
    """The whole page; `language` is that of the reasons."""
    shown = reviews[:MOST_GAMES]
    boards = min(MOST_A_GAME, MOST_IN_ALL // max(len(shown), 1))
    titles = [_title(review) for review in shown]
    players = [
        (player.name, player.games, player.moves, player.lost, mean_of(player.mean, "–"))
        for player in by_player(reviews)
    ]
    return Template(_static("shirokuro.cli", "review_page.html")).substitute(
        title=escape(titles[0] if len(reviews) == 1 else f"Review of {len(reviews)} games"),
        style=_static("shirokuro.lab.report", "style.css"),
        program=f"Shirokuro {shirokuro.__version__}",
        contents="\n".join(
            f'<li><a href="#game-{i}">{escape(title)}</a></li>' for i, title in enumerate(titles, 1)
        ),
        players=_table(("Player", "Games", "Moves", "Discs lost", "Loss a move"), players),
        all_games=_games(reviews) if len(reviews) > 1 else "",
        games="\n".join(_game(number, review, boards, language) for number, review in enumerate(shown, 1)),
    )


def _static(package: str, name: str) -> str:
    return files(package).joinpath(name).read_text(encoding="utf-8")


def _title(review: Review) -> str:
    record = review.record
    return f"{record.black or 'black'} – {record.white or 'white'}, {record.variant}"


def _games(reviews: Sequence[Review]) -> str:
    """A row per game, including those not shown with their moves."""
    rows = [
        (
            number,
            _title(review),
            ending(review.record),
            opening_text(review.record),
            *(mean_of(review.mean_loss(side), "–") for side in Colour),
            worst(review),
        )
        for number, review in enumerate(reviews, 1)
    ]
    heading = ("Game", "Players", "Result", "Opening", "Loss a move: black", "white", "Worst move")
    note = f'<p class="note">The moves of the first {MOST_GAMES} are below.</p>' * (len(reviews) > MOST_GAMES)
    return (
        '<section id="games" aria-labelledby="games-title">\n<h2 id="games-title">All games</h2>\n'
        f"{note}{_table(heading, rows)}\n</section>"
    )


def _game(number: int, review: Review, boards: int, language: Language) -> str:
    place = f"game-{number}"
    stopped = (
        "" if is_whole(review) else f" Stopped: judged only the last {counted(len(review.moves), 'move')}."
    )
    opening = opening_html(review.record)
    parts = [
        f'<section id="{place}" aria-labelledby="{place}-title">',
        f'<h2 id="{place}-title">{escape(_title(review))}</h2>',
        f'<p class="summary">{escape(header(review.record))}.{stopped}</p>',
        f"<p>Opening: {opening}</p>" if opening else "",
        '<h3>How far black is ahead after each move</h3>\n<div class="plot scroll" tabindex="0">',
        review.svg(),
        '</div>\n<p class="note">In discs, below zero for white; a red dot is a loss of four or more.</p>',
        _costly(review, boards, language),
        f"<details><summary>All {counted(len(review.moves), 'move')}</summary>{_moves(review)}</details>",
        "</section>",
    ]
    return "\n".join(parts)


def _costly(review: Review, most: int, language: Language) -> str:
    """The boards before the costliest moves, in the order of the game."""
    marked = sorted((each for each in review.moves if each.mark), key=lambda each: -each.loss)
    chosen = sorted(marked[:most], key=lambda each: each.ply)
    if not chosen:
        return ""
    before = list(review.record.boards())
    figures = "\n".join(_figure(before[judged.ply - 1], judged, language) for judged in chosen)
    what = (
        "Costly moves"
        if len(chosen) == len(marked)
        else f"The {len(chosen)} costliest moves of {len(marked)}"
    )
    return f'<h3>{what}</h3>\n<div class="boards">\n{figures}\n</div>'


def _figure(board: Board, judged: Judgement, language: Language) -> str:
    """The board before a move, the values of that move and the best one, and why they differ."""
    hints: dict[int | str, object] = {judged.move: _signed(judged.value)}
    hints[judged.best] = _signed(judged.best_value)
    line = " ".join(map(move_name, judged.pv[:PV_SHOWN]))
    return (
        f"<figure>{board.svg(hints=hints, legal=False)}\n<figcaption>{judged.ply}. {judged.side} played "
        f"<strong>{move_name(judged.move)}{judged.mark}</strong> ({_signed(judged.value)}), "
        f'<span class="lost">{judged.loss} {plural(judged.loss, "disc")} lost</span>. Best was '
        f"<strong>{move_name(judged.best)}</strong> ({_signed(judged.best_value)}): {line} "
        f"({judged.as_value().badge()}){_why(explain(board, judged), language)}</figcaption></figure>"
    )


def _why(explanation: Explanation, language: Language) -> str:
    """What happens on the board, and the numbers on demand."""
    texts = [f"<li>{escape(each.sentence(language))}</li>" for each in explanation.reasons]
    if not texts:
        return f"<p>{escape(explanation.text(language))}</p>"
    numbers = "".join(
        f"<tr><td>{escape(row.label(language))}</td>{_cell(_number(row.mine))}{_cell(_number(row.best))}</tr>"
        for row in explanation.compared
    )
    moves = "".join(
        f'<th scope="col">{move_name(move)}</th>' for move in (explanation.move, explanation.best)
    )
    rows = f"<tr><td></td>{moves}</tr>{numbers}"
    title = Message("reasons.numbers").text(language)
    return (
        f'<ul lang="{language}">{"".join(texts)}</ul><details lang="{language}"><summary>{title}</summary>'
        f"<table>{rows}</table></details>"
    )


def _number(value: float) -> str:
    return f"{value:g}".replace("-", "−")


def _signed(value: int) -> str:
    return f"{value:+d}".replace("-", "−")


def _moves(review: Review) -> str:
    rows = [
        (
            judged.ply,
            str(judged.side),
            f"{move_name(judged.move)}{judged.mark}",
            judged.loss,
            _signed(judged.value),
            move_name(judged.best),
            _signed(judged.best_value),
            judged.as_value().badge(),
        )
        for judged in review.moves
    ]
    return _table(("Move", "Side", "Played", "Loss", "Value", "Best", "Its value", "Kind"), rows)


def _table(heading: Sequence[str], rows: Sequence[Sequence[object]]) -> str:
    """An HTML table; numbers are aligned right."""
    head = "".join(f'<th scope="col">{name}</th>' for name in heading)
    body = "\n".join(f"<tr>{''.join(map(_cell, row))}</tr>" for row in rows)
    return (
        '<div class="scroll" tabindex="0"><table>'
        f"<thead><tr>{head}</tr></thead>\n<tbody>\n{body}\n</tbody></table></div>"
    )


def _cell(value: object) -> str:
    text = str(value)
    is_number = text.lstrip("+−").replace(".", "", 1).isdecimal()
    return f'<td class="number">{text}</td>' if is_number else f"<td>{escape(text)}</td>"
