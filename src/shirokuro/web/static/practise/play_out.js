// What follows the right answer: its line on the board and, in endgames, the same question at the next move.
import { post } from "../api.js";
import { boardOf } from "../boards_and_players.js";
import { lineOf } from "../game.js";
import { must } from "../must.js";
import { Badge } from "../review/badge.js";
import { MoveLine } from "../review/lines.js";
import { beginTrial, trial } from "../review/trial.js";
import { attempt } from "../shell/notice.js";
import { html, signal } from "../view.js";
import { signed, t } from "../words.js";

/** @import { Place } from "../review/lines.js" */
/** @import { Side, TriedMove } from "../types.js" */

/** What the right move was worth, from where its line begins, and how much of the line is on the board. */
export const line = signal(/** @type {{tried: TriedMove, place: Place, at: number | null} | null} */ (null));

/** The right move of the next question; null while the first one is open. */
export const following = signal(/** @type {string | null} */ (null));

/** Unless the reader went on. @param {TriedMove} tried @param {Place} place */
export function showLine(tried, place) {
  if (trial.peek()?.place === place) line.value = { tried, place, at: null };
}

/** In endgames only what loses nothing is right. @param {Place} place @param {string} move */
export async function judgedExactly(place, move) {
  const tried = await post("/tries", { ...place, move });
  return { ...tried, accepted: tried.loss === 0, near: tried.near.slice(0, 1) };
}

/** Plays the best answer and asks for the next move; without one left to choose, the line to the end is shown.
 * @param {Side} side */
export async function playOn(side) {
  const { tried, place } = must(line.peek());
  for (let n = 2; n < tried.line.length; n++) {
    const got = await attempt(() => post("/lines", { ...place, moves: tried.line.slice(0, n) }));
    if (!got || line.peek()?.tried !== tried) return; // the reader went on
    if (got.turn !== side || got.legal.length < 2) continue;
    const at = { black: new Set(got.black), white: new Set(got.white), turn: got.turn };
    const next = { board: place.board, text: lineOf(boardOf(place.board), at) };
    line.value = null;
    following.value = tried.line[n];
    beginTrial({ place: next, mistake: null, send: (move) => answer(next, move) });
    return;
  }
  line.value = { tried, place, at: tried.line.length };
}

/** @param {Place} place @param {string} move */
async function answer(place, move) {
  const tried = await judgedExactly(place, move);
  if (tried.accepted) showLine(tried, place);
  return tried;
}

/** The expected line after the right answer, to be played on the board. @param {{side: Side}} props */
export function Ending({ side }) {
  const { tried, place, at } = must(line.value);
  const set = (/** @type {number | null} */ n) => (line.value = { tried, place, at: n });
  const on = (/** @type {number} */ n) => ({ onClick: () => set(n) });
  return html`<section class="part"><h2>${t("practise.line")}<span>${signed(tried.value)} <${Badge} badge=${tried.badge} /></span></h2>
    <${MoveLine} moves=${tried.line} first=${side} at=${at} on=${on} aria-label=${t("practise.line")} />
    ${at !== null && html`<button class="link" onClick=${() => set(null)}>${t("practise.line_back")}</button>`}</section>`;
}
