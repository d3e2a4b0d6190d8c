// The rival's card: for how strong it takes the person, and the record, which opens what it remembers.
import { SIDES } from "../game.js";
import { html } from "../view.js";
import { t } from "../words.js";
import { isMemoryOpen, toldHere, useTold } from "./rival_view.js";
import { gamesIn, levelText, lossText, Record } from "./strength.js";

/** @param {{title: string}} props */
export function RivalCard({ title }) {
  useTold();
  const told = toldHere();
  return html`<div class="rival-name"><b>${title}</b>
      <button class="record" title=${t("rival.memory")} onClick=${() => (isMemoryOpen.value = true)}>
        ${told && SIDES.some((side) => gamesIn(told.record[side])) ? html`<${Record} record=${told.record} />` : t("rival.first")}<span class="unseen">${t("comma")}${t("rival.memory")}</span></button></div>
    <p>${told ? levelText(told.strength) : ""}</p><p>${told ? lossText(told.strength) : ""}</p>`;
}
