// The tab Analysis: the value of each move, and the course of the game.
import { drawn, shown, theBoard, theGame, theShown } from "../game.js";
import { useKeys } from "../keys.js";
import { must } from "../must.js";
import { lookAt } from "../play/game_tab.js";
import { settings } from "../settings.js";
import { fieldOf } from "../shell/field.js";
import { Icon } from "../shell/icon.js";
import { html, signal } from "../view.js";
import { moveText, openingPath, t } from "../words.js";
import {
  analysis,
  bestText,
  hasValues,
  isProof,
  keptText,
  lookFor,
  picked,
  place,
  useAnalysis,
} from "./analysis.js";
import { Badge, valuesOn, valueText } from "./badge.js";
import { Counts, CountTerms } from "./counts.js";
import { GameGraph } from "./graph.js";
import { afterLine, MoveLine } from "./lines.js";
import { People } from "./people.js";
import { ReviewProgress, useReview } from "./review.js";

/** @import { IconName } from "../shell/icon.js" */
/** @import { MoveValue, MovesThatKeep } from "../types.js" */

/** The most moves of a line to show. */
const SHOWN = 10;
/** The moves of the expected line that are played on the board. */
const peeked = signal(/** @type {string[] | null} */ (null));

/** The board's behaviour while this tab is open. */
export function analysisBoard() {
  const now = { ...shown.value, legal: [] };
  const later = peeked.value && afterLine(must(place.value), peeked.value);
  if (later) return { shown: { ...later, legal: [] }, onOther: pick };
  const values = hasValues.value ? (analysis.value?.values ?? []) : [];
  return {
    shown: now,
    decorations: valuesOn(values),
    onOther: pick,
  };
}

/** Shows the line of a move. @param {string} square */
function pick(square) {
  if (analysis.peek()?.values.some(({ move }) => move === square)) picked.value = square;
}

export function AnalysisTab() {
  useAnalysis();
  useReview();
  const found = analysis.value;
  const { ply, turn, black, white } = theShown();
  const empties = theBoard().cells.length - black.size - white.size;
  const isOver = found ? found.is_over : empties === 0;
  const chosen = found?.values.find(({ move }) => move === picked.value) ?? found?.best ?? null;
  return html`
    <section class="part">
      ${!found?.is_over && html`<p class="heading">${t("analysis.place", { n: ply + 1, side: t(`side.${turn}`), empties })}</p>`}
      ${found?.is_over ? html`<p>${t("analysis.over")}</p>` : html`<${Verdict} best=${found?.best ?? null} keeping=${found?.keeping ?? null} />`}
      ${!isOver && html`<p class="now soft small">${nowText()}</p>`}
      ${chosen && found && html`<${Lines} key=${must(place.value).text} values=${found.values} chosen=${chosen} />`}
    </section>
    <section class="part"><${GameGraph} /><${ReviewProgress} /></section>
    <div class="two">
      ${found && found.values.length > 0 && html`<section class="part"><${Values} values=${found.values} chosen=${chosen} /></section>`}
      ${found && html`<section class="part"><${Counts} found=${found} /></section>`}
    </div>
    ${!isOver && html`<${People} ...${must(place.value)} />`}
    ${found?.opening && html`<section class="part"><h2>${t("opening")}</h2><p class="serif">${openingPath(found.opening)}</p></section>`}
    ${found && html`<${CountTerms} found=${found} />`}`;
}

/** @param {{best: MoveValue | null, keeping: MovesThatKeep | null}} props */
function Verdict({ best, keeping }) {
  const { turn } = theShown();
  return html`<div class="verdict">
    <p class="best-value"><i class="dot-disc ${turn}" aria-hidden="true"></i><span class="unseen">${t(`side.${turn}`)}</span>
      <b>${best ? valueText(best) : "…"}</b>${best && html`<${Badge} badge=${best.badge} />`}</p>
    ${
      keeping &&
      html`<div><p><b>${keptText(keeping)}</b></p>
      <div class="pips" aria-hidden="true">${Array.from({ length: keeping.of }, (_, at) => html`<i class=${at < keeping.moves.length ? "is-on" : ""}></i>`)}</div></div>`
    }
  </div>`;
}

/** What is searched just now, and how fast. */
function nowText() {
  const { now, is_final } = analysis.value ?? {};
  if (!now) return is_final ? "" : t("analysis.busy");
  const { move, depth, nodes_a_second, threads } = now;
  const compact = new Intl.NumberFormat(settings.value.language, { notation: "compact" });
  const speed = compact.format(nodes_a_second);
  return t("analysis.now", { move: moveText(move), depth, speed, n: threads });
}

/** How many lines are shown. */
const COUNTS = [1, 2, 3, 5];
const count = signal(3);

/** The lines of the best moves and of the chosen one; a move that is pointed at or has the focus is shown on the board.
 * @param {{values: MoveValue[], chosen: MoveValue}} props */
function Lines({ values, chosen }) {
  const best = values.slice(0, count.value);
  const shown = best.includes(chosen) ? best : [...best.slice(0, -1), chosen];
  return html`<div class="heading"><h2>${t("analysis.lines")}</h2>
      <label class="field-row">${t("analysis.count")} <select value=${count.value} onChange=${(/** @type {Event} */ event) => (count.value = Number(fieldOf(event).value))}>
        ${COUNTS.map((each) => html`<option value=${each}>${each}</option>`)}</select></label></div>
    <ol class="lines">${shown.map((value) => html`<li key=${value.move}><b>${valueText(value)}</b><${Expected} value=${value} /></li>`)}</ol>`;
}

/** @param {{value: MoveValue}} props */
function Expected({ value }) {
  const show = (/** @type {number} */ n) => () => (peeked.value = n ? value.line.slice(0, n) : null);
  return html`<${MoveLine} moves=${value.line.slice(0, SHOWN)} first=${theShown().turn} onPointerLeave=${show(0)} onFocusOut=${show(0)}
      on=${(/** @type {number} */ n) => ({ onPointerEnter: show(n), onFocus: show(n), onClick: show(n) })} />`;
}

/** @param {{values: MoveValue[], chosen: MoveValue}} props */
function Values({ values, chosen }) {
  const isExact = values.every(({ badge }) => badge.kind === "exact" || badge.kind === "solved");
  return html`<h2>${t("analysis.values")}</h2>
    <table class="stats"><tbody>${values.map(
      (value) => html`<tr key=${value.move}
        class=${valueText(value) === valueText(values[0]) ? "is-best" : ""}>
        <th scope="row"><button class="pick-move" aria-pressed=${value.move === chosen.move}
          onClick=${() => (picked.value = value.move)}>${moveText(value.move)}</button></th>
        <td>${valueText(value)}</td><td><${Badge} badge=${value.badge} /></td></tr>`,
    )}</tbody></table>
    <div class="row tight">
      <label class="check"><input type="checkbox" checked=${hasValues.value} onChange=${switchValues} />${t("analysis.show")} <kbd class="for-keys">V</kbd></label>
      ${!isExact && html`<${More} />`}
    </div>`;
}

/** Whether discs are searched or only who wins. */
function More() {
  const [mode, word] = isProof.value
    ? /** @type {const} */ (["exact", "analysis.discs"])
    : /** @type {const} */ (["wld", "analysis.proof"]);
  return html`<button class="link" onClick=${() => lookFor(mode)}>${t(word)}</button>`;
}

const switchValues = () => (hasValues.value = !hasValues.peek());

/** The best move, near the board. */
export function AnalysisNews() {
  const { best, is_over } = analysis.value ?? {};
  return best ? bestText(best) : t(is_over ? "analysis.over" : "analysis.busy");
}

export function AnalysisActions() {
  const { ply } = drawn.value;
  const last = theGame().moves.length;
  const step = (/** @type {number} */ by) => () => lookAt(drawn.peek().ply + by);
  useKeys({ v: switchValues, ",": step(-1), ".": step(1) });
  const action = (/** @type {IconName} */ icon, /** @type {string} */ word, /** @type {number} */ to) =>
    html`<button class="button" disabled=${to < 0 || to > last || to === ply} onClick=${() => lookAt(to)}><${Icon} name=${icon} />${t(word)}</button>`;
  return html`${action("first", "step.first", 0)}${action("left", "step.back", ply - 1)}
    ${action("right", "step.next", ply + 1)}${action("end", "step.last", last)}`;
}
