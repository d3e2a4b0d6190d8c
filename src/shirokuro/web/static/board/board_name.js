// What a board is called.
import { t } from "../words.js";

/** @param {{name: string, is_round: boolean, is_loop: boolean, width: number, cells: unknown[]}} board */
export function boardName(board) {
  if (!board.is_round) return `${board.width}×${board.width}`;
  return t(board.is_loop ? "board.nip_loop" : "board.nip", { cells: board.cells.length });
}
