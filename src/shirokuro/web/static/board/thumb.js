// A board in small, with its discs and nothing else.
import { cellOf } from "../catalogue.js";
import { SIDES } from "../game.js";
import { html } from "../view.js";
import { Felt } from "./felt.js";
/** @import { DrawnBoard, Side } from "../types.js" */

/** @param {{board: DrawnBoard, discs: {black: Iterable<string>, white: Iterable<string>}, label?: string}} props */
export function Thumb({ board, discs, label }) {
  const [x, y, width, height] = board.is_round ? inside(board.view) : [0, 0, board.width, board.width];
  const all = (/** @type {Side} */ side) =>
    Array.from(discs[side], (name) => {
      const { x: cx, y: cy } = cellOf(board, name);
      return html`<circle class="face ${side}" cx=${cx} cy=${cy} r="0.41" />`;
    });
  const named = label ? { role: "img", "aria-label": label } : { "aria-hidden": "true" };
  return html`<svg class="thumb" viewBox="${x} ${y} ${width} ${height}" ...${named}>
    <${Felt} board=${board} isBare=${true} />${SIDES.map(all)}
  </svg>`;
}

/** @param {[number, number, number, number]} view of a round board, with its frame */
function inside([x, y, width, height]) {
  const frame = 0.34;
  return [x + frame, y + frame, width - 2 * frame, height - 2 * frame];
}
