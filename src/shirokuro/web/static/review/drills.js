// The due drills, one by one: positions in which the visitor went wrong some days ago.
import { get, post, remove } from "../api.js";
import { BoardView } from "../board/board.js";
import { boardOf } from "../boards_and_players.js";
import { useKeys } from "../keys.js";
import { must } from "../must.js";
import { Action, Icon } from "../shell/icon.js";
import { html, signal, useEffect } from "../view.js";
import { t } from "../words.js";
import { Mark } from "./badge.js";
import { whenText } from "./kept.js";
import { beginTrial, isEnded, showAnswer, TrialBody, trial, trialBoard } from "./trial.js";

/** @import { DrillView, DrillList } from "../types.js" */

/** The drills of this session, and how many of them are done. */
const sitting = signal(/** @type {{drills: DrillView[], at: number} | null} */ (null));
/** The current drill as the server has it after the answer. */
const answered = signal(/** @type {DrillView | null} */ (null));

export function DrillScreen() {
  useEffect(() => {
    loadDrills().then(() => {
      sitting.value = { drills: waiting.peek()?.drills ?? [], at: 0 };
      show();
    });
    return () => {
      trial.value = null;
    };
  }, []);
  if (!sitting.value) return null;
  const { drills, at } = sitting.value;
  const drill = drills[at];
  return drill && trial.value
    ? html`<${DrillTable} key=${drill.id} drill=${drill} n=${at + 1} of=${drills.length} />`
    : html`<${Rest} done=${at} />`;
}

/** Puts the current drill on the board. */
function show() {
  const { drills, at } = must(sitting.peek());
  const drill = drills[at];
  answered.value = null;
  trial.value = null;
  if (!drill) return void loadDrills();
  const { board, text, move, mark, loss } = drill;
  beginTrial({ place: { board, text }, mistake: { move, mark, loss }, send: (tried) => send(drill, tried) });
}

/** The first answer decides when the drill comes back; later tries do not count. */
async function send(/** @type {DrillView} */ drill, /** @type {string} */ move) {
  if (answered.peek()) return post("/tries", { board: drill.board, text: drill.text, move });
  const answer = await post(`/drills/${drill.id}/answers`, { move });
  answered.value = answer.drill;
  return answer.tried;
}

function next() {
  const { drills, at } = must(sitting.peek());
  sitting.value = { drills, at: at + 1 };
  show();
}

/** Shows the answer, which counts as a miss. @param {DrillView} drill */
async function giveUp(drill) {
  const { place, tries } = must(trial.peek());
  const known = tries[0] ?? (await send(drill, drill.move).catch(() => null));
  if (known && trial.peek()?.place === place) showAnswer(known.near); // else the reader went on
}

/** @param {DrillView} drill */
async function drop(drill) {
  await remove(`/drills/${drill.id}`).catch(() => null);
  next();
}

/** @param {{drill: DrillView, n: number, of: number}} props */
function DrillTable({ drill, n, of }) {
  const isOver = isEnded(must(trial.value));
  const on = trialBoard();
  useKeys({ j: next });
  const board = boardOf(drill.board);
  return html`<div class="table is-drill">
    <div class="place">${on.shown && html`<${BoardView} board=${board} ...${on} />`}</div>
    <header class="across"><p class="heading">${t("drill.count", { n, of })}</p>
      <h1 class="serif">${t("drill.turn", { side: t(`side.${drill.side}`) })}</h1>
      <p>${t("drill.last", { move: drill.move, n: drill.loss })} ${drill.mark && html`<${Mark} mark=${drill.mark} />`}</p></header>
    <div class="body"><${TrialBody} />
      <p class="kept"><span>${isOver && answered.value ? t("drill.back", { when: whenText(answered.value.due) }) : ""}</span>
        <button class="link" onClick=${() => drop(drill)}>${t("drill.remove")}</button></p></div>
    <div class="actions">
      ${!isOver && html`<${Action} icon="hint" word="trial.show" act=${() => giveUp(drill)} />`}
      <button class="button ${isOver ? "key" : ""}" onClick=${next}><${Icon} name="right" />${t(isOver ? "drill.next" : "drill.later")}</button>
    </div></div>`;
}

/** Nothing is left for today. @param {{done: number}} props */
function Rest({ done }) {
  const { kept, next: following } = waiting.value ?? { kept: 0, next: null };
  return html`<div class="page"><header class="page-head"><h1>${t("nav.drills")}</h1></header>
    <p class="lead">${t(done ? "drill.done" : kept ? "drill.nothing" : "drill.empty", { n: done })}</p>
    ${kept > 0 && html`<p>${t("drill.all", { n: kept })} ${following ? t("drill.following", { when: whenText(following) }) : ""}</p>`}
    <p><a class="button" href="#play"><${Icon} name="discs" />${t("nav.play")}</a></p></div>`;
}

/** The number of due drills; null until the server has answered. */
export const waiting = signal(/** @type {DrillList | null} */ (null));

export async function loadDrills() {
  waiting.value = await get("/drills").catch(() => waiting.peek());
}

/** Shown only if a drill is due. */
export function Due() {
  useEffect(() => void loadDrills(), []);
  const n = waiting.value?.due ?? 0;
  if (!n) return null;
  return html`<section class="due" aria-label=${t("nav.drills")}><b class="big">${n}</b>
    <p><b>${t("due.title", { n })}</b><span>${t("due.about")}</span></p>
    <a class="button key" href="#drills"><${Icon} name="book" />${t("due.go")}</a></section>`;
}
