// On a round board: what the move looked at turns, line by line, in words.
import { html } from "../view.js";
import { t } from "../words.js";

/** @import { Line } from "../board/preview.js" */

/** @param {{move: string, lines: Line[]}} props */
export function Looked({ move, lines }) {
  const n = lines.reduce((sum, { cells }) => sum + cells.length - 2, 0);
  return html`<section class="part looked" aria-hidden="true">
    <p><b>${move}</b> ${t("looked.turns", { n })}</p>
    <ul>${lines.map((line) => html`<li><${Way} line=${line} /><span>${wordsOf(line)}</span></li>`)}</ul>
  </section>`;
}

/** @param {Line} line */
function wordsOf({ cells, isRim, dx, dy }) {
  const turned = cells.slice(1, -1);
  const way = isRim ? "rim" : dx && dy ? "diagonal" : dx ? "row" : "column";
  const values = {
    n: turned.length,
    from: turned[0].name,
    to: turned[turned.length - 1].name,
    by: cells[cells.length - 1].name,
  };
  return t(`looked.${way}`, values);
}

/** @param {{line: Line}} props */
function Way({ line: { isRim, dx, dy } }) {
  const long = 7 / Math.hypot(dx, dy);
  const d = isRim
    ? "M12 2.5A9.5 9.5 0 0 0 6 19.4"
    : `M${12 - dx * long} ${12 - dy * long}L${12 + dx * long} ${12 + dy * long}`;
  return html`<svg class="way" viewBox="0 0 24 24"><circle cx="12" cy="12" r="9.5" /><path d=${d} /></svg>`;
}
