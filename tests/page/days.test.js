// The days of practice: a streak that forgives a day, and a day's set.
import "./browser.js";
import assert from "node:assert/strict";
import { test } from "node:test";
import { scaleOf } from "../../src/shirokuro/web/static/practise/curve.js";
import { dayOf, setOf, streakOf } from "../../src/shirokuro/web/static/practise/days.js";

test("a day is the one on the calendar here", () => {
  assert.equal(dayOf(new Date(2026, 0, 5, 23, 59)), "2026-01-05");
});

for (const [what, days, expected] of [
  ["nothing yet", [], 0],
  ["today", ["2026-03-02"], 1],
  ["today is not over yet", ["2026-03-01", "2026-02-28"], 2],
  ["a day left out is forgiven", ["2026-03-02", "2026-02-28", "2026-02-26"], 3],
  ["also the day before today", ["2026-02-28", "2026-02-27"], 2],
  ["two in a row are not", ["2026-03-02", "2026-02-27"], 1],
  ["nor two before today", ["2026-02-27", "2026-02-26"], 0],
  ["in any order, each day once", ["2026-03-01", "2026-03-02", "2026-03-01"], 2],
  ["a day to come does not count", ["2026-03-03", "2026-03-02"], 1],
])
  test(`a streak: ${what}`, () => assert.equal(streakOf(days, "2026-03-02"), expected));

test("a set has one's own mistakes first, and so many as are left today", () => {
  const puzzles = ["p1", "p2", "p3", "p4", "p5"];
  assert.deepEqual(setOf(["m1", "m2"], puzzles, 0), ["m1", "m2", "p1", "p2", "p3"]);
  assert.deepEqual(setOf(["m1", "m2"], puzzles, 3), ["m1", "m2"]);
  assert.deepEqual(setOf([], puzzles, 5), puzzles);
});

test("a curve has room for all its values, and round numbers beside it", () => {
  const { low, high, y } = scaleOf([1480, 1305, 1610], 100);
  assert.deepEqual([low, high, y(1300), y(1700)], [1300, 1700, 100, 0]);
  assert.deepEqual([scaleOf([0, 0], 1).low, scaleOf([0, 0], 1).high], [0, 1]);
});
