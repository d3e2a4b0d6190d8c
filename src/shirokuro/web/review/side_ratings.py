"""The ratings with which a review compares both sides: the rival's estimate, or one from the game itself."""

from __future__ import annotations

from dataclasses import replace

from shirokuro import Colour, Record
from shirokuro.people import rating
from shirokuro.people.model import NEWCOMER_RATING
from shirokuro.web.games.live_game import LiveGame
from shirokuro.web.review.values import ReviewRatings, SideRating
from shirokuro.web.state import ServerState


async def side_ratings(
    server: ServerState, owner: str, game: tuple[Record, LiveGame | None], name: str
) -> ReviewRatings:
    """Both sides' ratings; the one person in a game of the owner has that which the rival knows."""
    record, live = game
    people = [] if live is None else [side for side in Colour if live.played.seats[side] is None]
    known = None
    if live is not None and len(people) == 1:
        of_rival = await server.rivals.name_in(live)
        known = await server.rivals.rating(owner, name if of_rival is None else of_rival)
    of_game = await server.searches.answer(owner, lambda _: {side: _of_game(record, side) for side in Colour})
    if known is not None:
        of_game[people[0]] = SideRating(rating=round(known), source="rival")
    return ReviewRatings(black=of_game[Colour.BLACK], white=of_game[Colour.WHITE])


def _of_game(record: Record, side: Colour) -> SideRating:
    """From the moves of a side in one game, if it had a choice at all."""
    named = replace(record, black="black", white="white")
    try:
        return SideRating(rating=round(rating([named], str(side))[0]), source="game")
    except ValueError:
        return SideRating(rating=NEWCOMER_RATING, source="default")
