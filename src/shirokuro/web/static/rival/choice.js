// What can be chosen of the rival: whether it aims at an even game or holds a level, its character, and whom it meets.
import { textIn } from "../shell/field.js";
import { html } from "../view.js";
import { t, upper } from "../words.js";
import { knownNames, memoryHere, useMemories } from "./memories.js";
import { NameField } from "./name.js";
import { levelText, Record } from "./strength.js";

const MODES = ["even", "fixed"];
const CHARACTERS = ["any", "calm", "sharp", "greedy", "patient"];

/** @param {{group: string, values: Record<string, any>, set: (values: Record<string, any>) => void, hasName: boolean}} props
 * `values`: what differs from the default */
export function RivalChoice({ group, values, set, hasName }) {
  const { mode = MODES[0], character = CHARACTERS[0] } = values;
  const choose = (/** @type {string} */ name, /** @type {string} */ value, /** @type {string} */ usual) => {
    const { [name]: _, ...others } = values;
    set(value === usual ? others : { ...others, [name]: value });
  };
  const pick = (/** @type {Event} */ event) => choose("character", textIn(event), CHARACTERS[0]);
  return html`<div class="choice" role="radiogroup" aria-label=${upper(t("parameter.mode"))}>${MODES.map(
    (each) => html`<label>
      <input type="radio" name="${group}-mode" checked=${mode === each} onChange=${() => choose("mode", each, MODES[0])} />${upper(t(`choice.${each}`))}</label>`,
  )}</div>
    <p class="note">${t(`rival.mode_${mode}`)}</p>
    <label class="field"><span>${upper(t("parameter.character"))}</span><select onChange=${pick}>${CHARACTERS.map(
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
