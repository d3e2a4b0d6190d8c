// What the rival says of the game on the table, asked for whenever the person is to move, and at the end.
import { whisper } from "../announcer.js";
import { get } from "../api.js";
import { game, sidesOf } from "../game.js";
import { signal, useEffect } from "../view.js";
import { said } from "../words.js";

/** @typedef {import("../types.js").RivalGame} RivalGame */

/** What it said last; null before it has said anything of this game. */
export const told = signal(/** @type {RivalGame & {id: string} | null} */ (null));
/** Whether the dialog with all that it remembers is open. */
export const isMemoryOpen = signal(false);
/** Grows when what it remembers was changed. */
export const changes = signal(0);
const PAUSE = 3000;

/** The side of a rival that remembers the person, if there is one. @param {import("../types.js").Game | null} of */
export function rivalSide(of) {
  const [side, ...others] = of?.id ? sidesOf(of, "player") : [];
  return side && !others.length && of.seats[side].spec.split(":")[0] === "rival" ? side : null;
}

/** What it said of the game on the table. @returns {RivalGame | null} */
export const toldHere = () => (told.value?.id === game.value?.id ? told.value : null);

/** Keeps `told` true while a component is shown. */
export function useTold() {
  const { id, ply, waits, is_over, revision } = game.value;
  const isSettled = waits || is_over;
  const at = isSettled ? `${id} ${ply} ${is_over} ${revision}` : "";
  useEffect(() => (at ? asking(id) : undefined), [at, changes.value]);
}

/** Said once where the aim was not known before. @param {RivalGame & {id: string}} got */
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
    const got = await get(`/games/${id}/rival`).catch((error) => error);
    if (!isWanted) return;
    if (!(got instanceof Error)) tell({ ...got, id });
    else if (/** @type {any} */ (got).status !== 404) timer = setTimeout(ask, PAUSE);
  };
  ask();
  return () => {
    isWanted = false;
    clearTimeout(timer);
  };
}
