// The review of the game on the table: requested while it is shown, received move by move.
import { whisper } from "../announcer.js";
import { complaintOf } from "../api.js";
import { game, recordText, SIDES, sidesOf, theGame } from "../game.js";
import { listen } from "../live.js";
import { must } from "../must.js";
import { settings } from "../settings.js";
import { trouble } from "../shell/notice.js";
import { computed, html, signal, useEffect } from "../view.js";
import { t } from "../words.js";
import { ranked, WORST } from "./summary.js";

/** @import { Message } from "../live.js" */
/** @import { JudgedMove, ReviewAsked, ReviewRatings, Side, SideTotals } from "../types.js" */

/** @typedef {{start: string, moves: string[], judged: Map<number, JudgedMove>, isDone: boolean,
 *   totals: Record<Side, SideTotals> | null, ratings: ReviewRatings | null, ranking: number[] | null,
 *   refined: {done: number, of: number} | null}} ReviewOf
 * judged: by ply; ranking: the plies of the mistakes, as they mattered when all moves were known for the first time,
 * so that nothing changes place while it is looked at; refined: the steps of the search that goes on behind it */

const NONE = {
  start: "",
  moves: [],
  judged: new Map(),
  isDone: false,
  totals: null,
  ratings: null,
  ranking: null,
  refined: null,
};
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

/** The mistakes that mattered most, then the others in the order of the game. */
export const listed = computed(() => {
  const { judged, ranking } = review.value;
  const order = ranking?.flatMap((ply) => judged.get(ply) ?? []) ?? ranked(mistakes.value);
  const worst = order.slice(0, WORST);
  return [...worst, ...mistakes.value.filter((each) => !worst.includes(each))];
});

/** Keeps `review` up to date while a component is shown; `refines`: also searches deeper. */
export function useReview(refines = false) {
  const { id, board, moves } = theGame();
  const names = moves.map(({ move }) => move);
  const start = [board, ...theGame().start.black, "/", ...theGame().start.white].join(" ");
  const of = id ? { game: id } : { board, text: recordText(theGame()) };
  const { name } = settings.peek();
  const asked = { ...of, ...(name && { name }), refine: refines && theGame().is_over };
  useEffect(
    () => begin({ ...NONE, start, moves: names }, asked),
    [id, start, names.join(), isStopped.value, asked.refine],
  );
}

/** @type {string | null} */
let reviewed = null;

/** @param {ReviewOf} fresh @param {ReviewAsked} asked */
function begin(fresh, asked) {
  const before = review.peek();
  const judged = stillTrue(before, fresh);
  const { isDone, refined, moves } = before;
  if (isDone && judged.size === fresh.moves.length && moves.length === fresh.moves.length) {
    review.value = { ...before, ranking: rankingOf() };
    if (!asked.refine || (refined && refined.done === refined.of)) return;
    return listen({ type: "review", ...asked }, (message) => onMessage(moves, message));
  }
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
    review.value = { ...now, judged: withBetter(now.judged, message.judged) };
  } else if (message.type === "reviewed") {
    const { black, white, ratings } = message;
    const isNew = !now.isDone;
    review.value = { ...now, isDone: true, totals: { black, white }, ratings: ratings ?? null };
    if (!isNew) return;
    review.value = { ...review.peek(), ranking: rankingOf() };
    whisper(t("review.heard", { n: mistakes.value.length }));
  } else if (message.type === "refinement") {
    const { judged, done, of } = message;
    const better = judged ? withBetter(now.judged, judged) : now.judged;
    review.value = { ...now, judged: better, refined: { done, of } };
  } else if (message.type === "error") {
    isStopped.value = true;
    trouble.value = t("trouble", { text: complaintOf(message.error) });
  }
}

const rankingOf = () => ranked(mistakes.peek()).map(({ ply }) => ply);

/** A better judgement is never replaced by a worse one.
 * @param {Map<number, JudgedMove>} known @param {JudgedMove} judged */
function withBetter(known, judged) {
  const before = known.get(judged.ply);
  const isWorse = before && before.move === judged.move && before.certainty > judged.certainty;
  return isWorse ? known : new Map(known).set(judged.ply, judged);
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
