// A drill in an opening: the book plays one side, you answer; what you miss comes back until you find it.
import { whisper } from "../announcer.js";
import { ApiError, post } from "../api.js";
import { useKeys } from "../keys.js";
import { isStill } from "../settings.js";
import { Icon } from "../shell/icon.js";
import { trouble } from "../shell/notice.js";
import { Mark } from "../study/badge.js";
import { afterLine } from "../study/lines.js";
import { html, signal, useEffect } from "../view.js";
import { said, signed, t } from "../words.js";
import { goTo, path as shownPath, textOf, view } from "./place.js";

/** @typedef {import("../types.js").Side} Side */
/** @typedef {import("../types.js").StepTaken} StepTaken */
/**
 * fresh: new questions of the present line; asked: what was played on, and whether it was right at once, by the moves to the question;
 * waiting: questions that were missed and not answered rightly since; isBack: whether these are asked now;
 * told: what the book says of a miss, until the reader goes on.
 * @typedef {{board: string, name: string, root: string[], side: Side, path: string[], lines: number, fresh: number,
 *   asked: Map<string, {path: string[], played: string, isRight: boolean}>, waiting: string[][], isBack: boolean, kept: number,
 *   phase: "busy" | "asks" | "told" | "over", told: StepTaken | null}} Drill
 */

/** Questions of a drill, new ones of a line, and lines that are begun to find them. */
const MOST = 10;
const A_LINE = 4;
const LINES = 6;
/** Milliseconds in which a right move is seen before the book answers. */
const SEEN = 500;

export const drill = signal(/** @type {Drill | null} */ (null));
/** What the board showed last, while the next place is on its way. */
let drawn = /** @type {import("../types.js").Shown | null} */ (null);

/** @param {Partial<Drill>} changes */
const change = (changes) => (drill.value = { ...drill.peek(), ...changes });

/** From the place that is shown. @param {Side} [side] who answers */
export function beginDrill(side) {
  const { board, passed, place } = view.peek();
  const name = passed.length ? said(passed.at(-1).name) : t("openings.start");
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

export const endDrill = () => (drill.value = null);

/** What the server says of a step; null where the drill is not the same any more. @param {object} [more] @returns {Promise<StepTaken | null>} */
async function take(more = {}) {
  const now = drill.peek();
  change({ phase: "busy" });
  try {
    const got = await post("/openings/steps", {
      board: now.board,
      text: textOf(now.path),
      side: now.side,
      ...more,
    });
    return drill.peek()?.asked === now.asked ? got : null;
  } catch (error) {
    if (drill.peek()?.asked === now.asked) endDrill();
    trouble.value = error instanceof ApiError ? t("trouble", { text: error.message }) : t("line.lost");
    return null;
  }
}

/** From the beginning, where the book may choose otherwise; at last back to what was missed. */
async function beginLine() {
  const { asked, lines, root } = drill.peek();
  if (asked.size >= MOST || lines >= LINES || (lines && !asked.size)) return askBack();
  change({ path: root, lines: lines + 1, fresh: 0 });
  const got = await take();
  if (got) goOn(got);
}

/** To the next question of a line. @param {StepTaken} got */
async function goOn(got) {
  const path = [...drill.peek().path, ...got.moves];
  change({ path, told: null });
  const { asked, fresh } = drill.peek();
  if (!got.asks || asked.size >= MOST || fresh >= A_LINE) return beginLine();
  const known = asked.get(textOf(path));
  if (!known) return void change({ phase: "asks" });
  const again = await take({ move: known.played }); // answered before: on along the line
  if (again) goOn(again);
}

/** The first question that was missed and not answered since; or the end. */
function askBack() {
  const { waiting } = drill.peek();
  if (waiting.length) return void change({ path: waiting[0], isBack: true, told: null, phase: "asks" });
  change({ phase: "over", told: null, path: drill.peek().root });
  whisper(summary());
}

/** @param {string} move */
async function answer(move) {
  const { path, asked, isBack, phase } = drill.peek();
  if (phase !== "asks") return;
  const key = textOf(path);
  const got = await take({ move, keep: !asked.has(key) });
  if (!got) return;
  const isRight = got.answer.accepted;
  if (!isBack) asked.set(key, { path, played: got.moves[0], isRight });
  const { fresh, kept } = drill.peek();
  change({ fresh: fresh + 1, kept: kept + Number(got.is_kept) });
  whisper(verdict(got));
  if (isRight) return accept(got);
  const others = drill.peek().waiting.filter((each) => textOf(each) !== key);
  change({ waiting: [...others, path], told: got, phase: "told" });
}

/** @param {StepTaken} got */
async function accept(got) {
  const { path, isBack, waiting, asked } = drill.peek();
  change({ path: [...path, got.moves[0]], told: got });
  await new Promise((done) => setTimeout(done, isStill() ? 0 : SEEN));
  if (drill.peek()?.asked !== asked) return; // the reader has left it
  change({ path });
  if (!isBack) return goOn(got);
  change({ waiting: waiting.filter((each) => each !== path && textOf(each) !== textOf(path)) });
  askBack();
}

/** On from a miss, with the best move instead. */
function next() {
  const { phase, isBack, told } = drill.peek();
  if (phase === "told") isBack ? askBack() : goOn(told);
}

/** @param {StepTaken} got */
function verdict({ answer: { move, accepted, loss, best } }) {
  if (accepted) return t("openings.right", { move });
  const moves = best.join(t("comma"));
  return loss === null
    ? t("openings.missed_far", { move, moves })
    : t("openings.missed", { move, n: loss, moves });
}

function summary() {
  const { asked } = drill.peek();
  const right = [...asked.values()].filter(({ isRight }) => isRight).length;
  return asked.size ? t("openings.summary", { n: asked.size, right }) : t("openings.nothing");
}

/** What the board does in a drill. */
export function drillBoard() {
  const { board, path, phase, told } = drill.value;
  drawn = afterLine({ board, text: "" }, path, true) ?? drawn ?? null;
  /** @type {Map<string, import("../types.js").Decoration>} */
  const decorations = new Map();
  if (phase === "told") {
    for (const move of told.answer.best)
      decorations.set(move, { mark: "✓", label: t("trial.right", { move }) });
    const { move, mark, loss } = told.answer;
    decorations.set(move, { mark, label: loss === null ? t("trial.played") : t("trial.loses", { n: loss }) });
  }
  const shown = drawn ?? {
    black: new Set(),
    white: new Set(),
    turn: "black",
    ply: 0,
    last: null,
    legal: [],
    step: null,
  };
  return { shown: phase === "asks" ? shown : { ...shown, legal: [] }, decorations, onPlay: answer };
}

export function DrillPanel() {
  useEffect(() => () => void endDrill(), []);
  useKeys({ j: next });
  const { name, side, phase, asked, isBack, waiting } = drill.value;
  const n = isBack ? waiting.length : asked.size + (phase === "asks" ? 1 : 0);
  const heading =
    phase === "over"
      ? t("openings.over")
      : t(isBack ? "openings.back" : "openings.question", { n: Math.max(n, 1) });
  return html`<header class="across"><p class="heading">${t("openings.drilling", { name })}</p><h1 class="serif">${heading}</h1>
      <div class="choice" role="radiogroup" aria-label=${t("new.colour")}>${
        /** @type {Side[]} */ (["black", "white"]).map(
          (each) =>
            html`<label><input type="radio" name="drilled" checked=${side === each} onChange=${() => beginDrill(each)} />${t(`side.${each}`)}</label>`,
        )
      }</div></header>
    <div class="body">${phase === "over" ? html`<${Over} />` : html`<${Told} />`}</div>
    <div class="actions">${phase === "told" && html`<button class="button key" onClick=${next}><${Icon} name="right" />${t("drill.next")} <kbd class="for-keys">J</kbd></button>`}
      ${phase === "over" && html`<button class="button key" onClick=${() => beginDrill(side)}><${Icon} name="redo" />${t("openings.again")}</button>`}
      <button class="button" onClick=${endDrill}><${Icon} name="close" />${t(phase === "over" ? "openings.leave" : "openings.end")}</button></div>`;
}

/** What is to be done, or what the book says of the answer. */
function Told() {
  const { told, side, isBack } = drill.value;
  if (!told)
    return html`<p class="lead">${t(isBack ? "openings.task_back" : "openings.task", { side: t(`side.${side}`) })}</p>`;
  const { accepted, mark, value, best_value: best } = told.answer;
  return html`<section class="part"><p class="lead"><${Mark} mark=${mark} /> ${verdict(told)}</p>
    ${!accepted && value !== null && html`<p class="soft">${t("openings.compared", { mine: signed(value), best: signed(best) })}</p>`}</section>`;
}

function Over() {
  const { asked, kept } = drill.value;
  const missed = [...asked.values()].filter(({ isRight }) => !isRight);
  return html`<section class="part"><p class="lead">${summary()}</p>
    ${
      missed.length > 0 &&
      html`<h2>${t("openings.missed_list")}</h2><ul class="found">${missed.map(
        ({ path }) =>
          html`<li key=${textOf(path)}><button class="link" onClick=${() => goTo(path)}>${path.join(" ")}</button></li>`,
      )}</ul>`
    }
    ${kept > 0 && html`<p>${t("openings.kept", { n: kept })} <a href="#drills">${t("nav.drills")}</a></p>`}</section>`;
}
