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

/** Milliseconds until a position is searched, so that scrubbing through a game starts no search. */
const REST = 150;

/** The analysis of the current position. */
export const analysis = signal(/** @type {PositionAnalysis | null} */ (null));
/** Whether the cells show values. */
export const hasValues = signal(true);
/** The move whose line is shown; null for the best. */
export const picked = signal(/** @type {string | null} */ (null));
/** The position of which only the winner is asked. */
const proved = signal("");
/** Whether the page is in sight: nothing is searched for a tab that nobody looks at. */
const isSeen = signal(document.visibilityState !== "hidden");
document.addEventListener("visibilitychange", () => {
  isSeen.value = document.visibilityState !== "hidden";
});

export const place = computed(
  () => board.value && shown.value && { board: board.value.name, text: lineOf(board.value, shown.value) },
);
export const isProof = computed(() => proved.value !== "" && proved.value === place.value?.text);

/** @param {"exact" | "wld"} mode */
export function lookFor(mode) {
  proved.value = mode === "wld" ? must(place.peek()).text : "";
}

/** Keeps `analysis` up to date while a component is shown: it deepens until one leaves. */
export function useAnalysis() {
  const { board: name, text } = must(place.value);
  const mode = isProof.value ? "wld" : "exact";
  const seen = isSeen.value;
  useEffect(() => follow({ board: name, text, mode }, seen), [name, text, mode, seen]);
}

/** What is searched: another place is begun with nothing picked. */
let followed = "";

/** @param {{board: string, text: string, mode: string}} asked @param {boolean} isWanted */
function follow(asked, isWanted) {
  const key = `${asked.board} ${asked.text} ${asked.mode}`;
  analysis.value = known(key);
  if (key !== followed) picked.value = null;
  followed = key;
  if (!isWanted) return;
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
