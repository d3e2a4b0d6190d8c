// Lines of moves from any position, played out by the server: what they turn, and what may be played then.
import { post } from "../api.js";
import { replayOf, shownAt } from "../game.js";
import { Recent } from "../recent.js";
import { signal } from "../view.js";

/** @import { Replay } from "../game.js" */
/** @import { LineAsked } from "../types.js" */
/** @import { Signal } from "../vendor/signals.js" */

/** @typedef {{board: string, text: string}} Place */

/** @type {Recent<Signal<Replay | null>>} */
const asked = new Recent(300);

/**
 * A line as a game that can be stepped through; null until the server has answered.
 * @param {Place} place @param {string[]} moves @returns {Replay | null}
 */
export function lineFrom(place, moves) {
  const key = [place.board, place.text, ...moves].join(" ");
  const known = asked.get(key);
  if (known) return known.value;
  const found = signal(/** @type {Replay | null} */ (null));
  asked.set(key, found);
  load(key, { ...place, moves }, found);
  return found.value;
}

/** The board after so many moves of a line. @param {Place} place @param {string[]} moves @param {boolean} [isStep] */
export function afterLine(place, moves, isStep = false) {
  const line = lineFrom(place, moves);
  return line && shownAt(line, { ply: line.ply, isStep: isStep && moves.length > 0 });
}

/** @param {string} key @param {LineAsked} body @param {Signal<Replay | null>} found */
async function load(key, body, found) {
  try {
    found.value = replayOf(await post("/lines", body), key);
  } catch {
    asked.delete(key); // it is asked for again when it is needed again
  }
}
