"""Game trees: moves and variations, what is said of them, files, and records from and into them."""

from __future__ import annotations

import pickle
import warnings
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from samples import random_board

import shirokuro as sk
from shirokuro.notation import MoveText, TreeText

SGF = "(;FF[4]GM[2]SZ[8]PB[Ann]C[a game];B[fe];W[df]C[why\nso?](;B[cc]V[2])(;B[cd]BM[1];W[dc]V[1]))"
TEXT = """black: Ann
reversi
{a game} 1. f5 d6 {why so?} 3. c3 {+2} (3. c4? d3 {-1})"""


@st.composite
def trees(draw: st.DrawFn) -> sk.GameTree:
    """Some random lines on any board, from the usual start or another, with anything said of them."""
    start = random_board(
        draw(st.sampled_from([*sk.VARIANTS])), draw(st.integers(0, 9)), draw(st.integers(0, 99))
    )
    tree = sk.GameTree(start.copy(stack=draw(st.booleans())))
    nodes = [tree.root]
    for _ in range(draw(st.integers(0, 8))):
        node = draw(st.sampled_from(nodes))
        for _ in range(draw(st.integers(1, 4))):
            if choices := node.board().choices():
                node = node.add(draw(st.sampled_from(choices)))
        nodes += node, node.parent or tree.root
    for node in nodes:
        node.comment = draw(st.text(st.characters(exclude_categories=["Cs"]), max_size=5))
        if node.parent is not None:
            node.mark = draw(st.sampled_from(["", "?", "??", "?!", "!?", "!", "!!"]))
            node.value = draw(st.none() | st.integers(-640, 640).map(lambda tenths: tenths / 10))
    return tree


@settings(max_examples=40)
@given(trees())
def test_trees_through_files(tmp_path_factory: pytest.TempPathFactory, tree: sk.GameTree) -> None:
    file = tmp_path_factory.getbasetemp() / "trees.sgf"
    sk.write(file, [tree, tree])
    for again in (
        *sk.GameTree.read(file),
        sk.GameTree.parse(tree.to_sgf()),
        pickle.loads(pickle.dumps(tree)),
    ):
        assert again == tree
        assert again.to_text() == tree.to_text()
    assert [record.moves for record in sk.read(file)] == [tree.record().moves] * 2
    for node in tree.root.walk():
        assert node.board().move_stack[-1:] == [node.move][: node.parent is not None]


def test_a_record_through_a_tree() -> None:
    record = sk.play("greedy", "random", seed=1)
    assert sk.GameTree(record).record() == record
    tree = sk.GameTree(record)
    node = [*tree.main_line()][3]
    node.parent.add(next(iter(set(node.parent.board().legal_moves) - {node.move}))).promote()  # type: ignore[union-attr]
    other = tree.record()
    assert (other.moves[:3], other.seconds[:3]) == (record.moves[:3], record.seconds[:3])
    assert (len(other.moves), other.seconds[3:], other.result) == (4, (None,), None)
    assert (other.black, other.seed) == (record.black, record.seed)


def test_reading_what_somebody_wrote(tmp_path: Path) -> None:
    (tmp_path / "x.sgf").write_text(SGF)
    (tree,) = sk.GameTree.read(tmp_path / "x.sgf")
    assert tree == sk.GameTree.parse(SGF)
    assert str(tree) == TEXT
    assert tree.game.black == "Ann"
    first, second = [*tree.main_line()][1].children
    assert (first.move, first.value, first.mark) == (sk.C3, 2, "")
    assert (second.move, second.mark, second.children[0].value) == (sk.C4, "?", -1)
    assert tree.record().values == (None, None, 2)
    assert repr(second) == "<GameNode 3. c4?>"
    assert (repr(tree), repr(tree.root)) == ("<GameTree of 5 moves>", "<GameNode start>")


def test_making_a_tree() -> None:
    tree = sk.GameTree()
    d6 = tree.root.add("f5").add(sk.D6)
    assert tree.root.add("f5") is d6.parent
    with pytest.raises(sk.IllegalMoveError, match="a1"):
        d6.add("a1")
    with pytest.raises(sk.IllegalMoveError, match="b8"):
        d6.extend(["c3", "b8"])
    assert d6.children == ()
    c3, c4 = d6.add("c3"), d6.extend(["c4", "d3"]).parent
    assert c4 is not None
    assert (d6.children, c4.ply, c4.line()) == ((c3, c4), 3, (sk.F5, sk.D6, sk.C4))
    c4.promote()
    assert d6.children == (c4, c3)
    assert [node.move for node in tree.main_line()] == [sk.F5, sk.D6, sk.C4, sk.D3]
    c4.remove()
    assert d6.children == (c3,)
    assert c4.board() == sk.Board.parse("f5d6c4")
    assert c4.children[0].board() == sk.Board.parse("f5d6c4d3")
    with pytest.raises(ValueError, match="the start of a game cannot be removed"):
        tree.root.remove()
    assert sk.GameTree("nip24").root.board() == sk.Board("nip24")


def test_missing_passes_are_put_in() -> None:
    board = random_board("reversi4", 20, 18)
    written = TreeText.of(sk.Record.from_board(board).to_text())
    moves = [move for move in board.move_stack if move != sk.PASS]
    assert len(moves) < len(board.move_stack)
    bare = written._replace(moves=tuple(MoveText(move, ply - 1) for ply, move in enumerate(moves)))
    assert sk.GameTree.from_text(bare) == sk.GameTree(board)


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("(;GM[2]SZ[8];B[fe];W[aa])", "game 1: move 2: illegal move a1"),
        ("(;GM[2]SZ[8];B[fe](;W[df])(;W[dd]C[no]))", "game 1: move 2: illegal move d4"),
        ("(;GM[2]SZ[8];B[fe]", r"line 1, column 19: a \) is missing"),
    ],
)
def test_an_illegal_variation_is_named(tmp_path: Path, text: str, complaint: str) -> None:
    (tmp_path / "x.sgf").write_text(text)
    with pytest.raises(sk.NotationError, match=f"x.sgf: {complaint}"):
        list(sk.GameTree.read(tmp_path / "x.sgf"))


def test_moves_said_twice_become_one() -> None:
    tree = sk.GameTree.parse("(;GM[2]SZ[8](;B[fe]C[one];W[df])(;B[fe]C[two]BM[1];W[ff]))")
    (node,) = tree.root.children
    assert (node.comment, node.mark, len(node.children)) == ("one\ntwo", "?", 2)


def test_formats_without_variations_say_what_they_lose(tmp_path: Path) -> None:
    tree = sk.GameTree.parse(SGF)
    for ending in ("ggf", "pgn", "jsonl", "txt"):
        with pytest.warns(
            UserWarning, match="keeps the main line alone, without 1 variation, 2 comments, 1 mark"
        ):
            sk.write(tmp_path / f"x.{ending}", tree)
        assert [record.moves for record in sk.read(tmp_path / f"x.{ending}")] == [(sk.F5, sk.D6, sk.C3)]
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        sk.write(tmp_path / "x.ggf", [sk.GameTree("f5d6"), sk.Board.parse("f5"), sk.Record()])
    assert len([*sk.read(tmp_path / "x.ggf")]) == 3


def test_a_review_as_a_tree() -> None:
    review = sk.review(sk.Board.parse("b1c1d3a1c4d4", "reversi4"))
    tree = review.tree()
    nodes = [*tree.main_line()]
    assert [(node.value, node.mark) for node in nodes] == [(each.value, each.mark) for each in review.moves]
    for node, judged in zip(nodes, review.moves, strict=True):
        others = node.parent.children[1:]  # type: ignore[union-attr]
        assert [(other.move, other.value) for other in others] == [(judged.best, judged.best_value)] * bool(
            judged.mark
        )
    assert tree.record() == replace(review.record, values=tuple(each.value for each in review.moves))
