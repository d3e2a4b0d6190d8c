// Play: finds the game that belongs on the table, and shows it.

import { isInviteOpen } from "../friend/links.js";
import { game, ownStart, shown, theGame } from "../game.js";
import { useKeys } from "../keys.js";
import { openLink } from "../library/link.js";
import { isMemoryOpen } from "../rival/rival_view.js";
import { replace, route } from "../route.js";
import { settings } from "../settings.js";
import { later } from "../shell/later.js";
import { trouble } from "../shell/notice.js";
import { html, useEffect, useState } from "../view.js";
import { t } from "../words.js";
import { useCoach } from "./coach.js";
import { gameBoard, lookAt, stepBy } from "./game_tab.js";
import { Home } from "./home.js";
import { isNewGameOpen, NewGame, openNewGame } from "./new_game.js";
import { beginQuick, open } from "./session.js";
import { Frame, openedTab, Panel } from "./table.js";

/** @import { Shown } from "../game.js" */

const Join = later(() => import("../friend/join.js")).view("Join");
const Spectator = later(() => import("../friend/spectator.js")).view("Spectator");
const InviteDialog = later(() => import("../friend/invite.js")).view("InviteDialog");
const MemoryDialog = later(() => import("../rival/memory_dialog.js")).view("MemoryDialog");

export function PlayScreen() {
  const { name, value } = route.value;
  useEffect(() => void find(name, value), [name, value]);
  if (name === "join") return html`<${Join} key=${value} secret=${value} />`;
  if (name === "see")
    return html`<${Spectator} key=${value} secret=${value} />${game.value && html`<${Played} />`}`;
  if (!game.value) return null;
  return html`<${Played} />`;
}

/** The game on the table. What a newcomer sees gives way only after the first move was drawn, which is quicker so. */
function Played() {
  useKeys({ n: () => openNewGame() });
  useCoach();
  const fresh = isFresh();
  const [wasFresh, setFresh] = useState(fresh);
  useEffect(() => setFresh(fresh), [fresh]);
  const isHome = fresh || wasFresh;
  const on = /** @type {{shown?: Shown}} */ (isHome ? gameBoard() : (openedTab().onBoard?.() ?? {}));
  return html`<${Frame} class=${isHome ? "is-home" : ""} on=${on} step=${stepBy}>${isHome ? html`<${Home} />` : html`<${Panel} at=${on.shown ?? shown.value} />`}<//>
    ${isNewGameOpen.value && html`<${NewGame} />`}${isMemoryOpen.value && html`<${MemoryDialog} />`}${isInviteOpen.value && html`<${InviteDialog} />`}`;
}

/** Whether nothing was played yet and the person begins. */
function isFresh() {
  const { moves, waits, seats, turn, can_redo } = theGame();
  if (settings.value.table?.game === theGame().id) return false;
  const isQuick = seats.black.kind === "person" && seats.white.kind === "player" && !theGame().clock;
  return (
    moves.length === 0 &&
    !can_redo &&
    waits &&
    turn === "black" &&
    isQuick &&
    !ownStart(theGame()).start &&
    !["game", "g", "see"].includes(route.value.name)
  );
}

/** The error in the requested address, shown once another game is on the table. */
let problem = "";

/** @param {string} name @param {string} value */
async function find(name, value) {
  if (["join", "see"].includes(name)) return;
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
