// The cell that a key leads to: arrows to neighbours, with Shift round the rim, Home and End in the row.
import { cellOf } from "../boards_and_players.js";

/** @import { DrawnBoard } from "../types.js" */

/** @type {Record<string, string>} */
const ARROWS = { ArrowUp: "up", ArrowDown: "down", ArrowLeft: "left", ArrowRight: "right" };
/** @type {Record<string, string>} */
const ROUND = {
  ArrowUp: "anticlockwise",
  ArrowDown: "clockwise",
  ArrowLeft: "anticlockwise",
  ArrowRight: "clockwise",
};

/**
 * @param {DrawnBoard} board @param {string} from @param {Pick<KeyboardEvent, "key" | "ctrlKey" | "shiftKey">} event
 * @returns {string | null} a square; "" where the key leads nowhere; null for keys that are not ours
 */
export function destination(board, from, event) {
  const cell = cellOf(board, from);
  if (event.key === "Home" || event.key === "End") {
    const row = board.cells.filter((each) => event.ctrlKey || each.row === cell.row);
    return row[event.key === "Home" ? 0 : row.length - 1].name;
  }
  const way = (event.shiftKey && board.is_round ? ROUND : ARROWS)[event.key];
  return way === undefined ? null : (cell.near[way] ?? "");
}
