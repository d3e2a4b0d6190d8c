// The name by which the rival remembers the person: asked for once, kept in the browser.
import { whisper } from "../announcer.js";
import { post } from "../api.js";
import { change, settings } from "../settings.js";
import { textIn } from "../shell/field.js";
import { html, useState } from "../view.js";
import { t } from "../words.js";
import { changes } from "./rival_view.js";

/** What the server calls somebody who has said no name. */
export const UNNAMED = "you";
const LONGEST = 40;

/** What the server is told of the person. */
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
      value=${draft ?? settings.value.name} onInput=${(/** @type {Event} */ event) => setDraft(textIn(event))} onChange=${(/** @type {Event} */ event) => say(textIn(event))} />
    <small>${t("rival.name_about")}</small>
    <datalist id="rival-names">${names.map((name) => html`<option value=${name} />`)}</datalist></label>`;
}
