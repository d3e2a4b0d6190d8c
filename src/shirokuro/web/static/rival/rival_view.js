// What the rival says of the game on the table, asked for whenever the person is to move, and at the end.
import { whisper } from "../announcer.js";
import { ApiError, get } from "../api.js";
import { game, sidesOf, theGame } from "../game.js";
import { signal, useEffect } from "../view.js";
import { said } from "../words.js";
/** @import { GameView, RivalGameView } from "../types.js" */

/** What it said last; null before it has said anything of this game. */
export const told = signal(/** @type {RivalGameView & {id: string} | null} */ (null));
/** Whether the dialog with all that it remembers is open. */
export const isMemoryOpen = signal(false);
/** Grows when what it remembers was changed. */
export const changes = signal(0);
const PAUSE = 3000;

/** The side of a rival that remembers the person, if there is one. @param {GameView | null} of */
export function rivalSide(of) {
  if (!of?.id) return null;
  const [side, ...others] = sidesOf(of, "player");
  return side && !others.length && of.seats[side].player === "rival" ? side : null;
}

/** What it said of the game on the table. @returns {RivalGameView | null} */
export const toldHere = () => (told.value?.id === game.value?.id ? told.value : null);

/** Keeps `told` true while a component is shown. */
export function useTold() {
  const { id, ply, waits, is_over, revision } = theGame();
  const isSettled = waits || is_over;
  const at = isSettled ? `${id} ${ply} ${is_over} ${revision}` : "";
  useEffect(() => (at && id ? asking(id) : undefined), [at, changes.value]);
}

/** Said once where the aim was not known before. @param {RivalGameView & {id: string}} got */
function tell(got) {
  const before = told.peek();
  told.value = got;
  if (got.report && before?.id === got.id && !before.report) whisper(said(got.report.text));
}

/** Asks until it is answered or nobody wants to know. @param {string} id */
function asking(id) {
  let isWanted = true;
  /** @type {number | undefined} */
  let timer;
  const ask = async () => {
    try {
      const got = await get(`/games/${id}/rival`);
      if (isWanted) tell({ ...got, id });
    } catch (error) {
      const isUnknown = error instanceof ApiError && error.status === 404;
      if (isWanted && !isUnknown) timer = setTimeout(ask, PAUSE);
    }
  };
  ask();
  return () => {
    isWanted = false;
    clearTimeout(timer);
  };
}
