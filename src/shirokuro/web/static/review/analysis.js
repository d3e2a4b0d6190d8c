// The engine's analysis of the position on the board: requested while it is shown, and cached.
import { whisper } from "../announcer.js";
import { complaintOf } from "../api.js";
import { board, lineOf, shown } from "../game.js";
import { listen } from "../live.js";
import { must } from "../must.js";
import { trouble } from "../shell/notice.js";
import { computed, signal, useEffect } from "../view.js";
import { moveText, t } from "../words.js";
import { badgeText, valueText } from "./badge.js";
import { known, learn } from "./best_known.js";

/** @import { MoveValue, MovesThatKeep, PositionAnalysis } from "../types.js" */

const SECONDS = 4;
const PATIENT = 30;
/** Milliseconds until a position is searched, so that scrubbing through a game starts no search. */
const REST = 150;

/** The analysis of the current position. */
export const analysis = signal(/** @type {PositionAnalysis | null} */ (null));
/** Whether the cells show values. */
export const hasValues = signal(true);
/** The move whose line is shown; null for the best. */
export const picked = signal(/** @type {string | null} */ (null));
/** A position to search longer, for its value in discs or only for the winner. */
const wish = signal(/** @type {{text: string, mode: "exact" | "wld"} | null} */ (null));

export const place = computed(
  () => board.value && shown.value && { board: board.value.name, text: lineOf(board.value, shown.value) },
);
export const isPatient = computed(() => wish.value !== null && wish.value.text === place.value?.text);
export const isProof = computed(() => isPatient.value && must(wish.value).mode === "wld");

/** @param {"exact" | "wld"} mode */
export function lookDeeper(mode) {
  wish.value = { text: must(place.peek()).text, mode };
}

/** Keeps `analysis` up to date while a component is shown. */
export function useAnalysis() {
  const { board: name, text } = must(place.value);
  const seconds = isPatient.value ? PATIENT : SECONDS;
  const mode = isProof.value ? "wld" : "exact";
  useEffect(() => follow({ board: name, text, seconds, mode }), [name, text, seconds, mode]);
}

/** @param {{board: string, text: string, seconds: number, mode: string}} asked */
function follow(asked) {
  const key = `${asked.board} ${asked.text} ${asked.mode}`;
  analysis.value = known(key);
  picked.value = null;
  let stop = () => {};
  const timer = setTimeout(() => {
    stop = listen({ type: "analyse", ...asked }, (message) => {
      if (message.type === "error") trouble.value = t("trouble", { text: complaintOf(message.error) });
      if (message.type !== "analysis") return;
      const wasFinal = analysis.peek()?.is_final;
      const found = learn(key, message);
      analysis.value = found;
      const { best, keeping } = found;
      if (message.is_final && !wasFinal && best)
        whisper(`${bestText(best)} ${keeping ? keptText(keeping) : ""}`);
    });
  }, REST);
  return () => {
    clearTimeout(timer);
    stop();
  };
}

/** The best move in a sentence. @param {MoveValue} best */
export function bestText(best) {
  const move = moveText(best.move);
  return t("analysis.heard", { value: `${move} ${valueText(best)}${t("comma")}${badgeText(best.badge)}` });
}

/** How many moves keep the result. @param {MovesThatKeep} keeping */
export function keptText({ ending, moves, of }) {
  return t(`keeping.${ending}`, { n: moves.length, of });
}
