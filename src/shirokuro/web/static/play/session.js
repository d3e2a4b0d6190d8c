// Requests to the server about the game on the table, and the effects of its answers.
import { announce } from "../announcer.js";
import { ApiError, get, post, remove } from "../api.js";
import { usualBoard } from "../boards_and_players.js";
import { awaited, game, isPresent, place, thinking, withMove } from "../game.js";
import { listen } from "../live.js";
import { must } from "../must.js";
import { ownName } from "../rival/memories.js";
import { rivalViewHere } from "../rival/rival_view.js";
import { change, settings } from "../settings.js";
import { attempt } from "../shell/notice.js";
import { batch, signal } from "../view.js";
import { t } from "../words.js";
import { announceMove } from "./news.js";
import { specOf } from "./opponents.js";
/** @import { Terms } from "./terms.js" */
/** @import { GameView, MoveValue, Side } from "../types.js" */

/** The engine's values of the moves, if the person asked for a hint. */
export const hint = signal(/** @type {{ply: number, values: MoveValue[]} | null} */ (null));
/** Whether a hint was asked for and is not there yet. */
export const isHinting = signal(false);
/** When the game's clocks were read, by the page's own clock. */
export const clockRead = signal(0);

/** Milliseconds until a game is followed again that the server has put away. */
const AGAIN = 1000;
let unfollow = () => {};
/** @type {string | null} */
let followed = null;

/** Puts a game on the table, unless what is there is newer. @param {GameView} got @param {boolean} [isKept] whether to come back to it */
export function put(got, isKept = true) {
  const now = game.peek();
  if (now?.id === got.id && now.revision > got.revision) return;
  settle(got);
  batch(() => {
    if (now?.id !== got.id) place.value = null;
    if (now?.id !== got.id || got.is_over) isHinting.value = false;
    if (now?.id !== got.id || now.ply !== got.ply) hint.value = null;
    game.value = got;
    thinking.value = got.thinking;
    clockRead.value = performance.now();
  });
  if (got.id) follow(got.id, isKept);
  else leave();
  if (isHinting.peek() && got.waits && now && !now.waits) fetchHint();
}

/** Says the person's move once the server has taken it; that a move ends the game is said with the result.
 * @param {GameView} got */
function settle(got) {
  const move = awaited.peek();
  if (!move) return;
  const isTaken = got.id === move.id && got.moves.length >= move.ply;
  if (isTaken || got.id !== move.id) awaited.value = null;
  if (isTaken && !(got.is_over && got.ply === move.ply)) announceMove(got, move.ply);
}

/** Stops following the game. */
function leave() {
  unfollow();
  unfollow = () => {};
  followed = null;
}

/** @param {string} id @param {boolean} isKept */
function follow(id, isKept) {
  if (followed === id) return;
  unfollow();
  followed = id;
  if (isKept) change({ game: id });
  unfollow = listen({ type: "follow", game: id }, (message) => {
    if (message.type === "game") put(message.game);
    else if (message.type === "error" && message.error.code !== "not_found") followAgain(id, isKept);
    else if (message.type === "thinking" && game.peek()?.id === id) thinking.value = message;
  });
}

/** After a change that could not be stored: the server has put the game away and brings it back as it was.
 * @param {string} id @param {boolean} isKept */
function followAgain(id, isKept) {
  setTimeout(() => {
    if (followed !== id) return;
    leave();
    follow(id, isKept);
  }, AGAIN);
}

/** Takes the game off the table. */
export function clear() {
  leave();
  batch(() => {
    game.value = null;
    place.value = null;
    hint.value = null;
    thinking.value = null;
  });
}

/** @param {string} id @returns {Promise<boolean>} whether there is such a game */
export async function open(id) {
  try {
    put(await get(`/games/${id}`));
    return true;
  } catch (error) {
    if (error instanceof ApiError && [404, 422].includes(error.status)) return false;
    throw error;
  }
}

/** Whether the person has not moved in it, so that nothing is lost with it. @param {GameView} of */
export function isUntouched({ id, moves, seats, can_redo, is_over, people }) {
  return (
    Boolean(id) &&
    !people &&
    !can_redo &&
    !is_over &&
    !moves.some(({ side }) => seats[side].kind === "person")
  );
}

/** @typedef {{board: string, seats: Record<Side, string>, clock?: string, text?: string, handicap?: number}} Asked */

/** Begins a game; one in which the person did not move makes room for it.
 * @param {Asked} asked @param {{isKept?: boolean, terms?: Terms | null}} [how] `terms`: given if it begins at the
 * table, where they are shown unless they are null
 * @returns {Promise<GameView | null>} */
export async function begin(asked, { isKept = true, terms } = {}) {
  const before = game.peek();
  const made = await attempt(() => post("/games", { ...asked, name: ownName() }));
  if (!made) return null;
  if (terms !== undefined && made.id) change({ table: { game: made.id, terms } });
  put(made, isKept);
  if (before && isUntouched(before)) remove(`/games/${before.id}`).catch(() => {});
  return made;
}

/** A game that a newcomer can begin at once: against the rival or the chosen level, on the chosen board. */
export function beginQuick() {
  const { board, opponent } = settings.peek();
  return begin({ board: usualBoard(board).name, seats: { black: "person", white: specOf(opponent) } });
}

/** @param {string} square @returns {Promise<boolean>} whether the server has taken the move */
export async function playMove(square) {
  const now = game.peek();
  const legal = now?.legal.find(({ move }) => move === square);
  if (!now || !legal || !isPresent.peek()) return false;
  const ahead = withMove(now, legal);
  batch(() => {
    awaited.value = { id: now.id, ply: ahead.ply };
    game.value = ahead;
    hint.value = null;
  });
  const got = await attempt(() => post(`/games/${now.id}/moves`, { move: square, ply: now.ply }));
  if (got) put(got);
  else if (game.peek() === ahead) {
    batch(() => {
      awaited.value = null;
      game.value = now;
    });
    announce(() => t("news.not_played", { move: square }), null, true);
  }
  return got !== null;
}

/** Undo, redo, resign, stop. @param {"undo" | "redo" | "resign" | "stop"} what */
export async function ask(what) {
  const now = game.peek();
  if (!now) return;
  place.value = null;
  const isCounting = !now.is_over && rivalViewHere()?.standing === "playing"; // before the rival hears of it
  const got = await attempt(() => post(`/games/${now.id}/${what}`));
  if (!got) return;
  put(got);
  if (what === "undo") announce(() => t(isCounting ? "news.undone_rival" : "news.undone"));
  if (what === "redo") announce(() => t("news.redone"));
}

/** Starts another game between the same players. */
export async function again() {
  const now = game.peek();
  const got =
    now &&
    (await attempt(() => post(`/games/${now.id}/again`, { swap: settings.peek().swaps, name: ownName() })));
  if (!got) return;
  if (got.id) change({ table: { game: got.id, terms: null } });
  put(got);
}

/** Asks for a hint, at once or as soon as it is the person's turn. */
export function askHint() {
  if (isHinting.peek()) return;
  isHinting.value = true;
  if (game.peek()?.waits) fetchHint();
}

async function fetchHint() {
  const now = must(game.peek());
  const got = await attempt(() => post(`/games/${now.id}/hint`));
  isHinting.value = false;
  if (!got || game.peek()?.id !== now.id || game.peek()?.ply !== now.ply) return;
  place.value = null;
  hint.value = { ply: now.ply, values: got.values };
  const best = got.values[0];
  if (best) announce(() => t("news.hint", { move: best.move }), now.turn);
}
