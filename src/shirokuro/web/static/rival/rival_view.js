// The rival's view of the game, loaded at each turn of the person and at the end; and the rival's card.
import { announce, whisper } from "../announcer.js";
import { ApiError, get } from "../api.js";
import { game, SIDES, sidesOf, theGame } from "../game.js";
import { html, signal, useEffect } from "../view.js";
import { said, t } from "../words.js";
/** @import { GameView, RivalGameView, ColourRecord, RivalRecord, RivalStrength } from "../types.js" */

/** The view as last received; null before the first. */
export const rivalView = signal(/** @type {RivalGameView & {id: string} | null} */ (null));
/** Whether the dialog about its memory is open. */
export const isMemoryOpen = signal(false);
/** Increases when its memory was changed. */
export const changes = signal(0);
const PAUSE = 3000;
/** Announces why a game no longer counts; an undo has its own announcement. */
const HELP = ["hint", "coach", "analysis"];

/** The side of a rival that remembers the person, if there is one. @param {GameView | null} of */
export function rivalSide(of) {
  if (!of?.id) return null;
  const [side, ...others] = sidesOf(of, "player");
  return side && !others.length && of.seats[side].player === "rival" ? side : null;
}

/** What it said of the game on the table. @returns {RivalGameView | null} */
export const rivalViewHere = () => (rivalView.value?.id === game.value?.id ? rivalView.value : null);

/** Keeps `rivalView` up to date while a component is shown. */
export function useRivalView() {
  const { id, ply, waits, is_over, revision } = theGame();
  const isSettled = waits || is_over;
  const at = isSettled ? `${id} ${ply} ${is_over} ${revision}` : "";
  useEffect(() => (at && id ? asking(id) : undefined), [at, changes.value]);
}

/** Asks until it is answered or nobody wants to know. @param {string} id */
function asking(id) {
  let isWanted = true;
  /** @type {number | undefined} */
  let timer;
  const ask = async () => {
    try {
      const got = await get(`/games/${id}/rival`);
      if (!isWanted) return;
      const before = rivalView.peek();
      rivalView.value = { ...got, id };
      if (before?.id === id && before.standing === "playing" && HELP.includes(got.standing))
        announce(() => t(`rival.standing_${got.standing}`));
      // Its report is announced once.
      if (got.report && before?.id === id && !before.report)
        whisper(got.report.texts.map(said).join(t("full_stop")));
    } catch (error) {
      const isUnknown = error instanceof ApiError && error.status === 404;
      if (isWanted && !isUnknown) timer = setTimeout(ask, PAUSE);
    }
  };
  ask();
  return () => {
    isWanted = false;
    clearTimeout(timer);
  };
}

/** @param {{title: string}} props */
export function RivalCard({ title }) {
  useRivalView();
  const view = rivalViewHere();
  return html`<div class="rival-name"><b>${title}</b>
      <button class="record" title=${t("rival.memory")} onClick=${() => (isMemoryOpen.value = true)}>
        ${view && SIDES.some((side) => gamesIn(view.record[side])) ? html`<${Record} record=${view.record} />` : t("rival.first")}<span class="unseen">${t("comma")}${t("rival.memory")}</span></button></div>
    <p>${view ? levelText(view.strength) : ""}</p><p>${view ? lossText(view.strength) : ""}</p>`;
}

/** @param {RivalStrength | null} strength */
export function levelText(strength) {
  if (!strength) return t("rival.stranger");
  const { level, weakest, strongest } = strength;
  return t(weakest === strongest ? "rival.level_sure" : "rival.level", { level, weakest, strongest });
}

/** @param {RivalStrength | null} strength */
export function lossText(strength) {
  if (!strength) return t("rival.learning");
  return t("rival.loss", { loss: strength.loss.toFixed(1), error: strength.error.toFixed(1) });
}

/** @param {ColourRecord} record */
export const gamesIn = ({ won, drawn, lost }) => won + drawn + lost;

/** Short for the eye, in words for the ear. @param {{record: RivalRecord}} props */
export function Record({ record }) {
  const sides = SIDES.filter((side) => gamesIn(record[side]));
  return sides.map((side) => {
    const { won, drawn, lost } = record[side];
    return html`<span><i class="dot-disc ${side}" aria-hidden="true"></i> <span aria-hidden="true">${won}–${drawn}–${lost}</span><span class="unseen">
      ${t("rival.record", { side: t(`side.${side}`), won, drawn, lost })}</span></span>`;
  });
}
