"""Trees of games in SGF: what is written comes back the same, and what is hostile is refused."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from test_notation_round_trip import anything, decimals, games

from shirokuro.errors import NotationError
from shirokuro.notation import GameText, MoveText, TreeText, parse, parse_trees, render
from shirokuro.notation.sgf_nodes import MOST_NESTED, MOST_NODES
from shirokuro.squares.square import C3, D3, D6, F5, PASS
from shirokuro.squares.variant import VARIANTS

HEAD = "(;GM[2]SZ[8]"


@st.composite
def trees(draw: st.DrawFn) -> TreeText:
    """Any moves in any tree, each followed by all that comes after it before its next sibling."""
    game = draw(games())._replace(moves=b"", values=(), seconds=())
    squares = st.sampled_from([*VARIANTS[game.variant].cells, PASS])
    moves, line = list[MoveText](), [-1]
    for _ in range(draw(st.integers(0, 12))):
        line = line[: draw(st.integers(1, len(line)))]  # back to some move of this line
        mark = draw(st.sampled_from(["", "!", "!!", "!?", "?!", "?", "??"]))
        moves.append(MoveText(draw(squares), line[-1], draw(anything), mark, draw(decimals)))
        line.append(len(moves) - 1)
    return TreeText(game, draw(anything), tuple(moves))


@given(st.lists(trees(), max_size=3))
def test_trees(written: list[TreeText]) -> None:
    text = str(render(written, "sgf"))
    assert parse_trees(text) == written
    assert render(parse_trees(text), "sgf") == text
    assert parse(text) == [tree.main_line() for tree in written]


@given(games())
def test_games(game: GameText) -> None:
    assert parse(str(render([game], "sgf"))) == [game._replace(seconds=())]
    for form in ("ggf", "json", "pgn"):  # what has no variations gets the main line
        tree = TreeText.of(game)
        assert render([tree], form) == render([game._replace(seconds=())], form)


def test_the_properties_of_moves() -> None:
    text = (
        f"{HEAD}C[start];B[fe]C[a\\]b\\\nc]V[-2]TE[2];W[df]V[3](;B[cc]IT[])(;B[dc]BM[1];C[x])(;W[]DO[])C[y])"
    )
    (tree,) = parse_trees(text)
    assert tree.comment == "start"
    assert tree.moves == (
        MoveText(F5, -1, "a]bc", "!!", -2.0),
        MoveText(D6, 0, "y", "", -3.0),
        MoveText(C3, 1, "", "!?"),
        MoveText(D3, 1, "x", "?"),
        MoveText(PASS, 1, "", "?!"),
    )
    assert parse(text)[0].moves == bytes([F5, D6, C3])


def test_foreign_ways_of_writing() -> None:
    several = parse_trees("(;GM[2]SZ[8]B[fe][df](W[cc]C[no semicolon])(;B[dc]))")[0]
    assert [(move.move, move.parent) for move in several.moves] == [(F5, -1), (D6, 0), (C3, 1), (D3, 1)]
    assert parse_trees("f5d6")[0].main_line() == parse("f5d6")[0]
    assert parse_trees("(;GM[2]SZ[8]RE[B+R]V[much];B[fe]V[much])")[0].moves == (MoveText(F5, -1),)
    nip = str(render([TreeText.of(GameText("nip"))], "sgf"))
    assert "SZ[8]RU[nip]" in nip
    assert parse(nip, "nip+loop") == [GameText("nip+loop")]
    with pytest.raises(NotationError, match="column 43: the game is nip, not reversi"):
        parse(nip, "reversi")


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("(" * (MOST_NESTED + 1), f"more than {MOST_NESTED} variations within variations"),
        (";" * (MOST_NODES + 1), f"a game of more than {MOST_NODES} nodes"),
        ("(;B[dc];", r"a \) is missing"),
        (";B[fe](;W[df])(;AB[aa])", "discs are set in a variation"),
        (";B[fe];AB[aa]", "discs are set after a move"),
        ("](;B[dc]", "line 1, column 13: this is not SGF from here on"),
    ],
)
def test_hostile_trees_are_refused_in_a_line(text: str, complaint: str) -> None:
    with pytest.raises(NotationError, match=complaint):
        parse_trees(f"{HEAD}{text})")


def test_what_no_file_can_hold_is_refused() -> None:
    start = TreeText.of(parse("f5")[0])
    for wrong, complaint in (
        (MoveText(F5, -1, mark="?!?"), r"game 1: '\?!\?' is no mark of a move: there are !, \?, "),
        (MoveText(F5, -1, value=float("inf")), "SGF has no number inf"),
        (MoveText(65, -1), "65 is not a square"),
        (MoveText(F5, -1, comment="\ud800"), "cannot be written to a file"),
    ):
        with pytest.raises(NotationError, match=complaint):
            render([start._replace(moves=(wrong,))], "sgf")
