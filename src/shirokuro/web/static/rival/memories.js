// What the rival remembers under each name, the current name, and the rival's options.
import { whisper } from "../announcer.js";
import { get, post } from "../api.js";
import { parameterOf } from "../boards_and_players.js";
import { change, settings } from "../settings.js";
import { Choice, onText } from "../shell/field.js";
import { html, signal, useEffect, useState } from "../view.js";
import { t, upper } from "../words.js";
import { changes, levelText, Record } from "./rival_view.js";
/** @import { RivalMemoryView } from "../types.js" */

/** Null until the server has answered. */
export const memories = signal(/** @type {RivalMemoryView[] | null} */ (null));

/** Keeps `memories` up to date while a component is shown. */
export function useMemories() {
  useEffect(
    () =>
      void get("/rivals")
        .then(({ rivals }) => (memories.value = rivals))
        .catch(() => {}),
    [changes.value],
  );
}

/** The rival's memory of the current person. */
export const memoryHere = () =>
  memories.value?.find(({ name }) => name === (settings.value.name || UNNAMED)) ?? null;

/** The names that the rival knows. */
export const knownNames = () =>
  (memories.value ?? []).map(({ name }) => name).filter((name) => name !== UNNAMED);

/** The server's name for a person who gave none. */
export const UNNAMED = "you";
const LONGEST = 40;

/** The part of a new game that tells the server about the person. */
export const ownName = () => settings.peek().name || UNNAMED;

/** The first name takes over what is remembered of a person without one, unless that name is known. @param {string} text */
export async function setName(text) {
  const [before, name] = [settings.peek().name, text.trim().replace(/\s+/g, " ").slice(0, LONGEST).trim()];
  if (name === before) return;
  change({ name });
  if (name) whisper(t("rival.named", { name }));
  if (!before && name) await post("/rivals/rename", { name: UNNAMED, to: name }).catch(() => {});
  changes.value++;
}

/** @param {{names?: string[]}} props `names`: those that are known */
export function NameField({ names = [] }) {
  const [draft, setDraft] = useState(/** @type {string | null} */ (null)); // what is typed and not yet said
  const say = (/** @type {string} */ name) => {
    setDraft(null);
    setName(name);
  };
  return html`<label class="field"><span>${t("rival.name")}</span>
    <input type="text" maxlength=${LONGEST} autocomplete="nickname" list="rival-names" placeholder=${t("rival.unnamed")}
      value=${draft ?? settings.value.name} onInput=${onText(setDraft)} onChange=${onText(say)} />
    <small>${t("rival.name_about")}</small>
    <datalist id="rival-names">${names.map((name) => html`<option value=${name} />`)}</datalist></label>`;
}

/** @param {{group: string, values: Record<string, any>, set: (name: string, value: string) => void, hasName: boolean}} props
 * `values`: what differs from the default */
export function RivalChoice({ group, values, set, hasName }) {
  const [modes, characters] = ["mode", "character"].map((name) => parameterOf("rival", name));
  if (!modes || !characters) return null;
  const { mode = modes.default, character = characters.default } = values;
  return html`<${Choice} name="${group}-mode" label=${upper(t("parameter.mode"))} all=${modes.choices} chosen=${mode}
      choose=${(/** @type {string} */ each) => set("mode", each)} show=${(/** @type {string} */ each) => upper(t(`choice.${each}`))} />
    <p class="note">${t(`rival.mode_${mode}`)}</p>
    <label class="field"><span>${upper(t("parameter.character"))}</span><select onChange=${onText((each) => set("character", each))}>${characters.choices.map(
      (each) =>
        html`<option value=${each} selected=${each === character}>${upper(t(`choice.${each}`))}</option>`,
    )}</select><small>${t(`rival.character_${character}`)}</small></label>
    ${hasName && html`<${Person} />`}`;
}

/** The person's name, and the rival's estimate. */
function Person() {
  useMemories();
  const memory = memoryHere();
  return html`<${NameField} names=${knownNames()} />
    ${memory && html`<p class="note standing">${levelText(memory.strength)} <${Record} record=${memory.record} /></p>`}`;
}
