"""What is written comes back the same, for every variant and format."""

from __future__ import annotations

import string
from dataclasses import replace

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from shirokuro import Board, Record
from shirokuro.notation import GameText, PositionText, parse, read, render, write
from shirokuro.notation.obf import format_obf, parse_obf
from shirokuro.notation.position_line import format_position, parse_position, start_of
from shirokuro.notation.transcript import format_transcript, parse_transcripts
from shirokuro.notation.wthor import format_wthor, parse_wthor
from shirokuro.squares.square import PASS
from shirokuro.squares.variant import VARIANTS

names = st.sampled_from(list(VARIANTS))
decimals = st.one_of(
    st.none(),
    st.integers(-6400, 6400).map(lambda n: n / 100),
    st.floats(allow_nan=False, allow_infinity=False),
)
times = st.one_of(st.none(), st.floats(0, 1e6))
anything = st.text(max_size=12)
latin_names = st.text(st.characters(min_codepoint=1, max_codepoint=255), max_size=19)


def moves_on(variant: str) -> st.SearchStrategy[bytes]:
    return st.lists(st.sampled_from([*VARIANTS[variant].cells, PASS]), max_size=70).map(bytes)


@st.composite
def positions(draw: st.DrawFn, variant: str | None = None) -> PositionText:
    name = variant or draw(names)
    cells = draw(st.text("XO-", min_size=len(VARIANTS[name].cells), max_size=len(VARIANTS[name].cells)))
    return PositionText(name, cells, draw(st.sampled_from("XO")))


@st.composite
def scored_positions(draw: st.DrawFn) -> PositionText:
    plain = draw(positions())
    moves = st.sampled_from([*VARIANTS[plain.variant].cells, PASS])
    scores = draw(st.lists(st.tuples(moves, st.integers(-64, 64)), max_size=20))
    return replace(plain, scores=tuple(sorted(scores, key=lambda score: -score[1])))


@st.composite
def games(draw: st.DrawFn) -> GameText:
    variant = draw(names)
    start = draw(st.none() | positions(variant))
    assume(start != start_of(variant))
    moves = draw(moves_on(variant))
    return GameText(
        variant,
        start,
        moves,
        draw(per_move(moves, decimals)),
        draw(per_move(moves, times)),
        **{name: draw(anything) for name in ("black", "white", "place", "date")},
        result=draw(decimals),
        handicap_discs=draw(decimals) or 0,
    )


def per_move(
    moves: bytes, numbers: st.SearchStrategy[float | None]
) -> st.SearchStrategy[tuple[float | None, ...]]:
    column = st.lists(numbers, min_size=len(moves), max_size=len(moves))
    return column.map(lambda given: tuple(given) if any(n is not None for n in given) else ())


wthor_games = st.builds(
    lambda **fields: GameText(date="2004", **fields),
    moves=st.lists(st.integers(0, 63), max_size=60).map(bytes),
    black=latin_names,
    white=latin_names,
    place=latin_names,
    result=st.integers(0, 64).map(lambda discs: 2.0 * discs - 64),
    theoretical=st.integers(0, 64).map(lambda discs: 2.0 * discs - 64),
)


@given(st.data(), names)
def test_transcripts(data: st.DataObject, variant: str) -> None:
    game = GameText(variant, moves=data.draw(moves_on(variant)))
    text = format_transcript(game)
    assert parse_transcripts(text, variant) == ([game] if game.moves else [])
    assert set(text) <= set(string.ascii_lowercase + string.digits)


@given(st.data(), names)
def test_lists_of_transcripts(data: st.DataObject, variant: str) -> None:
    written = data.draw(st.lists(moves_on(variant).filter(bool), max_size=4))
    expected = [GameText(variant, moves=moves) for moves in written]
    # A lone game that repeats a square is no game; it is one line all the same.
    assert parse(str(render(expected, "transcript")), variant) == expected


@given(positions())
def test_positions(position: PositionText) -> None:
    assert parse_position(format_position(position), position.variant) == position
    if not VARIANTS[position.variant].loop:
        assert parse_position(format_position(position)) == position


@given(st.lists(positions().filter(lambda position: not VARIANTS[position.variant].loop)))
def test_lists_of_positions(written: list[PositionText]) -> None:
    assert parse(str(render(written, "position"))) == written


@given(scored_positions())
def test_obf(position: PositionText) -> None:
    assert parse_obf(format_obf([position]), position.variant) == [position]
    assert parse(format_obf([position]), position.variant) == [position]


@given(st.lists(games(), max_size=3))
def test_ggf(written: list[GameText]) -> None:
    text = str(render(written, "ggf"))
    assert parse(text) == written
    assert render(parse(text), "ggf") == text


@given(st.lists(games(), max_size=3), anything)
def test_pgn(written: list[GameText], note: str) -> None:
    written = [game._replace(note=note) for game in written]
    text = str(render(written, "pgn"))
    assert parse(text) == written
    assert render(parse(text), "pgn") == text


@given(st.lists(games(), max_size=3), st.none() | st.integers(), anything)
def test_json(written: list[GameText], seed: int | None, note: str) -> None:
    nodes = [tuple(range(len(game.moves))) for game in written]
    written = [game._replace(nodes=n, seed=seed, note=note) for game, n in zip(written, nodes, strict=True)]
    text = str(render(written, "json"))
    assert text.count("\n") == len(written)
    assert parse(text) == written
    assert render(parse(text), "json") == text


@given(st.lists(wthor_games, max_size=4))
def test_wthor(written: list[GameText]) -> None:
    assert parse_wthor(format_wthor(written)) == written


@given(positions())
def test_positions_survive_being_drawn(position: PositionText) -> None:
    assert parse(drawing(position), position.variant) == [position]


def drawing(position: PositionText) -> str:
    board = VARIANTS[position.variant]
    discs = dict(zip(board.cells, position.cells, strict=True))
    lines = ["  " + " ".join("abcdefgh"[: board.width])]
    for row in range(board.width):
        signs = (discs.get(8 * row + column, " ") for column in range(board.width))
        lines.append(f"{row + 1} {' '.join(signs)}".rstrip())
    return "\n".join([*lines, f"{position.turn} to move"])


legal_texts = st.text(st.characters(exclude_categories=["Cs"]), max_size=12)


@st.composite
def records(draw: st.DrawFn) -> Record:
    """A game that the rules allow, from the usual start or another, with anything noted of it."""
    board = Board(draw(names))
    for _ in range(draw(st.integers(0, 12))):
        if board.legal_moves:
            board.push(draw(st.sampled_from(list(board.legal_moves))))
    if draw(st.booleans()):
        board = board.copy(stack=False)
    for _ in range(draw(st.integers(0, 70))):
        if not board.is_over():
            board.push(draw(st.sampled_from(list(board.legal_moves) or [PASS])))
    record = Record.from_board(board)
    moves = bytes(record.moves)
    return replace(
        record,
        values=draw(per_move(moves, decimals)),
        seconds=draw(per_move(moves, times)),
        nodes=tuple(None if ply % 3 == 1 else 10 ** (ply % 16) for ply in range(len(moves))),
        **{name: draw(legal_texts) for name in ("black", "white", "place", "date", "note")},
        result=draw(decimals.filter(lambda number: number is not None)),
        seed=draw(st.none() | st.integers()),
        theoretical=draw(decimals),
    )


@given(records())
def test_records_through_files(tmp_path_factory: pytest.TempPathFactory, record: Record) -> None:
    file = tmp_path_factory.getbasetemp() / "record"

    def through(form: str) -> Record:
        write(file, [record.to_text()], form)
        (text,) = read(file, record.variant)
        assert isinstance(text, GameText)
        return Record.from_text(text)

    assert through("json") == Record.from_json(record.to_json()) == record
    assert "\n" not in record.to_json()
    assert through("ggf") == replace(record, nodes=(), seed=None, note="", theoretical=None)
    assert through("sgf") == replace(record, seconds=(), nodes=(), seed=None, note="", theoretical=None)
    assert through("pgn") == replace(record, nodes=(), seed=None, theoretical=None)
    if record.start is None and record.moves:
        assert through("transcript") == Record.from_board(record.board())


@given(wthor_games)
def test_wthor_games_through_every_file(tmp_path_factory: pytest.TempPathFactory, game: GameText) -> None:
    file = tmp_path_factory.getbasetemp() / "game"
    for form in ("json", "ggf", "pgn", "sgf"):
        write(file, [game], form)
        assert read(file) == [game if form == "json" else game._replace(theoretical=None)]


@given(positions())
def test_positions_as_games(position: PositionText) -> None:
    for form in ("json", "ggf", "pgn", "sgf"):
        (game,) = parse(str(render([position], form)))
        assert isinstance(game, GameText)
        assert Board.from_text(game) == Board.from_text(position)
