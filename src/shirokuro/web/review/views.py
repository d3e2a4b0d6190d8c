"""Makes the JSON values of analyses, judgements and tries."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import cast

from shirokuro import (
    Board,
    Colour,
    Explanation,
    Features,
    Judgement,
    Reason,
    Record,
    Review,
    features,
    keeping,
    move_name,
    near_best,
    square_name,
)
from shirokuro.engine.features import stable_discs
from shirokuro.explanation.expected_line import moves_of
from shirokuro.explanation.reviewer import MARKS
from shirokuro.people import difficulty, predict
from shirokuro.people.peers import Peers
from shirokuro.proofs.best_known import KnownPosition
from shirokuro.proofs.solved import SolvedJudgement
from shirokuro.web.review.analyst import AnalysisStep
from shirokuro.web.review.values import (
    AnalysedMove,
    ComparedNumber,
    FeatureCount,
    GameReview,
    JudgedMove,
    Mark,
    MoveChance,
    MoveExplanation,
    MovesThatKeep,
    PeersView,
    PeopleHereView,
    PlayedLine,
    PositionAnalysis,
    ReasonGiven,
    RegionSizes,
    ReviewRatings,
    ReviewTotals,
    SideTotals,
    TriedMove,
)
from shirokuro.web.values import Badge, Discs, MoveValue, Words
from shirokuro.web.views import (
    badge,
    in_words,
    legal_moves,
    made_move,
    move_value,
    names_of,
    opening_name,
    side_of,
    start_position,
)
from shirokuro.words.message import LANGUAGES, Message


def move_names(moves: Iterable[int]) -> list[str]:
    return [move_name(move) for move in moves]


# Analysis


def analysis(
    board: Board, known: KnownPosition, is_final: bool, now: AnalysisStep | None = None
) -> PositionAnalysis:
    results, values = known.results, move_values(known)
    found = features(board)
    sizes = sorted(region.size for region in found.regions)
    kept = keeping(results) if values else None
    return PositionAnalysis(
        values=values,
        best=values[0] if values else None,
        keeping=None
        if kept is None or not kept.is_certain
        else MovesThatKeep(ending=kept.ending, moves=move_names(kept.moves), of=kept.of),
        near=move_names(near_best(results)) if values else [],
        turn=side_of(board.turn),
        empties=len(board.empties()),
        discs=Discs(black=names_of(board.black()), white=names_of(board.white())),
        features=counts(board, found),
        regions=RegionSizes(
            odd=[size for size in sizes if size % 2], even=[size for size in sizes if not size % 2]
        ),
        opening=opening_name(board),
        is_over=board.is_over(),
        is_final=is_final,
        now=None
        if now is None
        else AnalysedMove(
            move=move_name(now.move),
            depth=now.depth,
            nodes_a_second=now.speed.nodes_a_second,
            threads=now.speed.threads,
        ),
    )


def counts(board: Board, found: Features) -> dict[str, FeatureCount]:
    """The numbers of both sides: moves are legal moves, and stable discs all that are proved to be."""
    counted = {
        each.name: FeatureCount(black=each.black.number, white=each.white.number, defined=each.is_defined)
        for each in found.all
    }
    for name, number in (("moves", moves_of), ("stable", stable_discs)):
        black, white = (len(number(board, side)) for side in Colour)
        counted[name] = FeatureCount(black=black, white=white, defined=True)
    return counted


def move_values(known: KnownPosition) -> list[MoveValue]:
    """The best known value of each move, best first."""
    moves = {} if known.proven is None else known.proven.moves
    return [move_value(move, result, moves.get(move)) for move, result in known.results.items()]


def played_line(board: Board, moves: Sequence[int]) -> PlayedLine:
    """Plays moves on a board, which is changed."""
    start, made = start_position(board), []
    for ply, move in enumerate(moves, len(board.move_stack) + 1):
        made.append(made_move(board, move, ply, None, None))
        board.push(move)
    return PlayedLine(
        start=start,
        moves=made,
        turn=side_of(board.turn),
        black=names_of(board.black()),
        white=names_of(board.white()),
        legal=legal_moves(board),
        is_over=board.is_over(),
    )


# Judgements


def judged_move(judged: Judgement, found: Peers | None = None) -> JudgedMove:
    return JudgedMove(
        ply=judged.ply,
        side=side_of(judged.side),
        move=move_name(judged.move),
        value=judged.value,
        best=move_name(judged.best),
        best_value=judged.best_value,
        loss=judged.loss,
        accuracy=judged.accuracy,
        mark=mark_of(judged.loss),
        badge=_badge(judged),
        certainty=judged.as_value().certainty,
        peers=None
        if found is None
        else PeersView(
            rating=round(found.rating),
            played=found.chances[judged.move],
            best=found.chances[judged.best],
            loss=found.loss,
        ),
        line=move_names(judged.pv),
        punish=move_names(judged.played_pv),
    )


def mark_of(loss: int) -> Mark:
    """`?!`, `?` or `??`, by the discs that a move lost; empty for fewer than a mark needs."""
    return cast(Mark, next((mark for least, mark in MARKS if loss >= least), ""))


def _badge(judged: Judgement) -> Badge:
    if isinstance(judged, SolvedJudgement):
        return Badge(kind="solved")
    return badge(judged.as_value())


def totals(record: Record, judged: Sequence[Judgement], ratings: ReviewRatings | None = None) -> ReviewTotals:
    review = Review(record, tuple(judged))
    black, white = (
        SideTotals(lost=review.lost(side), mean_loss=review.mean_loss(side), accuracy=review.accuracy(side))
        for side in Colour
    )
    return ReviewTotals(black=black, white=white, ratings=ratings)


def game_review(record: Record, judged: Sequence[Judgement]) -> GameReview:
    return GameReview(moves=[judged_move(each) for each in judged], totals=totals(record, judged))


def people(board: Board, rating: int) -> PeopleHereView:
    """What people of a rating play; the moves are valued some plies ahead, which takes a moment."""
    chances, hard = predict(board, rating), difficulty(board, rating)
    return PeopleHereView(
        rating=rating,
        chances=[MoveChance(move=move_name(move), chance=chance) for move, chance in chances.items()],
        by_values=chances.by_values,
        is_extrapolated=chances.is_extrapolated,
        keeps=hard.keeps,
        loss=hard.loss,
        blunder=hard.blunder,
    )


def tried_move(judged: Judgement, near: Sequence[int]) -> TriedMove:
    return TriedMove(
        move=move_name(judged.move),
        accepted=judged.move in near,
        value=judged.value,
        loss=judged.loss,
        mark=mark_of(judged.loss),
        badge=_badge(judged),
        best=move_name(judged.best),
        best_value=judged.best_value,
        near=move_names(near),
        line=move_names(judged.played_pv),
    )


# Reasons


def _sentences(reason: Reason, *, is_yours: bool = False) -> Words:
    return Words({language: reason.sentence(language, is_yours=is_yours) for language in LANGUAGES})


def explanation(found: Explanation) -> MoveExplanation:
    return MoveExplanation(
        move=move_name(found.move),
        best=move_name(found.best),
        loss=found.loss,
        reasons=[
            ReasonGiven(
                term=each.term,
                title=in_words(Message(f"terms.{each.term}")),
                sentence=_sentences(each),
                to_you=_sentences(each, is_yours=True),
                is_missed=each.is_missed,
                ply=each.ply,
                line=move_names(each.line),
                arrows=[(square_name(start), square_name(end)) for start, end in each.arrows],
                cells={square_name(square): role for square, role in each.cells},
            )
            for each in found.reasons
        ],
        is_deep=found.is_deep,
        compared=[
            ComparedNumber(
                feature=row.feature,
                label=in_words(Message(f"measures.{row.feature}")),
                mine=row.mine,
                best=row.best,
                counts=row.counts,
            )
            for row in found.compared
        ],
    )
