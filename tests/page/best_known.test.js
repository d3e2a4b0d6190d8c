// The best that is known of each position, and maps that keep the latest.
import assert from "node:assert/strict";
import test from "node:test";
import { Recent } from "../../src/shirokuro/web/static/recent.js";
import { known, learn } from "../../src/shirokuro/web/static/review/best_known.js";

const value = (move, discs, certainty) => ({
  move,
  value: discs,
  certainty,
  is_most: false,
  badge: { kind: "depth" },
  line: [move],
});
const news = (values, more = {}) => ({
  values,
  best: values[0],
  keeping: null,
  near: values.map(({ move }) => move),
  ...more,
});

test("a surer value is not replaced by a less sure one", () => {
  learn("a", news([value("f5", 2, 20), value("d6", 4, 10)], { near: ["sure"] }));
  const found = learn("a", news([value("f5", 6, 10), value("d6", 3, 10)], { near: ["less"] }));
  assert.deepEqual(
    found.values.map(({ move, value: discs }) => [move, discs]),
    [
      ["d6", 3],
      ["f5", 2],
    ],
  );
  assert.equal(found.best?.move, "d6");
  assert.deepEqual(found.near, ["sure"]);
  assert.equal(known("a"), found);
});

test("values of the same certainty are replaced, with all that follows from them", () => {
  learn("b", news([value("f5", 2, 10)], { near: ["old"] }));
  const found = learn("b", news([value("f5", -2, 10)], { near: ["new"] }));
  assert.equal(found.values[0].value, -2);
  assert.deepEqual(found.near, ["new"]);
});

test("a position without moves is known too", () => {
  const found = learn("c", news([]));
  assert.equal(found.best, null);
  assert.equal(known("c"), found);
  assert.equal(known("d"), null);
});

test("the oldest goes when there is no more room", () => {
  const kept = new Recent(2);
  kept.set("one", 1).set("two", 2).set("one", 3).set("three", 4);
  assert.deepEqual(
    [...kept],
    [
      ["one", 3],
      ["three", 4],
    ],
  );
});
