// The dialog about the rival's memory: shows it, names the person, deletes it.
import { announce } from "../announcer.js";
import { remove } from "../api.js";
import { SIDES } from "../game.js";
import { levelTitle } from "../play/player_name.js";
import { Dialog, Question } from "../shell/dialog.js";
import { attempt } from "../shell/notice.js";
import { html, useState } from "../view.js";
import { t, upper } from "../words.js";
import { knownNames, memories, memoryHere, NameField, ownName, useMemories } from "./memories.js";
import { changes, isMemoryOpen, lossText } from "./rival_view.js";
/** @import { RivalMemoryView } from "../types.js" */

export function MemoryDialog() {
  useMemories();
  const [isAsking, setAsking] = useState(false);
  const memory = memoryHere();
  const close = () => (isMemoryOpen.value = false);
  const forget = async () => {
    if (!(await attempt(() => remove(`/rivals?name=${encodeURIComponent(ownName())}`).then(() => true))))
      return;
    changes.value++;
    announce(() => t("rival.forgotten"));
  };
  if (isAsking)
    return html`<${Question} title=${t("rival.forget")} text=${t("rival.forget_sure", { n: memory?.games ?? 0 })}
      onYes=${forget} onClose=${() => setAsking(false)} />`;
  return html`<${Dialog} title=${t("rival.memory")} onClose=${close} foot=${html`
      <button class="button bare" disabled=${!memory} onClick=${() => setAsking(true)}>${t("rival.forget")}</button>
      <button class="button key" onClick=${close}>${t("close")}</button>`}>
    <div class="content remembered"><${NameField} names=${knownNames()} />
      ${memory ? html`<${Memory} ...${memory} />` : memories.value && html`<p>${t("rival.nothing")}</p>`}
      <p class="note">${t("rival.counts")}</p></div>
  <//>`;
}

/** @param {RivalMemoryView} memory */
function Memory({ games, strength, record }) {
  return html`${
    strength &&
    html`<p class="level"><b>${upper(levelTitle(strength.level))}</b>
      <span class="soft">${t("rival.range", { weakest: strength.weakest, strongest: strength.strongest })}</span></p>
      <p>${lossText(strength)}</p>
      <p>${t("rival.rating", { rating: strength.rating, error: strength.rating_error })}</p>`
  }
    <table class="stats"><thead><tr><th scope="col">${t("rival.games", { n: games })}</th>
        ${["won", "drawn", "lost"].map((each) => html`<th scope="col">${t(`rival.${each}`)}</th>`)}</tr></thead>
      <tbody>${SIDES.map(
        (side) => html`<tr>
        <th scope="row"><i class="dot-disc ${side}" aria-hidden="true"></i> ${t("rival.as", { side: t(`side.${side}`) })}</th>
        <td>${record[side].won}</td><td>${record[side].drawn}</td><td>${record[side].lost}</td></tr>`,
      )}</tbody></table>
`;
}
