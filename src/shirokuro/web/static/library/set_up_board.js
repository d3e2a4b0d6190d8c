// A position that is being set up, as a value, with changes to all of it at once.
import { cellOf } from "../boards_and_players.js";
import { other } from "../game.js";
import { must } from "../must.js";
/** @import { DiscSets } from "../game.js" */
/** @import { DrawnBoard, DrawnCell, Side } from "../types.js" */

/** @typedef {DiscSets & {board: DrawnBoard, turn: Side}} Arranged */

/** @param {DrawnBoard} board @returns {Arranged} */
export function started(board) {
  return { board, black: new Set(board.start.black), white: new Set(board.start.white), turn: "black" };
}

/** @param {Arranged} of @returns {Arranged} */
export const cleared = (of) => ({ ...of, black: new Set(), white: new Set() });

/** @param {Arranged} of @returns {Arranged} */
export const swapped = (of) => ({ ...of, black: of.white, white: of.black, turn: other(of.turn) });

/** Left and right change places. @param {Arranged} of */
export const mirrored = (of) => moved(of, ({ row, column }, last) => [row, last - column]);

/** A quarter turn to the right. @param {Arranged} of */
export const spun = (of) => moved(of, ({ row, column }, last) => [column, last - row]);

/** @param {Arranged} of @param {(cell: DrawnCell, last: number) => [number, number]} to @returns {Arranged} */
function moved(of, to) {
  const at = new Map(of.board.cells.map((cell) => [`${cell.row} ${cell.column}`, cell.name]));
  const target = (/** @type {string} */ name) =>
    must(at.get(to(cellOf(of.board, name), of.board.width - 1).join(" ")));
  const all = (/** @type {Set<string>} */ discs) => new Set([...discs].map(target));
  return { ...of, black: all(of.black), white: all(of.white) };
}

/** The position with another disc on a square: that of the brush, or the next of empty, black, white.
 * @param {Arranged} of @param {string} square @param {string} brush @returns {Arranged} */
export function withDisc(of, square, brush) {
  const now = of.black.has(square) ? "black" : of.white.has(square) ? "white" : "empty";
  const next = brush === "cycle" ? { empty: "black", black: "white", white: "empty" }[now] : brush;
  const [black, white] = [new Set(of.black), new Set(of.white)];
  black.delete(square);
  white.delete(square);
  if (next === "black") black.add(square);
  if (next === "white") white.add(square);
  return { ...of, black, white };
}
