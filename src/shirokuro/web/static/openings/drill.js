// An opening drill: the book plays one side, you answer; missed questions come back until you answer them.
import { whisper } from "../announcer.js";
import { post } from "../api.js";
import { movesText, SIDES } from "../game.js";
import { useKeys } from "../keys.js";
import { must } from "../must.js";
import { Mark } from "../review/badge.js";
import { afterLine } from "../review/lines.js";
import { isStill } from "../settings.js";
import { Choice } from "../shell/field.js";
import { Action, Icon } from "../shell/icon.js";
import { attempt } from "../shell/notice.js";
import { html, signal, useEffect } from "../view.js";
import { said, signed, t } from "../words.js";
import { goTo, shown, path as shownPath, view } from "./place.js";

/** @import { Decoration } from "../board/cells.js" */
/** @import { Shown } from "../game.js" */
/** @import { Side, StepTaken } from "../types.js" */

/**
 * fresh: new questions of the present line; asked: what was played on, and whether it was right at once, by the moves to the question;
 * waiting: questions that were missed and not answered rightly since; isBack: whether these are asked now;
 * told: what the book says of a miss, until the reader goes on.
 * @typedef {{board: string, name: string, root: string[], side: Side, path: string[], lines: number, fresh: number,
 *   asked: Map<string, {path: string[], played: string, isRight: boolean}>, waiting: string[][], isBack: boolean, kept: number,
 *   phase: "busy" | "asks" | "told" | "over", told: StepTaken | null}} Drill
 */

/** The most questions in a drill, new questions on a line, and lines begun to find them. */
const MOST = 10;
const A_LINE = 4;
const LINES = 6;
/** Milliseconds for which a right move is shown before the book answers. */
const SEEN = 500;

export const drill = signal(/** @type {Drill | null} */ (null));
/** The board's last content, shown until the next position arrives. */
let drawn = /** @type {Shown | null} */ (null);

/** The drill under way. @returns {Drill} */
const now = () => must(drill.peek());

/** @param {Partial<Drill>} changes */
function change(changes) {
  drill.value = { ...now(), ...changes };
}

/** From the place that is shown. @param {Side} [side] who answers */
export function beginDrill(side) {
  const { board, passed, place } = must(view.peek());
  const name = said(passed.at(-1)?.name) || t("openings.start");
  const root = shownPath.peek();
  drill.value = {
    board,
    name,
    root,
    side: side ?? place.turn,
    path: root,
    lines: 0,
    fresh: 0,
    asked: new Map(),
    waiting: [],
    isBack: false,
    kept: 0,
    phase: "busy",
    told: null,
  };
  beginLine();
}

function endDrill() {
  drill.value = null;
}

/** What the server says of a step; null where the drill is not the same any more.
 * @param {{move?: string, keep?: boolean}} [answer] */
async function take(answer) {
  const { board, path, side, asked } = now();
  change({ phase: "busy" });
  const got = await attempt(() => post("/openings/steps", { board, text: movesText(path), side, ...answer }));
  if (drill.peek()?.asked !== asked) return null;
  if (!got) endDrill();
  return got;
}

/** Starts a new line, where the book may choose otherwise; in the end repeats the missed questions. */
async function beginLine() {
  const { asked, lines, root } = now();
  if (asked.size >= MOST || lines >= LINES || (lines && !asked.size)) return askBack();
  change({ path: root, lines: lines + 1, fresh: 0 });
  const got = await take();
  if (got) goOn(got);
}

/** To the next question of a line. @param {StepTaken} got */
async function goOn(got) {
  const path = [...now().path, ...got.moves];
  change({ path, told: null });
  const { asked, fresh } = now();
  if (!got.asks || asked.size >= MOST || fresh >= A_LINE) return beginLine();
  const known = asked.get(movesText(path));
  if (!known) return void change({ phase: "asks" });
  const again = await take({ move: known.played }); // answered before: on along the line
  if (again) goOn(again);
}

/** Shows the first missed question that is still unanswered, or ends the drill. */
function askBack() {
  const { waiting } = now();
  if (waiting.length) return void change({ path: waiting[0], isBack: true, told: null, phase: "asks" });
  change({ phase: "over", told: null, path: now().root });
  whisper(summary());
}

/** @param {string} move */
async function answer(move) {
  const { path, asked, isBack, phase } = now();
  if (phase !== "asks") return;
  const key = movesText(path);
  const got = await take({ move, keep: !asked.has(key) });
  if (!got) return;
  const isRight = must(got.answer).accepted;
  if (!isBack) asked.set(key, { path, played: got.moves[0], isRight });
  const { fresh, kept } = now();
  change({ fresh: fresh + 1, kept: kept + Number(got.is_kept) });
  whisper(verdict(got));
  if (isRight) return accept(got);
  const others = now().waiting.filter((each) => movesText(each) !== key);
  change({ waiting: [...others, path], told: got, phase: "told" });
}

/** @param {StepTaken} got */
async function accept(got) {
  const { path, isBack, waiting, asked } = now();
  change({ path: [...path, got.moves[0]], told: got });
  await new Promise((done) => setTimeout(done, isStill() ? 0 : SEEN));
  if (drill.peek()?.asked !== asked) return; // the reader has left it
  change({ path });
  if (!isBack) return goOn(got);
  change({ waiting: waiting.filter((each) => each !== path && movesText(each) !== movesText(path)) });
  askBack();
}

/** Continues after a miss with the best move instead. */
function next() {
  const { phase, isBack, told } = now();
  if (phase !== "told") return;
  if (isBack) askBack();
  else goOn(must(told));
}

/** @param {StepTaken} got */
function verdict({ answer }) {
  const { move, accepted, loss, best } = must(answer);
  if (accepted) return t("openings.right", { move });
  const moves = best.join(t("comma"));
  return loss === null
    ? t("openings.missed_far", { move, moves })
    : t("openings.missed", { move, n: loss, moves });
}

function summary() {
  const { asked } = now();
  const right = [...asked.values()].filter(({ isRight }) => isRight).length;
  return asked.size ? t("openings.summary", { n: asked.size, right }) : t("openings.nothing");
}

/** The board's behaviour in a drill. */
export function drillBoard() {
  const { board, path, phase, told } = must(drill.value);
  drawn = afterLine({ board, text: "" }, path, true) ?? drawn;
  /** @type {Map<string, Decoration>} */
  const decorations = new Map();
  if (phase === "told") {
    const { move, mark, loss, best } = must(told?.answer);
    for (const each of best) decorations.set(each, { mark: "✓", label: t("trial.right", { move: each }) });
    decorations.set(move, { mark, label: loss === null ? t("trial.played") : t("trial.loses", { n: loss }) });
  }
  const at = drawn ?? must(shown.value);
  return { shown: phase === "asks" ? at : { ...at, legal: [] }, decorations, onPlay: answer };
}

export function DrillPanel() {
  useEffect(() => () => void endDrill(), []);
  useKeys({ j: next });
  const { name, side, phase, asked, isBack, waiting } = must(drill.value);
  const n = isBack ? waiting.length : asked.size + (phase === "asks" ? 1 : 0);
  const heading =
    phase === "over"
      ? t("openings.over")
      : t(isBack ? "openings.back" : "openings.question", { n: Math.max(n, 1) });
  return html`<header class="across"><p class="heading">${t("openings.drilling", { name })}</p><h1 class="serif">${heading}</h1>
      <${Choice} name="drilled" label=${t("new.colour")} all=${SIDES} chosen=${side} choose=${beginDrill} show=${(/** @type {Side} */ each) => t(`side.${each}`)} /></header>
    <div class="body">${phase === "over" ? html`<${Over} />` : html`<${Told} />`}</div>
    <div class="actions">${phase === "told" && html`<button class="button key" onClick=${next}><${Icon} name="right" />${t("drill.next")} <kbd class="for-keys">J</kbd></button>`}
      ${phase === "over" && html`<${Action} icon="redo" word="openings.again" act=${() => beginDrill(side)} isKey=${true} />`}
      <button class="button" onClick=${endDrill}><${Icon} name="close" />${t(phase === "over" ? "openings.leave" : "openings.end")}</button></div>`;
}

/** The task, or what the book says of the answer. */
function Told() {
  const { told, side, isBack } = must(drill.value);
  if (!told)
    return html`<p class="lead">${t(isBack ? "openings.task_back" : "openings.task", { side: t(`side.${side}`) })}</p>`;
  const { accepted, mark, value, best_value: best } = must(told.answer);
  return html`<section class="part"><p class="lead"><${Mark} mark=${mark} /> ${verdict(told)}</p>
    ${!accepted && value !== null && html`<p class="soft">${t("openings.compared", { mine: signed(value), best: signed(best) })}</p>`}</section>`;
}

function Over() {
  const { asked, kept } = must(drill.value);
  const missed = [...asked.values()].filter(({ isRight }) => !isRight);
  return html`<section class="part"><p class="lead">${summary()}</p>
    ${
      missed.length > 0 &&
      html`<h2>${t("openings.missed_list")}</h2><ul class="found">${missed.map(
        ({ path }) =>
          html`<li key=${movesText(path)}><button class="link" onClick=${() => goTo(path)}>${path.join(" ")}</button></li>`,
      )}</ul>`
    }
    ${kept > 0 && html`<p>${t("openings.kept", { n: kept })} <a href="#practise">${t("nav.practise")}</a></p>`}</section>`;
}
