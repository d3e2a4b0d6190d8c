// A button with a drawing and a word.
import { html } from "../view.js";
import { t } from "../words.js";
import { Icon } from "./icon.js";

/** @import { IconName } from "./icon.js" */

/** @param {{icon: IconName, word: string, label?: string, can?: boolean, act: () => void, isKey?: boolean}} props
 * `label`: what a screen reader says, where the word is short; `isKey`: whether it is what one most likely wants */
export function Action({ icon, word, label, can = true, act, isKey = false }) {
  const said = label && t(label);
  return html`<button class="button ${isKey ? "key" : ""}" disabled=${!can} aria-label=${said} title=${said}
    onClick=${act}><${Icon} name=${icon} />${t(word)}</button>`;
}
