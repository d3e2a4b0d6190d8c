// The position in the tree of openings that the address names, the server's data on it, and ways to others.
import { post } from "../api.js";
import { movesText, replayOf, shownAt } from "../game.js";
import { Recent } from "../recent.js";
import { go, replace, route, routeText } from "../route.js";
import { trouble, troubleText } from "../shell/notice.js";
import { batch, computed, signal, useEffect } from "../view.js";

/** @import { OpeningView } from "../types.js" */

const USUAL = "reversi";
/** @type {Recent<OpeningView>} */
const kept = new Recent(200);

/** The data on the present position; until they arrive, those on the previous one. */
export const view = signal(/** @type {OpeningView | null} */ (null));
/** The start of the board, with all its openings. */
export const whole = signal(/** @type {OpeningView | null} */ (null));
/** Whether to animate the last move. */
const isStep = signal(false);
/** The longest line walked through the present position. */
const walked = signal(/** @type {string[]} */ ([]));

export const boardAsked = computed(() => route.value.with.board ?? USUAL);
const text = computed(() => (route.value.name === "openings" ? route.value.value : ""));

/** The moves to the present position, passes included. */
export const path = computed(() => view.value?.place.moves.map(({ move }) => move) ?? []);

/** The board's content at the present position. */
export const shown = computed(() => {
  if (!view.value) return null;
  const line = replayOf(view.value.place, `openings ${path.value}`);
  return shownAt(line, { ply: line.ply, isStep: isStep.value });
});

/** @param {string[]} moves @param {string} [board] */
export function goTo(moves, board = boardAsked.peek()) {
  const others = { board: board === USUAL ? undefined : board };
  go(routeText({ name: "openings", value: movesText(moves), with: others }));
}

/** One move on. @param {string} move */
export const follow = (move) => goTo([...path.peek(), move]);

/** One move back, or on along the line that was walked, else by the book's best move. @param {-1 | 1} by */
export function step(by) {
  const here = path.peek();
  if (by < 0) return void (here.length && goTo(here.slice(0, -1)));
  const next = walked.peek()[here.length] ?? view.peek()?.moves[0]?.move;
  if (next) follow(next);
}

/** Keeps `view` and `whole` up to date while a component is shown. */
export function useOpenings() {
  const board = boardAsked.value;
  useEffect(() => void show(board, text.value), [board, text.value]);
}

/** @param {string} board @param {string} moves */
async function show(board, moves) {
  const got = await ask(board, moves);
  if (!got) return void (moves || board !== USUAL ? replace("openings") : null);
  if (boardAsked.peek() !== board || text.peek() !== moves) return; // the reader went on
  const before = view.peek()?.board === board ? path.peek() : [];
  const now = got.place.moves.map(({ move }) => move);
  batch(() => {
    view.value = got;
    isStep.value = now.length === before.length + 1 && begins(now, before);
    if (!begins(walked.peek(), now)) walked.value = now;
  });
  if (whole.peek()?.board !== board) whole.value = await ask(board, "");
}

/** @param {string[]} line @param {string[]} head */
const begins = (line, head) => head.every((move, at) => line[at] === move);

/** @param {string} board @param {string} moves @returns {Promise<OpeningView | null>} */
async function ask(board, moves) {
  const key = `${board} ${moves}`;
  try {
    const got = kept.get(key) ?? (await post("/openings", { board, text: moves }));
    kept.set(key, got);
    return got;
  } catch (error) {
    trouble.value = troubleText(error);
    return null;
  }
}
