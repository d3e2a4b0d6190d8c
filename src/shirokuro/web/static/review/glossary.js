// What the players' words mean that stand beside the board.
import { html } from "../view.js";
import { said, t } from "../words.js";
import { explanation } from "./why.js";

/** Words that the page can tell the meaning of. */
const TOLD = [
  "mobility",
  "openness",
  "corner",
  "stable",
  "c",
  "x",
  "safe",
  "wing",
  "mountain",
  "parity",
  "pass",
];

/** Those of the reasons. */
export function Glossary() {
  const used = explanation.value?.reasons.filter(({ term }) => TOLD.includes(term)) ?? [];
  return html`<${Terms} used=${used.map(({ term, title }) => ({ term, title: said(title) }))} />`;
}

/** @param {{used: {term: string, title: string}[]}} props */
export function Terms({ used }) {
  if (!used.length) return null;
  return html`<details class="part folded"><summary>${t("terms")}</summary>
    <dl class="terms">${used.map(({ term, title }) => html`<dt>${title}</dt><dd>${t(`term.${term}`)}</dd>`)}</dl></details>`;
}
