// The tab Review: the loss of each move, the visitor's mistakes one by one, and what to do about them.
import { SIDES } from "../game.js";
import { useKeys } from "../keys.js";
import { must } from "../must.js";
import { RivalReport } from "../rival/report.js";
import { Action, Icon } from "../shell/icon.js";
import { attempt } from "../shell/notice.js";
import { html } from "../view.js";
import { moveText, signed, t } from "../words.js";
import { Badge, Mark, markText } from "./badge.js";
import { GameGraph } from "./graph.js";
import { DrillNote, useKept } from "./kept.js";
import { MoveLine } from "./lines.js";
import {
  choose,
  compare,
  current,
  go,
  neighbour,
  punish,
  punished,
  reset,
  tryAgain,
  useAnother,
  useAround,
} from "./mistake.js";
import { isBusy, listed, mistakes, ReviewProgress, review, sides, useReview } from "./review.js";
import { bestMove, meansOf, turningPoint, WORST } from "./summary.js";
import { isEnded, showAnswer, TrialBody, trial, trialText } from "./trial.js";
import { Compare, Glossary, Why } from "./why.js";
/** @import { IconName } from "../shell/icon.js" */
/** @import { JudgedMove, Side } from "../types.js" */

export function ReviewTab() {
  useReview(true);
  useAnother();
  useAround();
  useKept();
  const { moves, isDone } = review.value;
  if (!moves.length) return html`<p class="note">${t("review.nothing")}</p>`;
  const move = current.value;
  return html`
    <${ReviewProgress} />
    ${isDone && html`<${Summary} />`}
    <section class="part slim"><${GameGraph} at=${move?.ply} onScrub=${scrub} /></section>
    ${listed.value.length > 0 && html`<${Chips} />`}
    ${isDone && !mistakes.value.length && html`<p class="lead">${t("review.none")}</p>`}
    ${move && html`<${Headline} ...${move} />`}
    ${trial.value ? html`<${TrialBody} />` : move && html`<${Examined} move=${move} />`}
    <${AllMoves} />
    <${RivalReport} />`;
}

/** Looks at the move to which the graph is dragged. @param {number} ply */
const scrub = (ply) => choose(Math.max(ply, 1));

/** The game in one line, and with whom it is compared. */
function Summary() {
  const judged = [...review.value.judged.values()];
  const turning = turningPoint(judged);
  const best = bestMove(judged, sides.value);
  return html`<section class="part summary" aria-label=${t("review.summary")}><dl>
      ${sides.value.map((side) => html`<${Means} key=${side} side=${side} judged=${judged} />`)}
      ${turning && html`<${Moment} word="review.turning" move=${turning} />`}
      ${best && html`<${Moment} word="review.best" move=${best} />`}</dl>
    <${Compared} /></section>`;
}

/** @param {{side: Side, judged: JudgedMove[]}} props */
function Means({ side, judged }) {
  const means = meansOf(judged, side);
  if (!means) return null;
  const isOne = sides.value.length === 1;
  const who = isOne
    ? null
    : html`<i class="dot-disc ${side}" aria-hidden="true"></i><span class="unseen">${t(`side.${side}`)}</span>`;
  return html`<div><dt>${who}${t("review.accuracy")}</dt><dd>${means.accuracy.toFixed(0)} %</dd></div>
    <div><dt>${who}${t("review.mean")}</dt><dd>${means.loss.toFixed(1)}</dd></div>`;
}

/** A move of the summary, which one can look at. @param {{word: string, move: JudgedMove}} props */
function Moment({ word, move }) {
  return html`<div><dt>${t(word)}</dt><dd><button class="link" onClick=${() => choose(move.ply)}>${move.ply} ${moveText(move.move)}</button></dd></div>`;
}

/** With whom the moves are compared, and how far the search behind it has come. */
function Compared() {
  const { ratings, refined } = review.value;
  const own = ratings?.[sides.value[0]];
  const isRefining = refined && refined.done < refined.of;
  return html`<p class="note">${own && t(`review.rating_${own.source}`, { rating: own.rating })}
    ${isRefining ? ` ${t("review.refining", { n: Math.floor((100 * refined.done) / refined.of) })}` : ""}</p>`;
}

/** The mistakes that mattered most; behind them the others. */
function Chips() {
  const list = listed.value;
  const more = list.length - WORST;
  const arrow = (/** @type {1 | -1} */ step, /** @type {IconName} */ icon, /** @type {string} */ word) =>
    html`<button class="icon-button step" aria-label=${t(word)} disabled=${!neighbour(step)} onClick=${() => go(step)}><${Icon} name=${icon} /></button>`;
  const at = list.findIndex(({ ply }) => ply === current.value?.ply);
  // One of the others stands beside the worst, so that none of those changes its place.
  const fourth = list[Math.max(at, WORST)];
  return html`<nav class="mistakes" aria-label=${t("review.mistakes")}>
    ${arrow(-1, "left", "review.before")}
    <ol>${list.slice(0, WORST).map((judged) => html`<li key=${judged.ply}><${Chip} ...${judged} /></li>`)}
      ${fourth && html`<li key="more"><${Chip} ...${fourth} /></li>`}</ol>
    ${arrow(1, "right", "review.next")}
  </nav>
  ${more > 0 && html`<p class="note">${t("review.more", { n: more })}</p>`}`;
}

/** @param {JudgedMove} judged */
function Chip({ ply, move, mark, loss, side }) {
  return html`<button class="chip" aria-current=${ply === current.value?.ply ? "step" : undefined} onClick=${() => choose(ply)}>
    <span>${sides.value.length > 1 && html`<i class="dot-disc ${side}" aria-hidden="true"></i>`}${ply} ${move} <${Mark} mark=${mark} /></span>
    <small>${signed(-loss)}</small></button>`;
}

/** Kinds of values whose sign is certain: a win or a loss is said of no others. */
const PROVED = ["exact", "wld", "solved"];

/** @param {JudgedMove} judged */
function Headline({ ply, move, mark, loss, value, best, best_value, badge, peers }) {
  const word =
    loss === 0
      ? "review.good"
      : !PROVED.includes(badge.kind)
        ? "review.lost"
        : best_value > 0 && value < 0
          ? "review.lost_game"
          : best_value > 0 && value === 0
            ? "review.lost_win"
            : best_value === 0 && value < 0
              ? "review.lost_draw"
              : "review.lost";
  return html`<div class="judged"><h2>${ply} ${moveText(move)} <${Mark} mark=${mark} /></h2>
    <p><span class="change"><b>${loss ? `${signed(best_value)} → ${signed(value)}` : signed(value)}</b> <${Badge} badge=${badge} /></span>
      <span class="soft small">${t(word, { n: loss })}</span></p>
    ${peers && loss > 0 && html`<p class="peers soft small">${t("review.peers", { rating: peers.rating, played: percent(peers.played), best, n: percent(peers.best) })}</p>`}</div>`;
}

/** A chance in per cent; a small one is not nothing. @param {number} chance */
const percent = (chance) => (chance < 0.01 ? t("share_under") : t("share", { n: (100 * chance).toFixed(0) }));

/** @param {{move: JudgedMove}} props */
function Examined({ move }) {
  if (punished.value !== null) return html`<${Punishment} line=${move.punish} />`;
  const share = () =>
    attempt(async () => (await import("../library/share_picture.js")).sharePicture(move.ply));
  return html`${move.loss > 0 && html`<${Why} />`}
    ${move.best !== move.move && html`<${Compare} move=${move} />`}
    <${DrillNote} move=${move} />
    <p class="share-line"><button class="link" onClick=${share}>${t("export.share")}</button></p>
    ${move.loss > 0 && html`<${Glossary} />`}`;
}

/** The line that punishes, as far as it is played. @param {{line: string[]}} props */
function Punishment({ line }) {
  return html`<section class="part"><h2>${t("punish.title")}</h2>
    <${MoveLine} moves=${line} first=${must(current.value).side} at=${punished.value}
      on=${(/** @type {number} */ n) => ({ onClick: () => punish(n) })} />
    <p class="note">${t("punish.step", { n: punished.value, of: line.length })}</p></section>`;
}

/** All moves with their marks, and the totals of both sides. */
function AllMoves() {
  const { judged, totals } = review.value;
  const all = [...judged.values()]
    .sort((one, two) => one.ply - two.ply)
    .filter(({ move }) => move !== "pass");
  return html`<details class="part folded"><summary>${t("review.all")}</summary>
    ${
      totals &&
      html`<p class="note">${SIDES.map((side) => {
        const { lost, mean_loss } = totals[side];
        const values = { side: t(`side.${side}`), n: lost, mean: (mean_loss ?? 0).toFixed(1) };
        return html`<span><i class="dot-disc ${side}" aria-hidden="true"></i> ${t("review.totals", values)}</span> `;
      })}</p>`
    }
    <ol class="moves">${all.map(
      ({ ply, side, move, mark, loss }) => html`<li key=${ply}>
        <button onClick=${() => choose(ply)} aria-current=${ply === current.value?.ply ? "step" : undefined}
        aria-label=${`${t("moves.item", { n: ply, side: t(`side.${side}`), move })}${t("comma")}${markText(mark)}${loss ? `${t("comma")}${signed(-loss)}` : ""}`}>
        <i class="dot-disc ${side}"></i><small>${ply}</small>${move}<span class="loss">${mark ? `${mark} ${signed(-loss)}` : ""}</span></button></li>`,
    )}</ol></details>`;
}

/** The chosen move and the result of a try, near the board. */
export function ReviewNews() {
  const move = current.value;
  const { moves, judged } = review.value;
  if (trial.value) return trialText();
  if (move)
    return html`<${Mark} mark=${move.mark} /><span>${t("review.told", { ply: move.ply, move: moveText(move.move), n: move.loss })}</span>`;
  if (isBusy.value) return t("review.busy", { n: judged.size, of: moves.length });
  return t(moves.length ? "review.none" : "review.nothing");
}

export function ReviewActions() {
  const move = current.value;
  const isPunishing = punished.value !== null;
  useKeys({
    j: () => go(1),
    k: () => go(-1),
    x: () => current.peek() && compare(),
    t: () => current.peek() && tryAgain(),
    escape: reset,
    ...(isPunishing
      ? { ",": () => punish(must(punished.peek()) - 1), ".": () => punish(must(punished.peek()) + 1) }
      : {}),
  });
  if (trial.value) return html`<${TrialActions} move=${move} />`;
  if (isPunishing) return html`<${PunishActions} line=${must(move).punish} />`;
  return html`<${Action} icon="undo" word="trial.again" can=${Boolean(move?.mark)} act=${tryAgain} isKey=${true} />
    <${Action} icon="go" word="punish" can=${move && move.loss > 0 && move.punish.length > 1} act=${() => punish(1)} />
    <${Action} icon="right" word="review.next" can=${neighbour(1) !== null} act=${() => go(1)} />`;
}

/** @param {{move: JudgedMove}} props */
function TrialActions({ move }) {
  const isOver = isEnded(must(trial.value));
  return html`${
    isOver
      ? html`<${Action} icon="undo" word="trial.back" act=${reset} isKey=${neighbour(1) === null} />`
      : html`<${Action} icon="hint" word="trial.show" act=${() => showAnswer([move.best])} />`
  }
    <${Action} icon="right" word="review.next" can=${neighbour(1) !== null} act=${() => go(1)} isKey=${isOver && neighbour(1) !== null} />`;
}

/** @param {{line: string[]}} props */
function PunishActions({ line }) {
  const at = must(punished.value);
  return html`<${Action} icon="left" word="step.back" can=${at > 0} act=${() => punish(at - 1)} />
    <${Action} icon="right" word="step.next" can=${at < line.length} act=${() => punish(at + 1)} isKey=${true} />
    <${Action} icon="close" word="close" act=${reset} />`;
}
