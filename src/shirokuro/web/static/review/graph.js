// The graph of the lead: black above the middle, white below, marks above both.
import { drawn, theGame } from "../game.js";
import { lookAt } from "../play/game_tab.js";
import { onNumber } from "../shell/field.js";
import { html } from "../view.js";
import { signed, t } from "../words.js";
import { mistakes, review } from "./review.js";
/** @import { Side } from "../types.js" */

/** @typedef {{ply: number, value: number}} Point value: discs, for black */
/** @typedef {{points: (Point | null)[], marks: {ply: number, mark: string}[], ply: number, of: number,
 *   onScrub: (ply: number) => void}} GraphProps points: by ply, null where nothing is known yet */

/** @param {GraphProps} props */
export function Graph({ points, marks, ply, of, onScrub }) {
  const most = Math.max(16, ...points.map((point) => Math.abs(point?.value ?? 0)));
  const scale = Math.min(64, 8 * Math.ceil(most / 8));
  const here = points[ply];
  const at = (/** @type {number} */ x) => ({ left: `${of ? (100 * x) / of : 0}%` });
  const text = here ? t("graph.at", { n: ply, value: signed(here.value) }) : t("graph.unknown", { n: ply });
  return html`<div class="graph">
    <div class="marks-row" aria-hidden="true">${marks.map(
      ({ ply: x, mark }) => html`<span key=${x} style=${at(x)}>${mark}</span>`,
    )}</div>
    <div class="axis" aria-hidden="true"><span>+${scale}</span><span>0</span><span>−${scale}</span></div>
    <div class="plot" aria-hidden="true" onPointerDown=${(/** @type {PointerEvent} */ e) => drag(e, of, onScrub)}
      onPointerMove=${(/** @type {PointerEvent} */ e) => e.buttons && drag(e, of, onScrub)}>
      <svg viewBox="0 0 ${Math.max(of, 1)} 2" preserveAspectRatio="none">
        <path class="face black" d=${area(points, scale, 1)} /><path class="face white" d=${area(points, scale, -1)} />
        <path class="zero" d="M0 1H${Math.max(of, 1)}" /></svg>
      <i class="needle" style=${at(ply)}></i>
      ${here && html`<i class="knob" style=${{ ...at(ply), top: `${50 - (50 * clamped(here.value, scale)) / scale}%` }}></i>`}
    </div>
    <input type="range" class="scrub" min="0" max=${of} value=${ply} aria-label=${t("graph.slider")} aria-valuetext=${text}
      onInput=${onNumber(onScrub)} />
  </div>`;
}

/** @param {PointerEvent} event @param {number} of @param {(ply: number) => void} onScrub */
function drag(event, of, onScrub) {
  const { left, width } = /** @type {Element} */ (event.currentTarget).getBoundingClientRect();
  onScrub(Math.round((Math.min(Math.max(event.clientX - left, 0), width) / width) * of));
}

/** @param {number} value @param {number} scale */
const clamped = (value, scale) => Math.max(-scale, Math.min(scale, value));

/** The area on one side of the middle, as a path with gaps where nothing is known. */
function area(
  /** @type {(Point | null)[]} */ points,
  /** @type {number} */ scale,
  /** @type {1 | -1} */ sign,
) {
  const y = (/** @type {number} */ value) =>
    (1 - (sign * Math.max(0, clamped(sign * value, scale))) / scale).toFixed(3);
  let path = "";
  for (let at = 1; at < points.length; at++) {
    const [from, to] = [points[at - 1], points[at]];
    if (!from || !to) continue;
    const cross = from.value * to.value < 0 ? at - 1 + from.value / (from.value - to.value) : null;
    const middle = cross === null ? "" : `L${cross.toFixed(3)} 1`;
    path += `M${at - 1} 1L${at - 1} ${y(from.value)}${middle}L${at} ${y(to.value)}V1z`;
  }
  return path;
}

/** The whole game; usually at the position on the board.
 * @param {{at?: number, onScrub?: (ply: number) => void}} props */
export function GameGraph({ at, onScrub = lookAt }) {
  const of = theGame().moves.length;
  const ply = at ?? drawn.value.ply;
  return html`<h2 class="heading">${t("graph")}<span>${t("graph.move", { n: ply, of })}</span></h2>
    <${Graph} points=${pointsOf(of)} marks=${mistakes.value.filter(({ mark }) => mark !== "?!")} ply=${Math.min(ply, of)} of=${of} onScrub=${onScrub} />`;
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
