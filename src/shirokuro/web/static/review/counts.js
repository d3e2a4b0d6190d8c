// The counts of a position for both sides, as far as they are defined on its board.
import { SIDES } from "../game.js";
import { html } from "../view.js";
import { t } from "../words.js";
import { Terms } from "./why.js";

/** @import { PositionAnalysis } from "../types.js" */

const ROWS = ["moves", "pull", "single", "wall", "openness", "stable", "wing", "mountain"];

/** @param {{found: PositionAnalysis}} props */
export function Counts({ found }) {
  const { features, discs, regions } = found;
  const { c, x } = features;
  return html`<h2>${t("counts")}</h2>
    <table class="stats"><thead><tr><td></td>${SIDES.map(
      (side) =>
        html`<th scope="col"><i class="dot-disc ${side}" aria-hidden="true"></i><span class="unseen">${t(`side.${side}`)}</span></th>`,
    )}</tr></thead><tbody>
      <${Row} word="counts.discs" black=${discs.black.length} white=${discs.white.length} />
      ${ROWS.filter((name) => features[name]?.defined).map(
        (name) => html`<${Row} key=${name} word=${`counts.${name}`} ...${features[name]} />`,
      )}
      ${c?.defined && x && html`<${Row} word="counts.cx" black="${c.black} / ${x.black}" white="${c.white} / ${x.white}" />`}
      <tr><th scope="row">${t("counts.parity")}</th><td colspan="2" class="regions"><${Regions} ...${regions} /></td></tr>
    </tbody></table>`;
}

/** What the numbers mean. @param {{found: PositionAnalysis}} props */
export function CountTerms({ found: { features } }) {
  const rows = [...ROWS, "parity"].filter((name) => features[name]?.defined ?? true);
  const used = rows.map((row) => ({
    term: row === "openness" ? "contacts" : row,
    title: t(`counts.${row}`),
  }));
  const corners = ["c", "x"].filter((name) => features[name]?.defined);
  return html`<${Terms} used=${[...used, ...corners.map((term) => ({ term, title: term.toUpperCase() }))]} />`;
}

/** @param {{word: string, black: number | string, white: number | string}} props */
function Row({ word, black, white }) {
  return html`<tr><th scope="row">${t(word)}</th><td>${black}</td><td>${white}</td></tr>`;
}

/** @param {{odd: number[], even: number[]}} regions */
function Regions({ odd, even }) {
  const sizes = (/** @type {number[]} */ list) => list.join(t("counts.and"));
  if (!odd.length && !even.length) return t("counts.none");
  return html`${odd.length > 0 && html`<span>${t("counts.odd", { sizes: sizes(odd) })}</span>`}
    ${even.length > 0 && html`<span>${t("counts.even", { sizes: sizes(even) })}</span>`}`;
}
