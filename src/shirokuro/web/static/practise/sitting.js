// Positions one by one: today's set, all mistakes of one's own, or endgames of one size against the clock.
import { get, post, remove } from "../api.js";
import { BoardView } from "../board/board.js";
import { boardOf } from "../boards_and_players.js";
import { useKeys } from "../keys.js";
import { must } from "../must.js";
import { Mark } from "../review/badge.js";
import { whenText } from "../review/kept.js";
import { afterLine } from "../review/lines.js";
import { beginTrial, isEnded, showAnswer, TrialBody, trial, trialBoard } from "../review/trial.js";
import { go } from "../route.js";
import { Action, Icon } from "../shell/icon.js";
import { attempt } from "../shell/notice.js";
import { html, signal, useEffect, useState } from "../view.js";
import { clockTime, signed, t } from "../words.js";
import { dayOf, setOf } from "./days.js";
import { Ending, following, judgedExactly, line, playOn, showLine } from "./play_out.js";

/** @import { DrillList, DrillView, PuzzleAnswer, PuzzleView } from "../types.js" */

/** One's own mistake or a puzzle. @typedef {{drill: DrillView, puzzle: null} | {drill: null, puzzle: PuzzleView}} Item */
/** @typedef {{items: Item[], at: number, right: number}} Sitting */

/** The mistakes asked for at once. */
const MOST = 100;

const sitting = signal(/** @type {Sitting | null} */ (null));
/** What the first answer to the current position changed: when the mistake comes back, or one's rating. */
const answered = signal(/** @type {{due: number | null, told: PuzzleAnswer | null} | null} */ (null));

/** @param {DrillView} drill @returns {Item} */
const ofDrill = (drill) => ({ drill, puzzle: null });
/** @param {PuzzleView} puzzle @returns {Item} */
const ofPuzzle = (puzzle) => ({ drill: null, puzzle });
/** @param {Item} item */
const viewOf = ({ drill, puzzle }) => must(drill ?? puzzle);

/** What is to be practised at an address. @param {string} what @param {number} empties @returns {Promise<Item[]>} */
async function itemsOf(what, empties) {
  if (what === "mistakes") return (await get(`/drills?also_later=true&limit=${MOST}`)).drills.map(ofDrill);
  if (what === "endgames") return (await get(`/practice/endgames?empties=${empties}`)).puzzles.map(ofPuzzle);
  const [due, { days, puzzles }] = await Promise.all([get("/drills"), get("/practice")]);
  const done = days.find(({ day }) => day === dayOf())?.answered ?? 0;
  return setOf(due.drills.map(ofDrill), puzzles.map(ofPuzzle), done);
}

/** Ends a set with a position of the library, where there is one, if the reader is not there yet.
 * @param {Item[]} items */
async function addFromLibrary(items) {
  const got = await get("/practice/library").catch(() => null);
  const now = sitting.peek();
  const last = items.length - 1;
  if (!got?.puzzle || now?.items !== items || now.at >= last || !items[last].puzzle) return;
  sitting.value = { ...now, items: [...items.slice(0, last), ofPuzzle(got.puzzle)] };
}

/** `seconds`: how long one may think about each position; 0 for as long as one likes.
 * @param {{what: string, empties?: number, seconds?: number}} props */
export function SittingView({ what, empties = 0, seconds = 0 }) {
  useEffect(() => {
    let isHere = true;
    attempt(() => itemsOf(what, empties)).then((items) => {
      if (!isHere) return;
      if (!items) return go("practise");
      sitting.value = { items, at: 0, right: 0 };
      show();
      if (what === "today") addFromLibrary(items);
    });
    return () => {
      isHere = false;
      sitting.value = null;
      trial.value = null;
    };
  }, []);
  if (!sitting.value) return null;
  const { items, at } = sitting.value;
  const item = items[at];
  return item && trial.value
    ? html`<${Position} key=${`${at} ${viewOf(item).text}`} item=${item} n=${at + 1} of=${items.length} seconds=${seconds} />`
    : html`<${Rest} what=${what} />`;
}

/** Puts the current position on the board. */
function show() {
  const { items, at } = must(sitting.peek());
  const item = items[at];
  answered.value = null;
  line.value = null;
  following.value = null;
  trial.value = null;
  if (!item) return;
  const { board, text } = viewOf(item);
  const { drill } = item;
  const mistake = drill && { move: drill.move, mark: drill.mark, loss: drill.loss };
  beginTrial({ place: { board, text }, mistake, send: (move) => send(item, move) });
}

/** The first answer counts; later tries do not. @param {Item} item @param {string | null} move null: to be shown the answer */
async function send(item, move) {
  const place = trial.peek()?.place;
  const tried = await judged(item, move);
  if (place && tried.accepted && (item.puzzle || move !== null)) showLine(tried, place);
  return tried;
}

/** @param {Item} item @param {string | null} move */
async function judged(item, move) {
  const { board, text } = viewOf(item);
  const { drill, puzzle } = item;
  if (answered.peek()) {
    const tried = move ?? must(drill).move;
    return puzzle?.kind === "endgame"
      ? judgedExactly({ board, text }, tried)
      : post("/tries", { board, text, move: tried });
  }
  if (drill) {
    const told = await post(`/drills/${drill.id}/answers`, { move: move ?? drill.move, day: dayOf() });
    answered.value = { due: told.drill.due, told: null };
    count(told.tried.accepted);
    return told.tried;
  }
  const told = await post("/practice/answers", { puzzle: text, move, day: dayOf() });
  answered.value = { due: null, told };
  count(move !== null && told.tried.accepted);
  return told.tried;
}

/** @param {boolean} isRight */
function count(isRight) {
  const now = sitting.peek();
  if (now && isRight) sitting.value = { ...now, right: now.right + 1 };
}

function next() {
  const now = must(sitting.peek());
  sitting.value = { ...now, at: now.at + 1 };
  show();
}

/** Shows the answer, which counts as a miss unless an answer counted before. @param {Item} item */
async function giveUp(item) {
  if (following.peek()) return showAnswer([must(following.peek())]);
  const { place, tries } = must(trial.peek());
  const known = tries[0] ?? (await attempt(() => send(item, null)));
  if (!known || trial.peek()?.place !== place || isEnded(must(trial.peek()))) return; // the reader went on
  showAnswer(known.near);
}

/** @param {DrillView} drill */
async function drop(drill) {
  await remove(`/drills/${drill.id}`).catch(() => null);
  next();
}

/** @param {{item: Item, n: number, of: number, seconds: number}} props */
function Position({ item, n, of, seconds }) {
  const { drill, puzzle } = item;
  const { board, side } = viewOf(item);
  const isOver = isEnded(must(trial.value));
  const ending = line.value;
  const later =
    ending && ending.at !== null
      ? afterLine(ending.place, ending.tried.line.slice(0, ending.at), true)
      : null;
  const canPlayOn =
    isOver && puzzle?.kind === "endgame" && ending?.at === null && ending.tried.line.length > 2;
  const on = later ? { shown: { ...later, legal: [] } } : trialBoard();
  useKeys({ j: next });
  return html`<div class="table is-drill">
    <div class="place">${on.shown && html`<${BoardView} board=${boardOf(board)} ...${on} />`}</div>
    <header class="across"><p class="heading">${t("practise.count", { n, of })}
        ${seconds > 0 && !following.value && html`<${Timer} seconds=${seconds} isRunning=${!isOver} onEnd=${() => giveUp(item)} />`}</p>
      <h1 class="serif">${t("drill.turn", { side: t(`side.${side}`) })}</h1>
      ${drill && html`<p>${t("drill.last", { move: drill.move, n: drill.loss })} ${drill.mark && html`<${Mark} mark=${drill.mark} />`}</p>`}
      ${puzzle && !following.value && html`<p>${t(`practise.${puzzle.kind}`, { n: puzzle.empties, rating: puzzle.rating })} ${puzzle.is_from_library && t("practise.from_library")}</p>`}</header>
    <div class="body"><${TrialBody} />
      ${isOver && ending && html`<${Ending} side=${side} />`}
      <p class="kept"><span>${isOver ? changeText() : ""}</span>
        ${drill && html`<button class="link" onClick=${() => drop(drill)}>${t("drill.remove")}</button>`}</p></div>
    <div class="actions">
      ${!isOver && html`<${Action} icon="hint" word="trial.show" act=${() => giveUp(item)} />`}
      ${canPlayOn && html`<${Action} icon="discs" word="practise.play_on" act=${() => playOn(side)} />`}
      <button class="button ${isOver ? "key" : ""}" onClick=${next}><${Icon} name="right" />${t(isOver ? "drill.next" : "drill.later")}</button>
    </div></div>`;
}

/** What the answer changed. */
function changeText() {
  const { due, told } = answered.value ?? { due: null, told: null };
  if (due !== null) return t("drill.back", { when: whenText(due) });
  if (!told?.counted) return "";
  const by = told.rating - told.rating_before;
  return t("practise.rating_now", { rating: told.rating, by: signed(by) });
}

/** Counts down while a position is open. @param {{seconds: number, isRunning: boolean, onEnd: () => void}} props */
function Timer({ seconds, isRunning, onEnd }) {
  const [began] = useState(() => performance.now());
  const [left, setLeft] = useState(seconds);
  useEffect(() => {
    if (!isRunning) return;
    const timer = setInterval(() => {
      const now = seconds - (performance.now() - began) / 1000;
      setLeft(now);
      if (now > 0) return;
      clearInterval(timer);
      onEnd();
    }, 250);
    return () => clearInterval(timer);
  }, [isRunning]);
  return html`<span class="time ${isRunning ? "is-running" : ""} ${left < 10 ? "is-short" : ""}" role="timer">${clockTime(left)}</span>`;
}

/** After the last position. @param {{what: string}} props */
function Rest({ what }) {
  const { items, right } = must(sitting.value);
  const again = async () => {
    sitting.value = null;
    go("practise");
  };
  return html`<div class="page"><header class="page-head"><h1>${t("nav.practise")}</h1></header>
    <p class="lead">${items.length ? t("practise.done", { n: items.length, right }) : t(what === "mistakes" ? "drill.empty" : "practise.none")}</p>
    <p class="row"><button class="button key" onClick=${again}><${Icon} name="book" />${t("practise.back")}</button>
      <a class="button" href="#play"><${Icon} name="discs" />${t("nav.play")}</a></p></div>`;
}

/** The number of mistakes that are due; null until the server has answered. */
export const waiting = signal(/** @type {DrillList | null} */ (null));

export async function loadDrills() {
  waiting.value = await get("/drills").catch(() => waiting.peek());
}

/** Shown only if a mistake is due. */
export function Due() {
  useEffect(() => void loadDrills(), []);
  const n = waiting.value?.due ?? 0;
  if (!n) return null;
  return html`<section class="due" aria-label=${t("nav.practise")}><b class="big">${n}</b>
    <p><b>${t("due.title", { n })}</b><span>${t("due.about")}</span></p>
    <a class="button key" href="#practise=today"><${Icon} name="book" />${t("due.go")}</a></section>`;
}
