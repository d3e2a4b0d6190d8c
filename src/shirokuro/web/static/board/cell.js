// One cell of a board: what stands on it, what may be played there, and its name for a screen reader.
import { t } from "../words.js";
import { html } from "../view.js";
import { Disc, TurningDisc } from "./disc.js";

/** @typedef {import("../types.js").Side} Side */
/**
 * @typedef {{board: import("../types.js").Board, cell: import("../types.js").Cell,
 *   shown: import("../types.js").Shown, delays: Map<string, number>, legal?: import("../types.js").Legal,
 *   hasDot: boolean, isGhost: boolean, willTurn: boolean, isTabbed: boolean,
 *   decoration?: import("../types.js").Decoration}} CellProps
 */

/** @param {CellProps} props */
export function Cell(props) {
  const { board, cell, shown, legal, decoration, isTabbed, willTurn } = props;
  const side = discOn(shown, cell.name);
  const isLast = shown.last === cell.name;
  return html`<g role="gridcell" tabindex=${isTabbed ? 0 : -1} data-square=${cell.name}
    class=${legal ? "cell is-legal" : "cell"} aria-label=${labelOf(props, side, isLast)}>
    <path class="hit" d=${cell.path} />
    <g transform="translate(${cell.x} ${cell.y})" aria-hidden="true">
      ${side && html`<${Standing} ...${props} side=${side} />`}
      ${willTurn && html`<circle class="face ${shown.turn}" cy="-0.015" r="0.17" />`}
      ${isLast && html`<g class="last"><circle cy="-0.015" r="0.16" /><circle cy="-0.015" r="0.13" /></g>`}
      ${!side && legal && html`<${Offer} ...${props} r=${board.disc} />`}
      ${decoration && html`<${Decorated} ...${decoration} />`}
    </g>
  </g>`;
}

/** The disc that stands here, perhaps just turning. */
function Standing({ board, cell, shown, delays, side }) {
  const delay = delays.get(cell.name);
  if (delay === undefined) return html`<${Disc} side=${side} r=${board.disc} />`;
  return html`<${TurningDisc} key=${shown.step.key} side=${side} r=${board.disc} delay=${delay} />`;
}

/** A legal move: a dot, or the disc as it would stand, with what it turns. */
function Offer({ board, shown, legal, hasDot, isGhost, decoration, r }) {
  if (isGhost && !decoration?.text && !decoration?.mark)
    return html`<${Disc} side=${shown.turn} r=${r} class="ghost" />
      ${board.is_round && html`<text class="turns ${shown.turn}" y="0.1">${legal.flips.flat().length}</text>`}`;
  return hasDot && !decoration?.text && !decoration?.mark && html`<circle class="face dot ${shown.turn}" r="0.115" />`;
}

const MARKS = { "?!": "doubtful", "?": "bad", "??": "worst" };

/** What Analysis, Review and hints write on cells. @param {import("../types.js").Decoration} props */
function Decorated({ text, small, isBest, mark, ring }) {
  if (mark === "✓")
    return html`<g class="marked good"><circle r="0.31" /><path d="M-0.14 0.01L-0.04 0.12L0.15 -0.11" /></g>`;
  if (mark)
    return html`<g class="marked ${MARKS[mark]}">
      <rect x="-0.35" y="-0.27" width="0.7" height="0.54" rx="0.1" /><text y="0.115">${mark}</text></g>`;
  return html`${ring && html`<circle class="held" cy="-0.015" r="0.24" />`}
    ${text && html`<g class=${isBest ? "value best" : "value"}>
      ${isBest && html`<rect x="-0.43" y="-0.37" width="0.86" height="0.74" rx="0.1" />`}
      <text class="number" y=${small ? 0 : 0.115}>${text}</text>
      ${small && html`<text class="word" y="0.25">${small}</text>`}</g>`}`;
}

/** @param {import("../types.js").Shown} shown @param {string} name @returns {Side | null} */
export function discOn(shown, name) {
  return shown.black.has(name) ? "black" : shown.white.has(name) ? "white" : null;
}

/** @param {CellProps} props @param {Side | null} side @param {boolean} isLast */
function labelOf({ board, cell, legal, decoration }, side, isLast) {
  const parts = [cell.name, t(side ? `side.${side}` : legal ? "cell.legal" : "cell.empty")];
  if (legal) parts.push(t("cell.turns", { n: legal.flips.flat().length }));
  if (isLast) parts.push(t("cell.last"));
  if (board.is_round && cell.is_rim) parts.push(t("cell.rim"));
  if (decoration?.label) parts.push(decoration.label);
  return parts.join(t("comma"));
}
