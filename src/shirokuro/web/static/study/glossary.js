// What the players' words mean that a reason uses.
import { html } from "../view.js";
import { said, t } from "../words.js";
import { explanation } from "./why.js";

/** Words that the page can tell the meaning of. */
const TOLD = ["mobility", "openness", "corner", "stable", "c", "x", "safe", "wing", "mountain", "parity", "pass"];

export function Glossary() {
  const used = explanation.value?.reasons.filter(({ term }) => TOLD.includes(term)) ?? [];
  if (!used.length) return null;
  return html`<details class="part folded"><summary>${t("terms")}</summary>
    <dl class="terms">${used.map(({ term, title }) => html`<dt>${said(title)}</dt><dd>${t(`term.${term}`)}</dd>`)}</dl></details>`;
}
