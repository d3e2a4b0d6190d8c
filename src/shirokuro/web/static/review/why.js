// Why a move lost discs: the reasons in words, the numbers after both moves, and what the terms mean.
import { post } from "../api.js";
import { Thumb } from "../board/felt.js";
import { board } from "../game.js";
import { must } from "../must.js";
import { Recent } from "../recent.js";
import { html, useEffect } from "../view.js";
import { said, signed, t } from "../words.js";
import { Mark } from "./badge.js";
import { afterLine } from "./lines.js";
import { before, compare, compared, current, explanation, reasoned, showReason } from "./mistake.js";
import { sides } from "./review.js";

/** @import { MoveAsked, MoveExplanation, JudgedMove, Mark as MarkOf } from "../types.js" */

/** @type {Recent<MoveExplanation>} */
const kept = new Recent(300);
export function Why() {
  const { board, text } = must(before.value);
  const { move, side, certainty, best, loss } = must(current.value);
  useEffect(() => explain({ board, text, move }, certainty), [board, text, move, best, loss]);
  const isYours = sides.value.length === 1 && sides.value.includes(side);
  const found = explanation.value;
  return html`<section class="part why" aria-busy=${found === null}><h2>${t("why")}</h2>
    ${
      found &&
      found.reasons.length > 0 &&
      html`<ul>${found.reasons.map(
        (
          reason,
          at,
        ) => html`<li key=${reason.term}><button class="reason" aria-pressed=${reasoned.value === at} onClick=${() => showReason(at)}>
          <span class="term">${said(reason.title)}</span>${said(isYours ? reason.to_you : reason.sentence)}</button></li>`,
      )}</ul>`
    }
    ${found?.is_deep && html`<p>${t("why.deep")}</p>`}
  </section>`;
}

/** @param {MoveAsked} asked @param {number} certainty that of the judgement that is explained */
function explain(asked, certainty) {
  const key = [...Object.values(asked), certainty].join(" ");
  let isWanted = true;
  explanation.value = kept.get(key) ?? null;
  const show = (/** @type {MoveExplanation} */ found) => {
    kept.set(key, found);
    if (isWanted) explanation.value = found;
  };
  if (!explanation.peek()) post("/explanations", asked).then(show, () => {});
  return () => {
    isWanted = false;
  };
}

/** Numbers that differ without being a reason, as far as there is room. */
const OTHERS = 3;

/** @param {{move: JudgedMove}} props */
export function Compare({ move }) {
  const all = explanation.value?.compared ?? [];
  const others = all.filter(({ counts, mine, best }) => !counts && mine !== best);
  const rows = [...all.filter(({ counts }) => counts), ...others.slice(0, OTHERS)];
  return html`<section class="part"><table class="stats compared">
    <thead><tr><td>${t("compare")} <kbd class="for-keys">X</kbd></td>
      <th scope="col"><${After} which="mine" square=${move.move} mark=${move.mark} value=${move.value} /></th>
      <th scope="col"><${After} which="best" square=${move.best} mark="" value=${move.best_value} /></th></tr></thead>
    <tbody>${rows.map(
      ({ feature, label, mine, best, counts }) => html`<tr key=${feature} class=${counts ? "counts" : ""}>
        <th scope="row">${said(label)}${counts && html`<span class="unseen">${t("comma")}${t("compare.counts")}</span>`}</th><td>${number(mine)}</td><td>${number(best)}</td></tr>`,
    )}</tbody></table></section>`;
}

/** @param {number} value */
const number = (value) => String(value).replace("-", "−");

/** @param {{which: "mine" | "best", square: string, mark: MarkOf, value: number}} props */
function After({ which, square, mark, value }) {
  const discs = afterLine(must(before.value), [square]);
  const isOn = compared.value === which;
  return html`<button class="after" aria-pressed=${isOn} onClick=${() => compare(isOn ? null : which)}>
    ${discs ? html`<${Thumb} board=${board.value} discs=${discs} />` : html`<span class="thumb-room"></span>`}
    <span>${t(`compare.${which}`, { move: square })}</span>
    <span><${Mark} mark=${mark} /><b>${signed(value)}</b></span></button>`;
}

/** The terms that the page can explain. */
const TOLD = [
  "mobility",
  "openness",
  "corner",
  "stable",
  "c",
  "x",
  "safe",
  "access",
  "wedge",
  "parity",
  "pass",
];

/** The terms in the reasons. */
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
