// Shows what the move under the pointer or the focus would turn, as lines and in words.
import { cellOf } from "../boards_and_players.js";
import { html, signal } from "../view.js";
import { t } from "../words.js";
/** @import { Shown } from "../game.js" */
/** @import { DrawnBoard, DrawnCell, LegalMove } from "../types.js" */

/** @typedef {{cells: DrawnCell[], isRim: boolean, dx: number, dy: number}} Line cells: the move, those turned, the one that holds them */

/** The legal move under the pointer or the focus, and the discs that it would turn. */
export const preview = signal(/** @type {{move: string, lines: Line[]} | null} */ (null));

/** @param {{board: DrawnBoard, lines: Line[] | null}} props */
export function Trails({ board, lines }) {
  if (!lines || !board.is_round) return null;
  return html`<g class="trails" aria-hidden="true">
    ${lines.map(({ cells }) => html`<path d=${cells.map((to, at) => segment(cells[at - 1], to)).join("")} />`)}
    ${lines.filter(({ isRim }) => isRim).map(({ cells }) => cells.slice(1).map((to, at) => chevron(cells[at], to)))}
  </g>`;
}

/** Rings on the discs that hold the others, drawn above them. @param {{board: DrawnBoard, lines: Line[] | null}} props */
export function Holders({ board, lines }) {
  if (!lines || !board.is_round) return null;
  const ring = (/** @type {DrawnCell} */ { x, y }) =>
    html`<circle class="held" cx=${x} cy=${y - 0.015} r="0.24" />`;
  return html`<g class="holders" aria-hidden="true">${lines.map(({ cells }) => ring(cells[cells.length - 1]))}</g>`;
}

/** @param {DrawnBoard} board @param {Shown} shown @param {LegalMove} legal */
export function linesOf(board, shown, legal) {
  return legal.flips.map((squares) => lineOf(board, shown[shown.turn], [legal.move, ...squares]));
}

/** Straight on if a disc of one's own stands there, else round the rim. @returns {Line} */
function lineOf(
  /** @type {DrawnBoard} */ board,
  /** @type {Set<string>} */ own,
  /** @type {string[]} */ squares,
) {
  const cells = squares.map((square) => cellOf(board, square));
  const [first, second] = cells;
  const [dx, dy] = [second.column - first.column, second.row - first.row];
  const isStraight = cells.every((cell, at) => at === 0 || goes(cells[at - 1], cell, dx, dy));
  const last = cells[cells.length - 1];
  const holder = isStraight && board.cells.find((cell) => goes(last, cell, dx, dy) && own.has(cell.name));
  if (holder) return { cells: [...cells, holder], isRim: false, dx, dy };
  const way = first.near.clockwise === second.name ? "clockwise" : "anticlockwise";
  return { cells: [...cells, cellOf(board, last.near[way])], isRim: true, dx, dy };
}

/** @param {DrawnCell} from @param {DrawnCell} to @param {number} dx @param {number} dy */
const goes = (from, to, dx, dy) => to.column - from.column === dx && to.row - from.row === dy;

/** @param {DrawnCell | undefined} from @param {DrawnCell} to */
function segment(from, to) {
  if (!from) return `M${to.x} ${to.y}`;
  const radius = Math.hypot(to.x, to.y);
  if (from.near.clockwise === to.name) return `A${radius} ${radius} 0 0 1 ${to.x} ${to.y}`;
  if (from.near.anticlockwise === to.name) return `A${radius} ${radius} 0 0 0 ${to.x} ${to.y}`;
  return `L${to.x} ${to.y}`;
}

/** @param {DrawnCell} from @param {DrawnCell} to */
function chevron(from, to) {
  const angle = (Math.atan2(to.y - from.y, to.x - from.x) * 180) / Math.PI;
  const [x, y] = [(from.x + to.x) / 2, (from.y + to.y) / 2];
  const reach = Math.hypot(from.x, from.y) / (Math.hypot(x, y) || 1);
  return html`<path class="chevron" d="M-0.06 -0.11L0.06 0L-0.06 0.11"
    transform="translate(${x * reach} ${y * reach}) rotate(${angle})" />`;
}

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
