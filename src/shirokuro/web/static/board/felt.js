// Draws the board without discs: frame, cells, lines, stars and coordinates; and a small board with discs.
import { cellOf } from "../boards_and_players.js";
import { SIDES } from "../game.js";
import { html } from "../view.js";
/** @import { DrawnBoard, DrawnCell, DrawnLabel, Side } from "../types.js" */

/** @param {{board: DrawnBoard, isBare?: boolean}} props isBare: without frame and coordinates */
export function Felt({ board, isBare = false }) {
  const rim = board.cells.filter((cell) => board.is_round && cell.is_rim);
  const inner = board.cells.filter((cell) => !(board.is_round && cell.is_rim));
  const [x, y, width, height] = board.view;
  const frame = board.is_round
    ? html`<circle class="frame" cx=${x + width / 2} cy=${y + height / 2} r=${width / 2} />`
    : html`<rect class="frame" x=${x} y=${y} width=${width} height=${height} rx="0.22" />`;
  return html`<g aria-hidden="true">
    ${!isBare && frame}
    <path class="felt on-rim" d=${pathOf(rim)} />
    ${board.is_round && html`<path class="ring" d=${pathOf(inner)} />`}
    <path class="felt" d=${pathOf(inner)} />
    ${board.stars.map(([cx, cy]) => html`<circle class="star" cx=${cx} cy=${cy} r="0.065" />`)}
    ${!isBare && html`<${Labels} board=${board} />`}
  </g>`;
}

/** @param {DrawnCell[]} cells */
const pathOf = (cells) => cells.map(({ path }) => path).join("");

/** Coordinates stand on the frame; where a phone has no room for it, inside the cells.
 * @param {{board: DrawnBoard}} props */
function Labels({ board }) {
  const write = (/** @type {DrawnLabel & {kind?: string}} */ { kind, x, y, text }) =>
    html`<text class=${kind} x=${x} y=${y}>${text}</text>`;
  return html`<g class="labels">${board.labels.map(write)}</g>
    ${!board.is_round && html`<g class="inside">${inside(board).map(write)}</g>`}`;
}

/** @param {DrawnBoard} board */
function inside(board) {
  const last = Math.max(...board.cells.map(({ row }) => row));
  const letters = board.cells.filter(({ row }) => row === last);
  const numbers = board.cells.filter(({ column }) => column === 0);
  return [
    ...letters.map(({ name, x, y }) => ({ kind: "letter", text: name[0], x: x + 0.46, y: y + 0.42 })),
    ...numbers.map(({ name, x, y }) => ({ kind: "number", text: name.slice(1), x: x - 0.46, y: y - 0.45 })),
  ];
}

/** The rim of round boards, which small boards leave out. */
const FRAME = 0.34;

/** @param {{board: DrawnBoard, discs: {black: Iterable<string>, white: Iterable<string>}, label?: string}} props */
export function Thumb({ board, discs, label }) {
  const [x, y, width] = board.is_round
    ? [board.view[0] + FRAME, board.view[1] + FRAME, board.view[2] - 2 * FRAME]
    : [0, 0, board.width];
  const all = (/** @type {Side} */ side) =>
    Array.from(discs[side], (name) => {
      const { x: cx, y: cy } = cellOf(board, name);
      return html`<circle class="face ${side}" cx=${cx} cy=${cy} r="0.41" />`;
    });
  const named = label ? { role: "img", "aria-label": label } : { "aria-hidden": "true" };
  return html`<svg class="thumb" viewBox="${x} ${y} ${width} ${width}" ...${named}>
    <${Felt} board=${board} isBare=${true} />${SIDES.map(all)}
  </svg>`;
}
