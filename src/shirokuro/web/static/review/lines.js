// Lines of moves from any position, played by the server: what they turn, and the legal moves at the end.
import { post } from "../api.js";
import { other, replayOf, shownAt } from "../game.js";
import { Recent } from "../recent.js";
import { html, signal } from "../view.js";
import { moveText } from "../words.js";

/** @import { Side } from "../types.js" */
/** @import { Signal } from "../vendor/signals.js" */

/** @typedef {{board: string, text: string}} Place */

/** @type {Recent<Signal<ReturnType<typeof replayOf> | null>>} */
const asked = new Recent(300);

/**
 * A line as a game that can be stepped through; null until the server has answered.
 * @param {Place} place @param {string[]} moves @returns {ReturnType<typeof replayOf> | null}
 */
export function lineFrom(place, moves) {
  const key = [place.board, place.text, ...moves].join(" ");
  const known = asked.get(key);
  if (known) return known.value;
  const found = signal(/** @type {ReturnType<typeof replayOf> | null} */ (null));
  asked.set(key, found);
  post("/lines", { ...place, moves }).then(
    (line) => (found.value = replayOf(line, key)),
    () => asked.delete(key), // it is asked for again when it is needed again
  );
  return found.value;
}

/** The board after so many moves of a line. @param {Place} place @param {string[]} moves @param {boolean} [isStep] */
export function afterLine(place, moves, isStep = false) {
  const line = lineFrom(place, moves);
  return line && shownAt(line, { ply: line.ply, isStep: isStep && moves.length > 0 });
}

/** The moves of a line as buttons. `at`: how many of them are on the board, null where it does not matter;
 * `first`: who moves first; `on`: what a button does, by the number of moves up to its own.
 * @param {{moves: string[], first: Side, at?: number | null, on: (n: number) => object}} props */
export function MoveLine({ moves, first, at = null, on, ...others }) {
  const button = (/** @type {string} */ move, /** @type {number} */ before) => html`<li key=${before}>
    <button aria-current=${before + 1 === at ? "step" : undefined} class=${at === null || before < at ? "" : "is-ahead"} ...${on(before + 1)}>
      <i class="dot-disc ${before % 2 ? other(first) : first}" aria-hidden="true"></i>${moveText(move)}</button></li>`;
  return html`<ol class="line" ...${others}>${moves.map(button)}</ol>`;
}
