// One side of the table: its player, whose turn it is, its discs and its time.
import { boardName } from "../board/board_name.js";
import { Disc } from "../board/cells.js";
import { game, theBoard, theGame, theShown, thinking } from "../game.js";
import { must } from "../must.js";
import { RivalCard, rivalSide } from "../rival/rival_view.js";
import { settings } from "../settings.js";
import { html, useEffect, useState } from "../view.js";
import { clockTime, said, t } from "../words.js";
import { isMine } from "./news.js";
import { seatText } from "./player_name.js";
import { ask, clockRead } from "./session.js";

/** @import { Shown } from "../game.js" */
/** @import { Seat, Side, Thinking } from "../types.js" */

/** Seconds after which the card says that the rival is thinking. */
const RIVAL_SECONDS = 1;

/** @param {{side: Side, at?: Shown, class: string, about?: string, canStop?: boolean}} props
 * `at`: what the board shows; `about`: what stands below the name; `canStop`: whether its thinking can be stopped */
export function SideCard({ side, at = theShown(), class: also, about, canStop = true }) {
  if (!game.value) return null;
  const { seats, is_over } = game.value;
  const isOn = !is_over && at.turn === side;
  const isRival = about === undefined && rivalSide(game.value) === side;
  const isThinking =
    isOn &&
    thinking.value?.side === side &&
    game.value.turn === side &&
    !(isRival && thinking.value.seconds < RIVAL_SECONDS);
  return html`<section class="side ${also} ${isOn ? "is-on" : ""} ${isThinking ? "is-thinking" : ""}"
    aria-label=${t(`side.${side}`)}>
    <svg class="stone" viewBox="-0.5 -0.5 1 1" aria-hidden="true"><rect class="felt" x="-0.5" y="-0.5" width="1" height="1" rx="0.16" /><${Disc} side=${side} r="0.38" /></svg>
    <div class="who">${isRival ? html`<${RivalCard} title=${sideName(side)} />` : html`<b>${sideName(side)}</b>`}
      ${isRival ? null : isThinking ? html`<${Thought} />` : html`<p class=${isOn && game.value.waits && seats[side].kind === "person" ? "turn" : ""}>${about ?? stateOf(side, isOn, seats)}</p>`}</div>
    ${isThinking && canStop && html`<button class="button" onClick=${() => ask("stop")}>${t("stop")}</button>`}
    ${game.value.clock && html`<${Time} side=${side} />`}
    <output class="count" aria-label=${t("discs_of", { side: t(`side.${side}`) })}>${at[side].size}</output>
  </section>`;
}

/** Who has a side. @param {Side} side */
export function sideName(side) {
  if (isMine(theGame(), side)) return t("you");
  const seat = theGame().seats[side];
  if (seat.kind === "friend") return theGame().people?.[side]?.name || t(`side.${side}`);
  if (seat.kind === "person") return t(`side.${side}`);
  return seat.player ? seatText(seat).title : said(seat.name);
}

/** @param {Side} side @param {boolean} isOn @param {Record<Side, Seat>} seats */
function stateOf(side, isOn, seats) {
  const seat = seats[side];
  if (seat.kind === "player") return seatText(seat).about || boardName(theBoard());
  if (theGame().is_over) return isMine(theGame(), side) ? t(`side.${side}`) : boardName(theBoard());
  const friend = seat.kind === "friend" ? theGame().people?.[side] : undefined;
  if (friend === null) return t("friend.not_come");
  if (friend && !friend.is_here) return t("friend.away");
  if (!isOn) return t("waiting", { side: t(`side.${theShown().turn}`) });
  const n = theShown().legal.length;
  if (friend) return t("friend.their_turn");
  return n ? `▸ ${t(isMine(theGame(), side) ? "your_turn" : "to_move", { n })}` : "";
}

/** How far a player has searched. */
function Thought() {
  if (!thinking.value) return null;
  const { side, depth, nodes, seconds } = thinking.value;
  const parts = [
    depth ? t("thinking.depth", { n: depth }) : t("thinking"),
    seconds >= 1 ? t("thinking.seconds", { s: seconds.toFixed(0) }) : "",
    nodes ? t("thinking.nodes", { n: nodes.toLocaleString(settings.value.language) }) : "",
  ];
  const share = shareOf(thinking.value, theGame().seats[side]);
  return html`<p>${parts.filter(Boolean).join(t("comma"))}</p>
    <span class="progress ${share === null ? "is-open" : ""}" aria-hidden="true">
      <i style=${{ width: `${100 * (share ?? 0.3)}%` }}></i></span>`;
}

/** How much of what its player may spend is spent; null where that has no limit of its own.
 * @param {Thinking} thought @param {Seat} seat */
function shareOf(thought, { parameters }) {
  const limit = /** @type {const} */ (["seconds", "nodes", "depth"]).find((name) => parameters[name]);
  const spent = limit ? thought[limit] : null;
  return limit && typeof spent === "number" ? Math.min(1, spent / Number(parameters[limit])) : null;
}

/** @param {{side: Side}} props */
function Time({ side }) {
  const clock = must(theGame().clock);
  const isRunning = clock.running === side && !theGame().is_over;
  const [, tick] = useState(0);
  useEffect(() => {
    if (!isRunning) return;
    const timer = setInterval(() => tick((n) => n + 1), 250);
    return () => clearInterval(timer);
  }, [isRunning]);
  const left = clock[side] - (isRunning ? (performance.now() - clockRead.value) / 1000 : 0);
  return html`<span class="time ${isRunning ? "is-running" : ""} ${left < 10 ? "is-short" : ""}" role="timer"
    aria-label=${t("clock_of", { side: t(`side.${side}`), time: clockTime(left) })}>${clockTime(left)}</span>`;
}
