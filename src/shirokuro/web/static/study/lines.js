// Lines of moves from any position, played out by the server: what they turn, and what may be played then.
import { post } from "../api.js";
import { shownAt } from "../game.js";
import { signal } from "../view.js";

/** @typedef {import("../types.js").Game} Game */
/** @typedef {{board: string, text: string}} Place */

const MOST = 300;
/** @type {Map<string, import("../vendor/signals.js").Signal<Game | null>>} */
const asked = new Map();

/**
 * A line as a game that can be stepped through; null until the server has answered.
 * @param {Place} place @param {string[]} moves @returns {Game | null}
 */
export function lineFrom(place, moves) {
  const key = [place.board, place.text, ...moves].join(" ");
  let found = asked.get(key);
  if (!found) {
    asked.set(key, (found = signal(/** @type {Game | null} */ (null))));
    if (asked.size > MOST) asked.delete(asked.keys().next().value);
    load(key, { ...place, moves }, found);
  }
  return found.value;
}

/** The board after so many moves of a line. @param {Place} place @param {string[]} moves @param {boolean} [isStep] */
export function afterLine(place, moves, isStep = false) {
  const line = lineFrom(place, moves);
  return line && shownAt(line, { ply: line.ply, isStep: isStep && moves.length > 0 });
}

/** @param {string} key @param {any} body @param {import("../vendor/signals.js").Signal<Game | null>} found */
async function load(key, body, found) {
  try {
    const line = await post("/lines", body);
    found.value = { ...line, id: key, ply: line.moves.length, waits: true, moves: line.moves };
  } catch {
    asked.delete(key); // it is asked for again when it is needed again
  }
}
