// The best that is known of each position on this page: a better value is never replaced by a worse one.
import { Recent } from "../recent.js";

/** @import { MoveValue, PositionAnalysis } from "../types.js" */

/** @type {Recent<PositionAnalysis>} */
const kept = new Recent(500);

/** @param {string} key */
export const known = (key) => kept.get(key) ?? null;

/** What is known after some news. @param {string} key @param {PositionAnalysis} news @returns {PositionAnalysis} */
export function learn(key, news) {
  const before = kept.get(key);
  const values = merged(before?.values ?? [], news.values);
  const isOld = before && values.some((value) => !news.values.includes(value));
  const { keeping, near } = isOld ? before : news;
  const found = { ...news, values, best: values[0] ?? null, keeping, near };
  kept.set(key, found);
  return found;
}

/** @param {MoveValue[]} before @param {MoveValue[]} values */
function merged(before, values) {
  const all = new Map(before.map((value) => [value.move, value]));
  for (const value of values) {
    const old = all.get(value.move);
    if (!old || value.certainty >= old.certainty) all.set(value.move, value);
  }
  return [...all.values()].sort((one, two) => two.value - one.value || two.certainty - one.certainty);
}
