// Numbers of matches and values, speeds, days.
import assert from "node:assert/strict";
import test from "node:test";
import "./browser.js";
import { badgeText, valueText } from "../../src/shirokuro/web/static/review/badge.js";
import { whenText } from "../../src/shirokuro/web/static/review/kept.js";
import { namesOf } from "../../src/shirokuro/web/static/watch/match.js";
import { Elo, fine } from "../../src/shirokuro/web/static/watch/match_stats.js";
import {
  FASTEST,
  replaySeconds,
  secondsOf,
  speedOf,
  tempoOf,
} from "../../src/shirokuro/web/static/watch/speed.js";
import { t } from "../../src/shirokuro/web/static/words.js";
import { seat } from "./samples.js";

test("every step of the slider comes back from its seconds", () => {
  const steps = Array.from({ length: FASTEST + 1 }, (_, at) => at);
  assert.deepEqual(
    steps.map((step) => speedOf(secondsOf(step))),
    steps,
  );
  assert.equal(secondsOf(speedOf(1.4)), 1);
  assert.equal(secondsOf(99), 1);
});

test("a game that is shown again is never quicker than one can see", () => {
  assert.equal(secondsOf(FASTEST), 0);
  assert.ok(replaySeconds(FASTEST) > 0);
  assert.deepEqual([2, 1, 0.5, 0.2].map(tempoOf), ["calm", "calm", "brisk", "quick"]);
});

test("margins have one place after the point", () => {
  assert.deepEqual([1.26, -1.26, 0.04, -0.04].map(fine), ["+1.3", "−1.3", "0", "0"]);
});

test("Elo is drawn once one end of the interval is known", () => {
  const of = { first: seat("a"), second: seat("b"), played: 4, elo: null, elo_error: null };
  assert.equal(Elo({ of: { ...of, elo_interval: [null, null] } }), null);
  assert.notEqual(Elo({ of: { ...of, elo_interval: [40, null] } }), null);
  assert.equal(Elo({ of: { ...of, played: 0, elo_interval: [40, null] } }), null);
});

test("players of the same name are told apart by their parameters", () => {
  const [first, second] = ["10", "20"].map((playouts) => ({ ...seat("uct"), parameters: { playouts } }));
  const names = namesOf({ first, second });
  assert.notEqual(names.first, names.second);
  assert.equal(namesOf({ first, second: seat("random") }).first, t("player.uct"));
});

test("a value says how far it is known", () => {
  const badge = { kind: "depth", depth: 12 };
  assert.equal(valueText({ value: 3, badge }), "+3");
  assert.equal(valueText({ value: 3, is_most: true, badge }), "≤+3");
  assert.equal(valueText({ value: -1, badge: { kind: "wld" } }), t("ending.loss"));
  assert.equal(badgeText({ kind: "selective", depth: 12, confidence: 98 }), t("badge.selective", { n: 98 }));
});

test("a drill is due today, tomorrow or in some days", () => {
  const now = Date.now() / 1000;
  const days = (number) => whenText(now + number * 86400);
  assert.deepEqual(
    [days(-2), days(0.5), days(1.5)],
    [t("drill.today"), t("drill.tomorrow"), t("drill.days", { n: 2 })],
  );
});
