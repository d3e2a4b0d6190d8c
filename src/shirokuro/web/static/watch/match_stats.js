// The statistics of a match: score, Elo with its interval, the margin of every game.
import { seatText } from "../play/player_name.js";
import { html } from "../view.js";
import { signed, t } from "../words.js";
import { namesOf } from "./match.js";
/** @import { MatchedGame, MatchView } from "../types.js" */

/** @param {{of: MatchView}} props */
export function Duel({ of }) {
  const { first, second, wins, losses } = of;
  const [one, other] = [seatText(first), seatText(second)];
  return html`<div class="duel"><div><b>${one.title}</b><span>${one.about}</span></div>
    <div class="score" role="img" aria-label=${t("watch.score", { wins, losses })}>${wins}–${losses}</div>
    <div><b>${other.title}</b><span>${other.about}</span></div></div>
    <p class="note">${progress(of)}</p>`;
}

/** @param {MatchView} of */
function progress({ played, total, draws, opening_moves, state, pace, trouble }) {
  const parts = [
    t("watch.played", {
      played,
      n: total,
      draws: draws ? t("watch.draws", { n: draws }) : t("watch.no_draws"),
    }),
    opening_moves ? t("watch.openings", { n: opening_moves }) : "",
    state === "cancelled"
      ? t("watch.cancelled")
      : state === "going" && pace === null
        ? t("watch.paused")
        : "",
    trouble ? t("trouble", { text: trouble }) : "",
  ];
  return parts.filter(Boolean).join(t("space"));
}

const WIDTH = 480;
const [LEFT, RIGHT] = [20, 460];
/** Possible distances of ticks; the first that gives few enough is used. */
const TICKS = [50, 100, 200, 400, 800, 1600];
const MOST_TICKS = 7;
/** The length drawn for an interval without an end. */
const OPEN = 200;

/** @param {{of: MatchView}} props */
export function Elo({ of }) {
  const [low, high] = of.elo_interval;
  const known = low ?? high;
  if (!of.played || known === null) return null;
  const ends = [low ?? known - OPEN, high ?? known + OPEN];
  const { from, to, tick } = axis(Math.min(0, ends[0]), Math.max(0, ends[1]));
  const x = (/** @type {number} */ elo) => LEFT + ((elo - from) / (to - from)) * (RIGHT - LEFT);
  const [x0, x1] = [low === null ? 4 : x(low), high === null ? WIDTH - 4 : x(high)];
  const ticks = Array.from({ length: Math.round((to - from) / tick) + 1 }, (_, at) => from + at * tick);
  return html`<section class="part"><h2><span>${t("watch.elo", namesOf(of))}</span><b>${eloText(of)}</b></h2>
    <svg class="chart" viewBox="0 0 ${WIDTH} 48" role="img" aria-label=${eloLabel(of)}>
      <path class="axis" d="M${LEFT} 22H${RIGHT}" />
      ${ticks.map((each) => html`<path class="axis" d="M${x(each)} 18v8" /><text x=${x(each)} y="42">${signed(each)}</text>`)}
      <path class="interval" d="M${x0} 22H${x1}" />
      ${low !== null ? html`<path class="axis" d="M${x0} 14v16" />` : html`<path class="axis open" d="M${x0 + 8} 15l-8 7 8 7" />`}
      ${high !== null ? html`<path class="axis" d="M${x1} 14v16" />` : html`<path class="axis open" d="M${x1 - 8} 15l8 7-8 7" />`}
      ${of.elo !== null && html`<circle class="dot" cx=${x(of.elo)} cy="22" r="6" />`}
    </svg></section>`;
}

/** Round numbers around a stretch of Elo. @param {number} low @param {number} high */
function axis(low, high) {
  const tick = TICKS.find((each) => (high - low) / each <= MOST_TICKS - 2) ?? TICKS[TICKS.length - 1];
  const [from, to] = [Math.floor(low / tick) * tick, Math.ceil(high / tick) * tick];
  return from === to ? { from: from - tick, to: to + tick, tick } : { from, to, tick };
}

/** @param {MatchView} of */
function eloText({ elo, elo_error, elo_interval: [low, high] }) {
  if (elo !== null && elo_error !== null) return `${signed(elo)} ± ${Math.round(elo_error)}`;
  if (elo !== null) return signed(elo);
  return low !== null ? `> ${signed(low)}` : `< ${signed(high ?? 0)}`;
}

/** @param {MatchView} of */
function eloLabel(of) {
  const [low, high] = of.elo_interval;
  if (low === null || high === null) return `Elo ${eloText(of)}`;
  return t("watch.elo_label", { elo: eloText(of), low: signed(low), high: signed(high) });
}

/** Up and full: the first player won; down and hollow: it lost. @param {{of: MatchView, number: number}} props */
export function Margins({ of, number }) {
  const most = Math.max(10, ...of.games.map(({ margin }) => Math.abs(margin ?? 0)));
  const room = WIDTH / Math.max(of.total, 20);
  const { first } = namesOf(of);
  const margins = of.games.flatMap(({ margin }) => (margin === null ? [] : [signed(margin)]));
  const label = t("watch.margins_label", { first, margins: margins.join(t("comma")) });
  const bar = (/** @type {MatchedGame} */ game) => {
    if (game.margin === null) return null;
    const height = Math.max(1.5, (Math.abs(game.margin) / most) * 32);
    const isUp = game.margin > 0;
    return html`<rect class=${isUp ? "up" : "down"} x=${(game.number - 1) * room + room / 8} width=${room * 0.75}
      y=${isUp ? 38 - height : game.margin ? 38 : 37.25} height=${height} />`;
  };
  return html`<section class="part"><h2><span>${t("watch.margins", { first })}</span>
      <span>${t("watch.mean", { mean: fine(of.mean_margin) })}</span></h2>
    <svg class="chart" viewBox="0 0 ${WIDTH} 76" role="img" aria-label=${label}>
      ${of.games.map(bar)}<path class="axis" d="M0 38H${WIDTH}" />
      ${number > 0 && html`<path class="now" d="M${(number - 0.5) * room} ${4}V72" />`}
    </svg></section>`;
}

/** With one place after the point. @param {number} value */
export function fine(value) {
  const text = Math.abs(value).toFixed(1);
  return Number(text) === 0 ? "0" : `${value > 0 ? "+" : "−"}${text}`;
}
