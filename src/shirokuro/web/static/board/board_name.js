// Names of boards, their proven results, and boards as options of a field.
import { boards } from "../boards_and_players.js";
import { html } from "../view.js";
import { t } from "../words.js";
/** @import { DrawnBoard } from "../types.js" */

/** @param {{name: string, is_round: boolean, is_loop: boolean, width: number, cells: unknown[]}} board */
export function boardName(board) {
  if (!board.is_round) return `${board.width}×${board.width}`;
  return t(board.is_loop ? "board.nip_loop" : "board.nip", { cells: board.cells.length });
}

/** In a few words; empty where nobody knows. @param {DrawnBoard} board */
export function solvedText({ solved }) {
  if (!solved) return "";
  const { winner, margin } = solved;
  if (!winner) return t("solved.draw");
  return margin === null ? t(`solved.${winner}`) : t(`solved.${winner}_by`, { n: margin });
}

/** @param {{chosen: string, all?: DrawnBoard[]}} props */
export function BoardOptions({ chosen, all = [...boards.value.values()] }) {
  return all.map(
    (each) =>
      html`<option key=${each.name} value=${each.name} selected=${each.name === chosen}>${boardName(each)}</option>`,
  );
}
