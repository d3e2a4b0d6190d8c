// Texts with values, in both languages, and numbers as people read them.
import assert from "node:assert/strict";
import test from "node:test";
import "./browser.js";
import { change } from "../../src/shirokuro/web/static/settings.js";
import {
  clockTime,
  moveText,
  openingPath,
  said,
  signed,
  t,
  upper,
} from "../../src/shirokuro/web/static/words.js";

test.beforeEach(() => change({ language: "en" }));

test("one has words of its own in English", () => {
  assert.equal(t("cell.turns", { n: 1 }), "turns 1 disc");
  assert.equal(t("cell.turns", { n: 3 }), "turns 3 discs");
});

test("the words for one and for more may have values in them", () => {
  const values = { from: "a1", to: "c1", by: "d1" };
  assert.equal(t("looked.row", { n: 1, ...values }), "1 in the row, a1, enclosed with d1");
  assert.equal(t("looked.row", { n: 3, ...values }), "3 in the row, a1 to c1, enclosed with d1");
});

test("Japanese has one form", () => {
  change({ language: "ja" });
  assert.equal(t("cell.turns", { n: 1 }), t("cell.turns", { n: 3 }).replace("3", "1"));
});

test("a key without words is a mistake", () => {
  assert.throws(() => t("no.such.key"), /no.such.key/);
});

test("what the server says falls back to English", () => {
  change({ language: "ja" });
  assert.equal(said({ en: "Tiger", ja: "虎" }), "虎");
  assert.equal(said({ en: "Tiger", ja: "" }), "Tiger");
  assert.equal(said(null), "");
});

test("an opening stands after its family", () => {
  const opening = { en: "Stephenson", ja: "", known: 9, family: { en: "Tiger", ja: "虎" } };
  assert.equal(openingPath(opening), "Tiger › Stephenson");
  assert.equal(openingPath(opening, "ja"), "虎 › Stephenson");
  assert.equal(openingPath({ ...opening, family: null }), "Stephenson");
});

test("values have a sign, and zero has none", () => {
  assert.deepEqual([2.6, -2.6, 0.4, -0.4].map(signed), ["+3", "−3", "0", "0"]);
});

test("clocks round up and end at zero", () => {
  assert.deepEqual([61.2, 60, 0.1, -3].map(clockTime), ["1:02", "1:00", "0:01", "0:00"]);
});

test("a pass has a word, a square its name", () => {
  assert.equal(moveText("pass"), t("pass"));
  assert.equal(moveText("f5"), "f5");
});

test("a sentence begins with a capital", () => {
  assert.equal(upper("engine"), "Engine");
  assert.equal(upper(""), "");
});
