// The chosen move of a review: the position before it, and those after it and after the best move.
import { whisper } from "../announcer.js";
import { post } from "../api.js";
import { lineOf, recordText, shownAt, theBoard, theGame } from "../game.js";
import { listen } from "../live.js";
import { must } from "../must.js";
import { lookAt } from "../play/game_tab.js";
import { batch, computed, signal, useEffect } from "../view.js";
import { moveText, signed, t } from "../words.js";
import { known, learn } from "./best_known.js";
import { afterLine } from "./lines.js";
import { isBusy, listed, review } from "./review.js";
import { beginTrial, trial, trialBoard } from "./trial.js";

/** @import { Decoration } from "../board/cells.js" */
/** @import { Place } from "./lines.js" */
/** @import { JudgedMove, MoveExplanation, PositionAnalysis, ReasonGiven } from "../types.js" */

/** The server searches a tried move as long as this. */
const SECONDS = 2;

/** The ply of the chosen move; null for the first mistake, once all are known. */
const chosen = signal(/** @type {number | null} */ (null));
/** Which of the two positions is on the board; null for the one before the move. */
export const compared = signal(/** @type {"mine" | "best" | null} */ (null));
/** How many moves of the refutation are on the board; null if it is not played. */
export const punished = signal(/** @type {number | null} */ (null));

/** Which reason is played on the board; null for none. */
export const reasoned = signal(/** @type {number | null} */ (null));

/** Why the move that is looked at lost. */
export const explanation = signal(/** @type {MoveExplanation | null} */ (null));

export const current = computed(() => {
  const { judged } = review.value;
  return (chosen.value !== null && judged.get(chosen.value)) || (!isBusy.value && listed.value[0]) || null;
});

/** The position before the move. */
export const before = computed(() => current.value && placeAt(current.value.ply - 1));

/** @param {number} ply @returns {Place} */
export function placeAt(ply) {
  const at = shownAt(theGame(), { ply, isStep: false });
  return { board: theBoard().name, text: lineOf(theBoard(), at) };
}

/** The values of all moves there, from which the other good ones are known. */
const around = signal(/** @type {PositionAnalysis | null} */ (null));

/** Requests them while a component is shown, once the review no longer needs the engine. */
export function useAround() {
  const { board: name, text } = before.value ?? { board: "", text: "" };
  const isFree = !isBusy.value;
  useEffect(() => {
    const key = `${name} ${text}`;
    around.value = text && isFree ? known(key) : null;
    if (!text || !isFree) return;
    return listen({ type: "analyse", board: name, text, seconds: SECONDS }, (message) => {
      if (message.type === "analysis") around.value = learn(key, message);
    });
  }, [name, text, isFree]);
}

/** @param {number} ply */
export function choose(ply) {
  batch(() => {
    chosen.value = ply;
    reset();
    lookAt(ply - 1);
  });
  const judged = current.peek();
  if (!judged) return;
  const { side, move, loss, mark } = judged;
  const item = t("moves.item", { n: ply, side: t(`side.${side}`), move });
  whisper(`${item}: ${t(mark ? "review.lost" : "review.good", { n: loss })}`);
}

/** @type {string | null} */
let looked = null;

/** Resets everything when the game changes, while a component is shown. */
export function useAnother() {
  const key = theGame().id ?? recordText(theGame());
  useEffect(() => {
    if (looked !== null && looked !== key) {
      chosen.value = null;
      reset();
    }
    looked = key;
  }, [key]);
}

/** Back to the position before the move. */
export function reset() {
  compared.value = null;
  reasoned.value = null;
  punished.value = null;
  trial.value = null;
}

/** The mistake so many further, those that mattered most first. @param {1 | -1} step */
export function neighbour(step) {
  const list = listed.value;
  const at = list.findIndex(({ ply }) => ply === current.value?.ply);
  return list[at < 0 ? 0 : at + step] ?? null;
}

/** @param {1 | -1} step */
export function go(step) {
  const next = neighbour(step);
  if (next) choose(next.ply);
}

/** Switches between the position after the move played and after the best one. */
export function compare(
  /** @type {"mine" | "best" | null} */ which = compared.peek() === "mine" ? "best" : "mine",
) {
  batch(() => {
    reset();
    compared.value = which;
  });
  const { move, value, best, best_value } = must(current.peek());
  if (which === "mine") whisper(t("compare.after", { move, value: signed(value) }));
  if (which === "best") whisper(t("compare.after", { move: best, value: signed(best_value) }));
}

export function tryAgain() {
  const { move, mark, loss } = must(current.peek());
  const place = must(before.peek());
  batch(() => {
    reset();
    beginTrial({
      place,
      mistake: { move, mark, loss },
      send: (tried) => post("/tries", { ...place, move: tried }),
    });
  });
}

/** Plays the line that punishes the move, so far. @param {number} plies */
export function punish(plies) {
  const { punish: line } = must(current.peek());
  batch(() => {
    if (punished.peek() === null) reset();
    punished.value = Math.max(0, Math.min(plies, line.length));
  });
  const move = line[must(punished.peek()) - 1];
  if (move) whisper(moveText(move));
}

/** Shows what a reason is about: the line that leads to it. @param {number} at */
export function showReason(at) {
  const isShown = reasoned.peek() === at;
  batch(() => {
    reset();
    reasoned.value = isShown ? null : at;
  });
}

/** The board's behaviour while a review is open. */
export function reviewBoard() {
  const move = current.value;
  if (trial.value) return trialBoard();
  if (!move) return { shown: { ...shownAt(theGame(), { ply: theGame().ply, isStep: false }), legal: [] } };
  const reason = reasonOf(move.move);
  if (reason && reasoned.value !== null) {
    const then = afterLine(must(before.value), reason.line, true);
    if (then) return { shown: { ...then, legal: [] }, decorations: cellsOf(reason), arrows: reason.arrows };
  }
  const line =
    punished.value !== null
      ? move.punish.slice(0, punished.value)
      : compared.value === null
        ? []
        : [compared.value === "mine" ? move.move : move.best];
  const later = line.length ? afterLine(must(before.value), line, punished.value !== null) : null;
  const shown = later ?? shownAt(theGame(), { ply: move.ply - 1, isStep: false });
  return {
    shown: { ...shown, legal: [] },
    decorations: line.length ? null : marksOf(move),
    arrows: line.length ? [] : (reason?.arrows ?? []),
  };
}

/** The reason that is played, else the first one. @param {string} move */
function reasonOf(move) {
  const found = explanation.value;
  return (found?.move === move && found.reasons[reasoned.value ?? 0]) || null;
}

/** @param {ReasonGiven} reason @returns {Map<string, Decoration>} */
const cellsOf = ({ cells }) =>
  new Map(Object.entries(cells).map(([cell, role]) => [cell, { tint: role, label: t(`why.cell_${role}`) }]));

/** @param {JudgedMove} judged */
function marksOf({ move, best, mark, loss }) {
  /** @type {Map<string, Decoration>} */
  const marks = new Map();
  for (const each of around.value?.values ?? []) {
    const value = signed(each.value);
    const label = t("review.too_label", { value });
    if (around.value?.near.includes(each.move))
      marks.set(each.move, { text: value, small: t("review.too"), label });
  }
  const reason = reasonOf(move);
  for (const [cell, tinted] of reason ? cellsOf(reason) : [])
    marks.set(cell, { ...marks.get(cell), ...tinted });
  marks.set(best, { ...marks.get(best), mark: "✓", label: t("review.best_label") });
  if (mark) marks.set(move, { ...marks.get(move), mark, label: t("trial.loses", { n: loss }) });
  return marks;
}
