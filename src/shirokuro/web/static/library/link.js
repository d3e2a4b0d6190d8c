// Links: an address that contains a game and a place in it, so that the server stores nothing.
import { post } from "../api.js";
import { boards } from "../boards_and_players.js";
import { drawn, game, movesText, ownStart, peopleOf, place } from "../game.js";
import { must } from "../must.js";
import { put } from "../play/session.js";
import { go, route } from "../route.js";
import { batch } from "../view.js";
import { said, t } from "../words.js";
/** @import { GameView } from "../types.js" */

/** `g=BOARD~MOVES~PLY`; an own start stands before the moves, with the side to move: `CELLSX.MOVES`.
 * @param {GameView} of @param {number} ply */
export function linkOf(of, ply) {
  const { start } = ownStart(of);
  const moves = movesText(of.moves.map(({ move }) => move));
  const people = Object.entries(peopleOf(of)).map(([side, name]) => `&${side}=${encodeURIComponent(name)}`);
  return `g=${of.board}~${start ? `${start.replace(" ", "")}.` : ""}${moves}~${ply}${people.join("")}`;
}

/** The whole address. @param {GameView} of @param {number} ply */
export function addressOf(of, ply) {
  const here = new URL(location.href);
  here.hash = linkOf(of, ply);
  return here.href;
}

/** Puts the game of an address on the table. @param {string} value after `g=` @returns {Promise<string>} what is wrong with it */
export async function openLink(value) {
  const [name, written = "", ply = ""] = value.split("~");
  if (isOnTable(value)) return "";
  const { found, problem } = await read(name, written);
  if (!found) return t("link.broken", { text: problem });
  show(found, ply === "" ? NaN : Number(ply));
  return "";
}

/** Puts a game that is not stored on the table, with its link as the address. @param {GameView} of @param {number} [ply] @param {string} [tab] */
export function showText(of, ply = of.ply, tab = "") {
  show(of, ply);
  go(linkOf(of, ply) + (tab ? `&tab=${tab}` : ""));
}

/** @param {GameView} of @param {number} ply */
function show(of, ply) {
  batch(() => {
    put(of);
    const at = Number.isInteger(ply) ? Math.max(0, Math.min(ply, of.ply)) : of.ply;
    place.value = at === of.ply ? null : at;
    drawn.value = { ply: at, isStep: false };
  });
}

/** Whether the address is that of what is shown already. @param {string} value */
function isOnTable(value) {
  const now = game.peek();
  if (!now || now.id !== null) return false;
  const base = (/** @type {string} */ text) => text.replace(/~[^~]*$/, "");
  return base(linkOf(now, 0).split("&")[0].slice(2)) === base(value);
}

/** The game, or what is wrong. @param {string} name @param {string} written */
async function read(name, written) {
  if (!boards.peek().has(name)) return { problem: name };
  const [, start = "", moves] = must(/^(?:([XO-]+)\.)?(.*)$/s.exec(written));
  const line = start && `${start.slice(0, -1)} ${start.slice(-1)}`;
  const { black, white } = route.peek().with;
  const record = { format: 1, variant: name, ...(line ? { start: line } : {}), moves, black, white };
  const got = await post("/texts", { text: JSON.stringify(record) });
  return { found: got.games[0]?.game, problem: got.problems.map(({ text }) => said(text)).join(" ") };
}
