// A board in small, with its discs and nothing else.
import { html } from "../view.js";
import { Felt } from "./felt.js";

/** @param {{board: import("../types.js").Board, discs: {black: Iterable<string>, white: Iterable<string>}, label?: string}} props */
export function Thumb({ board, discs, label }) {
  const [x, y, width, height] = board.is_round ? inside(board.view) : [0, 0, board.width, board.width];
  const at = new Map(board.cells.map((cell) => [cell.name, cell]));
  const all = (side) =>
    [...discs[side]].map(
      (name) => html`<circle class="face ${side}" cx=${at.get(name).x} cy=${at.get(name).y} r="0.41" />`,
    );
  const named = label ? { role: "img", "aria-label": label } : { "aria-hidden": "true" };
  return html`<svg class="thumb" viewBox="${x} ${y} ${width} ${height}" ...${named}>
    <${Felt} board=${board} isBare=${true} />${all("black")}${all("white")}
  </svg>`;
}

/** @param {[number, number, number, number]} view of a round board, with its frame */
function inside([x, y, width, height]) {
  const frame = 0.34;
  return [x + frame, y + frame, width - 2 * frame, height - 2 * frame];
}
