// Shortcuts, and squares that are typed.
import assert from "node:assert/strict";
import test from "node:test";
import "./browser.js";
import { takeKeys, takeSquares } from "../../src/shirokuro/web/static/keys.js";
import { happen } from "./browser.js";

/** Presses a key; whether somebody took it. @param {string} key @param {object} [more] */
function press(key, more = {}) {
  let isTaken = false;
  const preventDefault = () => {
    isTaken = true;
  };
  happen("keydown", { key, target: { closest: () => null }, preventDefault, ...more });
  return isTaken;
}

test("whoever came last is asked first, until they go", () => {
  /** @type {string[]} */
  const heard = [];
  const leave = takeKeys({ n: () => heard.push("below"), u: () => heard.push("undo") });
  const close = takeKeys({ n: () => heard.push("above") });
  press("n");
  press("U");
  close();
  press("n");
  leave();
  assert.equal(press("n"), false);
  assert.deepEqual(heard, ["above", "undo", "below"]);
});

test("a letter and a number are a square", () => {
  /** @type {string[]} */
  const squares = [];
  const leave = takeSquares((name) => squares.push(name));
  for (const key of ["f", "5", "6", "A", "b", "8", "h", "x", "1"]) press(key);
  leave();
  assert.deepEqual(squares, ["f5", "b8"]);
});

test("keys of fields and of the browser are left alone", () => {
  const leave = takeKeys({ n: () => assert.fail() });
  assert.equal(press("n", { ctrlKey: true }), false);
  assert.equal(press("n", { target: { closest: () => ({}) } }), false);
  leave();
});
