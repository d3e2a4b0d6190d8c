// After mine against after best: two small boards, and the numbers that make the difference.
import { Thumb } from "../board/thumb.js";
import { board } from "../game.js";
import { must } from "../must.js";
import { html } from "../view.js";
import { said, signed, t } from "../words.js";
import { Mark } from "./badge.js";
import { afterLine } from "./lines.js";
import { before, compare, compared } from "./mistake.js";
import { explanation } from "./why.js";

/** @import { JudgedMove, Mark as MarkOf } from "../types.js" */

/** Numbers that differ and are no reason, as far as there is room for them. */
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
