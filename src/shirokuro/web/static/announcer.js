// Announces events to screen readers, and shows them on the live line.
import { signal } from "./view.js";
/** @import { Side } from "./types.js" */

/** The text is made when it is shown, so that it follows the language.
 * @typedef {{say: () => string, side: Side | null, isStrong: boolean}} News */

/** The text of the live line. */
export const news = signal(/** @type {News | null} */ (null));
/** The text for screen readers. */
export const heard = signal("");

/** @param {() => string} say @param {Side | null} [side] @param {boolean} [isStrong] */
export function announce(say, side = null, isStrong = false) {
  news.value = { say, side, isStrong };
  whisper(say());
}

/** Said, but not shown on the live line; the same words once more are heard once more. @param {string} text */
export function whisper(text) {
  heard.value = text === heard.peek() ? `${text}\u00a0` : text;
}
