// What happened, said politely to those who do not see it, and shown on the live line.
import { signal } from "./view.js";
/** @import { Side } from "./types.js" */

/** The words are found when they are shown, so that they follow the language.
 * @typedef {{say: () => string, side: Side | null, isStrong: boolean}} News */

/** What the live line shows. */
export const news = signal(/** @type {News | null} */ (null));
/** What a screen reader hears. */
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
