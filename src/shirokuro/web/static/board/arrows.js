// Arrows from square to square, above the discs.
import { cellOf, hasCell } from "../boards_and_players.js";
import { html } from "../view.js";

/** @import { DrawnBoard } from "../types.js" */

/** How far from the middle of a cell an arrow begins and ends. */
const GAP = 0.18;

/** @param {{board: DrawnBoard, arrows: string[][]}} props */
export function Arrows({ board, arrows }) {
  const drawn = arrows.filter((squares) => squares.every((square) => hasCell(board, square)));
  if (!drawn.length) return null;
  return html`<g class="arrows" aria-hidden="true">${drawn.map(([from, to]) => html`<${Arrow} key=${from + to} from=${cellOf(board, from)} to=${cellOf(board, to)} />`)}</g>`;
}

/** @param {{from: {x: number, y: number}, to: {x: number, y: number}}} props */
function Arrow({ from, to }) {
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  const long = Math.hypot(dx, dy);
  const angle = (Math.atan2(dy, dx) * 180) / Math.PI;
  const end = long - GAP;
  return html`<path transform="translate(${from.x} ${from.y}) rotate(${angle})"
    d="M${GAP} 0H${end}M${end - 0.24} -0.17L${end} 0L${end - 0.24} 0.17" />`;
}
