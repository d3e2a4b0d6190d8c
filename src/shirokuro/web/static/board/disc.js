// A disc, which shows a sliver of its other side.
import { html } from "../view.js";
/** @import { Side } from "../types.js" */

/** @param {{side: Side, r: number, class?: string}} props */
export function Disc({ side, r, class: also = "" }) {
  return html`<g class="disc ${side} ${also}">
    <circle class="under" cy="0.045" r=${r} /><circle class="face" cy="-0.015" r=${r} />
  </g>`;
}

/** Two drawings of a disc that turns over: the old side goes, the new one comes, after so many others.
 * @param {{side: Side, r: number, delay: number}} props */
export function TurningDisc({ side, r, delay }) {
  return html`<g class="turning" style=${{ "--delay": delay }}>
    <${Disc} side=${side === "black" ? "white" : "black"} r=${r} class="old" />
    <${Disc} side=${side} r=${r} class="new" />
  </g>`;
}
