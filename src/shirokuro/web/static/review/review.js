// The review of the game on the table: requested while it is shown, received move by move.
import { whisper } from "../announcer.js";
import { complaintOf } from "../api.js";
import { game, recordText, SIDES, sidesOf, theGame } from "../game.js";
import { listen } from "../live.js";
import { must } from "../must.js";
import { trouble } from "../shell/notice.js";
import { computed, html, signal, useEffect } from "../view.js";
import { t } from "../words.js";

/** @import { Message } from "../live.js" */
/** @import { JudgedMove, ReviewAsked, Side, SideTotals } from "../types.js" */

/** @typedef {{start: string, moves: string[], judged: Map<number, JudgedMove>, isDone: boolean,
 *   totals: Record<Side, SideTotals> | null}} ReviewOf judged: by ply */

const NONE = { start: "", moves: [], judged: new Map(), isDone: false, totals: null };
export const review = signal(/** @type {ReviewOf} */ (NONE));
/** Whether the reader stopped it. */
export const isStopped = signal(false);

/** Whether moves are still being judged, so that more mistakes may appear. */
export const isBusy = computed(
  () => !review.value.isDone && !isStopped.value && review.value.moves.length > 0,
);

/** The sides whose mistakes are shown: the person's, or both if two people or none play. */
export const sides = computed(() => {
  const people = game.value ? sidesOf(game.value, "person") : [];
  return people.length === 1 ? people : SIDES;
});

export const mistakes = computed(() =>
  [...review.value.judged.values()]
    .filter(({ mark, side }) => mark && sides.value.includes(side))
    .sort((one, two) => one.ply - two.ply),
);

/** Keeps `review` up to date while a component is shown. */
export function useReview() {
  const { id, board, moves } = theGame();
  const names = moves.map(({ move }) => move);
  const start = [board, ...theGame().start.black, "/", ...theGame().start.white].join(" ");
  const asked = id ? { game: id } : { board, text: recordText(theGame()) };
  useEffect(() => begin({ ...NONE, start, moves: names }, asked), [id, start, names.join(), isStopped.value]);
}

/** @type {string | null} */
let reviewed = null;

/** @param {ReviewOf} fresh @param {ReviewAsked} asked */
function begin(fresh, asked) {
  const before = review.peek();
  const judged = stillTrue(before, fresh);
  if (before.isDone && judged.size === fresh.moves.length && before.moves.length === fresh.moves.length)
    return;
  if (reviewed !== must(game.peek()).id) isStopped.value = false;
  reviewed = must(game.peek()).id;
  review.value = { ...fresh, judged };
  if (isStopped.peek() || !fresh.moves.length) return;
  return listen({ type: "review", ...asked }, (message) => onMessage(fresh.moves, message));
}

/** What was judged before holds as far as the moves are the same. @param {ReviewOf} before @param {ReviewOf} now */
function stillTrue(before, now) {
  if (before.start !== now.start) return new Map();
  const differs = now.moves.findIndex((move, at) => before.moves[at] !== move);
  const same = differs < 0 ? now.moves.length : differs;
  return new Map([...before.judged].filter(([ply]) => ply <= same));
}

/** @param {string[]} moves @param {Message} message */
function onMessage(moves, message) {
  const now = review.peek();
  if (now.moves !== moves) return;
  if (message.type === "judgement") {
    const { judged } = message;
    review.value = { ...now, judged: new Map(now.judged).set(judged.ply, judged) };
  } else if (message.type === "reviewed") {
    review.value = { ...now, isDone: true, totals: { black: message.black, white: message.white } };
    whisper(t("review.heard", { n: mistakes.value.length }));
  } else if (message.type === "error") {
    isStopped.value = true;
    trouble.value = t("trouble", { text: complaintOf(message.error) });
  }
}

/** The progress of the review, and a button to stop it. */
export function ReviewProgress() {
  const { judged, moves, isDone } = review.value;
  if (isDone || !moves.length) return null;
  const of = moves.length;
  if (isStopped.value)
    return html`<div class="progress-row"><span>${t("review.stopped", { n: judged.size, of })}</span>
      <button class="button" onClick=${() => (isStopped.value = false)}>${t("review.go")}</button></div>`;
  return html`<div class="progress-row"><div><span>${t("review.busy", { n: judged.size, of })}</span>
      <progress max=${of} value=${judged.size} aria-label=${t("tab.review")}></progress></div>
    <button class="button" onClick=${() => (isStopped.value = true)}>${t("stop")}</button></div>`;
}
