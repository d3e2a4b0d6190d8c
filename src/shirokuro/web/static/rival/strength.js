// For how strong the rival takes the person, and how their games ended, in words.
import { SIDES } from "../game.js";
import { html } from "../view.js";
import { t } from "../words.js";
/** @import { ColourRecord, RivalRecord, RivalStrength } from "../types.js" */

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
