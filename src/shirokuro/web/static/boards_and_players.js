// The boards and players of the server, loaded once.
import { getPublic } from "./api.js";
import { must } from "./must.js";
import { signal } from "./view.js";
/** @import { DrawnBoard, DrawnCell, PlayerList } from "./types.js" */

export const boards = signal(/** @type {Map<string, DrawnBoard>} */ (new Map()));
export const players = signal(/** @type {PlayerList | null} */ (null));

export async function loadBoards() {
  const found = await getPublic("/boards");
  boards.value = new Map(found.boards.map((board) => [board.name, board]));
}

export async function loadPlayers() {
  players.value = await getPublic("/players");
}

/** A parameter of a player. @param {string} player @param {string} name */
export const parameterOf = (player, name) =>
  players.value?.players
    .find((each) => each.name === player)
    ?.parameters.find((parameter) => parameter.name === name);

/** A board that the server named. @param {string} name */
export const boardOf = (name) => must(boards.value.get(name));

/** The board of that name, or the usual one: what a browser kept may be older than the server. @param {string} name */
export const usualBoard = (name) => boards.value.get(name) ?? boardOf("reversi");

/** A cell that the server named. @param {DrawnBoard} board @param {string | undefined} name */
export const cellOf = (board, name) => must(cellsOf(board).get(name ?? ""));

/** Whether a board has a cell. @param {DrawnBoard} board @param {string} name */
export const hasCell = (board, name) => cellsOf(board).has(name);

/** @type {WeakMap<DrawnBoard, Map<string, DrawnCell>>} */
const byName = new WeakMap();

/** @param {DrawnBoard} board */
function cellsOf(board) {
  const cells = byName.get(board) ?? new Map(board.cells.map((cell) => [cell.name, cell]));
  byName.set(board, cells);
  return cells;
}
