// What a review says of a game in one line, and the order of its mistakes.
import assert from "node:assert/strict";
import test from "node:test";
import { bestMove, meansOf, ranked, turningPoint } from "../../src/shirokuro/web/static/review/summary.js";

/** A judged move of black's unless said otherwise; `usual`: what people of the rating lose there. */
const judged = (ply, loss, value, usual = 0, changes = {}) => ({
  ply,
  side: "black",
  move: "f5",
  loss,
  value,
  best_value: value + loss,
  accuracy: 100 * 2 ** (-loss / 8),
  mark: loss >= 4 ? "?!" : "",
  peers: { rating: 1500, played: 0, best: 0, loss: usual },
  ...changes,
});

test("a mistake that people of the rating avoid comes first, among equals the earlier one", () => {
  const mistakes = [judged(9, 12, -3, 9), judged(5, 6, 0, 1), judged(3, 5, 1, 0), judged(7, 9, 1, null)];
  mistakes[3].peers = null;
  assert.deepEqual(
    ranked(mistakes).map(({ ply }) => ply),
    [7, 3, 5, 9],
  );
  assert.equal(mistakes[0].ply, 9);
});

test("accuracy and loss are means over a side's moves without its passes", () => {
  const all = [
    judged(1, 0, 2),
    judged(3, 8, -6),
    judged(5, 0, 0, 0, { move: "pass" }),
    judged(2, 64, -40, 0, { side: "white" }),
  ];
  assert.deepEqual(meansOf(all, "black"), { accuracy: 75, loss: 4 });
  assert.equal(meansOf([], "white"), null);
});

test("the turning point is the last mistake that changes who is ahead", () => {
  const all = [judged(9, 6, -2), judged(3, 5, -1), judged(11, 6, 2), judged(13, 2, -1)];
  assert.equal(turningPoint(all)?.ply, 9);
  assert.equal(turningPoint([judged(1, 8, 20)]), null);
});

test("the best move is the one where others lose most", () => {
  const all = [
    judged(1, 0, 0, 3),
    judged(3, 0, 0, 5),
    judged(5, 1, 0, 9),
    judged(2, 0, 0, 8, { side: "white" }),
  ];
  assert.equal(bestMove(all, ["black"])?.ply, 3);
  assert.equal(bestMove([judged(1, 0, 0, 1)], ["black"]), null);
});
