// Play: finds the game that belongs on the table, and shows it, or the lessons.
import { game } from "../game.js";
import { replace, route } from "../route.js";
import { settings } from "../settings.js";
import { html, useEffect } from "../view.js";
import { gameBoard } from "./game_tab.js";
import { Home } from "./home.js";
import { Lessons, lessonGame } from "./lessons.js";
import { NewGame, isNewGameOpen } from "./new_game.js";
import { beginQuick, open } from "./session.js";
import { Frame, Panel, openedTab } from "./table.js";

export function PlayScreen() {
  const { name, value } = route.value;
  useEffect(() => void find(name, value), [name, value]);
  if (name === "learn") return html`<${Lessons} />`;
  if (!game.value || game.value.id === lessonGame.value) return null;
  const isHome = isFresh();
  const on = isHome ? gameBoard() : (openedTab().onBoard?.() ?? {});
  return html`<${Frame} class=${isHome ? "is-home" : ""} on=${on}>${isHome ? html`<${Home} />` : html`<${Panel} />`}<//>
    ${isNewGameOpen.value && html`<${NewGame} />`}`;
}

/** Whether nothing was played yet and the person begins. */
function isFresh() {
  const { moves, waits, seats, turn, can_redo } = game.value;
  const isQuick = seats.black.kind === "person" && seats.white.kind === "player" && !game.value.clock;
  return moves.length === 0 && !can_redo && waits && turn === "black" && isQuick && route.value.name !== "game";
}

/** @param {string} name @param {string} value */
async function find(name, value) {
  if (name === "learn") return;
  if (name === "game" && (await open(value))) return;
  if (name === "game") replace("play");
  if (game.peek()) return;
  const kept = settings.peek().game;
  if (kept && (await open(kept)) && !game.peek()?.is_over) return;
  await beginQuick();
}
