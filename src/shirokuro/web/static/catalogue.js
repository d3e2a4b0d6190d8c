// What the server has: its boards and its players, asked for once.
import { getPublic } from "./api.js";
import { signal } from "./view.js";

/** @typedef {import("./types.js").Board} Board */

export const boards = signal(/** @type {Map<string, Board>} */ (new Map()));
export const players = signal(/** @type {import("./types.js").Players | null} */ (null));

export async function loadBoards() {
  const found = (await getPublic("/boards")).boards;
  boards.value = new Map(found.map((/** @type {Board} */ board) => [board.name, board]));
}

export async function loadPlayers() {
  players.value = await getPublic("/players");
}

/** @param {Board} board @param {string} name */
export function cellOf(board, name) {
  return cellsOf(board).get(name);
}

/** @type {WeakMap<Board, Map<string, import("./types.js").Cell>>} */
const byName = new WeakMap();

/** @param {Board} board */
function cellsOf(board) {
  let cells = byName.get(board);
  if (!cells) byName.set(board, (cells = new Map(board.cells.map((cell) => [cell.name, cell]))));
  return cells;
}
