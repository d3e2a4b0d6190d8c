"""Converts the library's values into the bodies of answers."""

from __future__ import annotations

from collections.abc import Mapping

from shirokuro import (
    BLACK,
    VARIANTS,
    Board,
    Colour,
    Opening,
    Player,
    Record,
    Result,
    SquareSet,
    Value,
    move_name,
)
from shirokuro.board.end import AGREED, End
from shirokuro.board.flip_lines import turned_lines
from shirokuro.matches.interactive_game import PlayedGame
from shirokuro.opening_names.named_openings import NAME_LANGUAGES, last_opening, passed_openings
from shirokuro.players.engine_player import EnginePlayer
from shirokuro.players.player import BuiltinPlayer
from shirokuro.proofs.proven import Bounds
from shirokuro.squares.geometry import DISC, geometry_of, neighbours
from shirokuro.squares.square import place_of, square_name
from shirokuro.web.values import (
    Badge,
    BoardList,
    ClockTimes,
    Discs,
    DrawnBoard,
    DrawnCell,
    DrawnLabel,
    EndedBy,
    GameEnding,
    GameView,
    LegalMove,
    MadeMove,
    MoveValue,
    OpeningName,
    Seat,
    Seats,
    Side,
    SolvedStart,
    StartPosition,
    Words,
)
from shirokuro.words.message import Language, Message, in_all_languages

SIDES: tuple[Side, Side] = ("black", "white")


def in_words(text: object) -> Words:
    """A text in all languages."""
    return Words(in_all_languages(text))


def side_of(colour: Colour) -> Side:
    return SIDES[colour]


def names_of(squares: SquareSet) -> list[str]:
    return squares.names()


# Boards


def boards(solved: Mapping[str, Bounds]) -> BoardList:
    """All boards; `solved` has bounds for the value of each start whose winner is known."""
    return BoardList(boards=[_board(name, solved.get(name)) for name in VARIANTS])


def _board(name: str, solved: Bounds | None) -> DrawnBoard:
    variant, geometry, start = VARIANTS[name], geometry_of(name), None
    if solved is not None:
        turn, (lower, upper) = Board(name).turn, solved
        winner = side_of(turn) if lower > 0 else side_of(turn.opponent) if upper < 0 else None
        start = SolvedStart(winner=winner, margin=abs(lower) if lower == upper else None)
    return DrawnBoard(
        name=name,
        is_round=variant.is_round,
        is_loop=variant.loop,
        width=variant.width,
        view=geometry.view,
        disc=DISC,
        cells=[
            DrawnCell(
                name=square_name(cell.square),
                path=cell.path,
                x=round(cell.centre[0], 3),
                y=round(cell.centre[1], 3),
                row=place_of(cell.square)[1],
                column=place_of(cell.square)[0],
                is_rim=cell.square in variant.ring,
                near=neighbours(name, cell.square),
            )
            for cell in geometry.cells
        ],
        labels=[DrawnLabel(text=text, x=round(x, 3), y=round(y, 3)) for text, (x, y) in geometry.labels],
        stars=[*geometry.stars],
        start=Discs(black=names_of(variant.black), white=names_of(variant.white)),
        solved=start,
    )


# Moves


def flip_lines(board: Board, move: int) -> list[list[str]]:
    """The turned squares of each line, outward from the move; arcs of the rim come last."""
    return [[square_name(square) for square in line] for line in turned_lines(board, move)]


def legal_moves(board: Board) -> list[LegalMove]:
    return [LegalMove(move=square_name(move), flips=flip_lines(board, move)) for move in board.legal_moves]


def made_move(board: Board, move: int, ply: int, value: float | None, seconds: float | None) -> MadeMove:
    """A move made on `board`, which is the position before it."""
    return MadeMove(
        ply=ply,
        side=side_of(board.turn),
        move=move_name(move),
        flips=flip_lines(board, move),
        value=value,
        seconds=seconds,
    )


def start_position(board: Board) -> StartPosition:
    return StartPosition(
        black=names_of(board.black()), white=names_of(board.white()), turn=side_of(board.turn)
    )


# Games


def seat(player: Player | None, spec: str) -> Seat:
    if player is None:
        return Seat.of("person", spec, in_words(Message("names.person")), in_words(""))
    about = in_words(player.summary if isinstance(player, BuiltinPlayer) else "")
    name: Message | str = player.name
    if isinstance(player, EnginePlayer) and name in ("engine", f"engine:level={player.level}"):
        key = "names.level_named" if player.level_name else "names.level"
        name = Message(key, number=player.level, level=player.level_name)
    return Seat.of("player", spec, in_words(name), about)


def recorded_game(record: Record, seats: Seats, key: str | None = None) -> GameView:
    """The final state of a game that was played elsewhere; nobody can move in it."""
    played = PlayedGame(record, {}, 0)
    if record.note and record.result and not played.is_over():
        loser = Colour.WHITE if record.result > 0 else Colour.BLACK
        played.history.lose(record.end or End(loser, "fault", record.note))
    board, unknown = played.board, (None,) * len(record.moves)
    notes = zip(record.moves, record.values or unknown, record.seconds or unknown, strict=True)
    return GameView(
        id=key,
        board=record.variant,
        seats=seats,
        start=start_position(record.root()),
        moves=[
            made_move(before, move, ply, value, seconds)
            for ply, (before, (move, value, seconds)) in enumerate(
                zip(record.boards(), notes, strict=False), 1
            )
        ],
        ply=len(record.moves),
        turn=side_of(board.turn),
        black=names_of(board.black()),
        white=names_of(board.white()),
        legal=[] if played.is_over() else legal_moves(board),
        is_over=played.is_over(),
        result=ending(played),
        waits=False,
        thinking=None,
        clock=None,
        can_undo=False,
        can_redo=False,
        opening=opening_name(board),
        people=None,
        revision=0,
        started=0.0,
        updated=0.0,
    )


def ending(game: PlayedGame) -> GameEnding | None:
    """How a game ended; None for an unfinished game. A side that resigns loses by the whole board."""
    board, end = game.board, game.end
    outcome = board.outcome(handicap_discs=game.handicap_discs)
    if end is not None and end.side is not None:
        winner, cells = end.side.opponent, len(board.variant.cells)
        by: EndedBy = end.cause if end.cause in ("resigned", "clock", "left") else "fault"
        return _ending(game, winner, cells if winner == BLACK else -cells, by)
    if end == AGREED:
        return _ending(game, None, 0, "agreed")
    return None if outcome is None else _ending(game, outcome.winner, outcome.margin, "discs")


def _ending(game: PlayedGame, winner: Colour | None, margin: float, by: EndedBy) -> GameEnding:
    return GameEnding(
        winner=None if winner is None else side_of(winner),
        black=len(game.board.black()),
        white=len(game.board.white()),
        margin=margin,
        handicap_discs=game.handicap_discs,
        by=by,
        text=in_words(game.result()),
    )


def result_line(game: PlayedGame) -> str:
    """The result for a list: `40-24`, `white resigned`; empty for an unfinished game."""
    if game.end is not None:
        return str(game.end)
    outcome = game.board.outcome()
    return "" if outcome is None else f"{outcome.black}-{outcome.white}"


def winner(game: PlayedGame) -> str:
    """`black`, `white` or `nobody`; empty for an unfinished game."""
    ended = ending(game)
    return "" if ended is None else ended.winner or "nobody"


def opening_name(game: Board | Record) -> OpeningName | None:
    """The names of the opening; a language without a name uses the other's."""
    passed = passed_openings(game)
    found = last_opening(passed)
    if found is None:
        return None
    said = {
        language: last_opening([each for each in passed if each.names(language)]) or found
        for language in NAME_LANGUAGES
    }
    names = {language: _opening_in(language, each) for language, each in said.items()}
    families = {language: _opening_in(language, each.family) for language, each in said.items()}
    family = Words(families) if any(families.values()) else None
    return OpeningName(**names, known=found.plies, family=family)


def _opening_in(language: Language, found: Opening | None) -> str:
    """Its usual name, in the other language if this one has none."""
    return "" if found is None else (*found.names(language), *found.names())[0]


def clock_times(game: PlayedGame, *, is_running: bool = True) -> ClockTimes | None:
    """The seconds left; all of them while the clock does not run yet."""
    if game.clock is None:
        return None
    if not is_running:
        return ClockTimes(black=game.clock.seconds, white=game.clock.seconds, running=None)
    black, white = (game.left(side) or 0.0 for side in Colour)
    running = None if game.is_over() else side_of(game.board.turn)
    return ClockTimes(black=round(black, 3), white=round(white, 3), running=running)


# Values


def badge(value: Value) -> Badge:
    """The certainty of a value, with its depth or confidence if its kind has one."""
    return Badge(
        kind=value.kind,
        depth=value.degree if value.kind == "depth" else None,
        confidence=value.degree if value.kind == "selective" else None,
    )


def move_value(move: int, result: Result, proven: Bounds | None = None) -> MoveValue:
    """The value of a move; `proven` has bounds that are known without a search."""
    is_exact = proven is not None and proven[0] == proven[1]
    is_most = proven is not None and result.kind == "bound" and result.value == proven[1]
    return MoveValue(
        move=move_name(move),
        value=result.value,
        is_most=is_most,
        badge=Badge(kind="solved") if is_exact else badge(result.as_value()),
        certainty=result.certainty,
        line=[move_name(each) for each in result.pv],
    )
