// Play: finds the game that belongs on the table, and shows it, or the lessons.
import { game, ownStart, shown, theGame } from "../game.js";
import { openLink } from "../library/link.js";
import { isMemoryOpen } from "../rival/rival_view.js";
import { replace, route } from "../route.js";
import { settings } from "../settings.js";
import { later } from "../shell/later.js";
import { trouble } from "../shell/notice.js";
import { html, useEffect, useState } from "../view.js";
import { t } from "../words.js";
import { gameBoard, lookAt } from "./game_tab.js";
import { Home } from "./home.js";
import { Lessons, lessonGame } from "./lessons.js";
import { isNewGameOpen, NewGame } from "./new_game.js";
import { beginQuick, open } from "./session.js";
import { Frame, openedTab, Panel } from "./table.js";

/** @import { Shown } from "../game.js" */

const MemoryDialog = later(() => import("../rival/memory_dialog.js")).view("MemoryDialog");

export function PlayScreen() {
  const { name, value } = route.value;
  useEffect(() => void find(name, value), [name, value]);
  if (name === "learn") return html`<${Lessons} />`;
  if (!game.value || (game.value.id && game.value.id === lessonGame.value)) return null;
  return html`<${Played} />`;
}

/** The game on the table. What a newcomer sees gives way only after the first move was drawn, which is quicker so. */
function Played() {
  const fresh = isFresh();
  const [wasFresh, setFresh] = useState(fresh);
  useEffect(() => setFresh(fresh), [fresh]);
  const isHome = fresh || wasFresh;
  const on = /** @type {{shown?: Shown}} */ (isHome ? gameBoard() : (openedTab().onBoard?.() ?? {}));
  return html`<${Frame} class=${isHome ? "is-home" : ""} on=${on}>${isHome ? html`<${Home} />` : html`<${Panel} at=${on.shown ?? shown.value} />`}<//>
    ${isNewGameOpen.value && html`<${NewGame} />`}${isMemoryOpen.value && html`<${MemoryDialog} />`}`;
}

/** Whether nothing was played yet and the person begins. */
function isFresh() {
  const { moves, waits, seats, turn, can_redo } = theGame();
  const isQuick = seats.black.kind === "person" && seats.white.kind === "player" && !theGame().clock;
  return (
    moves.length === 0 &&
    !can_redo &&
    waits &&
    turn === "black" &&
    isQuick &&
    !ownStart(theGame()).start &&
    !["game", "g"].includes(route.value.name)
  );
}

/** The error in the requested address, shown once another game is on the table. */
let problem = "";

/** @param {string} name @param {string} value */
async function find(name, value) {
  if (name === "learn") return;
  if (name === "g" || name === "game") {
    problem = name === "g" ? await openLink(value) : await openAt(value);
    if (problem || !game.peek()) replace("play");
    return;
  }
  await findPlayable();
  if (problem) trouble.value = problem;
  problem = "";
}

/** The current game, or a new one. */
async function findPlayable() {
  if (game.peek()?.id) return;
  const kept = settings.peek().game;
  if (kept && (await open(kept)) && !game.peek()?.is_over) return;
  await beginQuick();
}

/** `#game=ID&ply=12` shows a game as it was then. @param {string} id */
async function openAt(id) {
  if (!(await open(id))) return t("game.gone");
  const { ply } = route.peek().with;
  if (ply) lookAt(Number(ply) || 0);
  return "";
}
