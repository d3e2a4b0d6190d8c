// A game move by move: discs, lines, records.
import assert from "node:assert/strict";
import test from "node:test";
import "./browser.js";
import { boards } from "../../src/shirokuro/web/static/boards_and_players.js";
import * as table from "../../src/shirokuro/web/static/game.js";
import { gameOf, ROUND, SQUARE, seat } from "./samples.js";

boards.value = new Map([SQUARE, ROUND].map((board) => [board.name, board]));
const line = (of, ply) => table.lineOf(SQUARE, table.shownAt(of, { ply, isStep: false }));

test("every place of a game can be shown", () => {
  const game = gameOf();
  assert.equal(line(game, 0), "-----OX--XO----- X");
  assert.equal(line(game, 1), "-X---XX--XO----- O");
  assert.equal(line(game, 2), "OX---OX--XO----- X");
  assert.equal(line(game, 1), "-X---XX--XO----- O");
});

test("only where a game stands may be played, and only if a person is to move", () => {
  const legal = (changes, ply) => table.shownAt(gameOf(changes), { ply, isStep: false }).legal.length;
  assert.deepEqual([legal({}, 2), legal({}, 1), legal({ waits: false }, 2)], [1, 0, 0]);
});

test("a step is shown with its flips, a pass without a last move", () => {
  const shown = table.shownAt(gameOf(), { ply: 2, isStep: true });
  assert.equal(shown.step?.key, "one 2");
  assert.deepEqual(shown.step?.flips, [["b2"]]);
  const pass = { ply: 3, side: "black", move: "pass", flips: [], value: null, seconds: null };
  const passed = gameOf({ moves: [...gameOf().moves, pass], ply: 3, turn: "white" });
  assert.equal(table.shownAt(passed, { ply: 3, isStep: false }).last, null);
  assert.equal(line(passed, 3), "OX---OX--XO----- O");
});

test("a move is drawn before the server has answered", () => {
  const before = gameOf();
  const after = table.withMove(before, before.legal[0]);
  assert.equal(line(after, 3), "OX---OX--XXX---- O");
  assert.deepEqual([...after.black].sort(), ["b1", "b3", "c2", "c3", "d3"]);
  assert.deepEqual([after.waits, after.legal.length, after.can_undo], [false, 0, true]);
  assert.equal(before.moves.length, 2);
});

test("a record has passes, a start of its own and the names of people", () => {
  const passes = gameOf().moves.map((move, at) => (at ? { ...move, move: "pass", flips: [] } : move));
  const record = JSON.parse(
    table.recordText(gameOf({ moves: passes, seats: { black: seat("", "Ito"), white: seat("engine") } })),
  );
  assert.deepEqual(record, { format: 1, variant: "reversi4", moves: "b1pa", black: "Ito" });
  const own = JSON.parse(
    table.recordText(gameOf({ start: { black: ["a1"], white: ["b1"], turn: "white" } }), 1),
  );
  assert.deepEqual(own, { format: 1, variant: "reversi4", start: "XO-------------- O", moves: "b1" });
});

test("the near side is the person's, or of the one to move", () => {
  const sideOf = (changes) => {
    table.game.value = gameOf(changes);
    return table.mySide.value;
  };
  const { black: person } = gameOf().seats;
  assert.equal(sideOf({}), "black");
  assert.equal(sideOf({ turn: "white" }), "white");
  assert.equal(sideOf({ seats: { black: seat("engine"), white: person } }), "white");
  assert.equal(sideOf({ seats: { black: seat("engine"), white: seat("engine") } }), null);
  table.game.value = null;
  assert.equal(table.mySide.value, null);
  assert.throws(table.theGame);
});
