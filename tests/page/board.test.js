// The geometry of boards: where keys lead, which lines a move turns, and positions that are set up.
import assert from "node:assert/strict";
import test from "node:test";
import "./browser.js";
import { linesOf } from "../../src/shirokuro/web/static/board/preview.js";
import { destination } from "../../src/shirokuro/web/static/board/walk.js";
import {
  boardOf,
  boards,
  cellOf,
  hasCell,
  usualBoard,
} from "../../src/shirokuro/web/static/boards_and_players.js";
import * as set from "../../src/shirokuro/web/static/library/set_up_board.js";
import { ROUND, SQUARE } from "./samples.js";

const lead = (board, from, key, more = {}) =>
  destination(board, from, { key, ctrlKey: false, shiftKey: false, ...more });

test("arrows lead to neighbours and stop at the edge", () => {
  assert.equal(lead(SQUARE, "b2", "ArrowUp"), "b1");
  assert.equal(lead(SQUARE, "b1", "ArrowUp"), "");
  assert.equal(lead(ROUND, "b1", "ArrowLeft"), "");
});

test("with Shift they lead round the rim", () => {
  const shiftKey = true;
  assert.equal(lead(ROUND, "c1", "ArrowRight", { shiftKey }), "d2");
  assert.equal(lead(ROUND, "b1", "ArrowLeft", { shiftKey }), "a2");
  assert.equal(lead(ROUND, "b2", "ArrowLeft", { shiftKey }), "");
  assert.equal(lead(SQUARE, "b2", "ArrowLeft", { shiftKey }), "a2");
});

test("Home and End lead along the row, with Control over the board", () => {
  assert.deepEqual([lead(ROUND, "c2", "Home"), lead(ROUND, "c2", "End")], ["a2", "d2"]);
  assert.deepEqual(
    [lead(ROUND, "c2", "Home", { ctrlKey: true }), lead(ROUND, "c2", "End", { ctrlKey: true })],
    ["b1", "c4"],
  );
});

test("other keys are not the board's", () => {
  assert.equal(lead(SQUARE, "b2", "x"), null);
});

test("a board has its own cells, and the usual one stands for a board that is gone", () => {
  boards.value = new Map([
    ["reversi", SQUARE],
    ["nip12", ROUND],
  ]);
  assert.deepEqual([hasCell(ROUND, "a1"), hasCell(SQUARE, "a1")], [false, true]);
  assert.throws(() => cellOf(ROUND, "a1"));
  assert.deepEqual([usualBoard("nip12"), usualBoard("nip999")], [ROUND, SQUARE]);
  assert.throws(() => boardOf("nip999"));
});

const shown = (black, white) => ({
  black: new Set(black),
  white: new Set(white),
  turn: "black",
  ply: 0,
  last: null,
  legal: [],
  step: null,
});
const names = ({ cells }) => cells.map(({ name }) => name);

test("a straight line ends at the disc that holds it", () => {
  const [line] = linesOf(ROUND, shown(["b3"], ["b2"]), { move: "b1", flips: [["b2"]] });
  assert.deepEqual(names(line), ["b1", "b2", "b3"]);
  assert.equal(line.isRim, false);
});

test("where no disc of one's own is straight on, the line goes round the rim", () => {
  const [line] = linesOf(ROUND, shown(["d3"], ["c1", "d2"]), { move: "b1", flips: [["c1", "d2"]] });
  assert.deepEqual(names(line), ["b1", "c1", "d2", "d3"]);
  assert.equal(line.isRim, true);
  const [back] = linesOf(ROUND, shown(["b4"], ["a2", "a3"]), { move: "b1", flips: [["a2", "a3"]] });
  assert.deepEqual(names(back), ["b1", "a2", "a3", "b4"]);
});

const first = set.started(SQUARE);
const corner = { ...set.cleared(first), black: new Set(["a1"]), white: new Set(["b1"]) };

test("a position is mirrored and turned, and comes back", () => {
  assert.deepEqual([...set.mirrored(corner).black], ["d1"]);
  assert.deepEqual([[...set.spun(corner).black], [...set.spun(corner).white]], [["d1"], ["d2"]]);
  assert.deepEqual(set.mirrored(set.mirrored(corner)), corner);
  assert.deepEqual(set.spun(set.spun(set.spun(set.spun(corner)))), corner);
});

test("the colours change places with the turn", () => {
  const swapped = set.swapped(corner);
  assert.deepEqual([[...swapped.black], [...swapped.white], swapped.turn], [["b1"], ["a1"], "white"]);
});

test("a brush sets a disc, or goes from empty to black to white", () => {
  const after = (times) => {
    let now = set.cleared(first);
    for (let at = 0; at < times; at++) now = set.withDisc(now, "a1", "cycle");
    return [now.black.has("a1"), now.white.has("a1")];
  };
  assert.deepEqual([1, 2, 3].map(after), [
    [true, false],
    [false, true],
    [false, false],
  ]);
  assert.equal(set.withDisc(corner, "a1", "white").black.size, 0);
  assert.equal(set.withDisc(corner, "a1", "empty").black.size, 0);
});
