// What can be chosen of the rival: whether it aims at an even game or holds a level, its character, and whom it meets.
import { parameterOf } from "../catalogue.js";
import { textIn } from "../shell/field.js";
import { html } from "../view.js";
import { t, upper } from "../words.js";
import { knownNames, memoryHere, useMemories } from "./memories.js";
import { NameField } from "./name.js";
import { levelText, Record } from "./strength.js";

/** @param {{group: string, values: Record<string, any>, set: (name: string, value: string) => void, hasName: boolean}} props
 * `values`: what differs from the default */
export function RivalChoice({ group, values, set, hasName }) {
  const [modes, characters] = ["mode", "character"].map((name) => parameterOf("rival", name));
  if (!modes || !characters) return null;
  const { mode = modes.default, character = characters.default } = values;
  return html`<div class="choice" role="radiogroup" aria-label=${upper(t("parameter.mode"))}>${modes.choices.map(
    (each) => html`<label>
      <input type="radio" name="${group}-mode" checked=${mode === each} onChange=${() => set("mode", each)} />${upper(t(`choice.${each}`))}</label>`,
  )}</div>
    <p class="note">${t(`rival.mode_${mode}`)}</p>
    <label class="field"><span>${upper(t("parameter.character"))}</span><select onChange=${(/** @type {Event} */ event) => set("character", textIn(event))}>${characters.choices.map(
      (each) =>
        html`<option value=${each} selected=${each === character}>${upper(t(`choice.${each}`))}</option>`,
    )}</select><small>${t(`rival.character_${character}`)}</small></label>
    ${hasName && html`<${Person} />`}`;
}

/** Who sits there, and what it takes them for. */
function Person() {
  useMemories();
  const memory = memoryHere();
  return html`<${NameField} names=${knownNames()} />
    ${memory && html`<p class="note standing">${levelText(memory.strength)} <${Record} record=${memory.record} /></p>`}`;
}
