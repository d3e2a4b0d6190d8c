// The best that is known of each position on this page: a better value is never replaced by a worse one.

/** @typedef {import("../types.js").Analysis} Analysis */
/** @typedef {import("../types.js").Value} Value */

const MOST = 500;
/** @type {Map<string, Analysis>} */
const kept = new Map();

/** @param {string} key @returns {Analysis | null} */
export function known(key) {
  return kept.get(key) ?? null;
}

/** What is known after some news. @param {string} key @param {Analysis} news @returns {Analysis} */
export function learn(key, news) {
  const before = kept.get(key);
  const values = merged(before?.values ?? [], news.values);
  const isNew = values.every((value) => news.values.includes(value));
  const { keeping, near } = isNew ? news : before;
  const found = { ...news, values, best: values[0] ?? null, keeping, near };
  kept.delete(key);
  kept.set(key, found);
  if (kept.size > MOST) kept.delete(kept.keys().next().value);
  return found;
}

/** @param {Value[]} before @param {Value[]} values */
function merged(before, values) {
  const all = new Map(before.map((value) => [value.move, value]));
  for (const value of values) {
    const old = all.get(value.move);
    if (!old || value.certainty >= old.certainty) all.set(value.move, value);
  }
  return [...all.values()].sort((one, two) => two.value - one.value || two.certainty - one.certainty);
}
