// One cell of a board: what stands on it, what may be played there, and its name for a screen reader.
import { html } from "../view.js";
import { t } from "../words.js";
import { Disc, TurningDisc } from "./disc.js";
/** @import { DrawnBoard, DrawnCell, Mark, Side } from "../types.js" */

/** What may be drawn on a cell besides its disc: a value with a small word under it, a mark.
 * @typedef {{text?: string, small?: string, isBest?: boolean, mark?: Mark | "✓",
 *   label?: string}} Decoration */
/**
 * `mover`: who would play or turn here; `turns`: how many discs a move here turns, null if there is none;
 * `step`: the move in which the disc turns just now, and how many of its line do so before it.
 * @typedef {{board: DrawnBoard, cell: DrawnCell,
 *   side: Side | null, mover: Side | null, turns: number | null,
 *   isLast: boolean, step: string | null, delay: number, willTurn: boolean, isGhost: boolean,
 *   isTabbed: boolean, decoration: Decoration | null}} CellProps
 */

/** @param {CellProps} props */
export function Cell(props) {
  const { cell, side, mover, turns, isLast, willTurn, decoration, isTabbed } = props;
  return html`<g role="gridcell" tabindex=${isTabbed ? 0 : -1} data-square=${cell.name}
    class=${turns === null ? "cell" : "cell is-legal"} aria-label=${labelOf(props)}>
    <path class="hit" d=${cell.path} />
    <g transform="translate(${cell.x} ${cell.y})" aria-hidden="true">
      ${side && standing(props)}
      ${willTurn && html`<circle class="face ${mover}" cy="-0.015" r="0.17" />`}
      ${isLast && html`<g class="last"><circle cy="-0.015" r="0.16" /><circle cy="-0.015" r="0.13" /></g>`}
      ${!side && turns !== null && offer(props)}
      ${decoration && html`<${Decorated} ...${decoration} />`}
    </g>
  </g>`;
}

/** The disc that stands here, perhaps just turning. @param {CellProps} props */
function standing({ board, side, step, delay }) {
  if (step === null) return html`<${Disc} side=${side} r=${board.disc} />`;
  return html`<${TurningDisc} key=${step} side=${side} r=${board.disc} delay=${delay} />`;
}

/** A legal move: a dot, or the disc as it would stand, with what it turns. @param {CellProps} props */
function offer({ board, mover, turns, isGhost, decoration }) {
  if (decoration?.text || decoration?.mark) return null;
  if (!isGhost) return html`<circle class="face dot ${mover}" r="0.115" />`;
  return html`<${Disc} side=${mover} r=${board.disc} class="ghost" />
    ${board.is_round && html`<text class="turns ${mover}" y="0.1">${turns}</text>`}`;
}

const MARKS = { "?!": "doubtful", "?": "bad", "??": "worst" };

/** What Analysis, Review and hints write on cells. @param {Decoration} props */
function Decorated({ text, small, isBest, mark }) {
  if (mark === "✓")
    return html`<g class="marked good"><circle r="0.31" /><path d="M-0.14 0.01L-0.04 0.12L0.15 -0.11" /></g>`;
  if (mark)
    return html`<g class="marked ${MARKS[mark]}">
      <rect x="-0.35" y="-0.27" width="0.7" height="0.54" rx="0.1" /><text y="0.115">${mark}</text></g>`;
  if (!text) return null;
  return html`<g class=${isBest ? "value best" : "value"}>
    ${isBest && html`<rect x="-0.43" y="-0.37" width="0.86" height="0.74" rx="0.1" />`}
    <text class="number" y=${small ? 0 : 0.115}>${text}</text>
    ${small && html`<text class="word" y="0.25">${small}</text>`}</g>`;
}

/** @param {CellProps} props */
function labelOf({ board, cell, side, turns, isLast, decoration }) {
  const parts = [cell.name, t(side ? `side.${side}` : turns === null ? "cell.empty" : "cell.legal")];
  if (turns !== null) parts.push(t("cell.turns", { n: turns }));
  if (isLast) parts.push(t("cell.last"));
  if (board.is_round && cell.is_rim) parts.push(t("cell.rim"));
  if (decoration?.label) parts.push(decoration.label);
  return parts.join(t("comma"));
}
