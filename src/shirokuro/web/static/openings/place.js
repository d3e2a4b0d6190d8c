// The position in the tree of openings that the address names, the server's data on it, and ways to others.
import { post } from "../api.js";
import { movesText, replayOf, shownAt } from "../game.js";
import { Recent } from "../recent.js";
import { go, replace, route, routeText } from "../route.js";
import { trouble, troubleText } from "../shell/notice.js";
import { batch, computed, signal, useEffect } from "../view.js";

/** @import { LibraryFilter, OpeningView } from "../types.js" */

const USUAL = "reversi";
/** @type {Recent<OpeningView>} */
const kept = new Recent(200);

/** Which games of the library are counted and listed. @type {LibraryFilter} */
export const ALL_GAMES = {
  player: "",
  opponent: "",
  place: "",
  first_year: null,
  last_year: null,
  winner: "",
};
export const gameFilter = signal(ALL_GAMES);
/** Grows with every change of the library. */
export const libraryVersion = signal(0);

/** The data on the present position; until they arrive, those on the previous one. */
export const view = signal(/** @type {OpeningView | null} */ (null));
/** The start of the board, with all its openings. */
export const whole = signal(/** @type {OpeningView | null} */ (null));
let wholeVersion = 0;
/** Whether to animate the last move. */
const isStep = signal(false);
/** The longest line walked through the present position. */
const walked = signal(/** @type {string[]} */ ([]));

export const boardAsked = computed(() => route.value.with.board ?? USUAL);
const text = computed(() => (route.value.name === "openings" ? route.value.value : ""));

/** What is shown below the moves: the openings by name, or the games. */
export const tab = computed(() => (route.value.with.tab === "games" ? "games" : ""));

/** @param {"" | "games"} name */
export function openTab(name) {
  const now = route.peek();
  replace(routeText({ ...now, with: { ...now.with, tab: name || undefined } }));
}

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
  const others = { board: board === USUAL ? undefined : board, tab: tab.peek() || undefined };
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
  const all = [board, text.value, gameFilter.value, libraryVersion.value];
  useEffect(() => void show(board, text.value), all);
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
  if (whole.peek()?.board !== board || wholeVersion !== libraryVersion.peek()) {
    wholeVersion = libraryVersion.peek();
    whole.value = await ask(board, "", ALL_GAMES);
  }
}

/** @param {string[]} line @param {string[]} head */
const begins = (line, head) => head.every((move, at) => line[at] === move);

/** Whether a filter, or a part of one, leaves any game out. @param {Partial<LibraryFilter>} filter */
export const isFiltered = (filter) => Object.values(filter).some((each) => each !== "" && each !== null);

/** @param {string} board @param {string} moves @param {LibraryFilter} [filter] @returns {Promise<OpeningView | null>} */
async function ask(board, moves, filter = gameFilter.peek()) {
  const games = isFiltered(filter) ? filter : null;
  const key = `${board} ${moves} ${libraryVersion.peek()} ${JSON.stringify(games)}`;
  try {
    const got = kept.get(key) ?? (await post("/openings", { board, text: moves, games }));
    kept.set(key, got);
    return got;
  } catch (error) {
    trouble.value = troubleText(error);
    return null;
  }
}
