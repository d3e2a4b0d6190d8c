// The notice at the top of the page: a lost connection, a refused request.
import { ApiError } from "../api.js";
import { line } from "../live.js";
import { effect, html, signal } from "../view.js";
import { t } from "../words.js";
import { Icon } from "./icon.js";

/** The error of the last request, for as long as it matters. */
export const trouble = signal(/** @type {string | null} */ (null));

/** @param {unknown} error */
export function troubleText(error) {
  return error instanceof ApiError ? t("trouble", { text: error.message }) : t("line.lost");
}

/** @template T @param {() => Promise<T>} work @returns {Promise<T | null>} null, with a notice, where it failed */
export async function attempt(work) {
  try {
    const got = await work();
    trouble.value = null;
    return got;
  } catch (error) {
    trouble.value = troubleText(error);
    return null;
  }
}

export function Notice() {
  if (line.value === "lost" || line.value === "blocked")
    return html`<div class="notice" role="status">${t(`line.${line.value}`)}</div>`;
  if (!trouble.value) return null;
  return html`<div class="notice" role="alert"><span>${trouble.value}</span>
    <button class="icon-button" aria-label=${t("close")} onClick=${() => (trouble.value = null)}><${Icon} name="close" /></button></div>`;
}

// Errors from before the connection was lost, or because of it, no longer matter.
let before = line.peek();
effect(() => {
  if (line.value === "lost" || before === "lost") trouble.value = null;
  before = line.value;
});
