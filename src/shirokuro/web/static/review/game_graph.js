// The graph of the game on the table, with the marks of the moves that were judged.
import { drawn, theGame } from "../game.js";
import { lookAt } from "../play/game_tab.js";
import { html } from "../view.js";
import { t } from "../words.js";
import { Graph } from "./graph.js";
import { mistakes, review } from "./review.js";
/** @import { Side } from "../types.js" */

export function GameGraph() {
  const of = theGame().moves.length;
  const { ply } = drawn.value;
  return html`<h2 class="heading">${t("graph")}<span>${t("graph.move", { n: ply, of })}</span></h2>
    <${Graph} points=${pointsOf(of)} marks=${mistakes.value.filter(({ mark }) => mark !== "?!")} ply=${Math.min(ply, of)} of=${of} onScrub=${lookAt} />`;
}

/** The lead after each move, seen from black's side. @param {number} of */
function pointsOf(of) {
  const { judged } = review.value;
  const lead = (/** @type {Side} */ side, /** @type {number} */ value) => (side === "black" ? value : -value);
  return Array.from({ length: of + 1 }, (_, ply) => {
    const move = judged.get(Math.max(ply, 1));
    return move ? { ply, value: lead(move.side, ply ? move.value : move.best_value) } : null;
  });
}
