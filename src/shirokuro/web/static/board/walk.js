// Where a key leads from a cell: arrows to neighbours, with Shift round the rim, Home and End in the row.
import { cellOf } from "../catalogue.js";

const ARROWS = { ArrowUp: "up", ArrowDown: "down", ArrowLeft: "left", ArrowRight: "right" };
const ROUND = {
  ArrowUp: "anticlockwise",
  ArrowDown: "clockwise",
  ArrowLeft: "anticlockwise",
  ArrowRight: "clockwise",
};

/**
 * @param {import("../types.js").Board} board @param {string} from @param {KeyboardEvent} event
 * @returns {string | null} a square; "" where the key leads nowhere; null for keys that are not ours
 */
export function destination(board, from, event) {
  const cell = cellOf(board, from);
  if (event.key === "Home" || event.key === "End") {
    const row = board.cells.filter((each) => event.ctrlKey || each.row === cell.row);
    return row.at(event.key === "Home" ? 0 : -1).name;
  }
  const way = (event.shiftKey && board.is_round ? ROUND : ARROWS)[event.key];
  return way === undefined ? null : (cell.near[way] ?? "");
}
