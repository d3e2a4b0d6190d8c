// Form fields and their values.
import { html } from "../view.js";
import { Icon } from "./icon.js";

/** @param {Event} event */
export const fieldOf = (event) => /** @type {HTMLInputElement} */ (event.target);

/** Hands on the text of a field. @param {(text: string) => void} set */
export const onText = (set) => (/** @type {Event} */ event) => set(fieldOf(event).value);

/** Hands on the number in a field. @param {(number: number) => void} set */
export const onNumber = (set) => onText((text) => set(Number(text)));

/** One of several values. `show`: what stands for a value.
 * @template T @param {{name: string, label?: string, class?: string, all: readonly T[], chosen: T,
 *   choose: (value: T) => void, show: (value: T) => unknown}} props */
export function Choice({ name, label, class: also = "", all, chosen, choose, show }) {
  return html`<div class="choice ${also}" role=${label && "radiogroup"} aria-label=${label}>${all.map(
    (each) => html`<label><input type="radio" name=${name} checked=${each === chosen}
      onChange=${() => choose(each)} />${show(each)}</label>`,
  )}</div>`;
}

/** @param {{label: string, text: string, example: string, longest?: number, set: (text: string) => void}} props */
export function SearchField({ label, text, example, longest, set }) {
  return html`<label class="search-field"><${Icon} name="find" /><span class="unseen">${label}</span>
    <input class="text" type="search" maxlength=${longest} value=${text} placeholder=${example} onInput=${onText(set)} /></label>`;
}
