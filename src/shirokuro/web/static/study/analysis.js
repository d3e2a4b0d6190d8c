// What the engine thinks of the position on the board: asked for while somebody looks, and remembered.
import { whisper } from "../announcer.js";
import { board, lineOf, shown } from "../game.js";
import { listen } from "../live.js";
import { trouble } from "../shell/notice.js";
import { computed, signal, useEffect } from "../view.js";
import { t } from "../words.js";
import { badgeText, valueText } from "./badge.js";
import { known, learn } from "./known.js";

/** @typedef {import("../types.js").Analysis} Analysis */

const SECONDS = 4;
const PATIENT = 30;
/** Milliseconds that a place must be looked at before it is searched, so that scrubbing asks for nothing. */
const REST = 150;

/** The analysis of the place that is looked at. */
export const analysis = signal(/** @type {Analysis | null} */ (null));
/** Whether values stand on the cells. */
export const hasValues = signal(true);
/** The move whose line is shown; null: the best. */
export const picked = signal(/** @type {string | null} */ (null));
/** Places that somebody wants to know more of. */
const patient = signal(/** @type {string | null} */ (null));

export const place = computed(() => board.value && shown.value && { board: board.value.name, text: lineOf(board.value, shown.value) });
export const isPatient = computed(() => patient.value !== null && patient.value === place.value?.text);

export function lookDeeper() {
  patient.value = place.peek()?.text ?? null;
}

/** Keeps `analysis` true while a component is shown. */
export function useAnalysis() {
  const { board: name, text } = place.value;
  const seconds = isPatient.value ? PATIENT : SECONDS;
  useEffect(() => follow(name, text, seconds), [name, text, seconds]);
}

/** @param {string} name @param {string} text @param {number} seconds */
function follow(name, text, seconds) {
  const key = `${name} ${text}`;
  analysis.value = known(key);
  picked.value = null;
  let stop = () => {};
  const timer = setTimeout(() => {
    stop = listen({ type: "analyse", board: name, text, seconds }, (message) => {
      if (message.type === "error") trouble.value = t("trouble", { text: message.error.text });
      if (message.type !== "analysis") return;
      const wasFinal = analysis.peek()?.is_final;
      analysis.value = learn(key, /** @type {any} */ (message));
      if (message.is_final && !wasFinal) tell(analysis.peek());
    });
  }, REST);
  return () => {
    clearTimeout(timer);
    stop();
  };
}

/** @param {Analysis} found */
function tell({ best, keeping }) {
  if (!best) return;
  const value = `${best.move} ${valueText(best)}${t("comma")}${badgeText(best.badge)}`;
  whisper(`${t("analysis.heard", { value })} ${keeping ? keptText(keeping) : ""}`);
}

/** How many moves keep the result. @param {import("../types.js").Keeping} keeping */
export function keptText({ ending, moves, of }) {
  return t(`keeping.${ending}`, { n: moves.length, of });
}
